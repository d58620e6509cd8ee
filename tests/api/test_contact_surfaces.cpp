// Tests SimbodyDEM's list of surfaces: its own search finds the contacts of a contact set, and surfaces have names and materials.

#include "Messages.h"
#include "World.h"

#include <simbodydem/laws/TangentialLaw.h>
#include <simbodydem/laws/normal/HuntCrossleyNormal.h>
#include <simbodydem/laws/normal/JKRNormal.h>
#include <simbodydem/laws/tangential/HollarsFriction.h>

#include <random>
#include <sstream>
#include <utility>

namespace test_contact_surfaces {
namespace {

using namespace SimTK;
using namespace simbodydem;

// Spheres of many sizes fall between two walls and a floor. One is much larger, and some bodies have two surfaces. The surfaces are in a
// contact set and in a list; the force uses one of the two and leaves the other without a force.
struct Heap : Scene {
    GeneralContactSubsystem contacts{system};
    ContactSetIndex set = contacts.createContactSet();
    Force::UniformGravity gravity{forces, matter, Vec3(0, -9.81, 0)};
    std::unique_ptr<DEMContactForce> force;

    void addBoth(MobilizedBody& body, const ContactGeometry& geometry, const Shape& shape, const Transform& X_BS,
                 const std::string& name = "") {
        contacts.addBody(set, body, geometry, X_BS);
        surfaces.add(body, shape, X_BS, rubber(), name);
    }

    Heap(bool ownSearch, int count) {
        std::mt19937 random(5);
        const auto draw = [&](Real low, Real high) { return std::uniform_real_distribution<Real>(low, high)(random); };
        MobilizedBody& ground = matter.updGround();
        addBoth(ground, ContactGeometry::HalfSpace(), HalfSpace(), HalfSpace::floor(), "floor");
        addBoth(ground, ContactGeometry::HalfSpace(), HalfSpace(), Vec3(0.25, 0, 0));
        addBoth(ground, ContactGeometry::HalfSpace(), HalfSpace(), Transform(Rotation(Pi, YAxis), Vec3(-0.25, 0, 0)));
        for (int i = 0; i < count; ++i) {
            const bool isLarge = i == 7; // above the other spheres
            const Real radius = isLarge ? 0.15 : draw(0.01, 0.02);
            MobilizedBody::Free ball(matter.updGround(), Body::Rigid(ballOf(1, radius)));
            const Vec3 lattice(i % 6 - 2.5, i / 36 + 0.5, i / 6 % 6 - 2.5);
            ball.setDefaultTransform(
                isLarge ? Vec3(0, 0.6, 0) : 0.06 * lattice + Vec3(draw(-.005, .005), draw(0, .01), draw(-.005, .005)));
            addBoth(ball, ContactGeometry::Sphere(radius), Sphere(radius), Vec3(0));
            if (i % 3 == 0)
                addBoth(ball, ContactGeometry::Sphere(radius / 2), Sphere(radius / 2), Vec3(0, 0.8 * radius, 0));
        }
        force = ownSearch ? std::make_unique<HertzMindlinForce>(forces, surfaces)
                          : std::make_unique<HertzMindlinForce>(forces, contacts, set);
        if (!ownSearch) force->setMaterialForAll(rubber());
        force->excludePair(SurfaceIndex(4), SurfaceIndex(9))
            .excludeBodies(MobilizedBodyIndex(2), MobilizedBodyIndex(5));
    }

