// SPDX-License-Identifier: Apache-2.0
#ifndef SIMBODYDEM_CONTACT_SURFACES_H
#define SIMBODYDEM_CONTACT_SURFACES_H

#include "simbodydem/Export.h"
#include "simbodydem/Surface.h"
#include "simbodydem/shapes/Brick.h"
#include "simbodydem/shapes/Capsule.h"
#include "simbodydem/shapes/ConvexHull.h"
#include "simbodydem/shapes/Cylinder.h"
#include "simbodydem/shapes/Ellipsoid.h"
#include "simbodydem/shapes/HalfSpace.h"
#include "simbodydem/shapes/Mesh.h"
#include "simbodydem/shapes/Sphere.h"
#include "simbodydem/shapes/Terrain.h"
#include "simbodydem/shapes/Wheel.h"

#include "simbody/internal/common.h"
#include "simmath/internal/Contact.h"

#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace SimTK {
class ContactGeometry;
class GeneralContactSubsystem;
class MobilizedBody;
class SimbodyMatterSubsystem;
class State;
} // namespace SimTK

namespace simbodydem {

/** Identifies a surface by the number that ContactSurfaces::add() returns. A contact set uses the same type. */
using SurfaceIndex = SimTK::ContactSurfaceIndex;

struct SurfaceList;

/** Lists the surfaces between which a force finds contacts. One call of add() sets the body, shape, pose, material and name of a surface.

    ContactSurfaces surfaces(matter);
    surfaces.add(matter.Ground(), HalfSpace(), HalfSpace::floor(), rubber, "floor");
    SurfaceIndex heel = surfaces.add(foot, Sphere(0.03), Vec3(-.05, -.02, 0), rubber, "heel_r");
    HertzMindlinForce force(forces, surfaces);

The force finds the contacts itself, without a GeneralContactSubsystem. Its cost grows in proportion to the number of surfaces, not to the
power 5/3 of it. The class is a handle: copies share one list. Surfaces that you add after making the force take part from the next
realizeTopology() on. */
class SIMBODYDEM_API ContactSurfaces {
public:
    /** Makes an empty list.
        @param matter  must outlive the list and every force that uses it */
    explicit ContactSurfaces(SimTK::SimbodyMatterSubsystem& matter);

    /** Copies the shapes and poses of all surfaces of a contact set, in its order. Simbody's Brick and TriangleMesh have sharp edges, which
        become rounded. The rounding is a twentieth of the least half length of a Brick, or of the mean edge of a TriangleMesh.
        @param contacts, set  a contact set knows no material
        @param surface        of all of them; setSurface() sets single ones
        @throws std::invalid_argument if a surface is not a Sphere, Ellipsoid, Brick, TriangleMesh, SmoothHeightMap or HalfSpace, or if the
                set does not exist
        @throws std::invalid_argument as add() does */
    static ContactSurfaces fromContactSet(const SimTK::GeneralContactSubsystem& contacts, SimTK::ContactSetIndex set,
                                          const Surface& surface = SurfaceMaterial());

    /** Copies the ContactSurfaces on all Bodies, as CompliantContactSubsystem uses them: geometry, pose, material and cliques, whose
        members have no contact with each other. The stiffness becomes a Young's modulus as in fromHuntCrossley() under the default mixing
        rules, so pairs of equal stiffness have equal elastic force. Set a restitution in the force.
        @param poissonsRatio  nu [-], in (-1, 0.5]; a ContactMaterial has none
        @throws std::invalid_argument if no Body has a ContactSurface, or if one is not a Sphere, Ellipsoid, Brick, TriangleMesh,
                SmoothHeightMap or HalfSpace */
    static ContactSurfaces fromBodies(SimTK::SimbodyMatterSubsystem&, SimTK::Real poissonsRatio = 0.3);

