// SPDX-License-Identifier: Apache-2.0
#include "force/StartDiagnostics.h"

#include "base/Checks.h"
#include "base/Warning.h"
#include "collision/ContactSetSource.h"
#include "force/Workspace.h"
#include "simbodydem/ElasticLayer.h"
#include "simbodydem/Gravity.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <string>
#include <tuple>
#include <utility>

namespace simbodydem {

using namespace SimTK;

namespace {

const Real largestFriction = 10;   // of two materials on each other; sticky rubber has 4
const Real weightlessGravity = 10; // that stands for gravity in a System without it [m/s^2]
// Net contact force on a body at rest is its weight. One that exceeds its weight by the first factor throws it. If it exceeds its weight by
// the second one, the energy of its contacts decides.
const Real throwingForce = 20, liftingForce = 3;

// A body that can move freely in Ground, with all bodies that it carries.
struct Tree {
    Real mass = 0;
    bool isFree = false;
    Vec3 force = Vec3(0);
    Real energy = 0; // of its contacts [J]
    // Its deepest contact.
    int a = -1, b = -1;
    Real overlap = 0;
    // The box of its surfaces.
    Vec3 low = Vec3(Infinity), high = Vec3(-Infinity);
};

// Returns true if no joint, lock or Motion holds the body in any direction, or in a plane.
bool canFly(const MobilizedBody& body, const State& state) {
    const bool isKnown = MobilizedBody::Free::isInstanceOf(body) || MobilizedBody::Translation::isInstanceOf(body) ||
                         MobilizedBody::Planar::isInstanceOf(body) || MobilizedBody::FreeLine::isInstanceOf(body) ||
                         MobilizedBody::Bushing::isInstanceOf(body) ||
                         ((MobilizedBody::FunctionBased::isInstanceOf(body) || MobilizedBody::Custom::isInstanceOf(body)) &&
                          body.getNumU(state) >= 3);
    return isKnown && !body.isLocked(state) && body.getUMotionMethod(state) == Motion::Free;
}

// Returns for each body the one that Ground carries and that carries it.
std::vector<int> findRoots(const SimbodyMatterSubsystem& matter) {
    std::vector<int> roots(matter.getNumBodies(), 0);
    for (MobilizedBodyIndex b(1); b < matter.getNumBodies(); ++b) {
        const int parent = matter.getMobilizedBody(b).getParentMobilizedBody().getMobilizedBodyIndex();
        roots[b] = parent == 0 ? int(b) : roots[parent];
    }
    return roots;
}

Real gravityOf(const CompiledModel& model) {
    const Real gravity = findGravity(model.source->getSystem()).norm();
    return gravity > 0 ? gravity : weightlessGravity;
}

std::string friction(const CompiledModel& model, int s, const char* name, Real value) {
    return model.owner + ": friction is above " + toText(largestFriction) + ": " + model.nameOf(s) + " has " + name +
           " = " + toText(value) + ". It is a coefficient, the tangent of the angle of friction, usually from 0 to 2; an angle of 45 degrees is 1";
}

} // namespace

void warnOfMaterials(const CompiledModel& model) {
    for (int s = 0; s < int(model.surfaces.size()); ++s) {
        const SurfaceMaterial material = model.materials.get(s);
        if (material.staticFriction.isSet() && material.staticFriction > largestFriction) {
            warn(friction(model, s, "staticFriction", material.staticFriction));
            break;
        }
        if (material.kineticFriction.isSet() && material.kineticFriction > largestFriction) {
            warn(friction(model, s, "kineticFriction", material.kineticFriction));
            break;
        }
    }
    for (int s = 0; s < int(model.layers.layers.size()); ++s) {
        if (!model.layers.layers[s] || !model.layers.layers[s]->layer) continue;
        const OptionalReal& thickness = model.layers.layers[s]->layer->getThickness();
        const Real width = 2 * model.geometries[s].halfWidth;
        if (!thickness.isSet() || !(thickness > width)) continue;
        warn(model.owner + ": layer is thicker than its shape: that of " + model.nameOf(s) + " has a thickness = " +
             toText(thickness) + " m; it must be < " + toText(width) +
             " m, where the shape is thinnest. Lengths are in metres: make the layer thinner, or the shape larger");
        break;
    }
}

void warnOfTwoForces(const CompiledModel& model, const CompiledModel& other) {
    // Equal surfaces of both forces, by the pose on their body.
    using SurfaceKey = std::tuple<int, int, Real, Real, Real, Real, Real>;
    const auto keyOf = [](const CompiledModel& of, int s) {
        const SurfaceGeometry& g = of.geometries[s];
        const Vec3 p = g.X_BS.p();
        return SurfaceKey(int(of.bodyIndices[of.surfaces[s].body]), int(g.kind), g.radius, g.rounding, p[0], p[1], p[2]);
    };
    std::map<SurfaceKey, int> theirs;
    for (int s = 0; s < int(other.surfaces.size()); ++s) theirs.emplace(keyOf(other, s), s);
    std::vector<std::pair<int, int>> same;
    for (int s = 0; s < int(model.surfaces.size()); ++s) {
        const auto found = theirs.find(keyOf(model, s));
        const bool isSame = found != theirs.end() &&
                            (model.geometries[s].outward - other.geometries[found->second].outward).norm() < 1e-9;
        if (isSame) same.emplace_back(s, found->second);
    }
    const auto mayTouch = [](const CompiledModel& of, int a, int b) {
        const CompiledSurface &surfaceA = of.surfaces[a], &surfaceB = of.surfaces[b];
        return !whyNeverTouching(surfaceA, surfaceB) && !of.filter.isExcluded(a, surfaceA, b, surfaceB);
    };
    const std::size_t most = 1000; // pairs of which are compared: each force may exclude what the other one acts on
    for (std::size_t i = 0; i < std::min(same.size(), most); ++i)
        for (std::size_t j = i + 1; j < std::min(same.size(), most); ++j) {
            const auto [a, otherA] = same[i];
            const auto [b, otherB] = same[j];
            if (!mayTouch(model, a, b) || !mayTouch(other, std::min(otherA, otherB), std::max(otherA, otherB))) continue;
            warn(model.owner + ": two forces act on one pair of surfaces: " + model.nameOf(a) + " and " +
                 model.nameOf(b) + " push each other by this force and by " + other.owner +
                 ", so the contact is twice as stiff. Remove or disable one of the forces, or exclude the pair from one");
            return;
        }
}

void warnOfHuntCrossley(const CompiledModel& model, const GeneralForceSubsystem& forces, const State& state) {
    const bool mayShare = model.source->hasMarginsInShapes() && model.source->whereSurfacesAre() == "contact set 0";
    for (ForceIndex f(0); mayShare && f < forces.getNumForces(); ++f) {
        const Force& force = forces.getForce(f);
        const bool isHuntCrossley = HuntCrossleyForce::isInstanceOf(force);
        if ((!isHuntCrossley && !ElasticFoundationForce::isInstanceOf(force)) || forces.isForceDisabled(state, f)) continue;
        const auto* contacts = dynamic_cast<const ContactSetSource*>(model.source);
        if (!contacts || contacts->getNumSetsOfSubsystem() != 1) continue;
        warn(model.owner + ": two forces act on one pair of surfaces: Simbody's " +
             (isHuntCrossley ? "HuntCrossleyForce" : "ElasticFoundationForce") +
             " acts on contact set 0 too, so the contacts are twice as stiff. Remove or disable one of the forces");
        return;
    }
}

ThrownBody findThrownBody(const CompiledModel& model, const State& state, const Workspace& work,
                          const std::function<std::vector<ContactRecord>()>& getRecords) {
    const SimbodyMatterSubsystem& matter = *model.matter;
    const Real g = gravityOf(model);
    const std::vector<int> roots = findRoots(matter);
    std::vector<Tree> trees(matter.getNumBodies());
    for (MobilizedBodyIndex b(1); b < matter.getNumBodies(); ++b) {
        trees[roots[b]].mass += matter.getMobilizedBody(b).getBodyMass(state);
    }
    for (std::size_t slot = 0; slot < model.bodies.size(); ++slot)
        if (work.bodies[slot].isKnown) trees[roots[model.bodyIndices[slot]]].force += toSimTK(work.bodies[slot].force);
    const auto exceeds = [&](const Tree& tree, Real factor) {
        return tree.mass > 0 && tree.force.norm() > factor * tree.mass * g;
    };
    bool isAny = false;
    for (MobilizedBodyIndex b(1); b < matter.getNumBodies(); ++b) {
        Tree& tree = trees[b];
        tree.isFree = roots[b] == b && exceeds(tree, liftingForce) && canFly(matter.getMobilizedBody(b), state);
        isAny = isAny || tree.isFree;
    }
    if (!isAny) return {};

    const auto rootOf = [&](int s) { return roots[model.bodyIndices[model.surfaces[s].body]]; };
    const auto add = [&](int a, int b, Real overlap, Real energy) {
        for (const int s : {a, b}) {
            Tree& tree = trees[rootOf(s)];
            tree.energy += energy;
            if (!(overlap > tree.overlap)) continue;
            tree.overlap = overlap;
            tree.a = a;
            tree.b = b;
        }
    };
    for (const ContactRecord& r : getRecords()) add(r.a, r.b, r.overlap, r.storedEnergy);
    for (int s = 0; s < int(model.surfaces.size()); ++s) {
        Tree& tree = trees[rootOf(s)];
        const Vec3 position = model.bodies[model.surfaces[s].body]->findStationLocationInGround(
            state, toSimTK(model.geometries[s].station));
        for (int k = 0; k < 3; ++k) {
            tree.low[k] = std::min(tree.low[k], position[k] - model.geometries[s].radius);
            tree.high[k] = std::max(tree.high[k], position[k] + model.geometries[s].radius);
        }
    }
    for (const Tree& tree : trees) {
        if (!tree.isFree || tree.a < 0) continue;
        const Real height = tree.energy / (tree.mass * g), size = (tree.high - tree.low).norm();
        if (exceeds(tree, throwingForce) || height > size)
            return {tree.a, tree.b, tree.overlap, tree.force.norm(), tree.mass, tree.energy};
    }
    return {};
}

void warnOfThrownBody(const CompiledModel& model, const ThrownBody& thrown, Real time) {
    const Real weight = thrown.mass * gravityOf(model);
    const Real atRest = thrown.overlap * std::pow(weight / thrown.force, Real(2) / 3);
    const bool hasGravity = findGravity(model.source->getSystem()).norm() > 0;
    warn(model.owner + ": contacts throw a body at the start: " + model.nameOf(thrown.a) + " and " + model.nameOf(thrown.b) +
         " overlap by " + toText(thrown.overlap) + " m at t = " + toText(time) + " s. The net contact force is " +
         toText(thrown.force) + " N on a mass of " + toText(thrown.mass) + " kg, " + toText(thrown.force / weight) + " times " +
         (hasGravity ? "its weight" : "its mass times 10 m/s^2") + ", and the contacts' energy of " + toText(thrown.energy) +
         " J lifts it by " + toText(thrown.energy / weight) + " m. Move them apart until they overlap by about " +
         toText(atRest) + " m, as they do at rest, or call excludePair()");
}

} // namespace simbodydem
