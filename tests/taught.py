"""The public names that students are taught, and how their examples are compared."""

import doctest
import inspect

import monopoly_lab as ml

FLAGS = doctest.NORMALIZE_WHITESPACE | doctest.ELLIPSIS
TAUGHT = (
    *(ml.Game, ml.View, ml.Scenario, ml.Edition, ml.Chain, ml.MarkovChain, ml.Exposure, ml.Prediction, ml.Lesson),
    *(ml.Explorable, ml.Live),
)
PUBLIC = {name: getattr(ml, name) for name in ml.__all__}
FUNCTIONS = [thing for thing in PUBLIC.values() if not inspect.isclass(thing)]
# Verbs in the imperative, the first words of docstrings of functions, methods and properties.
VERBS = frozenset(
    (
        *("Accept", "Act", "Add", "Allow", "Animate", "Answer", "Append", "Apply", "Ask", "Auction", "Begin"),
        *("Bring", "Build", "Buy", "Cache", "Call", "Carry", "Change", "Charge", "Check", "Choose", "Clear", "Close"),
        *("Compare", "Compute", "Connect", "Continue", "Copy", "Count", "Deal", "Declare", "Delete", "Demand"),
        *("Derive", "Detain", "Do", "Draw", "Drop", "Empty", "End", "Enter", "Export", "Fill", "Filter", "Find"),
        *("Forget", "Fork", "Format", "Free", "Give", "Go", "Grow", "Hand", "Handle", "Have", "Hide", "Ignore"),
        *("Import", "Interrupt", "Issue", "Keep", "Lay", "Lend", "Limit", "List", "Listen", "Load", "Lock", "Make"),
        *("Mark", "Merge", "Mortgage", "Move", "Name", "Note", "Offer", "Open", "Pass", "Pause", "Pay", "Perform"),
        *("Pick", "Play", "Poll", "Print", "Propose", "Put", "Raise", "Read", "Record", "Redeem", "Redraw", "Refuse"),
        *("Register", "Release", "Remember", "Remove", "Rename", "Repeat", "Replace", "Report", "Reset", "Restore"),
        *("Return", "Roll", "Round", "Run", "Save", "Say", "Scale", "Search", "Sell", "Send", "Serve", "Set"),
        *("Settle", "Show", "Simulate", "Speak", "Spend", "Start", "Stop", "Store", "Take", "Tell", "Throw", "Try"),
        *("Turn", "Undo", "Update", "Use", "Wait", "Wake", "Warn", "Watch", "Work", "Write", "Yield"),
    )
)
