// SPDX-License-Identifier: Apache-2.0 OR GPL-2.0-or-later
#include "server/PlaceChecks.h"

#include "server/LammpsTerms.h"

#include <algorithm>

namespace simbodydem::grains {

Grains withoutBuried(const FixSurfaces& surfaces, const Grains& all) {
    Grains free;
    std::vector<SphereContact> contacts;
    const std::vector<PlacedSurface>& placed = surfaces.getSurfaces();
    for (std::size_t k = 0; k < all.radii.size() && std::int64_t(free.radii.size()) < all.atMost; ++k) {
        const double* const x = &all.positions[3 * k];
        const bool isBuried = std::any_of(placed.begin(), placed.end(), [&](const PlacedSurface& s) {
            const Vector centre = surfaces.imageNear(s, x);
            if (s.shape.isNear(centre, all.radii[k])) {
                kernels::AroundCorners around;
                s.shape.find(centre, all.radii[k], around, contacts);
                if (!contacts.empty()) return true;
            }
            return s.shape.isBehind(centre);
        });
        if (isBuried) continue;
        free.positions.insert(free.positions.end(), x, x + 3);
        free.radii.push_back(all.radii[k]);
        if (!all.materials.empty()) free.materials.push_back(all.materials[k]);
    }
    return free;
}

std::string findBehind(const FixSurfaces& surfaces, const Grains& all) {
    for (std::size_t k = 0; k < all.radii.size(); ++k)
        for (const PlacedSurface& s : surfaces.getSurfaces()) {
            const double* const x = &all.positions[3 * k];
            if (s.shape.isBehind(surfaces.imageNear(s, x)))
                return "grain " + std::to_string(k) + " at (" + toReadable(x[0]) + ", " + toReadable(x[1]) + ", " +
                       toReadable(x[2]) + ") m is behind the surface " + s.given.name;
        }
    return {};
}

std::string findTooLong(const FixSurfaces& surfaces, const LAMMPS_NS::Domain& domain, double largestRadius) {
    for (const PlacedSurface& s : surfaces.getSurfaces())
        for (int axis = 0; axis < 3; ++axis) {
            if (!domain.periodicity[axis] || !s.shape.isBounded()) continue;
            const double length = 2 * s.shape.halfExtent(axis), period = domain.prd[axis];
            // A grain in a gap that is shorter than it touches both ends, but only the nearest image of a surface is searched.
            if (length > period * (1 + 1e-9) || (length > period - 2 * largestRadius && length < period * (1 - 1e-9)))
                return s.given.name + " is " + toReadable(length) + " m long in " + "xyz"[axis] +
                       ", where the box is periodic; it must be at most " + toReadable(period - 2 * largestRadius) +
                       " m, so that a grain passes between its ends, or as long as the box, " + toReadable(period) +
                       " m";
        }
    return {};
}

} // namespace simbodydem::grains
