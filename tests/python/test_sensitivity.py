"""Derivatives of runs, against closed forms."""

import subprocess
import sys

import numpy as np
import pytest
from conftest import ROOT

import simbodydem as sd


def bounce(p, run, accuracy=1e-7):
    """Returns the height after 1 s of an elastic ball that starts at height p[0] with speed p[1], without gravity."""
    elastic = sd.Material(E=2e8 * (1 - 0.09), nu=0.3, friction=0.0, restitution=1.0)
    world = sd.World(gravity=(0, 0, 0), normal="hertz", tangential="none")
    world.add_ground(elastic)
    ball = world.add_body(mass=1, shape=sd.Sphere(0.1), material=elastic, pose=(0, 0, p[0]), velocity=(0, 0, p[1]))
    sim = sd.Simulation(world, accuracy=accuracy)
    run.follow(sim)
    sim.run(1.0)
    return sim.pose(ball)[2, 3]


def test_a_bounce_has_the_derivatives_of_its_closed_form():
    """An elastic ball rebounds with its speed, a contact time later."""
    found = sd.sensitivity(bounce, [1.0, -2.0])
    # Hertz's contact time, 2.943 delta/v (Johnson, Contact Mechanics, 1985, section 11.4).
    tau = 2.943275 * (15 * 4 / (16 * 1e8 * 0.1**0.5)) ** 0.4 / 2
    assert found.jacobian.shape == (1, 2)
    assert found.jacobian[0] == pytest.approx([-1, -1 + 0.8 * tau], abs=2e-6)
    assert found.doubts == []


def test_errors_of_the_function_arrive():
    """What the function raises is raised, and a run that has ended takes over nothing."""
    kept = []

    def broken(p, run):
        kept.append(run)
        raise KeyError("mine")

    with pytest.raises(KeyError, match="mine"):
        sd.sensitivity(broken, [1.0])
    with pytest.raises(Exception, match="the run has ended"):
        kept[0].follow(sd.Simulation(sd.World()))
    with pytest.raises(Exception, match="has not called"):
        sd.sensitivity(lambda p, run: np.ones(1), [1.0])


@pytest.mark.filterwarnings("ignore:.*neither can move along the contact normal")
def test_a_push_that_only_just_makes_a_block_slide_is_reported(tmp_path):
    """Half of Coulomb's limit, applied at once to a block on a slide, makes its spring just reach the limit. A larger push leaves it displaced."""
    load, friction, stiffness = 9.81, 0.5, 1e5
    file = tmp_path / "block.xml"
    file.write_text(
        f'<mujoco><worldbody><body pos="0 0 {0.1 - load / stiffness!r}"><joint type="slide" axis="1 0 0"/>'
        '<geom type="sphere" size="0.1" mass="1"/></body></worldbody></mujoco>'
    )

    def slide(p, run):
        elastic = sd.Material(E=1e7, nu=0.3, friction=friction, restitution=1.0)
        spring = ("cundall", {"stiffness": 1e4, "tangentialDampingRatio": 0})
        world = sd.World(gravity=(0, 0, 0), normal=("linear", {"stiffness": stiffness}), tangential=spring)
        world.add_ground(elastic)
        block = world.add_robot(file, material=elastic)
        sim = sd.Simulation(world, accuracy=1e-8)
        run.follow(sim)
        sim.set_torques(block, p)
        sim.run(0.1)
        return sim.robot_q(block)[0]

    try:
        doubts = sd.sensitivity(slide, [0.5 * friction * load]).doubts
    except RuntimeError as error:
        doubts = [str(error)]
    assert any("kink" in doubt or "slip only just ends" in doubt for doubt in doubts), doubts


def at_start(p):
    """Returns a simulation of the same ball at its start."""
    elastic = sd.Material(E=2e8 * (1 - 0.09), nu=0.3, friction=0.5, restitution=1.0)
    world = sd.World(gravity=(0, 0, 0), normal="hertz")
    world.add_ground(elastic)
    world.add_body(mass=1, shape=sd.Sphere(0.1), material=elastic, pose=(0, 0, p[0]), velocity=(0, 0, p[1]))
    return sd.Simulation(world, accuracy=1e-7)


