"""Programs: the command line, the examples and the snippets of the pages run in a folder of their own."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import opensim
import pytest

ROOT = Path(__file__).parents[3]
MODELS = ROOT / "examples" / "opensim"


def run(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Runs Python in a folder."""
    return subprocess.run([sys.executable, *arguments], cwd=folder, capture_output=True, text=True)


# The command runs a model of contact and writes States, the ground reaction as .mot and .sto, and a picture.
def test_command_runs_a_model(tmp_path: Path) -> None:
    done = run(tmp_path, "-m", "simbodydem_opensim", str(MODELS / "foot.osim"), "--time", "2")
    assert done.returncode == 0, done.stderr
    results = tmp_path / "results"
    assert opensim.TimeSeriesTable(str(results / "foot_states.sto")).getNumRows() == 201
    table = opensim.TimeSeriesTable(str(results / "foot_feet_grf.sto"))
    weight = 70.3 * 9.81
    assert table.getDependentColumn("ground_force_foot_r_vy").to_numpy()[-1] == pytest.approx(weight, rel=1e-3)  # it has settled
    assert (results / "foot_feet_grf.svg").read_text().startswith("<?xml")
    assert "foot_r: vertical force 689" in done.stdout


# A model with an older force is converted first, and the block that crept stays.
def test_command_converts_an_older_model(tmp_path: Path) -> None:
    done = run(tmp_path, "-m", "simbodydem_opensim", str(MODELS / "block_on_slope_hunt_crossley.osim"), "--time", "2")
    assert done.returncode == 0, done.stderr
    assert (tmp_path / "results" / "block_on_slope_hunt_crossley_dem.osim").is_file()
    table = opensim.TimeSeriesTable(str(tmp_path / "results" / "block_on_slope_hunt_crossley_states.sto"))
    way = table.getDependentColumn("/jointset/block_joint/tx/value").to_numpy()
    assert abs(way[200] - way[150]) < 1e-6  # [m]; with HuntCrossleyForce 3 mm


# Wrong arguments end with the exit code 2 and a sentence that names them.
@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["nowhere.osim"], "there is no file nowhere.osim"),
        ([str(MODELS / "foot.osim"), "--time", "-1"], "--time is -1.0; it must be > 0 s"),
        ([str(MODELS / "foot.osim"), "--accuracy", "1"], "accuracy is 1.0; it must be in (0, 0.1]"),
        ([str(MODELS / "foot.osim"), "--merge", "a=b"], "no contact force that can be converted is called b"),
        ([str(MODELS / "foot.osim"), "--integrator", "Euler"], "--integrator"),
        ([str(MODELS / "foot.osim"), "--merge", "a=b", "--merge", "a=c"], "--merge a is there twice"),
        ([str(MODELS / "foot.osim"), "--out", str(MODELS / "ball.osim")], "this folder cannot be made: File exists"),
        ([str(MODELS / "foot_forward.xml")], "<OpenSimDocument> has <ForwardTool>; it must have a <Model>"),
        (["--out", "here"], "name a model, an .osim file"),
    ],
)
def test_command_refuses_wrong_arguments(arguments: list[str], words: str, tmp_path: Path) -> None:
    done = run(tmp_path, "-m", "simbodydem_opensim", *arguments)
    assert done.returncode == 2
    assert words in done.stderr


# ./run opensim with options but without a model runs its default model.
def test_command_has_a_default_model(tmp_path: Path) -> None:
    done = run(tmp_path, "-m", "simbodydem_opensim", "--default", str(MODELS / "foot.osim"), "--out", "here", "--time", "0.02")
    assert done.returncode == 0, done.stderr
    assert (tmp_path / "here" / "foot_states.sto").is_file()
    assert '--default "$root/examples/opensim/foot.osim" "$@"' in (ROOT / "run").read_text()


# Ctrl-C ends the command with the exit code 130, and what has run is written.
def test_command_is_interrupted(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "simbodydem_opensim", str(MODELS / "foot.osim"), "--time", "60", "--integrator", "RungeKuttaMerson"]
    with subprocess.Popen(command, cwd=tmp_path, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        while not list(tmp_path.glob("results/*_grf.mot")) and process.poll() is None:  # the run has begun
            time.sleep(0.05)
        time.sleep(0.5)
        os.kill(process.pid, signal.SIGINT)
        _, errors = process.communicate(timeout=60)
    assert process.returncode == 130, errors
    assert opensim.TimeSeriesTable(str(tmp_path / "results" / "foot_feet_grf.sto")).getNumRows() > 1


# The snippets of the pages run, and print the ground reaction.
@pytest.mark.parametrize("snippet", sorted(path.name for path in (ROOT / "docs" / "snippets").glob("opensim_*.py")))
def test_snippets_run(snippet: str, tmp_path: Path) -> None:
    (tmp_path / "foot.osim").write_bytes((MODELS / "foot.osim").read_bytes())
    done = run(tmp_path, str(ROOT / "docs" / "snippets" / snippet))
    assert done.returncode == 0, done.stderr
    assert done.stdout


# The tutorial's ball comes to rest with its weight, as the page shows.
def test_tutorial_shows_what_is_printed(tmp_path: Path) -> None:
    done = run(tmp_path, str(ROOT / "docs" / "snippets" / "opensim_ball.py"))
    page = (ROOT / "docs" / "opensim-tutorial.md").read_text()
    for line in done.stdout.splitlines():
        if not line.startswith("[info]"):
            assert line in page


# The picture of the creeping block is drawn from runs.
def test_creep_is_drawn(tmp_path: Path) -> None:
    done = run(tmp_path, str(MODELS / "creep.py"))
    assert done.returncode == 0, done.stderr
    assert (tmp_path / "creep.svg").is_file()


# The types of the package and of the converter are complete.
def test_types(tmp_path: Path) -> None:
    package = ROOT / "python" / "opensim"
    done = run(package, "-m", "mypy", "--cache-dir", str(tmp_path), "src")
    assert done.returncode == 0, done.stdout
