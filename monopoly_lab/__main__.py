"""`python -m monopoly_lab` does what `monopoly-lab` does."""

import sys

from monopoly_lab.cli import main

sys.exit(main())
