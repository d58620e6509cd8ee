#include "touches/ContactSetSource.h"

#include "touches/SurfaceShape.h"

#include <stdexcept>
#include <utility>

namespace simbodydem {

using namespace SimTK;

ContactSetSource::ContactSetSource(const GeneralContactSubsystem& contacts, ContactSetIndex set,
                                   const std::string& owner)
    : contacts(contacts), set(set) {
    const int count = contacts.getNumContactSets();
    if (!set.isValid() || set >= count)
        throw std::invalid_argument(owner + ": contact set " + std::to_string(set) + " does not exist; the " +
                                    "contact subsystem has " + std::to_string(count) + ", and it must be in [0, " +
                                    std::to_string(count) + ")");
}

MobilizedBodyIndex ContactSetSource::getBody(int surface) const {
    return contacts.getBody(set, ContactSurfaceIndex(surface)).getMobilizedBodyIndex();
}

std::string ContactSetSource::getName(int surface) const {
    return "surface " + std::to_string(surface) + " on body " + std::to_string(getBody(surface));
}

SurfacePlace ContactSetSource::getSurface(int surface) const {
    const ContactSurfaceIndex s(surface);
    return {getBody(surface), toShape(contacts.getBodyGeometry(set, s), getName(surface)),
            contacts.getBodyTransform(set, s), SurfaceMaterial()};
}

// Between spheres and half spaces every contact is a PointContact.
void ContactSetSource::findTouches(const State& state, const CompiledSurfaces& compiled, SearchMemory&,
                                   std::vector<Touch>& touches) const {
    touches.clear();
    for (const Contact& contact : contacts.getContacts(state, set)) {
        const auto& found = static_cast<const PointContact&>(contact);
        int a = found.getSurface1(), b = found.getSurface2();
        const bool isSwapped = a > b; // Simbody swaps the two from one evaluation to the next
        if (isSwapped) std::swap(a, b);
        const Surface &surfaceA = compiled.surfaces[a], &surfaceB = compiled.surfaces[b];
        if (surfaceA.body == surfaceB.body || compiled.filter.excludes(a, surfaceA, b, surfaceB)) continue;
        const Vec3 point = found.getLocation(), normal = found.getNormal();
        Touch touch{{a, b, 0},        toEigen(point),      toEigen(normal),
                    found.getDepth(), &surfaceA.curvature, &surfaceB.curvature};
        if (isSwapped) touch.normal = -touch.normal;
        touch.overlap -= surfaceA.margin + surfaceB.margin;
        touch.point += (0.5 * (surfaceB.margin - surfaceA.margin)) * touch.normal;
        touches.push_back(touch);
    }
}

} // namespace simbodydem
