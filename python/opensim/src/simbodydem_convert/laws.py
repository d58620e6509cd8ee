# SPDX-License-Identifier: Apache-2.0
"""Computes the forces of OpenSim's contact classes and of SimbodyDEM, and the parameters of one from the other.

E' = E/(1 - nu^2) is the plane strain modulus [Pa], which OpenSim calls stiffness. E* is the effective modulus of a pair [Pa].
The formulas are those of simbodydem/Conversions.h and simbodydem/MixingRules.h.
"""

from __future__ import annotations

import math
from dataclasses import dataclass


@dataclass(frozen=True)
class OldValues:
    """Holds the parameters of a surface of HuntCrossleyForce or SmoothSphereHalfSpaceForce, or of a mesh with springs."""

    stiffness: float  # E' [Pa], of a mesh k [Pa/m]
    dissipation: float = 0.0  # c [s/m]
    static_friction: float = 0.0
    dynamic_friction: float = 0.0
    viscous_friction: float = 0.0  # [s/m]


@dataclass(frozen=True)
class Material:
    """Holds the values of a DEMSurface."""

    youngs_modulus: float  # E [Pa]; infinity is rigid
    poissons_ratio: float
    static_friction: float
    kinetic_friction: float
    dissipation: float  # c [s/m]
    restitution: float


@dataclass(frozen=True)
class PairValues:
    """Holds the values of a pair of surfaces."""

    effective_modulus: float  # E* [Pa]
    dissipation: float  # c [s/m]
    static_friction: float
    kinetic_friction: float


def without_falling_static_friction(values: OldValues) -> OldValues:
    """Returns the values with a static friction that is at least the dynamic one.

    A dynamic friction above the static one is what the old force has at high slip speed, so it is kept.
    """
    static = max(values.static_friction, values.dynamic_friction)
    return OldValues(values.stiffness, values.dissipation, static, values.dynamic_friction, values.viscous_friction)


def restitution_at(dissipation: float, speed: float) -> float:
    """Returns 1 - c v, the restitution of Hunt and Crossley (1975) to first order; at least 0.1."""
    return max(0.1, 1 - dissipation * speed)


def convert_values(values: OldValues, poissons_ratio: float, speed: float) -> Material:
    """Returns the material whose equal pairs have the elastic force of the old values.

    Hertz's mixing rule gives two equal surfaces E'/2, HuntCrossleyForce 2^(-3/2) E'.
    """
    modulus = math.sqrt(0.5) * values.stiffness * (1 - poissons_ratio * poissons_ratio)
    return Material(
        modulus,
        poissons_ratio,
        values.static_friction,
        values.dynamic_friction,
        values.dissipation,
        restitution_at(values.dissipation, speed),
    )


def convert_pair(pair: PairValues, poissons_ratio: float, speed: float) -> Material:
    """Returns the material that gives this pair its values if both surfaces have it."""
    return convert_values(
        OldValues(2**1.5 * pair.effective_modulus, pair.dissipation, pair.static_friction, pair.kinetic_friction),
        poissons_ratio,
        speed,
    )


def convert_pair_on_rigid(pair: PairValues, poissons_ratio: float, speed: float) -> Material:
    """Returns the material that gives this pair its values if the other surface is rigid and at least as rough."""
    return Material(
        pair.effective_modulus * (1 - poissons_ratio * poissons_ratio),
        poissons_ratio,
        pair.static_friction,
        pair.kinetic_friction,
        pair.dissipation,
        restitution_at(pair.dissipation, speed),
    )


def _harmonic_mean(a: float, b: float) -> float:
    if a == b:
        return a  # without rounding
    return 2 * a * b / (a + b)


def mix_old(a: OldValues, b: OldValues) -> PairValues:
    """Returns the values of a pair by the rules of HuntCrossleyForce."""
    ca, cb = (1 / a.stiffness) ** (2 / 3), (1 / b.stiffness) ** (2 / 3)
    share = ca / (ca + cb)
    return PairValues(
        1 / (ca + cb) ** 1.5,
        a.dissipation * share + b.dissipation * (1 - share),
        _harmonic_mean(a.static_friction, b.static_friction),
        _harmonic_mean(a.dynamic_friction, b.dynamic_friction),
    )


