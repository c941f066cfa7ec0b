"""A lesson with a class: what students predict, what they check themselves, who they are."""

from monopoly_lab.lessons.lesson import Lesson, hashed, self_check
from monopoly_lab.lessons.prediction import Prediction

__all__ = ["Lesson", "Prediction", "hashed", "self_check"]
