// SPDX-License-Identifier: Apache-2.0
#ifndef SIMBODYDEM_ADVICE_CANDIDATE_PAIR_H
#define SIMBODYDEM_ADVICE_CANDIDATE_PAIR_H

#include "simbodydem/DEMContactForce.h"

#include <memory>
#include <vector>

namespace simbodydem {

/** Two surfaces that touch or may, and what their contact would bear. */
struct CandidatePair {
    int a, b;
    int numAlike = 1;
    bool isTouching = false;
    SimTK::Real load;                                    // [N]; < 0 pulls
    SimTK::Real curvatureA, curvatureB, effectiveRadius; // [1/m], [m]
    SimTK::Real effectiveMass;                           // that the dashpots feel [kg]
    SimTK::Real movedMass;                               // that an impact moves [kg], whatever mass was given
    bool isMassGiven = false;                            // not what an impact along the normal finds
    SimTK::Real margin = 0;                              // by which they are found before they touch [m]
};

/** What advice needs to know of a force. */
class ForceView {
public:
    /** @throws std::logic_error unless the State is one of the System's present topology */
    ForceView(const DEMContactForce&, const SimTK::State&, const char* caller);

    std::vector<CandidatePair> pairs;
    MaterialAssignment materials; // with those that surfaces brought along
};

/** Its laws, bound to its materials, asked by themselves. */
class BoundLaws {
public:
    BoundLaws(const ContactModel&, const MaterialAssignment&, const CandidatePair&);

    /** Overlap at which the normal law bears this load at rest [m]; NaN if none of up to R* does. Adhesion bears none, and pulls, at an
    overlap of its own. */
    SimTK::Real findOverlap(SimTK::Real load) const;
    /** Returns true if surfaces that only just touch pull at each other. */
    bool adheres() const { return press(0, 0).force < 0; }
    /** How far apart the surfaces still hold on to each other [m]: up to the margin, where the law reaches beyond touch. */
    SimTK::Real getReach() const { return normal->reachesBeyondTouch() ? pair.margin : 0; }
    NormalOutput press(SimTK::Real overlap, SimTK::Real rate) const;

    struct Shear {
        SimTK::Real stiffness, friction, limit; // [N/m], [-], [N]
    };
    /** Of the tangential law at rest there. */
    Shear shear(SimTK::Real overlap) const;

    struct Turn {
        SimTK::Real rollingStiffness, twistingStiffness; // [N m/rad]
        SimTK::Real rollingLimit;                        // the torque against rolling at this speed [N m]
    };
    /** Of the rolling law there. @param speed  of rolling [m/s] */
    Turn turn(SimTK::Real overlap, SimTK::Real speed) const;

    struct Impact {
        SimTK::Real time, restitution, overlap; // [s], NaN if it does not part; [-]; [m]
        bool isTornAtMargin;                    // it parts where the law would still have held on
    };
    /** A free impact of the moved mass. */
    Impact strike(SimTK::Real speed) const;

    const SurfaceMaterial materialA, materialB; // where they touch each other
    const CandidatePair pair;

private:
    NormalInput inputOf(SimTK::Real overlap, SimTK::Real rate) const;
    SimTK::Real calcTorque(SimTK::Real overlap, const SimTK::Vec3& axis, SimTK::Real angle, SimTK::Real rate) const;

    std::unique_ptr<NormalLaw> normal;
    std::unique_ptr<TangentialLaw> tangential;
    std::unique_ptr<RollingLaw> rolling;
};

} // namespace simbodydem

#endif
