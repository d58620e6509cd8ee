"""Prints the gradient that test_run_linearization.cpp and docs/gradients.md compare with. It needs SciPy.

Two balls of 1 kg and 0.2 m move along their line of centres. Their positions are s1 and s2, a force of 3 sqrt(2) N pushes the first one, and Hertz's force
parts them. The equations are solved with their variations from event to event.
"""

import numpy as np
from scipy.integrate import solve_ivp


def gradient(modulus: float) -> np.ndarray:
    """Returns the derivatives of |x2(1)|^2 with respect to one component of x1, x2, v1 and v2."""
    stiffness = 4 / 3 * modulus * np.sqrt(0.1)

    def rates(t, y):
        overlap = max(0.4 - (y[1] - y[0]), 0)
        force, slope = stiffness * overlap**1.5, 1.5 * stiffness * np.sqrt(overlap)
        jacobian = np.array([[0, 0, 1, 0], [0, 0, 0, 1], [-slope, slope, 0, 0], [slope, -slope, 0, 0]])
        return np.concatenate([[y[2], y[3], 3 * np.sqrt(2) - force, force], (jacobian @ y[4:].reshape(4, 4)).ravel()])

    def overlap_of(t, y):
        return 0.4 - (y[1] - y[0])

    overlap_of.terminal = True
    t, y = 0.0, np.concatenate([[-2 * np.sqrt(2), -np.sqrt(2), 0, 0], np.eye(4).ravel()])
    while t < 1:
        longest = np.inf if y[1] - y[0] > 0.4 else 2e-3 * (1e6 / modulus) ** 0.4
        run = solve_ivp(rates, (t, 1), y, method="DOP853", rtol=1e-12, atol=1e-14, events=overlap_of, max_step=longest)
        t, y = run.t[-1], run.y[:, -1]
        if run.status == 1:  # beyond the event
            t, y = t + 1e-13, y + 1e-13 * rates(t, y)
    return 2 * y[1] * y[4:].reshape(4, 4)[1] / np.sqrt(2)


for modulus in (1e6, 1e8, 1e10):
    print(f"{modulus:.0e}", *(f"{number:.8f}" for number in gradient(modulus)))
