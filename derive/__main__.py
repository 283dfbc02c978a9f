"""``python -m derive``."""

import os
import sys

from .cli import INTERRUPTED, main

status = main()
if status == INTERRUPTED:
    # With -m, Python ends by the signal although it was handled, if it came while some library
    # evaluated text of its own (a named tuple does): then the status would be another one.
    sys.stderr.flush()
    os._exit(status)
sys.exit(status)
