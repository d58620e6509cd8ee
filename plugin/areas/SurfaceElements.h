// SPDX-License-Identifier: Apache-2.0
#ifndef SIMBODYDEM_AREAS_SURFACE_ELEMENTS_H
#define SIMBODYDEM_AREAS_SURFACE_ELEMENTS_H

#include "areas/PointDistance.h"
#include "collision/shapes/CollisionShape.h"

#include <algorithm>
#include <cstdint>
#include <memory>
#include <vector>

namespace simbodydem {

/** Holds a small part of a surface, in the frame of its shape. */
struct SurfaceElement {
    Vector3 center, normal; // a point of the surface, and its outward normal there
    SimTK::Real area;       // of the surface itself, whatever the corners enclose [m^2]
    int firstCorner, numCorners;
};

/** Stores a distance that was found. */
struct KnownDistance {
    Vector3 point = Vector3::Zero();
    SimTK::Real distance = SimTK::NaN; // NaN: none was found yet
    int feature = -1;                  // of a mesh, where the search begins the next time

    void set(const Vector3& at, const PointDistance& found) {
        point = at;
        distance = found.isBeside ? -std::abs(found.distance) : found.distance; // points near it may be inside
    }
    SimTK::Real movedTo(const Vector3& at) const { return (at - point).norm(); }
    SimTK::Real boundAt(SimTK::Real moved) const {
        return distance == distance ? std::abs(distance) + moved : SimTK::Infinity;
    }
};

/** Stores the distances of one pair of surfaces from one evaluation to the next. */
struct DistanceMemory {
    std::vector<KnownDistance> nodes, elements;
    // The surfaces of these distances. A copy of a State may go to a System whose surfaces are others.
    std::shared_ptr<const void> of, from;

    void clear(std::size_t numNodes, std::size_t numElements) {
        nodes.assign(numNodes, KnownDistance());
        elements.assign(numElements, KnownDistance());
    }
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

    /** Calls visit(element, point, distance) for all elements with a distance of less than `reach` from another surface. A distance changes by
    no more than the point moves. So one that was found before bounds the present one, and most need not be found again. The result does not
    depend on the memory.
    @param toOther     transforms a point of the elements' shape into the frame of the other surface
    @param distanceTo  distanceTo(point, bound, feature) returns a PointDistance, see findDistance() */
    template <class ToOther, class DistanceTo, class Visit>
    void visitWithin(SimTK::Real reach, DistanceMemory& memory, const ToOther& toOther, const DistanceTo& distanceTo,
                     const Visit& visit) const {
        if (nodes.empty()) return;
        if (memory.nodes.size() != nodes.size()) memory.clear(nodes.size(), elements.size());
        int open[64]; // enough, since the depth is the logarithm of the number of elements
        int numOpen = 0;
        open[numOpen++] = 0;
        while (numOpen > 0) {
            const int index = open[--numOpen];
            const Node& node = nodes[index];
            KnownDistance& known = memory.nodes[index];
            const Vector3 middle = toOther(node.middle);
            SimTK::Real moved = known.movedTo(middle);
            if (known.distance - moved - node.radius >= reach) continue;
            if (!(known.distance + moved - node.radius < reach)) { // in doubt
                known.set(middle, distanceTo(middle, known.boundAt(moved), known.feature));
                moved = 0;
                if (known.distance - node.radius >= reach) continue;
            }
            if (node.second >= 0) {
                open[numOpen++] = node.second;
                open[numOpen++] = index + 1;
                continue;
            }
            for (int i = node.first; i < node.last; ++i) {
                const int element = order[i];
                KnownDistance& own = memory.elements[element];
                const Vector3 point = toOther(elements[element].center);
                const SimTK::Real movedToPoint = own.movedTo(point);
                if (own.distance - movedToPoint >= reach) continue;
                const SimTK::Real bound =
                    std::min(own.boundAt(movedToPoint), known.boundAt(moved) + (point - middle).norm());
                const PointDistance at = distanceTo(point, bound, own.feature);
                own.set(point, at);
                if (at.distance < reach) visit(element, point, at);
            }
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
