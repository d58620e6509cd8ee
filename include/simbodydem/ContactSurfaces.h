// SPDX-License-Identifier: Apache-2.0
#ifndef SIMBODYDEM_CONTACT_SURFACES_H
#define SIMBODYDEM_CONTACT_SURFACES_H

#include "simbodydem/Export.h"
#include "simbodydem/SurfaceMaterial.h"
#include "simbodydem/shapes/Brick.h"
#include "simbodydem/shapes/Capsule.h"
#include "simbodydem/shapes/ConvexHull.h"
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

namespace SimTK {
class ContactGeometry;
class GeneralContactSubsystem;
class MobilizedBody;
class SimbodyMatterSubsystem;
} // namespace SimTK

namespace simbodydem {

/** A surface by the number that ContactSurfaces::add() has given it; the same type as in a contact set. */
using SurfaceIndex = SimTK::ContactSurfaceIndex;

struct SurfaceList;

/** The surfaces that a force may find in contact: what they are, on which body and where, what they are made of and what they
are called, in one call each.

    ContactSurfaces surfaces(matter);
    surfaces.add(matter.Ground(), HalfSpace(), HalfSpace::floor(), rubber, "floor");
    SurfaceIndex heel = surfaces.add(foot, Sphere(0.03), Vec3(-.05, -.02, 0), rubber, "heel_r");
    HertzMindlinForce force(forces, surfaces);

The force finds the contacts itself, without a GeneralContactSubsystem: its cost grows with the number of surfaces, not with
its 5/3rd power. A handle: copies are of one list, and surfaces that are added after the force was made take part too, from the
next realizeTopology() on. */
class SIMBODYDEM_API ContactSurfaces {
public:
    /** No surfaces yet. @param matter must outlive the list and every force that has it */
    explicit ContactSurfaces(SimTK::SimbodyMatterSubsystem& matter);

    /** The surfaces of a contact set as they are now, in its order: shapes and places. Materials are the force's to set.
        Simbody's Brick and TriangleMesh have sharp edges and become such as are rounded, the one by a twentieth of its least
        half length, the other by a twentieth of its mean edge.
        @throws std::invalid_argument if a surface is no Sphere, Ellipsoid, Brick, TriangleMesh, SmoothHeightMap or HalfSpace, or
                there is no such set */
    static ContactSurfaces fromContactSet(const SimTK::GeneralContactSubsystem&, SimTK::ContactSetIndex);

    /** What CompliantContactSubsystem's users have put on their Bodies, body by body: geometry, place, material and cliques,
    whose members do not touch each other. Stiffness becomes Young's modulus as in fromHuntCrossley() under the default mixing
    rules: pairs of equal stiffness have equal elastic force. A restitution is the force's to set.
        @param poissonsRatio nu [-], in (-1, 0.5]; a ContactMaterial has none
        @throws std::invalid_argument if no Body has a ContactSurface, or one is no Sphere, Ellipsoid, Brick, TriangleMesh,
                SmoothHeightMap or HalfSpace */
    static ContactSurfaces fromBodies(SimTK::SimbodyMatterSubsystem&, SimTK::Real poissonsRatio = 0.3);

    /** @param X_BS      where the shape's frame is on the body
        @param material  of the surface; the force can set other values, see "Settings" of DEMContactForce
        @param name      what messages and records call the surface; "surface 7" if empty
        @throws std::invalid_argument if the body is of another matter subsystem, the material has a value out of its range, the
                place is not finite or the name is taken */
    SurfaceIndex add(const SimTK::MobilizedBody&, const Shape&, const SimTK::Transform& X_BS,
                     const SurfaceMaterial& material, const std::string& name = "");

    /** The same of one of Simbody's kinds.
        @throws std::invalid_argument as fromContactSet() too */
    SurfaceIndex add(const SimTK::MobilizedBody&, const SimTK::ContactGeometry&, const SimTK::Transform& X_BS,
                     const SurfaceMaterial&, const std::string& name = "");

    int size() const;
    const std::string& getName(SurfaceIndex) const;
    /** @throws std::invalid_argument if no surface has this name */
    SurfaceIndex find(const std::string& name) const;

    struct Internals; // defined in the library alone, which reads its list by it

private:
    std::shared_ptr<SurfaceList> list;
};

} // namespace simbodydem

#endif
