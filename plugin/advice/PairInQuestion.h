// SPDX-License-Identifier: Apache-2.0
#ifndef SIMBODYDEM_PAIR_IN_QUESTION_H
#define SIMBODYDEM_PAIR_IN_QUESTION_H

#include "simbodydem/DEMContactForce.h"

#include <memory>
#include <vector>

namespace simbodydem {

/** Two surfaces that touch or may, and what their contact would bear. */
struct PairInQuestion {
    int a, b;
    int numAlike = 1;
    bool isTouching = false;
    SimTK::Real load;                                    // [N]
    SimTK::Real curvatureA, curvatureB, effectiveRadius; // [1/m], [m]
    SimTK::Real effectiveMass;                           // [kg]
};

/** What advice needs to know of a force. */
class ForceInQuestion {
public:
    /** @throws std::logic_error unless the State is one of the System's present topology */
    ForceInQuestion(const DEMContactForce&, const SimTK::State&, const char* caller);

    std::vector<PairInQuestion> pairs;
    MaterialAssignment materials; // with those that surfaces brought along
};

/** Its laws, bound to its materials, asked by themselves. */
class LawsInQuestion {
public:
    LawsInQuestion(const ContactModel&, const MaterialAssignment&, const PairInQuestion&);

    /** Overlap at which the normal law bears this load at rest [m]; NaN if none of up to R* does. */
    SimTK::Real findOverlap(SimTK::Real load) const;
    NormalAnswer press(SimTK::Real overlap, SimTK::Real rate) const;

    struct Shear {
        SimTK::Real stiffness, friction; // [N/m], [-]
    };
    /** Of the tangential law at rest there. */
    Shear shear(SimTK::Real overlap) const;
    /** Whether a moment turns what is pressed like this, however small it is: the rolling law has a torque but no spring. */
    bool rollsByItself(SimTK::Real overlap) const;

    struct Impact {
        SimTK::Real time, restitution, overlap; // [s], NaN if it does not part; [-]; [m]
    };
    /** A free impact of the effective mass. */
    Impact strike(SimTK::Real speed) const;

    const SurfaceMaterial materialA, materialB; // where they touch each other
    const PairInQuestion pair;

private:
    NormalInput inputOf(SimTK::Real overlap, SimTK::Real rate) const;

    std::unique_ptr<NormalLaw> normal;
    std::unique_ptr<TangentialLaw> tangential;
    std::unique_ptr<RollingLaw> rolling;
};

} // namespace simbodydem

#endif
