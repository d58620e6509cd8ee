// The start of a run: robots on floors, default poses, bases on moving bodies, and names of bodies.

#include "Messages.h"
#include "RobotFiles.h"
#include "RobotModel.h"
#include "Scene.h"

#include <simbodydem/Messages.h>
#include <simbodydem/ReplayRecorder.h>
#include <simbodydem/Soil.h>

#include <array>
#include <fstream>
#include <random>
#include <sstream>

namespace test_robot_start {
namespace {

using namespace SimTK;
using namespace simbodydem;

// The search ends within 1e-13 m of the touch; poses of some metres are rounded at 1e-15 m. The promise is 1e-9 m.
constexpr Real touchTolerance = 1e-11;

const std::string inertial =
    "<inertial><mass value='1'/><inertia ixx='0.1' ixy='0' ixz='0' iyy='0.1' iyz='0' izz='0.1'/></inertial>";
std::string linkOf(const std::string& name, const std::string& geometry) {
    return "<link name='" + name + "'>" + inertial + "<collision><geometry>" + geometry +
           "</geometry></collision></link>\n";
}
RobotFile oneLink(const std::string& geometry) {
    return RobotFile::fromText("<robot name='r'>" + linkOf("trunk", geometry) + "</robot>", "r.urdf");
}
const Real radius = 0.1;
const char* const ball = "<sphere radius='0.1'/>";

// A floating robot, and surfaces of Ground that a test adds.
struct Floating : RobotModel {
    explicit Floating(const RobotFile& file, const RobotOptions& options = RobotOptions())
        : RobotModel(file, RobotOptions(options).setBase(Base::Floating)) {}
    void addGround(const Shape& shape, const Transform& X_GS = Transform(), const std::string& name = "") {
        surfaces.add(matter.Ground(), shape, X_GS, rubber(), name);
    }
    // Returns the height of the base on the floor, from a start.
    Real findHeight(const Transform& start, Real gap = 0) {
        if (robot.getSurfaces(robot.getFile().getRoot().name).empty()) robot.addCollisions(surfaces);
        State state = realize();
        robot.setBasePose(state, start);
        robot.setOnFloor(state, surfaces, gap);
        system.realize(state, Stage::Position);
        return robot.getBasePose(state).p()[2];
    }
};

// A ball comes to its radius and the gap over a plane, from above, from inside the floor and from below.
TEST(RobotStart, BallOnAPlane) {
    Floating model(oneLink(ball));
    model.addGround(HalfSpace(), HalfSpace::facing(Vec3(0, 0, 1), Vec3(0, 0, 0.3)));
    for (const Real from : {100., 0.4, 0.35, 0., -7.})
        for (const Real gap : {0., 0.02, -0.001})
            EXPECT_NEAR(model.findHeight(Vec3(1, 2, from), gap), 0.3 + radius + gap, touchTolerance) << from;
}

// The displacement is along z and not along the normal of the floor.
TEST(RobotStart, BallOnASlope) {
    Floating model(oneLink(ball));
    const Real slope = 0.7;
    model.addGround(HalfSpace(), HalfSpace::facing(Vec3(-std::sin(slope), 0, std::cos(slope))));
    EXPECT_NEAR(model.findHeight(Vec3(0.5, 0, 3)), 0.5 * std::tan(slope) + radius / std::cos(slope), touchTolerance);
}

// A ball beside the top of a sphere touches it at the distance of both radii between the centres.
TEST(RobotStart, BallOnASphere) {
    Floating model(oneLink(ball));
    model.addGround(Sphere(0.5));
    for (const Real aside : {0., 0.2, 0.55, 0.5999})
        EXPECT_NEAR(model.findHeight(Vec3(aside, 0, 2)), std::sqrt(0.36 - aside * aside), touchTolerance) << aside;
}

// A ball touches a table on its face, and beside it on its rounded edge.
TEST(RobotStart, BallOnATable) {
    Floating model(oneLink(ball));
    const Real rounding = 0.02;
    model.addGround(Brick(Vec3(0.5, 0.4, 0.05), rounding), Vec3(0, 0, 0.7));
    EXPECT_NEAR(model.findHeight(Vec3(0.1, 0.1, 2)), 0.75 + radius, touchTolerance);
    const Real reach = radius + rounding, aside = 0.06; // beyond the line about which the edge is round
    EXPECT_NEAR(model.findHeight(Vec3(0.5 - rounding + aside, 0, 2)),
                0.75 - rounding + std::sqrt(reach * reach - aside * aside), touchTolerance);
}

// A ball on a smooth terrain of constant slope touches it where the plane would be. The spline is a plane to rounding.
TEST(RobotStart, BallOnATerrain) {
    Floating model(oneLink(ball));
    model.addGround(Terrain::fromFunction([](Real x, Real y) { return 0.3 * x - 0.2 * y; }, Vec2(-2), Vec2(2), 20, 20));
    const Real expected = 0.3 * 0.5 - 0.2 * -0.3 + radius * std::sqrt(1 + 0.09 + 0.04);
    for (const Real from : {3., 0.3, -0.1})
        EXPECT_NEAR(model.findHeight(Vec3(0.5, -0.3, from)), expected, touchTolerance) << from;
}

// A ball on two triangles touches their face, also from below, since they come from above.
TEST(RobotStart, BallOnAMesh) {
    Floating model(oneLink(ball));
    model.addGround(Mesh({Vec3(-1, -1, 0.2), Vec3(1, -1, 0.2), Vec3(1, 1, 0.2), Vec3(-1, 1, 0.2)}, {{0, 1, 2}, {0, 2, 3}}, 0));
    for (const Real from : {3., 0.25, -2.}) EXPECT_NEAR(model.findHeight(Vec3(0.3, 0.1, from)), 0.2 + radius, touchTolerance) << from;
}

// A turned box touches the floor with its lowest corner: half lengths less rounding by the row of the rotation, and the rounding.
TEST(RobotStart, TurnedBoxOnAPlane) {
    Floating model(oneLink("<box size='0.4 0.3 0.2'/>"));
    model.addGround(HalfSpace(), HalfSpace::facing(Vec3(0, 0, 1)));
    const Rotation R(0.8, UnitVec3(1, 2, -0.5));
    const Real rounding = 0.2 / 20;
    const Vec3 core = Vec3(0.2, 0.15, 0.1) - Vec3(rounding);
    Real expected = rounding;
    for (int i = 0; i < 3; ++i) expected += std::abs(R[2][i]) * core[i];
    EXPECT_NEAR(model.findHeight(Transform(R, Vec3(0, 0, 1))), expected, touchTolerance);
}

// Capsules and cylinders that lie on a sphere touch it with their side.
TEST(RobotStart, CapsuleAndCylinderOnASphere) {
    for (const char* shape : {"capsule", "cylinder"}) {
        Floating model(oneLink(std::string("<") + shape + " radius='0.1' length='0.6'/>"));
        model.addGround(Sphere(0.5));
        EXPECT_NEAR(model.findHeight(Transform(Rotation(Pi / 2, XAxis), Vec3(0, 0.1, 2))), 0.6, touchTolerance) << shape;
    }
}

// Soil counts as the rigid plane before it is pressed.
TEST(RobotStart, BallOnSoil) {
    Floating model(oneLink(ball));
    model.surfaces.add(model.matter.Ground(), HalfSpace(), HalfSpace::facing(Vec3(0, 0, 1)), Soil::drySand(), "soil");
    EXPECT_NEAR(model.findHeight(Vec3(0, 0, 1)), radius, touchTolerance);
}

// A robot that begins below a ceiling stays below it; one that overlaps the floor comes from above the ceiling.
TEST(RobotStart, RobotStaysBelowACeiling) {
    Floating model(oneLink(ball));
    model.addGround(HalfSpace(), HalfSpace::facing(Vec3(0, 0, 1)));
    model.addGround(Brick(Vec3(1, 1, 0.05), 0.01), Vec3(0, 0, 2));
    EXPECT_NEAR(model.findHeight(Vec3(0, 0, 1.5)), radius, touchTolerance);
    EXPECT_NEAR(model.findHeight(Vec3(0, 0, 0.05)), 2.05 + radius, touchTolerance);
}

// Every shape of a robot on every shape of Ground, in random poses: 1 nm higher nothing overlaps, and 1 nm lower something does.
TEST(RobotStart, EveryShapeOnEveryShape) {
    const std::vector<std::string> own{"<sphere radius='0.1'/>", "<box size='0.4 0.3 0.2'/>", "<capsule radius='0.05' length='0.3'/>",
                                       "<cylinder radius='0.1' length='0.2'/>",
                                       "<mesh filename='" + robotPath("part_meshes/corner.stl") + "' scale='0.005 0.005 0.005'/>"};
    const auto bumps = [](Real x, Real y) { return 0.05 * std::sin(5 * x) * std::cos(4 * y); };
    const std::vector<Vec3> corners{Vec3(-1, -1, 0), Vec3(1, -1, 0.1), Vec3(1, 1, 0.3), Vec3(-1, 1, 0), Vec3(0, 0, -0.2), Vec3(0.1, 0, 0.5)};
    std::vector<std::shared_ptr<const Shape>> grounds{
        std::make_shared<Sphere>(0.7),
        std::make_shared<Ellipsoid>(Vec3(0.8, 0.6, 0.3)),
        std::make_shared<Capsule>(0.5, 0.4),
        std::make_shared<Cylinder>(0.8, 0.3, 0.02),
        std::make_shared<Brick>(Vec3(1, 0.9, 0.1), 0.02),
        std::make_shared<ConvexHull>(corners, 0.01),
        std::make_shared<Mesh>(std::vector<Vec3>(corners.begin(), corners.begin() + 4),
                               std::vector<std::array<int, 3>>{{0, 1, 2}, {0, 2, 3}}, 0),
        std::make_shared<Terrain>(Terrain::fromFunction(bumps, Vec2(-1.5), Vec2(1.5), 40, 40)),
        std::make_shared<Terrain>(Terrain::fromFunction(bumps, Vec2(-1.5), Vec2(1.5), 40, 40, Terrain::Surface::Faceted, 0.005))};
    std::mt19937 engine(1);
    const auto number = [&](Real least, Real most) { return std::uniform_real_distribution<Real>(least, most)(engine); };
    int touched = 0;
    for (const std::string& geometry : own)
        for (const auto& ground : grounds) {
            Floating model(oneLink(geometry));
            model.addGround(*ground);
            model.robot.addCollisions(model.surfaces);
            State state = model.realize();
            for (int i = 0; i < 8; ++i) {
                const Rotation R(number(-3, 3), UnitVec3(number(-1, 1), number(-1, 1), number(0.1, 1)));
                model.robot.setBasePose(state, Transform(R, Vec3(number(-0.2, 0.2), number(-0.2, 0.2), number(1.2, 3))));
                const auto overlapsAt = [&](Real gap) {
                    model.robot.setOnFloor(state, model.surfaces, gap);
                    model.system.realize(state, Stage::Position);
                    return !model.surfaces.findOverlaps(state).empty();
                };
                EXPECT_FALSE(overlapsAt(1e-9)) << geometry << " on " << ground->describe();
                EXPECT_TRUE(overlapsAt(-1e-9)) << geometry << " on " << ground->describe();
                ++touched;
            }
        }
    EXPECT_EQ(touched, 5 * 9 * 8);
}

// A robot that passes a wall closely does not stop there.
TEST(RobotStart, PassesAWall) {
    Floating model(oneLink(ball));
    model.addGround(HalfSpace(), HalfSpace::facing(Vec3(0, 0, 1)));
    model.addGround(Brick(Vec3(0.1, 1, 0.4), 0.01), Vec3(0.2 + 1e-9, 0, 0.6));
    EXPECT_NEAR(model.findHeight(Vec3(0, 0, 3)), radius, touchTolerance);
}

// A thin ledge in the way is not missed, whatever the height of the fall.
TEST(RobotStart, FindsAThinLedge) {
    Floating model(oneLink("<sphere radius='0.01'/>"));
    model.addGround(HalfSpace(), HalfSpace::facing(Vec3(0, 0, 1)));
    model.addGround(Brick(Vec3(1, 1, 0.001), 0.0005), Vec3(0, 0, 0.5));
    for (const Real from : {0.52, 1., 47.123, 1000.})
        EXPECT_NEAR(model.findHeight(Vec3(0.3, 0.2, from)), 0.501 + 0.01, touchTolerance) << from;
}

// All four feet of a crouching quadruped touch: two links of 0.2 m that are turned by 0.8 rad, and feet of 0.02 m.
TEST(RobotStart, LowestCollisionCounts) {
    Floating model{RobotFile(examplePath("quadruped.urdf"))};
    model.addGround(HalfSpace(), HalfSpace::facing(Vec3(0, 0, 1)));
    model.robot.addCollisions(model.surfaces);
    State state = model.realize();
    std::vector<Real> crouch;
    for (int i = 0; i < model.robot.getNumJoints(); ++i) {
        const std::string name = model.robot.getJointName(i).substr(0, 4);
        crouch.push_back(name == "hip_" ? 0.8 : name == "knee" ? -1.6 : 0);
    }
    model.robot.setJointPositions(state, crouch);
    const auto touchersAt = [&](Real gap) {
        model.robot.setOnFloor(state, model.surfaces, gap);
        model.system.realize(state, Stage::Position);
        int found = 0;
        for (const auto& [a, b] : model.surfaces.findOverlaps(state)) found += a == 0 || b == 0;
        return found;
    };
    EXPECT_EQ(touchersAt(-1e-9), 4);
    EXPECT_EQ(touchersAt(1e-9), 0);
    const Real before = model.robot.getBasePose(state).p()[2];
    EXPECT_NEAR(model.robot.setOnFloor(state, model.surfaces, 1e-9), 0, touchTolerance); // it is there already
    EXPECT_NEAR(before, 0.4 * std::cos(0.8) + 0.02 + 1e-9, touchTolerance);
}

// Two robots have Ground below them and not each other.
TEST(RobotStart, OtherRobotsDoNotCount) {
    Floating model(oneLink(ball));
    Robot second(model.matter, model.forces, oneLink(ball), RobotOptions().setBase(Base::Floating));
    model.addGround(HalfSpace(), HalfSpace::facing(Vec3(0, 0, 1)));
    model.robot.addCollisions(model.surfaces, "first:");
    second.addCollisions(model.surfaces, "second:");
    State state = model.realize();
    model.robot.setBasePose(state, Vec3(0, 0, 5));
    second.setBasePose(state, Vec3(0, 0, 2));
    EXPECT_NEAR(model.robot.setOnFloor(state, model.surfaces), radius - 5, touchTolerance);
    EXPECT_NEAR(second.setOnFloor(state, model.surfaces), radius - 2, touchTolerance);
}

// A fixed base, no collisions, no surface of Ground and no surface below are errors.
TEST(RobotStart, RejectsARobotWithoutAFloor) {
    RobotModel fixed(oneLink(ball));
    fixed.robot.addCollisions(fixed.surfaces);
    State state = fixed.realize();
    expectMessage<std::logic_error>([&] { fixed.robot.setOnFloor(state, fixed.surfaces); }, {"setOnFloor()", "fixed"});

    Floating model(oneLink(ball));
    state = model.realize();
    expectMessage<std::logic_error>([&] { model.robot.setOnFloor(state, model.surfaces); }, {"addCollisions()"});
    model.robot.addCollisions(model.surfaces);
    state = model.realize();
    expectMessage<std::invalid_argument>([&] { model.robot.setOnFloor(state, model.surfaces); }, {"Ground has no surfaces"});
    model.addGround(Brick(Vec3(1, 1, 0.1), 0.01));
    state = model.realize();
    model.robot.setBasePose(state, Vec3(5, 0, 1));
    expectMessage<std::invalid_argument>([&] { model.robot.setOnFloor(state, model.surfaces); }, {"lies below", "'r'"});
    expectMessage<std::invalid_argument>([&] { model.robot.setOnFloor(state, model.surfaces, NaN); }, {"gap", "finite"});

    Floating bare(RobotFile::fromText("<robot name='bare'><link name='a'>" + inertial + "</link></robot>", "bare.urdf"));
    bare.addGround(HalfSpace(), HalfSpace::facing(Vec3(0, 0, 1)));
    state = bare.realize();
    expectMessage<std::invalid_argument>([&] { bare.robot.setOnFloor(state, bare.surfaces); }, {"'bare'", "no collisions"});
}

// A joint whose range begins at 0 starts there by default, and a fraction of its range inside by the option; 0 within a range stays.
TEST(RobotStart, DefaultPoseAwayFromStops) {
    const auto joint = [](const std::string& name, const std::string& limit) {
        return linkOf(name, ball) + "<joint name='j" + name + "' type='revolute'><parent link='a'/><child link='" + name +
               "'/><axis xyz='0 1 0'/><limit effort='1' velocity='1' " + limit + "/></joint>";
    };
    const RobotFile file = RobotFile::fromText("<robot name='r'>" + linkOf("a", ball) + joint("b", "lower='0' upper='2'") +
                                                   joint("c", "lower='-3' upper='-1'") + joint("d", "lower='-1' upper='1'") +
                                                   joint("e", "lower='0' upper='0'") + "</robot>",
                                               "r.urdf");
    const auto startsOf = [&](const RobotOptions& options) {
        RobotModel model(file, options);
        return model.robot.getJointPositions(model.realize());
    };
    EXPECT_EQ(startsOf(RobotOptions()), (std::vector<Real>{0, -1, 0, 0}));
    EXPECT_EQ(startsOf(RobotOptions().setDefaultPoseAwayFromStops(0.125)), (std::vector<Real>{0.25, -1.25, 0, 0}));
    EXPECT_EQ(startsOf(RobotOptions().setDefaultPoseAwayFromStops(0.5)), (std::vector<Real>{1, -2, 0, 0}));
    for (const Real fraction : {-0.1, 0.6, NaN})
        expectMessage<std::invalid_argument>([&] { RobotOptions().setDefaultPoseAwayFromStops(fraction); }, {"[0, 0.5]"});
}

// A base on a moving body moves with it: its pose and velocity are those of a point of the body.
TEST(RobotStart, BaseOnAMovingBody) {
    Floating model(oneLink(ball));
    const Transform X_BL(Rotation(0.4, XAxis), Vec3(0.1, 0.2, 0.3));
    Robot rider(model.matter, model.forces, oneLink(ball), RobotOptions().setBase(model.robot.getLink("trunk"), X_BL));
    State state = model.realize();
    const Transform X_GB(Rotation(1, UnitVec3(1, 1, 0)), Vec3(3, 2, 1));
    const SpatialVec V_GB(Vec3(0.1, -0.2, 0.3), Vec3(1, 2, 3));
    model.robot.setBasePose(state, X_GB);
    model.robot.setBaseVelocity(state, V_GB);
    model.system.realize(state, Stage::Velocity);
    const Transform expected = X_GB * X_BL, found = rider.getBasePose(state);
    EXPECT_LT((expected.p() - found.p()).norm(), 1e-14); // rounding of three metres
    EXPECT_LT((Mat33(expected.R()) - Mat33(found.R())).norm(), 1e-14);
    EXPECT_LT((rider.getBaseVelocity(state)[1] - (V_GB[1] + V_GB[0] % (X_GB.R() * X_BL.p()))).norm(), 1e-14);
    EXPECT_EQ(rider.getLink("trunk").getParentMobilizedBody().getMobilizedBodyIndex(),
              model.robot.getLink("trunk").getMobilizedBodyIndex());
    EXPECT_NE(rider.toText().find("base on body 1 (trunk)"), std::string::npos) << rider.toText();
    expectMessage<std::logic_error>([&] { rider.setBasePose(state, Transform()); }, {"fixed"});
}

// The base has no contact with the body that carries it, and has contacts with everything else.
TEST(RobotStart, BaseHasNoContactWithItsCarrier) {
    Floating model(oneLink(ball));
    model.addGround(HalfSpace(), HalfSpace::facing(Vec3(0, 0, 1), Vec3(0, 0, -0.05)), "floor");
    Robot rider(model.matter, model.forces, oneLink(ball),
                RobotOptions().setBase(model.robot.getLink("trunk"), Vec3(0.05, 0, 0)));
    model.robot.addCollisions(model.surfaces, "carrier:");
    rider.addCollisions(model.surfaces, "rider:");
    State state = model.realize();
    model.system.realize(state, Stage::Position);
    std::vector<std::string> pairs;
    for (const auto& [a, b] : model.surfaces.findOverlaps(state))
        pairs.push_back(model.surfaces.getName(a) + " " + model.surfaces.getName(b));
    EXPECT_EQ(pairs, (std::vector<std::string>{"floor carrier:trunk/0", "floor rider:trunk/0"}));
}

// A body of another matter is an error, and so is none; Base::Fixed afterwards means Ground again.
TEST(RobotStart, RejectsABaseOfAnotherSystem) {
    Floating model(oneLink(ball)), other(oneLink(ball));
    expectMessage<std::invalid_argument>(
        [&] { Robot(model.matter, model.forces, oneLink(ball), RobotOptions().setBase(other.robot.getLink("trunk"))); },
        {"r.urdf", "setBase()", "another SimbodyMatterSubsystem"});
    expectMessage<std::invalid_argument>([] { RobotOptions().setBase(MobilizedBody()); }, {"setBase()", "no Simbody"});
    const Robot fixed(model.matter, model.forces, oneLink(ball),
                      RobotOptions().setBase(other.robot.getLink("trunk")).setBase(Base::Fixed));
    EXPECT_TRUE(fixed.getLink("trunk").getParentMobilizedBody().isGround());
}

// Bodies have the names of their first links, which messages show beside the number. Other bodies have none.
TEST(RobotStart, BodiesHaveNames) {
    RobotModel model{RobotFile(examplePath("quadruped.urdf"))};
    MobilizedBody::Free other(model.matter.Ground(), Body::Rigid(MassProperties(1, Vec3(0), Inertia(1))));
    EXPECT_EQ(getBodyName(model.robot.getLink("shank_fl")), "shank_fl");
    EXPECT_EQ(getBodyName(other), "");
    EXPECT_EQ(describeBody(other), "body " + std::to_string(int(other.getMobilizedBodyIndex())));
    setBodyName(other, "crate");
    EXPECT_EQ(describeBody(other), "body " + std::to_string(int(other.getMobilizedBodyIndex())) + " (crate)");
    expectMessage<std::invalid_argument>(
        [&] { model.surfaces.excludeBodies(other.getMobilizedBodyIndex(), other.getMobilizedBodyIndex()); },
        {"both bodies are " + describeBody(other)});
    setBodyName(other, "");
    EXPECT_EQ(getBodyName(other), "");
    expectMessage<std::invalid_argument>([] { setBodyName(MobilizedBody(), "nothing"); }, {"nothing", "no System"});
}

// A replay has the names of bodies, by number.
TEST(RobotStart, ReplaysHaveNames) {
    const Folder folder;
    RobotModel model(oneLink(ball));
    ReplayRecorder replay(model.system, folder / "run.html", 0.1);
    State state = model.realize();
    model.system.realize(state, Stage::Velocity);
    replay.handleEvent(state);
    std::ifstream file(folder / "run.html");
    std::stringstream text;
    text << file.rdbuf();
    EXPECT_NE(text.str().find("bodies:[\"\",\"trunk\"]"), std::string::npos);
}

} // namespace
} // namespace test_robot_start
