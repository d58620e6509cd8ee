// SPDX-License-Identifier: Apache-2.0
#include "opensim/DEMSurface.h"

#include "opensim/DEMContactForce.h"
#include "opensim/XmlElements.h"

#include <OpenSim/Simulation/Model/Model.h>

namespace OpenSim {

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
}

void DEMSurface::updateFromXMLNode(SimTK::Xml::Element& node, int versionNumber) {
    refuseUnknownElements(*this, node);
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
        if (isMesh && !getProperty_rounding().empty()) {
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

} // namespace OpenSim
