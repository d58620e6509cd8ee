"""The package as a file."""

import os
import subprocess
import sys
import tarfile

import pytest
from conftest import ROOT

import simbodydem as sd


def test_module_shows_one_symbol():
    """Nothing of Simbody, BLAS or the library is visible to other modules of the process."""
    symbols = subprocess.run(["nm", "-D", "--defined-only", sd._core.__file__], check=True, capture_output=True, text=True)
    assert [line.split()[-1] for line in symbols.stdout.splitlines()] == ["PyInit__core"]


def test_module_is_below_ten_megabytes():
    """The bound of the package that one would publish, here without compression."""
    assert os.path.getsize(sd._core.__file__) < 10e6


@pytest.fixture(scope="module")
def source(tmp_path_factory):
    """Makes the sdist as pip does, and unpacks it."""
    folder = tmp_path_factory.mktemp("sdist")
    code = f"from scikit_build_core.build import build_sdist; print(build_sdist({str(folder)!r}))"
    subprocess.run([sys.executable, "-c", code], check=True, cwd=ROOT, capture_output=True)
    (file,) = folder.glob("*.tar.gz")
    with tarfile.open(file) as archive:
        archive.extractall(folder, **({"filter": "data"} if hasattr(tarfile, "data_filter") else {}))
    (unpacked,) = (path for path in folder.iterdir() if path.is_dir())
    return unpacked


def test_source_distribution_has_all_files_of_the_library_and_of_the_package(source):
    """All files of these folders are in it. Tests and pages stay out."""
    for folder in ("include", "plugin", "cmake", "python/bindings", "python/cmake", "python/simbodydem"):
        here = {str(path.relative_to(ROOT)) for path in (ROOT / folder).rglob("*") if path.is_file() and path.suffix != ".pyc"}
        there = {str(path.relative_to(source)) for path in (source / folder).rglob("*") if path.is_file()}
        assert here and here == there, here ^ there
    for name in ("CMakeLists.txt", "pyproject.toml", "python/CMakeLists.txt", "LICENSE", "README.md"):
        assert (source / name).is_file()
    assert not (source / "tests").exists() and not (source / "docs").exists()


def test_source_distribution_configures_and_lacks_no_source(source, tmp_path):
    """CMake configures the unpacked sdist, and ninja finds the sources of all steps. It compiles nothing: that takes 5 minutes."""
    options = ["-G", "Ninja", f"-DPython_EXECUTABLE={sys.executable}"]
    result = subprocess.run(["cmake", "-S", source / "python", "-B", tmp_path, *options], capture_output=True, text=True)
    assert result.returncode == 0, result.stdout + result.stderr
    result = subprocess.run(["ninja", "-n", "-C", tmp_path, "_core", "_core_stub"], capture_output=True, text=True)
    assert result.returncode == 0, result.stdout + result.stderr
    assert "Linking CXX shared module _core" in result.stdout
