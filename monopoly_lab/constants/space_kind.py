"""Codes of the kinds of spaces on the board.

Recipe for a new kind; `tests/test_completeness.py` names what is missing:

- what happens to a token that stops there: `land` in `rules.landing`; its sign: `board_drawing.board_pieces`; its name:
  `kind.` in the catalogs of messages;
- only on boards with characters: `is_character_space` in `rules.code_groups`, `visit` in `rules.power_die`;
- if it has a field in edition files beside id, kind and name, as the fare of a tram: `Space` in `editions.schema`,
  `FIELDS` in `editions.board_validation`, `Space` and `space_of` in `editions.components`, `AMOUNTS` in
  `editions.inheritance` if it is a sum, `_board` in `editions.rule_table_builder`, and a column in
  `editions.rule_tables` unless `tax` holds it; `price_text` in `board_drawing.scene` if the sum is printed there. A
  field that exists, such as `tax` or `to`, needs `FIELDS` and `price_text` only;
- if the edition may have one such space only: `SINGLE` in `editions.board_validation`; if something happens to a token
  that passes: `PASSING` in `editions.rule_table_builder` and `pass_space` in `rules.movement`;
- if it asks the player something:
  - a node in `constants.node` with its family in `rules.code_groups`, and the sentence that asks, `[node]` in the
    catalogs; `choice.<verb>_<node>` there if the node uses a verb in a sense of its own;
  - two branches in `rules.decisions`, of `why_not_...` and `answer_...` of the family; a reason to refuse an answer in
    `constants.refusal` and `[refusal]` of the catalogs;
  - which acts are open while the node waits: `rules.action_timing`, and one of the lists at the head of
    `tests/rules/table_law.py`; which answers it takes: the method `answers` there;
  - the default answer in `players.default_answers`, that of strategies in `decide_rare` of
    `players.parametric_strategy`;
  - what its sentence names (a sum, another player, a lot) in `SUBJECTS` of `notation.nodes`, the sum of a choice in
    `_sum` of `notation.action_labels`;
- if it brings or costs money: what strategies think of it, `gain_of_coming` in `players.parametric_strategy`;
- if it may be in a corner: a picture in `board_drawing.corner_art`; an edition names it in `corners` of its `[look]`.

Test what happens there in `tests/rules/test_<topic>.py`. CONTRIBUTING.md has the commands, which play every edition
that has the kind and look at each answer.
"""

PLAIN = 0  # nothing happens
GO = 1  # pays the salary to those who pass or reach it
STREET = 2  # a deed that can be built on
STATION = 3  # a deed whose rent depends on how many stations the owner has
UTILITY = 4  # a deed whose rent is a multiple of the dice
DECK = 5  # the visitor draws a card
TAX = 6  # the visitor pays a sum, or where the edition says so a share of their worth
JAIL = 7  # prisoners are held here, others just visit
JAIL_ENTER = 8  # a jail that takes in everybody who stops there
PARKING = 9  # free parking; pays the pot, if the edition has one
GO_TO_JAIL = 10  # sends the visitor to jail
CASINO = 11  # the visitor may put a stake on three reels
TAX_OFFICE = 12  # in texts "tax administration", its options `tax_admin.`; taxes who stops or passes, may detain
PIPE = 13  # carries the token to the next pipe, once
HANDFUL = 14  # the bank gives as many coins as the number die shows
THWOMP = 15  # the visitor drops coins, which stay on the space
SUPER_STAR = 16  # uses the star ability of the visitor's character
ROLE_DECK = 17  # the visitor draws from the deck of their own side
FOUNDATION = 18  # charges a monopolist, grants a competitor what a die says
RAILWAY = 19  # a player who stops there throws again
TRAM = 20  # takes a fare and carries the token to another space
