"""Files of studies, which resume after any interruption, with failing samples and on several executors."""

import json
import os
import random
import re
import shutil
import signal
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest
from conftest import ROOT

from simbodydem import study
from simbodydem.study._design import parse_study
from simbodydem.study._rows import ResultFile, has_error, parse_rows, split_row, write_header, write_row
from simbodydem.study._sample import Outcome

COMMAND = [sys.executable, "-m", "simbodydem.study"]
IMPACTS = {
    "experiment": "impact",
    "design": "latin-hypercube",
    "samples": 200,
    "seed": 7,
    "parameters": {
        "samples": 20,
        "speed": {"from": 0.1, "to": 10, "scale": "log"},
        "angle": {"from": 0, "to": 60},
        "restitution": {"from": 0.3, "to": 1},
        "law": {"values": ["hertz-mindlin", "cundall"]},
    },
}


@pytest.fixture(scope="module")
def impacts(tmp_path_factory):
    """The folder of a finished study, with the specification of it."""
    folder = tmp_path_factory.mktemp("impacts")
    (folder / "impacts.json").write_text(json.dumps(IMPACTS))
    study.run(folder / "impacts.json", out=folder / "impacts.csv")
    return folder


def grid(parameters, **others):
    keys = {"program": ["true", "{x}{y}"], "results": {"f": "-"}, "design": "grid", "parameters": parameters, **others}
    return parse_study(json.dumps(keys))


def test_row_is_read_back():
    """Numbers of a row are read again to the last bit. Words with commas, quotes and line ends stay in one cell."""
    spec = grid({"x": {"values": [1]}, "y": {"values": ["a"]}})
    row = write_row(spec, 7, [1 / 3, 'a,"b"'], Outcome((), 'it said "no",\nand ended'))
    cells = split_row(row)
    assert cells[0] == "7" and float(cells[1]) == 1 / 3
    assert cells[2:] == ['a,"b"', "", 'it said "no", and ended']
    assert row.count("\n") == 1 and row.endswith("\n")
    assert has_error(row) and not has_error(write_row(spec, 7, [1.0, "a"], Outcome(("2",))))


@pytest.fixture
def three():
    spec = grid({"x": {"values": [1, 2, 3]}, "y": 1})
    return write_header(spec, 3)


def test_file_continues_after_a_cut(tmp_path, three):
    """A file may be cut anywhere, even within its header: complete rows stay, the rest is removed."""
    file, first = tmp_path / "study.csv", "0,1,5,\n"
    whole = three + first + "2,3,6,\n"
    for size in range(len(whole) + 1):
        file.write_text(whole[:size])
        rows = 0 if size < len(three + first) else 1 if size < len(whole) else 2
        with ResultFile(str(file), three, 3) as results:
            assert len(results.rows) == rows
            results.append(1, "1,2,7,\n")
        kept = (three, three + first, whole)[rows]
        assert file.read_text() == kept + "1,2,7,\n"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("precious\n", 'another study or version: it has "precious"'),
        ("precious", 'another study or version: it has "precious"'),
        ("{other}", 'it has "# OtherCode. '),
        ("{header}0,1,5\n", '"0,1,5" is not a row'),
        ("{header}3,1,5,\n", '"3,1,5," is not a row'),  # of samples 0 to 2
        ("{header}x,1,5,\n", '"x,1,5," is not a row'),
        ("{header}01,1,5,\n", ',1,5," is not a row'),
        ("{header}+1,1,5,\n", ',1,5," is not a row'),
        ("{header} 1,1,5,\n", ',1,5," is not a row'),
        ("{header}1\x002,1,5,\n", r'"1\?2,1,5," is not a row'),
        ("{header}0,1,5,\n0,1,6,\n", "two different rows of sample 0"),
    ],
)
def test_file_of_another_study_is_an_error(tmp_path, three, text, message):
    """Another study's file, damage, and two rows of one sample are errors, and the file stays unchanged."""
    file = tmp_path / "study.csv"
    content = text.replace("{header}", three).replace("{other}", three.replace("SimbodyDEM", "OtherCode."))
    file.write_text(content)
    with pytest.raises(ValueError, match=message):
        ResultFile(str(file), three, 3)
    assert file.read_text() == content


