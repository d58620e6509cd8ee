"""Specifications of calibrations: their errors, their files, and runs that are interrupted."""

import json
import os
import re
import shutil
import signal
import subprocess
import sys
import time

import pytest
from conftest import ROOT

from simbodydem import calibrate
from simbodydem.calibrate.__main__ import main

DATA = ROOT / "examples" / "contact-lab" / "data"
LOADING = {"kind": "loading"}
COLUMNS = {"overlap [m]": [1e-5, 2e-5, 3e-5], "force [N]": [1, 2, 3.1]}
LAW = {"law": {"normal": "linear", "tangential": "none"}}
FIT = {"value": 1e5, "lower": 1e3, "upper": 1e7, "scale": "log"}
PARAMETERS = {"parameters": {"normal.stiffness [N/m]": FIT}}
COMMAND = [sys.executable, "-m", "simbodydem.calibrate"]


def experiments(data=COLUMNS, **entries):
    return {"experiments": [{**LOADING, **entries, "data": data}]}


def parameter(name, value):
    return {**experiments(), **LAW, "parameters": {name: value}}


GOOD = {**experiments(), **LAW, **PARAMETERS}
BAD = [
    # The specification as a whole.
    ('{"experiments": nan}', "spec.json: the file is not JSON: parse error at line 1"),
    ('{"experiments": NaN}', "spec.json: the file is not JSON: parse error at line 1"),
    ("", "spec.json: the file is not JSON: parse error at line 1"),
    ("3", "the file must be an object"),
    ('{"starts": 1e999}', "the file is not JSON: number overflow"),
    ('{"starts": 1,\n // comment\n "starts": 2}', '"starts" is there twice'),
    ("[" * 200, "lists or objects in 101 others; it may have 100"),
    ({"experiments": []}, r"experiments = \[\]; it must be a list of at least one"),
    ({**experiments(), **PARAMETERS}, "give either law or laws"),
    ({**experiments(), "laws": [], **PARAMETERS}, r"laws = \[\]; it must be a list of at least one"),
    ({**GOOD, "start": 3}, '"start" is unknown here; choose from about, .*experiments, .*starts'),
    ({**GOOD, "starts": 0}, "starts = 0; it must be a whole number from 1 to 1000"),
    ({**GOOD, "starts": 2.5}, "starts = 2.5; it must be a whole number from 1 to 1000"),
    ({**GOOD, "tolerance": "1"}, 'tolerance = "1"; it must be a number'),
    ({**GOOD, "law": {"normal": "linaer"}}, "law: normal law linaer is unknown; choose from hertz"),
    ({**GOOD, "law": "herz-mindlin"}, r"law herz-mindlin is unknown; choose from hunt-crossley \(Simbody's own\), "),
    (
        {**experiments(), "laws": ["cundall", "cundall"], "parameters": {}},
        r'laws\[1\]: another law is called "cundall" too; give one of them a name',
    ),
    ({**GOOD, "law": {"normal": "linear", "tension": "allowed"}}, 'law.tension = "allowed"; choose from clamp, allow'),
    ({**GOOD, "law": {"law": "cundall", "normal": "linear"}}, "law: give either law, or normal, tangential and rolling"),
    ({**GOOD, "law": {"tangential": "none"}}, "law: tangential needs a normal law too"),
    # Experiments and their settings.
    ({**GOOD, "experiments": [{"kind": "loadng", "data": COLUMNS}]}, r'experiments\[0\].kind "loadng" is unknown; choose from loading, restitution'),
    ({**GOOD, **experiments(**{"radus [m]": 1})}, r'"experiments\[0\].radus \[m\]" is unknown here; choose from .*kind, .*radius \[m\]'),
    ({**GOOD, **experiments(**{"radius [m]": 0})}, r"experiments\[0\].radius = 0 m; it must be > 0"),
    ({**GOOD, **experiments(**{"radius [m]": "1"})}, r'radius \[m\] = "1"; it must be a number'),
    ({**GOOD, **experiments(target="wall")}, 'target = "wall"; choose from rigid-plane, plane'),
    ({**GOOD, **experiments(standard_deviation={"force [N]": 0})}, "standard deviation of force = 0 N; it must be > 0"),
    ({**GOOD, **experiments(standard_deviation={"force [kN]": 1})}, r"standard_deviation.force \[kN\]\" is unknown here; choose from force \[N\]"),
    # Data: a column that is missing, unknown, in another unit or not finite, and lists of different length.
    ({**GOOD, **experiments({"force [N]": [1, 2, 3]})}, r"column overlap \[m\] is missing"),
    ({**GOOD, **experiments({"overlap [m]": [1, 2, 3]})}, r"there is no measured column; it must have one of force \[N\]"),
    ({**GOOD, **experiments({"overlap [mm]": [1, 2], "force [N]": [1, 2]})}, "column overlap is in mm; it must be in m"),
    ({**GOOD, **experiments({"overlap": [1, 2], "force [N]": [1, 2]})}, r'"overlap" has no unit; write "name \[unit\]"'),
    (
        {**GOOD, **experiments({"overlap [m]": [1], "force [N]": [1], "force2 [N]": [1]})},
        r"column force2 \[N\] is unknown; choose from overlap \[m\], force \[N\]",
    ),
    ({**GOOD, **experiments({"overlap [m]": [1, 2], "force [N]": [1, None]})}, r"force \[N\]: entry 2 is null; it must be a number"),
    ({**GOOD, **experiments({"overlap [m]": [1, 2], "force [N]": [1]})}, r"has 2 numbers in overlap \[m\] and 1 in force \[N\]"),
    ({**GOOD, **experiments({"overlap [m]": [], "force [N]": []})}, r"has no numbers in overlap \[m\]"),
    ({**GOOD, **experiments({"overlap [m]": [1], "force_sd [N]": [1]})}, "column force_sd needs a column force"),
    (
        {**GOOD, **experiments({"overlap [m]": [1e-5, 2e-5], "force [N]": [1, 2], "force_sd [N]": [1, -1]})},
        "standard deviation of force = -1 N",
    ),
    ({**GOOD, **experiments(3)}, r"experiments\[0\].data must be an object of lists .*, or the name of a CSV file"),
    ({**GOOD, **experiments("reference")}, "loading has no reference data"),
    ({**GOOD, **experiments("none.csv")}, "cannot read .*none.csv"),
    # Parameters.
    (
        parameter("normal.stifness [N/m]", FIT),
        "parameter normal.stifness of this law is unknown; choose from youngsModulus, .*normal.stiffness",
    ),
    (parameter("normal.stiffness [N/mm]", FIT), "normal.stiffness is in N/mm; it must be in N/m"),
    (parameter("normal.stiffness [N/m]", {"value": 1, "lower": 1}), r'parameters.normal.stiffness \[N/m\].upper" is missing'),
    (parameter("normal.stiffness [N/m]", {"value": 1, "lower": 0, "upper": 2}), "lower = 0 N/m; it must be > 0 and finite"),
    (parameter("poissonsRatio [-]", {"value": 0.6, "lower": 0, "upper": 0.5}), r"poissonsRatio \[-\].value = 0.6; it must be in \(-1, 0.5"),
    (
        parameter("restitution [-]", {"value": 0.6, "lower": 0, "upper": 1, "min": 0}),
        r'restitution \[-\].min" is unknown here; choose from free, lower, scale, upper, value',
    ),
]


