"""The activities of a live class by name."""

from collections.abc import Mapping

from monopoly_lab.common.errors import LiveError
from monopoly_lab.common.file_access import shortened
from monopoly_lab.common.messages import say
from monopoly_lab.live.activities.class_auction import ClassAuction
from monopoly_lab.live.activities.class_bargain import ClassBargain
from monopoly_lab.live.activities.class_vote import ClassVote
from monopoly_lab.live.activities.give_or_keep import GiveOrKeep
from monopoly_lab.live.activities.lemon_market import LemonMarket
from monopoly_lab.live.activities.play_together import PlayTogether
from monopoly_lab.live.activities.predict import Predict
from monopoly_lab.live.activity import Activity

ACTIVITIES: Mapping[str, type[Activity]] = {
    kind.NAME: kind for kind in (Predict, ClassAuction, ClassBargain, GiveOrKeep, LemonMarket, PlayTogether, ClassVote)
}


def activity_by_name(name: object) -> type[Activity]:
    """Return an activity by its name; LiveError for none."""
    kind = ACTIVITIES.get(name) if isinstance(name, str) else None
    if kind is None:
        raise LiveError(say("live.unknown_activity", value=shortened(str(name)), known=", ".join(ACTIVITIES)))
    return kind
