// SPDX-License-Identifier: Apache-2.0
#include "force/ForceIdentity.h"

#include "collision/ContactSource.h"
#include "contact/ContactFault.h"
#include "laws/MaterialValues.h"
#include "laws/ModelDescription.h"
#include "simbodydem/ElasticLayer.h"
#include "simbodydem/Sand.h"
#include "simbodydem/Soil.h"

#include <algorithm>

namespace simbodydem {

using namespace SimTK;

HistoryModel describeForce(const CompiledModel& compiled, const ContactModel& model) {
    HistoryModel history;
    history.hasRolling = compiled.hasRolling;
    history.isTracking = compiled.isTrackingEnergy;
    for (std::size_t slot = 0; slot < compiled.bodies.size(); ++slot)
        history.slotOf[compiled.bodyIndices[slot]] = int(slot);
    for (const CompiledSurface& surface : compiled.surfaces) history.bodyOf.push_back(compiled.bodyIndices[surface.body]);
    for (const LayerPair& pair : compiled.layers.pairs) history.layerPairs.insert({pair.layer, pair.opposite});
    for (const CompiledSoil& soil : compiled.layers.soils) history.soils.push_back(soil.surface);
    history.findSoilFault = [&compiled](SavedSoilCell& cell) -> std::string {
        const CompiledSoil& soil = *compiled.layers.findSoil(cell.soil);
        SoilCellMemory& memory = cell.memory;
        const auto pair = std::find_if(soil.pairs.begin(), soil.pairs.end(),
                                       [&](const SoilPair& p) { return p.surface == memory.surface; });
        if (pair == soil.pairs.end()) return pairOf("surfaces", cell.soil, memory.surface) + " cannot touch";
        const Real rounding = 1e-9;
        if (memory.depth > memory.yieldDepth * (1 + rounding)) return "the depth is above that of first loading";
        const Real shearLength = pair->constants.shearLength;
        kernels::SoilShear& shear = memory.shear;
        // The stiffness of an older version fell with the strength, so that the reach was K.
        if (std::isnan(shear.reach)) shear.reach = shearLength;
        if (shear.reach > shearLength * (1 + rounding)) return "the reach of the shear is above the shear length K";
        if (shear.displacement.norm() > shear.limit(shearLength) * (1 + rounding) + 1e-12)
            return "the shear displacement is above the limit of its hardening";
        const auto center = soil.grid.centerOf(CellNumber::first(memory.cell), CellNumber::second(memory.cell));
        if (!center) return "the cell is beyond the border of the soil";
        if (!(memory.normal.dot(center->up) > 0)) return "the normal points into the soil";
        return "";
    };
    history.findFault = [&compiled](const FullContactRow& contact, const BodyPose& poseA, const BodyPose& poseB) {
        const CompiledSurface &a = compiled.surfaces[contact.key.a], &b = compiled.surfaces[contact.key.b];
        const bool canTouch = a.body != b.body && !(a.isPlane() && b.isPlane()) &&
                              !compiled.filter.excludes(contact.key.a, a, contact.key.b, b);
        return canTouch ? findFault(compiled.pairs.get(a, b), a, b, contact, poseA, poseB)
                        : pairOf("surfaces", contact.key.a, contact.key.b) + " cannot touch";
    };

    // Surfaces and their materials are described together below.
    ContactModel settings = model;
    settings.exclusions = compiled.exclusions;
    settings.materials.forAll = SurfaceMaterial();
    settings.materials.bySurface.clear();
    settings.margins = DetectionMargins();
    Lines& lines = history.identity = settings.describe();
    int numMaterials = 0; // surfaces of one class share a material
    for (ContactSurfaceIndex s(0); s < int(compiled.surfaces.size()); ++s) {
        const std::string owner = numbered("surface", s);
        const int material = compiled.surfaces[s].materialClass;
        lines.push_back(owner + numbered(" body", history.bodyOf[s]) + " " + compiled.geometries[s].shape->describe());
        for (const std::string& line : compiled.source->getSurface(s).surface.describe())
            lines.push_back(owner + " " + line);
        if (compiled.surfaces[s].margin > 0)
            lines.push_back(owner + " margin " + quantity(compiled.surfaces[s].margin, "m"));
        lines.push_back(owner + numbered(" material", material));
        if (material == numMaterials)
            addParameters(lines, numbered("material", numMaterials++), getParameters(compiled.materials.get(s)));
    }
    return history;
}

} // namespace simbodydem
