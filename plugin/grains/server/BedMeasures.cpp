// SPDX-License-Identifier: Apache-2.0 OR GPL-2.0-or-later
#include "server/BedMeasures.h"

#include <algorithm>
#include <cmath>

namespace simbodydem::grains {

Measures measureBed(LAMMPS_NS::LAMMPS& lammps, const FixSurfaces& surfaces, const BedSetUp& given, const Ranks& ranks) {
    LAMMPS_NS::Atom& atom = *lammps.atom;
    Measures m;
    const int up = upAxisOf(given.gravity);
    const bool isDown = given.gravity[up] > 0;
    const auto heightOf = [&](int i) {
        return isDown ? given.high[up] - atom.x[i][up] : atom.x[i][up] - given.low[up];
    };
    // The top of the highest grain in each column, of four largest radii in width.
    const int first = up == 0 ? 1 : 0, second = up == 2 ? 1 : 2;
    const auto columnsIn = [&](int axis) {
        return std::max(1, int((given.high[axis] - given.low[axis]) / (4 * given.largestRadius)));
    };
    const int n1 = columnsIn(first), n2 = columnsIn(second);
    std::vector<double> tops(std::size_t(n1) * std::size_t(n2), -1);
    double speed2 = 0, contacts = 0;
    for (int i = 0; i < atom.nlocal; ++i) {
        const Vector x = Eigen::Map<const Vector>(atom.x[i]), v = Eigen::Map<const Vector>(atom.v[i]),
                     w = Eigen::Map<const Vector>(atom.omega[i]);
        const double mass = atom.rmass[i], inertia = 0.4 * mass * atom.radius[i] * atom.radius[i];
        m.mass += mass;
        m.kineticEnergy += 0.5 * mass * v.squaredNorm() + 0.5 * inertia * w.squaredNorm();
        m.potentialEnergy -= mass * surfaces.getGravity().dot(x);
        for (int axis = 0; axis < 3; ++axis) {
            m.momentum[axis] += mass * v[axis];
            m.angularMomentum[axis] += mass * x.cross(v)[axis] + inertia * w[axis];
        }
        speed2 = std::max(speed2, v.squaredNorm());
        const auto columnOf = [&](int axis, int n) {
            const double fraction = (x[axis] - given.low[axis]) / (given.high[axis] - given.low[axis]);
            return std::min(std::max(int(fraction * n), 0), n - 1);
        };
        double& top = tops[std::size_t(columnOf(first, n1)) * std::size_t(n2) + std::size_t(columnOf(second, n2))];
        top = std::max(top, heightOf(i) + atom.radius[i]);
    }
    const LAMMPS_NS::NeighList* list = lammps.force->pair->list;
    for (int ii = 0; list && ii < list->inum; ++ii) {
        const int i = list->ilist[ii];
        for (int jj = 0; jj < list->numneigh[i]; ++jj) {
            const int j = list->firstneigh[i][jj] & NEIGHMASK;
            const Vector line = Eigen::Map<const Vector>(atom.x[j]) - Eigen::Map<const Vector>(atom.x[i]);
            const double overlap = atom.radius[i] + atom.radius[j] - line.norm();
            if (!(overlap > 0)) continue;
            const double weight = j < atom.nlocal ? 1 : 0.5; // two ranks, or two images, have this pair
            contacts += weight;
            m.deepestOverlap = std::max(m.deepestOverlap, overlap / std::min(atom.radius[i], atom.radius[j]));
            m.storedEnergy += weight * normalEnergy(given.termsOf(atom.type[i] - 1, atom.type[j] - 1), 1 / (1 / atom.radius[i] + 1 / atom.radius[j]), overlap);
        }
    }
    for (const SurfaceReport& wall : surfaces.getWallReports()) {
        for (int axis = 0; axis < 3; ++axis) m.wallForce[axis] -= wall.force[axis];
        m.wallEnergy += wall.storedEnergy;
        m.deepestWallOverlap = std::max(m.deepestWallOverlap, wall.deepestOverlap);
    }
    Sums()
        .add(m.mass)
        .add(m.kineticEnergy)
        .add(m.potentialEnergy)
        .add(m.storedEnergy)
        .add(m.wallEnergy)
        .add(contacts)
        .add(m.momentum)
        .add(m.angularMomentum)
        .add(m.wallForce)
        .reduce(ranks);
    m.grains = std::int64_t(atom.natoms);
    m.coordinationNumber = m.grains > 0 ? 2 * contacts / double(m.grains) : 0;
    tops.push_back(speed2);
    tops.push_back(m.deepestOverlap);
    tops.push_back(m.deepestWallOverlap);
    tops = ranks.largest(tops);
    m.deepestWallOverlap = tops.back();
    tops.pop_back();
    m.deepestOverlap = tops.back();
    tops.pop_back();
    m.largestSpeed = std::sqrt(tops.back());
    tops.pop_back();
    double total = 0;
    int filled = 0;
    for (const double top : tops) {
        if (top < 0) continue;
        m.height = std::max(m.height, top);
        total += top;
        ++filled;
    }
    m.meanHeight = filled > 0 ? total / filled : 0;
    return m;
}

} // namespace simbodydem::grains
