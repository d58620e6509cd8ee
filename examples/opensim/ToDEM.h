#ifndef SIMBODYDEM_EXAMPLES_OPENSIM_TO_DEM_H
#define SIMBODYDEM_EXAMPLES_OPENSIM_TO_DEM_H

#include "SimTKcommon.h"

#include <string>
#include <vector>

/** Holds the values that the old forces do not define. */
struct FromHuntCrossley {
    double poissonsRatio = 0.3; ///< nu [-], in (-1, 0.5], for the spring of friction; below 0.5 for layers
    double impactSpeed = 0.1;   ///< v [m/s]; the new restitution is 1 - c v there, or 0.1 if that is less
};

/** Replaces every HuntCrossleyForce, SmoothSphereHalfSpaceForce and ElasticFoundationForce of an OpenSim model of version 4 by a
DEMContactForce of the same name. Friction with memory replaces the friction that creeps. Geometry stays as it is.

The first two become points with the law of Hunt and Crossley, of the same stiffness and dissipation, and Mindlin's friction. The meshes
of an ElasticFoundationForce get elastic layers, of the same stiffness k and dissipation beside a shape without springs. Two meshes get
layers of k1 + k2, since the old springs add up at half weight and layers are in series. G/h is K/h (1 - 2 nu)/(2 (1 - nu)).
@return one line for each force, which describes its conversion
@throws std::runtime_error if there is nothing to convert, or a force is not as OpenSim writes it, naming it */
std::vector<std::string> toDEM(SimTK::Xml::Document& model, const FromHuntCrossley& how = {});

#endif
