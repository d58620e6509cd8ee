// SPDX-License-Identifier: Apache-2.0
#include "simbodydem/ContactSurfaces.h"

#include "base/Checks.h"
#include "collision/ContactSetSource.h"
#include "collision/DistanceToTouch.h"
#include "collision/Overlaps.h"
#include "collision/SearchMemory.h"
#include "collision/SurfaceList.h"
#include "collision/shapes/FromSimbody.h"
#include "laws/MaterialValues.h"
#include "simbodydem/Conversions.h"
#include "simbodydem/Messages.h"

#include <algorithm>
#include <stdexcept>

namespace simbodydem {

using namespace SimTK;

namespace {

// Converts a ContactMaterial. Its dissipation and friction count as 0 if they were never set, which Simbody stores as NaN.
SurfaceMaterial toMaterial(const ContactMaterial& material, Real poissonsRatio, const std::string& surface) {
    const auto zeroIfUnset = [](Real value) { return isNaN(value) ? 0 : value; };
    HuntCrossleyParameters parameters;
    parameters.stiffness = material.getStiffness();
    parameters.dissipation = zeroIfUnset(material.getDissipation());
    parameters.staticFriction = zeroIfUnset(material.getStaticFriction());
    parameters.dynamicFriction = zeroIfUnset(material.getDynamicFriction());
    try {
        return fromHuntCrossley(parameters, poissonsRatio, MixingRules::Moduli::Hertz);
    } catch (const std::invalid_argument& e) {
        throw std::invalid_argument(surface + ": " + e.what());
    }
}

// Returns the name of a surface that is being added, for messages.
std::string calledNext(const std::string& name, int index) {
    return name.empty() ? "surface " + std::to_string(index) : name;
}

// Checks the values of a surface, and that sand and soil are a half space or a terrain that does not move.
void checkSurface(const std::string& context, const Surface& surface, const Shape& shape, MobilizedBodyIndex body) {
    checkMaterial(context, surface.getMaterial());
    const char* ground = surface.getSand() ? "sand" : surface.getSoil() ? "soil" : nullptr;
    if (!ground) return;
    if (!dynamic_cast<const HalfSpace*>(&shape) && !dynamic_cast<const Terrain*>(&shape))
        throw std::invalid_argument(context + ": " + ground + " must be a HalfSpace or a Terrain");
    if (body != GroundIndex) throw std::invalid_argument(context + ": " + ground + " must be on Ground");
}

void checkExists(const std::string& caller, SurfaceIndex surface, int count) {
    if (!surface.isValid() || surface >= count)
        throw std::invalid_argument("ContactSurfaces::" + caller + "(): surface " + std::to_string(surface) +
                                    " does not exist; it must be in [0, " + std::to_string(count) + ")");
}

} // namespace

ContactSurfaces::ContactSurfaces(SimbodyMatterSubsystem& matter)
    : list(std::make_shared<SurfaceList>(SurfaceList{matter, {}, {}, {}})) {}

SurfaceIndex ContactSurfaces::add(const MobilizedBody& body, const Shape& shape, const Transform& X_BS,
                                  const Surface& surface, const std::string& name) {
    const std::string context = "ContactSurfaces::add(): " + calledNext(name, size());
    if (!body.isInSubsystem() || !body.isInSameSubsystem(list->matter.getGround()))
        throw std::invalid_argument(context + ": its body is of another SimbodyMatterSubsystem; make the list with the "
                                              "subsystem that has this body");
    if (!X_BS.p().isFinite() || !X_BS.R().asMat33().isFinite())
        throw std::invalid_argument(context + ": its pose on the body is not finite");
    checkSurface(context, surface, shape, body.getMobilizedBodyIndex());
    if (!name.empty() && std::count(list->names.begin(), list->names.end(), name) > 0)
        throw std::invalid_argument(context + ": there already is a surface of this name");
    list->entries.push_back({body.getMobilizedBodyIndex(), std::shared_ptr<const Shape>(shape.clone()), X_BS, surface});
    list->names.push_back(name);
    list->matter.invalidateSubsystemTopologyCache();
    return SurfaceIndex(size() - 1);
}

SurfaceIndex ContactSurfaces::add(const MobilizedBody& body, const ContactGeometry& geometry, const Transform& X_BS,
                                  const Surface& surface, const std::string& name) {
    return add(body, *toShape(geometry, calledNext(name, size())), X_BS, surface, name);
}

ContactSurfaces& ContactSurfaces::setSurface(SurfaceIndex index, const Surface& surface) {
    checkExists("setSurface", index, size());
    SurfaceEntry& entry = list->entries[std::size_t(index)];
    checkSurface("ContactSurfaces::setSurface(): " + list->nameOf(index), surface, *entry.shape, entry.body);
    entry.surface = surface;
    list->matter.invalidateSubsystemTopologyCache();
    return *this;
}

const Surface& ContactSurfaces::getSurface(SurfaceIndex index) const {
    checkExists("getSurface", index, size());
    return list->entries[std::size_t(index)].surface;
}

ContactSurfaces& ContactSurfaces::excludeBodies(MobilizedBodyIndex one, MobilizedBodyIndex other) {
    for (const MobilizedBodyIndex body : {one, other})
        if (!body.isValid() || body >= list->matter.getNumBodies())
            throw std::invalid_argument("ContactSurfaces::excludeBodies(): body " + std::to_string(body) +
                                        " does not exist; it must be in [0, " +
                                        std::to_string(list->matter.getNumBodies()) + ")");
    if (one == other)
        throw std::invalid_argument("ContactSurfaces::excludeBodies(): both bodies are " +
                                    describeBody(list->matter.getMobilizedBody(one)) +
                                    "; surfaces of one body have no contact with each other anyway");
    list->exclusions.bodies.insert(std::minmax(int(one), int(other)));
    list->matter.invalidateSubsystemTopologyCache();
    return *this;
}

ContactSurfaces& ContactSurfaces::excludePair(SurfaceIndex one, SurfaceIndex other) {
    for (const SurfaceIndex surface : {one, other}) checkExists("excludePair", surface, size());
    if (one == other)
        throw std::invalid_argument("ContactSurfaces::excludePair(): both surfaces are " + list->nameOf(one) +
                                    "; a surface has no contact with itself anyway");
    list->exclusions.surfaces.insert(std::minmax(int(one), int(other)));
    list->matter.invalidateSubsystemTopologyCache();
    return *this;
}

std::vector<std::pair<SurfaceIndex, SurfaceIndex>> ContactSurfaces::findOverlaps(const State& state) const {
    std::vector<std::pair<SurfaceIndex, SurfaceIndex>> pairs;
    for (const auto& [a, b] : simbodydem::findOverlaps(list, state)) pairs.emplace_back(a, b);
    return pairs;
}

Real ContactSurfaces::findDistanceToTouch(const State& state, const std::vector<SurfaceIndex>& moving,
                                          const std::vector<SurfaceIndex>& fixed, const UnitVec3& direction) const {
    const auto checked = [&](const std::vector<SurfaceIndex>& surfaces, const char* what) {
        if (surfaces.empty())
            throw std::invalid_argument(std::string("ContactSurfaces::findDistanceToTouch(): the list of ") + what +
                                        " surfaces is empty");
        std::vector<int> numbers;
        for (const SurfaceIndex surface : surfaces) {
            if (!surface.isValid() || surface >= size())
                throw std::invalid_argument("ContactSurfaces::findDistanceToTouch(): " + std::string(what) + " surface " +
                                            std::to_string(surface) + " does not exist; it must be in [0, " +
                                            std::to_string(size()) + ")");
            numbers.push_back(surface);
        }
        return numbers;
    };
    if (!direction.isFinite())
        throw std::invalid_argument("ContactSurfaces::findDistanceToTouch(): the direction is not finite");
    return simbodydem::findDistanceToTouch(list, state, checked(moving, "moving"), checked(fixed, "fixed"), direction);
}

int ContactSurfaces::size() const { return int(list->entries.size()); }

const std::string& ContactSurfaces::getName(SurfaceIndex surface) const {
    checkExists("getName", surface, size());
    return list->names[surface];
}

MobilizedBodyIndex ContactSurfaces::getBody(SurfaceIndex surface) const {
    checkExists("getBody", surface, size());
    return list->entries[std::size_t(surface)].body;
}

const Shape& ContactSurfaces::getShape(SurfaceIndex surface) const {
    checkExists("getShape", surface, size());
    return *list->entries[std::size_t(surface)].shape;
}

const Transform& ContactSurfaces::getPose(SurfaceIndex surface) const {
    checkExists("getPose", surface, size());
    return list->entries[std::size_t(surface)].X_BS;
}

SurfaceIndex ContactSurfaces::find(const std::string& name) const {
    const auto found = std::find(list->names.begin(), list->names.end(), name);
    if (found == list->names.end() || name.empty())
        throw std::invalid_argument("ContactSurfaces::find(): no surface is called \"" + name + "\"");
    return SurfaceIndex(int(found - list->names.begin()));
}

ContactSurfaces ContactSurfaces::fromContactSet(const GeneralContactSubsystem& contacts, ContactSetIndex set,
                                                const Surface& surface) {
    const ContactSetSource source(contacts, set, "ContactSurfaces::fromContactSet()");
    const auto& matter = MultibodySystem::downcast(contacts.getSystem()).getMatterSubsystem();
    // Simbody returns the System of a subsystem as const. The matter subsystem is the one that the user has made, and not const.
    ContactSurfaces surfaces(const_cast<SimbodyMatterSubsystem&>(matter));
    for (int s = 0; s < source.getNumSurfaces(); ++s) {
        const SurfaceEntry entry = source.getSurface(s);
        surfaces.add(matter.getMobilizedBody(entry.body), *entry.shape, entry.X_BS, surface);
    }
    return surfaces;
}

ContactSurfaces ContactSurfaces::fromBodies(SimbodyMatterSubsystem& matter, Real poissonsRatio) {
    ContactSurfaces surfaces(matter);
    std::vector<const ContactSurface*> sources;
    for (MobilizedBodyIndex b(0); b < matter.getNumBodies(); ++b) {
        const Body& body = matter.getMobilizedBody(b).getBody();
        for (int i = 0; i < body.getNumContactSurfaces(); ++i) {
            const ContactSurface& found = body.getContactSurface(i);
            const std::string surface =
                "ContactSurfaces::fromBodies(): surface " + std::to_string(i) + " on " + describeBody(matter.getMobilizedBody(b));
            surfaces.add(matter.getMobilizedBody(b), *toShape(found.getShape(), surface),
                         body.getContactSurfaceTransform(i), toMaterial(found.getMaterial(), poissonsRatio, surface));
            for (std::size_t other = 0; other < sources.size(); ++other)
                if (found.isInSameClique(*sources[other]))
                    surfaces.list->exclusions.surfaces.insert({int(other), int(sources.size())});
            sources.push_back(&found);
        }
    }
    if (sources.empty())
        throw std::invalid_argument("ContactSurfaces::fromBodies(): no Body has a ContactSurface; call "
                                    "Body::addContactSurface() before the MobilizedBodies are made, or use "
                                    "ContactSurfaces::add()");
    return surfaces;
}

} // namespace simbodydem
