// Robots from SDF files: frames, inertias, joints, shapes, included models, several models. compare_with_drake.py compares published files
// with Drake.

#include "Messages.h"
#include "RobotFiles.h"
#include "RobotModel.h"
#include "Scene.h"

#include <cstdlib>
#include <fstream>
#include <iterator>
#include <stdexcept>
#include <thread>
#include <utility>

namespace test_sdf {
namespace {

using namespace SimTK;
using namespace simbodydem;

using Strings = std::vector<std::string>;

constexpr Real rounding = 1e-12; // of some operations with doubles, relative to numbers of 1

RobotFile sdf(const std::string& elements, const RobotFileOptions& options = {}) {
    return RobotFile::fromText("<sdf version='1.9'><model name='m'>\n" + elements + "\n</model></sdf>", "m.sdf", options);
}

std::string link(const std::string& name, const std::string& elements = "", const std::string& pose = "0 0 0 0 0 0") {
    return "<link name='" + name + "'><pose>" + pose +
           "</pose><inertial><pose>0.1 0 -0.3 0 0 0</pose><mass>2</mass><inertia><ixx>0.06</ixx><iyy>0.07</iyy><izz>0.02"
           "</izz></inertia></inertial>" +
           elements + "</link>\n";
}

std::string joint(const std::string& name, const std::string& type, const std::string& parent, const std::string& child,
                  const std::string& elements = "<axis><xyz>0 1 0</xyz></axis>") {
    return "<joint name='" + name + "' type='" + type + "'><parent>" + parent + "</parent><child>" + child + "</child>" +
           elements + "</joint>\n";
}

std::string collision(const std::string& geometry) {
    return "<collision name='c'><geometry>" + geometry + "</geometry></collision>";
}

// A link with a hinge about y at the world's origin.
RobotFile hinged(const std::string& elements, const RobotFileOptions& options = {}) {
    return sdf(link("b", elements) + joint("j", "revolute", "world", "b"), options);
}

void expectEqual(const Transform& a, const Transform& b) {
    EXPECT_LE((a.p() - b.p()).norm(), rounding);
    EXPECT_LE((a.R().asMat33() - b.R().asMat33()).norm(), rounding);
}

bool contains(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

bool hasWarning(const RobotFile& file, const std::string& part) {
    for (const std::string& warning : file.getWarnings())
        if (contains(warning, part)) return true;
    return false;
}

void expectError(const std::string& elements, const Strings& parts) {
    SCOPED_TRACE(elements);
    expectMessage<std::invalid_argument>([&] { sdf(elements); }, parts);
}

// Positions and speeds of a joint, by its name.
struct Motion {
    std::string joint;
    Real q, u;
};

// Returns the accelerations of these joints under gravity.
std::vector<Real> accelerationsOf(const RobotFile& file, const std::vector<Motion>& motions) {
    RobotModel model(file, RobotOptions().setBase(Base::Fixed));
    State state = model.realize();
    std::vector<Real> q = model.robot.getJointPositions(state), u = model.robot.getJointVelocities(state);
    for (const Motion& m : motions) {
        q[std::size_t(model.robot.getJoint(m.joint))] = m.q;
        u[std::size_t(model.robot.getJoint(m.joint))] = m.u;
    }
    model.robot.setJointPositions(state, q);
    model.robot.setJointVelocities(state, u);
    model.system.realize(state, Stage::Acceleration);
    const std::vector<Real> all = model.robot.getJointAccelerations(state);
    std::vector<Real> found;
    for (const Motion& m : motions) found.push_back(all[std::size_t(model.robot.getJoint(m.joint))]);
    return found;
}

void expectEqual(const std::vector<Real>& a, const std::vector<Real>& b) {
    ASSERT_EQ(a.size(), b.size());
    for (std::size_t i = 0; i < a.size(); ++i) EXPECT_NEAR(a[i], b[i], rounding * std::max(Real(1), std::abs(b[i])));
}

// The root element decides the format, and the model's name is the robot's.
TEST(Sdf, IsKnownByItsRoot) {
    const RobotFile file = sdf(link("a"));
    EXPECT_EQ(file.getFormat(), RobotFormat::Sdf);
    EXPECT_EQ(file.getName(), "m");
    EXPECT_EQ(RobotFile(robotPath("sdf_arm.sdf")).getName(), "arm");
}

// An arm with turned joint frames, turned inertial frames, a slide and damping has the same accelerations from SDF as from URDF.
TEST(Sdf, IsTheSameMechanismAsInUrdf) {
    const RobotFile inSdf(robotPath("sdf_arm.sdf")), inUrdf(robotPath("sdf_arm.urdf"));
    EXPECT_NEAR(inSdf.getTotalMass(), inUrdf.getTotalMass(), rounding);
    for (const Real q : {-0.7, 0.0, 0.4, 1.1}) {
        const std::vector<Motion> motions{{"shoulder", q, 0.3}, {"elbow", 0.5 - q, -1.2}, {"slide", 0.05 * q, 0.7}};
        expectEqual(accelerationsOf(inSdf, motions), accelerationsOf(inUrdf, motions));
    }
}

// A hinge beside the origin of its link turns the link about the hinge: alpha = -m g d sin(q)/(I + m d^2).
TEST(Sdf, AHingeBesideTheOriginTurnsAboutItself) {
    const RobotFile file = sdf("<link name='b'><pose>0 0 0.8 0 0 0</pose><inertial><mass>2</mass><inertia><ixx>0.06</ixx><iyy>0.07"
                               "</iyy><izz>0.02</izz></inertia></inertial></link>" +
                               joint("j", "revolute", "world", "b", "<pose>0 0 0.3 0 0 0</pose><axis><xyz>0 1 0</xyz></axis>"));
    const Real q = 0.4, expected = -2 * 9.81 * 0.3 * std::sin(q) / (0.07 + 2 * square(0.3));
    expectEqual(accelerationsOf(file, {{"j", q, 0}}), {expected});
    RobotModel model(file);
    State state = model.realize();
    model.robot.setJointPositions(state, {q});
    model.system.realize(state, Stage::Position);
    const Rotation R(q, YAxis);
    expectEqual(model.robot.findLinkTransform(state, "b"), Transform(R, Vec3(0, 0, 1.1) + R * Vec3(0, 0, -0.3)));
}

// An axis is in the frame of its joint, or in another one that the file names.
TEST(Sdf, AnAxisIsInTheFrameThatTheFileNames) {
    const std::string turned = link("b", "", "0 0 1 0.3 -0.5 0.9"); // of the child, and so of the joint
    const Rotation R(BodyRotationSequence, 0.9, ZAxis, -0.5, YAxis, 0.3, XAxis);
    const auto axisOf = [&](const std::string& xyz) {
        return sdf(link("a") + "<frame name='f'><pose>0 0 0 0 0 1.5707963267948966</pose></frame>" + turned +
                   joint("j", "revolute", "a", "b", "<axis>" + xyz + "</axis>"))
            .getJoint("j")
            .axis;
    };
    EXPECT_LE((axisOf("<xyz>0 0.6 0.8</xyz>") - Vec3(0, 0.6, 0.8)).norm(), rounding);
    EXPECT_LE((axisOf("<xyz expressed_in='__model__'>0 0.6 0.8</xyz>") - ~R * Vec3(0, 0.6, 0.8)).norm(), rounding);
    EXPECT_LE((axisOf("<xyz expressed_in='f'>1 0 0</xyz>") - ~R * Vec3(0, 1, 0)).norm(), rounding);
}

// The pose of an inertial frame turns the inertia, and moves the mass center.
TEST(Sdf, AnInertialFrameMayBeTurned) {
    const RobotLink link = sdf("<link name='a'><inertial><pose>0.1 0.2 0.3 0 0 1.5707963267948966</pose><mass>3</mass><inertia>"
                               "<ixx>1</ixx><iyy>2</iyy><izz>2.5</izz><ixy>0.1</ixy><ixz>0.2</ixz><iyz>0.3</iyz></inertia></inertial></link>")
                               .getLink("a");
    const SymMat33 inLink = link.X_LI.R().reexpressSymMat33(link.inertia);
    // x of the frame is y of the link, and y is -x.
    EXPECT_LE(Mat33(inLink - SymMat33(2, -0.1, 1, -0.3, 0.2, 2.5)).norm(), rounding);
    EXPECT_LE((link.X_LI.p() - Vec3(0.1, 0.2, 0.3)).norm(), rounding);
    EXPECT_EQ(link.mass, 3);
}

// Poses are relative to links, joints and frames.
TEST(Sdf, PosesAreRelativeToFrames) {
    const RobotFile file = sdf(link("a", "", "1 0 0 0 0 1.5707963267948966") +
                               "<frame name='f' attached_to='a'><pose>1 0 0 0 0 0</pose></frame>"
                               "<link name='b'><pose relative_to='f'>0 2 0 0 0 0</pose><inertial><mass>1</mass></inertial></link>" +
                               joint("j", "fixed", "a", "b"));
    expectEqual(file.getJoint("j").X_PJ, Transform(Vec3(1, 2, 0)));
    expectEqual(file.getRootPose(), Transform(Rotation(Pi / 2, ZAxis), Vec3(1, 0, 0)));
}

// A model floats from its pose; with a joint to the world, or with several trees, the root is the world; a static model is fixed.
TEST(Sdf, RootsFloatOrAreTheWorld) {
    const std::string pose = "<pose>1 2 3 0 0 0.5</pose>";
    const RobotFile floating = sdf(pose + link("a"));
    EXPECT_TRUE(floating.isFloating());
    expectEqual(floating.getRootPose(), Transform(Rotation(0.5, ZAxis), Vec3(1, 2, 3)));

    const RobotFile fixed = sdf(pose + link("a") + joint("j", "revolute", "world", "a"));
    EXPECT_FALSE(fixed.isFloating());
    EXPECT_EQ(fixed.getRoot().name, "world");
    expectEqual(fixed.getJoint("j").X_PJ, Transform(Rotation(0.5, ZAxis), Vec3(1, 2, 3)));

    const RobotFile two = sdf(link("a") + link("b"));
    EXPECT_EQ(two.getRoot().name, "world");
    EXPECT_EQ(two.getJoint("b/free").type, RobotJoint::Type::Floating);

    const RobotFile still = sdf("<static>true</static>" + link("a") + link("b") + joint("j", "revolute", "a", "b"));
    EXPECT_FALSE(still.isFloating());
    for (const RobotJoint& j : still.getJoints()) EXPECT_EQ(j.type, RobotJoint::Type::Fixed);
}

// A joint whose parent is further from the root than its child is turned around: the coordinate and the accelerations stay.
TEST(Sdf, AJointMayLeadTowardsTheRoot) {
    const std::string other = "<axis><xyz>0 1 0</xyz><limit><lower>-0.3</lower><upper>2</upper></limit></axis>";
    const std::string links = link("a") + link("b", "", "0.4 0 0 0 0 0.2") + link("c", "", "0.8 0.1 0 0.1 0 0");
    const std::string anchor = "<pose>0 0 0.05 0 0 0</pose>";
    const std::string start = links + joint("w", "revolute", "world", "a") + joint("ab", "revolute", "a", "b", other);
    const std::string reversed = "<pose relative_to='c'>0 0 0.05 0 0 0</pose><axis><xyz expressed_in='c'>0 1 0</xyz></axis>";
    const RobotFile file = sdf(start + joint("bc", "revolute", "b", "c", anchor + "<axis><xyz>0 1 0</xyz></axis>")),
                    turned = sdf(start + joint("bc", "revolute", "c", "b", reversed));
    EXPECT_EQ(turned.getLinks()[std::size_t(turned.getJoint("bc").parentLink)].name, "b");
    const std::vector<Real> a = accelerationsOf(file, {{"w", 0.2, 0.1}, {"ab", 0.3, -0.4}, {"bc", 0.7, 0.5}});
    std::vector<Real> b = accelerationsOf(turned, {{"w", 0.2, 0.1}, {"ab", 0.3, -0.4}, {"bc", -0.7, -0.5}});
    b[2] = -b[2]; // b turns relative to c
    expectEqual(a, b);
}

// The two turns of a universal joint follow each other: about the first axis, then about the second one, which the first one turns.
TEST(Sdf, AUniversalJointIsTwoTurns) {
    for (const std::string type : {"universal", "revolute2"}) {
        RobotModel model(sdf(link("b") + joint("j", type, "world", "b", "<axis><xyz>1 0 0</xyz></axis><axis2><xyz>0 1 0</xyz></axis2>")));
        State state = model.realize();
        std::vector<Real> q(2);
        q[std::size_t(model.robot.getJoint("j/0"))] = 0.4;
        q[std::size_t(model.robot.getJoint("j/1"))] = -0.9;
        model.robot.setJointPositions(state, q);
        model.system.realize(state, Stage::Position);
        expectEqual(model.robot.findLinkTransform(state, "b"), Transform(Rotation(0.4, XAxis) * Rotation(-0.9, YAxis)));
    }
}

// A nut on a vertical screw falls with a = -g m/(m + I (2 pi/p)^2), whatever the units of its pitch.
TEST(Sdf, AScrewTurnsWhileItSlides) {
    const Real pitch = 0.02, a = -9.81 * 2 / (2 + 0.02 * square(2 * Pi / pitch));
    const std::string body = "<link name='b'><inertial><mass>2</mass><inertia><ixx>0.06</ixx><iyy>0.07</iyy><izz>0.02</izz></inertia>"
                             "</inertial></link>";
    const std::string axis = "<axis><xyz>0 0 1</xyz></axis>";
    const RobotFile metres = sdf(body + joint("j", "screw", "world", "b", axis + "<screw_thread_pitch>0.02</screw_thread_pitch>"));
    const std::string radians = std::to_string(-2 * Pi / pitch); // [rad/m], six digits behind the point
    const RobotFile older = sdf(body + joint("j", "screw", "world", "b", axis + "<thread_pitch>" + radians + "</thread_pitch>"));
    for (const RobotFile* file : {&metres, &older}) {
        const std::vector<Real> found = accelerationsOf(*file, {{"j/0", 0, 0}, {"j/1", 0, 0}});
        const Real digits = file == &metres ? 1e-10 : 1e-8; // the constraint is solved to 1e-10 of g; the text has nine digits
        EXPECT_NEAR(found[1], a, digits);
        EXPECT_NEAR(found[0], a * 2 * Pi / pitch, digits * 2 * Pi / pitch);
    }
}

// A bar on a ball joint, held level, begins to fall with alpha = m g d/(I + m d^2), about the joint and not about its origin.
TEST(Sdf, BallJointTurnsAboutEachAxis) {
    RobotModel model(sdf("<link name='b'><inertial><mass>2</mass><inertia><ixx>0.02</ixx><iyy>0.07</iyy><izz>0.07</izz></inertia>"
                         "</inertial></link>" +
                         joint("j", "ball", "world", "b", "<pose>-0.3 0 0 0 0 0</pose>")));
    State state = model.realize();
    model.system.realize(state, Stage::Acceleration);
    const SpatialVec A = model.robot.getLink("b").getBodyAcceleration(state);
    const Real alpha = 2 * 9.81 * 0.3 / (0.07 + 2 * square(0.3));
    EXPECT_LE((A[0] - Vec3(0, alpha, 0)).norm(), rounding * alpha);
    EXPECT_EQ(model.robot.getFile().getJoint("j").type, RobotJoint::Type::Ball);
    EXPECT_EQ(state.getNU(), 3);
}

// Limits, dynamics and springs are those of the file; without a range a joint is continuous, and a limit of -1 or 1e16 is none.
TEST(Sdf, JointsHaveLimitsAndDynamics) {
    const auto withAxis = [](const std::string& type, const std::string& elements) {
        return sdf(link("a") + link("b") + joint("j", type, "a", "b", "<axis><xyz>0 1 0</xyz>" + elements + "</axis>")).getJoint("j");
    };
    const RobotJoint j = withAxis("revolute", "<limit><lower>-1</lower><upper>2</upper><effort>30</effort><velocity>4</velocity></limit>"
                                              "<dynamics><damping>0.5</damping><friction>0.25</friction><spring_stiffness>8"
                                              "</spring_stiffness><spring_reference>0.125</spring_reference></dynamics>");
    EXPECT_EQ(j.type, RobotJoint::Type::Revolute);
    EXPECT_EQ(j.limits->lower, -1);
    EXPECT_EQ(j.limits->upper, 2);
    EXPECT_EQ(j.limits->effort, 30);
    EXPECT_EQ(j.limits->velocity, 4);
    EXPECT_EQ(j.damping, 0.5);
    EXPECT_EQ(j.friction, 0.25);
    EXPECT_EQ(j.stiffness, 8);
    EXPECT_EQ(j.springPosition, 0.125);
    EXPECT_EQ(withAxis("revolute", "").type, RobotJoint::Type::Continuous);
    EXPECT_EQ(withAxis("revolute", "<limit><lower>-1e16</lower><upper>1e16</upper><effort>-1</effort></limit>").limits, std::nullopt);
    EXPECT_EQ(withAxis("revolute", "<limit><lower>-inf</lower><upper>1</upper></limit>").limits->lower, -Infinity);
    EXPECT_EQ(withAxis("continuous", "<limit><lower>-1</lower><upper>1</upper></limit>").type, RobotJoint::Type::Continuous);
    EXPECT_EQ(withAxis("prismatic", "").limits->upper, Infinity);
}

// A joint follows another one: q = multiplier (q_leader - reference) + offset.
TEST(Sdf, AJointFollowsAnother) {
    const RobotFile file =
        sdf(link("a") + link("b") + link("c") + joint("j", "revolute", "a", "b") +
            joint("k", "revolute", "a", "c",
                  "<axis><xyz>0 1 0</xyz><mimic joint='j'><multiplier>-2</multiplier><offset>0.5</offset><reference>0.25</reference></mimic></axis>"));
    const RobotJoint& k = file.getJoint("k");
    ASSERT_TRUE(k.mimic);
    EXPECT_EQ(k.mimic->joint, "j");
    EXPECT_EQ(k.mimic->multiplier, -2);
    EXPECT_EQ(k.mimic->offset, 1);
    EXPECT_TRUE(file.getWarnings().empty()) << file.toText();
}

// Sizes are those of SDF: edges, radii, lengths between the caps; a plane has its normal.
TEST(Sdf, ShapesAreThoseOfTheFile) {
    using Kind = RobotGeometry::Kind;
    const auto shapeOf = [](const std::string& geometry) { return hinged(collision(geometry)).getLink("b").collisions.at(0).geometry; };
    const RobotGeometry box = shapeOf("<box><size>1 2 3</size></box>");
    EXPECT_EQ(box.kind, Kind::Box);
    EXPECT_EQ(box.size, Vec3(1, 2, 3));
    EXPECT_EQ(shapeOf("<sphere><radius>0.5</radius></sphere>").radius, 0.5);
    for (const auto& [name, kind] : {std::pair<std::string, Kind>{"cylinder", Kind::Cylinder}, {"capsule", Kind::Capsule}}) {
        const RobotGeometry round = shapeOf("<" + name + "><radius>0.5</radius><length>2</length></" + name + ">");
        EXPECT_EQ(round.kind, kind);
        EXPECT_EQ(round.radius, 0.5);
        EXPECT_EQ(round.length, 2);
    }
    const RobotGeometry ellipsoid = shapeOf("<ellipsoid><radii>1 2 3</radii></ellipsoid>");
    EXPECT_EQ(ellipsoid.kind, Kind::Ellipsoid);
    EXPECT_EQ(ellipsoid.size, Vec3(2, 4, 6));

    const RobotFile floor = sdf("<static>true</static>" + link("a", "<collision name='c'><pose>0 0 1 0 0 0</pose><geometry><plane><normal>"
                                                                    "0 1 0</normal></plane></geometry></collision>"));
    const RobotCollision& plane = floor.getLink("a").collisions.at(0);
    EXPECT_EQ(plane.geometry.kind, Kind::Plane);
    EXPECT_LE((plane.X_LC.R() * Vec3(0, 0, 1) - Vec3(0, 1, 0)).norm(), rounding);
    EXPECT_LE((plane.X_LC.p() - Vec3(0, 0, 1)).norm(), rounding);
    RobotModel model(floor);
    model.robot.addCollisions(model.surfaces);
    EXPECT_EQ(model.surfaces.size(), 1);
}

// A visual has the diffuse color of its material, and is as transparent as the file says.
TEST(Sdf, VisualsHaveTheirColor) {
    const RobotVisual visual = hinged("<visual name='v'><transparency>0.5</transparency><geometry><sphere><radius>1</radius></sphere></geometry>"
                                      "<material><ambient>1 1 1 1</ambient><diffuse>1 0.5 0.25 1</diffuse></material></visual>")
                                   .getLink("b")
                                   .visuals.at(0);
    EXPECT_LE((*visual.material->color - Vec4(1, 0.5, 0.25, 0.5)).norm(), 1e-7); // floats
}

// Links of a model have no contact with each other unless one of both collides with its own model.
TEST(Sdf, LinksTouchTheirOwnModelWithSelfCollide) {
    const std::string shape = collision("<sphere><radius>0.1</radius></sphere>");
    const auto pairsOf = [&](const std::string& model, const std::string& ofA) {
        return sdf(model + link("a", shape + ofA) + link("b", shape, "1 0 0 0 0 0") + link("c", shape, "2 0 0 0 0 0") +
                   joint("j", "revolute", "a", "b") + joint("k", "revolute", "b", "c"))
            .getExclusions()
            .size();
    };
    EXPECT_EQ(pairsOf("", ""), 3u);
    EXPECT_EQ(pairsOf("<self_collide>true</self_collide>", ""), 0u);
    EXPECT_EQ(pairsOf("", "<self_collide>true</self_collide>"), 1u); // b and c
}

// An included model is found as a package is. Names of its links begin with that of the model, and its meshes are beside its own file.
TEST(Sdf, ModelsAreIncludedAndNested) {
    const Folder folder;
    folder.write("parts/hand/model.config", "<model><name>hand</name><sdf version='1.9'>hand.sdf</sdf></model>");
    folder.write("parts/hand/hand.sdf", "<sdf version='1.9'><model name='hand'>" +
                                            link("palm", collision("<mesh><uri>meshes/palm.stl</uri></mesh>"), "0 0 0.5 0 0 0") +
                                            link("finger", "", "0 0 1 0 0 0") + joint("bend", "revolute", "palm", "finger") + "</model></sdf>");
    folder.write("parts/hand/meshes/palm.stl", "solid");
    const std::string path = folder.write(
        "arm/arm.sdf", "<sdf version='1.9'><model name='arm'>" + link("base") +
                           "<include><uri>model://hand</uri><name>left</name><pose>1 0 0 0 0 0</pose></include>" +
                           joint("wrist", "revolute", "base", "left::palm") + "</model></sdf>");
    const RobotFile file(path, {folder / "parts"});
    EXPECT_EQ(file.getNumLinks(), 3);
    EXPECT_EQ(file.getLink("left::palm").collisions.at(0).geometry.meshFile, folder / "parts/hand/meshes/palm.stl");
    expectEqual(file.getJoint("wrist").X_PJ, Transform(Vec3(1, 0, 0.5)));
    expectEqual(file.getJoint("left::bend").X_PJ, Transform(Vec3(0, 0, 0.5)));
    const Variable variable("GAZEBO_MODEL_PATH", folder / "parts");
    EXPECT_EQ(RobotFile(path).getNumLinks(), 3);
}

// A fault in an included file is named with that file and its line, and nothing is printed.
TEST(Sdf, FaultsOfIncludedFilesAreNamed) {
    const Folder folder;
    folder.write("hand/model.config", "<model><name>hand</name><sdf version='1.9'>hand.sdf</sdf></model>");
    const std::string hand = folder.write("hand/hand.sdf", "<sdf version='1.9'><model name='hand'>\n<include><uri>model://none</uri></include>" +
                                                               link("palm") + "</model></sdf>");
    const std::string path = folder.write("arm.sdf", "<sdf version='1.9'><model name='arm'>" + link("base") +
                                                         "<include><uri>model://hand</uri></include></model></sdf>");
    ::testing::internal::CaptureStderr();
    const std::string message = messageOf([&] { RobotFile{path}; });
    EXPECT_EQ(::testing::internal::GetCapturedStderr(), "");
    EXPECT_TRUE(contains(message, "in '" + hand + "', line 2: ") && contains(message, "model://none")) << message;
}

// A file of several models is an error that lists them, unless the options name one.
TEST(Sdf, OneOfSeveralModelsIsNamed) {
    const std::string text = "<sdf version='1.9'><world name='w'><light name='sun' type='point'/>\n<model name='floor'><static>true</static>" +
                             link("plane") + "</model><model name='arm'><pose>0 0 2 0 0 0</pose>" + link("a") + "</model></world></sdf>";
    const auto read = [&](const RobotFileOptions& options) { return RobotFile::fromText(text, "w.sdf", options); };
    expectMessage<std::invalid_argument>([&] { read({}); }, {"it has 2 models, 'floor', 'arm'; choose one with RobotFileOptions::setModel()"});
    expectMessage<std::invalid_argument>([&] { read(RobotFileOptions().setModel("leg")); }, {"it has no model 'leg'; there are 'floor', 'arm'"});
    expectMessage<std::invalid_argument>(
        [&] { RobotFile::fromText("<sdf version='1.9'><model name='a'>" + link("l") + "</model><model name='b'>" + link("l") + "</model></sdf>", "m.sdf"); },
        {"Root object can only contain one model"}); // a <world> may have several
    const RobotFile arm = read(RobotFileOptions().setModel("arm"));
    EXPECT_EQ(arm.getName(), "arm");
    EXPECT_EQ(arm.getRootPose().p(), Vec3(0, 0, 2));
    const std::vector<RobotIgnored>& ignored = arm.getIgnored();
    EXPECT_TRUE(std::any_of(ignored.begin(), ignored.end(), [](const RobotIgnored& i) { return i.element == "model" && i.owner == "floor"; }));
}

// A part that the motion depends on, and that is not read, is an error, or a warning by option.
TEST(Sdf, PartsThatAreNotReadAreErrors) {
    struct Case {
        std::string elements;
        Strings parts;
    };
    const std::string two = link("a") + link("b") + joint("j", "revolute", "a", "b");
    const std::vector<Case> cases{
        {two + link("c") + joint("k", "revolute", "b", "c") + joint("l", "revolute", "a", "c"),
         {"joint 'l' closes a loop: its links 'a' and 'c' are connected by other joints already"}},
        {link("a") + link("b") + joint("j", "gearbox", "a", "b"), {"joint 'j' is of the type gearbox, which is not read"}},
        {link("a", "<gravity>false</gravity>"), {"link 'a': <gravity> = false is not read"}},
        {link("a", "<kinematic>true</kinematic>"), {"link 'a': <kinematic> = true is not read"}},
        {link("a", "<velocity_decay><linear>0.1</linear></velocity_decay>"), {"<velocity_decay> with linear = 0.1 is not read"}},
        {link("a", collision("<plane><normal>0 0 1</normal></plane>")), {"link 'a': <collision> 'c' has a <plane>, which only a link that is fixed"}},
        {link("a", collision("<heightmap><uri>h.png</uri></heightmap>")), {"has a <heightmap>, which is not read"}},
        {link("a", collision("<mesh><uri>m.dae</uri><submesh><name>part</name></submesh></mesh>")), {"<submesh> 'part', which is not read"}},
    };
    for (const Case& c : cases) {
        Strings parts = c.parts;
        parts.push_back("RobotFileOptions::setAllowUnreadParts()");
        parts.push_back("line ");
        expectError(c.elements, parts);
        const RobotFile file = sdf(c.elements, RobotFileOptions().setAllowUnreadParts());
        EXPECT_TRUE(hasWarning(file, c.parts[0])) << c.parts[0];
    }
}

// Each fault is an error with the element, its line, the value and what is allowed.
TEST(Sdf, FaultsAreErrorsWithLines) {
    struct Case {
        std::string elements;
        Strings parts;
    };
    const std::string ends = "<parent>a</parent><child>b</child>";
    const auto axisOf = [&](const std::string& axis) {
        return link("a") + link("b") + "<joint name='j' type='revolute'>" + ends + "\n" + axis + "</joint>";
    };
    const std::vector<Case> cases{
        {"", {"sdformat: ", "link"}},
        {"<link name='a'>\n<inertial><mass>1kg</mass></inertial></link>", {", line 3: link 'a': <mass> = '1kg'; it must be a finite number"}},
        {"<link name='a'>\n<inertial><mass>-1</mass></inertial></link>", {", line 3: link 'a': <mass> = -1 kg; it must be >= 0"}},
        {"<link name='a'><inertial><mass>nan</mass></inertial></link>", {", line 2: link 'a': <mass> = 'nan'"}},
        {"<link name='a'><pose>0 0 0</pose></link>", {"link 'a': <pose> = '0 0 0'; it must be 6 numbers with blanks between them"}},
        {"<link name='a'><inertial><mass>1</mass><inertia><ixx>1</ixx><iyy>1</iyy><izz>3</izz></inertia></inertial></link>",
         {", line 2: link 'a': the principal values of its inertia are 1, 1 and 3 kg m^2"}},
        {"<link name='a'><inertial auto='true'><mass>1</mass></inertial></link>", {"<inertial auto=\"true\"> is not read"}},
        {link("a", collision("<box><size>1 0 1</size></box>")), {"link 'a': <size> = '1 0 1'; each number must be > 0, in m"}},
        {link("a") + link("a"), {"a"}},
        {link("a") + "\n" + joint("j", "revolute", "a", "q"), {", line 4: sdformat: ", "name[q]", "name[j]"}},
        {link("a") + joint("j", "hinge", "a", "world"), {"sdformat: "}},
        {axisOf(""), {"joint 'j' has no <axis>"}},
        {axisOf("<axis><xyz>0 0 0</xyz></axis>"), {"zero"}},
        {axisOf("<axis><xyz>0 1 0</xyz><limit><lower>2</lower><upper>1</upper></limit></axis>"),
         {", line 5: joint 'j': lower = 2 rad > upper = 1 rad; lower must be <= upper"}},
        {axisOf("<axis><xyz>0 1 0</xyz><dynamics><damping>-1</damping></dynamics></axis>"), {"joint 'j': <damping> = -1; it must be >= 0"}},
        {axisOf("<axis><xyz>0 1 0</xyz><mimic joint='k'/></axis>"), {"joint 'j' mimics joint 'k', which does not exist"}},
        {axisOf("<axis><xyz>0 1 0</xyz><mimic joint='j'/></axis>"), {"joint 'j' mimics joint 'j', which is the joint itself"}},
        {link("a") + link("b") + joint("j", "screw", "a", "b", "<axis><xyz>0 1 0</xyz></axis>"),
         {"joint 'j' is a screw; it must have a <screw_thread_pitch> [m] other than 0"}},
        {link("a") + "<include><uri>model://none</uri></include>", {", line 3: sdformat: ", "model://none"}},
    };
    for (const Case& c : cases) {
        Strings parts = c.parts;
        parts.push_back("RobotFile: the file 'm.sdf'");
        expectError(c.elements, parts);
    }
    expectMessage<std::invalid_argument>([] { RobotFile::fromText("<sdf/>", "m.sdf"); }, {", line 1: <sdf> has no attribute version"});
    expectMessage<std::invalid_argument>([] { RobotFile::fromText("\n<sdf version='1.9'/>", "m.sdf"); }, {", line 2: <sdf> has no <model>"});
}

// Elements that are no part of SDF are warnings, and those without an effect are listed, once for each link or joint. Nothing is printed.
TEST(Sdf, IgnoredElementsAreListed) {
    ::testing::internal::CaptureStderr();
    ::testing::internal::CaptureStdout();
    const std::string surface = "<surface><friction><ode><mu>1</mu></ode></friction></surface></collision>";
    const std::string sphere = "<geometry><sphere><radius>1</radius></sphere></geometry>";
    const RobotFile file = sdf("<plugin name='p' filename='p.so'><speed>3</speed></plugin>\n" +
                               link("a", "<frobnicate/><collision name='c'>" + sphere + surface + "<collision name='d'>" + sphere + surface +
                                             "<sensor name='s' type='imu'/>"));
    EXPECT_EQ(::testing::internal::GetCapturedStdout(), "");
    EXPECT_EQ(::testing::internal::GetCapturedStderr(), "");
    ASSERT_EQ(file.getWarnings().size(), 1u) << file.toText();
    EXPECT_EQ(file.getWarnings()[0], "RobotFile: the file 'm.sdf', line 3: <frobnicate> is no element of <link> in SDF 1.9; it is ignored");
    std::string ignored;
    for (const RobotIgnored& i : file.getIgnored()) ignored += std::to_string(i.line) + " " + i.element + " of " + i.owner + "\n";
    EXPECT_EQ(ignored, "2 plugin of p\n3 collision surface of link 'a'\n3 sensor of link 'a'\n3 frobnicate of link 'a'\n");
}

// A link without an <inertial> has the mass that SDF gives it, 1 kg, with a warning.
TEST(Sdf, ALinkWithoutInertialHasTheMassOfSdf) {
    const RobotFile file = sdf("<link name='a'/>");
    EXPECT_EQ(file.getLink("a").mass, 1);
    EXPECT_TRUE(hasWarning(file, "line 2: link 'a' has no <inertial>; SDF gives it a mass of 1 kg"));
}

// Files are read by several threads at once, each with its own findings.
TEST(Sdf, FindingsAreThoseOfTheThread) {
    std::vector<std::thread> threads;
    std::vector<std::string> texts(4);
    for (int t = 0; t < 4; ++t)
        threads.emplace_back([t, &texts] { texts[std::size_t(t)] = sdf("<link name='l" + std::to_string(t) + "'/>").toText(); });
    for (std::thread& thread : threads) thread.join();
    for (int t = 0; t < 4; ++t) EXPECT_EQ(texts[std::size_t(t)], sdf("<link name='l" + std::to_string(t) + "'/>").toText());
}

// A file with any byte changed or cut off is read or is an error; nothing else happens.
TEST(Sdf, SurvivesDamage) {
    std::ifstream in(robotPath("sdf_arm.sdf"), std::ios::binary);
    const std::string whole{std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
    unsigned seed = 1;
    const auto random = [&seed](std::size_t below) {
        seed = seed * 1664525u + 1013904223u;
        return std::size_t(seed >> 8) % below;
    };
    const char* const count = std::getenv("SIMBODYDEM_NUM_DAMAGED");
    int numRead = 0, numErrors = 0;
    for (int i = 0; i < (count ? std::atoi(count) : 40); ++i) {
        std::string text = whole;
        text[random(text.size())] = "<>/='\"0x9-. \n"[random(13)];
        if (i % 4 == 3) text.resize(random(text.size()));
        SCOPED_TRACE(text);
        try {
            RobotFile::fromText(text, "damaged.sdf");
            ++numRead;
        } catch (const std::invalid_argument& e) {
            EXPECT_TRUE(contains(e.what(), "RobotFile: the file 'damaged.sdf'")) << e.what();
            ++numErrors;
        }
    }
    EXPECT_GT(numRead, 0);
    EXPECT_GT(numErrors, 0);
}

} // namespace
} // namespace test_sdf
