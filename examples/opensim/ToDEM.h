#ifndef SIMBODYDEM_EXAMPLES_OPENSIM_TO_DEM_H
#define SIMBODYDEM_EXAMPLES_OPENSIM_TO_DEM_H

#include "SimTKcommon.h"

#include <string>
#include <vector>

/** What those forces do not say. */
struct FromHuntCrossley {
    double poissonsRatio = 0.3; ///< nu [-], in (-1, 0.5], for friction's spring
    double impactSpeed = 0.1;   ///< v [m/s]: their restitution there, 1 - c v and at least .1, damps friction's spring
};

/** Put a DEMContactForce of the same name in the place of every HuntCrossleyForce and SmoothSphereHalfSpaceForce of an OpenSim model
of version 4, one to one: Hunt-Crossley's normal force of the same stiffness and dissipation, and Mindlin's friction with memory in the
place of creeping. Geometry stays as it is.
@return what was done, a line for each force
@throws std::runtime_error if there is nothing to convert, or a force is not as OpenSim writes it, naming it */
std::vector<std::string> toDEM(SimTK::Xml::Document& model, const FromHuntCrossley& how = {});

#endif
