"""Explorables: controls beside a live chart of a model, `ml.Explorable("housing_market")`."""

from monopoly_lab.widgets.explorables.explorable import Deeds, Explorable, Landings

__all__ = ["Deeds", "Explorable", "Landings"]
