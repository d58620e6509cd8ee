#ifndef MODELS_SPHERES_ON_PLANE_H
#define MODELS_SPHERES_ON_PLANE_H

#include "Model.h"

#include <simbodydem/DEMContactForce.h>
#include <simbodydem/Resultants.h>

namespace lab {

struct BodySphere {
    SimTK::MobilizedBody body;
    SimTK::Vec3 centre; ///< in the body's frame [m]
    Real radius;        ///< [m]
};

/** Holds the contact of one sphere with the plane, in Ground. */
struct SphereReading {
    Real overlap = 0, normalForce = 0; ///< [m], [N]
    SimTK::Vec3 tangentialForce{0};    ///< on the sphere [N]
    SimTK::Vec3 slipVelocity{0};       ///< of the sphere past the plane [m/s]
    SimTK::Vec3 elastic{0};            ///< displacement that the law gives back; zero for HuntCrossleyForce [m]
    bool sliding = false; ///< at the Coulomb limit; for HuntCrossleyForce at its transition velocity or above
};

/** Puts a chosen law between spheres and a half space of the same material. A DEMContactForce is one force on one contact set.
HuntCrossleyForce gets a set for each sphere, since it forgets the later contacts of a set while an earlier one is pulled
apart. */
class SpheresOnPlane {
public:
    /** @param pose  of the half space on its body; its outward normal is -x */
    SpheresOnPlane(Model&, const LawChoice&, SimTK::MobilizedBody plane, const SimTK::Transform& pose,
                   const std::vector<BodySphere>&);

    simbodydem::DEMContactForce* getOurs() const { return ours.get(); } ///< null for HuntCrossleyForce

    // The State must be realized to Stage::Dynamics.
    /** Returns the wrench of the plane on all spheres, about Ground's origin. */
    simbodydem::Wrench calcWrench(const SimTK::State&) const;
    std::vector<SphereReading> read(const SimTK::State&) const; ///< in the order of the spheres

private:
    SimTK::MobilizedBody plane;
    SimTK::Transform pose;
    std::vector<BodySphere> spheres;
    Real transitionVelocity;
    std::unique_ptr<simbodydem::DEMContactForce> ours;
    std::vector<SimTK::Force> theirs; ///< one per sphere
};

} // namespace lab

#endif
