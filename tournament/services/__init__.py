"""Every write: one public function, one transaction."""
