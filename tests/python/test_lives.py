"""Lives of objects: each keeps alive what it needs, in any order of deletion."""

import subprocess
import sys
from pathlib import Path


def test_random_uses_and_deletions_end_well():
    """Two thousand random uses and deletions, in a process of its own, end without a leak that nanobind would report. The program takes other
    numbers and seeds; it was made for AddressSanitizer."""
    program = Path(__file__).with_name("random_lives.py")
    result = subprocess.run([sys.executable, program, "2000", "3"], capture_output=True, text=True)
    assert result.returncode == 0, result.stderr
    assert "passed" in result.stdout and "leaked" not in result.stderr
