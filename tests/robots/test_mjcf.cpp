// Robots from MJCF files: bodies, joints, masses of geoms, classes, actuators, contact pairs. compare_with_mujoco.py compares published
// files with MuJoCo.

#include "Messages.h"
#include "RobotFiles.h"
#include "RobotModel.h"
#include "Scene.h"
#include "simbodydem/ContactIntegrator.h"
#include "simbodydem/ContactStepper.h"

namespace test_mjcf {
namespace {

using namespace SimTK;
using namespace simbodydem;

using Strings = std::vector<std::string>;

constexpr Real rounding = 1e-12; // of some operations with doubles, relative to numbers of 1

RobotFile mjcf(const std::string& text, const RobotFileOptions& options = {}) {
    return RobotFile::fromText("<mujoco model='m'>\n" + text + "\n</mujoco>", "m.xml", options);
}

// A body with a hinge about y at the world's origin, and elements of its own.
RobotFile bodyWith(const std::string& elements, const std::string& sections = "") {
    return mjcf(sections + "<worldbody><body name='b'><joint name='j' axis='0 1 0'/>" + elements +
                "</body></worldbody>");
}

const std::string inertial = "<inertial pos='0 0 0' mass='1' diaginertia='1 1 1'/>";

void expectEqual(const Transform& a, const Transform& b) {
    EXPECT_LE((a.p() - b.p()).norm(), rounding);
    EXPECT_LE((a.R().asMat33() - b.R().asMat33()).norm(), rounding);
}

void expectEqual(const SymMat33& a, const SymMat33& b) { EXPECT_LE(Mat33(a - b).norm(), rounding * Mat33(b).norm()); }

SymMat33 diagonal(Real x, Real y, Real z) { return SymMat33(x, 0, y, 0, 0, z); }

bool contains(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

bool hasWarning(const RobotFile& file, const std::string& part) {
    for (const std::string& warning : file.getWarnings())
        if (contains(warning, part)) return true;
    return false;
}

void expectError(const std::string& text, const Strings& parts) {
    SCOPED_TRACE(text);
    expectMessage<std::invalid_argument>([&] { mjcf(text); }, parts);
}

// Returns true if a pair of links, or of their collisions, is excluded.
bool isExcluded(const RobotFile& file, const std::string& linkA, const std::string& linkB) {
    for (const RobotExclusion& e : file.getExclusions()) {
        const std::string &a = file.getLinks()[std::size_t(e.linkA)].name,
                          &b = file.getLinks()[std::size_t(e.linkB)].name;
        if ((a == linkA && b == linkB) || (a == linkB && b == linkA)) return true;
    }
    return false;
}

// The root element decides the format, and the model's name is the robot's.
TEST(Mjcf, IsRecognizedByItsRoot) {
    const RobotFile file(robotPath("mjcf_pendulum.xml"));
    EXPECT_EQ(file.getFormat(), RobotFormat::Mjcf);
    EXPECT_EQ(file.getName(), "pendulum");
    EXPECT_EQ(RobotFile(robotPath("mimic.urdf")).getFormat(), RobotFormat::Urdf);
}

// A rod turns with the period of a physical pendulum, 2 pi sqrt((I + m d^2)/(m g d)).
TEST(Mjcf, APendulumHasItsPeriod) {
    RobotModel model(RobotFile(robotPath("mjcf_pendulum.xml")));
    State state = model.realize();
    const Real amplitude = 1e-3;
    model.robot.setJointPositions(state, {amplitude});
    const Real mass = 2, arm = 0.3, period = 2 * Pi * std::sqrt((0.06 + mass * arm * arm) / (mass * 9.81 * arm));
    RungeKuttaMersonIntegrator integrator(model.system);
    integrator.setAccuracy(1e-10);
    TimeStepper stepper(model.system, integrator);
    stepper.initialize(state);
    stepper.stepTo(1.25 * period); // at rest in the lowest point a quarter of a period later
    // The period grows by amplitude^2/16, which is 6e-8 of it, and the integrator's error is 1e-7 of the amplitude in each period.
    EXPECT_NEAR(model.robot.getJointPositions(stepper.getState())[0] / amplitude, 0, 1e-5);
    stepper.stepTo(2 * period);
    EXPECT_NEAR(model.robot.getJointPositions(stepper.getState())[0] / amplitude, 1, 1e-5);
}

// A body without an <inertial> has the mass and inertia of its geom, which is solid with 1000 kg/m^3 unless the file has a density or mass.
TEST(Mjcf, GeomsHaveMassByDensity) {
    struct Case {
        std::string geom;
        Real volume;
        Vec3 inertia; // over mass
    };
    const Real r = 0.1, h = 0.2, caps = 4 * Pi / 3 * cube(r), middle = 2 * Pi * square(r) * h;
    const Real across =
        (middle * (square(r) / 4 + square(h) / 3) + caps * (0.4 * square(r) + square(h) + 0.75 * r * h)) /
        (caps + middle);
    const std::vector<Case> cases{
        {"type='sphere' size='0.1'", caps, Vec3(0.4 * square(r))},
        {"type='box' size='0.1 0.2 0.3'", 8 * 0.006, Vec3(0.13, 0.1, 0.05) / 3},
        {"type='ellipsoid' size='0.1 0.2 0.3'", 4 * Pi / 3 * 0.006, Vec3(0.13, 0.1, 0.05) / 5},
        {"type='cylinder' size='0.1 0.2'", middle,
         Vec3(square(r) / 4 + square(h) / 3, square(r) / 4 + square(h) / 3, square(r) / 2)},
        {"type='capsule' size='0.1 0.2'", caps + middle,
         Vec3(across, across, (middle * square(r) / 2 + caps * 0.4 * square(r)) / (caps + middle))},
    };
    for (const Case& c : cases) {
        SCOPED_TRACE(c.geom);
        const RobotLink link = bodyWith("<geom " + c.geom + "/>").getLink("b");
        EXPECT_NEAR(link.mass, 1000 * c.volume, 1000 * rounding);
        expectEqual(link.inertia, diagonal(c.inertia[0], c.inertia[1], c.inertia[2]) * link.mass);
        EXPECT_NEAR(bodyWith("<geom density='500' " + c.geom + "/>").getLink("b").mass, 500 * c.volume,
                    1000 * rounding);
        EXPECT_EQ(bodyWith("<geom mass='3' density='500' " + c.geom + "/>").getLink("b").mass, 3);
    }
}

// Two spheres on a rod are a dumbbell: their centers add m d^2 about the common center.
TEST(Mjcf, GeomsAddUp) {
    const RobotLink link =
        bodyWith("<geom size='0.1' mass='1' pos='0.5 0 0'/><geom size='0.1' mass='3' pos='-0.5 0 0'/>").getLink("b");
    EXPECT_EQ(link.mass, 4);
    EXPECT_LE((link.X_LI.p() - Vec3(-0.25, 0, 0)).norm(), rounding);
    const Real own = 4 * 0.4 * 0.01, shifted = own + 1 * square(0.75) + 3 * square(0.25);
    expectEqual(link.inertia, diagonal(own, shifted, shifted));
}

// A mesh of a cube has the mass of the cube, about the cube's center, with the scale of its asset.
TEST(Mjcf, AMeshHasTheMassOfItsSolid) {
    const Folder folder;
    folder.write("meshes/cube.obj", "v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nv 0 0 1\nv 1 0 1\nv 1 1 1\nv 0 1 1\n"
                                    "f 4 3 2 1\nf 5 6 7 8\nf 1 2 6 5\nf 3 4 8 7\nf 2 3 7 6\nf 4 1 5 8\n");
    const std::string path = folder.write(
        "cube.xml",
        "<mujoco><compiler meshdir='meshes'/><asset><mesh file='cube.obj' scale='0.2 0.2 0.4'/></asset><worldbody>"
        "<body name='b'><joint/><geom type='mesh' mesh='cube'/></body></worldbody></mujoco>");
    const RobotLink link = RobotFile(path).getLink("b");
    EXPECT_NEAR(link.mass, 16, 16 * rounding);
    EXPECT_LE((link.X_LI.p() - Vec3(0.1, 0.1, 0.2)).norm(), rounding);
    expectEqual(link.inertia, diagonal(0.04 + 0.16, 0.04 + 0.16, 0.04 + 0.04) * (link.mass / 12));
    EXPECT_EQ(link.collisions[0].geometry.meshScale, Vec3(0.2, 0.2, 0.4));
}

// An <inertial> wins over geoms, unless inertiafromgeom is true.
TEST(Mjcf, AnInertialWinsOverGeoms) {
    const std::string both = inertial + "<geom size='0.1' mass='5'/>";
    EXPECT_EQ(bodyWith(both).getLink("b").mass, 1);
    EXPECT_EQ(bodyWith(both, "<compiler inertiafromgeom='true'/>").getLink("b").mass, 5);
}

// fullinertia has the order xx yy zz xy xz yz, in the frame of the <inertial>.
TEST(Mjcf, ReadsAFullInertia) {
    const RobotLink link = bodyWith("<inertial pos='1 2 3' mass='2' fullinertia='4 5 6 0.1 0.2 0.3'/>").getLink("b");
    expectEqual(link.inertia, SymMat33(4, 0.1, 5, 0.2, 0.3, 6));
    expectEqual(link.X_LI, Transform(Vec3(1, 2, 3)));
}

// The compiler balances, bounds and scales masses.
TEST(Mjcf, TheCompilerChangesMasses) {
    const std::string thin = "<inertial pos='0 0 0' mass='1' diaginertia='1 1 4'/>";
    expectMessage<std::invalid_argument>([&] { bodyWith(thin); },
                                         {"m.xml", "line 2", "the greatest must be <= the sum of the others"});
    expectEqual(bodyWith(thin, "<compiler balanceinertia='true'/>").getLink("b").inertia, diagonal(2, 2, 2));
    const RobotLink least = bodyWith(inertial, "<compiler boundmass='2' boundinertia='3'/>").getLink("b");
    EXPECT_EQ(least.mass, 2);
    expectEqual(least.inertia, diagonal(3, 3, 3));
    const RobotLink scaled = bodyWith(inertial, "<compiler settotalmass='5'/>").getLink("b");
    EXPECT_EQ(scaled.mass, 5);
    expectEqual(scaled.inertia, diagonal(5, 5, 5));
}

// All ways to write an orientation give the same one. Angles are in degrees unless the compiler says otherwise.
TEST(Mjcf, OrientationsAgree) {
    const Rotation turn = Rotation(Pi / 3, ZAxis) * Rotation(Pi / 6, XAxis);
    const Vec4 q = turn.convertRotationToQuaternion().asVec4();
    const auto text = [](const Vec3& v) {
        return std::to_string(v[0]) + " " + std::to_string(v[1]) + " " + std::to_string(v[2]);
    };
    const auto poseOf = [&](const std::string& orientation, const std::string& compiler = "") {
        return bodyWith("<body name='c' pos='1 2 3' " + orientation + "/>" + inertial, compiler)
            .getJoint("c/fixed")
            .X_PJ;
    };
    constexpr Real digits = 1e-5; // six decimals of to_string()
    for (const Transform& X : {poseOf("quat='" + std::to_string(q[0]) + " " + text(Vec3(q[1], q[2], q[3])) + "'"),
                               poseOf("xyaxes='" + text(turn.x()) + " " + text(2 * Vec3(turn.y()) + Vec3(turn.x())) +
                                      "'"), // y is made perpendicular
                               poseOf("euler='60 0 30'", "<compiler eulerseq='zyx'/>"),
                               poseOf("euler='30 0 60'", "<compiler eulerseq='XYZ'/>"),
                               poseOf("euler='1.0471975 0 0.5235988'", "<compiler eulerseq='zyx' angle='radian'/>")}) {
        EXPECT_LE((X.R().asMat33() - turn.asMat33()).norm(), digits);
        EXPECT_EQ(X.p(), Vec3(1, 2, 3));
    }
    expectEqual(poseOf("axisangle='0 0 2 90'"), Transform(Rotation(Pi / 2, ZAxis), Vec3(1, 2, 3)));
    expectEqual(poseOf("euler='90 0 0'"), Transform(Rotation(Pi / 2, XAxis), Vec3(1, 2, 3)));
    expectEqual(poseOf("zaxis='0 -1 0'"), Transform(Rotation(Pi / 2, XAxis), Vec3(1, 2, 3))); // the smallest rotation
}

// fromto gives the pose and the length of a geom.
TEST(Mjcf, ReadsFromTo) {
    const RobotLink link = bodyWith("<geom type='capsule' size='0.05' fromto='0 0 0 0 0 0.6'/>").getLink("b");
    EXPECT_EQ(link.collisions[0].geometry.kind, RobotGeometry::Kind::Capsule);
    EXPECT_NEAR(link.collisions[0].geometry.length, 0.6, rounding);
    EXPECT_LE((link.collisions[0].X_LC.p() - Vec3(0, 0, 0.3)).norm(), rounding);
    const RobotLink box = bodyWith("<geom type='box' size='0.05' fromto='0 0 0 0.6 0 0'/>").getLink("b");
    EXPECT_LE((box.collisions[0].geometry.size - Vec3(0.1, 0.1, 0.6)).norm(), rounding);
    EXPECT_LE((Vec3(box.collisions[0].X_LC.z()) + Vec3(1, 0, 0)).norm(), rounding); // from minus to
}

// A class has the defaults of those around it. An element replaces them, and childclass holds for all elements below a body.
TEST(Mjcf, ClassesInherit) {
    const RobotFile file(robotPath("mjcf_classes.xml"));
    const RobotJoint &shoulder = file.getJoint("shoulder"), &elbow = file.getJoint("elbow");
    EXPECT_EQ(shoulder.axis, Vec3(0, 1, 0));
    EXPECT_EQ(shoulder.damping, 1);
    EXPECT_NEAR(shoulder.limits->upper, Pi / 2, rounding);
    EXPECT_EQ(elbow.axis, Vec3(0, 1, 0));
    EXPECT_EQ(elbow.damping, 3);
    EXPECT_EQ(elbow.armature, 0.01);
    EXPECT_NEAR(elbow.limits->upper, 2 * Pi / 3, rounding);
    const Real r = 0.03;
    EXPECT_NEAR(file.getLink("upper").mass, 2000 * (4 * Pi / 3 * cube(r) + Pi * square(r) * 0.4), rounding);
    EXPECT_NEAR(file.getLink("lower").mass, 500 * 4 * Pi / 3 * 1e-3, rounding);
    EXPECT_EQ(*file.getLink("lower").visuals[0].material->color, Vec4(0.1, 0.2, 0.3, 1));
    ASSERT_EQ(file.getActuators().size(), 2u);
    EXPECT_EQ(file.getActuators()[0].stiffness, 50);
    EXPECT_EQ(file.getActuators()[1].stiffness, 10);
    EXPECT_EQ(file.getActuators()[1].damping, 4);
    EXPECT_EQ(file.getActuators()[1].limit, 20);
}

// A part of an included file has the line of its <include>, and names the file.
TEST(Mjcf, IncludedPartsNameTheirFile) {
    const RobotFile file(robotPath("mjcf_classes.xml"));
    bool isFound = false;
    for (const RobotIgnored& i : file.getIgnored())
        if (i.element == "geom friction") {
            isFound = true;
            EXPECT_EQ(i.line, 4);
            EXPECT_TRUE(contains(i.owner, "in 'mjcf_classes_defaults.xml', line 7")) << i.owner;
        }
    EXPECT_TRUE(isFound);
}

// An <include> without its file is an error, as is one of a file that is no MJCF or that includes itself.
TEST(Mjcf, IncludesMustExist) {
    const Folder folder;
    const std::string none = folder.write("none.xml", "<mujoco>\n<include file='missing.xml'/></mujoco>");
    expectMessage<std::invalid_argument>([&] { RobotFile file(none); },
                                         {"line 2", "the file 'missing.xml' of <include> cannot be read"});
    folder.write("bad.xml", "<robot/>");
    const std::string other = folder.write("other.xml", "<mujoco><include file='bad.xml'/></mujoco>");
    expectMessage<std::invalid_argument>([&] { RobotFile file(other); },
                                         {"bad.xml", "line 1", "it must be <mujoco> or <mujocoinclude>"});
    const std::string own = folder.write("own.xml", "<mujoco><include file='own.xml'/></mujoco>");
    expectMessage<std::invalid_argument>([&] { RobotFile file(own); }, {"the file 'own.xml' is included twice"});
}

// Hinges without a range are continuous, with one they are revolute. limited decides where it is given.
TEST(Mjcf, RangesMakeLimits) {
    const auto typeOf = [](const std::string& attributes, const std::string& compiler = "") {
        return mjcf(compiler + "<worldbody><body><joint name='j' " + attributes + "/>" + inertial +
                    "</body></worldbody>")
            .getJoint("j")
            .type;
    };
    EXPECT_EQ(typeOf(""), RobotJoint::Type::Continuous);
    EXPECT_EQ(typeOf("range='-1 1'"), RobotJoint::Type::Revolute);
    EXPECT_EQ(typeOf("range='-1 1' limited='false'"), RobotJoint::Type::Continuous);
    EXPECT_EQ(typeOf("range='-1 1'", "<compiler autolimits='false'/>"), RobotJoint::Type::Continuous);
    EXPECT_EQ(typeOf("range='-1 1' limited='true'", "<compiler autolimits='false'/>"), RobotJoint::Type::Revolute);
    EXPECT_EQ(typeOf("type='slide'"), RobotJoint::Type::Prismatic);
}

// A reference shifts the coordinate and its range.
TEST(Mjcf, AReferenceShiftsTheRange) {
    const RobotFile file =
        mjcf("<worldbody><body><joint name='j' ref='90' range='0 120'/>" + inertial + "</body></worldbody>");
    EXPECT_NEAR(file.getJoint("j").limits->lower, -Pi / 2, rounding);
    EXPECT_NEAR(file.getJoint("j").limits->upper, Pi / 6, rounding);
    EXPECT_TRUE(hasWarning(file, "its coordinate is 0 where that of MuJoCo is 1.5708 rad"));
}

// A joint turns its body about its anchor, and the link keeps the frame of the body.
TEST(Mjcf, AJointTurnsAboutItsAnchor) {
    RobotModel model(mjcf("<worldbody><body name='b' pos='1 0 0'><joint name='j' axis='0 0 1' pos='0 2 0'/>" +
                          inertial + "</body></worldbody>"));
    State state = model.realize();
    model.robot.setJointPositions(state, {Pi / 2});
    model.system.realize(state, Stage::Position);
    expectEqual(model.robot.findLinkTransform(state, "b"), Transform(Rotation(Pi / 2, ZAxis), Vec3(1 + 2, 2, 0)));
}

// The joints of a body move it one after the other, each in the frame that those before it have moved.
TEST(Mjcf, ABodyMayHaveSeveralJoints) {
    const RobotFile file =
        mjcf("<worldbody><body name='b'><joint name='x' type='slide' axis='1 0 0'/><joint name='turn' axis='0 0 1'/>"
             "<joint name='along' type='slide' axis='1 0 0'/>" +
             inertial + "</body></worldbody>");
    EXPECT_TRUE(file.getWarnings().empty()) << file.getWarnings()[0]; // links without mass are meant
    EXPECT_EQ(file.getNumLinks(), 4);
    RobotModel model(file);
    State state = model.realize();
    model.robot.setJointPositions(state, {1, Pi / 2, 3});
    model.system.realize(state, Stage::Position);
    expectEqual(model.robot.findLinkTransform(state, "b"), Transform(Rotation(Pi / 2, ZAxis), Vec3(1, 3, 0)));
}

// The body of a free joint is a floating root at its pose in the file, unless options say otherwise.
TEST(Mjcf, AFreeJointMakesTheRootFloat) {
    const RobotFile file =
        mjcf("<worldbody><geom name='floor' type='plane' size='1 1 1'/><body name='trunk' pos='1 2 3'><freejoint/>" +
             inertial + "</body></worldbody>");
    EXPECT_TRUE(file.isFloating());
    EXPECT_EQ(file.getRoot().name, "trunk");
    RobotModel floating(file);
    State state = floating.realize();
    EXPECT_EQ(state.getNU(), 6);
    floating.system.realize(state, Stage::Position);
    expectEqual(floating.robot.getBasePose(state), Transform(Vec3(1, 2, 3)));
    RobotModel fixed(file, RobotOptions().setBase(Base::Fixed).setBasePose(Vec3(0, 0, 5)));
    EXPECT_EQ(fixed.realize().getNU(), 0);
    EXPECT_TRUE(hasWarning(file, "<geom> 'floor' of <worldbody> is left out, since the robot floats"));
}

// The elements of a <frame> have its pose, and its class.
TEST(Mjcf, FramesMoveTheirElements) {
    const RobotFile file =
        mjcf("<default><default class='c'><geom size='0.3'/></default></default><worldbody><body name='b'>"
             "<frame pos='1 0 0' euler='0 0 90' childclass='c'><joint name='j' pos='1 0 0' axis='1 0 0'/>"
             "<geom pos='2 0 0' mass='1'/><body name='child' pos='0 1 0'/></frame></body></worldbody>");
    EXPECT_EQ(file.getLink("b").collisions[0].geometry.radius, 0.3);
    EXPECT_LE((file.getLink("b").collisions[0].X_LC.p() - Vec3(1, 2, 0)).norm(), rounding);
    EXPECT_LE((file.getJoint("j").axis - Vec3(0, 1, 0)).norm(), rounding);
    EXPECT_LE((file.getJoint("j").X_PJ.p() - Vec3(1, 1, 0)).norm(), rounding);
    expectEqual(file.getJoint("child/fixed").X_PJ, Transform(Rotation(Pi / 2, ZAxis), Vec3(0, 0, 0)));
}

// Geoms without contype and conaffinity are drawn only. Groups above 2 are not drawn.
TEST(Mjcf, ContactBitsAndGroupsSortGeoms) {
    const RobotLink link =
        bodyWith("<geom name='both' size='0.1'/><geom name='look' size='0.1' contype='0' conaffinity='0' group='2'/>"
                 "<geom name='hidden' size='0.1' group='3'/>")
            .getLink("b");
    ASSERT_EQ(link.collisions.size(), 2u);
    EXPECT_EQ(link.collisions[0].name, "both");
    EXPECT_EQ(link.collisions[1].name, "hidden");
    ASSERT_EQ(link.visuals.size(), 2u);
    EXPECT_EQ(link.visuals[1].name, "look");
}

// <exclude> and the bits of contype and conaffinity exclude pairs. A <pair> touches whatever its bits are.
TEST(Mjcf, PairsAreExcluded) {
    const auto fileWith = [](const std::string& contact) {
        const std::string body = "<joint axis='0 1 0'/><geom size='0.6' ";
        return mjcf("<worldbody><body name='a' pos='0 0 0'>" + body + "name='ga'/></body><body name='b' pos='1 0 0'>" +
                    body + "name='gb'/></body><body name='c' pos='2 0 0'>" + body +
                    "name='gc' contype='2' conaffinity='4'/></body></worldbody><contact>" + contact + "</contact>");
    };
    const RobotFile file = fileWith("<exclude body1='b' body2='a'/>");
    EXPECT_TRUE(isExcluded(file, "a", "b"));
    EXPECT_TRUE(isExcluded(file, "a", "c"));
    EXPECT_TRUE(isExcluded(file, "b", "c"));
    const RobotFile paired = fileWith("<pair geom1='ga' geom2='gc'/>");
    EXPECT_FALSE(isExcluded(paired, "a", "b"));
    EXPECT_FALSE(isExcluded(paired, "a", "c"));
    EXPECT_TRUE(isExcluded(paired, "b", "c"));

    // Neighbours overlap; those that are excluded are not found.
    const auto countOverlaps = [](const RobotFile& f) {
        RobotModel model(f);
        model.robot.addCollisions(model.surfaces);
        State state = model.realize();
        model.system.realize(state, Stage::Position);
        return model.surfaces.findOverlaps(state).size();
    };
    EXPECT_EQ(countOverlaps(file), 0u);
    EXPECT_EQ(countOverlaps(paired), 1u);
}

// A body on a free joint beside others rests on the plane of the world, although the world is its parent.
TEST(Mjcf, ThePlaneOfTheWorldCarriesABall) {
    RobotModel model(
        mjcf("<worldbody><geom type='plane' size='1 1 1' pos='0 0 0.5'/><body name='ball' pos='0 0 0.6'><freejoint/>"
             "<geom size='0.1'/></body><body name='post' pos='1 0 0'><geom size='0.1'/></body></worldbody>"));
    EXPECT_FALSE(model.robot.getFile().isFloating());
    model.robot.addCollisions(model.surfaces);
    model.contact = std::make_unique<HertzMindlinForce>(model.forces, model.surfaces);
    model.contact->setMaterialForAll(RobotModel::rubber());
    State state = model.realize();
    ContactIntegrator integrator(model.system, *model.contact);
    integrator.initialize(state);
    ContactStepper(integrator).stepTo(0.5);
    const RobotContacts contacts = model.robot.calcContacts(integrator.getState(), *model.contact);
    const int ball = model.robot.getFile().getLinkIndex("ball");
    // The weight; the ball has settled to less than a hundredth of it.
    EXPECT_NEAR(contacts.forces[std::size_t(ball)][2], model.robot.getTotalMass() * 9.81 * 0.5, 0.3);
}

// The torques of actuators are MuJoCo's: gear * (gain * control + bias), with the bias along gear * q.
TEST(Mjcf, ActuatorsAreServos) {
    const std::string drives = "<actuator>"
                               "<position joint='j' kp='100' kv='5' gear='2' ctrlrange='-1 1' forcerange='-30 30'/>"
                               "<velocity joint='j' kv='7'/><motor joint='j' gear='3' ctrlrange='-2 2'/>"
                               "<general joint='j' gainprm='40' biastype='affine' biasprm='1 -40 -2'/></actuator>";
    const RobotFile file =
        mjcf("<worldbody><body name='b'><joint name='j' axis='0 1 0'/>" + inertial + "</body></worldbody>" + drives);
    const std::vector<RobotActuator>& all = file.getActuators();
    ASSERT_EQ(all.size(), 4u);
    EXPECT_EQ(all[0].kind, RobotActuator::Kind::Position);
    EXPECT_EQ(all[0].stiffness, 400);
    EXPECT_EQ(all[0].damping, 20);
    EXPECT_EQ(all[0].scale, 0.5);
    EXPECT_EQ(all[0].limit, 60);
    EXPECT_EQ(all[0].upper, 1);
    EXPECT_EQ(all[1].kind, RobotActuator::Kind::Velocity);
    EXPECT_EQ(all[1].damping, 7);
    EXPECT_EQ(all[2].kind, RobotActuator::Kind::Motor);
    EXPECT_EQ(all[2].scale, 3);
    EXPECT_EQ(all[2].limit, 6);
    EXPECT_EQ(all[3].kind, RobotActuator::Kind::Position);
    EXPECT_EQ(all[3].stiffness, 40);
    EXPECT_EQ(all[3].damping, 2);
    EXPECT_EQ(all[3].offset, 1. / 40);
}

// setControls() gives a joint the torque that MuJoCo's formula gives.
TEST(Mjcf, ControlsGiveTheTorqueOfMujoco) {
    const RobotFile file = mjcf("<worldbody><body name='b'><joint name='j' axis='0 1 0' ref='20'/>" + inertial +
                                "</body></worldbody><actuator>"
                                "<position joint='j' kp='100' kv='5' gear='2'/><velocity joint='j' kv='7'/><motor "
                                "joint='j' gear='3'/></actuator>");
    RobotModel model(file);
    EXPECT_EQ(model.robot.useActuators(), 1);
    State state = model.realize();
    const Real q = 0.3, u = -0.8, position = q + Pi / 9; // MuJoCo's coordinate
    model.robot.setJointPositions(state, {q});
    model.robot.setJointVelocities(state, {u});
    model.robot.setControls(state, {0.7, 0.2, -0.4});
    model.system.realize(state, Stage::Acceleration);
    const Real torque = 2 * (100 * (0.7 - 2 * position) - 5 * 2 * u) + 7 * (0.2 - u) + 3 * -0.4;
    EXPECT_NEAR(state.getUDot()[0], torque, 1e-10 * std::abs(torque)); // the inertia is 1, and gravity has no arm
    expectMessage<std::invalid_argument>([&] { model.robot.setControls(state, {1}); },
                                         {"got 1 controls; the file has 3 actuators"});
}

// A damping ratio of 1 makes a servo on an inertia of 1 kg m^2 critically damped.
TEST(Mjcf, ADampingRatioUsesTheInertia) {
    RobotModel model(mjcf("<worldbody><body><joint name='j' axis='0 1 0'/>" + inertial +
                          "</body></worldbody><actuator><position joint='j' kp='25' dampratio='1'/></actuator>"));
    model.robot.useActuators();
    EXPECT_NEAR(model.robot.getJointForces().getSettings(0).servoDamping, 10, 10 * rounding);
}

// Actuators that drive no joint or are no servo are ignored with a warning, and the robot is read.
TEST(Mjcf, OtherActuatorsAreIgnored) {
    const RobotFile file =
        mjcf("<worldbody><body name='b'><joint name='j'/>" + inertial +
             "</body></worldbody>\n<actuator>\n"
             "<muscle joint='j'/>\n<motor site='s'/>\n<general joint='j' gaintype='muscle'/></actuator>");
    EXPECT_TRUE(file.getActuators().empty());
    EXPECT_TRUE(hasWarning(file, "line 4: <muscle> is no position, velocity, motor or general actuator"));
    EXPECT_TRUE(hasWarning(file, "line 5: actuator '' does not drive a hinge or slide joint"));
    EXPECT_TRUE(hasWarning(file, "line 6: actuator '' has the gaintype 'muscle'"));
    EXPECT_EQ(file.getIgnored().size(), 3u);
}

// The effort of a joint is the limit of its actuators, and not more than that of the joint.
TEST(Mjcf, EffortsAreThoseOfActuators) {
    const auto effortOf = [](const std::string& joint, const std::string& drive) {
        return mjcf("<worldbody><body><joint name='j' range='-1 1' " + joint + "/>" + inertial +
                    "</body></worldbody><actuator>" + drive + "</actuator>")
            .getJoint("j")
            .limits->effort;
    };
    EXPECT_EQ(effortOf("", "<motor joint='j' ctrlrange='-5 5' gear='2'/>"), 10);
    EXPECT_EQ(effortOf("actuatorfrcrange='-4 4'", "<motor joint='j' ctrlrange='-5 5' gear='2'/>"), 4);
    EXPECT_EQ(effortOf("", "<position joint='j'/>"), 0); // unknown
}

// A linear <equality> of joints is a mimic.
TEST(Mjcf, AnEqualityIsAMimic) {
    const std::string bodies = "<worldbody><body><joint name='a'/>" + inertial + "</body><body><joint name='b'/>" +
                               inertial + "</body></worldbody>";
    const RobotFile file = mjcf(bodies + "<equality><joint joint1='b' joint2='a' polycoef='0.1 2'/></equality>");
    ASSERT_TRUE(file.getJoint("b").mimic);
    EXPECT_EQ(file.getJoint("b").mimic->joint, "a");
    EXPECT_EQ(file.getJoint("b").mimic->multiplier, 2);
    EXPECT_EQ(file.getJoint("b").mimic->offset, 0.1);
    expectError(bodies + "<equality>\n<joint joint1='b' joint2='a' polycoef='0 1 2'/></equality>",
                {"line 3", "is no straight line"});
    EXPECT_FALSE(
        mjcf(bodies + "<equality><joint joint1='b' joint2='a' active='false'/></equality>").getJoint("b").mimic);
}

// The spring of a joint pulls to its position with its stiffness.
TEST(Mjcf, AJointHasASpring) {
    RobotModel model(mjcf("<worldbody><body><joint axis='0 0 1' stiffness='12' springref='30'/>" + inertial +
                          "</body></worldbody>"));
    State state = model.realize();
    model.robot.setJointPositions(state, {0.1});
    model.system.realize(state, Stage::Acceleration);
    EXPECT_NEAR(state.getUDot()[0], 12 * (Pi / 6 - 0.1), 1e-10); // the inertia is 1
}

// Parts that a simulation does not use are listed with their line, and so are attributes.
TEST(Mjcf, IgnoredPartsAreListed) {
    const RobotFile file =
        mjcf("<option timestep='0.01'/>\n<visual/>\n<worldbody><body name='b'><joint/>\n<site name='s'/><geom name='g' "
             "size='0.1'\n friction='1 1 1'/></body></worldbody>\n<sensor><gyro site='s'/></sensor>\n<tendon>"
             "<fixed name='t'/></tendon><keyframe/>");
    std::string list;
    for (const RobotIgnored& i : file.getIgnored())
        list += std::to_string(i.line) + " " + i.element + " " + i.owner + "; ";
    EXPECT_EQ(list, "2 option timestep ; 3 visual ; 5 site site 's'; 6 geom friction geom 'g'; 7 sensor ; 8 fixed "
                    "fixed 't'; 8 keyframe ; ");
    EXPECT_TRUE(file.getWarnings().empty());
    EXPECT_TRUE(contains(file.toText(), "<geom friction>"));
}

// Unknown elements and attributes are warnings.
TEST(Mjcf, UnknownPartsAreWarnings) {
    const RobotFile file =
        mjcf("<worldbody><body name='b'><joint colour='red'/>\n<wheel/>" + inertial + "</body></worldbody>");
    EXPECT_TRUE(hasWarning(file, "line 2: the attribute colour of <joint> is no part of MJCF; it is ignored"));
    EXPECT_TRUE(hasWarning(file, "line 3: <wheel> in <body> is no part of MJCF; it is ignored"));
}

// An armature resists a torque as the inertia of the link does.
TEST(Mjcf, ArmatureResistsATorque) {
    const RobotFile file = mjcf("<worldbody><body name='b'><joint name='j' armature='0.25'/>" + inertial + "</body></worldbody>");
    EXPECT_EQ(file.getWarnings().size(), 0u);
    RobotModel model(file);
    State state = model.realize();
    model.robot.setTorque(state, "j", 2.5);
    model.system.realize(state, Stage::Acceleration);
    EXPECT_NEAR(model.robot.getJointAccelerations(state)[0], 2.5 / 1.25, 1e-9); // the rotor has 1e-12 kg of its own
}

// A bar on a ball joint, held level, begins to fall with alpha = m g d/(I + m d^2), about the joint and not about its origin.
TEST(Mjcf, BallJointTurnsAboutEachAxis) {
    RobotModel model(mjcf("<worldbody><body name='a'/><body name='b' pos='1 2 3'><joint type='ball' pos='-0.3 0 0'/>"
                          "<inertial pos='0 0 0' mass='2' diaginertia='0.02 0.07 0.07'/></body></worldbody>"));
    State state = model.realize();
    model.system.realize(state, Stage::Acceleration);
    const SpatialVec A = model.robot.getLink("b").getBodyAcceleration(state);
    const Real alpha = 2 * 9.81 * 0.3 / (0.07 + 2 * square(0.3));
    EXPECT_LE((A[0] - Vec3(0, alpha, 0)).norm(), rounding * alpha);
    EXPECT_EQ(state.getNU(), 3);
}

// Parts that are not read, although the motion depends on them, are errors. An option leaves them out with a warning.
TEST(Mjcf, UnreadPartsAreErrors) {
    const std::string body = "<worldbody><body name='b'><joint name='j'/>" + inertial;
    for (const auto& [text, reason] : std::vector<std::pair<std::string, std::string>>{
             {body + "\n<composite/></body></worldbody>", "<composite> in <body> is not read"},
             {body + "</body></worldbody><equality>\n<connect body1='b'/></equality>",
              "<connect> in <equality> is not read"},
             {body + "</body></worldbody><tendon>\n<spatial name='t' stiffness='5'/></tendon>",
              "<spatial> 't' has stiffness"},
             {body + "\n<geom type='hfield' hfield='h'/></body></worldbody>", "<geom> of type hfield is not read"},
             {"<worldbody><body name='a'/><body name='b'>\n<joint type='ball' damping='1'/>" + inertial + "</body></worldbody>",
              "is a ball; its damping is not read"}}) {
        SCOPED_TRACE(reason);
        expectMessage<std::invalid_argument>([&, t = text] { mjcf(t); }, {"line 3", reason, "setAllowUnreadParts()"});
        EXPECT_TRUE(hasWarning(mjcf(text, RobotFileOptions().setAllowUnreadParts()), reason));
    }
}

// Malformed files are errors with the line and the reason.
TEST(Mjcf, MalformedFilesAreErrors) {
    const auto inBody = [](const std::string& text) {
        return "<worldbody><body name='b'>\n" + text + "</body></worldbody>";
    };
    expectError("", {"<mujoco> has no <worldbody> with a <body>"});
    expectError(inBody("<joint axis='0 1'/>"), {"line 3", "axis of <joint> = '0 1'; it must have 3 numbers"});
    expectError(inBody("<joint axis='0 1 x'/>"), {"line 3", "'x' must be a finite number with a decimal point"});
    expectError(inBody("<joint axis='0 0 0'/>"), {"line 3", "axis has a length of 0"});
    expectError(inBody("<joint range='1 -1'/>"), {"line 3", "the first number must be < the second one"});
    expectError(inBody("<joint type='screw'/>"), {"line 3", "it must be hinge, slide, ball or free"});
    expectError(inBody("<joint limited='maybe'/>"), {"line 3", "it must be true, false or auto"});
    expectError(inBody("<joint limited='true'/>"), {"line 3", "is limited and has no range"});
    expectError(inBody("<joint damping='-1'/>"), {"line 3", "damping of <joint> = -1; it must be >= 0"});
    expectError(inBody("<joint class='none'/>"), {"line 3", "has the class 'none', which no <default> defines"});
    expectError(inBody("<joint name='j'/><joint name='j'/>"), {"joint 'j' has the name of the joint of line 3"});
    expectError(inBody("<joint/><freejoint/>"), {"line 3", "a free joint must be the only joint of its body"});
    expectError(inBody("<body name='b'/>"), {"line 3", "body 'b' has the name of the body of line 2"});
    expectError(inBody("<geom type='box' size='1 1'/>"), {"line 3", "it must have 3 numbers > 0"});
    expectError(inBody("<geom type='cone' size='1'/>"), {"line 3", "it must be plane, sphere, capsule"});
    expectError(inBody("<geom type='sphere'/>"), {"line 3", "it must have 1 number > 0"});
    expectError(inBody("<geom type='plane' size='1 1 1'/>"), {"line 3", "type plane must be in <worldbody>"});
    expectError(inBody("<geom type='capsule' size='1' fromto='1 1 1 1 1 1'/>"), {"line 3", "its points must differ"});
    expectError(inBody("<geom type='mesh' mesh='none'/>"), {"line 3", "mesh = 'none', which no <asset> defines"});
    expectError(inBody("<geom size='1' material='none'/>"),
                {"line 3", "the material 'none', which no <asset> defines"});
    expectError(inBody("<body quat='0 0 0 0'/>"), {"line 3", "quat of <body> = '0 0 0 0' has a length of 0"});
    expectError(inBody("<body euler='0 0 1' zaxis='0 0 1'/>"),
                {"line 3", "<body> has several orientations; it may have one"});
    expectError(inBody("<inertial mass='1'/>"), {"line 3", "<inertial> has no attribute pos"});
    expectError("<compiler coordinate='global'/>", {"line 2", "it must be local"});
    expectError("<compiler angle='grad'/>", {"line 2", "it must be degree or radian"});
    expectError("<compiler eulerseq='xya'/>", {"line 2", "it must be three letters of xyzXYZ"});
    expectError("<default><default/></default>", {"line 2", "has no attribute class"});
    expectError("<default><default class='a'/><default class='a'/></default>",
                {"line 2", "another <default> with the class 'a'"});
    expectError(inBody("<joint name='j'/>" + inertial) + "<actuator><motor joint='k'/></actuator>",
                {"drives joint 'k', which does not exist"});
    expectError(inBody("<joint name='j'/>" + inertial) + "<contact><exclude body1='b' body2='z'/></contact>",
                {"names body 'z', which does not exist"});
    expectError(inBody("<joint name='j'/>" + inertial) + "<equality><joint joint1='j' joint2='k'/></equality>",
                {"names joint 'k', which does not exist"});
    expectError(inBody("<joint name='j'/>"), {"joint 'j'", "its mass = 0 kg"});
}

// A missing mesh is an error that names the folder of meshes, and a warning if options allow it.
TEST(Mjcf, MissingMeshesAreNamed) {
    const std::string text =
        "<compiler meshdir='parts'/><asset><mesh name='a' file='a.stl'/></asset><worldbody><body name='b'><joint/>" +
        inertial + "<geom type='mesh' mesh='a'/></body></worldbody>";
    expectError(text, {"1 mesh is missing", "'parts/a.stl'"});
    EXPECT_EQ(mjcf(text, RobotFileOptions().setAllowMissingMeshes()).getMissingMeshes(), (Strings{"parts/a.stl"}));
}

// The text of a file has its actuators and excluded pairs.
TEST(Mjcf, TheTextHasActuators) {
    const std::string text = RobotFile(robotPath("mjcf_classes.xml")).toText();
    EXPECT_TRUE(contains(text, "shoulder_servo"));
    EXPECT_TRUE(contains(text, "position"));
}

} // namespace
} // namespace test_mjcf
