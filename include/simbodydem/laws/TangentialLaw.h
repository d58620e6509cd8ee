// SPDX-License-Identifier: Apache-2.0
#ifndef SIMBODYDEM_TANGENTIAL_LAW_H
#define SIMBODYDEM_TANGENTIAL_LAW_H

#include "simbodydem/Export.h"
#include "simbodydem/laws/NormalLaw.h"
#include "simbodydem/laws/StepHeat.h"

namespace simbodydem {

/** The input of a tangential law. Vectors are in Ground and, except the normal, in the tangent plane. */
struct TangentialInput {
    const NormalInput& contact; ///< the geometry, as the normal law saw it; its history is the normal law's
    const NormalOutput& normal; ///< of the normal law, its frictionalLoad times the friction factors
    SimTK::Vec3 displacement;   ///< xi as committed, carried along with both bodies [m]; zero at first touch
    SimTK::Vec3 slipIncrement;  ///< of b past a since the commit, first touch, or where the slider stopped [m]
    SimTK::Vec3 slipVelocity;   ///< of b past a [m/s]
    SimTK::Real effectiveMass;  ///< along the slip [kg], the same from first touch to separation
    LawHistory history;         ///< as committed, zeros at first touch

    // What the direction of a dragged spring needs; all zero where it is not known, as at first touch.
    SimTK::Vec3 dashpotAtCommit = SimTK::Vec3(0);       ///< (c/kt) v_t of the commit, carried along like xi [m]
    SimTK::Real limitLengthAtCommit = 0;                ///< mu N/kt of the commit [m]
    SimTK::Vec3 slipAtPresentVelocity = SimTK::Vec3(0); ///< slipVelocity times the time of slipIncrement [m]

    SimTK::Vec3 normalDirection = SimTK::Vec3(0); ///< unit vector from a to b
};

/** The output of a tangential law. */
struct TangentialOutput {
    SimTK::Vec3 force = SimTK::Vec3(0);        ///< on b [N]; what is along the normal adds to the normal force
    SimTK::Vec3 displacement = SimTK::Vec3(0); ///< the elastic part, xi, as it is to be committed [m]
    SimTK::Real storedEnergy = 0;              ///< of the elastic part [J]
    SimTK::Real dissipatedPower = 0;           ///< [W] at this instant, -F v_t while sliding; for the record
    bool sliding = false;                      ///< at the Coulomb limit
    LawHistory history;                        ///< as it is to be committed
    union {
        SimTK::Real mobilizationSquared = 0; ///< (force of spring and dashpot / Coulomb limit)^2, > 1 slides [-]
        [[deprecated("it is called mobilizationSquared")]] SimTK::Real mobilization;
    };

    // Of a spring kt and a dashpot c in series with a slider, for the next step's input; 0 where there is no such thing.
    SimTK::Real dampingTime = 0; ///< c/kt [s]
    SimTK::Real limitLength = 0; ///< mu N/kt, the Coulomb limit as a length of the spring [m]
};

/** A force in the tangent plane: how hard do two surfaces resist sliding past each other?

A spring whose stiffness changes with the overlap stores energy that the overlap changes too. A law that conserves energy returns
the force that belongs to it, -dU/d(distance) along the normal, as a part of its force.

The same rules as for a NormalLaw hold. The force must come from displacements, not from velocity times a time step (the
law never sees time). Evaluating again with the output's own displacement, a zero increment and the same velocity must
return the same force.

A slider that stops within a step, since slip turns round or the limit outgrows it, has slid further than its two ends
show. A law that returns mobilizationSquared is evaluated once for each part of such a step: up to where the slider stops, and from
there on with that output's displacement and history as the committed ones. A law that does not return it loses such slip.

A spring that is dragged over its limit points where the slip has dragged it, not along the step's increment: the two differ in the
first order of the step where slip turns. The last three members of the input let a law integrate that direction, see
docs/theory.md, "Slip that changes direction". A law that ignores them works, to the first order there. */
class SIMBODYDEM_API TangentialLaw {
public:
    virtual ~TangentialLaw() = default;
    virtual TangentialLaw* clone() const = 0;
    virtual std::string getName() const = 0;
    virtual LawParameters getParameters() const { return {}; }
    virtual RequiredValues getRequiredValues() const { return {}; }
    virtual void bind(const PairMaterial&) {}
    virtual TangentialOutput calcForce(const TangentialInput&) const = 0;

    /** Computes the derivatives of that force, on the side of the limit on which it is, as NormalLaw::calcTangent() does.
    @param normal  the derivatives of the normal law's output, its frictionalLoad times the friction factors */
    virtual TangentialTangent calcTangent(const TangentialInput&, const NormalTangent& normal) const;

    /** Computes what the law has turned into heat since the commit; called only if energy is tracked. Unless overridden it is what
    the force has taken from the slip and the spring does not store, of second order in the step,

        Q = -(F_before + F_now)/2 . s - (U_now - U_before)

    with F on b [N], s = slipIncrement [m], U = storedEnergy [J]: friction if the contact is sliding, damping if it sticks,
    and energy gained where it is negative, since the force has pushed along the slip. Override it to tell apart what is
    lost and gained in one step, or to use a formula of the law's own. friction + damping - gained must be Q.
    @param now     the law's output
    @param before  the law's output at the commit, carried along with both bodies; zeros at first touch */
    virtual StepHeat calcHeat(const TangentialInput&, const TangentialOutput& now,
                              const TangentialOutput& before) const;
};

using TangentialAnswer [[deprecated("it is called TangentialOutput")]] = TangentialOutput;

} // namespace simbodydem

#endif
