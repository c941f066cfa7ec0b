"""The names under which older notebooks know `ml.Explorable("landings")` and `ml.Explorable("deeds")`."""

from monopoly_lab.widgets.explorables import Explorable


class Landings(Explorable):
    """Where tokens land: `ml.Explorable("landings")` for an edition."""

    def __init__(self, edition: str = "classic_us", lang: str = "") -> None:
        super().__init__("landings", lang, edition=edition)


class Deeds(Explorable):
    """Which deeds pay: `ml.Explorable("deeds")` for an edition."""

    def __init__(self, edition: str = "classic_us", lang: str = "") -> None:
        super().__init__("deeds", lang, edition=edition)
