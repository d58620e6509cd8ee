// SPDX-License-Identifier: Apache-2.0
#ifndef SIMBODYDEM_AREAS_SURFACE_ELEMENTS_H
#define SIMBODYDEM_AREAS_SURFACE_ELEMENTS_H

#include "collision/shapes/CollisionShape.h"

#include <algorithm>
#include <cstdint>
#include <vector>

namespace simbodydem {

/** Holds a small part of a surface, in the frame of its shape. */
struct SurfaceElement {
    Vector3 center, normal; // a point of the surface, and its outward normal there
    SimTK::Real area;       // of the surface itself, whatever the corners enclose [m^2]
    int firstCorner, numCorners;
};

/** Divides a bounded surface into elements. Their areas add up to that of the surface. Elements are found by a tree of spheres about
their centres. */
class SurfaceElements {
public:
    /** Divides a shape. The elements of a mesh are its triangles, divided further where they are larger than the size.
    @param size  wanted width of an element [m]; infinite for the triangles of a mesh as they are */
    SurfaceElements(const CollisionShape&, SimTK::Real size);

    int size() const { return int(elements.size()); }
    const SurfaceElement& operator[](int element) const { return elements[element]; }
    const Vector3& getCorner(int index) const { return corners[index]; }
    SimTK::Real getArea() const;
    /** Returns the largest distance of a corner from its element's centre [m]. */
    SimTK::Real getReach() const { return reach; }

    /** Calls visit(element, distance) for all elements with a distance of less than `reach` from another surface.
    @param distanceTo  distanceTo(place, bound) returns a PointDistance of a place in the frame of the elements' shape
    @param farthest    upper bound of the distance of the surface's origin [m] */
    template <class DistanceTo, class Visit>
    void visitWithin(SimTK::Real reach, SimTK::Real farthest, const DistanceTo& distanceTo, const Visit& visit) const {
        if (nodes.empty()) return;
        struct Open {
            int node;
            SimTK::Real bound;
        };
        Open open[64]; // enough, since the depth is the logarithm of the number of elements
        int numOpen = 0;
        open[numOpen++] = {0, farthest + nodes[0].middle.norm()};
        while (numOpen > 0) {
            const Open next = open[--numOpen];
            const Node& node = nodes[next.node];
            const auto atMiddle = distanceTo(node.middle, next.bound);
            if (atMiddle.distance - node.radius >= reach && !atMiddle.isBeside) continue;
            const SimTK::Real size = std::abs(atMiddle.distance);
            if (node.second < 0) {
                for (int i = node.first; i < node.last; ++i) {
                    const int element = order[i];
                    const Vector3& center = elements[element].center;
                    const auto at = distanceTo(center, size + (center - node.middle).norm());
                    if (at.distance < reach) visit(element, at);
                }
                continue;
            }
            const int first = next.node + 1;
            open[numOpen++] = {node.second, size + (nodes[node.second].middle - node.middle).norm()};
            open[numOpen++] = {first, size + (nodes[first].middle - node.middle).norm()};
        }
    }

private:
    struct Node {
        Vector3 middle;
        SimTK::Real radius; // of the sphere that contains the centres of its elements
        int first, last;    // in `order`
        int second = -1;    // its second half; the first one follows it; < 0: a leaf
    };
    void buildTree(int first, int last);

    SimTK::Real reach = 0;
    std::vector<SurfaceElement> elements;
    std::vector<Vector3> corners;
    std::vector<int> order;
    std::vector<Node> nodes;
};

} // namespace simbodydem

#endif
