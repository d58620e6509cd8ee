// SPDX-License-Identifier: Apache-2.0
#include "grains/BedServer.h"

#include "grains/Conversions.h"
#include "grains/InputChecks.h"

#include <algorithm>
#include <stdexcept>

namespace simbodydem::grains {

using namespace SimTK;

std::vector<Grain> BedServer::getGrains() {
    if (!process) return {};
    const Grains read = getProcess().ask<Grains>(Command::ReadGrains);
    std::vector<Grain> all(read.radii.size());
    for (std::size_t k = 0; k < all.size(); ++k)
        all[k] = {vectorAt(read.positions, k), read.radii[k], vectorAt(read.velocities, k),
                  vectorAt(read.angularVelocities, k), read.materials[k]};
    return all;
}

Measures BedServer::measureGrains() { return getProcess().ask<Measures>(Command::Measure); }

GrainBedMeasures BedServer::measure() {
    GrainBedMeasures all;
    if (!process) return all;
    const Measures m = measureGrains();
    all.grains = numGrains = int(m.grains);
    all.mass = m.mass;
    all.kineticEnergy = m.kineticEnergy;
    all.potentialEnergy = m.potentialEnergy;
    all.storedEnergy = m.storedEnergy;
    all.wallEnergy = m.wallEnergy;
    for (const BedSurface& surface : contents.getSurfaces()) all.surfaceEnergy += surface.report.storedEnergy;
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

std::vector<GrainContact> BedServer::getContacts(SurfaceIndex surface) {
    contents.getSurface(surface); // checks
    const auto at = std::find(sent.begin(), sent.end(), int(surface));
    if (!process || at == sent.end()) return {};
    const Contacts read =
        getProcess().ask<Contacts>(Command::ReadContacts, SurfaceNumber{std::int32_t(at - sent.begin())});
    std::vector<GrainContact> all(read.grains.size());
    for (std::size_t k = 0; k < all.size(); ++k)
        all[k] = {read.grains[k], vectorAt(read.points, k), vectorAt(read.normals, k), read.overlaps[k],
                  vectorAt(read.forces, k)};
    return all;
}

std::vector<GrainPair> BedServer::getPairs() {
    if (!process) return {};
    const Pairs read = getProcess().ask<Pairs>(Command::ReadPairs);
    std::vector<GrainPair> all(read.overlaps.size());
    for (std::size_t k = 0; k < all.size(); ++k)
        all[k] = {read.grains[2 * k],          read.grains[2 * k + 1], vectorAt(read.points, k),
                  vectorAt(read.normals, k), read.overlaps[k],       vectorAt(read.forces, k)};
    return all;
}

std::vector<GrainLayer> BedServer::measureLayers(int count) {
    check(count >= 1, "GrainBed::measureLayers()", "count", count, "layers", "1 or more");
    const Real top = measure().highest;
    if (!(top > 0)) return {};
    const Layers read = getProcess().ask<Layers>(Command::MeasureLayers, LayersAsked{count, 0, top});
    const GrainBedOptions& options = contents.getOptions();
    const Vec3 sides = options.getHigh() - options.getLow();
    const Real volume = sides[0] * sides[1] * sides[2] / sides[contents.upAxis()] * top / count;
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

} // namespace simbodydem::grains
