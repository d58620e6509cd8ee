// SPDX-License-Identifier: Apache-2.0
#ifndef SIMBODYDEM_ELASTIC_LAYER_H
#define SIMBODYDEM_ELASTIC_LAYER_H

#include "simbodydem/Export.h"
#include "simbodydem/OptionalReal.h"
#include "simbodydem/SurfaceMaterial.h"

#include <string>
#include <vector>

namespace simbodydem {

/** Describes a thin elastic layer that is bonded to a rigid core: cartilage, a sole, the pad of a finger, the tread of a tyre. A surface with a
layer has pressure and shear over an area, and each of its elements remembers its own shear. A surface without one is rigid towards it.

    const ElasticLayer cartilage = ElasticLayer(0.003, 5e6, 0.45).setFriction(0.01); // thickness [m], E [Pa], nu
    surfaces.add(tibia, Mesh::fromFile("tibia.stl", 0), X, cartilage, "tibia_cartilage");

The shape is the undeformed outer surface of the layer. The core lies a thickness h inside of it.

@par Pressure
An element deforms like a column between the core and the other surface, whose sides do not bulge (Winkler's foundation; Johnson, Contact
Mechanics, 1985, section 4.3, DOI 10.1017/CBO9781139171731). With the depth d of its centre inside the other surface,

    p = K d/h (1 + c d'), never below 0, with K = (1 - nu) E/((1 + nu)(1 - 2 nu))   [Pa]

acts along the other surface's normal. Two layers are in series, p = d/(h1/K1 + h2/K2), and elements of both sides count half.

@par Shear
An element holds on to the point of the other surface that it touched first. The displacement xi of this point past the element gives

    tau = (G/h)(xi + T xi'), |tau| <= mu p, with G = E/(2 (1 + nu))   [Pa]

Beyond the limit the point is dragged along. It is fixed to the other body, so nothing is lost however the bodies turn or roll. mu falls from
mu_s to mu_k with the slip speed v as mu_k + (mu_s - mu_k)/(1 + (v/v_s)^2). If the other surface has a friction too, MixingRules::Friction
makes one value of both. If neither has one, there is no friction.

@par Damping
c is given, or follows from a restitution e and the speed v at first touch (at least 0.01 m/s): c = kappa/v with
kappa (1 + e) = ln((1 + kappa)/(1 - e kappa)). An impact with equal speed over the area then returns e for any
shape. Two layers mix their restitutions by MixingRules::Restitution; a rigid surface does not damp. T is given, or is c d, so that
shear and pressure relax alike. Without any of these the layer is elastic.

@par Validity
The layer must be thin beside the contact, and nu below 0.5, since a column that cannot bulge cannot shrink either. Depths beyond h/2 are reported
once. */
class SIMBODYDEM_API ElasticLayer {
public:
    /** Makes a layer of a material.
        @param thickness      h [m], > 0
        @param youngsModulus  E [Pa], > 0
        @param poissonsRatio  nu [-], in (-1, 0.5)
        @throws std::invalid_argument if a value is out of its range */
    ElasticLayer(SimTK::Real thickness, SimTK::Real youngsModulus, SimTK::Real poissonsRatio);
    /** Makes a layer of known stiffness, without a thickness. Its depth has no bound.
        @param normal  K/h [Pa/m], > 0; the stiffness of an ElasticFoundationForce
        @param shear   G/h [Pa/m], >= 0
        @throws std::invalid_argument if a value is out of its range */
    static ElasticLayer fromStiffness(SimTK::Real normal, SimTK::Real shear);

    /** Sets one coefficient for static and kinetic friction. @param mu [-], >= 0 */
    ElasticLayer& setFriction(SimTK::Real mu);
    /** Sets both coefficients. @param mu_s [-], >= 0 @param mu_k [-], in [0, mu_s] */
    ElasticLayer& setFriction(SimTK::Real mu_s, SimTK::Real mu_k);
    /** Sets the slip speed at which friction is half way between static and kinetic. The default is 0.01 m/s.
        @param v_s [m/s], > 0 */
    ElasticLayer& setTransitionVelocity(SimTK::Real v_s);
    /** Sets the restitution of an impact. @param e [-], in [0.05, 1] */
    ElasticLayer& setRestitution(SimTK::Real e);
    /** Sets the damping of the pressure, which then does not depend on the impact. @param c [s/m], >= 0 */
    ElasticLayer& setDissipation(SimTK::Real c);
    /** Sets the relaxation time of the shear. @param T [s], >= 0 */
    ElasticLayer& setShearDamping(SimTK::Real T);
    /** Sets the width of elements. The default depends on the shape and the thickness. The triangles of a mesh are divided where they are larger.
        @param size [m], > 0 and below the size of the shape */
    ElasticLayer& setElementSize(SimTK::Real size);
    /** Takes the triangles of a mesh as its elements, undivided. The default is off. A triangle counts as a whole at its centroid, so that it must be
        much smaller than the contact. */
    ElasticLayer& setElementsAreTriangles(bool on = true);

    /** Returns K/h [Pa/m]. */
    SimTK::Real getNormalStiffness() const { return normalStiffness; }
    /** Returns G/h [Pa/m]. */
    SimTK::Real getShearStiffness() const { return shearStiffness; }
    /** Returns h [m], or nothing after fromStiffness(). */
    const OptionalReal& getThickness() const { return thickness; }
    /** Returns friction, restitution and dissipation as far as they are set. */
    const SurfaceMaterial& getMaterial() const { return material; }
    SimTK::Real getTransitionVelocity() const { return transitionVelocity; }
    const OptionalReal& getShearDamping() const { return shearDamping; }
    const OptionalReal& getElementSize() const { return elementSize; }
    bool getElementsAreTriangles() const { return elementsAreTriangles; }
    /** Returns every value as a line of text. Layers with equal lines are equal. */
    std::vector<std::string> describe() const;

private:
    // There is no default constructor: {} stands for a SurfaceMaterial in ContactSurfaces::add().
    ElasticLayer(SimTK::Real normalStiffness, SimTK::Real shearStiffness)
        : normalStiffness(normalStiffness), shearStiffness(shearStiffness) {}

    SimTK::Real normalStiffness = 0, shearStiffness = 0, transitionVelocity = 0.01;
    OptionalReal thickness{}, shearDamping{}, elementSize{};
    bool elementsAreTriangles = false;
    SurfaceMaterial material;
};

} // namespace simbodydem

#endif
