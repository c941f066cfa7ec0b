"""A lesson with a class: what students predict, what they check themselves, who they are."""

from monopoly_lab.classroom.lesson import Lesson, hashed, self_check
from monopoly_lab.classroom.predicting import predict
from monopoly_lab.classroom.prediction import Prediction

__all__ = ["Lesson", "Prediction", "hashed", "predict", "self_check"]