def test_file_has_header_and_a_row_for_each_sample(impacts):
    """Three lines name the study, the versions and the specification, one the columns; then each sample has a row, in its order."""
    lines = (impacts / "impacts.csv").read_text().splitlines()
    assert lines[0] == "# study of impact, latin-hypercube, 200 samples, seed 7"
    assert lines[1].startswith("# SimbodyDEM ") and ", Simbody 3." in lines[1]
    assert lines[2].startswith("# spec ") and lines[2].endswith(json.dumps(IMPACTS, separators=(",", ":")))
    assert lines[3].startswith("index,speed [m/s],angle [deg],restitution [-],law,e_n [-],") and lines[3].endswith(",error")
    assert [int(line.split(",")[0]) for line in lines[4:]] == list(range(200))


def test_returned_restitution_is_the_one_that_is_set(impacts):
    """Finished studies are read back without a run. Both laws return the restitution, to some percent with Cundall's linear spring."""
    found = study.run(impacts / "impacts.json", out=impacts / "impacts.csv")
    assert not found.errors and len(found.columns["e_n"]) == 200
    assert found.columns["e_n"] == pytest.approx(found.columns["restitution"], abs=0.02)
    with pytest.raises(ValueError, match="design = latin-hypercube; indices need a sobol design"):
        found.sobol_indices("e_n")


def wait_for_rows(file, rows, run):
    end = time.monotonic() + 120
    while not file.exists() or file.read_text().count("\n") < rows:
        assert time.monotonic() < end and run.poll() is None
        time.sleep(0.005)


def test_killed_study_has_the_file_of_an_uninterrupted_one(tmp_path, impacts):
    """A study that is killed three times, each time some rows later, and then completed, has the same file byte for byte."""
    file, rows = tmp_path / "killed.csv", 4
    command = [*COMMAND, impacts / "impacts.json", "--out", file, "--jobs", "2"]
    for _ in range(3):
        run = subprocess.Popen(command, stderr=subprocess.DEVNULL, stdout=subprocess.DEVNULL)
        rows += random.randint(3, 30)
        wait_for_rows(file, rows, run)
        run.kill()
        run.wait()
        rows = file.read_text().count("\n")
    last = subprocess.run(command, capture_output=True, text=True, check=True)
    assert "killed.csv has " in last.stderr and " of 200 samples; the others follow" in last.stderr
    assert file.read_bytes() == (impacts / "impacts.csv").read_bytes()


def test_signal_stops_a_study_with_complete_rows(tmp_path, impacts):
    """On a signal the study prints how to continue, leaves complete rows and no process, and ends by the signal. A second study on the same
    file is an error meanwhile."""
    file = tmp_path / "stopped.csv"
    command = [*COMMAND, impacts / "impacts.json", "--out", file]
    run = subprocess.Popen(command, stderr=subprocess.PIPE, stdout=subprocess.DEVNULL, text=True, start_new_session=True)
    wait_for_rows(file, 15, run)
    with pytest.raises(ValueError, match=r"another study is writing .*stopped.csv; wait until it ends"):
        study.run(impacts / "impacts.json", out=file, jobs=1)
    run.send_signal(signal.SIGTERM)
    said = run.communicate(timeout=60)[1]
    assert said.endswith(f"stopped; the same command continues {file}\n")
    assert run.returncode == -signal.SIGTERM
    assert file.read_text().endswith("\n")
    end = time.monotonic() + 20
    while subprocess.run(["pgrep", "-s", str(run.pid)], capture_output=True).returncode == 0:
        assert time.monotonic() < end, "its processes go on"
        time.sleep(0.05)


def test_threads_give_the_same_rows(tmp_path, impacts):
    """Samples in threads of this process have the same bits as those in processes, since nothing is shared."""
    with ThreadPoolExecutor(2) as executor:
        study.run(impacts / "impacts.json", out=tmp_path / "threads.csv", executor=executor)
    assert (tmp_path / "threads.csv").read_bytes() == (impacts / "impacts.csv").read_bytes()


def test_local_dask_cluster_gives_the_same_rows(tmp_path, impacts):
    """A Dask cluster of two processes has the rows of this machine's processes, through its executor of concurrent.futures."""
    distributed = pytest.importorskip("distributed", reason="there is no Dask in this environment")
    with distributed.LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None) as cluster, distributed.Client(cluster) as client:
        study.run(impacts / "impacts.json", out=tmp_path / "dask.csv", executor=client.get_executor())
    assert (tmp_path / "dask.csv").read_bytes() == (impacts / "impacts.csv").read_bytes()


MINE = """#!/bin/sh
echo said before
case $1 in
1) echo 'it is wrong, "quite"' >&2; exit 3 ;;
2) kill -SEGV $$ ;;
3) echo nonsense ;;
4) echo '{"other": 1}' ;;
5) echo '{"f": "text"}' ;;
6) sleep 100 ;;
7) echo '{"f": null}' ;;
8) [ ! -e repaired ] && exit 1; echo '{"f": 64}' ;;
*) echo '{"f": 0.1, "yes": true}' ;;
esac
"""