def write(folder, content):
    file = folder / "spec.json"
    file.write_text(content if isinstance(content, str) else json.dumps(content))
    return file


@pytest.mark.parametrize(("content", "message"), BAD)
def test_faults_are_named_with_their_place(tmp_path, content, message):
    """A fault of a specification is an error with its place and what is allowed there."""
    with pytest.raises(ValueError, match=message):
        calibrate.read_spec(str(write(tmp_path, content)))


@pytest.mark.parametrize(
    ("cell", "message"),
    [
        ("0x10", r'data.csv:3: force \[N\] is "0x10"'),
        ("+-1", r'data.csv:3: force \[N\] is "\+-1"'),
        ("nan", r'data.csv:3: force \[N\] is "nan"'),
        ("2 N", r'data.csv:3: force \[N\] is "2 N"'),
        ("", r'data.csv:3: force \[N\] is ""'),
        ("2,3", "data.csv:3: 3 cells under 2 headings"),
    ],
)
def test_faults_of_data_have_file_and_line(tmp_path, cell, message):
    """A cell that is no number is an error with file and line."""
    (tmp_path / "data.csv").write_text(f"overlap [m],force [N]\n1e-5,1\n2e-5,{cell}\n")
    with pytest.raises(ValueError, match=message):
        calibrate.read_spec(str(write(tmp_path, {**GOOD, **experiments("data.csv")})))


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["none.json"], "cannot read none.json"),
        (["spec.json", "--draws", "-1"], r"--draws = -1; it must be in \[0, 100000"),
        (["spec.json", "--jobs", "0"], r"--jobs = 0; it must be in \[1"),
        (["spec.json", "--drawz"], "unrecognized arguments: --drawz"),
        ([], "the following arguments are required: SPEC"),
    ],
)
def test_bad_arguments_are_errors(tmp_path, monkeypatch, arguments, message):
    """A wrong argument is an error before anything runs."""
    monkeypatch.chdir(tmp_path)
    write(tmp_path, GOOD)
    monkeypatch.setattr(sys, "argv", ["calibrate", *arguments])
    with pytest.raises(ValueError, match=message):
        main()


