"""The game of botifarra: bids, hands, sheets, results, regulations. Standard library only."""
