// SPDX-License-Identifier: Apache-2.0 OR GPL-2.0-or-later
#include "server/NextGrains.h"

#include "server/FixSurfaces.h"
#include "server/Ranks.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace simbodydem::grains {

namespace {

constexpr double fasterByImpacts = 1.5; // the largest speed of a grain that faster ones hit, over the speed of these
constexpr int numbersPerSurface = 11;   // gap, speed, mass, radius, material, point and normal

struct Approach { // the largest speed and acceleration of a surface's points
    double speed, acceleration;
};

Approach approachOf(const PlacedSurface& s, const SurfaceUpdate& update, const LAMMPS_NS::Domain& domain) {
    double reach = 0; // from the origin of the body to the farthest point of the surface within the box
    if (s.shape.isBounded())
        reach = (s.shape.getMiddle() - s.bodyPose.origin).norm() +
                Vector(s.shape.halfExtent(0), s.shape.halfExtent(1), s.shape.halfExtent(2)).norm();
    else
        for (int corner = 0; corner < 8; ++corner) {
            const Vector at(corner & 1 ? domain.boxhi[0] : domain.boxlo[0],
                            corner & 2 ? domain.boxhi[1] : domain.boxlo[1],
                            corner & 4 ? domain.boxhi[2] : domain.boxlo[2]);
            reach = std::max(reach, (at - s.bodyPose.origin).norm());
        }
    const double spin = s.bodyPose.angularVelocity.norm();
    return {s.bodyPose.velocity.norm() + spin * reach,
            update.acceleration + (update.angularAcceleration + spin * spin) * reach};
}

// Finds the grain of this rank with the least gap to a surface.
NextGrain findNext(const LAMMPS_NS::Atom& atom, const FixSurfaces& surfaces, const PlacedSurface& s, double reach) {
    NextGrain next;
    std::vector<SphereContact> contacts;
    double least = reach;
    for (int i = 0; i < atom.nlocal; ++i) {
        const Vector centre = surfaces.imageNear(s, atom.x[i]);
        const double radius = atom.radius[i];
        if (!s.shape.isNear(centre, radius + reach)) continue;
        next.speed = std::max(next.speed, Eigen::Map<const Vector>(atom.v[i]).norm());
        if (!s.shape.isNear(centre, radius + least)) continue;
        kernels::AroundCorners around;
        s.shape.find(centre, radius + least, around, contacts); // of a grain that is swollen by the gap so far
        for (const SphereContact& at : contacts) {
            if (s.shape.isSheet() && at.front < 0) continue;
            const double gap = std::max(0., radius + least - at.overlap - radius);
            if (!(gap < next.gap)) continue;
            next.gap = gap;
            next.mass = atom.rmass[i];
            next.radius = radius;
            next.material = atom.type[i] - 1;
            const Vector point = centre - (radius + gap) * at.normal;
            std::copy_n(point.data(), 3, next.point.begin());
            std::copy_n(at.normal.data(), 3, next.normal.begin());
        }
        least = std::min(least, next.gap);
    }
    return next;
}

} // namespace

void findNextGrains(LAMMPS_NS::LAMMPS& lammps, const FixSurfaces& surfaces, const Motion& motion,
                    std::vector<SurfaceReport>& reports) {
    const double gravity = surfaces.getGravity().norm();
    const std::size_t walls = surfaces.getNumWalls(), count = std::min(reports.size(), motion.surfaces.size());
    std::vector<double> contacts(count);
    for (std::size_t k = 0; k < count; ++k) contacts[k] = double(surfaces.getSurfaces()[walls + k].report.contacts);
    const Ranks ranks(lammps.world);
    contacts = ranks.sumOnAll(contacts);
    std::vector<std::size_t> lonely;
    for (std::size_t k = 0; k < count; ++k)
        if (motion.surfaces[k].looksAhead && contacts[k] == 0) lonely.push_back(k);
    if (lonely.empty()) return;

    const LAMMPS_NS::Atom& atom = *lammps.atom;
    double fastest = 0;
    for (int i = 0; i < atom.nlocal; ++i)
        fastest = std::max(fastest, Eigen::Map<const Vector>(atom.v[i]).squaredNorm());
    fastest = ranks.largest({fastest})[0];
    const double time = motion.ahead,
                 reachOfGrains = (fasterByImpacts * std::sqrt(fastest) + 0.5 * gravity * time) * time;
    std::vector<double> own;
    std::vector<Approach> approaches;
    for (const std::size_t k : lonely) {
        const PlacedSurface& surface = surfaces.getSurfaces()[walls + k];
        const Approach approach = approachOf(surface, motion.surfaces[k], *lammps.domain);
        const NextGrain next = findNext(atom, surfaces, surface,
                                        (approach.speed + 0.5 * approach.acceleration * time) * time + reachOfGrains);
        approaches.push_back(approach);
        own.insert(own.end(), {next.gap, next.speed, next.mass, next.radius, double(next.material)});
        own.insert(own.end(), next.point.begin(), next.point.end());
        own.insert(own.end(), next.normal.begin(), next.normal.end());
    }
    const std::vector<double> all = ranks.gather(own);
    for (std::size_t at = 0; at < all.size(); at += numbersPerSurface) {
        NextGrain& next = reports[lonely[at / numbersPerSurface % lonely.size()]].next;
        next.speed = std::max(next.speed, all[at + 1]);
        if (!(all[at] < next.gap)) continue;
        next.gap = all[at];
        next.mass = all[at + 2];
        next.radius = all[at + 3];
        next.material = std::int32_t(all[at + 4]);
        std::copy_n(&all[at + 5], 3, next.point.begin());
        std::copy_n(&all[at + 8], 3, next.normal.begin());
    }
    for (std::size_t k = 0; k < lonely.size(); ++k) {
        NextGrain& next = reports[lonely[k]].next;
        next.speed = approaches[k].speed + fasterByImpacts * next.speed;
        next.acceleration = approaches[k].acceleration + gravity;
        next.isKnown = true;
    }
}

} // namespace simbodydem::grains