def test_failing_program_is_a_row_with_an_error(tmp_path, monkeypatch):
    """A sample that fails, crashes, prints invalid text or does not end is a row with an error. Such samples are repeated only on request."""
    monkeypatch.chdir(tmp_path)
    program = tmp_path / "mine.sh"
    program.write_text(MINE)
    program.chmod(0o755)
    keys = {"program": ["./mine.sh", "{x}"], "results": {"f": "m"}, "design": "grid", "timeLimit": 2}
    keys["parameters"] = {"x": {"from": 0, "to": 8, "count": 9, "unit": "kg"}}
    (tmp_path / "mine.json").write_text(json.dumps(keys))
    first = subprocess.run([*COMMAND, "mine.json"], capture_output=True, text=True)
    assert first.returncode == 1
    assert first.stderr.endswith('7 of 9 samples in mine.csv have an error; the first one is sample 1: exit code 3: it is wrong, "quite"\n')
    rows = (tmp_path / "mine.csv").read_text().split("\n")[3:]
    assert rows == [
        "index,x [kg],f [m],error",
        "0,0,0.1,",
        '1,1,,"exit code 3: it is wrong, ""quite"""',
        '2,2,,"ended by signal 11, Segmentation fault"',
        "3,3,,the last line printed is not a JSON object: nonsense",
        '4,4,,"""f"" is not in the last line printed"',
        '5,5,,"""f"" is not a number: ""text"""',
        "6,6,,not finished after timeLimit = 2 s",
        "7,7,nan,",
        "8,8,,exit code 1",
        "",
    ]
    (tmp_path / "repaired").touch()
    assert len(study.run("mine.json").errors) == 7
    assert len(study.run("mine.json", retry=True).errors) == 6
    assert "\n8,8,64,\n" in (tmp_path / "mine.csv").read_text()


def test_words_reach_a_program_unchanged(tmp_path):
    """Words are passed to a program without a shell."""
    word = "; exit 1 $(exit 1)"
    script = f"test \"$1\" = '{word}' && echo '{{\"f\": 1}}'"
    keys = {"program": ["sh", "-c", script, "-", "{x}"], "results": {"f": "m"}, "design": "grid", "parameters": {"x": {"values": [word]}}}
    assert list(study.run(keys, out=tmp_path / "words.csv", jobs=1).columns["f"]) == [1]


