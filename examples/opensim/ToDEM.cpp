#include "ToDEM.h"

#include <simbodydem/HuntCrossleyConversion.h>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <sstream>
#include <stdexcept>

namespace Xml = SimTK::Xml;

namespace {

double numberIn(Xml::Element& element, const char* tag, double otherwise) {
    return element.getOptionalElementValueAs<double>(tag, otherwise);
}

// Returns the path of a geometry, since the old forces name it without its path.
std::string pathOf(const std::string& geometry) {
    return geometry.find('/') == std::string::npos ? "/contactgeometryset/" + geometry : geometry;
}

// Holds the path of a geometry and its material before and after the conversion.
struct Surface {
    std::string path;
    simbodydem::HuntCrossleyParameters old;
    simbodydem::SurfaceMaterial material;
};

Xml::Element elementOf(const Surface& of) {
    const std::string& path = of.path;
    const simbodydem::SurfaceMaterial& material = of.material;
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

// Reads the parameters, which have the same names in both forces. Friction with memory has no viscous part and no transition
// velocity.
Surface surfaceOf(Xml::Element& element, const FromHuntCrossley& how, double defaultStiffness, std::string& changed) {
    Surface surface;
    surface.old.stiffness = numberIn(element, "stiffness", defaultStiffness);
    surface.old.dissipation = numberIn(element, "dissipation", 0);
    surface.old.staticFriction = numberIn(element, "static_friction", 0);
    surface.old.dynamicFriction = numberIn(element, "dynamic_friction", 0);
    const double viscous = numberIn(element, "viscous_friction", 0);
    if (viscous > 0) changed = fmt::format(", without its viscous friction of {} s/m", viscous);
    surface.material =
        simbodydem::fromHuntCrossley(surface.old, how.poissonsRatio, simbodydem::MixingRules::Moduli::Hertz);
    surface.material.restitution =
        std::max(0.1, 1 - surface.old.dissipation * how.impactSpeed); // Hunt & Crossley 1975, to first order
    return surface;
}

// Describes how the force between the surfaces changes. Two equal surfaces keep their force. The values of unequal surfaces are
// mixed by the rules of SimbodyDEM, not by those of the old force.
std::string changeOfMixing(const std::vector<Surface>& surfaces, const FromHuntCrossley& how) {
    std::string changed;
    for (auto a = surfaces.begin(); a != surfaces.end(); ++a)
        for (auto b = surfaces.begin(); b != a; ++b) {
            const simbodydem::SurfaceMaterial before =
                simbodydem::fromHuntCrossleyPair(a->old, b->old, how.poissonsRatio);
            const simbodydem::PairMaterial old = simbodydem::mixMaterials(before, before),
                                           now = simbodydem::mixMaterials(a->material, b->material);
            const double softer = 1 - now.effectiveYoungsModulus / old.effectiveYoungsModulus;
            if (std::abs(softer) < 0.005 && std::abs(now.staticFriction - old.staticFriction) < 1e-6 &&
                std::abs(now.kineticFriction - old.kineticFriction) < 1e-6)
                continue;
            changed +=
                fmt::format("\n  {} on {}: {:.0f} % softer, static friction {:.3g} instead of {:.3g}, kinetic "
                            "friction {:.3g} instead of {:.3g}",
                            b->path, a->path, 100 * softer, double(now.staticFriction), double(old.staticFriction),
                            double(now.kineticFriction), double(old.kineticFriction));
        }
    return changed;
}

// Returns true if the force acts, by appliesForce of OpenSim 4 or by isDisabled of a file of version 3.
bool doesApply(Xml::Element& force) {
    const bool isDisabled = force.getOptionalElementValueAs<bool>("isDisabled", false);
    return force.getOptionalElementValueAs<bool>("appliesForce", !isDisabled);
}

// Finds the elements of one kind at any depth.
void find(Xml::Element node, const std::string& tag, std::vector<Xml::Element>& found) {
    for (auto child = node.element_begin(); child != node.element_end(); ++child) {
        if (child->getElementTag() == tag) found.push_back(*child);
        find(*child, tag, found);
    }
}

std::vector<Surface> surfacesOf(Xml::Element& force, const FromHuntCrossley& how, std::string& changed) {
    std::vector<Surface> surfaces;
    if (force.getElementTag() == "SmoothSphereHalfSpaceForce") {
        Surface surface = surfaceOf(force, how, 1, changed);
        for (const char* socket : {"socket_sphere", "socket_half_space"}) {
            surface.path = pathOf(force.getRequiredElementValue(socket));
            surfaces.push_back(surface);
        }
        return surfaces;
    }
    std::vector<Xml::Element> parameters;
    find(force, "HuntCrossleyForce::ContactParameters", parameters);
    for (Xml::Element& of : parameters) {
        Surface surface = surfaceOf(of, how, 0, changed);
        std::istringstream geometry(of.getRequiredElementValue("geometry"));
        for (std::string name; geometry >> name;) {
            surface.path = pathOf(name);
            surfaces.push_back(surface);
        }
    }
    changed += changeOfMixing(surfaces, how);
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
        std::string changed;
        std::vector<Surface> surfaces;
        try {
            surfaces = surfacesOf(force, how, changed);
        } catch (const std::exception& e) {
            throw std::runtime_error(kind + " \"" + name + "\": " + e.what());
        }
        if (surfaces.size() < 2) throw std::runtime_error(kind + " \"" + name + "\" has fewer than two geometries");
        const bool applies = doesApply(force);
        while (force.node_begin() != force.node_end()) force.eraseNode(force.node_begin());
        force.setElementTag("DEMContactForce");
        force.appendNode(Xml::Element("appliesForce", std::string(applies ? "true" : "false")));
        force.appendNode(Xml::Element("normal_law", "hunt-crossley"));
        force.appendNode(Xml::Element("tangential_law", "mindlin-secant"));
        Xml::Element list("surfaces");
        for (const Surface& surface : surfaces) list.appendNode(elementOf(surface));
        force.appendNode(list);
        done.push_back(kind + " \"" + name + "\"" + (applies ? "" : ", which is off") + ": " +
                       std::to_string(surfaces.size()) + " surfaces" + changed);
    }
    return done;
}
