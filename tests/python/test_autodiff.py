"""Runs as functions of PyTorch and JAX, where these are installed."""

import sys

import numpy as np
import pytest

import simbodydem as sd

BALL = '<mujoco><worldbody><body><joint type="slide" axis="0 0 1"/><geom type="sphere" size="0.1" mass="1"/></body></worldbody></mujoco>'
TIMES = np.array([0.2, 0.7, 1.0])  # [s]
TAU = np.pi / np.sqrt(1e5)  # half a period of the linear spring of the contact [s]
SLOPES = np.array([-1, -1 + TAU])  # of the height at 1 s by height and speed at the start, since the contact time does not depend on the speed
# A force in the first interval changes the speed by dt and the height by dt^2/2; one in the last interval changes the height alone.
FIRST, LAST = -0.2 * (1 - TAU) + 0.2**2 / 2, 0.3**2 / 2


@pytest.fixture
def bounce(tmp_path):
    """A function of height and speed, and of forces in three intervals. The ball rebounds from the floor in the second one, without loss."""
    file = tmp_path / "ball.xml"
    file.write_text(BALL)
    world = sd.World(gravity=(0, 0, 0), normal=("linear", {"stiffness": 1e5}), tangential="none")
    elastic = sd.Material(E=1e7, nu=0.3, friction=0, restitution=1)
    world.add_ground(elastic)
    robot = world.add_robot(file, material=elastic)
    robot.set_start([1.0])

    def make(p):
        sim = sd.Simulation(world, accuracy=1e-5)
        sim.set_robot_q(robot, p[:1])
        sim.set_robot_u(robot, p[1:])
        return sim

    def run(p, u):
        return sd.linearize_run(
            make,
            lambda sim, k: sim.robot_q(robot),
            TIMES,
            parameters=p,
            start_parameters=2,
            control=lambda sim, k, f: sim.set_torques(robot, f),
            controls=u,
        )

    return run


def test_function_of_pytorch_has_the_gradient_of_the_closed_form(bounce):
    """The gradient of a height after a bounce by start and forces comes back through backward(); 1e-4 is the error at an accuracy of 1e-5."""
    torch = pytest.importorskip("torch")
    p = torch.tensor([1.0, -2.0], dtype=torch.float64, requires_grad=True)
    u = torch.zeros((3, 1), dtype=torch.float64, requires_grad=True)
    run = sd.autodiff.torch_function(bounce)
    (3 * run(p, u)[-1].sum()).backward()
    assert p.grad.numpy() == pytest.approx(3 * SLOPES, abs=3e-4)
    assert u.grad.numpy()[[0, 2], 0] == pytest.approx([3 * FIRST, 3 * LAST], abs=3e-4)
    # Differences of runs with error control have the errors of the steps over the perturbation, see docs/gradients.md: 1e-3 at 0.05.
    assert torch.autograd.gradcheck(lambda p: run(p, u.detach()), (p,), eps=0.05, atol=5e-3)


def test_function_of_jax_has_the_gradient_of_the_closed_form(bounce):
    """The gradient comes back through grad() within jit(), and forward through jvp(); 1e-4 is the error at an accuracy of 1e-5."""
    jax = pytest.importorskip("jax")
    jax.config.update("jax_enable_x64", True)
    run = sd.autodiff.jax_function(bounce, num_outputs=1)
    p, u = np.array([1.0, -2.0]), np.zeros((3, 1))
    by_p, by_u = jax.jit(jax.grad(lambda p, u: 3 * run(p, u)[-1, 0], argnums=(0, 1)))(p, u)
    assert np.asarray(by_p) == pytest.approx(3 * SLOPES, abs=3e-4)
    assert np.asarray(by_u)[[0, 2], 0] == pytest.approx([3 * FIRST, 3 * LAST], abs=3e-4)
    _, change = jax.jvp(run, (p, u), (np.array([0.0, 1.0]), np.zeros((3, 1))))
    assert float(change[-1, 0]) == pytest.approx(SLOPES[1], abs=1e-4)


@pytest.mark.parametrize("package, make", [("torch", "torch_function"), ("jax", "jax_function")])
def test_missing_package_is_named(monkeypatch, package, make):
    """Without the package the error names it, and says how to install it."""
    monkeypatch.setitem(sys.modules, package, None)
    arguments = [lambda p, u: None, 1][: 1 if package == "torch" else 2]
    with pytest.raises(ImportError, match=f"pip install {package}"):
        getattr(sd.autodiff, make)(*arguments)
