// SPDX-License-Identifier: Apache-2.0
#ifndef SIMBODYDEM_SAND_H
#define SIMBODYDEM_SAND_H

#include "simbodydem/Export.h"
#include "simbodydem/OptionalReal.h"

#include "SimTKcommon.h"

#include <string>
#include <vector>

namespace simbodydem {

/** Describes dry sand that yields. Bodies sink into it, and it holds what stands on it.

    surfaces.add(matter.Ground(), HalfSpace(), HalfSpace::floor(), Sand(1500, 0.4), "beach"); // density [kg/m^3], friction [-]

The surface of a body that moves in the sand is divided into elements. An element at the depth |z| below the surface, with the outward normal n
and the direction of motion v, has the traction

    t = |z| alpha(n, v)   [Pa],   alpha = xi a(n, v),   xi = rho g (894 mu^3 - 386 mu^2 + 89 mu)   [Pa/m]

with the dimensionless a of the resistive force theory in three dimensions (Agarwal, Goldman & Kamrin, PNAS 120 (2023), e2214017120, DOI
10.1073/pnas.2214017120, supplement S3 and S7). Depth is measured along gravity. If you set a friction of the body's surface, it bounds the
tangential part of alpha.

@par Memory
Resistive force theory gives a force to what moves, and none to what rests. Here it is a yield surface. An element remembers the point
of the sand at which it has touched. The displacement u past this point, with a dashpot eta = u + T u', gives

    t = alpha(n, eta/|eta|) |eta|/epsilon at |eta| = epsilon |z|

Up to 0.9 of this length t is the gradient of -kappa |eta|^2/(2 epsilon) with kappa = -alpha . eta/|eta|, so that a closed loop gives no energy.
In kappa alpha fades with n.eta/|eta| from 1 to 0 instead of 0.1 to 0 (see Bounds). Between 0.9 and 1 t goes over from the one to the other. Beyond
this length the point is dragged along, and a steady motion has the traction of the theory. So a body at rest is held, no force jumps where a
motion turns round, and nothing creeps. epsilon is a number, which makes the law keep its scaling with size and gravity.
This combination is this library's own.

@par Bounds
The formula of the theory pulls some elements, and drives some motions. Here a part of alpha that pulls along n is removed, and then a part
along the motion. Elements that move away from the sand in front of them have none: with n.v from 0 to 0.1 the traction grows smoothly from
0. The formula jumps where n.z changes its sign; between -0.1 and 0.1 both sides are blended. The gradient below yield is not bounded again.

@par Validity
The flow must be slow, with v/sqrt(g L) below some 0.4. Sand does not pile up, does not flow back and leaves no rut: its surface stays flat.
An ElasticLayer of a body is rigid towards sand. */
class SIMBODYDEM_API Sand {
public:
    /** Makes sand of its bulk density and internal friction.
        @param density           rho [kg/m^3], > 0
        @param internalFriction  mu [-], in (0, 1]; a coefficient, the tangent of the angle
        @throws std::invalid_argument if a value is out of its range */
    Sand(SimTK::Real density, SimTK::Real internalFriction);
    /** Makes sand from a measurement: the traction per depth of a flat plate that is pushed straight down, under 9.81 m/s^2.
        @param resistance  [Pa/m], > 0
        @throws std::invalid_argument if the value is out of its range */
    static Sand fromPlate(SimTK::Real resistance);
    /** Make poppy seed, as poured and shaken down: a plate has 0.254 and 0.464 N/cm^3 (Li, Zhang & Goldman, Science 339 (2013), 1408, DOI
        10.1126/science.1229163). */
    static Sand poppySeedLoose();
    static Sand poppySeedClose();
    /** Makes glass beads, with 0.6 of the volume filled and the friction of slow flow, tan 20.9 degrees (Jop, Forterre & Pouliquen, Nature 441
        (2006), 727, DOI 10.1038/nature04801). */
    static Sand glassBeads();
    /** Makes dry quartz sand, with 0.6 of the volume filled and the friction of Soil::drySand(), tan 28 degrees (Wong, Theory of Ground
        Vehicles). */
    static Sand drySand();

    /** Sets the friction of the bodies' surfaces against the sand. Without it they are rough, whatever their friction factors.
        @param mu [-], >= 0 */
    Sand& setSurfaceFriction(SimTK::Real mu);
    /** Sets the displacement after which the sand yields, as a fraction of the depth. The default is 0.01. @param epsilon [-], in [1e-6, 1] */
    Sand& setElasticDepth(SimTK::Real epsilon);
    /** Sets the damping before the sand yields, T = zeta sqrt(epsilon |z|/g). A body that stands in the sand has a damping ratio of about
        zeta/2. The default is 0.5. @param zeta [-], in [0.05, 100] */
    Sand& setDamping(SimTK::Real zeta);
    /** Sets the acceleration of gravity. Without it the System's is taken, the sum of its Force::Gravity and Force::UniformGravity. A
        gravity that is set in a State does not change the sand.
        @param g [m/s^2], the vector in Ground, with a norm in (0, 1e6] */
    Sand& setGravity(const SimTK::Vec3& g);
    /** Sets the width of the elements on bodies without a layer. By default there are 2000 on each of them. The triangles of a mesh are divided
        where they are larger. Of several sands the least width counts.
        @param size [m], > 0 and below the size of the body */
    Sand& setElementSize(SimTK::Real size);
    /** Takes the triangles of meshes as their elements, undivided. The default is off. One of several sands decides for all. */
    Sand& setElementsAreTriangles(bool on = true);

    /** Returns xi/g [kg/m^3]. */
    SimTK::Real getStrength() const { return strength; }
    const OptionalReal& getSurfaceFriction() const { return surfaceFriction; }
    SimTK::Real getElasticDepth() const { return elasticDepth; }
    SimTK::Real getDamping() const { return damping; }
    /** Returns the gravity that was set; 0 if the System's is taken. */
    const SimTK::Vec3& getGravity() const { return gravity; }
    const OptionalReal& getElementSize() const { return elementSize; }
    bool getElementsAreTriangles() const { return elementsAreTriangles; }
    /** Returns every value as a line of text. Sands with equal lines are equal. */
    std::vector<std::string> describe() const;

    /** Returns the traction per depth of an element in steady motion, alpha [Pa/m].
        @param normal     outward, of the body's surface; a unit vector
        @param direction  of the motion; a unit vector
        @param g          gravity [m/s^2]
        @throws std::invalid_argument if a vector has no direction */
    SimTK::Vec3 calcTractionPerDepth(const SimTK::Vec3& normal, const SimTK::Vec3& direction,
                                     const SimTK::Vec3& g) const;

private:
    explicit Sand(SimTK::Real strength) : strength(strength) {} // xi/g

    SimTK::Real strength = 0, elasticDepth = 0.01, damping = 0.5;
    OptionalReal surfaceFriction{}, elementSize{};
    bool elementsAreTriangles = false;
    SimTK::Vec3 gravity{0};
};

} // namespace simbodydem

#endif
