"""The kit that the game rooms share: decisions, tables, tricks, ladders, pots, rule sets."""
