"""What the cards, characters and bosses of an edition file do, and how many numbers each effect takes.

A card names its effect and the arguments by words (`do = "repairs", house = 25, hotel = 100`);
`ARGUMENTS` lists them in the order in which the tables keep them.
"""

AMOUNT = "amount"
COUNT = "count"
SPACE = "space"
DECK = "deck"
KIND = "kind"
GROUP = "group"
ROLE = "role"
TOKEN = "token"

ARGUMENTS: dict[str, dict[str, str]] = {
    "nothing": {},
    "collect": {"amount": AMOUNT},
    "pay": {"amount": AMOUNT},
    "move_to": {"to": SPACE},
    "move_back": {"steps": COUNT},
    "back_to": {"to": SPACE},
    "nearest": {
        "kind": KIND,
        "times": COUNT,
    },  # the rent, or a new throw at a utility; without: as usual
    "pay_each": {"amount": AMOUNT, "role": ROLE},  # of one side; without: every other player
    "collect_each": {"amount": AMOUNT, "role": ROLE},
    "repairs": {"house": AMOUNT, "hotel": AMOUNT},
    "jail_free": {},
    "go_to_jail": {},
    "pay_or_draw": {"amount": AMOUNT, "deck": DECK},
    "to_tax_office": {},
    "tax_office_free": {},
    "trade": {},
    "free_place": {"group": GROUP, "other": GROUP},  # a place of these colours, chosen; free where nobody owns it
    "up_to": {"steps": COUNT},
    "step_or_draw": {"steps": COUNT, "deck": DECK},
    "free_at": {"to": SPACE},
    "collect_rolled": {"amount": AMOUNT, "at_least": COUNT},
    "bank_pays_each": {"amount": AMOUNT, "role": ROLE},
    "skip_turn": {},
    "sell_deed": {"percent": COUNT},  # of the price, paid by the bank for a deed that the drawer chooses
    "for_token": {"token": TOKEN},  # handed to who has it: any free place instead of a throw; another card is drawn
}

OPTIONAL = ("times", "other", "role")
NAMES = tuple(dict.fromkeys(name for arguments in ARGUMENTS.values() for name in arguments))
NEEDS_JAIL = ("jail_free", "go_to_jail")
NEEDS_TAX_OFFICE = ("to_tax_office", "tax_office_free")

# What a face of the speed die stands for: True where it takes an amount.
SPEEDS = {"number": True, "bus": False, "mr": False}

# What a face of the power-up die, a character or the reward of a boss does: True where it takes an amount.
ABILITIES = {
    "nothing": False,
    "collect": True,
    "collect_throw": True,  # the number die and so much more
    "collect_rents": False,
    "collect_board": False,
    "collect_boss": False,
    "drop_one": True,
    "drop_next": True,
    "drop_beside": True,
    "drop_each": True,
    "steal_one": True,
    "steal_each": True,
    "copy": False,
    "unknown": False,
}
