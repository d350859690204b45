"""Tools for whoever works on the project; nothing here is installed."""
