// SPDX-License-Identifier: Apache-2.0 OR GPL-2.0-or-later
#ifndef SIMBODYDEM_GRAINS_SERVER_GRAIN_CONTACT_H
#define SIMBODYDEM_GRAINS_SERVER_GRAIN_CONTACT_H

#include "math/Vector3.h"
#include "protocol/Commands.h"

#include <cstdint>

namespace simbodydem::grains {

using kernels::Vector;

/** Stores what one contact of a grain with a surface remembers from one step to the next. All members are numbers, so that a contact can
be sent to another rank as it is. */
struct GrainContact {
    std::int64_t surface, patch;
    double normal[3];                // from the surface to the grain
    double displacement[3];          // elastic, in the tangent plane [m]
    double slipVelocity[3];          // [m/s]
    double stiffness;                // kt [N/m]
    double dampingTime, limitLength; // [s], [m], as TangentialOutput has them
    double rotation[3];              // elastic, of rolling [rad]
    double angularVelocity[3];       // relative [rad/s]
    double rollingDampingTime, limitAngle;
};

/** Holds the motion of a grain and of a surface at their contact. */
struct ContactMotion {
    Vector normal;              // from the surface to the grain
    double overlap;             // [m]
    double effectiveRadius;     // [m]
    double effectiveMass;       // [kg]
    double arm;                 // from the grain's centre to the contact point [m]
    Vector velocity;            // of the grain past the surface at the contact point, at the end of the step [m/s]
    Vector angularVelocity;     // of the grain relative to the surface, at the end of the step [rad/s]
    Vector meanVelocity;        // as `velocity`, over the step
    Vector meanAngularVelocity; // likewise
    double spin;                // mean of both bodies about the normal, over the step [rad/s]
    double step;                // [s]; 0 before the first step
};

/** Holds the force and the torque of one contact on its grain. */
struct ContactLoad {
    Vector force, torque;
    double storedEnergy; // [J]
    /** Stiffness or damping along the normal, across it, and against rolling. */
    struct Coefficients {
        double normal = 0, tangential = 0, rolling = 0;
    };
    Coefficients stiffness, damping; // [N/m], [N m/rad]; [N s/m], [N m s/rad]
};

/** Returns the overlap at which a contact ends [m]: below zero where surfaces stick. */
double tearingOverlap(const ContactTerms&, double effectiveRadius);
/** Returns the energy of the normal spring of a contact [J]. */
double normalEnergy(const ContactTerms&, double effectiveRadius, double overlap);
/** Returns the force along the normal [N]. @param rate  of the overlap [m/s] */
double normalForce(const ContactTerms&, double effectiveRadius, double overlap, double rate, double effectiveMass);

/** Computes the force of one contact and advances its history. A contact that is new has a history of zeros. The laws are the kernels of
the library. The spring is carried as everywhere in the library: it turns by the smallest rotation onto the new normal and with the mean spin
of both bodies. The slip of a step is the velocity in its middle times the step, which is exact to the second order.
@param isNew           true if the contact was not there at the last step
@param isOnMovingBody  true if the damping along the normal is to be computed */
ContactLoad advanceContact(const ContactTerms&, const ContactMotion&, bool isNew, bool isOnMovingBody, GrainContact&);

} // namespace simbodydem::grains

#endif
