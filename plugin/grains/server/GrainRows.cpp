// SPDX-License-Identifier: Apache-2.0 OR GPL-2.0-or-later
#include "server/GrainRows.h"

#include "server/LammpsErrors.h"
#include "server/PairSprings.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>

namespace simbodydem::grains {

namespace {

// Places in a row.
constexpr int length = 0, tag = 1, type = 2, radius = 3, mass = 4, position = 5, velocity = 8, spin = 11, force = 14, torque = 17,
              memory = 20;

} // namespace

std::vector<double> GrainRows::write(LAMMPS_NS::LAMMPS& lammps, const FixSurfaces& surfaces) {
    LAMMPS_NS::Atom& atom = *lammps.atom;
    PairSprings springs(lammps); // LAMMPS has handed them from the list of neighbours to the grains after the run
    std::vector<double> rows, buffer;
    for (int i = 0; i < atom.nlocal; ++i) {
        const std::size_t start = rows.size();
        rows.insert(rows.end(), {0., double(atom.tag[i]), double(atom.type[i]), atom.radius[i], atom.rmass[i]});
        for (double** const vector : {atom.x, atom.v, atom.omega, atom.f, atom.torque})
            rows.insert(rows.end(), vector[i], vector[i] + 3);
        lammps.domain->remap(&rows[start + position]);
        // Both fixes tell how much they need at most.
        buffer.resize(std::max(std::size_t(surfaces.maxexchange), springs.getMaxSize()) + 16);
        rows.insert(rows.end(), buffer.data(), buffer.data() + surfaces.getMemories().pack(i, buffer.data()));
        if (springs.exist()) rows.insert(rows.end(), buffer.data(), buffer.data() + springs.read(i, buffer.data()));
        rows[start + length] = double(rows.size() - start);
    }
    return rows;
}

GrainRows::GrainRows(LAMMPS_NS::LAMMPS& lammps, FixSurfaces& surfaces, const std::vector<double>& rows)
    : lammps(lammps), surfaces(surfaces), rows(rows) {
    for (std::size_t at = 0; at < rows.size();) {
        const double size = rows[at];
        if (!(size > memory && size <= double(rows.size() - at)) || size != std::floor(size))
            throw std::invalid_argument("the rows of the grains are damaged");
        const double contacts = rows[at + memory]; // the first number of a memory; all that follow must be in the row
        if (!(contacts >= 0 && contacts < size && memory + GrainMemories::packedSize(std::size_t(contacts)) <= size))
            throw std::invalid_argument("the rows of the grains are damaged");
        starts.push_back(at);
        startOf[LAMMPS_NS::tagint(rows[at + tag])] = at;
        at += std::size_t(size);
    }
}

const double* GrainRows::rowOf(int grain) const { return &rows[startOf.at(lammps.atom->tag[grain])]; }

LAMMPS_NS::tagint GrainRows::getHighestTag() const {
    LAMMPS_NS::tagint highest = 0;
    for (const auto& entry : startOf) highest = std::max(highest, entry.first);
    return highest;
}

void GrainRows::create() {
    std::vector<int> tags, types;
    std::vector<double> positions, velocities;
    for (const std::size_t start : starts) {
        const double* const row = &rows[start];
        tags.push_back(int(row[tag]));
        const int own = int(row[type]);
        if (!(own >= 1 && own <= lammps.atom->ntypes)) throw std::invalid_argument("the rows of the grains are damaged");
        types.push_back(own);
        positions.insert(positions.end(), row + position, row + position + 3);
        velocities.insert(velocities.end(), row + velocity, row + velocity + 3);
    }
    lammps.atom->nghost = 0; // as in LammpsBed::addGrains()
    if (!starts.empty())
        lammps_create_atoms(&lammps, int(starts.size()), tags.data(), types.data(), positions.data(), velocities.data(),
                            nullptr, 0);
    endAtError(lammps);
    LAMMPS_NS::Atom& atom = *lammps.atom;
    if (std::size_t(atom.natoms) != starts.size())
        throw std::runtime_error("some of the saved grains are outside the box");
    for (int i = 0; i < atom.nlocal; ++i) {
        const double* const row = rowOf(i);
        atom.radius[i] = row[radius];
        atom.rmass[i] = row[mass];
        std::copy(row + spin, row + spin + 3, atom.omega[i]);
    }
}

void GrainRows::setHistories() {
    PairSprings springs(lammps);
    for (int i = 0; i < lammps.atom->nlocal; ++i) {
        const double* const row = rowOf(i);
        const int start = memory + surfaces.updMemories().unpack(i, row + memory);
        if (springs.exist()) springs.write(i, row + start, int(row[length]) - start);
    }
    if (!springs.exist()) return;
    // A list of neighbours takes histories from the grains once, when it is made.
    lammps.neighbor->build(1);
    springs.distribute();
    surfaces.post_neighbor();
}

void GrainRows::setForces() {
    for (int i = 0; i < lammps.atom->nlocal; ++i) {
        const double* const row = rowOf(i);
        std::copy(row + force, row + force + 3, lammps.atom->f[i]);
        std::copy(row + torque, row + torque + 3, lammps.atom->torque[i]);
    }
}

} // namespace simbodydem::grains
