// SPDX-License-Identifier: Apache-2.0 OR GPL-2.0-or-later
#include "server/BedLayers.h"

#include "server/PairContacts.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>

namespace simbodydem::grains {

namespace {

// Adds the stress of one force on a grain: force times arm.
void addStress(double* stress, const Vector& force, const Vector& arm) {
    for (int i = 0; i < 3; ++i)
        for (int j = 0; j < 3; ++j) stress[3 * i + j] += force[i] * arm[j];
}

} // namespace

Layers sumLayers(LAMMPS_NS::LAMMPS& lammps, const FixSurfaces& surfaces, const BedSetUp& bed,
                 const LayersAsked& asked) {
    if (asked.count < 1 || !(asked.high > asked.low))
        throw std::invalid_argument("layers need a number >= 1 and a height above their bottom");
    LAMMPS_NS::Atom& atom = *lammps.atom;
    const std::size_t count = std::size_t(asked.count);
    Layers layers;
    layers.grains.resize(count);
    layers.mass.resize(count);
    layers.volume.resize(count);
    layers.momentum.resize(3 * count);
    layers.stress.resize(9 * count);
    const int up = upAxisOf(bed.gravity);
    const auto layerOf = [&](int i) { // -1: in none
        const double height = bed.gravity[up] > 0 ? bed.high[up] - atom.x[i][up] : atom.x[i][up] - bed.low[up];
        const double at = (height - asked.low) / (asked.high - asked.low) * double(count);
        return at >= 0 && at < double(count) ? int(at) : -1;
    };
    for (int i = 0; i < atom.nlocal; ++i) {
        const int k = layerOf(i);
        if (k < 0) continue;
        layers.grains[k] += 1;
        layers.mass[k] += atom.rmass[i];
        layers.volume[k] += atom.rmass[i] / bed.materials[std::size_t(atom.type[i] - 1)].density;
        for (int axis = 0; axis < 3; ++axis) layers.momentum[3 * k + axis] += atom.rmass[i] * atom.v[i][axis];
    }
    const auto wantsAll = [](int, int) { return true; };
    forEachPairContact(lammps, bed, wantsAll, [&](const PairContact& contact) {
        const auto& [i, j, normal, force, overlap] = contact;
        // The contact point is in the middle of the overlap.
        if (const int k = layerOf(i); k >= 0)
            addStress(&layers.stress[9 * k], force, (atom.radius[i] - 0.5 * overlap) * normal);
        if (j >= atom.nlocal) return; // the rank that has j adds it
        if (const int k = layerOf(j); k >= 0)
            addStress(&layers.stress[9 * k], -force, -(atom.radius[j] - 0.5 * overlap) * normal);
    });
    for (const PlacedSurface& surface : surfaces.getSurfaces())
        for (const TouchingGrain& at : surface.touching)
            if (const int k = layerOf(at.grain); k >= 0)
                addStress(&layers.stress[9 * k], at.force, -(atom.radius[at.grain] - 0.5 * at.overlap) * at.normal);
    return layers;
}

} // namespace simbodydem::grains
