"""The MCP server: other agents convene the table, and the developer decides."""
