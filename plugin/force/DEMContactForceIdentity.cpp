// SPDX-License-Identifier: Apache-2.0
// What determines the results of a force, line by line: a history goes on only where it is the same.

#include "contact/ContactFault.h"
#include "force/DEMContactForceImpl.h"
#include "laws/MaterialValues.h"
#include "laws/ModelDescription.h"

namespace simbodydem {

using namespace SimTK;

HistoryModel DEMContactForceImpl::describeForce() const {
    HistoryModel history;
    history.hasRolling = hasRolling;
    history.isTracking = isTracking;
    for (std::size_t slot = 0; slot < compiled.bodies.size(); ++slot)
        history.slotOf[compiled.bodyIndices[slot]] = int(slot);
    for (const Surface& surface : compiled.surfaces) history.bodyOf.push_back(compiled.bodyIndices[surface.body]);
    history.findFault = [this](const FullContactRow& contact, const BodyPose& poseA, const BodyPose& poseB) {
        const Surface &a = compiled.surfaces[contact.key.a], &b = compiled.surfaces[contact.key.b];
        const bool canTouch = a.body != b.body && !(a.isPlane() && b.isPlane()) &&
                              !compiled.filter.excludes(contact.key.a, a, contact.key.b, b);
        return canTouch ? simbodydem::findFault(pairs.get(a, b), a, b, contact, poseA, poseB)
                        : pairOf("surfaces", contact.key.a, contact.key.b) + " cannot touch";
    };

    // Surfaces and what they are made of are told together, below.
    ContactModel settings = model;
    settings.exclusions = getAllExclusions();
    settings.materials.forAll = SurfaceMaterial();
    settings.materials.bySurface.clear();
    settings.margins = DetectionMargins();
    Lines& lines = history.identity = settings.describe();
    const MaterialAssignment all = getAllMaterials();
    int numMaterials = 0; // surfaces of one class share theirs
    for (ContactSurfaceIndex s(0); s < int(compiled.surfaces.size()); ++s) {
        const std::string owner = numbered("surface", s);
        const int material = compiled.surfaces[s].materialClass;
        lines.push_back(owner + numbered(" body", history.bodyOf[s]) + " " + compiled.geometries[s].shape->describe());
        if (compiled.surfaces[s].margin > 0)
            lines.push_back(owner + " margin " + quantity(compiled.surfaces[s].margin, "m"));
        lines.push_back(owner + numbered(" material", material));
        if (material == numMaterials)
            addParameters(lines, numbered("material", numMaterials++), getParameters(all.get(s)));
    }
    return history;
}

} // namespace simbodydem
