// SPDX-License-Identifier: Apache-2.0
#ifndef SIMBODYDEM_GEOMETRY_BOX_TREE_H
#define SIMBODYDEM_GEOMETRY_BOX_TREE_H

#include "math/Vector3.h"

#include <algorithm>
#include <limits>
#include <numeric>
#include <utility>
#include <vector>

namespace simbodydem::kernels {

struct Box {
    Vector low = Vector::Constant(std::numeric_limits<double>::infinity()), high = -low;

    void add(const Vector& point) {
        low = low.cwiseMin(point);
        high = high.cwiseMax(point);
    }
    void add(const Box& other) {
        low = low.cwiseMin(other.low);
        high = high.cwiseMax(other.high);
    }
    Vector middle() const { return 0.5 * (low + high); }
    double radius() const { return 0.5 * (high - low).norm(); }
    double squaredDistanceTo(const Vector& place) const {
        return (low - place).cwiseMax(place - high).cwiseMax(0.).squaredNorm();
    }
};

/** Things in boxes, to be asked which of them are near a place: a tree whose boxes hold those of their two halves. */
class BoxTree {
public:
    /** @param boxes of the things, by their numbers */
    void build(const std::vector<Box>& boxes) {
        nodes.clear();
        items.resize(boxes.size());
        std::iota(items.begin(), items.end(), 0);
        if (!boxes.empty()) split(boxes, 0, int(boxes.size()));
    }
    bool empty() const { return nodes.empty(); }
    const Box& getBox() const { return nodes[0].box; }

    /** Call visit(item) for all whose boxes are no further from the place than `reach`, and some that are. */
    template <class Visit> void visitNear(const Vector& place, double reach, const Visit& visit) const {
        walk([&](const Box& box) { return box.squaredDistanceTo(place) <= reach * reach; }, visit);
    }

    /** The same, the nearest ones first, with visit(item, bound), which may lower the bound: squared distances beyond which nothing is sought any more. */
    template <class Visit> void visitNearest(const Vector& place, double bound, const Visit& visit) const {
        int open[64]; // deeper than log2 of all numbers
        int numOpen = 0;
        if (!empty()) open[numOpen++] = 0;
        while (numOpen > 0) {
            const Node& node = nodes[open[--numOpen]];
            if (!(node.box.squaredDistanceTo(place) <= bound)) continue;
            if (node.second < 0) {
                for (int i = node.first; i < node.last; ++i) visit(items[i], bound);
                continue;
            }
            const int first = int(&node - nodes.data()) + 1;
            const bool isFirstNearer =
                nodes[first].box.squaredDistanceTo(place) < nodes[node.second].box.squaredDistanceTo(place);
            open[numOpen++] = isFirstNearer ? node.second : first;
            open[numOpen++] = isFirstNearer ? first : node.second;
        }
    }

    bool isAnyNear(const Vector& place, double reach) const {
        bool isNear = false;
        walk([&](const Box& box) { return !isNear && box.squaredDistanceTo(place) <= reach * reach; },
             [&](int) { isNear = true; });
        return isNear;
    }

    /** The same for all in boxes of which isWanted(middle, radius) holds, with the sphere about each box. */
    template <class IsWanted, class Visit> void visitIf(const IsWanted& isWanted, const Visit& visit) const {
        walk([&](const Box& box) { return isWanted(box.middle(), box.radius()); }, visit);
    }

    /** The same for all whose boxes reach as far as `height` along a direction. */
    template <class Visit> void visitBeyond(const Vector& direction, double height, const Visit& visit) const {
        walk(
            [&](const Box& box) {
                return direction.cwiseProduct(box.low).cwiseMax(direction.cwiseProduct(box.high)).sum() >= height;
            },
            visit);
    }

private:
    struct Node {
        Box box;
        int first, last; // of the items
        int second = -1; // its second half; the first one follows it. < 0: a leaf
        int end = 0;     // what follows both
    };

    template <class IsWanted, class Visit> void walk(const IsWanted& isWanted, const Visit& visit) const {
        for (std::size_t n = 0; n < nodes.size();) {
            const Node& node = nodes[n];
            const bool isHere = isWanted(node.box);
            if (isHere && node.second < 0)
                for (int i = node.first; i < node.last; ++i) visit(items[i]);
            n = isHere ? n + 1 : std::size_t(node.end);
        }
    }

    // Halves along the longest side of the middles' box: never deeper than log2 of their number.
    int split(const std::vector<Box>& boxes, int first, int last) {
        const int index = int(nodes.size());
        nodes.push_back({Box(), first, last});
        Box all, middles;
        for (int i = first; i < last; ++i) {
            all.add(boxes[items[i]]);
            middles.add(boxes[items[i]].middle());
        }
        nodes[index].box = all;
        nodes[index].end = index + 1;
        if (last - first <= 4) return index;
        int axis;
        (middles.high - middles.low).maxCoeff(&axis);
        const int middle = first + (last - first) / 2;
        const auto placeOf = [&](int item) { return boxes[item].low[axis] + boxes[item].high[axis]; };
        std::nth_element(items.begin() + first, items.begin() + middle, items.begin() + last,
                         [&](int i, int j) { return std::make_pair(placeOf(i), i) < std::make_pair(placeOf(j), j); });
        split(boxes, first, middle);
        const int second = split(boxes, middle, last);
        nodes[index].second = second;
        nodes[index].end = int(nodes.size());
        return index;
    }

    std::vector<Node> nodes;
    std::vector<int> items;
};

} // namespace simbodydem::kernels

#endif
