"""Types of the package and of its example, by mypy."""

import subprocess
import sys

from conftest import ROOT


def test_package_and_example_have_strict_types(tmp_path):
    """mypy has no objection in its strict mode, with the stubs of the compiled module."""
    command = [sys.executable, "-m", "mypy", "--strict", "--cache-dir", tmp_path]
    for what in (["-p", "simbodydem"], [ROOT / "python" / "examples" / "quadruped.py"]):
        result = subprocess.run([*command, *what], capture_output=True, text=True)
        assert result.returncode == 0, result.stdout
