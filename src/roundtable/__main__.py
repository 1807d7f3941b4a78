"""`python -m roundtable` is the command `roundtable`."""

import sys

from roundtable.apps.cli.main import main

sys.exit(main())
