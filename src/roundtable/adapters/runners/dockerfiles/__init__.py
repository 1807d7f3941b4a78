"""Dockerfiles: read whole, judged, and split into what is laid and what is run. No I/O."""