def test_signal_that_nohup_ignores_has_no_effect(tmp_path):
    """A study that was begun with SIGHUP ignored goes on after it."""
    keys = {"program": ["sh", "-c", "sleep 0.5; echo '{\"f\": {x}}'"], "design": "grid", "results": {"f": "m"}, "parameters": {"x": {"values": [1, 2]}}}
    (tmp_path / "slow.json").write_text(json.dumps(keys))
    run = subprocess.Popen(["nohup", *COMMAND, "slow.json"], cwd=tmp_path, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    wait_for_rows(tmp_path / "slow.csv", 4, run)
    run.send_signal(signal.SIGHUP)
    assert run.wait(60) == 0


def test_times_are_written_only_on_request(tmp_path):
    """A column of CPU time makes two runs differ, so it is there only on request."""
    keys = {"experiment": "shear", "design": "grid", "processorTime": True, "note": "times", "parameters": {"overlap": {"from": 1e-5, "to": 1e-4, "count": 2}}}
    study.run(keys, out=tmp_path / "timed.csv", jobs=1)
    rows = (tmp_path / "timed.csv").read_text().split("\n")
    assert rows[3].endswith(",processor_time [s],error")
    assert rows[4].startswith("0,1e-05,") and 0 < float(rows[4].split(",")[-2]) < 60


def crash(x):
    if x == 2:
        os.kill(os.getpid(), signal.SIGKILL)
    if x == 3:
        raise RuntimeError("it is three")
    return {"f": x * x, "nothing": np.float64("nan")}


def test_model_in_python_that_ends_its_process_is_a_row_with_an_error(tmp_path):
    """A function of Python may be the model. A sample that ends its process, or raises, does not end the others."""
    keys = {"design": "grid", "results": {"f": "m", "nothing": ""}, "parameters": {"x": {"values": list(range(8))}}}
    found = study.run(keys, model=crash, out=tmp_path / "model.csv")
    assert found.errors == {2: f"ended by signal 9, {signal.strsignal(9)}", 3: "it is three"}
    good = [i for i in range(8) if i not in found.errors]
    assert [found.columns["f"][i] for i in good] == [i * i for i in good]
    assert np.isnan(found.columns["nothing"]).all()


def test_model_may_be_a_function_without_a_name(tmp_path):
    """Processes of this machine inherit the model, so that it need not be pickled."""
    keys = {"design": "sobol", "samples": 64, "results": {"f": "-"}, "parameters": {"x": {"from": 0, "to": 1}, "y": {"from": 0, "to": 1}}}
    found = study.run(keys, model=lambda x, y: {"f": 3 * x + 4 * y}, out=tmp_path / "sum.csv")
    assert found.sobol_indices("f")["y"].total.value == pytest.approx(16 / 25, abs=0.05)


def test_experiment_ends_at_its_time_limit(tmp_path):
    """An experiment that takes minutes is a row with an error after its limit."""
    keys = {
        "experiment": "incline",
        "design": "grid",
        "timeLimit": 0.2,
        "parameters": {"time": 1e4, "evaluations": 1e9, "accuracy": 1e-8, "angle": {"values": [10]}},
        "results": ["creep"],
    }
    found = study.run(keys, out=tmp_path / "long.csv", jobs=1)
    assert found.errors == {0: "not finished after timeLimit = 0.2 s"}


def test_page_has_tables_and_plots(tmp_path):
    """The page of Ishigami's function has the indices 0.44 for its second parameter and 0 for its third, a plot along each parameter, and none
    of a result that does not vary."""
    span = {"from": -np.pi, "to": np.pi}
    keys = {"design": "sobol", "samples": 128, "results": {"f": "-", "five": ""}, "parameters": {"x": span, "y": span, "z": span}}

    def ishigami(x, y, z):
        return {"f": np.sin(x) + 7 * np.sin(y) ** 2 + 0.1 * z**4 * np.sin(x), "five": 5}

    found = study.run(keys, model=ishigami, out=tmp_path / "ishigami.csv", page=tmp_path / "page")
    page = (tmp_path / "page" / "index.html").read_text()
    assert found.page == str(tmp_path / "page" / "index.html")
    assert "<h1>Study of ishigami: sobol, 640 samples, 0 with an error</h1>" in page
    assert page.count("<figure><svg") == 3
    assert "<tr><td>five</td><td></td><td>640</td><td>5</td><td>0</td>" in page
    indices = found.sobol_indices("f")
    assert 0.35 < indices["y"].first.value < 0.55 and abs(indices["z"].first.value) < 0.1
    assert f"<td>y</td><td>{indices['y'].first.value:.3f} [" in page


@pytest.mark.skipif(not shutil.which("chromium"), reason="there is no chromium to look at the page")
def test_page_is_drawn_at_two_widths(tmp_path, monkeypatch):
    """Chromium draws each plot of the page, 1280 and 400 pixels wide, nothing is wider than the window, and the console is empty."""
    span = {"from": 0, "to": 1}
    keys = {"design": "latin-hypercube", "samples": 20, "results": {"f": "-"}, "parameters": {"x": span, "y": span}}
    study.run(keys, model=lambda x, y: {"f": x + y * y}, out=tmp_path / "f.csv", page=tmp_path / "study")
    check = tmp_path / "page_check.html"
    shutil.copy(ROOT / "tests" / "lab" / "page_check.html", check)
    monkeypatch.setenv("HOME", str(tmp_path))  # Chromium keeps a profile there
    options = ["--headless", "--no-sandbox", "--allow-file-access-from-files", "--enable-logging=stderr", "--virtual-time-budget=20000"]
    command = ["chromium", *options, "--dump-dom", f"file://{check}?study/index.html"]
    found = subprocess.run(command, capture_output=True, text=True, timeout=120)
    for width in (1280, 400):
        assert re.search(rf"<li>study/index.html, {width} px: [1-9]\d* plots, 0 replays<", found.stdout), found.stdout + found.stderr
    assert "<li>fault" not in found.stdout and "CONSOLE" not in found.stderr, found.stdout + found.stderr


def test_corpus_of_rows_is_read_or_refused(three):
    """Each file of the corpus, after a valid header, is read or is an error of one line. What is read has the columns of the study."""
    files = sorted((ROOT / "tests" / "python" / "corpus" / "results").iterdir())
    assert files
    for file in files:
        text = file.read_text(errors="surrogateescape")
        try:
            rows = parse_rows("rows.csv", three + text, three, 3)
        except ValueError as e:
            assert file.name != "rows.csv" and "\n" not in str(e)
            continue
        for index, row in rows.items():
            assert split_row(row)[0] == str(index) and len(split_row(row)) == 4
