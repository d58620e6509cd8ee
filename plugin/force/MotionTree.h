// SPDX-License-Identifier: Apache-2.0
#ifndef SIMBODYDEM_FORCE_MOTION_TREE_H
#define SIMBODYDEM_FORCE_MOTION_TREE_H

#include "geometry/BoxTree.h"
#include "math/Vector3.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <vector>

namespace simbodydem {

/** Returns the first time t > 0 at which speed t + acceleration t^2/2 is `distance`, > 0; infinite if there is none. */
inline double timeToTravel(double distance, double speed, double acceleration) {
    const double squared = speed * speed + 2 * acceleration * distance;
    const double mean = squared < 0 ? 0 : (speed + std::sqrt(squared)) / 2;
    return mean > 0 ? distance / mean : std::numeric_limits<double>::infinity();
}

/** Bounds the motion of one surface, or of several. Each surface lies in the box of positions. */
struct MotionBounds {
    kernels::Box positions, velocities, accelerations;
    double leastRadius = std::numeric_limits<double>::infinity(); // of curvature [m]; 0: any R* is possible
    double turning = 0;                                           // largest angular speed [rad/s]

    void add(const MotionBounds& other) {
        positions.add(other.positions);
        velocities.add(other.velocities);
        accelerations.add(other.accelerations);
        leastRadius = std::min(leastRadius, other.leastRadius);
        turning = std::max(turning, other.turning);
    }
};

/** Returns a time before which no surface of one group can touch one of the other group. It follows the rules of timeTo() in StepBound.cpp,
with the least gap, the largest speeds and the smallest R* of the two groups. */
inline double leastTimeBetween(const MotionBounds& a, const MotionBounds& b) {
    using kernels::Vector;
    const auto largest = [](const kernels::Box& x, const kernels::Box& y) {
        return (x.high - y.low).cwiseMax(y.high - x.low).cwiseMax(0.).norm();
    };
    const double gap = (a.positions.low - b.positions.high).cwiseMax(b.positions.low - a.positions.high).cwiseMax(0.).norm();
    const double speed = largest(a.velocities, b.velocities),
                 acceleration = largest(a.accelerations, b.accelerations);
    const double effectiveRadius = 0.5 * std::min(a.leastRadius, b.leastRadius);
    const double travel = timeToTravel(gap + effectiveRadius / 1000, speed, acceleration);
    // Groups that move apart never touch, unless they turn. In each direction the largest product of position and speed bounds the approach.
    const auto mayApproach = [&](const kernels::Box& x, const kernels::Box& y) {
        const Vector positionLow = b.positions.low - a.positions.high, positionHigh = b.positions.high - a.positions.low;
        const Vector rateLow = y.low - x.high, rateHigh = y.high - x.low;
        const Vector least = positionLow.cwiseProduct(rateLow)
                                 .cwiseMin(positionLow.cwiseProduct(rateHigh))
                                 .cwiseMin(positionHigh.cwiseProduct(rateLow))
                                 .cwiseMin(positionHigh.cwiseProduct(rateHigh));
        return !(least.sum() >= 0);
    };
    if (!(travel < std::numeric_limits<double>::infinity())) return travel;
    if (mayApproach(a.velocities, b.velocities) || mayApproach(a.accelerations, b.accelerations)) return travel;
    const double w = std::max(a.turning, b.turning);
    return std::max(travel, std::cbrt(6 * (effectiveRadius / 10) / (w * (w * speed + acceleration))));
}

/** Sorts moving surfaces into a tree of boxes and finds pairs that may touch soon. */
class MotionTree {
public:
    /** Builds the tree in a time of n log n. */
    explicit MotionTree(const std::vector<MotionBounds>& surfaces) : surfaces(surfaces), items(surfaces.size()) {
        std::iota(items.begin(), items.end(), 0);
        for (const MotionBounds& surface : surfaces) {
            fastest = std::max(fastest, largestOf(surface.velocities));
            strongest = std::max(strongest, largestOf(surface.accelerations));
        }
        if (!surfaces.empty()) split(0, int(surfaces.size()));
    }

