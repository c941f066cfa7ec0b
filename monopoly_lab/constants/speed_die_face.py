"""What a face of the speed die means."""

NUMBER = 1
BUS = 2
MR = 3
