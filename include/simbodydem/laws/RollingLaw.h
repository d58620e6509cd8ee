// SPDX-License-Identifier: Apache-2.0
#ifndef SIMBODYDEM_ROLLING_LAW_H
#define SIMBODYDEM_ROLLING_LAW_H

#include "simbodydem/laws/NormalLaw.h"

namespace simbodydem {

/** Holds the input of a rolling law. Vectors are in Ground. Rotations are those of b relative to a. The part of a vector along the normal is
twisting, the part in the tangent plane rolling. */
struct RollingInput {
    const NormalInput& contact;  ///< the input of the normal law; its history is that of the normal law
    const NormalOutput& normal;  ///< the output of the normal law, without friction factors
    SimTK::Vec3 normalDirection; ///< unit vector from a to b
    SimTK::Vec3 rotation; ///< elastic part as committed, transported with both bodies [rad]; zero at first contact
    SimTK::Vec3 rotationIncrement; ///< since the commit, first contact, or the point where a slider stopped [rad]
    SimTK::Vec3 angularVelocity;   ///< [rad/s]
    LawHistory history;            ///< as committed, zeros at first contact

    // Values of the rolling part, with the meaning of those of TangentialInput.
    SimTK::Vec3 dashpotAtCommit = SimTK::Vec3(0);           ///< (c/k) w of the commit, transported [rad]
    SimTK::Real limitAngleAtCommit = 0;                     ///< limit over stiffness at the commit [rad]
    SimTK::Vec3 rotationAtPresentVelocity = SimTK::Vec3(0); ///< angularVelocity times the time of the increment [rad]
    SimTK::Real time = 0;                                   ///< of rotationIncrement [s]; 0 if it is not known
    SimTK::Real dampingTimeAtCommit = 0;                    ///< c/k at the commit [s]
};

/** Holds the output of a rolling law. */
struct RollingOutput {
    SimTK::Vec3 torque = SimTK::Vec3(0);         ///< on b [N m]; a gets the opposite
    SimTK::Vec3 rotation = SimTK::Vec3(0);       ///< the elastic part, to be committed [rad]
    SimTK::Real storedEnergy = 0;                ///< of the elastic part [J]
    SimTK::Real dissipatedPower = 0;             ///< [W] at this instant, for the record
    LawHistory history;                          ///< to be committed
    SimTK::Real rollingMobilizationSquared = 0;  ///< mobilizationSquared of the part in the tangent plane [-]
    SimTK::Real twistingMobilizationSquared = 0; ///< mobilizationSquared of the part along the normal [-]
    SimTK::Real dampingTime = 0;                 ///< c/k of the rolling part [s], as TangentialOutput::dampingTime
    SimTK::Real limitAngle = 0;                  ///< limit over stiffness of the rolling part [rad]
    SimTK::Real relaxationTime = 0; ///< the shorter one of both parts [s], as TangentialOutput::relaxationTime
};

/** Holds the derivatives of the torque of a rolling law. */
struct RollingTangent {
    SimTK::Mat33 normalDirection = SimTK::Mat33(0);   ///< [N m]
    SimTK::Mat33 rotation = SimTK::Mat33(0);          ///< [N m]
    SimTK::Mat33 rotationIncrement = SimTK::Mat33(0); ///< [N m]
    SimTK::Mat33 angularVelocity = SimTK::Mat33(0);   ///< [N m s]
    ContactPartials<SimTK::Vec3> contact;
    SimTK::Mat33 dashpotAtCommit = SimTK::Mat33(0);           ///< [N m]
    SimTK::Mat33 rotationAtPresentVelocity = SimTK::Mat33(0); ///< [N m]
};

/** Computes the torque against rolling and twisting at one contact. The rules of NormalLaw hold for the functions of the same name. */
class SIMBODYDEM_API RollingLaw : public ContactLaw {
public:
    virtual RollingLaw* clone() const = 0;
    /** Computes the torque at one contact. It must be a pure function of its input. */
    virtual RollingOutput calcTorque(const RollingInput&) const = 0;

    /** Computes the derivatives of the torque, as TangentialLaw::calcTangent() does for the force.
    @param normal  the derivatives of the output of the normal law */
    virtual RollingTangent calcTangent(const RollingInput&, const NormalTangent& normal) const;

    /** Computes the heat of a step as TangentialLaw::calcHeat() does, with torque and rotationIncrement instead of force and slip. All heat
    counts as friction.
    @param now     the output of the law
    @param before  the output of the law at the commit, transported with both bodies; zeros at first contact */
    virtual StepHeat calcHeat(const RollingInput&, const RollingOutput& now, const RollingOutput& before) const;
};

/** Is the base class of a rolling law. See LawOf. */
template <class Law> using RollingLawOf = LawOf<RollingLaw, Law>;

/** Resists neither rolling nor twisting. */
class SIMBODYDEM_API NoRolling final : public RollingLawOf<NoRolling> {
public:
    RollingOutput calcTorque(const RollingInput&) const override { return {}; }
    RollingTangent calcTangent(const RollingInput&, const NormalTangent&) const override { return {}; }
};

} // namespace simbodydem

#endif
