"""The lab: runs the studies of papers with Testudo and reports the results."""
