"""Every read: plain functions that return plain values for pages, prints and exports."""