def test_command_ends_with_2_and_one_line(tmp_path):
    """Bad input gives exit code 2, one line on stderr and nothing on stdout."""
    result = subprocess.run([*COMMAND, write(tmp_path, {**GOOD, "starts": 0})], capture_output=True, text=True)
    assert result.returncode == 2 and result.stdout == ""
    assert re.fullmatch(r"simbodydem.calibrate: .*spec.json: starts = 0; it must be [^\n]*\n", result.stderr)


def test_help_lists_the_kinds_of_measurements():
    """The help describes the format, and the columns and settings of each kind."""
    text = subprocess.run([*COMMAND, "--help"], capture_output=True, text=True, check=True).stdout
    assert "A spec is JSON (comments are allowed)" in text
    for words in ("loading: force on a sphere", "columns: drop_height [m]; rebound_height [m]", '"target" rigid-plane, plane, sphere'):
        assert words in text


def test_starts_that_all_fail_are_an_error_with_the_reason(tmp_path):
    """If all starts fail, the error gives the reason of the first."""
    deep = experiments({"overlap [m]": [1e-5, 1], "force [N]": [1, 2]})
    with pytest.raises(ValueError, match=r"spec.json: no start can be computed; the first: overlap = 1 m; it must be below the radius = 0.01 m"):
        calibrate.run(write(tmp_path, {**GOOD, **deep}), jobs=1)


def test_parameters_of_materials_that_data_cannot_separate(tmp_path):
    """A loading cycle on Hertz's spring has E/(1 - nu^2) alone, and the remark says so."""
    young = {"value": 1e8, "lower": 1e6, "upper": 1e10, "scale": "log"}
    poisson = {"value": 0.3, "lower": 0, "upper": 0.45}
    law = {"normal": "hertz", "tangential": "none"}
    spec = {**experiments(), "law": law, "parameters": {"youngsModulus [Pa]": young, "poissonsRatio [-]": poisson}}
    ((_, fit),) = calibrate.run(write(tmp_path, "// Comments are allowed.\n" + json.dumps(spec)), jobs=1)
    cannot = "youngsModulus and poissonsRatio cannot be separated by these data: "
    assert re.match(cannot + r"youngsModulus times [0-9.]+ and poissonsRatio [-+]0.[0-9]+ - together", fit.remarks[0])


def test_pad_has_the_stiffnesses_of_the_page(tmp_path):
    """The loading cycle of docs/calibration.md has the estimates and errors that the page shows, rounded there to three digits."""
    ((label, fit),) = calibrate.run(DATA / "calibrate_loading.json", out=tmp_path, jobs=1)
    assert label == "elastoplastic + none"
    assert list(fit.values.values()) == pytest.approx([100422.1, 248709.4], rel=1e-5)
    assert list(fit.errors.values()) == pytest.approx([579, 2820], rel=2e-3)
    result = json.loads((tmp_path / "result.json").read_text())["laws"][0]
    assert result["parameters"][0]["name"] == "normal.loadingStiffness"
    assert result["columns"][0]["name"] == "force" and len(result["columns"][0]["measured"]) == 40
    for name in ("fit.svg", "residual.svg"):
        assert (tmp_path / name).read_text().startswith("<svg")


def test_alumina_spheres_have_the_friction_of_the_page(tmp_path):
    """The best law of docs/calibration.md for oblique impacts of alumina, with its numbers, and one without a limit, which is worse by far. The
    integrator's accuracy of 1e-5 is good for four digits."""
    spec = json.loads((DATA / "calibrate_kharaz.json").read_text())
    spec["laws"] = [law for law in spec["laws"] if law["name"] in ("spring-slider", "spring")]
    assert len(spec["laws"]) == 2
    (best, fit), (worse, other) = calibrate.run(write(tmp_path, spec))
    assert (best, worse) == ("spring-slider", "spring")
    assert fit.aicc == pytest.approx(21.1, abs=0.1) and other.aicc == pytest.approx(87.7, abs=0.1)
    assert fit.values["staticFriction"] == pytest.approx(0.0942, abs=1e-4)
    assert fit.errors["staticFriction"] == pytest.approx(0.001, rel=0.5)
    assert fit.rms == pytest.approx([0.0093, 19.2], rel=0.01)


