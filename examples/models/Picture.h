#ifndef MODELS_PICTURE_H
#define MODELS_PICTURE_H

#include "Simbody.h"

#include <string>
#include <vector>

namespace lab {

/** A view of a model's bodies, at one instant or at several ones together. */
struct Picture {
    struct Thing {
        SimTK::Vec3 color;                           ///< red, green, blue
        std::vector<std::vector<SimTK::Vec3>> faces; ///< in Ground, counter-clockwise seen from outside
        int layersBehind = 0;                        ///< the others, 1 for Ground's things and 2 for its first one
    };
    std::string title;
    SimTK::Real tilt = 70, turn = 30; ///< of the view: from straight above, and about the vertical [degrees]
    SimTK::Real zoom = 2.2;
    std::vector<Thing> things = {};

    /** What all bodies and surfaces look like in this State, as their decorations say; lines and text are left out. Ground, which does not
    move, is added once. */
    void add(const SimTK::MultibodySystem&, const SimTK::State&);
};

} // namespace lab

#endif
