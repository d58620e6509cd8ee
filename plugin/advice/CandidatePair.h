// SPDX-License-Identifier: Apache-2.0
#ifndef SIMBODYDEM_ADVICE_CANDIDATE_PAIR_H
#define SIMBODYDEM_ADVICE_CANDIDATE_PAIR_H

#include "areas/LayerModel.h"
#include "simbodydem/ContactRecord.h"
#include "simbodydem/DEMContactForce.h"

#include <memory>
#include <vector>

namespace simbodydem {

constexpr int stepsOfImpact = 2000;       // Runge-Kutta steps in the time of an elastic impact
constexpr SimTK::Real swingPerStep = 1.5; // omega times an explicit step [rad]

/** Describes two surfaces that touch or may touch, and the load on their contact. */
struct CandidatePair {
    int a, b;
    int numAlike = 1;
    bool isTouching = false;
    SimTK::Real load;                                    // [N]; < 0 pulls
    SimTK::Real curvatureA, curvatureB, effectiveRadius; // [1/m], [m]
    SimTK::Real effectiveMass;                           // that the dashpots feel [kg]
    SimTK::Real movedMass;                               // that an impact moves [kg], whatever mass was set
    bool isMassGiven = false;                            // the dashpots have another mass than an impact
    SimTK::Real margin = 0;                              // distance at which they are found before they touch [m]
};

/** Describes two surfaces that touch over an area, of which at least one has a layer. */
struct CandidateArea {
    AreaRecord record;     // at rest
    SimTK::Real load;      // that presses them together [N]
    SimTK::Real movedMass; // that an impact moves [kg]
    LayerPair constants;
};

/** Provides the data of a force for advice. */
class ForceView {
public:
    /** Finds the pairs of surfaces.
    @throws std::logic_error unless the State belongs to the System's present topology */
    ForceView(const DEMContactForce&, const SimTK::State&, const char* caller);

    std::vector<CandidatePair> pairs; // without a layer
    std::vector<CandidateArea> areas;
    MaterialAssignment materials; // with those that surfaces brought along
};

/** Evaluates the laws of a pair by themselves, bound to its materials. */
class BoundLaws {
public:
    BoundLaws(const ContactModel&, const MaterialAssignment&, const CandidatePair&);

    /** Returns the overlap at which the normal law carries this load at rest [m]; NaN if no overlap of up to R* does. With adhesion a
    load of zero and a pull have an overlap too. */
    SimTK::Real findOverlap(SimTK::Real load) const;
    /** Returns true if surfaces that just touch attract each other. */
    bool adheres() const { return press(0, 0).force < 0; }
    /** Returns the distance up to which the law acts [m]: the margin if the law acts at a distance, else 0. */
    SimTK::Real getReach() const { return normal->reachesBeyondTouch() ? pair.margin : 0; }
    NormalOutput press(SimTK::Real overlap, SimTK::Real rate) const;

    struct Shear {
        SimTK::Real stiffness, friction, limit; // [N/m], [-], [N]
    };
    /** Evaluates the tangential law at rest, at this overlap. */
    Shear shear(SimTK::Real overlap) const;

    struct Turn {
        SimTK::Real rollingStiffness, twistingStiffness; // [N m/rad]
        SimTK::Real rollingLimit;                        // the torque against rolling at this speed [N m]
    };
    /** Evaluates the rolling law at this overlap.
    @param speed  of rolling [m/s] */
    Turn turn(SimTK::Real overlap, SimTK::Real speed) const;

    struct Impact {
        SimTK::Real time, restitution, overlap; // [s], NaN if the surfaces do not separate; [-]; [m]
        bool isTornAtMargin;                    // it ends at the margin, where the law still attracts
    };
    /** Integrates a free impact of the moved mass. */
    Impact strike(SimTK::Real speed) const;

    const SurfaceMaterial materialA, materialB; // in contact with each other
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