    State run(Real time) {
        State state = system.realizeTopology();
        state = runFixed(state, time, 1e-4);
        system.realize(state, Stage::Acceleration);
        return state;
    }
};

std::vector<ContactRecord> sortedRecords(const DEMContactForce& force, const State& state) {
    std::vector<ContactRecord> records = force.getContactRecords(state);
    std::sort(records.begin(), records.end(), [](const ContactRecord& x, const ContactRecord& y) {
        return std::pair(int(x.a), int(x.b)) < std::pair(int(y.a), int(y.b));
    });
    return records;
}

// At the same State both find the same contacts, to rounding.
TEST(ContactSurfaces, HaveTheContactsOfSimbody) {
    Heap own(true, 120), simbodys(false, 120);
    State state = own.system.realizeTopology();
    State other = simbodys.system.realizeTopology();
    own.force->commitHistory(state); // the State is then no start, which may not be that deep
    simbodys.force->commitHistory(other);
    std::size_t most = 0;
    for (Real compression : {1., 0.8, 0.6, 0.5, 0.7, 1.1}) { // all bodies closer together, then apart again
        for (MobilizedBodyIndex b(1); b < own.matter.getNumBodies(); ++b)
            for (Heap* heap : {&own, &simbodys}) {
                State& s = heap == &own ? state : other;
                const MobilizedBody& body = heap->matter.getMobilizedBody(b);
                const auto& ball = static_cast<const MobilizedBody::Free&>(body);
                body.setQToFitTranslation(s, compression * ball.getDefaultTransform().p() + Vec3(0, 0.02, 0));
            }
        own.system.realize(state, Stage::Dynamics);
        simbodys.system.realize(other, Stage::Dynamics);
        const auto a = sortedRecords(*own.force, state), b = sortedRecords(*simbodys.force, other);
        ASSERT_EQ(a.size(), b.size()) << compression;
        most = std::max(most, a.size());
        for (std::size_t i = 0; i < a.size(); ++i) {
            EXPECT_EQ(a[i].a, b[i].a);
            EXPECT_EQ(a[i].b, b[i].b);
            EXPECT_NEAR(a[i].overlap, b[i].overlap, 1e-15);
            EXPECT_LT((a[i].point - b[i].point).norm(), 1e-15);
            EXPECT_LT((a[i].normal - b[i].normal).norm(), 1e-13); // rounding over the smaller sphere's distance
            EXPECT_LT((a[i].normalForce - b[i].normalForce).norm(), 1e-12 * a[i].normalForce.norm() + 1e-9);
        }
    }
    EXPECT_GT(most, 100u);
}

// Contacts do not depend on when near pairs were searched: a run that resumes from a State without a search agrees to the last digit.
TEST(ContactSurfaces, DoNotDependOnEarlierSearches) {
    Heap heap(true, 60);
    const State middle = heap.run(0.1);
    std::stringstream history;
    heap.force->writeHistory(middle, history);
    State fresh = heap.system.realizeTopology();
    fresh.setTime(middle.getTime());
    fresh.updY() = middle.getY();
    heap.force->readHistory(fresh, history);
    State usual = middle;
    for (State* state : {&fresh, &usual}) {
        const State later = heap.runFixed(*state, 0.15, 1e-4);
        *state = later;
    }
    EXPECT_EQ((fresh.getY() - usual.getY()).normInf(), 0);
    heap.system.realize(fresh, Stage::Dynamics);
    EXPECT_GT(heap.force->getContactRecords(fresh).size(), 10u);
}

// A contact set becomes a list with its shapes and poses; the force gives the materials.
TEST(ContactSurfaces, ComeFromAContactSet) {
    Heap simbodys(false, 30);
    const State state = simbodys.run(0.15);
    Heap other(false, 30);
    const ContactSurfaces surfaces = ContactSurfaces::fromContactSet(other.contacts, other.set);
    EXPECT_EQ(surfaces.size(), other.contacts.getNumBodies(other.set));
    HertzMindlinForce force(other.forces, surfaces);
    force.setMaterialForAll(rubber());
    force.excludePair(SurfaceIndex(4), SurfaceIndex(9)).excludeBodies(MobilizedBodyIndex(2), MobilizedBodyIndex(5));
    State same = other.system.realizeTopology();
    same.updY() = state.getY();
    other.system.realize(same, Stage::Dynamics);
    EXPECT_EQ(force.getContactRecords(same).size(), simbodys.force->getContactRecords(state).size());
    EXPECT_GT(force.getContactRecords(same).size(), 5u);
}

// The surfaces of CompliantContactSubsystem are converted with their materials. Members of a clique do not touch.
TEST(ContactSurfaces, ComeFromBodies) {
    Scene scene;
    const ContactMaterial material(2e6, 0.1, 0.8, 0.7, 0);
    const ContactCliqueId clique = ContactSurface::createNewContactClique();
    scene.matter.Ground().updBody().addContactSurface(
        HalfSpace::floor(), ContactSurface(ContactGeometry::HalfSpace(), material).joinClique(clique));
    Body::Rigid body(ballOf(1, 0.1));
    body.addContactSurface(Transform(), ContactSurface(ContactGeometry::Sphere(0.1), material));
    MobilizedBody::Free touching(scene.matter.updGround(), body);
    Body::Rigid member(ballOf(1, 0.1));
    member.addContactSurface(Vec3(0), ContactSurface(ContactGeometry::Sphere(0.1), material).joinClique(clique));
    MobilizedBody::Free through(scene.matter.updGround(), member);
    DEMContactForce force(scene.forces, ContactSurfaces::fromBodies(scene.matter), HuntCrossleyNormal(),
                          HollarsFriction());
    State state = scene.start(touching, Vec3(0, 0.099, 0));
    through.setQToFitTranslation(state, Vec3(1, 0.099, 0));
    scene.system.realize(state, Stage::Dynamics);
    const auto& records = force.getContactRecords(state);
    ASSERT_EQ(records.size(), 1u);
    EXPECT_EQ(records[0].b, SurfaceIndex(1));
    // Equal surfaces of modulus E' = 2e6: K = 4/3 2^(-3/2) E' sqrt(R) by Simbody's rule.
    EXPECT_NEAR(records[0].normalForce[1], 4. / 3 * 2e6 / std::pow(2, 1.5) * std::sqrt(0.1) * std::pow(1e-3, 1.5),
                1e-9);
}

// Errors and queries use the names of surfaces.
TEST(ContactSurfaces, AreIdentifiedByTheirNames) {
    Scene scene;
    MobilizedBody::Free foot(scene.matter.updGround(), Body::Rigid(bodyOf(1)));
    scene.surfaces.add(scene.matter.Ground(), HalfSpace(), HalfSpace::floor(), rubber(), "floor");
    SurfaceMaterial soft = rubber();
    soft.youngsModulus.reset();
    const SurfaceIndex heel = scene.surfaces.add(foot, Sphere(0.03), Vec3(-.05, -.02, 0), soft, "heel_r");
    EXPECT_EQ(scene.surfaces.find("heel_r"), heel);
    HertzMindlinForce force(scene.forces, scene.surfaces);
    EXPECT_EQ(force.getSurfaceName(heel), "heel_r");
    expectMessage([&] { scene.system.realizeTopology(); }, {"heel_r: youngsModulus [Pa]"});
    force.setMaterialForAll(rubber()); // values that the surface does not set
    EXPECT_NO_THROW(scene.system.realizeTopology());
    expectMessage([&] { scene.surfaces.find("toe_r"); }, {"toe_r"});
}

// An invalid argument is an error at the call that passes it.
TEST(ContactSurfaces, RejectBadInput) {
    MultibodySystem system, foreign;
    SimbodyMatterSubsystem matter(system), elsewhere(foreign);
    GeneralForceSubsystem forces(system), theirs(foreign);
    ContactSurfaces surfaces(matter);
    MobilizedBody& ground = matter.updGround();
    SurfaceMaterial bad = rubber().setRestitution(1.5);
    for (Real radius : {0., -1., NaN, Infinity}) EXPECT_THROW(Sphere{radius}, std::invalid_argument) << radius;
    expectMessages({{[&] { surfaces.add(ground, Sphere(1), Vec3(0), bad, "toe"); }, {"toe", "restitution = 1.5"}},
                    {[&] { surfaces.add(ground, Sphere(1), Vec3(NaN, 0, 0), rubber(), "toe"); }, {"toe", "finite"}},
                    {[&] { surfaces.add(elsewhere.updGround(), Sphere(1), Vec3(0), rubber()); }, {"surface 0"}}});
    EXPECT_EQ(surfaces.size(), 0);
    HertzMindlinForce empty(forces, surfaces);
    expectMessage([&] { system.realizeTopology(); }, {"is empty", "ContactSurfaces::add()"});
    surfaces.add(ground, Sphere(1), Vec3(0), rubber(), "toe");
    expectMessage([&] { surfaces.add(ground, Sphere(1), Vec3(0), rubber(), "toe"); }, {"toe", "already"});
    EXPECT_THROW(HertzMindlinForce(theirs, surfaces), std::invalid_argument);
    EXPECT_THROW(ContactSurfaces::fromBodies(matter), std::invalid_argument);
}

// The pairs that overlap are found without a force: by shape, without excluded pairs and those of one body, and one inside another too.
TEST(ContactSurfaces, FindOverlaps) {
    Scene scene;
    const Body::Rigid body(bodyOf(1));
    MobilizedBody::Free a(scene.matter.updGround(), body), b(scene.matter.updGround(), body);
    const SurfaceIndex floor = scene.addFloor("floor"), large = scene.add(a, Sphere(0.2), Vec3(0), "large"),
                       beside = scene.add(a, Sphere(0.1), Vec3(0.25, 0, 0), "beside"),
                       small = scene.add(b, Sphere(0.05), Vec3(0), "small");
    using Pairs = std::vector<std::pair<SurfaceIndex, SurfaceIndex>>;
    const auto overlapsWith = [&](const Vec3& ofA, const Vec3& ofB) {
        State state = scene.start(a, ofA);
        b.setQToFitTranslation(state, ofB);
        scene.system.realize(state, Stage::Position);
        return scene.surfaces.findOverlaps(state);
    };
    EXPECT_EQ(overlapsWith(Vec3(0, 1, 0), Vec3(0, 2, 0)), Pairs());
    EXPECT_EQ(overlapsWith(Vec3(0, 1, 0), Vec3(0.05, 1, 0)), (Pairs{{large, small}})); // inside
    EXPECT_EQ(overlapsWith(Vec3(0, 0.15, 0), Vec3(0.38, 0.15, 0)), (Pairs{{floor, large}, {beside, small}}));
    scene.surfaces.excludePair(small, beside);
    EXPECT_EQ(overlapsWith(Vec3(0, 0.15, 0), Vec3(0.38, 0.15, 0)), (Pairs{{floor, large}}));
    scene.surfaces.excludeBodies(scene.matter.Ground().getMobilizedBodyIndex(), a.getMobilizedBodyIndex());
    EXPECT_EQ(overlapsWith(Vec3(0, 0.15, 0), Vec3(0.38, 0.04, 0)), (Pairs{{floor, small}}));
    expectMessage([&] { scene.surfaces.excludePair(small, small); }, {"excludePair()", "small"});
    expectMessage([&] { scene.surfaces.excludePair(small, SurfaceIndex(9)); }, {"surface 9", "[0, 4)"});
}

// Two balls of one rod that move along x touch a ball at the distance of the radii; excluded pairs do not count, and a miss is Infinity.
TEST(ContactSurfaces, ComputeTheDistanceToContact) {
    Scene scene;
    ContactSurfaces& surfaces = scene.surfaces;
    MobilizedBody::Free rod(scene.matter.updGround(), Body::Rigid(bodyOf(1)));
    const SurfaceIndex near = scene.add(rod, Sphere(0.2), Vec3(0), "near"),
                       far = scene.add(rod, Sphere(0.1), Vec3(-1, 0, 0), "far"),
                       ball = scene.addGround(Sphere(0.3), Vec3(3, 0.3, 0), "ball");
    const auto distanceOf = [&](const std::vector<SurfaceIndex>& moving, const UnitVec3& direction) {
        const State state = scene.start();
        scene.system.realize(state, Stage::Position);
        return surfaces.findDistanceToTouch(state, moving, {ball}, direction);
    };
    const Real tolerance = 1e-12; // the search ends within 1e-13 m; three metres are rounded at 1e-16
    EXPECT_NEAR(distanceOf({near, far}, UnitVec3(1, 0, 0)), 3 - std::sqrt(0.25 - 0.09), tolerance);
    EXPECT_NEAR(distanceOf({far}, UnitVec3(1, 0, 0)), 4 - std::sqrt(0.16 - 0.09), tolerance);
    EXPECT_EQ(distanceOf({near, far}, UnitVec3(0, 0, 1)), Infinity);
    EXPECT_NEAR(distanceOf({near}, UnitVec3(-1, 0, 0)), -3 - std::sqrt(0.25 - 0.09), tolerance); // it comes from the other side
    surfaces.excludePair(near, ball);
    EXPECT_NEAR(distanceOf({near, far}, UnitVec3(1, 0, 0)), 4 - std::sqrt(0.16 - 0.09), tolerance);
    EXPECT_EQ(surfaces.getBody(far), rod.getMobilizedBodyIndex());
    expectMessage([&] { surfaces.getBody(SurfaceIndex(9)); }, {"getBody()", "surface 9"});
    EXPECT_EQ(dynamic_cast<const Sphere&>(surfaces.getShape(far)).getRadius(), 0.1);
    EXPECT_EQ(surfaces.getPose(far).p(), Vec3(-1, 0, 0));
    expectMessage([&] { surfaces.getShape(SurfaceIndex(9)); }, {"getShape()", "surface 9"});
    expectMessage([&] { distanceOf({}, UnitVec3(1, 0, 0)); }, {"moving", "empty"});
    expectMessage([&] { distanceOf({SurfaceIndex(9)}, UnitVec3(1, 0, 0)); }, {"moving surface 9", "[0, 3)"});
}

// The list applies the detection margin itself: a neck is found before the surfaces meet, and the shape keeps its size.
TEST(ContactSurfaces, DetectWithinTheirMargin) {
    Scene scene;
    scene.addFloor();
    MobilizedBody::Free ball = scene.add(Sphere(0.1), bodyOf(1));
    DEMContactForce force(scene.forces, scene.surfaces, JKRNormal().setWorkOfAdhesion(10), NoFriction());
    force.setDetectionMarginForAll(1e-3);
    State state = scene.system.realizeTopology();
    const auto overlapAt = [&](Real height) {
        ball.setQToFitTranslation(state, Vec3(0, height, 0));
        scene.system.realize(state, Stage::Dynamics);
        const auto& records = force.getContactRecords(state);
        return records.empty() ? NaN : records[0].overlap;
    };
    EXPECT_NEAR(overlapAt(0.0999), 1e-4, 1e-16);
    force.commitHistory(state);
    EXPECT_NEAR(overlapAt(0.10001), -1e-5, 1e-16);
}

// As in a contact set, the margin must be less than the radius of a sphere.
TEST(ContactSurfaces, RejectAMarginAsLargeAsTheSphere) {
    Scene scene;
    scene.addFloor();
    MobilizedBody::Free ball = scene.add(Sphere(0.1), bodyOf(1), "ball");
    HertzMindlinForce force(scene.forces, scene.surfaces);
    force.setDetectionMarginForAll(0.1);
    expectMessage<std::invalid_argument>([&] { scene.system.realizeTopology(); },
                                         {"ball", "detection margin", "0.1 m"});
}

// On a contact set, point, normal and overlap equal Simbody's to the last digit, for either order of a pair.
TEST(ContactSet, HasTheContactGeometryOfSimbody) {
    World world(Rotation(0.3, UnitVec3(1, 2, 3)));
    Random::Uniform random(-1, 1);
    random.setSeed(7);
    const auto anyPlace = [&] { return Vec3(random.getValue(), random.getValue(), random.getValue()); };
    std::vector<MobilizedBody::Free> bodies;
    for (int i = 0; i < 30; ++i) {
        MobilizedBody::Free body(world.matter.updGround(), Body::Rigid(bodyOf(1)));
        for (int k = 0; k < 3; ++k)
            world.contacts.addBody(world.set, body, ContactGeometry::Sphere(0.2 + 0.1 * random.getValue()),
                                   Transform(Rotation(random.getValue(), YAxis), 0.3 * anyPlace()));
        bodies.push_back(body);
    }
    HertzMindlinForce force(world.forces, world.contacts, world.set);
    force.setMaterialForAll(rubber());
    State state = world.start();
    for (std::size_t i = 0; i < bodies.size(); ++i)
        bodies[i].setQToFitTranslation(state, world.tilt * Vec3(0, 10. + 2 * Real(i), 0));
    force.commitHistory(state); // the State is then no start, which may not be that deep
    for (const MobilizedBody::Free& body : bodies)
        body.setQToFitTransform(state, Transform(Rotation(3 * random.getValue(), UnitVec3(1, 1, 0)), anyPlace()));
    world.system.realize(state, Stage::Dynamics);

    const std::vector<ContactRecord> records = sortedRecords(force, state);
    std::size_t compared = 0, swapped = 0;
    for (const Contact& contact : world.contacts.getContacts(state, world.set)) {
        const auto& simbodys = static_cast<const PointContact&>(contact);
        const bool isSwapped = simbodys.getSurface1() > simbodys.getSurface2();
        const std::pair<int, int> key = std::minmax({int(simbodys.getSurface1()), int(simbodys.getSurface2())});
        const auto ours = std::find_if(records.begin(), records.end(),
                                       [&](const ContactRecord& r) { return std::pair(int(r.a), int(r.b)) == key; });
        if (ours == records.end()) continue; // on one body
        EXPECT_EQ(ours->point, simbodys.getLocation());
        EXPECT_EQ(ours->normal, isSwapped ? Vec3(-simbodys.getNormal()) : simbodys.getNormal());
        EXPECT_EQ(ours->overlap, simbodys.getDepth());
        ++compared;
        swapped += isSwapped;
    }
    EXPECT_EQ(compared, records.size());
    EXPECT_GT(compared, 100u);
    EXPECT_GT(swapped, 0u);
}

// A floor is the half space of the examples: its outward normal -x points along y, to the last bit.
TEST(HalfSpace, FloorIsHorizontal) {
    const Transform floor = HalfSpace::floor(0.2);
    EXPECT_EQ(floor.R(), Rotation(-Pi / 2, ZAxis));
    EXPECT_EQ(floor.p(), Vec3(0, 0.2, 0));
    EXPECT_EQ(HalfSpace::floor().p(), Vec3(0));
    EXPECT_LT((floor.R() * Vec3(-1, 0, 0) - Vec3(0, 1, 0)).norm(), 1e-15); // rounding
}

// facing() turns the outward normal into any direction of any length, and its matrix is a rotation.
TEST(HalfSpace, FacesAnyDirection) {
    for (const Vec3& direction : {Vec3(1, 0, 0), Vec3(-1, 0, 0), Vec3(0, 2, 0), Vec3(0, 0, -3), Vec3(1, -2, 3),
                                  Vec3(1e-200, 2e-200, 0), Vec3(1e200, 0, -1e200)}) {
        const Transform wall = HalfSpace::facing(direction, Vec3(1, 2, 3));
        const Vec3 expected(UnitVec3(direction / max(direction.abs())));
        EXPECT_LT((wall.R() * Vec3(-1, 0, 0) - expected).norm(), 1e-15) << direction; // rounding
        EXPECT_LT((wall.R().asMat33() * wall.R().asMat33().transpose() - Mat33(1)).norm(), 1e-15);
        EXPECT_NEAR(det(wall.R().asMat33()), 1, 1e-15);
        EXPECT_EQ(wall.p(), Vec3(1, 2, 3));
    }
}

// A direction that is zero or not finite, or a point that is not finite, is an error that says so.
TEST(HalfSpace, RejectsAZeroDirection) {
    for (const Vec3& direction : {Vec3(0), Vec3(NaN, 1, 0), Vec3(0, Infinity, 0)})
        expectMessage<std::invalid_argument>([&] { HalfSpace::facing(direction); },
                                             {"HalfSpace::facing()", "direction = ~[", "finite and not zero"});
    expectMessage<std::invalid_argument>([&] { HalfSpace::facing(Vec3(0, 1, 0), Vec3(NaN)); }, {"point", "finite"});
    expectMessage<std::invalid_argument>([&] { HalfSpace::floor(NaN); }, {"HalfSpace::floor()", "height = nan m"});
}

// A wall pushes a ball along the direction that it faces, in a list and in a contact set with Simbody's half space.
TEST(HalfSpace, PushesAlongItsNormal) {
    const Vec3 direction(1, -2, 2), point(0.1, 0.2, 0.3);
    const Transform wall = HalfSpace::facing(direction, point);
    for (bool isList : {false, true}) {
        Scene scene;
        GeneralContactSubsystem contacts(scene.system);
        const ContactSetIndex set = contacts.createContactSet();
        MobilizedBody::Free ball(scene.matter.updGround(), Body::Rigid(bodyOf(1)));
        contacts.addBody(set, scene.matter.Ground(), ContactGeometry::HalfSpace(), wall);
        contacts.addBody(set, ball, ContactGeometry::Sphere(0.1), Vec3(0));
        const DEMContactForce force =
            isList ? HertzMindlinForce(scene.forces, ContactSurfaces::fromContactSet(contacts, set))
                         .setMaterialForAll(rubber())
                   : HertzMindlinForce(scene.forces, contacts, set).setMaterialForAll(rubber());
        State state = scene.at(ball, point + 0.099 * direction / 3);
        const auto& records = force.getContactRecords(state);
        ASSERT_EQ(records.size(), 1u);
        EXPECT_NEAR(records[0].overlap, 1e-3, 1e-15); // rounding at 0.1 m
        EXPECT_LT((records[0].normal - direction / 3).norm(), 1e-14);
    }
}

} // namespace
} // namespace test_contact_surfaces
