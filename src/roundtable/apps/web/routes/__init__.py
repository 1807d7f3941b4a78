"""The API, one module a matter. GET only observes."""
