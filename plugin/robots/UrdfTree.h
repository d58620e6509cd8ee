// SPDX-License-Identifier: Apache-2.0
#ifndef SIMBODYDEM_ROBOTS_URDF_TREE_H
#define SIMBODYDEM_ROBOTS_URDF_TREE_H

#include "robots/Findings.h"
#include "robots/UrdfElement.h"

#include <vector>

namespace simbodydem {

/** Links and joints from the root downwards: joint i leads to link i + 1. */
struct UrdfTree {
    struct Joint {
        const UrdfElement* element;
        int parentLink, mimicked; // mimicked: index of a joint; -1: none
    };
    std::vector<const UrdfElement*> links;
    std::vector<Joint> joints;
};

/** Orders links and joints as a tree, depth first, branches in the order of the file. Names that are not unique, joints without their
links, loops, several roots and impossible <mimic> elements are errors; then it throws.
@param robot  has passed checkSchema(); the tree points into it
@param allowUnknownMimics  if so, a <mimic> of a joint that does not exist is a warning */
UrdfTree makeTree(const UrdfElement& robot, bool allowUnknownMimics, Findings&);

/** Returns the joint's <mimic>; null if there is none. */
inline const UrdfElement* mimicOf(const UrdfElement& joint) { return joint.child("mimic"); }

} // namespace simbodydem

#endif