    /** Adds a surface to a body.
        @param body      a body of the list's matter subsystem
        @param shape     copied
        @param X_BS      pose of the shape's frame S in the body frame B
        @param surface   a SurfaceMaterial, an ElasticLayer, Sand or Soil, see Surface. Sand and Soil need a HalfSpace or a Terrain on Ground.
                         The force can set other values, see "Settings" of DEMContactForce.
        @param name      used in messages and records; "surface 7" if empty
        @returns the number of the surface
        @throws std::invalid_argument if the body is of another matter subsystem, or a value of the material is out of its range
        @throws std::invalid_argument if the pose is not finite, or another surface has the name
        @throws std::invalid_argument if sand or soil has another shape, or moves */
    SurfaceIndex add(const SimTK::MobilizedBody& body, const Shape& shape, const SimTK::Transform& X_BS,
                     const Surface& surface, const std::string& name = "");
    /** Adds a surface with a shape of Simbody.
        @throws std::invalid_argument as add() above and fromContactSet() do */
    SurfaceIndex add(const SimTK::MobilizedBody& body, const SimTK::ContactGeometry& shape,
                     const SimTK::Transform& X_BS, const Surface& surface, const std::string& name = "");
    // A brace list, as {} or {1e7, 0.3}, is a SurfaceMaterial.
    SurfaceIndex add(const SimTK::MobilizedBody& body, const Shape& shape, const SimTK::Transform& X_BS,
                     const SurfaceMaterial& material, const std::string& name = "") {
        return add(body, shape, X_BS, Surface(material), name);
    }
    SurfaceIndex add(const SimTK::MobilizedBody& body, const SimTK::ContactGeometry& shape,
                     const SimTK::Transform& X_BS, const SurfaceMaterial& material, const std::string& name = "") {
        return add(body, shape, X_BS, Surface(material), name);
    }

    /** Replaces the mechanics of a surface. It counts from the next realizeTopology() on, for all forces of the list.
        @param index    the surface
        @param surface  as in add()
        @throws std::invalid_argument if the surface does not exist, or as add() does */
    ContactSurfaces& setSurface(SurfaceIndex index, const Surface& surface);
    /** Returns the mechanics of a surface.
        @throws std::invalid_argument if the surface does not exist */
    const Surface& getSurface(SurfaceIndex) const;

    /** Excludes all surfaces of two bodies from contact with each other, also those added later. Every force with this list leaves them out.
        A force can exclude more, see DEMContactForce::excludePair().
        @throws std::invalid_argument if one of the two bodies does not exist, or both are the same */
    ContactSurfaces& excludeBodies(SimTK::MobilizedBodyIndex, SimTK::MobilizedBodyIndex);
    /** Excludes two surfaces from contact with each other. Every force with this list leaves the pair out.
        @throws std::invalid_argument if one of the two surfaces does not exist, or both are the same */
    ContactSurfaces& excludePair(SurfaceIndex, SurfaceIndex);

    /** Returns the pairs of surfaces that overlap in a State, each with the smaller number first, in ascending order. Excluded pairs and pairs of
        one body are left out. So are surfaces with a layer, of sand or of soil, which have areas of contact. No force is needed.
        @param state  of this System, realized to Stage::Position
        @throws std::invalid_argument if two surfaces cannot have a contact, as a force does at realizeTopology() */
    std::vector<std::pair<SurfaceIndex, SurfaceIndex>> findOverlaps(const SimTK::State& state) const;

    /** Returns the distance by which some surfaces must move along a direction, together and without turning, until one of them touches one of
        the others [m]. They move from their present pose if they overlap none of the others there and one lies ahead. Otherwise they
        come from so far behind that they overlap none, so the distance may be negative. Excluded pairs are left out. Layers, sand and soil
        count as rigid shapes.
        @param state      of this System, realized to Stage::Position
        @param moving     they need not be of one body
        @param fixed      the others
        @param direction  in Ground
        @returns Infinity if they touch none of the others
        @throws std::invalid_argument if a list is empty, a surface does not exist, two surfaces cannot have a contact, or surfaces
                overlap wherever they come from */
    SimTK::Real findDistanceToTouch(const SimTK::State& state, const std::vector<SurfaceIndex>& moving,
                                    const std::vector<SurfaceIndex>& fixed, const SimTK::UnitVec3& direction) const;

    /** Returns the number of surfaces. */
    int size() const;
    /** Returns the name that was given to a surface.
        @throws std::invalid_argument if the surface does not exist */
    const std::string& getName(SurfaceIndex) const;
    /** Returns the body of a surface.
        @throws std::invalid_argument if the surface does not exist */
    SimTK::MobilizedBodyIndex getBody(SurfaceIndex) const;
    /** Returns the shape of a surface.
        @throws std::invalid_argument if the surface does not exist */
    const Shape& getShape(SurfaceIndex) const;
    /** Returns the pose of the shape's frame on the body.
        @throws std::invalid_argument if the surface does not exist */
    const SimTK::Transform& getPose(SurfaceIndex) const;
    /** Returns the surface of this name.
        @throws std::invalid_argument if no surface has it */
    SurfaceIndex find(const std::string& name) const;

    struct Internals; // defined inside the library, which reads the list through it

private:
    std::shared_ptr<SurfaceList> list;
};

} // namespace simbodydem

#endif
