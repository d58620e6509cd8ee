"""The example of optimal control by adjoint gradients."""

import importlib.util

import numpy as np
import pytest
from conftest import ROOT


def test_adjoint_gradient_of_the_example_is_that_of_the_equations_of_motion(tmp_path):
    """The gradient of the final distance's square by places and speeds at the start, through the pushes and the collision.

    The numbers are those of the equations along the line of centres with their variations, solved to 1e-12. The errors at an accuracy of 1e-5 are below 5e-6.
    """
    spec = importlib.util.spec_from_file_location("optimal_control", ROOT / "python" / "examples" / "optimal_control.py")
    example = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(example)
    file = tmp_path / "balls.xml"
    file.write_text(example.MJCF)
    run = example.linearize(example.make_world(file, 1e8), np.full((4, 2), 3.0), accuracy=1e-5)
    gradient = run.vjp(2 * run.outputs[-1]).parameters
    right = [-0.40151492, -0.32042530, -0.49981939, -0.22212083]  # by the places of both balls along x, and by their speeds
    assert gradient[::2] == pytest.approx(right, abs=1e-5)
    assert gradient[1::2] == pytest.approx(right, abs=1e-5)  # along y by symmetry
