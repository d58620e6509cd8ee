#ifndef CONTACT_LAB_IMPACT_H
#define CONTACT_LAB_IMPACT_H

#include "Integrators.h"
#include "LawChoice.h"

namespace lab {

/** A sphere meets a plane, or an equal sphere, without gravity. */
struct ImpactOptions {
    LawChoice law;
    IntegratorChoice integrator;
    std::string target = "rigid-plane"; ///< rigid-plane, plane (of the sphere's material) or sphere
    Real radius = 0.01;                 ///< [m]
    Real density = 2500;                ///< [kg/m^3]
    Real speed = 1;                     ///< of approach [m/s]
    Real angle = 0;                     ///< from the normal [deg]
    Real spin = 0;                      ///< [rad/s], > 0 rolls towards the tangential velocity
    int samples = 1000;                 ///< over the undamped contact time
};

/** The 5 mm sphere of alumina oxide that Chung & Ooi (2011) throw obliquely in their test 4, undamped: 380 GPa, .23, friction
.092, 4000 kg/m^3, 3.9 m/s. */
ImpactOptions aluminaSphere();

struct ImpactSample {
    Real overlap, normalForce; ///< [m], [N]
};

struct ImpactResult {
    Real e_n = SimTK::NaN, e_t = SimTK::NaN; ///< normal and tangential velocity, after over before; e_t is NaN at 0 deg
    Real spin = 0;                           ///< after [rad/s]
    Real contactTime = 0;                    ///< from first touch to the end of the overlap [s]
    Real maxOverlap = 0;                     ///< [m]
    Real maxNormalForce = 0, maxTangentialForce = 0; ///< [N]
    int steps = 0, evaluations = 0;
    std::vector<ImpactSample> samples;
};

/** The linear spring that stores as much energy as Hertz's at his greatest overlap, on a rigid plane [N/m]. */
Real equalEnergyStiffness(const ImpactOptions&);

/** @throws std::invalid_argument for bad options, or if the bodies do not part */
ImpactResult runImpact(const ImpactOptions&);

} // namespace lab

#endif
