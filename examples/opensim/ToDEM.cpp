#include "ToDEM.h"

#include <simbodydem/ElasticLayer.h>
#include <simbodydem/HuntCrossleyConversion.h>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <sstream>
#include <stdexcept>
#include <utility>

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

// Holds the values of a mesh in an ElasticFoundationForce.
struct Foundation {
    double stiffness = 0, dissipation = 0, staticFriction = 0, dynamicFriction = 0; // k [Pa/m], c [s/m]
};

// Holds a geometry of an ElasticFoundationForce. Only a mesh has springs.
struct FoundationSurface {
    std::string path, frame; // the frame is empty if the file has none
    std::optional<Foundation> old, now;
};

std::string nameOf(const std::string& path) { return path.substr(path.rfind('/') + 1); }

// Finds the geometry of this name, of whatever class, in the whole model.
Xml::Element geometryOf(const std::string& path, Xml::Element model) {
    for (const char* kind :
         {"ContactMesh", "ContactHalfSpace", "ContactSphere", "ContactEllipsoid", "ContactCylinder", "ContactTorus"}) {
        std::vector<Xml::Element> found;
        find(model, kind, found);
        for (Xml::Element& of : found)
            if (of.getOptionalAttributeValue("name") == nameOf(path)) return of;
    }
    throw std::runtime_error("there is no contact geometry called " + nameOf(path));
}

std::vector<FoundationSurface> foundationsOf(Xml::Element& force, Xml::Element model, std::string& changed) {
    std::vector<FoundationSurface> surfaces;
    std::vector<Xml::Element> parameters;
    find(force, "ElasticFoundationForce::ContactParameters", parameters);
    for (Xml::Element& of : parameters) {
        const Foundation values{numberIn(of, "stiffness", 0), numberIn(of, "dissipation", 0),
                                numberIn(of, "static_friction", 0), numberIn(of, "dynamic_friction", 0)};
        bool isUsed = false;
        std::istringstream names(of.getRequiredElementValue("geometry"));
        for (std::string name; names >> name;) {
            FoundationSurface surface;
            surface.path = pathOf(name);
            Xml::Element geometry = geometryOf(surface.path, model);
            surface.frame =
                geometry.getOptionalElementValue("socket_frame", geometry.getOptionalElementValue("body_name"));
            if (geometry.getElementTag() == "ContactMesh") surface.old = values;
            isUsed = isUsed || surface.old;
            surfaces.push_back(surface);
        }
        const double viscous = numberIn(of, "viscous_friction", 0);
        if (isUsed && viscous > 0) changed += fmt::format(", without its viscous friction of {} s/m", viscous);
    }
    return surfaces;
}

// Chooses the layers. A mesh that touches shapes without springs keeps its stiffness. ElasticFoundationForce adds the springs of two
// meshes at half weight, which makes (k1 + k2)/2. Two layers are in series, which makes K1 K2/(K1 + K2). Two layers of k1 + k2 each,
// which is 2 k for equal meshes, have the old force. Their dissipation and friction are the means by stiffness, which keep the damping
// and the limit of the pair. More than two meshes get 2 k each, which is exact for pairs of equal meshes.
void chooseLayers(std::vector<FoundationSurface>& surfaces) {
    std::vector<FoundationSurface*> meshes;
    for (FoundationSurface& surface : surfaces)
        if (surface.old) meshes.push_back(&surface);
    const bool areMeshesOnly = meshes.size() == surfaces.size();
    for (FoundationSurface* mesh : meshes) {
        mesh->now = mesh->old;
        if (areMeshesOnly) mesh->now->stiffness *= 2;
    }
    if (!areMeshesOnly || meshes.size() != 2) return;
    const Foundation &one = *meshes[0]->old, &two = *meshes[1]->old;
    const double sum = one.stiffness + two.stiffness;
    const auto mean = [&](double a, double b) { return a == b ? a : (one.stiffness * a + two.stiffness * b) / sum; };
    for (FoundationSurface* mesh : meshes)
        mesh->now =
            Foundation{sum, mean(one.dissipation, two.dissipation), mean(one.staticFriction, two.staticFriction),
                       mean(one.dynamicFriction, two.dynamicFriction)};
}

