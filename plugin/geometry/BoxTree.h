// SPDX-License-Identifier: Apache-2.0 OR GPL-2.0-or-later
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
    double squaredDistanceTo(const Vector& query) const {
        return (low - query).cwiseMax(query - high).cwiseMax(0.).squaredNorm();
    }
};

/** Finds boxes that are near a point. It is a tree in which each box contains those of its two halves. */
class BoxTree {
public:
    /** Builds the tree. @param boxes  of the items, by their numbers */
    void build(const std::vector<Box>& boxes) {
        nodes.clear();
        items.resize(boxes.size());
        std::iota(items.begin(), items.end(), 0);
        if (!boxes.empty()) split(boxes, 0, int(boxes.size()));
    }
    bool empty() const { return nodes.empty(); }
    const Box& getBox() const { return nodes[0].box; }

    /** Calls visit(item) for all items whose boxes are no further from the point than `reach`, and for some that are further. */
    template <class Visit> void visitNear(const Vector& query, double reach, const Visit& visit) const {
        walk([&](const Box& box) { return box.squaredDistanceTo(query) <= reach * reach; }, visit);
    }

    /** Calls visit(item, bound) for all items whose boxes are within the bound, nearer ones first. visit() may lower the bound.
    @param bound  square of the distance beyond which no item is visited */
    template <class Visit> void visitNearest(const Vector& query, double bound, const Visit& visit) const {
        int open[64]; // enough, since the depth is at most log2 of the number of items
        int numOpen = 0;
        if (!empty()) open[numOpen++] = 0;
        while (numOpen > 0) {
            const Node& node = nodes[open[--numOpen]];
            if (!(node.box.squaredDistanceTo(query) <= bound)) continue;
            if (node.second < 0) {
                for (int i = node.first; i < node.last; ++i) visit(items[i], bound);
                continue;
            }
            const int first = int(&node - nodes.data()) + 1;
            const bool isFirstNearer =
                nodes[first].box.squaredDistanceTo(query) < nodes[node.second].box.squaredDistanceTo(query);
            open[numOpen++] = isFirstNearer ? node.second : first;
            open[numOpen++] = isFirstNearer ? first : node.second;
        }
    }

    /** Returns true if a box may be no further from the point than `reach`. */
    bool isAnyNear(const Vector& query, double reach) const {
        bool isNear = false;
        walk([&](const Box& box) { return !isNear && box.squaredDistanceTo(query) <= reach * reach; },
             [&](int) { isNear = true; });
        return isNear;
    }

    /** Calls visit(item) for all items in boxes for which isWanted(middle, radius) of the sphere about the box is true. */
    template <class IsWanted, class Visit> void visitIf(const IsWanted& isWanted, const Visit& visit) const {
        walk([&](const Box& box) { return isWanted(box.middle(), box.radius()); }, visit);
    }

    /** Calls visit(item) for all items whose boxes reach at least as far as `height` along a direction. */
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
        int second = -1; // number of its second half; the first half follows this node. < 0: a leaf
        int end = 0;     // number of the node after both halves
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

    // Splits items in half along the longest side of the box about their middles. The depth is at most log2 of the number of items.
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
        const auto twiceMiddleOf = [&](int item) { return boxes[item].low[axis] + boxes[item].high[axis]; };
        std::nth_element(items.begin() + first, items.begin() + middle, items.begin() + last,
                         [&](int i, int j) { return std::make_pair(twiceMiddleOf(i), i) < std::make_pair(twiceMiddleOf(j), j); });
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
