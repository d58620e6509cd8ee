// Robots as bodies: frames, mass matrix and gravity against a direct recursion over the file; merged bodies, names and errors.

#include "Heard.h"
#include "Messages.h"
#include "RobotFiles.h"
#include "RobotModel.h"
#include "Scene.h"

#include <simbodydem/ContactModel.h>
#include <simbodydem/JointForces.h>

#include <random>
#include <set>
#include <utility>

namespace test_robot {
namespace {

using namespace SimTK;
using namespace simbodydem;

// A speed's effect on a link: w turns it about point p, which moves by v.
struct Column {
    int u;
    Vec3 w, v, p;
    Vec3 velocityOf(const Vec3& point) const { return v + w % (point - p); }
};

// Poses and Jacobians of all links, from the file alone.
struct Recursion {
    std::vector<Transform> X_GL;
    std::vector<std::vector<Column>> columns;
};

// Rodrigues' formula for the smallest rotation that takes z to the axis.
Vec3 inPlane(const Vec3& axis, const Vec3& v) {
    const Vec3 k = Vec3(0, 0, 1) % axis;
    return v + k % v + k % (k % v) / (1 + axis[2]);
}

class RandomPose {
public:
    explicit RandomPose(unsigned seed) : random(seed) {}
    Real number() { return std::uniform_real_distribution<Real>(-1, 1)(random); }
    Vec3 vector() {
        const Real x = number(), y = number();
        return {x, y, number()};
    }
    Transform pose() {
        const Vec3 axis = vector();
        const Real angle = 3 * number();
        return {Rotation(angle, UnitVec3(axis)), vector()};
    }

private:
    std::mt19937 random;
};

// Sets a random pose of the robot, and computes the same by recursion over the joints of the file.
Recursion setRandomPose(const RobotModel& model, State& state, bool isFloating, unsigned seed) {
    const Robot& robot = model.robot;
    const RobotFile& file = robot.getFile();
    RandomPose random(seed);
    std::vector<Real> q;
    for (int i = 0; i < robot.getNumJoints(); ++i) q.push_back(2 * random.number());
    robot.setJointPositions(state, q);
    q = robot.getJointPositions(state); // with those that follow others
    Recursion found;
    found.X_GL.resize(std::size_t(file.getNumLinks()));
    found.columns.resize(found.X_GL.size());
    if (isFloating) {
        found.X_GL[0] = random.pose();
        robot.setBasePose(state, found.X_GL[0]);
        const int u = robot.getLink(file.getRoot().name).getFirstUIndex(state);
        for (int i = 0; i < 3; ++i) {
            Vec3 e(0);
            e[i] = 1;
            found.columns[0].push_back({u + i, e, Vec3(0), found.X_GL[0].p()});
            found.columns[0].push_back({u + 3 + i, Vec3(0), e, Vec3(0)});
        }
    }
    for (int j = 0; j < file.getNumJoints(); ++j) {
        const RobotJoint& joint = file.getJoints()[std::size_t(j)];
        const std::size_t parent = std::size_t(joint.parentLink), child = std::size_t(joint.childLink);
        const Transform X_GJ = found.X_GL[parent] * joint.X_PJ;
        const Vec3 axis = X_GJ.R() * joint.axis;
        const std::string& name = joint.name;
        found.columns[child] = found.columns[parent];
        const auto uOf = [&](int number) { return int(robot.getJointBody(number).getFirstUIndex(state)); };
        switch (joint.type) {
        case RobotJoint::Type::Fixed: found.X_GL[child] = X_GJ; break;
        case RobotJoint::Type::Revolute:
        case RobotJoint::Type::Continuous: {
            const int number = robot.getJoint(name);
            found.X_GL[child] = X_GJ * Transform(Rotation(q[std::size_t(number)], UnitVec3(joint.axis)));
            found.columns[child].push_back({uOf(number), axis, Vec3(0), X_GJ.p()});
            break;
        }
        case RobotJoint::Type::Prismatic: {
            const int number = robot.getJoint(name);
            found.X_GL[child] = X_GJ * Transform(q[std::size_t(number)] * joint.axis);
            found.columns[child].push_back({uOf(number), Vec3(0), axis, Vec3(0)});
            break;
        }
        case RobotJoint::Type::Planar: {
            // The directions are x and y, turned by the smallest rotation that takes z to the axis.
            const int x = robot.getJoint(name + "/0"), y = robot.getJoint(name + "/1");
            const Vec3 e1 = X_GJ.R() * inPlane(joint.axis, Vec3(1, 0, 0)),
                       e2 = X_GJ.R() * inPlane(joint.axis, Vec3(0, 1, 0));
            EXPECT_NEAR(~e1 * axis, 0, 1e-14);
            EXPECT_NEAR(~e2 * axis, 0, 1e-14);
            found.X_GL[child] = Transform(X_GJ.R(), X_GJ.p() + q[std::size_t(x)] * e1 + q[std::size_t(y)] * e2);
            found.columns[child].push_back({uOf(x), Vec3(0), e1, Vec3(0)});
            found.columns[child].push_back({uOf(y), Vec3(0), e2, Vec3(0)});
            break;
        }
        case RobotJoint::Type::Ball: {
            const MobilizedBody& body = robot.getLink(file.getLinks()[child].name);
            const Rotation R_FM = random.pose().R();
            body.setQToFitRotation(state, R_FM);
            found.X_GL[child] = X_GJ * Transform(R_FM);
            const int u = body.getFirstUIndex(state);
            for (int i = 0; i < 3; ++i)
                found.columns[child].push_back({u + i, X_GJ.R().col(i), Vec3(0), X_GJ.p()});
            break;
        }
        case RobotJoint::Type::Floating: {
            const MobilizedBody& body = robot.getLink(file.getLinks()[child].name);
            const Transform X_FM = random.pose();
            body.setQToFitTransform(state, X_FM);
            found.X_GL[child] = X_GJ * X_FM;
            const int u = body.getFirstUIndex(state);
            for (int i = 0; i < 3; ++i) {
                Vec3 e(0);
                e[i] = 1;
                found.columns[child].push_back({u + i, X_GJ.R() * e, Vec3(0), found.X_GL[child].p()});
                found.columns[child].push_back({u + 3 + i, Vec3(0), X_GJ.R() * e, Vec3(0)});
            }
            break;
        }
        }
    }
    return found;
}

struct Case {
    std::string path;
    bool isFloating, keepsFixed;
};
std::vector<Case> allCases() {
    std::vector<Case> cases;
    for (const bool keepsFixed : {false, true})
        for (const bool isFloating : {false, true})
            for (const std::string& path :
                 {examplePath("quadruped.urdf"), examplePath("arm_gripper.urdf"), robotPath("nested_fixed.urdf"),
                  robotPath("mimic.urdf"), robotPath("planar_floating.urdf")})
                cases.push_back({path, isFloating, keepsFixed});
    return cases;
}
RobotOptions optionsOf(const Case& c) {
    return RobotOptions().setBase(c.isFloating ? Base::Floating : Base::Fixed).setKeepFixedJoints(c.keepsFixed);
}

const char* const arm = R"(<robot name='arm'>
<link name='base'/>
<link name='rod'><inertial><origin xyz='0 0 -0.3'/><mass value='2'/>
  <inertia ixx='0.06' ixy='0' ixz='0' iyy='0.06' iyz='0' izz='0.001'/></inertial></link>
<joint name='pivot' type='revolute'><parent link='base'/><child link='rod'/><axis xyz='0 1 0'/>
  <limit lower='0.5' upper='2' effort='10' velocity='4'/><dynamics friction='3' damping='0.2'/></joint>
</robot>)";

// Links that fixed joints connect are one body, or a body each by option; masses add up either way.
TEST(Robot, MergesFixedJoints) {
    const RobotFile quadruped(examplePath("quadruped.urdf")), nested(robotPath("nested_fixed.urdf"));
    const auto bodiesOf = [](const RobotFile& file, const RobotOptions& options) {
        const RobotModel model(file, options);
        EXPECT_NEAR(model.robot.getTotalMass(), file.getTotalMass(), 1e-12);
        return model.robot.getNumBodies();
    };
    EXPECT_EQ(bodiesOf(quadruped, RobotOptions().setBase(Base::Floating)), 13);
    EXPECT_EQ(bodiesOf(quadruped, RobotOptions().setBase(Base::Floating).setKeepFixedJoints()), 17);
    EXPECT_EQ(bodiesOf(nested, RobotOptions()), 2);
    EXPECT_EQ(bodiesOf(nested, RobotOptions().setKeepFixedJoints()), 6);
    EXPECT_EQ(bodiesOf(RobotFile(robotPath("planar_floating.urdf")), RobotOptions()), 5); // one between the Sliders
    EXPECT_NEAR(quadruped.getTotalMass(), 12, 1e-12);
}

// Frames of all links at 20 random poses agree with a recursion over the joints of the file.
TEST(Robot, PutsLinksAtThePosesOfTheFile) {
    for (const Case& c : allCases()) {
        RobotModel model(RobotFile(c.path), optionsOf(c));
        State state = model.realize();
        for (unsigned seed = 1; seed <= 20; ++seed) {
            const Recursion expected = setRandomPose(model, state, c.isFloating, seed);
            model.system.realize(state, Stage::Position);
            for (int l = 0; l < model.robot.getFile().getNumLinks(); ++l) {
                const std::string& name = model.robot.getFile().getLinks()[std::size_t(l)].name;
                const Transform found = model.robot.findLinkTransform(state, name);
                EXPECT_LE((found.toMat44() - expected.X_GL[std::size_t(l)].toMat44()).norm(), 1e-10)
                    << c.path << ": " << name;
            }
        }
    }
}

// The mass matrix is the sum of J^T m J over the links, and gravity the sum of J^T m g.
TEST(Robot, HasTheMassMatrixOfItsLinks) {
    for (const Case& c : allCases()) {
        RobotModel model(RobotFile(c.path), optionsOf(c));
        State state = model.realize();
        const RobotFile& file = model.robot.getFile();
        for (unsigned seed = 1; seed <= 20; ++seed) {
            const Recursion links = setRandomPose(model, state, c.isFloating, seed);
            model.system.realize(state, Stage::Dynamics);
            const int nu = state.getNU();
            Matrix expected(nu, nu, Real(0));
            Vector gravity(nu, Real(0));
            for (int l = 0; l < file.getNumLinks(); ++l) {
                const RobotLink& link = file.getLinks()[std::size_t(l)];
                if (!link.hasInertial) continue;
                const Transform X_GI = links.X_GL[std::size_t(l)] * link.X_LI;
                const Mat33 inertia = X_GI.R() * Mat33(link.inertia) * ~X_GI.R();
                for (const Column& a : links.columns[std::size_t(l)]) {
                    gravity[a.u] += link.mass * (~a.velocityOf(X_GI.p()) * Vec3(0, 0, -9.81));
                    for (const Column& b : links.columns[std::size_t(l)])
                        expected(a.u, b.u) +=
                            link.mass * (~a.velocityOf(X_GI.p()) * b.velocityOf(X_GI.p())) + ~a.w * (inertia * b.w);
                }
            }
            Matrix found;
            model.matter.calcM(state, found);
            EXPECT_LE((found - expected).normRMS() * nu, 1e-10) << c.path;
            Vector onSpeeds;
            model.matter.multiplyBySystemJacobianTranspose(state, model.gravity.getBodyForces(state), onSpeeds);
            EXPECT_LE((onSpeeds - gravity).norm(), 1e-10) << c.path;
        }
    }
}

// A mimic joint follows its leader by multiplier and offset, also through a chain and in motion.
TEST(Robot, MimicFollows) {
    RobotModel model(RobotFile(robotPath("mimic.urdf")));
    model.robot.setServo("motor", 5, 0.1);
    State state = model.realize();
    const int left = model.robot.getJoint("left"), right = model.robot.getJoint("right"),
              motor = model.robot.getJoint("motor");
    const auto gapsOf = [&](const State& s) {
        const std::vector<Real> q = model.robot.getJointPositions(s);
        return Vec2(q[std::size_t(left)] + 0.5 * q[std::size_t(right)] - 0.01,
                    q[std::size_t(right)] - q[std::size_t(motor)]);
    };
    EXPECT_LE(gapsOf(state).norm(), 1e-15); // by default
    model.robot.setJointPositions(state, {7, 7, 0.02});
    EXPECT_LE(gapsOf(state).norm(), 1e-15);
    model.robot.setTarget(state, "motor", 0.03);
    Merson integrator(model.system, state, 1e-5);
    while (integrator.getTime() < 0.3) integrator.stepTo(0.3);
    EXPECT_LE(gapsOf(integrator.getState()).norm(), 1e-5);
    EXPECT_NE(model.robot.getJointPositions(integrator.getState())[std::size_t(motor)], 0.02);
}

// A link's frame on its body is the identity unless a fixed joint was merged. Names lead to bodies, joints and surfaces.
TEST(Robot, IsFoundByName) {
    RobotModel model{RobotFile(examplePath("quadruped.urdf")), RobotOptions().setBase(Base::Floating)};
    const int surfacesBefore = model.surfaces.size();
    model.addContact();
    const Robot& robot = model.robot;
    EXPECT_EQ(robot.getNumJoints(), 12);
    EXPECT_EQ(robot.getJointName(robot.getJoint("hip_rl")), "hip_rl");
    EXPECT_EQ(robot.getLink("foot_fl").getMobilizedBodyIndex(), robot.getLink("shank_fl").getMobilizedBodyIndex());
    EXPECT_EQ(robot.getLinkFrame("shank_fl").p(), Vec3(0));
    EXPECT_EQ(robot.getLinkFrame("foot_fl").p(), Vec3(0, 0, -0.2));
    EXPECT_EQ(model.surfaces.size(), surfacesBefore + 1 + 1 + 4); // floor, trunk, feet
    ASSERT_EQ(robot.getSurfaces("foot_rr").size(), 1u);
    EXPECT_EQ(model.surfaces.getName(robot.getSurfaces("foot_rr")[0]), "foot_rr/0");
    EXPECT_TRUE(robot.getSurfaces("shoulder_fl").empty());
    EXPECT_EQ(robot.getJointForces().getNumJoints(), 12);
}

// A base has the pose of the options, and one that floats is put elsewhere in a State.
TEST(Robot, HasTheBasePoseOfItsOptions) {
    const Transform pose(Rotation(0.4, ZAxis), Vec3(1, 2, 3)), other(Rotation(-1, XAxis), Vec3(0, 0, 5));
    for (const Base base : {Base::Fixed, Base::Floating}) {
        RobotModel model{RobotFile(examplePath("quadruped.urdf")), RobotOptions().setBase(base).setBasePose(pose)};
        State state = model.realize();
        model.system.realize(state, Stage::Position);
        EXPECT_LE((model.robot.getBasePose(state).toMat44() - pose.toMat44()).norm(), 1e-15);
        if (base == Base::Fixed) {
            expectMessage([&] { model.robot.setBasePose(state, other); }, {"setBasePose()", "fixed"});
            expectMessage([&] { model.robot.setBaseVelocity(state, SpatialVec(Vec3(0), Vec3(1))); }, {"fixed"});
            continue;
        }
        model.robot.setBasePose(state, other);
        const SpatialVec velocity(Vec3(0.1, 0.2, 0.3), Vec3(4, 5, 6));
        model.robot.setBaseVelocity(state, velocity);
        model.system.realize(state, Stage::Velocity);
        EXPECT_LE((model.robot.getBasePose(state).toMat44() - other.toMat44()).norm(), 1e-14);
        EXPECT_LE((model.robot.getBaseVelocity(state) - velocity).norm(), 1e-14);
    }
}

// Limits, friction and damping of the file become joint forces with the documented stiffness; the default position is in the range.
TEST(Robot, TakesLimitsAndDynamicsOfTheFile) {
    RobotModel model(RobotFile::fromText(arm, "arm.urdf"));
    const Real inertia = 0.06 + 2 * 0.3 * 0.3; // about the pivot
    JointSettings s = model.robot.getJointForces().getSettings(0);
    EXPECT_EQ(s.lower, 0.5);
    EXPECT_EQ(s.upper, 2);
    EXPECT_NEAR(s.stopStiffness, inertia * square(2 * Pi / 0.02), 1e-6);
    EXPECT_NEAR(s.stopDamping, 2 * std::sqrt(s.stopStiffness * inertia) / 10, 1e-9);
    EXPECT_EQ(s.frictionLimit, 3);
    EXPECT_NEAR(s.frictionStiffness, 3000, 1e-9);
    EXPECT_NEAR(s.frictionDamping, 2 * std::sqrt(3000 * inertia), 1e-9);
    EXPECT_EQ(s.damping, 0.2);
    model.robot.setServo("piv.t", 60, 2);
    EXPECT_EQ(model.robot.getJointForces().getSettings(0).servoLimit, 10);
    model.robot.setServo("pivot", 60, 2, 4);
    EXPECT_EQ(model.robot.getJointForces().getSettings(0).servoLimit, 4);
    model.robot.setServo("pivot", 60, 2, 400); // the effort wins
    EXPECT_EQ(model.robot.getJointForces().getSettings(0).servoLimit, 10);
    const State state = model.realize();
    EXPECT_EQ(model.robot.getJointPositions(state), std::vector<Real>{0.5});
    const std::string text = model.robot.toText();
    for (const char* part : {"pivot", "Pin", "friction", "stop k", "2 kg", "0.24"})
        EXPECT_NE(text.find(part), std::string::npos) << part << " is not in " << text;
}

// Surfaces have the shapes of the file: boxes are rounded and keep their size, and options choose for meshes.
TEST(Robot, MakesShapesOfCollisions) {
    const RobotFile file(robotPath("mimic.urdf")), mesh(robotPath("mirrored_mesh.urdf"));
    RobotModel model(file);
    model.robot.addCollisions(model.surfaces);
    EXPECT_NE(model.robot.toText().find("palm/0"), std::string::npos);
    EXPECT_EQ(model.surfaces.getName(SurfaceIndex(1)), "palm/1");
    expectMessage<std::logic_error>([&] { model.robot.addCollisions(model.surfaces); }, {"addCollisions()", "before"});
    RobotModel second(file);
    second.robot.addCollisions(second.surfaces, "left/");
    EXPECT_EQ(second.surfaces.getName(SurfaceIndex(0)), "left/palm/0");
    RobotModel rounded(file, RobotOptions().setBoxRounding(0.015));
    rounded.robot.addCollisions(rounded.surfaces);
    EXPECT_NE(rounded.robot.toText().find("0.015"), std::string::npos);
    RobotModel hulls(mesh, RobotOptions().setBase(Base::Fixed));
    hulls.robot.addCollisions(hulls.surfaces);
    EXPECT_NE(hulls.robot.toText().find("convex hull"), std::string::npos);
    RobotModel asIs(mesh, RobotOptions().setMeshesAsIs("part"));
    asIs.robot.addCollisions(asIs.surfaces);
    EXPECT_EQ(asIs.robot.toText().find("convex hull"), std::string::npos);
}

// A collision whose mesh may be missing has no surface, and the names of the others stay.
TEST(Robot, LeavesOutMissingMeshes) {
    const RobotFile file = RobotFile::fromText(
        "<robot name='r'><link name='a'><inertial><mass value='1'/><inertia ixx='1' ixy='0' ixz='0' iyy='1' iyz='0' "
        "izz='1'/></inertial><collision><geometry><mesh filename='none.stl'/></geometry></collision>"
        "<collision><geometry><sphere radius='0.1'/></geometry></collision></link></robot>",
        "r.urdf", RobotFileOptions().setAllowMissingMeshes());
    RobotModel model(file, RobotOptions().setBase(Base::Floating));
    model.addContact();
    ASSERT_EQ(model.robot.getSurfaces("a").size(), 1u);
    EXPECT_EQ(model.surfaces.getName(model.robot.getSurfaces("a")[0]), "a/1");
    EXPECT_NE(model.robot.toText().find("a/0: the mesh 'none.stl' is missing; no surface"), std::string::npos);
}

// Links that a joint connects have no contact, over merged and kept fixed joints too; others have, and a fixed base has none with Ground.
TEST(Robot, NeighboursHaveNoContact) {
    const std::string body =
        "<inertial><mass value='1'/><inertia ixx='0.1' ixy='0' ixz='0' iyy='0.1' iyz='0' izz='0.1'/></inertial>"
        "<collision><geometry><sphere radius='0.1'/></geometry></collision></link>";
    const auto joint = [](const std::string& type, const std::string& parent, const std::string& child) {
        return "<joint name='" + parent + child + "' type='" + type + "'><parent link='" + parent + "'/><child link='" +
               child + "'/><origin xyz='0.05 0 0'/><axis xyz='0 0 1'/></joint>";
    };
    // a - b = c - d: the fixed joint is that of b and c. All spheres overlap.
    const RobotFile chain =
        RobotFile::fromText("<robot name='r'><link name='a'>" + body + "<link name='b'>" + body + "<link name='c'>" +
                                body + "<link name='d'>" + body + joint("continuous", "a", "b") +
                                joint("fixed", "b", "c") + joint("continuous", "c", "d") + "</robot>",
                            "chain.urdf");
    for (const bool keepsFixed : {false, true})
        for (const Base base : {Base::Fixed, Base::Floating}) {
            RobotModel model(chain, RobotOptions().setBase(base).setKeepFixedJoints(keepsFixed));
            model.addContact();
            model.contact->setEffectiveMass(EffectiveMass::TwoBody); // the axes cannot move along all normals
            State state = model.realize();
            model.system.realize(state, Stage::Dynamics);
            std::set<std::pair<std::string, std::string>> pairs;
            for (const ContactRecord& record : model.contact->getContactRecords(state))
                pairs.insert({model.surfaces.getName(record.a), model.surfaces.getName(record.b)});
            EXPECT_EQ(pairs.count({"a/0", "d/0"}), 1u);
            for (const char* other : {"b/0", "c/0"}) {
                EXPECT_EQ(pairs.count({"a/0", other}), 0u) << other;
                EXPECT_EQ(pairs.count({other, "d/0"}), 0u) << other;
                EXPECT_EQ(pairs.count({"floor", other}), 1u) << other;
            }
            EXPECT_EQ(pairs.count({"b/0", "c/0"}), 0u);
            EXPECT_EQ(pairs.count({"floor", "a/0"}), base == Base::Floating ? 1u : 0u);
        }
}

// Bad names, patterns and numbers are errors with their reason, and leave nothing in the System.
TEST(Robot, RejectsBadInput) {
    const RobotFile quadruped(examplePath("quadruped.urdf")), gripper(robotPath("mimic.urdf")),
        planar(robotPath("planar_floating.urdf"));
    Scene scene;
    const SurfaceMaterial rubber = RobotModel::rubber();
    expectMessage([&] { Robot(scene.matter, scene.forces, quadruped, RobotOptions().setMaterial("toe.*", rubber)); },
                  {"'toe.*'", "no link", "foot_fl"});
    expectMessage([&] { Robot(scene.matter, scene.forces, quadruped, RobotOptions().setMaterial("foot_(", rubber)); },
                  {"'foot_('", "regular expression"});
    expectMessage([&] { Robot(scene.matter, scene.forces, quadruped, RobotOptions().setMeshesAsIs("foot")); },
                  {"'foot'", "no link"});
    EXPECT_EQ(scene.matter.getNumBodies(), 1);
    EXPECT_EQ(scene.forces.getNumForces(), 0);
    expectMessage([] { RobotOptions().setBoxRounding(0); }, {"setBoxRounding()", "> 0"});
    expectMessage([] { RobotOptions().setFastestStep(NaN); }, {"setFastestStep()", "> 0"});

    Robot robot(scene.matter, scene.forces, gripper);
    expectMessages({{[&] { robot.setServo("knee", 1, 1, 1); }, {"'knee'", "no joint", "motor"}},
                    {[&] { robot.setServo("left|right", 1, 1, 1); }, {"'left|right'", "<mimic>"}},
                    {[&] { robot.setServo("motor", 1, 1, 0); }, {"limit", "> 0"}},
                    {[&] { robot.setServo("motor", -1, 1); }, {"servo stiffness"}},
                    {[&] { robot.getJoint("knee"); }, {"'knee'", "left, right, motor"}},
                    {[&] { robot.getLink("nose"); }, {"nose", "palm"}},
                    {[&] { robot.setController(0, [](const RobotObservation&, RobotCommand&) {}); }, {"period", "> 0"}},
                    {[&] { robot.setController(1, RobotController()); }, {"empty"}}});
    State state = scene.system.realizeTopology();
    expectMessage([&] { robot.setTarget(state, "motor", 1); }, {"'motor'", "no servo"});
    EXPECT_NO_THROW(robot.setTargets(state, {1, 2, 3})); // unused
    EXPECT_EQ(robot.getTargets(state), (std::vector<Real>{0, 0, 0}));
    expectMessage([&] { robot.setJointPositions(state, {1, 2}); }, {"2 positions", "3 joints"});
    expectMessage([&] { robot.setTargets(state, {1, 2, NaN}); }, {"'motor'", "finite"});

    RobotModel table(planar);
    expectMessage([&] { table.robot.getJoint("glide"); }, {"planar_floating.urdf", "line", "'glide/0'"});
    expectMessage([&] { table.robot.getJoint("fly"); }, {"line", "'fly'", "floating"});
    table.robot.setServo("glide/0", 1, 1); // without a <limit>, so without an effort
}

// Without an effort there is no default limit, and a joint must move a mass.
TEST(Robot, RejectsImpossibleDrivesAndBodies) {
    std::string text = arm;
    text.replace(text.find("effort='10'"), 11, "effort='0'");
    RobotModel weak(RobotFile::fromText(text, "weak.urdf"));
    expectMessage([&] { weak.robot.setServo("pivot", 1, 1); }, {"weak.urdf", "line 6", "'pivot'", "effort of 0"});
    weak.robot.setServo("pivot", 1, 1, 5);
    EXPECT_EQ(weak.robot.getJointForces().getSettings(0).servoLimit, 5);
    text.replace(text.find("<inertial>"), text.find("</inertial>") + 11 - text.find("<inertial>"), "");
    const RobotFile light =
        RobotFile::fromText(text, "light.urdf", RobotFileOptions().setInertiaCheck(InertiaCheck::Warning));
    expectMessage([&] { RobotModel model(light); }, {"light.urdf", "line", "'pivot'", "'rod'", "no mass"});
}

// A Robot prints the number of its file's warnings with the first one, once, unless the program has read them.
TEST(Robot, PrintsUnreadWarningsOnce) {
    const auto read = [](int unknown) {
        std::string text = arm;
        for (int i = 0; i < unknown; ++i) text.insert(text.find("<link"), "<nonsense/>");
        return RobotFile::fromText(text, "odd.urdf");
    };
    const auto printed = [](const RobotFile& file) {
        const Heard heard;
        RobotModel first(file), second(file);
        return heard.text.str();
    };
    EXPECT_EQ(printed(read(0)), "");
    const std::string one = printed(read(1)), two = printed(read(2));
    EXPECT_EQ(one.find("SimbodyDEM: warning: RobotFile: the file 'odd.urdf', line "), 0u) << one;
    EXPECT_EQ(std::count(one.begin(), one.end(), '\n'), 1);
    EXPECT_NE(two.find("'odd.urdf' has 2 warnings that the program has not read"), std::string::npos) << two;
    EXPECT_EQ(std::count(two.begin(), two.end(), '\n'), 1);
    const RobotFile known = read(2), listed = read(2);
    EXPECT_EQ(known.getNumUnreadWarnings(), 2);
    EXPECT_EQ(known.getWarnings().size(), 2u);
    EXPECT_EQ(known.getNumUnreadWarnings(), 0);
    listed.toText();
    EXPECT_EQ(printed(known) + printed(listed), "");
}

// A collision mesh in millimetres is a warning with the line, the mesh and the cure; the same mesh with a scale is none.
TEST(Robot, WarnsOfMeshesInMillimetres) {
    const Folder folder;
    folder.write("part.obj", "v 0 0 0\nv 300 0 0\nv 0 200 0\nv 0 0 100\nf 1 3 2\nf 1 2 4\nf 2 3 4\nf 3 1 4\n");
    const auto printed = [&](const std::string& scale) {
        RobotModel model(RobotFile::fromText(
            "<robot name='r'>\n<link name='a'><collision><geometry>\n<mesh filename='part.obj'" + scale +
                "/></geometry></collision></link></robot>",
            folder / "r.urdf"));
        const Heard heard;
        model.robot.addCollisions(model.surfaces);
        return heard.text.str();
    };
    EXPECT_EQ(printed(" scale='0.001 0.001 0.001'"), "");
    const std::string warning = printed("");
    for (const char* part : {"r.urdf', line 3", "link 'a'", "'part.obj' is 300 m long", "scale=\"0.001 0.001 0.001\""})
        EXPECT_NE(warning.find(part), std::string::npos) << warning;
}

// The table has six digits of each number, as 0.0055 for half of 0.011.
TEST(Robot, PrintsSixDigits) {
    RobotModel model(RobotFile::fromText("<robot name='r'><link name='a'><collision><geometry><box size='0.011 0.033 0.1'/></geometry>"
                                         "</collision><collision><geometry><cylinder radius='0.0333333333' length='0.1'/></geometry>"
                                         "</collision></link></robot>",
                                         "r.urdf"));
    model.robot.addCollisions(model.surfaces);
    const std::string text = model.robot.toText();
    EXPECT_NE(text.find("brick 0.0055 0.0165 0.05 m, rounding 0.00055 m"), std::string::npos) << text;
    EXPECT_NE(text.find("cylinder 0.0333333 m, half length 0.05 m, rounding 0.00166667 m"), std::string::npos) << text;
}

// A joint that moves no inertia is an error with its name, its link and the line, also if other links lie in front of it or behind it.
TEST(Robot, NamesAJointWithoutInertia) {
    const auto link = [](const std::string& name, const std::string& centre, const std::string& inertia) {
        return "<link name='" + name + "'><inertial><origin xyz='" + centre + "'/><mass value='0.5'/><inertia ixx='" + inertia +
               "' ixy='0' ixz='0' iyy='" + inertia + "' iyz='0' izz='" + inertia + "'/></inertial></link>\n";
    };
    const auto joint = [](const std::string& name, const std::string& type, const std::string& parent,
                          const std::string& child, const std::string& axis) {
        return "<joint name='" + name + "' type='" + type + "'><parent link='" + parent + "'/><child link='" + child +
               "'/><origin xyz='0.3 0 0'/><axis xyz='" + axis + "'/></joint>\n";
    };
    const auto make = [&](const std::string& links, const RobotOptions& options = {}) {
        const RobotFile file = RobotFile::fromText("<robot name='r'>\n" + links + "</robot>", "r.urdf",
                                                   RobotFileOptions().setInertiaCheck(InertiaCheck::Warning));
        const Heard silence; // of the inertias that it takes by option
        RobotModel model(file, options);
        const State state = model.realize();
        model.system.realize(state, Stage::Acceleration);
        EXPECT_TRUE(state.getUDot().norm() < 1e3); // neither nan nor huge
    };
    const std::string upper = link("upper", "0.1 0 0", "0.01"), shoulder = joint("shoulder", "continuous", "base", "upper", "0 0 1");
    // A point mass on its own axis, and one with an inertia of rounding.
    for (const char* inertia : {"0", "5e-20"})
        expectMessage<std::invalid_argument>(
            [&] {
                make("<link name='base'/>\n" + upper + link("hand", "0 0 0.2", inertia) + shoulder +
                     joint("wrist", "continuous", "upper", "hand", "0 0 1"));
            },
            {"r.urdf", "line 6", "joint 'wrist'", "link 'hand'", "0.5 kg", "singular"});
    // A point mass off its axis has an inertia.
    make("<link name='base'/>\n" + upper + link("hand", "0.1 0 0", "0") + shoulder +
         joint("wrist", "continuous", "upper", "hand", "0 0 1"));
    // Two joints in one line, with nothing between them.
    expectMessage<std::invalid_argument>(
        [&] {
            make("<link name='base'/>\n<link name='between'/>\n" + link("hand", "0 0.1 0", "0.01") +
                 joint("roll", "continuous", "base", "between", "1 0 0") +
                 joint("roll2", "continuous", "between", "hand", "1 0 0"));
        },
        {"line 5", "'roll'", "'between'"});
    // Two sliders in one direction likewise.
    expectMessage<std::invalid_argument>(
        [&] {
            make("<link name='base'/>\n<link name='between'/>\n" + link("hand", "0 0.1 0", "0.01") +
                 "<joint name='slide' type='prismatic'><parent link='base'/><child link='between'/><axis xyz='1 0 0'/>"
                 "<limit lower='0' upper='1' effort='1' velocity='1'/></joint>\n"
                 "<joint name='slide2' type='prismatic'><parent link='between'/><child link='hand'/><axis xyz='1 0 0'/>"
                 "<limit lower='0' upper='1' effort='1' velocity='1'/></joint>\n");
        },
        {"line 5", "'slide'", "'between'", "0 kg,"});
    // Two joints that cross are not in one line.
    make("<link name='base'/>\n<link name='between'/>\n" + link("hand", "0 0.1 0", "0.01") +
         joint("roll", "continuous", "base", "between", "1 0 0") + joint("pitch", "continuous", "between", "hand", "0 1 0"));
    // A point mass on three axes that cross, none of which carries an inertia: two suffice to move it everywhere.
    expectMessage<std::invalid_argument>(
        [&] {
            make("<link name='base'/>\n<link name='neck1'/>\n<link name='neck2'/>\n" + link("head", "0.02 0 0.1", "0") +
                 "<joint name='pitch' type='continuous'><parent link='base'/><child link='neck1'/><axis xyz='0 1 0'/></joint>\n"
                 "<joint name='roll' type='continuous'><parent link='neck1'/><child link='neck2'/><axis xyz='1 0 0'/></joint>\n"
                 "<joint name='yaw' type='continuous'><parent link='neck2'/><child link='head'/><axis xyz='0 0 1'/></joint>\n");
        },
        {"line 7", "joint 'roll'", "link 'neck2'", "0.5 kg"});
    // A wrist that is straight at coordinates 0 has its inertia elsewhere, so it is a warning.
    const RobotFile wrist = RobotFile::fromText(
        "<robot name='r'>\n<link name='base'/>\n<link name='between'/>\n<link name='bent'/>\n" + link("hand", "0 0.1 0", "0.01") +
            joint("roll", "continuous", "base", "between", "1 0 0") +
            joint("pitch", "continuous", "between", "bent", "0 1 0") +
            joint("roll2", "continuous", "bent", "hand", "1 0 0") + "</robot>",
        "wrist.urdf");
    wrist.getWarnings(); // of links without mass
    const Heard heard;
    EXPECT_NO_THROW(RobotModel{wrist});
    EXPECT_NE(heard.text.str().find("joint 'roll' moves link 'between'"), std::string::npos) << heard.text.str();
    EXPECT_NE(heard.text.str().find("begin in another pose"), std::string::npos);
}

// A base that floats without an inertia is a warning: its frames and its mass matrix are of use, and a fixed base needs none.
TEST(Robot, WarnsOfABaseWithoutInertia) {
    const std::string text = arm;
    const auto printed = [&](Base base) {
        const Heard heard;
        RobotModel model(RobotFile::fromText(text, "arm.urdf"), RobotOptions().setBase(base));
        return heard.text.str();
    };
    EXPECT_EQ(printed(Base::Fixed), "");
    const std::string warning = printed(Base::Floating);
    for (const char* part : {"arm.urdf', line 2", "the base floats", "'base'", "singular"})
        EXPECT_NE(warning.find(part), std::string::npos) << warning;
}

} // namespace
} // namespace test_robot
