"""The position a game begins from: `start` describes the table, `position` makes the state."""
