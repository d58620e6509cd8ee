#ifndef MODELS_PICTURE_H
#define MODELS_PICTURE_H

#include "Simbody.h"

#include <string>
#include <vector>

namespace lab {

/** Shows the bodies of a model, at one instant or at several instants together. */
struct Picture {
    struct Thing {
        SimTK::Vec3 color;                           ///< red, green, blue
        std::vector<std::vector<SimTK::Vec3>> faces; ///< in Ground, counter-clockwise seen from outside
        int layersBehind = 0; ///< layers behind the other things: 1 for things of Ground, 2 for the first of them
    };
    std::string title;
    SimTK::Real tilt = 70, turn = 30; ///< of the view, from straight above and about the vertical [degrees]
    SimTK::Real zoom = 2.2;
    std::vector<Thing> things = {};

    /** Adds all bodies and surfaces in this State, as their decorations show them. Lines and text are left out. Ground does not move and
    is added once. */
    void add(const SimTK::MultibodySystem&, const SimTK::State&);
};

} // namespace lab

#endif
