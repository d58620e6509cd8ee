// SPDX-License-Identifier: Apache-2.0 OR GPL-2.0-or-later
#include "server/BedLayers.h"

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
        for (int axis = 0; axis < 3; ++axis) layers.momentum[3 * k + axis] += atom.rmass[i] * atom.v[i][axis];
    }
    LAMMPS_NS::Pair& pair = *lammps.force->pair;
    const LAMMPS_NS::NeighList* const list = pair.list;
    for (int ii = 0; list && ii < list->inum; ++ii) {
        const int i = list->ilist[ii];
        for (int jj = 0; jj < list->numneigh[i]; ++jj) {
            const int j = list->firstneigh[i][jj] & NEIGHMASK;
            const Vector line = Eigen::Map<const Vector>(atom.x[j]) - Eigen::Map<const Vector>(atom.x[i]);
            const double distance = line.norm(), overlap = atom.radius[i] + atom.radius[j] - distance;
            if (!(overlap > 0)) continue;
            double perDistance = 0;
            pair.single(i, j, 1, 1, distance * distance, 1, 1, perDistance);
            const Vector force = -perDistance * line + Vector(pair.svector[0], pair.svector[1], pair.svector[2]);
            // The contact point is in the middle of the overlap.
            const Vector n = line / distance;
            if (const int k = layerOf(i); k >= 0)
                addStress(&layers.stress[9 * k], force, (atom.radius[i] - 0.5 * overlap) * n);
            if (j >= atom.nlocal) continue; // the rank that has j adds it
            if (const int k = layerOf(j); k >= 0)
                addStress(&layers.stress[9 * k], -force, -(atom.radius[j] - 0.5 * overlap) * n);
        }
    }
    for (const PlacedSurface& surface : surfaces.getSurfaces())
        for (const TouchingGrain& at : surface.touching)
            if (const int k = layerOf(at.grain); k >= 0)
                addStress(&layers.stress[9 * k], at.force, -(atom.radius[at.grain] - 0.5 * at.overlap) * at.normal);
    return layers;
}

} // namespace simbodydem::grains