// Describes the pairs of meshes whose force changes. The limit of friction of the old pair is the mean of both by stiffness, that of
// the new one the minimum.
std::string changeOfMeshes(const std::vector<FoundationSurface>& surfaces) {
    std::string changed;
    for (auto a = surfaces.begin(); a != surfaces.end(); ++a)
        for (auto b = surfaces.begin(); b != a; ++b) {
            if (!a->old || !b->old || (a->frame == b->frame && !a->frame.empty())) continue;
            const Foundation &oldA = *a->old, &oldB = *b->old, &nowA = *a->now, &nowB = *b->now;
            const auto mean = [&](double ofA, double ofB) {
                return (oldA.stiffness * ofA + oldB.stiffness * ofB) / (oldA.stiffness + oldB.stiffness);
            };
            const double before = (oldA.stiffness + oldB.stiffness) / 2,
                         after = nowA.stiffness * nowB.stiffness / (nowA.stiffness + nowB.stiffness),
                         oldStatic = mean(oldA.staticFriction, oldB.staticFriction),
                         oldKinetic = mean(oldA.dynamicFriction, oldB.dynamicFriction),
                         nowStatic = std::min(nowA.staticFriction, nowB.staticFriction),
                         nowKinetic = std::min(nowA.dynamicFriction, nowB.dynamicFriction);
            if (std::abs(after - before) < 0.005 * before && std::abs(oldStatic - nowStatic) < 1e-6 &&
                std::abs(oldKinetic - nowKinetic) < 1e-6)
                continue;
            changed +=
                fmt::format("\n  {} on {}: stiffness {:.3g} instead of {:.3g} Pa/m, static friction {:.3g} instead "
                            "of {:.3g}, kinetic friction {:.3g} instead of {:.3g}",
                            b->path, a->path, after, before, nowStatic, oldStatic, nowKinetic, oldKinetic);
        }
    return changed;
}

Xml::Element elementOf(const FoundationSurface& of, double shearRatio, double transitionVelocity) {
    Xml::Element surface("DEMSurface");
    surface.setAttributeValue("name", nameOf(of.path));
    surface.appendNode(Xml::Element("socket_geometry", of.path));
    if (!of.now) return surface; // rigid
    const double shear = shearRatio * of.now->stiffness;
    simbodydem::ElasticLayer::fromStiffness(of.now->stiffness, shear) // throws if a value is out of its range
        .setFriction(of.now->staticFriction, of.now->dynamicFriction)
        .setDissipation(of.now->dissipation)
        .setTransitionVelocity(transitionVelocity);
    Xml::Element layer("DEMElasticLayer");
    const std::pair<const char*, double> values[] = {
        {"normal_stiffness", of.now->stiffness},     {"shear_stiffness", shear},
        {"static_friction", of.now->staticFriction}, {"kinetic_friction", of.now->dynamicFriction},
        {"transition_velocity", transitionVelocity}, {"dissipation", of.now->dissipation}};
    for (const auto& [tag, value] : values) layer.appendNode(Xml::Element(tag, fmt::format("{}", value)));
    Xml::Element place("elastic_layer");
    place.appendNode(layer);
    surface.appendNode(place);
    return surface;
}

