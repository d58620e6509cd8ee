"""The package as a file."""

import os
import subprocess
import sys
import tarfile

from conftest import ROOT

import simbodydem as sd


def test_module_shows_one_symbol():
    """Nothing of Simbody, BLAS or the library is visible to other modules of the process."""
    symbols = subprocess.run(["nm", "-D", "--defined-only", sd._core.__file__], check=True, capture_output=True, text=True)
    assert [line.split()[-1] for line in symbols.stdout.splitlines()] == ["PyInit__core"]


def test_module_is_below_ten_megabytes():
    """The bound of the package that one would publish, here without compression."""
    assert os.path.getsize(sd._core.__file__) < 10e6


def test_source_distribution_has_what_the_build_needs(tmp_path):
    """An sdist has the library, the bindings and the file that builds Simbody. Tests and pages stay out."""
    code = f"from scikit_build_core.build import build_sdist; print(build_sdist({str(tmp_path)!r}))"
    subprocess.run([sys.executable, "-c", code], check=True, cwd=ROOT, capture_output=True)
    (file,) = tmp_path.glob("*.tar.gz")
    with tarfile.open(file) as archive:
        names = {name.split("/", 1)[1] for name in archive.getnames() if "/" in name}
    assert {"CMakeLists.txt", "python/CMakeLists.txt", "python/cmake/PinnedSimbody.cmake", "plugin/CMakeLists.txt"} <= names
    assert {"include/simbodydem/simbodydem.h", "cmake/RobotPackages.cmake", "python/simbodydem/py.typed"} <= names
    assert not any(name.startswith(("tests/", "docs/")) for name in names)
