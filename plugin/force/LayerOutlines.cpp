// SPDX-License-Identifier: Apache-2.0
#include "force/LayerOutlines.h"

#include "base/EigenBridge.h"
#include "collision/ContactSource.h"
#include "force/DEMContactForceImpl.h"
#include "force/SoilRuts.h"

#include <stdexcept>

namespace simbodydem {

using namespace SimTK;

void checkHasLayer(const std::string& caller, const DEMContactForce& force, ContactSurfaceIndex surface) {
    const std::string name = force.getSurfaceName(surface);
    const ContactSource& source = implOf(force).getModel().getSource();
    const Surface own = source.getSurface(surface).surface;
    bool hasElements = own.getLayer() || own.getSoil();
    for (int s = 0; s < source.getNumSurfaces(); ++s) // a body over sand has elements too
        hasElements = hasElements || (s != surface && source.getSurface(s).surface.getSand());
    if (!hasElements)
        throw std::invalid_argument(caller + ": " + name +
                                    " has no ElasticLayer; give it one in ContactSurfaces::add()");
}

std::vector<ContactSurfaceIndex> findLayers(const DEMContactForce& force) {
    std::vector<ContactSurfaceIndex> surfaces;
    const auto& layers = implOf(force).getCompiled().layers.layers;
    for (std::size_t s = 0; s < layers.size(); ++s)
        if (layers[s]) surfaces.push_back(ContactSurfaceIndex(int(s)));
    return surfaces;
}

std::vector<Vec3> calcOutline(const DEMContactForce& force, ContactSurfaceIndex surface, std::int64_t element,
                              Real depth) {
    const CompiledModel& model = implOf(force).getCompiled();
    if (model.layers.findSoil(surface)) return calcRutOutline(force, surface, element, depth);
    const Transform& X_BS = model.geometries[surface].X_BS;
    std::vector<Vec3> corners;
    const CompiledLayer& layer = *model.layers.layers[surface];
    if (layer.elements) {
        const SurfaceElement& e = (*layer.elements)[int(element)];
        for (int k = 0; k < e.numCorners; ++k)
            corners.push_back(X_BS * toSimTK(layer.elements->getCorner(e.firstCorner + k)));
    } else
        for (const Vector3& corner : layer.cells.cornersOf(element)) corners.push_back(X_BS * toSimTK(corner));
    return corners;
}

} // namespace simbodydem
