#include "ToDEM.h"

#include <simbodydem/HuntCrossleyConversion.h>

#include <fmt/format.h>

#include <algorithm>
#include <sstream>
#include <stdexcept>

namespace Xml = SimTK::Xml;

namespace {

double numberIn(Xml::Element& element, const char* tag, double otherwise) {
    return element.getOptionalElementValueAs<double>(tag, otherwise);
}

// Old forces name geometry without its path.
std::string pathOf(const std::string& geometry) {
    return geometry.find('/') == std::string::npos ? "/contactgeometryset/" + geometry : geometry;
}

// A geometry's path and what it is made of.
struct Surface {
    std::string path;
    simbodydem::SurfaceMaterial material;
};

Xml::Element elementOf(const Surface& of) {
    const auto& [path, material] = of;
    Xml::Element surface("DEMSurface");
    surface.setAttributeValue("name", path.substr(path.rfind('/') + 1));
    const std::pair<const char*, std::string> values[] = {
        {"socket_geometry", path},
        {"youngs_modulus", fmt::format("{}", double(material.youngsModulus))},
        {"poissons_ratio", fmt::format("{}", double(material.poissonsRatio))},
        {"static_friction", fmt::format("{}", double(material.staticFriction))},
        {"kinetic_friction", fmt::format("{}", double(material.kineticFriction))},
        {"dissipation", fmt::format("{}", double(material.dissipation))},
        {"restitution", fmt::format("{}", double(material.restitution))}};
    for (const auto& [tag, value] : values) surface.appendNode(Xml::Element(tag, value));
    return surface;
}

// Both forces name their parameters alike. There is no viscous friction with memory, nor a velocity of creeping.
simbodydem::SurfaceMaterial materialOf(Xml::Element& element, const FromHuntCrossley& how, double defaultStiffness,
                                       std::string& left) {
    simbodydem::HuntCrossleyParameters parameters;
    parameters.stiffness = numberIn(element, "stiffness", defaultStiffness);
    parameters.dissipation = numberIn(element, "dissipation", 0);
    parameters.staticFriction = numberIn(element, "static_friction", 0);
    parameters.dynamicFriction = numberIn(element, "dynamic_friction", 0);
    const double viscous = numberIn(element, "viscous_friction", 0);
    if (viscous > 0) left = fmt::format(", without its viscous friction of {} s/m", viscous);
    simbodydem::SurfaceMaterial material =
        simbodydem::fromHuntCrossley(parameters, how.poissonsRatio, simbodydem::MixingRules::Moduli::Hertz);
    material.restitution =
        std::max(0.1, 1 - parameters.dissipation * how.impactSpeed); // Hunt & Crossley 1975, to first order
    return material;
}

// Elements of one kind, however deep.
void find(Xml::Element node, const std::string& tag, std::vector<Xml::Element>& found) {
    for (auto child = node.element_begin(); child != node.element_end(); ++child) {
        if (child->getElementTag() == tag) found.push_back(*child);
        find(*child, tag, found);
    }
}

std::vector<Surface> surfacesOf(Xml::Element& force, const FromHuntCrossley& how, std::string& left) {
    std::vector<Surface> surfaces;
    if (force.getElementTag() == "SmoothSphereHalfSpaceForce") {
        const simbodydem::SurfaceMaterial material = materialOf(force, how, 1, left);
        for (const char* socket : {"socket_sphere", "socket_half_space"})
            surfaces.push_back({pathOf(force.getRequiredElementValue(socket)), material});
        return surfaces;
    }
    std::vector<Xml::Element> parameters;
    find(force, "HuntCrossleyForce::ContactParameters", parameters);
    for (Xml::Element& of : parameters) {
        const simbodydem::SurfaceMaterial material = materialOf(of, how, 0, left);
        std::istringstream geometry(of.getRequiredElementValue("geometry"));
        for (std::string name; geometry >> name;) surfaces.push_back({pathOf(name), material});
    }
    return surfaces;
}

} // namespace

std::vector<std::string> toDEM(Xml::Document& model, const FromHuntCrossley& how) {
    std::vector<Xml::Element> forces;
    for (const char* kind : {"HuntCrossleyForce", "SmoothSphereHalfSpaceForce"})
        find(model.getRootElement(), kind, forces);
    if (forces.empty())
        throw std::runtime_error("there is neither a HuntCrossleyForce nor a SmoothSphereHalfSpaceForce");
    std::vector<std::string> done;
    for (Xml::Element& force : forces) {
        const std::string name = force.getOptionalAttributeValue("name"), kind = force.getElementTag();
        std::string left;
        std::vector<Surface> surfaces;
        try {
            surfaces = surfacesOf(force, how, left);
        } catch (const std::exception& e) {
            throw std::runtime_error(kind + " \"" + name + "\": " + e.what());
        }
        if (surfaces.size() < 2)
            throw std::runtime_error(kind + " \"" + name + "\" has no two geometries that could touch");
        const std::string applies = force.getOptionalElementValue("appliesForce", "true");
        while (force.node_begin() != force.node_end()) force.eraseNode(force.node_begin());
        force.setElementTag("DEMContactForce");
        force.appendNode(Xml::Element("appliesForce", applies));
        force.appendNode(Xml::Element("normal_law", "hunt-crossley"));
        force.appendNode(Xml::Element("tangential_law", "mindlin-secant"));
        Xml::Element list("surfaces");
        for (const Surface& surface : surfaces) list.appendNode(elementOf(surface));
        force.appendNode(list);
        done.push_back(kind + " \"" + name + "\": " + std::to_string(surfaces.size()) + " surfaces" + left);
    }
    return done;
}
