"""What a face of the speed die stands for."""

NUMBER = 1
BUS = 2
MR = 3
