"""Views: parse, call one service or query, render."""
