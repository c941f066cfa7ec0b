"""What all packages share: errors, messages, files, HTML, checks of arguments; it uses nothing else."""

ABOUT = "monopoly_lab"  # the metadata in which a notebook says which lesson it is
