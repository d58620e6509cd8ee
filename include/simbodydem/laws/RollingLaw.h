// SPDX-License-Identifier: Apache-2.0
#ifndef SIMBODYDEM_ROLLING_LAW_H
#define SIMBODYDEM_ROLLING_LAW_H

#include "simbodydem/Export.h"
#include "simbodydem/laws/NormalLaw.h"
#include "simbodydem/laws/StepHeat.h"

namespace simbodydem {

/** The input of a rolling law. Vectors are in Ground; rotations are of b relative to a. The part of a vector
along the normal is twisting, the part in the tangent plane rolling. */
struct RollingInput {
    const NormalInput& contact;  ///< the geometry, as the normal law saw it; its history is the normal law's
    const NormalOutput& normal;  ///< of the normal law, whatever the friction factors
    SimTK::Vec3 normalDirection; ///< unit vector from a to b
    SimTK::Vec3 rotation; ///< elastic part as committed, carried along with both bodies [rad]; zero at first touch
    SimTK::Vec3 rotationIncrement; ///< since the commit, first touch, or where a slider stopped [rad]
    SimTK::Vec3 angularVelocity;   ///< [rad/s]
    LawHistory history;            ///< as committed, zeros at first touch

    // As TangentialInput has it, of the rolling part.
    SimTK::Vec3 dashpotAtCommit = SimTK::Vec3(0);           ///< (c/k) w of the commit, carried along [rad]
    SimTK::Real limitAngleAtCommit = 0;                     ///< the limit over the stiffness, of the commit [rad]
    SimTK::Vec3 rotationAtPresentVelocity = SimTK::Vec3(0); ///< angularVelocity times the time of the increment [rad]
};

/** The output of a rolling law. */
struct RollingOutput {
    SimTK::Vec3 torque = SimTK::Vec3(0);   ///< on b [N m]; a gets the opposite
    SimTK::Vec3 rotation = SimTK::Vec3(0); ///< the elastic part, as it is to be committed [rad]
    SimTK::Real storedEnergy = 0;          ///< of the elastic part [J]
    SimTK::Real dissipatedPower = 0;       ///< [W] at this instant, for the record
    LawHistory history;                    ///< as it is to be committed
    union {
        SimTK::Real rollingMobilizationSquared = 0; ///< TangentialOutput's of the part in the tangent plane [-]
        [[deprecated("it is called rollingMobilizationSquared")]] SimTK::Real rollingMobilization;
    };
    union {
        SimTK::Real twistingMobilizationSquared = 0; ///< TangentialOutput's of the part along the normal [-]
        [[deprecated("it is called twistingMobilizationSquared")]] SimTK::Real twistingMobilization;
    };
    SimTK::Real dampingTime = 0; ///< c/k of the rolling part [s], as TangentialOutput::dampingTime
    SimTK::Real limitAngle = 0;  ///< its limit over its stiffness [rad]
};

/** A torque against rolling and twisting. The same rules as for a NormalLaw hold. */
class SIMBODYDEM_API RollingLaw {
public:
    virtual ~RollingLaw() = default;
    virtual RollingLaw* clone() const = 0;
    virtual std::string getName() const = 0;
    virtual LawParameters getParameters() const { return {}; }
    virtual RequiredValues getRequiredValues() const { return {}; }
    virtual void bind(const PairMaterial&) {}
    virtual RollingOutput calcTorque(const RollingInput&) const = 0;

    /** Computes the derivatives of that torque, as TangentialLaw::calcTangent() does. */
    virtual RollingTangent calcTangent(const RollingInput&, const NormalTangent& normal) const;

    /** TangentialLaw::calcHeat() with torque and rotationIncrement in place of force and slip; all heat is friction. */
    virtual StepHeat calcHeat(const RollingInput&, const RollingOutput& now, const RollingOutput& before) const;
};

using RollingAnswer [[deprecated("it is called RollingOutput")]] = RollingOutput;

} // namespace simbodydem

#endif