def test_second_run_computes_nothing_again(tmp_path):
    """With a folder all results are in files. A second run computes nothing again, and another specification starts from the beginning."""
    spec, out = write(tmp_path, {**GOOD, "starts": 2}), tmp_path / "out"
    first = subprocess.run([*COMMAND, spec, "--out", out, "--draws", "2", "--json"], capture_output=True, text=True, check=True)
    again = subprocess.run([*COMMAND, spec, "--out", out, "--draws", "2", "--json"], capture_output=True, text=True, check=True)
    assert re.fullmatch(r"[^\n]*progress.json: continuing after 2 starts and 2 draws\n", again.stderr)
    assert again.stdout == first.stdout
    write(tmp_path, GOOD)
    other = subprocess.run([*COMMAND, spec, "--out", out], capture_output=True, text=True, check=True).stderr
    assert "progress.json belongs to another spec or other data: starting from the beginning" in other
    assert "start 2 of 5: converged" in other
    (out / "progress.json").write_text('{"spec":')
    damaged = subprocess.run([*COMMAND, spec, "--out", out], capture_output=True, text=True, check=True).stderr
    assert "progress.json is damaged: starting from the beginning" in damaged


def test_names_of_laws_and_columns_may_be_any(tmp_path):
    """A law's name may contain any letters. Several columns have separate plots."""
    name = "Mindlin's 'law' & \"more\" 50% _of_ <it>"
    columns = {"angle [deg]": [20, 40], "e_t [-]": [0.62, 0.77], "rebound_angle [deg]": [13, 34]}
    spec = {
        "experiments": [{"kind": "oblique", "accuracy [-]": 1e-4, "data": columns}],
        "law": {"law": "hertz-mindlin", "name": name},
        "parameters": {"staticFriction [-]": {"value": 0.1, "lower": 0.01, "upper": 1}},
        "starts": 1,
    }
    ((label, _),) = calibrate.run(write(tmp_path, spec), out=tmp_path / "out", jobs=1)
    assert label == name
    for file in ("fit-e_t.svg", "residual-e_t.svg", "fit-rebound_angle.svg", "residual-rebound_angle.svg"):
        assert "<title>" in (tmp_path / "out" / file).read_text()
    assert "&amp; &quot;more&quot; 50% _of_ &lt;it&gt;" in (tmp_path / "out" / "fit-e_t.svg").read_text()


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGKILL])
def test_interrupted_run_resumes(tmp_path, number):
    """A run that is interrupted or killed after its first draw leaves no process. The next run continues after what is finished and has the
    result of an uninterrupted run."""
    for name in ("calibrate_loading.json", "loading.csv"):
        shutil.copy(DATA / name, tmp_path)
    spec, out = tmp_path / "calibrate_loading.json", tmp_path / "out"
    command = [*COMMAND, spec, "--json"]
    run = subprocess.Popen([*command, "--draws", "10000", "--out", out], stderr=subprocess.PIPE, text=True, start_new_session=True)
    progress, end = out / "progress.json", time.monotonic() + 60
    while not (progress.exists() and "estimates" in progress.read_text()):
        assert time.monotonic() < end and run.poll() is None
        time.sleep(0.02)
    run.send_signal(number)
    said = run.communicate(timeout=60)[1]
    assert run.returncode == -number
    if number == signal.SIGINT:
        assert said.endswith("simbodydem.calibrate: interrupted; the same command continues after the finished starts and draws\n")
    end = time.monotonic() + 20
    while subprocess.run(["pgrep", "-s", str(run.pid)], capture_output=True).returncode == 0:
        assert time.monotonic() < end, "its processes go on"
        time.sleep(0.05)
    resumed = subprocess.run([*command, "--draws", "1", "--out", out], capture_output=True, text=True, check=True)
    # The second draw may have ended before the first, which is then made now.
    assert re.match(r"[^\n]*continuing after 5 starts and [1-9][0-9]* draws\n", resumed.stderr) and "start " not in resumed.stderr
    once = subprocess.run([*command, "--draws", "1"], capture_output=True, text=True, check=True)
    assert resumed.stdout == once.stdout


def test_missing_scipy_names_the_extra():
    """Without SciPy the import says what to install."""
    program = "import sys; sys.modules['scipy'] = None\nimport simbodydem.lab\nimport simbodydem.calibrate"
    result = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, env={**os.environ})
    assert "simbodydem.calibrate needs SciPy; install it with pip install 'simbodydem[calibrate]'" in result.stderr


def test_corpus_of_specifications_is_read_again_with_its_data(tmp_path):
    """Each specification of the corpus is read, and read again with all its data in it."""
    files = sorted((ROOT / "tests" / "python" / "corpus" / "calibration").iterdir())
    assert files
    for file in files:
        text, _, data = file.read_text().partition("\n---\n")
        (tmp_path / "data.csv").write_text(data)
        spec = calibrate.read_spec(str(write(tmp_path, text)))
        assert all(len(o.measured) == len(o.abscissae) for o in spec.observations)
        again = calibrate.read_spec(str(write(tmp_path, spec.resolved)))
        assert again.resolved == spec.resolved
