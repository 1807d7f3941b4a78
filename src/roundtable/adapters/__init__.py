"""The world outside the core: knights, stores, drivers, workspaces. One folder a port."""
