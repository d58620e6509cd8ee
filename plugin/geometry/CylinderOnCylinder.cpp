// SPDX-License-Identifier: Apache-2.0 OR GPL-2.0-or-later
#include "geometry/Cylinder.h"
#include "geometry/LowestOfRim.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace simbodydem::kernels {

namespace {

struct CylinderPair {
    const CylinderBody &a, &b;
    double margin, radii;
    std::vector<RoundedContactPoint>& contacts;

    // Adds a contact that was found with the normal from one of the two to the other one.
    void add(RoundedContactPoint contact, bool isFromB) {
        if (!(contact.overlap > -margin)) return;
        if (isFromB) {
            contact.normal *= -1;
            std::swap(contact.curvatureA, contact.curvatureB);
        }
        contacts.push_back(contact);
    }

    // Returns the loss of a rim of b near a rim of a, which takes over. A rim of a does so once it leans.
    double lossNearRim(const NearestOnCylinder& onA) const {
        return onA.part == NearestOnCylinder::Part::Side ? detail::lossNearEnd(onA.toRim, radii)
                                                         : detail::Leaning(a, onA.normal).lossOfFixed(radii);
    }

    // Adds the contacts of the rims of one cylinder with the other one. Where two rims meet, only a's count.
    void addRims(const CylinderBody& of, const CylinderBody& other, bool isB) {
        for (int rim = 0; rim < of.numRims(); ++rim) {
            const int feature = (2 * isB + rim) * detail::pointsOfRim;
            const auto touchAt = [&](const Vector& onRim, int index) {
                const NearestOnCylinder nearest = findNearest(other, onRim);
                return std::pair(nearest,
                                 detail::touchOfRim(of, onRim, -nearest.normal, nearest.distance, other.rounding,
                                                    curvatureOfCylinder(other, nearest), feature + index));
            };
            const detail::LowestOfRim lowest =
                detail::findLowest(of, rim, [&](const Vector& query) { return findNearest(other, query); });
            if (lowest.distance < radii + margin) {
                auto [nearest, contact] = touchAt(lowest.onRim, 0);
                detail::Leaning(of, contact.normal).subtractFromLowest(radii, contact);
                if (isB) contact.overlap -= lossNearRim(nearest);
                add(contact, isB);
            }
            for (int i = 1; i < detail::pointsOfRim; ++i) {
                auto [at, fixed] = touchAt(detail::fixedPointOf(of, rim, i), i);
                if (of.numRims() > 1 && !(fixed.normal.dot(of.outwardOf(rim)) > 0)) continue;
                detail::Leaning(of, fixed.normal).subtractFromFixed(radii, fixed);
                add(fixed, isB);
            }
        }
    }

    // Adds the contacts of one side across the rims of the other cylinder.
    void addSideAcrossRims(const CylinderBody& of, const CylinderBody& other, bool isB) {
        if (!(other.halfLength > 0)) return;
        const detail::PlacedEdge axis = detail::axisEdge(other);
        Vector points[2];
        RoundedContactPoint contact;
        for (int rim = 0; rim < of.numRims(); ++rim) {
            if (!detail::crossRim(of, rim, axis.from, axis.direction, largestSine(of), points)) continue;
            for (int k = 0; k < 2; ++k)
                if (detail::touchAcrossRim(of, rim, points[k], axis, other.outerRadius(), radii, margin, contact)) {
                    contact.feature = 4 * detail::pointsOfRim + 1 + 4 * isB + 2 * rim + k;
                    add(contact, isB);
                }
        }
    }

    // Adds the contacts of rims that cross while they lie flat on each other.
    void addRimsAcrossRims() {
        if (!(a.axis().cross(b.axis()).norm() < largestSine(a) + largestSine(b))) return;
        for (int rimA = 0; rimA < a.numRims(); ++rimA)
            for (int rimB = 0; rimB < b.numRims(); ++rimB) {
                const Vector line = b.centreOf(rimB) - a.centreOf(rimA), axis = a.axis();
                const Vector flat = line - axis.dot(line) * axis;
                const double d = flat.norm(), along = 0.5 * (d * d + a.radius * a.radius - b.radius * b.radius) / d;
                if (!(std::abs(along) < a.radius)) continue;
                const Vector towards = flat / d, besides = axis.cross(towards);
                const double half = std::sqrt(a.radius * a.radius - along * along);
                for (int k = 0; k < 2; ++k) {
                    const Vector onA = a.centreOf(rimA) + along * towards + (k ? half : -half) * besides;
                    const Vector fromB = onA - b.centreOf(rimB), inB = fromB - b.axis().dot(fromB) * b.axis();
                    const Vector onB = b.centreOf(rimB) + b.radius * inB.normalized();
                    RoundedContactPoint contact;
                    if (!detail::touchAcrossRim(a, rimA, onA, detail::tangentEdge(b, rimB, onB), b.rounding, radii,
                                                margin, contact))
                        continue;
                    if (b.numRims() > 1 && !(contact.normal.dot(b.outwardOf(rimB)) < 0)) continue;
                    contact.overlap -= detail::Leaning(b, contact.normal).lossOfFixed(radii);
                    contact.curvatureB = detail::curvatureOfRim(b, onB, -contact.normal);
                    contact.feature = 4 * detail::pointsOfRim + 9 + 4 * rimA + 2 * rimB + k;
                    add(contact, false);
                }
            }
    }

    // Returns the largest sine of the angle between a rim and a line at which they count as flat on each other.
    static double largestSine(const CylinderBody& body) {
        const detail::Leaning lying(body, body.R.col(0));
        return 2 * lying.getWidth() / body.radius;
    }
};

} // namespace

void findContactPoints(const CylinderBody& a, const CylinderBody& b, double margin,
                       std::vector<RoundedContactPoint>& contacts) {
    contacts.clear();
    CylinderPair pair{a, b, margin, a.rounding + b.rounding, contacts};
    pair.addRims(a, b, false);
    pair.addRims(b, a, true);
    RoundedContactPoint contact;
    if (a.halfLength > 0 && b.halfLength > 0 &&
        detail::crossEdges(detail::axisEdge(a), detail::axisEdge(b), a.outerRadius(), b.outerRadius(), margin, contact,
                           pair.radii)) {
        contact.feature = 4 * detail::pointsOfRim;
        contacts.push_back(contact);
    }
    pair.addSideAcrossRims(a, b, false);
    pair.addSideAcrossRims(b, a, true);
    pair.addRimsAcrossRims();
}

} // namespace simbodydem::kernels
