// SPDX-License-Identifier: Apache-2.0
#include "collision/ContactSetSource.h"

#include "collision/CompiledSurfaces.h"
#include "collision/Search.h"
#include "collision/SearchMemory.h"
#include "collision/shapes/FromSimbody.h"

#include <stdexcept>

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

SurfaceEntry ContactSetSource::getSurface(int surface) const {
    const ContactSurfaceIndex s(surface);
    return {getBody(surface), toShape(contacts.getBodyGeometry(set, s), getName(surface)),
            contacts.getBodyTransform(set, s), SurfaceMaterial()};
}

namespace {

// Computes the centres of spheres. It computes those of spheres in contact only, or all centres in the order of memory if most are in contact.
class SphereCentres {
public:
    SphereCentres(const CompiledSurfaces& compiled, SearchMemory& memory, std::size_t numContacts)
        : compiled(compiled), memory(memory) {
        const std::size_t count = compiled.surfaces.size();
        memory.centres.resize(count);
        memory.hasCentre.assign(count, false);
        if (2 * numContacts >= count)
            for (std::size_t s = 0; s < count; ++s) centreOf(int(s)); // the centre of a plane has no meaning
    }

    const Vec3& centreOf(int sphere) {
        Vector3& centre = memory.centres[sphere];
        if (!memory.hasCentre[sphere]) {
            const Transform& X_GB = memory.bodies.getTransform(compiled.surfaces[sphere].body);
            centre = toEigen(X_GB.p() + X_GB.R() * asSimTK(compiled.geometries[sphere].station));
            memory.hasCentre[sphere] = true;
        }
        return asSimTK(centre);
    }

private:
    const CompiledSurfaces& compiled;
    SearchMemory& memory;
};

} // namespace

// Simbody finds the pairs in contact. Point and overlap are computed here once more, by Simbody's own arithmetic and so to the last digit. A
// PointContact would need three calls, a type check in each where Simbody has assertions, and two cache lines that no other code needs. That
// would be a quarter of all time per contact.
void ContactSetSource::findContactPoints(const State& state, const CompiledSurfaces& compiled, SearchMemory& memory,
                                         std::vector<ContactPoint>& points) const {
    if (!compiled.areAllSimple)
        return searchContactPoints(compiled, memory, points); // Simbody does not find all of them
    points.clear();
    const Array_<Contact>& found = contacts.getContacts(state, set);
    SphereCentres centres(compiled, memory, found.size());
    int plane = -1; // the plane of X_GS
    Transform X_GS;
    for (const Contact& pair : found) {
        const int first = pair.getSurface1(), second = pair.getSurface2();
        const bool isSwapped = first > second; // Simbody swaps the two from one evaluation to the next
        const int a = isSwapped ? second : first, b = isSwapped ? first : second;
        const CompiledSurface &surfaceA = compiled.surfaces[a], &surfaceB = compiled.surfaces[b];
        if (surfaceA.body == surfaceB.body || compiled.filter.excludes(a, surfaceA, b, surfaceB)) continue;
        Vec3 point, normal; // from first to second
        Real depth;
        const Vec3& centre = centres.centreOf(second);
        if (compiled.surfaces[first].isPlane()) {
            if (plane != first)
                X_GS = memory.bodies.getTransform(compiled.surfaces[first].body) * compiled.geometries[first].X_BS;
            plane = first;
            const Vec3 location = ~X_GS * centre;
            depth = compiled.reaches[second] + location[0];
            normal = X_GS.R() * Vec3(-1, 0, 0);
            point = X_GS * Vec3(depth / 2, location[1], location[2]);
        } else {
            const Vec3& firstCentre = centres.centreOf(first);
            const Vec3 delta = centre - firstCentre;
            const Real distance = delta.norm(), radius = compiled.reaches[first];
            depth = radius + compiled.reaches[second] - distance;
            normal = delta / distance;
            point = firstCentre + (radius - depth / 2) * normal;
        }
        ContactPoint contact{{a, b, 0},
                             toEigen(point),
                             toEigen(isSwapped ? Vec3(-normal) : normal),
                             depth - (surfaceA.margin + surfaceB.margin),
                             &surfaceA.curvature,
                             &surfaceB.curvature};
        contact.point += (0.5 * (surfaceB.margin - surfaceA.margin)) * contact.normal;
        points.push_back(contact);
    }
}

} // namespace simbodydem