    /** Calls visit(i, j), i != j, for each pair of surfaces that may touch before the time `bound`, and for some that cannot. visit() may
    lower the bound.
    @param bound  time to the first contact that is known [s]; may be infinite */
    template <class Visit> void visitPairs(const double& bound, const Visit& visit) const {
        if (!nodes.empty()) visitWithin(0, bound, visit);
    }

private:
    struct Node {
        MotionBounds bounds;
        int first, last; // of the items
        int second = -1; // number of its second half; the first half follows this node. < 0: a leaf
    };

    static double largestOf(const kernels::Box& box) { return box.low.cwiseAbs().cwiseMax(box.high.cwiseAbs()).norm(); }

    // Returns true if these boxes are further apart than any two surfaces can travel until then. It takes a fifth of the time of
    // leastTimeBetween(), and nearly all pairs of a heap are apart.
    bool areApart(const MotionBounds& a, const MotionBounds& b, double bound) const {
        const double reach = (1 + 1e-9) * 2 * (fastest + strongest * bound / 2) * bound; // infinite if `bound` is
        return (a.positions.low - b.positions.high).cwiseMax(b.positions.low - a.positions.high).cwiseMax(0.).squaredNorm() > reach * reach;
    }

    void split(int first, int last) {
        const int index = int(nodes.size());
        nodes.push_back({MotionBounds(), first, last});
        kernels::Box middles;
        for (int i = first; i < last; ++i) {
            nodes[index].bounds.add(surfaces[items[i]]);
            middles.add(surfaces[items[i]].positions.middle());
        }
        if (last - first <= 4) return;
        int axis;
        (middles.high - middles.low).maxCoeff(&axis);
        const int middle = first + (last - first) / 2;
        const auto positionOf = [&](int item) {
            const kernels::Box& box = surfaces[item].positions;
            return box.low[axis] + box.high[axis];
        };
        std::nth_element(items.begin() + first, items.begin() + middle, items.begin() + last,
                         [&](int i, int j) { return positionOf(i) < positionOf(j); });
        split(first, middle);
        nodes[index].second = int(nodes.size());
        split(middle, last);
    }

    template <class Visit> void visitWithin(int n, const double& bound, const Visit& visit) const {
        const Node& node = nodes[n];
        if (!(leastTimeBetween(node.bounds, node.bounds) < bound)) return;
        if (node.second < 0) {
            for (int i = node.first; i < node.last; ++i)
                for (int j = i + 1; j < node.last; ++j) visitItems(items[i], items[j], bound, visit);
            return;
        }
        visitWithin(n + 1, bound, visit);
        visitWithin(node.second, bound, visit);
        visitBetween(n + 1, node.second, bound, visit);
    }

    template <class Visit> void visitBetween(int a, int b, const double& bound, const Visit& visit) const {
        const Node &one = nodes[a], &other = nodes[b];
        if (areApart(one.bounds, other.bounds, bound) || !(leastTimeBetween(one.bounds, other.bounds) < bound)) return;
        if (one.second < 0 && other.second < 0) {
            for (int i = one.first; i < one.last; ++i)
                for (int j = other.first; j < other.last; ++j) visitItems(items[i], items[j], bound, visit);
            return;
        }
        const bool isFirstSplit = one.second >= 0 && (other.second < 0 || one.last - one.first >= other.last - other.first);
        if (isFirstSplit) {
            visitBetween(a + 1, b, bound, visit);
            visitBetween(one.second, b, bound, visit);
        } else {
            visitBetween(a, b + 1, bound, visit);
            visitBetween(a, other.second, bound, visit);
        }
    }

    template <class Visit> void visitItems(int i, int j, const double& bound, const Visit& visit) const {
        if (!areApart(surfaces[i], surfaces[j], bound) && leastTimeBetween(surfaces[i], surfaces[j]) < bound) visit(i, j);
    }

    const std::vector<MotionBounds>& surfaces;
    std::vector<Node> nodes;
    std::vector<int> items;
    double fastest = 0, strongest = 0; // the largest speed [m/s] and acceleration [m/s^2]
};

} // namespace simbodydem

#endif
