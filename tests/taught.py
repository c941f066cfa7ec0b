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
