"""The buildings that editions choose: outline and what is white on it, houses in 20 x 20, hotels in 32 x 22."""

HOUSE, HOTEL = "#1d8a3e", "#c4161c"

HOUSES = {
    "house": ("M10 1.5 18.5 9H16v9.5H4V9H1.5z", ""),
    "cottage": ("M10 1.5c4 2 7.5 6 8.5 10.5H16v6.5H4V12H1.5C2.5 7.5 6 3.5 10 1.5z", "M8 18.5V12h4v6.5z"),
    "stand": ("M1.5 18.5v-5H6v-4h4.5v-4H15V1.5h3.5v17z", "M4 15h11v1.5H4zM8 11.5h7V13H8zM12.5 7.5H15V9h-2.5z"),
    "hut": ("M10 1.5 18.5 18.5h-17z", "M10 8l4 10.5H6z"),
    "terrace": ("M1.5 18.5V10l8.5-4 8.5 4v8.5zM4 9.5v-8h1.8V9zM14.2 9V1.5H16v8z", "M4 12h12v1.6H4zM4 15h12v1.6H4z"),
    "tent": ("M10 1.5 18.5 9l-2 2v7.5h-13V11l-2-2z", "M10 9l2.5 9.5h-5z"),
    "log_house": ("M10 1.5 19 8.5h-2.5v10h-13v-10H1z", "M6 10.5h8v1.4H6zM6 13.2h8v1.4H6zM8 16h4v2.5H8z"),
    "booth": (
        "M2 1.5h16l1.5 6.5h-2v10.5h-15V8h-2z",
        "M5.5 1.5h3L8 8H4.5zM11.5 1.5h3l1 6.5H12zM5 10h10v3.5H5z",
    ),
    "gable": (
        "M13.5 4V1.5h3v5.3L19 9h-2.5v9.5h-13V9H1l9-7.5z",
        "M6 11h2.8v3H6zM11.2 11H14v3h-2.8zM8.8 15h2.4v3.5H8.8zM10 5.5a1.5 1.5 0 1 0 .01 0z",
    ),
    "flats": ("M3.5 1.5h13v17h-13z", "M6 4.5h3V7H6zM11 4.5h3V7h-3zM6 9h3v2.5H6zM11 9h3v2.5h-3zM8.5 13.5h3v5h-3z"),
}
HOTELS = {
    "hotel": (
        "M2 20.5V7l6-5.5h16L30 7v13.5z",
        "M6 8h4v4H6zM14 8h4v4h-4zM22 8h4v4h-4zM6 14h4v3.5H6zM22 14h4v3.5h-4zM14 14h4v6h-4z",
    ),
    "castle": (
        "M2 20.5V3.5h2.5V6h2V3.5H9V9h3V1.5h2.7V4h2.6V1.5H20V9h3V3.5h2.5V6h2V3.5H30v17z",
        "M13.5 20.5V16a2.5 2.5 0 0 1 5 0v4.5zM5 10h2v4H5zM25 10h2v4h-2zM15 7h2v3.5h-2z",
    ),
    "stadium": (
        "M1.5 8.5C1.5 4 8 1.5 16 1.5s14.5 2.5 14.5 7v6c0 3.5-6.5 6-14.5 6s-14.5-2.5-14.5-6z",
        "M16 5c6 0 10 1.5 10 3.8s-4 3.7-10 3.7S6 11 6 8.8 10 5 16 5zM5 14.5h3v3H5zM14.5 16h3v3h-3zM24 14.5h3v3h-3z",
    ),
    "tower": (
        "M3 20.5V13h5V7h5l3-5.5L19 7h5v6h5v7.5z",
        "M11 9.5h2.5V12H11zM18.5 9.5H21V12h-2.5zM6 15h2.5v2.5H6zM23.5 15H26v2.5h-2.5zM14 14h4v6.5h-4z",
    ),
    "arena": (
        "M1.5 20.5V9C6 3 11 1.5 16 1.5S26 3 30.5 9v11.5z",
        "M4.5 11q11.5-9 23 0v2.2q-11.5-8-23 0zM6 15h3v5.5H6zM12 15h3v5.5h-3zM17.5 15h3v5.5h-3zM23.5 15h3v5.5h-3z",
    ),
    "big_top": (
        "M15 1.5h2L30.5 11H28v9.5H4V11H1.5z",
        "M8 11h3.5v6H8zM20.5 11H24v6h-3.5zM16 9l3 11.5h-6z",
    ),
    "manor": (
        "M1.5 20.5V9l6-5 4 3.5 4.5-6 4.5 6 4-3.5 6 5v11.5z",
        "M5 11h3v3.5H5zM24 11h3v3.5h-3zM14.5 7h3v3h-3zM10.5 12.5h3V16h-3zM18.5 12.5h3V16h-3zM14.5 15h3v5.5h-3z",
    ),
    "grand": (
        "M2 20.5V8h7V5l7-3.5 7 3.5v3h7v12.5z",
        "M4.5 10h3v3h-3zM9.5 10h3v3h-3zM19.5 10h3v3h-3zM24.5 10h3v3h-3zM4.5 15h3v3h-3zM24.5 15h3v3h-3z"
        "M14.5 5.5h3v3h-3zM14 20.5v-5a2 2 0 0 1 4 0v5zM9.5 15h3v3h-3zM19.5 15h3v3h-3z",
    ),
    "folded": (
        "M2 20.5V9.5L9 2h14l7 7.5v11z",
        "M3.5 9.5H28.5v1.3H3.5zM9 2l2.5 8h-1.4L7.8 3.3zM23 2l-2.5 8h1.4l2.3-6.7zM13 14h6v6.5h-6z",
    ),
    "school": (
        "M2 20.5V9.5h8.5L16 1.5l5.5 8H30v11z",
        "M16 6.5a2.5 2.5 0 1 0 .01 0zM5 12.5h4v4H5zM23 12.5h4v4h-4zM14 14.5h4v6h-4z",
    ),
}


def symbols(house: str, hotel: str) -> str:
    """Both as symbols with ids like `house-cottage`, for several boards on one page; a white rim sets them off."""
    return _symbol(f"house-{house}", "0 0 20 20", *HOUSES[house], HOUSE, "#0c2415") + _symbol(
        f"hotel-{hotel}", "0 0 32 22", *HOTELS[hotel], HOTEL, "#2b0607"
    )


def _symbol(name: str, box: str, outline: str, white: str, colour: str, line: str) -> str:
    inside = f'<path d="{white}" fill="#fff"/>' if white else ""
    return (
        f'<symbol id="{name}" viewBox="{box}"><path d="{outline}" fill="#fff" stroke="#fff" stroke-width="3" '
        f'stroke-linejoin="round"/><path d="{outline}" fill="{colour}" stroke="{line}" stroke-width="1.2" '
        f'stroke-linejoin="round"/>{inside}</symbol>'
    )
