// SPDX-License-Identifier: Apache-2.0
#include "opensim/DEMSurface.h"

#include "opensim/DEMContactForce.h"
#include "opensim/XmlElements.h"

#include <OpenSim/Simulation/Model/Model.h>

#include <algorithm>
#include <memory>
#include <utility>

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
}

namespace {

// OpenSim itself ignores objects of an unknown class.
void refuseUnknownLayers(SimTK::Xml::Element& surface) {
    const std::string owner =
        "DEMSurface \"" + std::string(surface.getOptionalAttributeValue("name")) + "\": <elastic_layer>";
    int count = 0;
    for (auto element = surface.element_begin("elastic_layer"); element != surface.element_end(); ++element) {
        if (++count > 1) throw Exception(owner + " is there twice");
        SimTK::Array_<SimTK::Xml::Element> layers = element->getAllElements();
        if (layers.size() != 1 || layers[0].getElementTag() != "DEMElasticLayer")
            throw Exception(owner + " must contain one <DEMElasticLayer>, and this one the values of the layer");
        refuseUnknownElements(DEMElasticLayer(), layers[0], owner);
    }
}

} // namespace

void DEMSurface::updateFromXMLNode(SimTK::Xml::Element& node, int versionNumber) {
    refuseUnknownElements(*this, node);
    refuseUnknownLayers(node);
    Super::updateFromXMLNode(node, versionNumber);
}

std::vector<const ContactGeometry*> DEMSurface::listGeometry() const {
    std::vector<const ContactGeometry*> list;
    const auto& socket = getSocket<ContactGeometry>("geometry");
    for (unsigned i = 0; i < socket.getNumConnectees(); ++i) list.push_back(&socket.getConnectee(int(i)));
    return list;
}

simbodydem::SurfaceMaterial DEMSurface::getMaterial() const {
    const auto valueOf = [](const Property<double>& property) {
        return property.empty() ? simbodydem::MaterialValue() : simbodydem::MaterialValue(property.getValue());
    };
    simbodydem::SurfaceMaterial material;
    material.youngsModulus = valueOf(getProperty_youngs_modulus());
    material.poissonsRatio = valueOf(getProperty_poissons_ratio());
    material.restitution = valueOf(getProperty_restitution());
    material.staticFriction = valueOf(getProperty_static_friction());
    material.kineticFriction = valueOf(getProperty_kinetic_friction());
    material.dissipation = valueOf(getProperty_dissipation());
    material.rollingFriction = valueOf(getProperty_rolling_friction());
    material.twistingFriction = valueOf(getProperty_twisting_friction());
    material.stiffnessRatio = valueOf(getProperty_stiffness_ratio());
    return material;
}

simbodydem::ElasticLayer DEMSurface::makeLayer() const {
    const std::string owner = "DEMSurface \"" + getName() + "\"";
    const std::pair<const char*, const Property<double>*> values[] = {
        {"youngs_modulus", &getProperty_youngs_modulus()},     {"poissons_ratio", &getProperty_poissons_ratio()},
        {"restitution", &getProperty_restitution()},           {"static_friction", &getProperty_static_friction()},
        {"kinetic_friction", &getProperty_kinetic_friction()}, {"dissipation", &getProperty_dissipation()},
        {"rolling_friction", &getProperty_rolling_friction()}, {"twisting_friction", &getProperty_twisting_friction()},
        {"stiffness_ratio", &getProperty_stiffness_ratio()}};
    for (const auto& [name, value] : values)
        if (!value->empty())
            throw Exception(owner + " has an <elastic_layer> and also <" + name +
                            ">; give either a layer or a material. A layer has its own values in <DEMElasticLayer>");
    return get_elastic_layer().makeLayer(owner);
}

namespace {

// Returns the shape of a surface with a layer. Simbody's other shapes are infinite or hollow.
std::unique_ptr<simbodydem::Shape> makeShape(const SimTK::ContactGeometry& shape, Real rounding,
                                             const std::string& name) {
    using SimTK::ContactGeometry;
    if (ContactGeometry::Sphere::isInstance(shape))
        return std::make_unique<simbodydem::Sphere>(ContactGeometry::Sphere::getAs(shape).getRadius());
    if (ContactGeometry::HalfSpace::isInstance(shape)) return std::make_unique<simbodydem::HalfSpace>();
    if (ContactGeometry::Ellipsoid::isInstance(shape))
        return std::make_unique<simbodydem::Ellipsoid>(ContactGeometry::Ellipsoid::getAs(shape).getRadii());
    if (ContactGeometry::TriangleMesh::isInstance(shape))
        return std::make_unique<simbodydem::Mesh>(simbodydem::Mesh::fromPolygons(
            ContactGeometry::TriangleMesh::getAs(shape).createPolygonalMesh(), rounding));
    throw Exception(name + ": a layer needs a ContactSphere, ContactHalfSpace, ContactEllipsoid or ContactMesh");
}

} // namespace

void DEMSurface::addTo(simbodydem::ContactSurfaces& surfaces) const {
    using SimTK::ContactGeometry;
    group.surfaces.clear();
    group.name = getName();
    const std::vector<const OpenSim::ContactGeometry*> list = listGeometry();
    if (list.empty())
        throw Exception("DEMSurface \"" + getName() +
                        "\" has no geometry; write the paths of contact geometries into <socket_geometry>");
    for (const OpenSim::ContactGeometry* geometry : list) {
        const std::string name = getName() + "/" + geometry->getName();
        const PhysicalFrame& frame = geometry->getFrame();
        const SimTK::Transform X_BP = frame.findTransformInBaseFrame() * geometry->getTransform();
        const ContactGeometry shape = geometry->createSimTKContactGeometry();
        const bool isMesh = ContactGeometry::TriangleMesh::isInstance(shape);
        if (!getProperty_rounding().empty() && !isMesh)
            throw Exception("DEMSurface \"" + getName() + "\": <rounding> is for a ContactMesh, and " + name +
                            " is not one");
        if (!getProperty_elastic_layer().empty()) {
            const Real rounding = getProperty_rounding().empty() ? 0 : get_rounding();
            group.surfaces.insert(
                surfaces.add(frame.getMobilizedBody(), *makeShape(shape, rounding, name), X_BP, makeLayer(), name));
        } else if (isMesh && !getProperty_rounding().empty()) {
            const auto mesh = simbodydem::Mesh::fromPolygons(
                ContactGeometry::TriangleMesh::getAs(shape).createPolygonalMesh(), get_rounding());
            group.surfaces.insert(surfaces.add(frame.getMobilizedBody(), mesh, X_BP, getMaterial(), name));
        } else
            group.surfaces.insert(surfaces.add(frame.getMobilizedBody(), shape, X_BP, getMaterial(), name));
    }
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

double DEMSurface::getSlippingShare(const SimTK::State& state) const {
    const AreaSum sum = sumAreas(state);
    return sum.area > 0 ? sum.slippingArea / sum.area : 0;
}

} // namespace OpenSim