def mix_new(a: Material, b: Material) -> PairValues:
    """Returns the values of a pair by SimbodyDEM's default rules."""
    ca, cb = (0.0 if math.isinf(m.youngs_modulus) else (1 - m.poissons_ratio**2) / m.youngs_modulus for m in (a, b))
    share = ca ** (2 / 3) / (ca ** (2 / 3) + cb ** (2 / 3))
    return PairValues(
        1 / (ca + cb),
        a.dissipation * share + b.dissipation * (1 - share),
        min(a.static_friction, b.static_friction),
        min(a.kinetic_friction, b.kinetic_friction),
    )


def hertz_force(effective_modulus: float, radius: float, depth: float) -> float:
    """Returns 4/3 E* sqrt(R) d^(3/2) [N] of a sphere on a plane; 0 without overlap."""
    return 4 / 3 * effective_modulus * math.sqrt(radius) * math.pow(max(depth, 0.0), 1.5)


@dataclass(frozen=True)
class SmoothSphere:
    """Holds the parameters of a SmoothSphereHalfSpaceForce that its force at rest depends on."""

    stiffness: float  # E' [Pa]
    dissipation: float  # c [s/m]
    radius: float  # R [m]
    constant_contact_force: float = 1e-5  # cf; the formula uses it as the square of a length [m^2]
    hertz_smoothing: float = 300.0  # bd [1/m]
    hunt_crossley_smoothing: float = 50.0  # bv [s/m]

    def force_at(self, depth: float) -> float:
        """Returns the force [N] at rest at this depth [m], which is negative above the plane.

        This is the formula of Simbody's SmoothSphereHalfSpaceForce::calcForce() at zero speed.
        """
        k = 0.5 * math.pow(self.stiffness, 2 / 3)
        positive = 4 / 3 * k * math.sqrt(self.radius * k) * math.pow(depth * depth + self.constant_contact_force, 0.75)
        smooth = positive * (0.5 + 0.5 * math.tanh(self.hertz_smoothing * depth))
        if self.dissipation == 0:
            return smooth
        return smooth * (0.5 + 0.5 * math.tanh(self.hunt_crossley_smoothing * 2 / (3 * self.dissipation)))

    def depth_at(self, load: float) -> float | None:
        """Returns the depth [m] at which the force is this load [N]; None if that is not between 0 and the radius."""
        low, high = 0.0, self.radius
        if not self.force_at(low) < load <= self.force_at(high):
            return None
        for _ in range(200):
            middle = 0.5 * (low + high)
            if middle in (low, high):
                break
            low, high = (middle, high) if self.force_at(middle) < load else (low, middle)
        return high

    def stiffness_matching(self, load: float) -> float | None:
        """Returns E' [Pa] of a Hertzian sphere that has the depth of this force at the load [N]; None if there is none."""
        depth = self.depth_at(load)
        if depth is None:
            return None
        return 2**1.5 * load / (4 / 3 * math.sqrt(self.radius) * math.pow(depth, 1.5))


def exponential_force(shape: tuple[float, float, float], largest: float, depth: float) -> float:
    """Returns the elastic force [N] of an ExponentialContactForce, d1 exp(d2 (d + d0)), at this depth d [m] of its point."""
    d0, d1, d2 = shape
    exponent = d2 * (depth + d0)
    return largest if exponent > math.log(largest / d1) else d1 * math.exp(exponent)


def meyer_fregly_force(stiffness: float, depth: float) -> float:
    """Returns the elastic force [N] of a MeyerFregly2016Force at this depth [m] of its point, by OpenSim's formula."""
    low, h, c, top = 1e-1, 1e-3, 1e-3, 1e-2

    def log_cosh(x: float) -> float:
        return abs(x) + math.log1p(math.exp(-2 * abs(x))) - math.log(2)

    v, s = (stiffness + low) / (stiffness - low), (stiffness - low) / 2
    y = 0.7 * math.tanh(-depth / 0.7)
    return -s * (v * y - c * log_cosh((y + h) / c)) + s * (v * top - c * log_cosh((top + h) / c))