def test_forward_and_adjoint_derivatives_are_those_of_the_closed_form():
    """A bounce in two intervals; its controls, which are friction factors, do nothing along the normal."""
    seen = []

    def control(sim, interval, u):
        seen.append((interval, sim.time, u.shape))
        sim.set_friction_factor(0, u[0])

    run = sd.linearize_run(
        at_start,
        lambda sim, interval: sim.q[-1:],
        [0.5, 1.0],
        parameters=[1.0, -2.0],
        start_parameters=2,
        control=control,
        controls=np.ones((2, 1)),
    )
    tau = 2.943275 * (15 * 4 / (16 * 1e8 * 0.1**0.5)) ** 0.4 / 2
    assert run.outputs.shape == (2, 1)
    assert run.jacobian().shape == (2, 4)
    gradient = run.vjp([1.0])
    assert gradient.parameters == pytest.approx([-1, -1 + 0.8 * tau], abs=2e-6)
    assert gradient.controls == pytest.approx(np.zeros((2, 1)), abs=1e-9)
    assert gradient.ravel() == pytest.approx(run.jacobian()[-1], abs=1e-14)
    assert run.jvp(parameters=[0, 1])[-1, 0] == pytest.approx(gradient.parameters[1], abs=1e-14)
    assert seen[:2] == [(0, 0.0, (1,)), (1, 0.5, (1,))]
    assert run.num_interval_runs > run.num_steps > 0


def test_products_from_states_are_those_of_matrices():
    """With most_states each product takes the runs of the intervals anew, also after linearize_run() has returned."""

    def fall(**options):
        return sd.linearize_run(at_start, lambda sim, interval: sim.q[-1:], [0.1, 0.2, 0.3], parameters=[1.0, -2.0], start_parameters=2, **options)

    kept, anew = fall(), fall(most_states=1)
    assert anew.num_interval_runs < kept.num_interval_runs
    assert (anew.vjp([1.0]).parameters == kept.vjp([1.0]).parameters).all()
    assert anew.vjp([1.0]).parameters == pytest.approx([1, 0.3], abs=1e-9)  # a free flight


def test_modulus_of_a_layer_in_intervals_is_that_of_the_whole_run():
    """A block on a rail is pressed into its layer, slides and swings back. The shear of the elements is carried from interval to interval."""

    def pressed(p):
        hard = sd.Material(E=1e10, nu=0.3, friction=0.5, restitution=1.0)
        pad = sd.Layer(5e-3, np.exp(p[0]), 0.3, friction=0.5, element_size=0.14)
        world = sd.World(gravity=(0, 0, 0))
        world.add_ground(hard)
        half = 0.05
        world.add_body(mass=1, joint="slider", pose=(0, 0, half - 1e-3), shape=sd.Brick((half, half, half), 2e-3), material=pad)
        sim = sd.Simulation(world, accuracy=1e-5)
        sim.set_u([0.2])
        return sim

    def whole(p, run):
        sim = pressed(p)
        run.follow(sim)
        sim.run(0.03)
        return sim.q

    p = [np.log(1e4)]
    run = sd.linearize_run(pressed, lambda sim, interval: sim.q, [0.01, 0.03], parameters=p)
    right = sd.sensitivity(whole, p).jacobian[0, 0]
    assert right < -1e-3  # a stiffer layer sends the block back sooner
    assert run.jacobian()[-1, 0] == pytest.approx(right, rel=1e-3)  # steps of intervals and of the whole run differ by the accuracy


def test_errors_of_a_model_in_intervals_arrive():
    """What a function raises is raised, and so are sizes that do not fit."""

    def broken(p):
        raise KeyError("mine")

    with pytest.raises(KeyError, match="mine"):
        sd.linearize_run(broken, lambda sim, interval: sim.q, [1.0])
    with pytest.raises(ValueError, match="rows of the controls"):
        sd.linearize_run(at_start, lambda sim, interval: sim.q, [1.0], parameters=[1, -2], controls=np.ones((2, 1)))


def test_program_of_the_page_runs_as_it_stands():
    """The derivatives of docs/gradients.md are those of the closed form to 1e-4 at an accuracy of 1e-5."""
    program = ROOT / "python" / "examples" / "gradients.py"
    out = subprocess.run([sys.executable, program], check=True, capture_output=True, text=True).stdout
    numbers = [float(word) for word in out.split("+-")[0].strip(" []\n").split()]
    assert numbers == pytest.approx([-1, -0.997461], abs=1e-4)
