#ifndef SIMBODYDEM_EXAMPLES_OPENSIM_TO_DEM_H
#define SIMBODYDEM_EXAMPLES_OPENSIM_TO_DEM_H

#include "SimTKcommon.h"

#include <string>
#include <vector>

/** Holds the values that the old forces do not define. */
struct FromHuntCrossley {
    double poissonsRatio = 0.3; ///< nu [-], in (-1, 0.5], for the spring of friction
    double impactSpeed =
        0.1; ///< v [m/s]; the new restitution is 1 - c v there, or 0.1 if that is less
};

/** Replaces every HuntCrossleyForce and SmoothSphereHalfSpaceForce of an OpenSim model of version 4 by a DEMContactForce of the same
name. The normal force is that of Hunt and Crossley with the same stiffness and dissipation. Mindlin's friction with memory replaces the
friction that creeps. Geometry stays as it is.
@return one line for each force, which describes its conversion
@throws std::runtime_error if there is nothing to convert, or a force is not as OpenSim writes it, naming it */
std::vector<std::string> toDEM(SimTK::Xml::Document& model, const FromHuntCrossley& how = {});

#endif
