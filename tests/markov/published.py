"""Published figures, in per cent of what each source counts, in the order of the squares from GO, In Jail last.

COLLINS: Truman Collins, "Probabilities in the Game of Monopoly" (tkcs-collins.com), leaving jail at once:
share of throws that end on a square. His page is not in the copies that were at hand beyond its beginning;
the 41 values are as others quote them.

NOE: Roger J. Noe, "The Mathematics of Monopoly", Usenet net.games and net.math, 29 August 1985, article
513@riccb, staying in jail: every square a throw brings the token to, so that Go To Jail and the Chance one
only passes have their share, and a prisoner who stays counts again with each try. His revenues are per such
landing too.
"""

COLLINS = [
    *(3.0961, 2.1314, 1.8849, 2.1624, 2.3285, 2.9631, 2.2621, 0.8650, 2.3210, 2.3003),
    *(2.2695, 2.7017, 2.6040, 2.3721, 2.4649, 2.9200, 2.7924, 2.5945, 2.9356, 3.0852),
    *(2.8836, 2.8358, 1.0480, 2.7357, 3.1858, 3.0659, 2.7072, 2.6789, 2.8074, 2.5861),
    *(0.0000, 2.6774, 2.6252, 2.3661, 2.5006, 2.4326, 0.8669, 2.1864, 2.1799, 2.6260),
    3.9499,
]

NOE = [
    *(2.7058, 1.8637, 1.8835, 1.8912, 2.0367, 2.6007, 1.9792, 2.0185, 2.0309, 2.0131),
    *(1.9862, 2.3732, 2.4250, 2.0176, 2.2487, 2.4446, 2.4839, 2.4320, 2.6144, 2.6068),
    *(2.6191, 2.4239, 2.5836, 2.3804, 2.7774, 2.6822, 2.3551, 2.3358, 2.4615, 2.2612),
    *(2.3069, 2.3411, 2.2966, 2.3621, 2.1860, 2.1256, 2.0211, 1.9115, 1.9062, 2.3051),
    8.7021,
]

NOE_RENTS = {
    "reading": (0.713, 1.427, 2.853, 5.707),
    "pennsylvania_rr": (0.674, 1.348, 2.697, 5.394),
    "b_and_o": (0.751, 1.503, 3.005, 6.010),
    "short_line": (0.531, 1.063, 2.126, 4.251),
    "electric": (0.746, 1.600),
    "water": (0.762, 1.736),
}
