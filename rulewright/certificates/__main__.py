"""Run as `python -m rulewright.certificates DIR`, or from a copy of this folder alone."""

import sys
from pathlib import Path

from .folder import summary
from .text import RefusedError

try:
    lines, right = summary(Path(sys.argv[1] if len(sys.argv) > 1 else "."))
except RefusedError as error:
    sys.exit(f"error: {error}")
print(*(ascii(line)[1:-1] for line in lines), sep="\n")
sys.exit(not right)
