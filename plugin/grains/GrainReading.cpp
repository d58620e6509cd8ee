// SPDX-License-Identifier: Apache-2.0
#include "grains/GrainCoupling.h"

#include "grains/Conversions.h"
#include "grains/InputChecks.h"

#include "Simbody.h"

#include <algorithm>
#include <stdexcept>

namespace simbodydem {

using namespace grains;
using namespace SimTK;

std::vector<Grain> GrainCoupling::getGrains() {
    if (!server) return {};
    const Grains read = getServer().ask<Grains>(Command::ReadGrains);
    std::vector<Grain> all(read.radii.size());
    for (std::size_t k = 0; k < all.size(); ++k)
        all[k] = {vectorAt(read.positions, k), read.radii[k], vectorAt(read.velocities, k),
                  vectorAt(read.angularVelocities, k), read.materials[k]};
    return all;
}

GrainBedMeasures GrainCoupling::measure() {
    GrainBedMeasures all;
    if (!server) return all;
    const Measures m = getServer().ask<Measures>(Command::Measure);
    all.grains = numGrains = int(m.grains);
    all.mass = m.mass;
    all.kineticEnergy = m.kineticEnergy;
    all.potentialEnergy = m.potentialEnergy;
    all.storedEnergy = m.storedEnergy;
    all.wallEnergy = m.wallEnergy;
    for (const BedSurface& surface : surfaces) all.surfaceEnergy += surface.report.storedEnergy;
    all.height = m.meanHeight;
    all.highest = m.height;
    all.coordinationNumber = m.coordinationNumber;
    all.largestSpeed = m.largestSpeed;
    all.deepestOverlap = m.deepestOverlap;
    all.momentum = toVec3(m.momentum);
    all.angularMomentum = toVec3(m.angularMomentum);
    all.wallForce = toVec3(m.wallForce);
    return all;
}

const SurfaceReport& GrainCoupling::getReport(SurfaceIndex surface) const {
    if (!surface.isValid())
        throw std::invalid_argument("GrainBed: the SurfaceIndex is not set; addSurface() returns one");
    if (int(surface) >= int(surfaces.size()))
        throw std::invalid_argument("GrainBed: there is no surface " + std::to_string(int(surface)) + "; there are " +
                                    std::to_string(surfaces.size()));
    return surfaces[std::size_t(int(surface))].report;
}

SpatialVec GrainCoupling::getPendingImpulse(SurfaceIndex surface) const {
    getReport(surface); // checks
    return pendingImpulses.size() > int(surface) ? pendingImpulses[int(surface)] : SpatialVec(Vec3(0), Vec3(0));
}

std::vector<GrainContact> GrainCoupling::getContacts(SurfaceIndex surface) {
    getReport(surface); // checks
    const auto at = std::find(sent.begin(), sent.end(), int(surface));
    if (!server || at == sent.end()) return {};
    const Contacts read =
        getServer().ask<Contacts>(Command::ReadContacts, SurfaceNumber{std::int32_t(at - sent.begin())});
    std::vector<GrainContact> all(read.grains.size());
    for (std::size_t k = 0; k < all.size(); ++k)
        all[k] = {read.grains[k], vectorAt(read.points, k), vectorAt(read.normals, k), read.overlaps[k],
                  vectorAt(read.forces, k)};
    return all;
}

std::vector<GrainPair> GrainCoupling::getPairs() {
    if (!server) return {};
    const Pairs read = getServer().ask<Pairs>(Command::ReadPairs);
    std::vector<GrainPair> all(read.overlaps.size());
    for (std::size_t k = 0; k < all.size(); ++k)
        all[k] = {read.grains[2 * k],          read.grains[2 * k + 1], vectorAt(read.points, k),
                  vectorAt(read.normals, k), read.overlaps[k],       vectorAt(read.forces, k)};
    return all;
}

std::vector<GrainLayer> GrainCoupling::measureLayers(int count) {
    check(count >= 1, "GrainBed::measureLayers()", "count", count, "layers", "1 or more");
    const Real top = measure().highest;
    if (!(top > 0)) return {};
    const Layers read = getServer().ask<Layers>(Command::MeasureLayers, LayersAsked{count, 0, top});
    const Vec3 sides = options.getHigh() - options.getLow();
    const Real volume = sides[0] * sides[1] * sides[2] / sides[upAxis()] * top / count;
    std::vector<GrainLayer> layers(read.grains.size());
    for (std::size_t k = 0; k < layers.size(); ++k) {
        GrainLayer& layer = layers[k];
        layer.low = top * Real(k) / count;
        layer.high = top * Real(k + 1) / count;
        layer.grains = int(read.grains[k]);
        layer.solidFraction = read.volume[k] / volume;
        if (read.mass[k] > 0) layer.velocity = vectorAt(read.momentum, k) / read.mass[k];
        for (int i = 0; i < 3; ++i)
            for (int j = 0; j < 3; ++j) layer.stress(i, j) = -read.stress[9 * k + std::size_t(3 * i + j)] / volume;
    }
    return layers;
}

} // namespace simbodydem
