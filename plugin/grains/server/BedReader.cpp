// SPDX-License-Identifier: Apache-2.0 OR GPL-2.0-or-later
#include "server/BedReader.h"

#include "server/PairContacts.h"

#include <algorithm>
#include <stdexcept>

namespace simbodydem::grains {

std::vector<double> BedReader::readTags() const {
    std::vector<double> tags = ranks.gather({lammps.atom->tag, lammps.atom->tag + lammps.atom->nlocal});
    std::sort(tags.begin(), tags.end());
    return tags;
}

// Returns the tags, or none where a grain's place in the order of readGrains() is its tag: none was taken away.
std::vector<double> BedReader::readTagsUnlessNumbers() const {
    if (lammps.atom->natoms == highestTag) return {};
    return readTags();
}

// Returns the place of a grain in the order of readGrains(). @param tags  of all grains; none: they are 1, 2, 3...
std::int32_t BedReader::placeOf(double tag, const std::vector<double>& tags) const {
    return tags.empty() ? std::int32_t(tag) - 1
                        : std::int32_t(std::lower_bound(tags.begin(), tags.end(), tag) - tags.begin());
}

Grains BedReader::readGrains(const BedSetUp& given) const {
    LAMMPS_NS::Atom& atom = *lammps.atom;
    constexpr int perGrain = 12;
    std::vector<double> own;
    own.reserve(std::size_t(atom.nlocal) * perGrain);
    for (int i = 0; i < atom.nlocal; ++i) {
        own.insert(own.end(), {double(atom.tag[i]), atom.radius[i]});
        for (int axis = 0; axis < 3; ++axis) { // LAMMPS brings grains back into a periodic box from time to time only
            double x = atom.x[i][axis];
            if (given.isPeriodic[std::size_t(axis)]) {
                if (x < given.low[axis]) x += given.high[axis] - given.low[axis];
                if (x >= given.high[axis]) x -= given.high[axis] - given.low[axis];
            }
            own.push_back(x);
        }
        own.insert(own.end(), atom.v[i], atom.v[i] + 3);
        own.insert(own.end(), atom.omega[i], atom.omega[i] + 3);
        own.push_back(atom.type[i] - 1);
    }
    const std::vector<double> all = ranks.gather(own);
    Grains grains;
    if (!ranks.isFirst()) return grains;
    const std::size_t count = all.size() / perGrain;
    std::vector<std::size_t> order(count);
    for (std::size_t k = 0; k < count; ++k) order[k] = k * perGrain;
    std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return all[a] < all[b]; });
    for (const std::size_t at : order) {
        grains.radii.push_back(all[at + 1]);
        grains.positions.insert(grains.positions.end(), &all[at + 2], &all[at + 5]);
        grains.velocities.insert(grains.velocities.end(), &all[at + 5], &all[at + 8]);
        grains.angularVelocities.insert(grains.angularVelocities.end(), &all[at + 8], &all[at + 11]);
        grains.materials.push_back(std::int32_t(all[at + 11]));
    }
    return grains;
}

Contacts BedReader::readContacts(const FixSurfaces& surfaces, int surface) const {
    const std::size_t k = surfaces.getNumWalls() + std::size_t(surface);
    if (surface < 0 || k >= surfaces.getSurfaces().size())
        throw std::invalid_argument("there is no surface " + std::to_string(surface));
    constexpr int perContact = 11;
    std::vector<double> own;
    for (const TouchingGrain& at : surfaces.getSurfaces()[k].touching) {
        own.insert(own.end(), {double(lammps.atom->tag[at.grain]), at.overlap});
        for (const Vector& v : {at.point, at.normal, Vector(-at.force)}) own.insert(own.end(), v.data(), v.data() + 3);
    }
    const std::vector<double> all = ranks.gather(own);
    const std::vector<double> tags = readTagsUnlessNumbers();
    Contacts contacts;
    for (std::size_t at = 0; at < all.size(); at += perContact) {
        contacts.grains.push_back(placeOf(all[at], tags));
        contacts.overlaps.push_back(all[at + 1]);
        contacts.points.insert(contacts.points.end(), &all[at + 2], &all[at + 5]);
        contacts.normals.insert(contacts.normals.end(), &all[at + 5], &all[at + 8]);
        contacts.forces.insert(contacts.forces.end(), &all[at + 8], &all[at + 8] + 3);
    }
    return contacts;
}

Pairs BedReader::readPairs(const BedSetUp& given) const {
    const std::vector<double> all = ranks.gather(listPairContacts(lammps, given)), tags = readTagsUnlessNumbers();
    Pairs pairs;
    for (std::size_t at = 0; at < all.size(); at += numbersPerPair) {
        for (std::size_t k = 0; k < 2; ++k) pairs.grains.push_back(placeOf(all[at + k], tags));
        pairs.overlaps.push_back(all[at + 2]);
        pairs.points.insert(pairs.points.end(), &all[at + 3], &all[at + 6]);
        pairs.normals.insert(pairs.normals.end(), &all[at + 6], &all[at + 9]);
        pairs.forces.insert(pairs.forces.end(), &all[at + 9], &all[at + 9] + 3);
    }
    return pairs;
}

} // namespace simbodydem::grains