// Makes the settings of the new force from an ElasticFoundationForce.
std::vector<Xml::Node> settingsOf(Xml::Element& force, Xml::Element model, const FromHuntCrossley& how, int& count,
                                  std::string& changed) {
    std::vector<FoundationSurface> surfaces = foundationsOf(force, model, changed);
    count = int(surfaces.size());
    if (count < 2) return {};
    chooseLayers(surfaces);
    if (!(how.poissonsRatio > -1 && how.poissonsRatio < 0.5))
        throw std::runtime_error(
            fmt::format("Poisson's ratio is {}; a layer needs one in (-1, 0.5)", how.poissonsRatio));
    const double nu = how.poissonsRatio, shearRatio = (1 - 2 * nu) / (2 * (1 - nu)),
                 transitionVelocity = std::sqrt(3.0) * numberIn(force, "transition_velocity", 0.01);
    std::string rigid,
        note = fmt::format("shear stiffness {:.3g} of the normal one, for Poisson's ratio {}", shearRatio, nu);
    Xml::Element list("surfaces");
    int numMeshes = 0;
    for (const FoundationSurface& of : surfaces) {
        list.appendNode(elementOf(of, shearRatio, transitionVelocity));
        numMeshes += of.old ? 1 : 0;
        if (of.old) continue;
        for (const FoundationSurface& other : surfaces) // without springs they had no force
            if (!other.old && &other < &of) rigid += nameOf(other.path) + " " + nameOf(of.path) + " ";
    }
    if (numMeshes == 0) throw std::runtime_error("it has no ContactMesh, so it has no springs");
    if (numMeshes == 2 && count == 2) note += ", two layers in series of the old force, each of k1 + k2";
    if (numMeshes > 2 && numMeshes == count)
        note += ", layers of 2 k in place of each k, since two layers are in series";
    changed += ", " + note + changeOfMeshes(surfaces);
    std::vector<Xml::Node> settings{Xml::Comment(" Of an ElasticFoundationForce: " + note + ". ")};
    if (!rigid.empty()) settings.push_back(Xml::Element("exclude", rigid.substr(0, rigid.size() - 1)));
    settings.push_back(list);
    return settings;
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

// Makes the settings of the new force from one of the two forces of points.
std::vector<Xml::Node> settingsOf(Xml::Element& force, const FromHuntCrossley& how, int& count, std::string& changed) {
    const std::vector<Surface> surfaces = surfacesOf(force, how, changed);
    count = int(surfaces.size());
    Xml::Element list("surfaces");
    for (const Surface& surface : surfaces) list.appendNode(elementOf(surface));
    return {Xml::Element("normal_law", "hunt-crossley"), Xml::Element("tangential_law", "mindlin-secant"), list};
}

} // namespace

std::vector<std::string> toDEM(Xml::Document& model, const FromHuntCrossley& how) {
    std::vector<Xml::Element> forces;
    for (const char* kind : {"HuntCrossleyForce", "SmoothSphereHalfSpaceForce", "ElasticFoundationForce"})
        find(model.getRootElement(), kind, forces);
    if (forces.empty())
        throw std::runtime_error("there is neither a HuntCrossleyForce nor a SmoothSphereHalfSpaceForce nor an "
                                 "ElasticFoundationForce");
    std::vector<std::string> done;
    for (Xml::Element& force : forces) {
        const std::string name = force.getOptionalAttributeValue("name"), kind = force.getElementTag();
        std::string changed;
        int count = 0;
        std::vector<Xml::Node> settings;
        try {
            settings = kind == "ElasticFoundationForce" ? settingsOf(force, model.getRootElement(), how, count, changed)
                                                        : settingsOf(force, how, count, changed);
        } catch (const std::exception& e) {
            throw std::runtime_error(kind + " \"" + name + "\": " + e.what());
        }
        if (count < 2) throw std::runtime_error(kind + " \"" + name + "\" has fewer than two geometries");
        const bool applies = doesApply(force);
        while (force.node_begin() != force.node_end()) force.eraseNode(force.node_begin());
        force.setElementTag("DEMContactForce");
        force.appendNode(Xml::Element("appliesForce", std::string(applies ? "true" : "false")));
        for (const Xml::Node& setting : settings) force.appendNode(setting);
        done.push_back(kind + " \"" + name + "\"" + (applies ? "" : ", which is off") + ": " + std::to_string(count) +
                       " surfaces" + changed);
    }
    return done;
}
