"""plotly's own JavaScript, for pages that ask nobody for it."""


def plotly_script() -> str:
    """The whole library as one script, some megabytes."""
    from plotly.offline import get_plotlyjs

    script: str = get_plotlyjs()
    return script
