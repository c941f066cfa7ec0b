"""What all packages share: errors, messages, files, HTML, checks of arguments; it uses nothing else."""

ABOUT = "monopoly_lab"  # the metadata in which a notebook says which lesson it is
PLOTLY = "application/vnd.plotly.v1+json"  # the type of a chart in the outputs of a notebook
PROGRESS = "MONOPOLY_LAB_PROGRESS"  # environment variable: "off" where no bar of progress is shown
PICTURE_WIDTH = 700  # pixels of the picture that is kept of a chart
