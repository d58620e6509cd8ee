// SPDX-License-Identifier: Apache-2.0
#ifndef SIMBODYDEM_LAWS_ELEMENT_H
#define SIMBODYDEM_LAWS_ELEMENT_H

#include "math/Vector3.h"

// Input and output of the laws of one element: of a layer, of a body in sand, of a cell of soil.

namespace simbodydem::kernels {

/** Stores what an element keeps of its shear from a commit to the next one. */
struct BristleMemory {
    double limitLength = 0; // largest length of spring and dashpot [m]
    double dampingTime = 0; // T [s]
};

/** Holds an element that touches another surface. Vectors are in the frame of the other surface's shape. The slip is that of the element past
the other surface, since the commit or since the element touched. */
struct ElementState {
    Vector point, centre;    // of the force; the element's centre, where the slip is measured
    Vector normal, outward;  // of the other surface and of the element, both outwards
    Vector outwardThen;      // of the element, at the commit
    double depth, area;      // [m], [m^2]
    double gain = 1;         // of the depth by a motion along -normal
    Vector turning;          // derivative of area gain^2 by a rotation of the element [m^2/rad]
    Vector rim = Vector::Zero(), rimPoint = Vector::Zero(); // derivative of `area` by the position of the other surface; a point of the rim, where it has a wall [m]
    double rimDepth = 0;     // beside that wall [m]
    Vector velocity;         // at `point`
    Vector angularVelocity;  // of the element past the other surface
    Vector slipVelocity, slipVelocityThen; // at `centre`, now and at the commit
    Vector held;             // displacement past the anchor, if nothing has slid since the commit
    Vector slip;             // since the commit
    double time = 0;         // since the commit [s]; 0: no time has passed
    bool hasMemory = false;  // false: the element is new
    BristleMemory memory;
};

/** Holds what an element does to its body. Vectors are in the frame of the other surface's shape. */
struct ElementResult {
    Vector point;                             // of the force
    Vector normalForce, shearForce;           // [N]
    Vector couple = Vector::Zero();           // [N m]
    double weight = 0;                        // in the centre of pressure [N]
    Vector weightedNormal, displacement;      // of which the contact's are means
    double area = 0, depth = 0, pressure = 0; // [m^2], [m], [Pa]
    bool isSliding = false;
    bool hasShear = true; // false: it has no shear yet, and neither sticks nor slides
    double stored = 0, dissipatedPower = 0; // [J], [W]
    Vector shear = Vector::Zero();          // traction, for the record [Pa]
    Vector wallForce = Vector::Zero();      // part of shearForce that a wall of the other surface has [N]

    // The energy account has these.
    double input = 0;                         // power that the bodies put into the element [W]
    double damping = 0, release = 0, gained = 0; // [W]
    double frictionHeat = 0, dampingHeat = 0; // in the step [J]

    // Derivatives of the force by the motion and the velocity of the element past the other surface.
    Matrix byPosition = Matrix::Zero(), bySpeed = Matrix::Zero();
};

/** Tells which outputs of a law of elements are needed. */
struct ElementNeeds {
    bool energy = false, heat = false, derivatives = false;
};

/** Holds the shear of an element: a spring and a dashpot in series with a slider. */
struct Bristle {
    Vector displacement;                       // of the spring
    Vector eta;                                // of spring and dashpot, within the limit
    Vector displacementBefore, dashpotBefore;  // at the commit
    Vector slip;                               // since then, as far as it counts
    double trial = 0;                          // length of eta as if nothing slid
    bool mayDeflect = false, isSliding = false;
    bool isDashpotAlone = false; // the dashpot alone exceeds the limit
    bool isHeld = false;         // nothing has slid, so that the anchor stays
    BristleMemory memory;        // for the next commit
};

/** Holds the output of a law with bristles. */
struct BristleResult {
    ElementResult element;
    Bristle bristle;
};

/** Deflects the bristle of an element.
@param element  whose slips and velocities are those parts that deflect the bristle
@param limit    largest length of eta [m]
@param mayBeginSliding  the dashpot of a new element exceeds the limit */
Bristle deflect(const ElementState& element, double limit, double dampingTime, bool mayBeginSliding);

} // namespace simbodydem::kernels

#endif
