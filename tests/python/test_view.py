"""The page that shows a run while it runs."""

import re
import shutil
import subprocess
import threading
import time
import urllib.error
import urllib.request

import numpy as np
import pytest

import simbodydem as sd


def read(url, **headers):
    with urllib.request.urlopen(urllib.request.Request(url, headers=headers), timeout=10) as answer:
        return answer.status, answer.read().decode(), answer.headers


def where(page):
    """Returns what the page asks for next: the byte and the run."""
    return re.search(r'replay\.live\("rows", (\d+), (\d+)\)', page).groups()


def times_of(rows):
    return [float(t) for t in re.findall(r"replay\.row\(\{t:([^,]*),", rows)]


def test_page_gets_rows_while_the_run_goes_on(ball):
    """A row comes each 0.05 s of the run, and the page asks only for those that it lacks."""
    world, _ = ball
    sim = sd.Simulation(world)
    with sim.view(every=0.05) as view:
        assert view.url.startswith("http://127.0.0.1:")
        _, page, _ = read(view.url)
        assert page.startswith("<!DOCTYPE html>") and times_of(page) == [0]
        start, run = where(page)
        for _ in sim.steps(0.2, every=0.05):
            pass
        status, rows, headers = read(f"{view.url}rows?from={start}&run={run}")
        assert status == 200
        assert times_of(rows) == pytest.approx([0.05, 0.1, 0.15, 0.2])
        sim.run(0.1)
        _, more, _ = read(f"{view.url}rows?from={headers['X-Next']}&run={run}")
        assert times_of(more)[-1] == pytest.approx(0.3)
        assert times_of(read(view.url)[1]) == pytest.approx([*[0, 0.05, 0.1, 0.15, 0.2], *times_of(more)])


def test_page_is_loaded_again_when_the_run_begins_again(ball):
    """After a reset the rows of before are gone, and the server says so by the status 205."""
    world, _ = ball
    sim = sd.Simulation(world)
    view = sim.view(every=0.01)
    start, run = where(read(view.url)[1])
    sim.run(0.1)
    sim.reset()
    sim.run(0.02)
    assert read(f"{view.url}rows?from={start}&run={run}")[0] == 205
    assert times_of(read(view.url)[1])[0] == 0
    assert len(times_of(read(view.url)[1])) <= 4


def test_view_is_for_this_machine_alone(ball):
    """The server refuses a request under another name, and knows no other files."""
    view = sd.Simulation(ball[0]).view()  # the view lives on without the Python object of the simulation
    for path, headers, code in (("", {"Host": "example.org"}, 403), ("../../etc/passwd", {}, 404), ("rows?from=x&run=0", {}, 400)):
        with pytest.raises(urllib.error.HTTPError) as error:
            read(view.url + path, **headers)
        assert error.value.code == code
    view.close()


def test_view_ends_with_close_and_with_the_simulation(ball):
    """Nothing listens after close(), after the with block, or when the simulation is gone."""
    world, _ = ball
    sim = sd.Simulation(world)
    first = sim.view()
    second = sim.view()
    assert not first.is_open and second.is_open
    url = second.url
    del first, second, sim
    with pytest.raises(urllib.error.URLError):
        read(url)
    with sd.Simulation(world).view() as view:
        pass
    with pytest.raises(urllib.error.URLError):
        read(view.url)
    assert "closed" in repr(view)


def test_run_has_the_same_bits_with_a_view(ball):
    """What is computed for the page does not change the run."""
    world, _ = ball
    plain, seen = sd.Simulation(world), sd.Simulation(world)
    with seen.view(every=0.003):
        for sim in (plain, seen):
            for _ in sim.steps(0.5, every=0.1):
                pass
    assert plain.num_steps == seen.num_steps
    assert plain.q.tobytes() == seen.q.tobytes() and plain.u.tobytes() == seen.u.tobytes()


def test_notebook_shows_the_view_as_a_frame(ball):
    """A view that is the value of a cell is the page."""
    with sd.Simulation(ball[0]).view() as view:
        assert f'<iframe src="{view.url}"' in view._repr_html_()


def test_mistakes_of_a_view_are_errors(ball):
    """An interval of 0 is an error by name, and leaves no server."""
    sim = sd.Simulation(ball[0])
    for every in (0, np.nan):
        with pytest.raises(ValueError, match="every"):
            sim.view(every=every)
    sim.run(0.01)


@pytest.mark.skipif(not shutil.which("chromium"), reason="there is no chromium to look at the page")
@pytest.mark.parametrize(("width", "ground"), [(1280, "material"), (420, "soil")])
def test_browser_follows_the_run(width, ground, tmp_path, monkeypatch):
    """Chromium shows the time of the newest row during the run, without an error on its console. On soil the run begins again on the way,
    and the page with it. On the other ground the view is closed, and the page says so."""
    material = sd.Material(E=1e7, nu=0.3, friction=0.5, restitution=0.2)
    world = sd.World()
    world.add_ground(sd.Soil.sandy_loam() if ground == "soil" else material)
    world.add_body(mass=1, shape=sd.Sphere(0.1), material=material, pose=(0, 0, 0.12))
    sim = sd.Simulation(world)
    monkeypatch.setenv("HOME", str(tmp_path))  # Chromium keeps a profile there
    graphics = ["--use-gl=angle", "--use-angle=swiftshader", "--enable-unsafe-swiftshader"]
    command = ["chromium", "--headless", "--no-sandbox", *graphics, "--enable-logging=stderr", "--dump-dom"]
    has_ended, has_all = threading.Event(), threading.Event()

    class Waiting(sd.view._Handler):  # Chromium writes the page when its last picture has come
        def do_GET(self):
            if self.path == "/picture":
                has_all.wait(60)
                time.sleep(1)  # in which the page shows the last row
            super().do_GET()

        def _answer(self, status, body=b"", kind="text/plain", following=None):
            if has_ended.is_set() and not body and (status == 410 or following is not None):
                has_all.set()
            super()._answer(status, body + b'<img src="/picture">' if kind.startswith("text/html") else body, kind, following)

    monkeypatch.setattr(sd.view, "_Handler", Waiting)
    with sim.view(every=0.02) as view:
        browser = subprocess.Popen([*command, f"--window-size={width},800", view.url], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        for i in range(50):  # a second of the run in five of the clock
            if ground == "soil" and i == 39:
                sim.reset()
            sim.step_to((i + 1) * 0.02)
            time.sleep(0.1)
        if ground == "material":
            view.close()
        has_ended.set()
        page, log = browser.communicate(timeout=120)
    log = "\n".join(line for line in log.splitlines() if "404" not in line)
    assert "CONSOLE" not in log, log
    now, last = re.search(r'<output id="time"[^>]*>([\d.]+) s of ([\d.]+) s</output>', page).groups()
    assert now == last and float(last) == 1
    state = re.search(r'<span id="live" role="status"[^>]*>([a-z]*)</span>', page).group(1)
    assert state == ("live" if ground == "soil" else "ended")


def test_view_does_not_need_contacts():
    """A pendulum without a surface has a page too."""
    world = sd.World()
    world.add_body(mass=1, inertia=(1e-3, 1e-3, 1e-3), com=(0, 0, -0.5), joint="pin", axis=(0, 1, 0))
    sim = sd.Simulation(world)
    with sim.view(every=0.1) as view:
        for _ in sim.steps(0.3, every=0.1):
            pass
        assert len(times_of(read(view.url)[1])) == 4
