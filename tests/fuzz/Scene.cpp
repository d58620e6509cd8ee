#include "Scene.h"

#include <simbodydem/ContactModel.h>
#include <simbodydem/DEMContactForce.h>
#include <simbodydem/SurfaceMaterial.h>

#include <algorithm>
#include <numeric>

namespace fuzz {

namespace {

// Returns an ellipsoid with its mass centre anywhere.
Body::Rigid drawBody(Dice& r) {
    const Real mass = r.logBetween(0.01, 10);
    const Vec3 centre = r.chance(0.5) ? Vec3(0) : r.inCube(0.1);
    const Real a = r.logBetween(0.01, 0.3), b = r.logBetween(0.01, 0.3), c = r.logBetween(0.01, 0.3);
    const Inertia central = mass * UnitInertia::ellipsoid(Vec3(a, b, c));
    return Body::Rigid(MassProperties(mass, centre, central.shiftFromMassCenter(centre, mass)));
}

MobilizedBodyIndex addJoint(int kind, MobilizedBody& parent, const Transform& inParent, const Body& body,
                            const Transform& inBody) {
    switch (kind) {
    case 0: return MobilizedBody::Pin(parent, inParent, body, inBody);
    case 1: return MobilizedBody::Slider(parent, inParent, body, inBody);
    case 2: return MobilizedBody::Ball(parent, inParent, body, inBody);
    case 3: return MobilizedBody::Universal(parent, inParent, body, inBody);
    case 4: return MobilizedBody::Planar(parent, inParent, body, inBody);
    case 5: return MobilizedBody::Translation(parent, inParent, body, inBody);
    case 6: return MobilizedBody::Cylinder(parent, inParent, body, inBody);
    default: return MobilizedBody::Free(parent, inParent, body, inBody);
    }
}

// Returns an overlap from nearly zero to the effective radius.
Real drawOverlap(Dice& r, Real effectiveRadius) {
    const Real least = 1e-12; // [m], well above the rounding of positions
    return std::max(least, effectiveRadius *
                               r.oneOf({r.logBetween(1e-9, 1e-6), r.logBetween(1e-6, 1e-2), r.logBetween(1e-2, 1)}));
}

} // namespace

std::vector<int> counting(int count) {
    std::vector<int> order(count);
    std::iota(order.begin(), order.end(), 0);
    return order;
}

Plan::Plan(std::uint64_t seed) : seed(seed) {
    Dice r(seed, {TheForce});
    margin = r.chance(0.5) ? 0 : r.logBetween(1e-6, 5e-4);
    fixedMass = r.chance(0.15) ? r.logBetween(0.01, 10) : NaN;
    twoBodyMass = r.chance(0.15);
    for (int limb = 0; limb < numLimbs; ++limb)
        numLinks.push_back(Dice(seed, {TheLimb, std::uint64_t(limb)}).oneOf({1, 1, 2, 3}));

    Scene bare(*this, counting(numLimbs), {}, Rotation());
    const State state = bare.start();
    for (int limb = 0; limb < numLimbs; ++limb)
        if (r.chance(0.15)) {
            const BodyKey key{limb, r.below(numLinks[limb])};
            const Vec3 station = r.inCube(0.2), anchor = r.inCube(1);
            rods.push_back({key, station, anchor,
                            (bare.updBody(key).findStationLocationInGround(state, station) - anchor).norm()});
        }

    SurfaceMaterial materials[3];
    for (SurfaceMaterial& material : materials) material = drawMaterial(r);
    const auto put = [&](BodyKey key, Real radius, const Transform& X_GS) {
        const Transform& X_GB = bare.updBody(key).getBodyTransform(state);
        surfaces.push_back({key, radius, ~X_GB * X_GS, materials[r.below(3)]});
        if (key.limb < 0 && r.chance(0.3)) surfaces.back().material.youngsModulus = Infinity;
    };
    const auto anyBody = [&] {
        const int limb = r.below(numLimbs);
        return BodyKey{limb, r.below(numLinks[limb])};
    };
    for (int contact = 0; contact < 60; ++contact) {
        BodyKey a = anyBody(), b = anyBody();
        if (a.limb == b.limb && a.link == b.link) a = {-1, 0};
        const bool onPlane = contact < 3;
        const UnitVec3 normal = r.direction();
        const Real radiusA = onPlane ? 0 : r.logBetween(2e-3, 0.1), radiusB = r.logBetween(2e-3, 0.1);
        const Real overlap = drawOverlap(r, onPlane ? radiusB : 1 / (1 / radiusA + 1 / radiusB));
        Vec3 point = bare.updBody(b).getBodyOriginLocation(state) + r.inCube(0.2);
        if (onPlane) point -= (dot(point, normal) + 2.5) * normal; // the others are before it
        const Rotation toPlane(-normal, XAxis); // Simbody's half space has its outward normal along -x
        put(a, radiusA,
            onPlane ? Transform(toPlane, point + overlap / 2 * normal)
                    : Transform(point - (radiusA - overlap / 2) * normal));
        put(b, radiusB, Transform(point + (radiusB - overlap / 2) * normal));
    }
}

Scene::Scene(const Plan& plan, const std::vector<int>& limbOrder, const std::vector<int>& surfaceOrder,
             const Rotation& tilt)
    : limbs(plan.numLimbs), surfaces(surfaceOrder), plan(plan), tilt(tilt) {
    for (const int limb : limbOrder) addLimb(limb);
    for (const RodPlan& rod : plan.rods)
        Constraint::Rod(matter.updGround(), tilt * rod.anchor, updBody(rod.body), rod.station, rod.length);
    if (surfaceOrder.empty()) return; // no pair for a force
    Dice r(plan.seed, {TheLaws});
    const auto normal = makeChecked(drawNormalLaw(r), witness);
    const auto tangential = makeChecked(drawTangentialLaw(r), witness);
    const auto rolling = makeChecked(drawRollingLaw(r), witness);
    force = std::make_unique<DEMContactForce>(forces, contacts, set, *normal, *tangential, *rolling);
    for (const int s : surfaceOrder) {
        const SurfacePlan& surface = plan.surfaces[s];
        Transform X_BS = surface.radius > 0
                             ? surface.X_BS
                             : Transform(surface.X_BS.R(), surface.X_BS.p() - plan.margin * surface.X_BS.x());
        if (surface.body.limb < 0) X_BS = Transform(tilt) * X_BS;
        ContactGeometry geometry;
        if (surface.radius > 0)
            geometry = ContactGeometry::Sphere(surface.radius + plan.margin);
        else
            geometry = ContactGeometry::HalfSpace();
        const ContactSurfaceIndex index(contacts.getNumBodies(set));
        contacts.addBody(set, updBody(surface.body), geometry, X_BS);
        force->setMaterial(index, surface.material);
    }
    force->setDetectionMarginForAll(plan.margin);
    if (plan.twoBodyMass) force->setEffectiveMass(EffectiveMass::TwoBody);
    if (!isNaN(plan.fixedMass)) force->setEffectiveMass(plan.fixedMass);
    if (r.chance(0.3)) force->excludeAdjacentBodies();
    force->setTrackDissipatedEnergy(r.chance(0.3));
}

void Scene::addLimb(int limb) {
    Dice r(plan.seed, {TheLimb, std::uint64_t(limb), 1});
    MobilizedBodyIndex parent = GroundIndex;
    for (int link = 0; link < plan.numLinks[limb]; ++link) {
        const bool isRoot = link == 0;
        const int kind = isRoot && r.chance(0.5) ? -1 : r.below(8);
        const Transform place = r.transform(isRoot ? 1 : 0.2), inBody = r.chance(0.5) ? Transform() : r.transform(0.2);
        const Body body = drawBody(r);
        parent =
            addJoint(kind, matter.updMobilizedBody(parent), isRoot ? Transform(tilt) * place : place, body, inBody);
        limbs[limb].push_back(parent);
        MobilizedBody& mobod = matter.updMobilizedBody(parent);
        switch (r.below(40)) {
        case 0: mobod.lockByDefault(); break;
        case 1: Motion::Steady(mobod, r.between(-1, 1)); break;
        case 2:
            Motion::Sinusoid(mobod, Motion::Velocity, r.between(0, 1), r.logBetween(0.1, 100), r.between(0, 3));
            break;
        default: break;
        }
    }
}

State Scene::start() {
    State state = system.realizeTopology();
    system.realizeModel(state);
    for (int limb = 0; limb < plan.numLimbs; ++limb)
        for (int link = 0; link < plan.numLinks[limb]; ++link)
            updBody({limb, link})
                .setQToFitTransform(
                    state, Dice(plan.seed, {TheLink, std::uint64_t(limb), std::uint64_t(link)}).transform(0.3));
    for (std::size_t i = 0; i < surfaces.size(); ++i) {
        Dice r(plan.seed, {TheForce, 2, std::uint64_t(surfaces[i])});
        if (r.chance(0.1)) force->setFrictionFactor(state, ContactSurfaceIndex(int(i)), r.between(0, 1));
    }
    setVelocities(state, 0);
    return state;
}

void Scene::setVelocities(State& state, int step) {
    system.realize(state, Stage::Time);
    system.prescribeQ(state);
    const bool allRest = Dice(plan.seed, {TheForce, 1}).chance(0.1);
    for (int limb = 0; limb < plan.numLimbs; ++limb)
        for (int link = 0; link < plan.numLinks[limb]; ++link) {
            Dice r(plan.seed, {TheVelocity, std::uint64_t(step), std::uint64_t(limb), std::uint64_t(link)});
            SpatialVec velocity(r.logBetween(1e-6, 100) * r.direction(), r.logBetween(1e-6, 10) * r.direction());
            if (step > 0 && r.chance(0.7)) continue; // continues with its velocity
            if (allRest || r.chance(0.1)) velocity = SpatialVec(Vec3(0));
            if (r.chance(0.1)) velocity[0] = Vec3(0);
            if (r.chance(0.1)) velocity[1] = Vec3(0);
            updBody({limb, link}).setUToFitVelocity(state, velocity);
        }
    system.realize(state, Stage::Position);
    system.prescribeU(state);
    system.realize(state, Stage::Velocity);
}

void Scene::move(State& state, int step) {
    const Real time = Dice(plan.seed, {TheStep, std::uint64_t(step)}).logBetween(1e-8, 1e-3);
    system.realize(state, Stage::Velocity);
    const Vector change = time * state.getQDot();
    state.updQ() += change;
    state.updTime() += time;
    system.realize(state, Stage::Time);
    matter.normalizeQuaternions(state);
    setVelocities(state, step);
}

std::vector<SpatialVec> Scene::calcForces(const State& state) const {
    system.realize(state, Stage::Dynamics);
    Vector_<SpatialVec> bodyForces;
    Vector_<Vec3> particleForces;
    Vector mobilityForces;
    force->calcForceContribution(state, bodyForces, particleForces, mobilityForces);
    std::vector<SpatialVec> all{~tilt * bodyForces[GroundIndex]};
    for (const auto& limb : limbs)
        for (const MobilizedBodyIndex body : limb) all.push_back(~tilt * bodyForces[body]);
    return all;
}

} // namespace fuzz
