"""What people type, read into values; what the rules say of it stands beside its field."""
