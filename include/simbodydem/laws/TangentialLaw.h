// SPDX-License-Identifier: Apache-2.0
#ifndef SIMBODYDEM_TANGENTIAL_LAW_H
#define SIMBODYDEM_TANGENTIAL_LAW_H

#include "simbodydem/laws/NormalLaw.h"

namespace simbodydem {

/** Holds the input of a tangential law. Vectors are in Ground and, except the normal, in the tangent plane. */
struct TangentialInput {
    const NormalInput& contact; ///< the input of the normal law; its history is that of the normal law
    const NormalOutput& normal; ///< the output of the normal law, its frictionalLoad times the friction factors
    SimTK::Vec3 displacement;   ///< xi as committed, transported with both bodies [m]; zero at first contact
    SimTK::Vec3
        slipIncrement; ///< of b past a since the commit, first contact, or the point where the slider stopped [m]
    SimTK::Vec3 slipVelocity;  ///< of b past a [m/s]
    SimTK::Real effectiveMass; ///< along the slip [kg], constant from first contact to separation
    LawHistory history;        ///< as committed, zeros at first contact

    // The direction of a dragged spring needs these three values. They are zero if they are not known, as at first contact.
    SimTK::Vec3 dashpotAtCommit = SimTK::Vec3(0);       ///< (c/kt) v_t of the commit, transported like xi [m]
    SimTK::Real limitLengthAtCommit = 0;                ///< mu N/kt at the commit [m]
    SimTK::Vec3 slipAtPresentVelocity = SimTK::Vec3(0); ///< slipVelocity times the time of slipIncrement [m]

    SimTK::Vec3 normalDirection = SimTK::Vec3(0); ///< unit vector from a to b

    // A dashpot that relaxes needs these two values. They are zero if they are not known.
    SimTK::Real time = 0;                ///< of slipIncrement [s]
    SimTK::Real dampingTimeAtCommit = 0; ///< c/kt at the commit [s]
};

/** Holds the output of a tangential law. */
struct TangentialOutput {
    SimTK::Vec3 force = SimTK::Vec3(0);        ///< on b [N]; a component along the normal adds to the normal force
    SimTK::Vec3 displacement = SimTK::Vec3(0); ///< the elastic part, xi, to be committed [m]
    SimTK::Real storedEnergy = 0;              ///< of the elastic part [J]
    SimTK::Real dissipatedPower = 0;           ///< [W] at this instant, -F v_t while sliding; for the record
    bool sliding = false;                      ///< true at the Coulomb limit
    LawHistory history;                        ///< to be committed
    SimTK::Real mobilizationSquared = 0;       ///< (force of spring and dashpot / Coulomb limit)^2, > 1 slides [-]

    // The input of the next step needs these values of a spring kt and a dashpot c in series with a slider. 0 if the law has none.
    SimTK::Real dampingTime = 0; ///< c/kt [s]
    SimTK::Real limitLength = 0; ///< mu N/kt, the Coulomb limit as a length of the spring [m]

    SimTK::Real relaxationTime = 0; ///< with which a sliding spring approaches its limit [s]; 0 if it is there at once
};

/** Holds the derivatives of the force of a tangential law. Column k of a matrix is the derivative with respect to component k. */
struct TangentialTangent {
    SimTK::Mat33 displacement = SimTK::Mat33(0);          ///< [N/m]
    SimTK::Mat33 slipIncrement = SimTK::Mat33(0);         ///< [N/m]
    SimTK::Mat33 slipVelocity = SimTK::Mat33(0);          ///< [N s/m]
    ContactPartials<SimTK::Vec3> contact;                 ///< includes the effect of load, stiffness and contact radius
    SimTK::Mat33 dashpotAtCommit = SimTK::Mat33(0);       ///< [N/m]
    SimTK::Mat33 slipAtPresentVelocity = SimTK::Mat33(0); ///< [N/m]
    SimTK::Mat33 normalDirection = SimTK::Mat33(0);       ///< [N]
};

/** Computes the force in the tangent plane, with which two surfaces resist sliding past each other. The rules of NormalLaw hold for the
functions of the same name.

@par Rules
The force must come from displacements, not from a velocity times a time step. Only what relaxes may use `time`. Another evaluation with the
displacement of the output, a zero increment and the same velocity must return the same force.

@par Conservation of energy
If the stiffness of a spring changes with the overlap, the overlap also changes its stored energy. A law that
conserves energy returns the force that belongs to this change, -dU/d(distance) along the normal, as a part of its force.

@par Sliders that stop
A slider may stop within a step, because slip reverses or the limit outgrows it. It has then slid further than the
two ends of the step show. A law that returns mobilizationSquared is evaluated once for each part of such a step. The first part ends where
the slider stops. The second part begins with the displacement and history of the first output as the committed ones. A law that does not
return it loses such slip.

@par Direction of slip
A spring at its limit points along the direction in which the slip has dragged it, not along the increment of the step. Where slip changes
its direction, the two differ in the first order of the step. With dashpotAtCommit, limitLengthAtCommit and slipAtPresentVelocity a law can
integrate this direction, see docs/theory-integration.md, "Slip that changes direction". A law that ignores them works, to the first order
there. */
class SIMBODYDEM_API TangentialLaw : public ContactLaw {
public:
    virtual TangentialLaw* clone() const = 0;
    /** Computes the force at one contact. It must be a pure function of its input. */
    virtual TangentialOutput calcForce(const TangentialInput&) const = 0;

    /** Computes the derivatives of the force, on the side of the limit on which it is, as NormalLaw::calcTangent() does.
    @param normal  the derivatives of the output of the normal law, its frictionalLoad times the friction factors */
    virtual TangentialTangent calcTangent(const TangentialInput&, const NormalTangent& normal) const;

    /** Computes the heat of the law since the commit. It is called only if dissipated energy is tracked. Unless you override it, the heat
    is the energy that the slip loses and the spring does not store, of second order in the step:

        Q = -(F_before + F_now)/2 . s - (U_now - U_before)

    F is the force on b [N], s = slipIncrement [m], U = storedEnergy [J]. A positive Q is friction if the contact slides, and damping if it
    sticks. A negative Q is gained energy, because the force has pushed along the slip. Override the function to separate energy that is
    lost and gained in one step, or to use a formula of the law itself. The sum friction + damping - gained must be Q.
    @param now     the output of the law
    @param before  the output of the law at the commit, transported with both bodies; zeros at first contact */
    virtual StepHeat calcHeat(const TangentialInput&, const TangentialOutput& now,
                              const TangentialOutput& before) const;
};

/** Is the base class of a tangential law. See LawOf. */
template <class Law> using TangentialLawOf = LawOf<TangentialLaw, Law>;

/** Computes no tangential force: the contact is perfectly smooth. */
class SIMBODYDEM_API NoFriction final : public TangentialLawOf<NoFriction> {
public:
    TangentialOutput calcForce(const TangentialInput&) const override { return {}; }
    TangentialTangent calcTangent(const TangentialInput&, const NormalTangent&) const override { return {}; }
};

} // namespace simbodydem

#endif
