"""A lesson with a class: what students predict, what they check themselves, who they are."""

from monopoly_lab.lessons.lesson import Lesson
from monopoly_lab.lessons.prediction import Prediction
from monopoly_lab.lessons.self_check import hashed, self_check

__all__ = ["Lesson", "Prediction", "hashed", "self_check"]
