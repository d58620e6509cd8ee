"""Types and style of the package, of its examples and of its tests, by mypy and ruff."""

import subprocess
import sys

from conftest import ROOT


def test_package_and_examples_have_strict_types(tmp_path):
    """mypy has no objection in its strict mode, with the stubs of the compiled module.

    Dask has no types, so the program on a cluster is left out.
    """
    command = [sys.executable, "-m", "mypy", "--strict", "--cache-dir", tmp_path]
    examples = [file for file in sorted((ROOT / "python" / "examples").glob("*.py")) if "cluster" not in file.name]
    for what in (["-p", "simbodydem"], *([example] for example in examples)):
        result = subprocess.run([*command, *what], capture_output=True, text=True, cwd=ROOT)
        assert result.returncode == 0, result.stdout


def test_package_examples_and_tests_have_the_style_of_ruff():
    """ruff has no objection, with the rules in pyproject.toml."""
    folders = ["python/simbodydem", "python/examples", "tests/python"]
    result = subprocess.run([sys.executable, "-m", "ruff", "check", "--no-cache", *folders], cwd=ROOT, capture_output=True, text=True)
    assert result.returncode == 0, result.stdout
