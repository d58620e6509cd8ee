// SPDX-License-Identifier: Apache-2.0
#include "opensim/DEMSurface.h"

#include "opensim/DEMContactForce.h"
#include "opensim/GivenValues.h"
#include "opensim/XmlElements.h"

#include <simbodydem/ContactRecord.h>
#include <simbodydem/ContactSurfaces.h>
#include <simbodydem/DEMContactForce.h>
#include <simbodydem/Resultants.h>
#include <simbodydem/SurfaceMaterial.h>
#include <simbodydem/shapes/Ellipsoid.h>
#include <simbodydem/shapes/HalfSpace.h>
#include <simbodydem/shapes/Mesh.h>
#include <simbodydem/shapes/Shape.h>
#include <simbodydem/shapes/Sphere.h>

#include <OpenSim/Simulation/Model/Model.h>

#include <algorithm>
#include <memory>

namespace OpenSim {

using SimTK::Real;

DEMSurface::DEMSurface() {
    constructProperty_youngs_modulus();
    constructProperty_poissons_ratio();
    constructProperty_restitution();
    constructProperty_static_friction();
    constructProperty_kinetic_friction();
    constructProperty_dissipation();
    constructProperty_rolling_friction();
    constructProperty_twisting_friction();
    constructProperty_stiffness_ratio();
    constructProperty_rounding();
    constructProperty_elastic_layer();
    constructProperty_sand();
    constructProperty_soil();
}

namespace {

// OpenSim itself ignores objects of an unknown class.
void refuseUnknownObjects(SimTK::Xml::Element& surface, const std::string& property, const Object& object) {
    const std::string owner =
        "DEMSurface \"" + std::string(surface.getOptionalAttributeValue("name")) + "\": <" + property + ">";
    int count = 0;
    for (auto element = surface.element_begin(property); element != surface.element_end(); ++element) {
        if (++count > 1) throw Exception(owner + " is there twice");
        SimTK::Array_<SimTK::Xml::Element> objects = element->getAllElements();
        if (objects.size() != 1 || objects[0].getElementTag() != object.getConcreteClassName())
            throw Exception(owner + " must contain one <" + object.getConcreteClassName() +
                            ">, and this one the values");
        refuseUnknownElements(object, objects[0], owner);
    }
}

} // namespace

void DEMSurface::updateFromXMLNode(SimTK::Xml::Element& node, int versionNumber) {
    refuseUnknownElements(*this, node);
    refuseUnknownObjects(node, "elastic_layer", DEMElasticLayer());
    refuseUnknownObjects(node, "sand", DEMSand());
    refuseUnknownObjects(node, "soil", DEMSoil());
    Super::updateFromXMLNode(node, versionNumber);
}

std::vector<const ContactGeometry*> DEMSurface::listGeometry() const {
    std::vector<const ContactGeometry*> list;
    const auto& socket = getSocket<ContactGeometry>("geometry");
    for (unsigned i = 0; i < socket.getNumConnectees(); ++i) list.push_back(&socket.getConnectee(int(i)));
    return list;
}

struct DEMSurface::MaterialProperty {
    const Property<double>& property;
    simbodydem::MaterialValue simbodydem::SurfaceMaterial::*value;
};

std::vector<DEMSurface::MaterialProperty> DEMSurface::listMaterialProperties() const {
    using Material = simbodydem::SurfaceMaterial;
    return {{getProperty_youngs_modulus(), &Material::youngsModulus},
            {getProperty_poissons_ratio(), &Material::poissonsRatio},
            {getProperty_restitution(), &Material::restitution},
            {getProperty_static_friction(), &Material::staticFriction},
            {getProperty_kinetic_friction(), &Material::kineticFriction},
            {getProperty_dissipation(), &Material::dissipation},
            {getProperty_rolling_friction(), &Material::rollingFriction},
            {getProperty_twisting_friction(), &Material::twistingFriction},
            {getProperty_stiffness_ratio(), &Material::stiffnessRatio}};
}

simbodydem::SurfaceMaterial DEMSurface::getMaterial() const {
    simbodydem::SurfaceMaterial material;
    for (const MaterialProperty& p : listMaterialProperties())
        if (!p.property.empty()) material.*p.value = p.property.getValue();
    return material;
}

bool DEMSurface::hasAreas() const {
    return !getProperty_elastic_layer().empty() || !getProperty_sand().empty() || !getProperty_soil().empty();
}

void DEMSurface::checkAlternatives() const {
    const std::string owner = "DEMSurface \"" + getName() + "\"";
    const AbstractProperty* found = nullptr;
    for (const AbstractProperty* one :
         Form{&getProperty_elastic_layer(), &getProperty_sand(), &getProperty_soil()}) {
        if (one->empty()) continue;
        if (found)
            throw Exception(owner + " has " + elementsOf({found}) + " and also " + elementsOf({one}) +
                            "; a surface has at most one of <elastic_layer>, <sand> and <soil>");
        found = one;
    }
    if (!found) return;
    for (const MaterialProperty& p : listMaterialProperties())
        if (!p.property.empty())
            throw Exception(owner + " has " + elementsOf({found}) + " and also " + elementsOf({&p.property}) +
                            "; give one of them. The values of " + elementsOf({found}) +
                            " are in the object that it contains");
}

namespace {

// Returns the shape of a surface with a layer, or null. Simbody's other shapes are infinite or hollow.
std::unique_ptr<simbodydem::Shape> makeShape(const SimTK::ContactGeometry& shape, Real rounding) {
    using SimTK::ContactGeometry;
    if (ContactGeometry::Sphere::isInstance(shape))
        return std::make_unique<simbodydem::Sphere>(ContactGeometry::Sphere::getAs(shape).getRadius());
    if (ContactGeometry::HalfSpace::isInstance(shape)) return std::make_unique<simbodydem::HalfSpace>();
    if (ContactGeometry::Ellipsoid::isInstance(shape))
        return std::make_unique<simbodydem::Ellipsoid>(ContactGeometry::Ellipsoid::getAs(shape).getRadii());
    if (ContactGeometry::TriangleMesh::isInstance(shape))
        return std::make_unique<simbodydem::Mesh>(simbodydem::Mesh::fromPolygons(
            ContactGeometry::TriangleMesh::getAs(shape).createPolygonalMesh(), rounding));
    return nullptr;
}

} // namespace

simbodydem::SurfaceIndex DEMSurface::add(simbodydem::ContactSurfaces& surfaces, const ContactGeometry& geometry,
                                         const std::string& name) const {
    const std::string owner = "DEMSurface \"" + getName() + "\"";
    const SimTK::MobilizedBody& body = geometry.getFrame().getMobilizedBody();
    const SimTK::Transform X_BP = geometry.getFrame().findTransformInBaseFrame() * geometry.getTransform();
    const SimTK::ContactGeometry shape = geometry.createSimTKContactGeometry();
    const bool isMesh = SimTK::ContactGeometry::TriangleMesh::isInstance(shape),
               hasRounding = !getProperty_rounding().empty();
    if (hasRounding && !isMesh)
        throw Exception(owner + ": <rounding> is for a ContactMesh, and " + name + " is not one");
    if (!hasAreas() && !(isMesh && hasRounding)) return surfaces.add(body, shape, X_BP, getMaterial(), name);
    const std::unique_ptr<simbodydem::Shape> made = makeShape(shape, hasRounding ? get_rounding() : 0);
    if (!getProperty_sand().empty() || !getProperty_soil().empty()) {
        const std::string what = getProperty_sand().empty() ? "soil" : "sand";
        if (!made) throw Exception(owner + ": " + name + ": " + what + " must be a HalfSpace or a Terrain");
        return getProperty_sand().empty() ? surfaces.add(body, *made, X_BP, get_soil().makeSoil(owner), name)
                                          : surfaces.add(body, *made, X_BP, get_sand().makeSand(owner), name);
    }
    if (!made)
        throw Exception(name + ": a layer needs a ContactSphere, ContactHalfSpace, ContactEllipsoid or ContactMesh");
    if (getProperty_elastic_layer().empty()) return surfaces.add(body, *made, X_BP, getMaterial(), name);
    return surfaces.add(body, *made, X_BP, get_elastic_layer().makeLayer(owner), name);
}

void DEMSurface::addTo(simbodydem::ContactSurfaces& surfaces) const {
    group.surfaces.clear();
    group.name = getName();
    checkAlternatives();
    const std::vector<const ContactGeometry*> list = listGeometry();
    if (list.empty())
        throw Exception("DEMSurface \"" + getName() +
                        "\" has no geometry; write the paths of contact geometries into <socket_geometry>");
    for (const ContactGeometry* geometry : list)
        group.surfaces.insert(add(surfaces, *geometry, getName() + "/" + geometry->getName()));
}

const DEMContactForce& DEMSurface::getContactForce() const {
    const auto* force = hasOwner() ? dynamic_cast<const DEMContactForce*>(&getOwner()) : nullptr;
    if (!force)
        throw Exception("DEMSurface \"" + getName() +
                        "\" is not part of a DEMContactForce; put it into the <surfaces> of one");
    return *force;
}

const simbodydem::SurfaceGroup& DEMSurface::getGroup() const {
    getContactForce().getDEMForce();
    return group;
}

simbodydem::Wrench DEMSurface::calcWrench(const SimTK::State& state) const {
    return simbodydem::calcWrench(getContactForce().getDEMForce().getContactRecords(state), getGroup());
}

SimTK::Vec3 DEMSurface::getForce(const SimTK::State& state) const { return calcWrench(state).force; }

SimTK::Vec3 DEMSurface::getMomentAboutGroundOrigin(const SimTK::State& state) const { return calcWrench(state).moment; }

SimTK::Vec3 DEMSurface::getCenterOfPressure(const SimTK::State& state) const {
    return simbodydem::calcGroundReaction(calcWrench(state)).centreOfPressure;
}

SimTK::Vec3 DEMSurface::getFreeMoment(const SimTK::State& state) const {
    return simbodydem::calcGroundReaction(calcWrench(state)).freeMoment;
}

struct DEMSurface::AreaSum {
    SimTK::Vec3 weightedCenter{0}; // [N m]
    SimTK::Real load = 0, area = 0, slippingArea = 0, peakPressure = 0;
};

DEMSurface::AreaSum DEMSurface::sumAreas(const SimTK::State& state) const {
    AreaSum sum;
    const simbodydem::SurfaceGroup& on = getGroup();
    for (const simbodydem::AreaRecord& area : getContactForce().getDEMForce().getAreaRecords(state)) {
        if (on.surfaces.count(area.a) == on.surfaces.count(area.b)) continue; // of others, or within the group
        const Real load = area.meanPressure * area.area;
        sum.weightedCenter += load * area.center;
        sum.load += load;
        sum.area += area.area;
        sum.slippingArea += area.slippingArea;
        sum.peakPressure = std::max(sum.peakPressure, area.peakPressure);
    }
    return sum;
}

SimTK::Vec3 DEMSurface::getPressureCenter(const SimTK::State& state) const {
    const AreaSum sum = sumAreas(state);
    return sum.load > 0 ? sum.weightedCenter / sum.load : SimTK::Vec3(SimTK::NaN);
}

double DEMSurface::getContactArea(const SimTK::State& state) const { return sumAreas(state).area; }

double DEMSurface::getMeanPressure(const SimTK::State& state) const {
    const AreaSum sum = sumAreas(state);
    return sum.area > 0 ? sum.load / sum.area : 0;
}

double DEMSurface::getPeakPressure(const SimTK::State& state) const { return sumAreas(state).peakPressure; }

double DEMSurface::getSlippingFraction(const SimTK::State& state) const {
    const AreaSum sum = sumAreas(state);
    return sum.area > 0 ? sum.slippingArea / sum.area : 0;
}

} // namespace OpenSim
