// Robots from URDF files: links, joints, masses, materials, ignored elements and the search for meshes.

#include "Messages.h"
#include "RobotFiles.h"
#include "Scene.h"
#include "simbodydem/robots.h"

#include <gtest/gtest.h>

#include <cmath>
#include <locale>
#include <sstream>
#include <string>
#include <vector>

namespace test_robot_file {
namespace {

using namespace SimTK;
using namespace simbodydem;

using Strings = std::vector<std::string>;

RobotFile robotOf(const std::string& name, const RobotFileOptions& options = {}) {
    return RobotFile(robotPath(name), options);
}

template <class Named> Strings namesOf(const std::vector<Named>& all) {
    Strings names;
    for (const Named& one : all) names.push_back(one.name);
    return names;
}

// Fixed axes: roll about x, then pitch about y, then yaw about z.
Rotation fromRpy(Real roll, Real pitch, Real yaw) {
    return Rotation(yaw, ZAxis) * Rotation(pitch, YAxis) * Rotation(roll, XAxis);
}

Real distance(const Rotation& a, const Rotation& b) { return (a.asMat33() - b.asMat33()).norm(); }

Mat33 toMat33(const SymMat33& m) { return Mat33(m); }

bool contains(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

const char* const oneLink = "<robot name='r'><link name='a'/>";
std::string withMesh(const std::string& name) {
    return "<robot name='r'><link name='a'><collision><geometry><mesh filename='" + name +
           "'/></geometry></collision></link></robot>";
}

// Links are listed from the root, each branch with all that is behind it, and joint i leads to link i + 1.
TEST(RobotFile, ListsTheTreeFromTheRoot) {
    const RobotFile robot = robotOf("nested_fixed.urdf");
    EXPECT_EQ(robot.getName(), "nested_fixed");
    EXPECT_EQ(namesOf(robot.getLinks()), (Strings{"world", "column", "arm", "bracket", "camera", "lens"}));
    EXPECT_EQ(namesOf(robot.getJoints()),
              (Strings{"base", "shoulder", "arm_bracket", "bracket_camera", "camera_lens"}));
    EXPECT_EQ(robot.getRoot().name, "world");
    EXPECT_EQ(robot.getRoot().parentJoint, -1);
    for (int i = 0; i < robot.getNumJoints(); ++i) {
        EXPECT_EQ(robot.getJoints()[i].childLink, i + 1);
        EXPECT_EQ(robot.getLinks()[i + 1].parentJoint, i);
        EXPECT_LE(robot.getJoints()[i].parentLink, i);
    }
}

// A link with several children lists them in the order of the file, although urdfdom sorts them by name.
TEST(RobotFile, KeepsTheOrderOfTheFile) {
    std::string text = oneLink;
    for (const std::string name : {"z", "m", "b"})
        text += "<link name='" + name + "'/><joint name='j" + name + "' type='fixed'><parent link='a'/><child link='" +
                name + "'/></joint>";
    const RobotFile robot = RobotFile::fromText(text + "</robot>", "order.urdf");
    EXPECT_EQ(namesOf(robot.getLinks()), (Strings{"a", "z", "m", "b"}));
    EXPECT_EQ(robot.getRoot().childJoints, (std::vector<int>{0, 1, 2}));
}

// Each element is listed with the line of its start tag.
TEST(RobotFile, KeepsLines) {
    const RobotFile robot = robotOf("mimic.urdf");
    EXPECT_EQ(robot.getLink("palm").line, 4);
    EXPECT_EQ(robot.getLink("palm").inertialLine, 5);
    EXPECT_EQ(robot.getLink("palm").collisions.at(1).line, 12);
    EXPECT_EQ(robot.getLink("palm").collisions.at(1).geometry.line, 14);
    EXPECT_EQ(robot.getJoint("left").line, 17);
    EXPECT_EQ(robot.getJoint("left").limits->line, 22);
    EXPECT_EQ(robot.getJoint("left").mimic->line, 23);
    EXPECT_EQ(robot.getJoint("motor").safety->line, 52);
}

// All collisions of a link are read, and a capsule is one.
TEST(RobotFile, ReadsEachCollision) {
    const RobotFile robot = robotOf("mimic.urdf");
    const std::vector<RobotCollision>& palm = robot.getLink("palm").collisions;
    ASSERT_EQ(palm.size(), 2u);
    EXPECT_EQ(palm[0].name, "shell");
    EXPECT_EQ(palm[0].geometry.kind, RobotGeometry::Kind::Box);
    EXPECT_EQ(palm[0].geometry.size, Vec3(0.08, 0.04, 0.06));
    EXPECT_EQ(palm[1].geometry.kind, RobotGeometry::Kind::Cylinder);
    EXPECT_EQ(palm[1].geometry.radius, 0.01);
    EXPECT_EQ(palm[1].geometry.length, 0.08);
    EXPECT_EQ(palm[1].X_LC.p(), Vec3(0, 0, 0.05));
    EXPECT_LT(distance(palm[1].X_LC.R(), Rotation(Pi / 2, YAxis)), 1e-15);
    const RobotGeometry& capsule = robot.getLink("right_finger").collisions.at(0).geometry;
    EXPECT_EQ(capsule.kind, RobotGeometry::Kind::Capsule);
    EXPECT_EQ(capsule.radius, 0.008);
    EXPECT_EQ(capsule.length, 0.03);
    EXPECT_EQ(robot.getLink("left_finger").collisions.at(0).geometry.kind, RobotGeometry::Kind::Sphere);
}

// A mimic joint finds the other one wherever it stands in the file, and the factor is 1 unless it is given.
TEST(RobotFile, ReadsMimics) {
    const RobotFile robot = robotOf("mimic.urdf");
    const RobotJoint &left = robot.getJoint("left"), &right = robot.getJoint("right");
    ASSERT_TRUE(left.mimic && right.mimic);
    EXPECT_EQ(left.mimic->joint, "right");
    EXPECT_EQ(left.mimic->index, robot.getJointIndex("right"));
    EXPECT_EQ(left.mimic->multiplier, -0.5);
    EXPECT_EQ(left.mimic->offset, 0.01);
    EXPECT_EQ(right.mimic->joint, "motor");
    EXPECT_EQ(right.mimic->index, robot.getJointIndex("motor"));
    EXPECT_EQ(right.mimic->multiplier, 1);
    EXPECT_EQ(right.mimic->offset, 0);
    EXPECT_FALSE(robot.getJoint("motor").mimic);
    ASSERT_EQ(robot.getWarnings().size(), 1u); // the stops of a follower hold the joint that it follows
    EXPECT_NE(robot.getWarnings()[0].find("'left' reaches its limits"), std::string::npos) << robot.getWarnings()[0];
}

// Limits, dynamics and safety controllers are those of the file, and an axis that is not given is x.
TEST(RobotFile, ReadsLimitsAndDynamics) {
    const RobotFile robot = robotOf("mimic.urdf");
    const RobotJoint& right = robot.getJoint("right");
    EXPECT_EQ(right.type, RobotJoint::Type::Prismatic);
    EXPECT_EQ(right.axis, Vec3(1, 0, 0));
    EXPECT_EQ(right.limits->lower, -0.04);
    EXPECT_EQ(right.limits->upper, 0.04);
    EXPECT_EQ(right.limits->effort, 40);
    EXPECT_EQ(right.limits->velocity, 0.2);
    EXPECT_EQ(right.damping, 3);
    EXPECT_EQ(right.friction, 1.5);
    const RobotJoint& motor = robot.getJoint("motor");
    EXPECT_EQ(motor.type, RobotJoint::Type::Continuous);
    EXPECT_EQ(motor.limits->lower, -Infinity);
    EXPECT_EQ(motor.limits->upper, Infinity);
    EXPECT_EQ(motor.limits->effort, 2);
    EXPECT_EQ(motor.safety->softLower, -1);
    EXPECT_EQ(motor.safety->softUpper, 1);
    EXPECT_EQ(motor.safety->positionGain, 20);
    EXPECT_EQ(motor.safety->velocityGain, 5);
}

// A planar joint keeps its normal, at length 1 with a warning; a floating joint has no axis and no limits, which are listed as ignored.
TEST(RobotFile, ReadsPlanarAndFloatingJoints) {
    const RobotFile robot = robotOf("planar_floating.urdf");
    const RobotJoint &glide = robot.getJoint("glide"), &fly = robot.getJoint("fly");
    EXPECT_EQ(glide.type, RobotJoint::Type::Planar);
    EXPECT_LT((glide.axis - Vec3(0, 0.6, 0.8)).norm(), 1e-15);
    EXPECT_LT(distance(glide.X_PJ.R(), fromRpy(0.1, -0.2, 0.3)), 1e-15);
    EXPECT_EQ(glide.X_PJ.p(), Vec3(0, 0, 0.7));
    EXPECT_EQ(fly.type, RobotJoint::Type::Floating);
    EXPECT_FALSE(fly.limits);
    ASSERT_EQ(robot.getWarnings().size(), 2u);
    EXPECT_TRUE(contains(robot.getWarnings()[0],
                         "planar_floating.urdf', line 25: joint 'glide': axis = '0 3 4' has the length 5"));
    EXPECT_TRUE(
        contains(robot.getWarnings()[1], "line 31: joint 'roll': lower and upper of a continuous joint are ignored"));
    ASSERT_EQ(robot.getIgnored().size(), 1u);
    EXPECT_EQ(robot.getIgnored()[0].element, "limit");
    EXPECT_EQ(robot.getIgnored()[0].owner, "joint 'fly'");
    EXPECT_EQ(robot.getIgnored()[0].line, 37);
}

// An axis of four digits has the length 1 without a warning.
TEST(RobotFile, NormalizesAxes) {
    const RobotJoint shoulder = robotOf("nested_fixed.urdf").getJoint("shoulder");
    EXPECT_LT((shoulder.axis - Vec3(0, std::sqrt(0.5), std::sqrt(0.5))).norm(), 1e-15);
}

// The inertia of a link is turned and moved to the link's frame.
TEST(RobotFile, RotatesInertias) {
    const RobotLink arm = robotOf("nested_fixed.urdf").getLink("arm");
    const Mat33 R = fromRpy(0.3, -0.4, 0.5).asMat33();
    const Mat33 inFile(0.02, 0.001, -0.002, 0.001, 0.03, 0.003, -0.002, 0.003, 0.025);
    const Vec3 c(0.1, 0.02, -0.03);
    const Mat33 expected = R * inFile * ~R + 3 * (dot(c, c) * Mat33(1) - c * ~c);
    const MassProperties properties = arm.getMassProperties();
    EXPECT_EQ(properties.getMass(), 3);
    EXPECT_EQ(properties.getMassCenter(), c);
    EXPECT_LT((properties.calcInertia().toMat33() - expected).norm(), 1e-15);
    EXPECT_LT((toMat33(arm.inertia) - inFile).norm(), 1e-18);
}

// Numbers in another unit than URDF's are warnings with the line, the value and the cure: angles in degrees, lengths in millimetres,
// inertias in kg mm^2. So is a joint with <mimic> that reaches its limits before the joint that it follows. A good file has none.
TEST(RobotFile, WarnsOfUnits) {
    const auto warningsOf = [](const std::string& upper, const std::string& origin, const std::string& inertia,
                               const std::string& follower) {
        const std::string link = "<inertial><mass value='2'/><inertia ixx='" + inertia + "' ixy='0' ixz='0' iyy='" + inertia +
                                 "' iyz='0' izz='" + inertia + "'/></inertial></link>\n";
        return RobotFile::fromText(
                   "<robot name='r'><link name='a'/>\n<link name='b'>" + link + "<link name='c'>" + link +
                       "<joint name='j' type='revolute'><parent link='a'/><child link='b'/>\n<origin " + origin +
                       "/>\n<limit lower='0' upper='" + upper + "' effort='1' velocity='1'/></joint>\n" +
                       "<joint name='f' type='revolute'><parent link='a'/><child link='c'/><mimic joint='j' multiplier='2'/>" +
                       "<limit lower='0' upper='" + follower + "' effort='1' velocity='1'/></joint></robot>",
                   "r.urdf")
            .getWarnings();
    };
    EXPECT_TRUE(warningsOf("1", "xyz='0 0 1' rpy='0 1.57 0'", "0.01", "2").empty());
    const auto expectOne = [](const std::vector<std::string>& warnings, const std::vector<std::string>& parts) {
        ASSERT_EQ(warnings.size(), 1u);
        for (const std::string& part : parts) EXPECT_TRUE(contains(warnings[0], part)) << warnings[0];
    };
    const std::vector<std::string> ofLimits = warningsOf("90", "xyz='0 0 1'", "0.01", "180");
    ASSERT_EQ(ofLimits.size(), 2u); // of both joints
    for (const char* part : {"joint 'j': upper = 90 rad", "radians"}) EXPECT_TRUE(contains(ofLimits[0], part));
    expectOne(warningsOf("1", "rpy='0 90 0'", "0.01", "2"), {"line 5", "rpy = 0 90 0 rad", "radians"});
    expectOne(warningsOf("1", "xyz='0 0 350'", "0.01", "2"), {"xyz = 0 0 350 m", "metres"});
    expectOne(warningsOf("1", "xyz='0 0 1'", "0.01", "1"), {"joint 'f' reaches its limits, 0 to 1, before joint 'j'", "from 0 to 2"});
    EXPECT_EQ(warningsOf("1", "xyz='0 0 1'", "10000", "2").size(), 2u); // of both links
}

// Lengths in millimetres are warnings with the line: strokes of prismatic joints, and shapes beside the distances of the links.
TEST(RobotFile, WarnsOfMillimetres) {
    const auto warningsOf = [](const std::string& stroke, const std::string& shape) {
        return RobotFile::fromText("<robot name='r'><link name='a'/><link name='b'><inertial><mass value='1'/>"
                                   "<inertia ixx='0.1' ixy='0' ixz='0' iyy='0.1' iyz='0' izz='0.1'/></inertial>\n"
                                   "<collision><geometry>" +
                                       shape +
                                       "</geometry></collision></link>\n<joint name='j' type='prismatic'><parent link='a'/>"
                                       "<child link='b'/><origin xyz='0.3 0 0'/><limit lower='0' upper='" +
                                       stroke + "' effort='1' velocity='1'/></joint></robot>",
                                   "r.urdf")
            .getWarnings();
    };
    EXPECT_TRUE(warningsOf("0.4", "<box size='0.5 0.2 0.1'/>").empty());
    const auto expectOne = [](const std::vector<std::string>& warnings, const std::vector<std::string>& parts) {
        ASSERT_EQ(warnings.size(), 1u);
        for (const std::string& part : parts) EXPECT_TRUE(contains(warnings[0], part)) << warnings[0];
    };
    expectOne(warningsOf("400", "<box size='0.5 0.2 0.1'/>"), {"line 3", "joint 'j': upper = 400 m", "metres"});
    expectOne(warningsOf("0.4", "<box size='500 200 100'/>"), {"line 2", "link 'b': the shape is 500 m long", "metres"});
    expectOne(warningsOf("0.4", "<sphere radius='5'/>"), {"the shape is 10 m long", "within 0.3 m of the root"});
    expectOne(warningsOf("0.4", "<cylinder radius='0.1' length='120'/>"), {"the shape is 120 m long"});
}

// An inertia far beyond the mass times the square of the link's size is a warning; one of a long thin rod with weights at its ends is none.
TEST(RobotFile, WarnsOfInertiasBeyondTheSize) {
    const auto warningsOf = [](const std::string& inertia, const std::string& shape) {
        return RobotFile::fromText("<robot name='r'>\n<link name='a'><inertial><mass value='0.05'/><inertia ixx='" +
                                       inertia + "' ixy='0' ixz='0' iyy='" + inertia + "' iyz='0' izz='" + inertia +
                                       "'/></inertial>" + shape + "</link></robot>",
                                   "r.urdf")
            .getWarnings();
    };
    const std::string ball = "<collision><geometry><sphere radius='0.02'/></geometry></collision>";
    EXPECT_TRUE(warningsOf("8e-6", ball).empty()); // of a solid ball
    EXPECT_TRUE(warningsOf("1e-3", ball).empty()); // of weights 0.17 m apart
    const std::vector<std::string> warnings = warningsOf("8", ball); // in kg mm^2
    ASSERT_EQ(warnings.size(), 1u);
    for (const char* part : {"line 2", "link 'a'", "0.05 kg", "a size of 0.02 m", "1 kg mm^2 is 1e-6 kg m^2"})
        EXPECT_TRUE(contains(warnings[0], part)) << warnings[0];
    EXPECT_TRUE(warningsOf("1", "").empty()); // nothing tells the size of the link
}

// A point mass is a warning where fixed joints make it part of a body; the sum of the masses has it.
TEST(RobotFile, AcceptsPointMassesOfBodies) {
    const RobotFile robot = robotOf("nested_fixed.urdf");
    EXPECT_NEAR(robot.getTotalMass(), 3.5, 1e-15);
    ASSERT_EQ(robot.getWarnings().size(), 1u);
    EXPECT_TRUE(contains(robot.getWarnings()[0], "line 18: link 'camera': its inertia is 0, with a mass of 0.1 kg"));
    EXPECT_EQ(robot.getLink("camera").getMassProperties().getMass(), 0.1);
    EXPECT_EQ(robot.getLink("lens").getMassProperties().getMass(), 0);
}

// An inertia that no body can have becomes a possible one: only what is missing is added to the lesser principal values.
TEST(RobotFile, CorrectsImpossibleInertias) {
    RobotLink link;
    link.hasInertial = true;
    link.mass = 2;
    link.inertia = SymMat33(1, 0, 1, 0, 0, 3); // 1, 1, 3
    EXPECT_LT((link.getMassProperties().calcInertia().toMat33() - Mat33(1.5, 0, 0, 0, 1.5, 0, 0, 0, 3)).norm(), 1e-14);
    link.inertia = SymMat33(-1, 0, 2, 0, 0, 2);
    EXPECT_LT((link.getMassProperties().calcInertia().toMat33() - Mat33(0, 0, 0, 0, 2, 0, 0, 0, 2)).norm(), 1e-14);
    link.inertia = SymMat33(1, 0, 2, 0, 0, 3); // a plate
    EXPECT_LT((link.getMassProperties().calcInertia().toMat33() - Mat33(1, 0, 0, 0, 2, 0, 0, 0, 3)).norm(), 1e-14);
}

// Elements that are not used are listed with their lines, and unknown ones are warnings as well.
TEST(RobotFile, ListsIgnoredElements) {
    const RobotFile robot = robotOf("ignored.urdf");
    std::ostringstream listed;
    for (const RobotIgnored& i : robot.getIgnored()) listed << i.line << ' ' << i.element << ' ' << i.owner << '\n';
    EXPECT_EQ(listed.str(), "6 material link 'base'\n"
                            "8 contact link 'base'\n"
                            "9 sensor link 'base'\n"
                            "25 calibration joint 'hinge'\n"
                            "27 spring joint 'hinge'\n"
                            "29 transmission hinge_transmission\n"
                            "33 gazebo tip\n"
                            "34 gazebo \n"
                            "35 ros2_control system\n"
                            "36 drake:bushing \n"
                            "37 wheel spare\n");
    const Strings expected{"line 2: the text in <robot> is ignored",
                           "line 18: link 'tip': material 'nowhere' is defined nowhere in the file",
                           "line 24: joint 'hinge': the attribute jerk of <limit> is no part of URDF",
                           "line 26: joint 'hinge': <dynamics> has neither damping nor friction",
                           "line 27: joint 'hinge': <spring> is no element of <joint> in URDF; it is ignored",
                           "line 37: <wheel> is no element of <robot> in URDF; it is ignored"};
    ASSERT_EQ(robot.getWarnings().size(), expected.size());
    for (std::size_t i = 0; i < expected.size(); ++i)
        EXPECT_TRUE(contains(robot.getWarnings()[i], expected[i])) << robot.getWarnings()[i];
}

// A visual has its own material or the robot's, with or without a name.
TEST(RobotFile, ReadsMaterials) {
    const RobotLink part = robotOf("mirrored_mesh.urdf").getLink("part");
    ASSERT_EQ(part.visuals.size(), 2u);
    EXPECT_EQ(part.visuals[0].name, "look");
    EXPECT_EQ(part.visuals[0].material->name, "steel");
    EXPECT_EQ(*part.visuals[0].material->color, Vec4(0.5, 0.5, 0.6, 1));
    EXPECT_EQ(part.visuals[1].material->name, "");
    EXPECT_EQ(*part.visuals[1].material->color, Vec4(1, 0, 0, 0.5));
}

// A material that two visuals define differently has the first one's color, with a warning.
TEST(RobotFile, WarnsOfMaterialsThatDiffer) {
    const std::string look = "<visual><geometry><sphere radius='1'/></geometry><material name='m'><color rgba='";
    const RobotFile robot =
        RobotFile::fromText("<robot name='r'>\n<link name='a'>\n" + look + "1 0 0 1'/></material></visual>\n" + look +
                                "0 1 0 1'/></material></visual></link></robot>",
                            "two.urdf");
    EXPECT_EQ(*robot.getRoot().visuals[1].material->color, Vec4(1, 0, 0, 1));
    ASSERT_EQ(robot.getWarnings().size(), 1u);
    EXPECT_TRUE(contains(robot.getWarnings()[0], "line 4: link 'a': material 'm' differs from that of line 3"));
}

// Numbers may be apart by tabs and ends of lines, with signs and exponents, as XML has it.
TEST(RobotFile, ReadsNumbersSeparatedByAnyBlanks) {
    const RobotFile robot = RobotFile::fromText(
        std::string(oneLink) + "<link name='b'/><joint name='j' type='fixed'><parent link='a'/><child link='b'/>"
                               "<origin xyz=' +1e0\t-2.5E-1\n .5 '/></joint></robot>",
        "blanks.urdf");
    EXPECT_EQ(robot.getJoint("j").X_PJ.p(), Vec3(1, -0.25, 0.5));
}

// A locale whose numbers have a comma changes neither what is read nor what is written.
TEST(RobotFile, IsIndependentOfTheLocale) {
    struct Comma : std::numpunct<char> {
        char do_decimal_point() const override { return ','; }
    };
    const std::string expected = robotOf("nested_fixed.urdf").toText();
    const std::locale before = std::locale::global(std::locale(std::locale::classic(), new Comma));
    const std::string text = robotOf("nested_fixed.urdf").toText();
    std::locale::global(before);
    EXPECT_EQ(text, expected);
}

// The table has each link and joint with its line, the ignored elements and the warnings.
TEST(RobotFile, PrintsATable) {
    const std::string text = robotOf("planar_floating.urdf").toText();
    EXPECT_TRUE(contains(text, "4 links, 3 joints (1 continuous, 1 floating, 1 planar), total mass 4.5 kg\n")) << text;
    EXPECT_TRUE(contains(text, "20    table      -          -           -\n")) << text;
    EXPECT_TRUE(contains(text, "27    roll   continuous  wheel       0 1 0      -inf   inf    5       6")) << text;
    EXPECT_TRUE(contains(text, "37    <limit>          joint 'fly'\n")) << text;
    EXPECT_TRUE(contains(text, "2 warnings\n")) << text;
    std::ostringstream out;
    out << robotOf("planar_floating.urdf");
    EXPECT_EQ(out.str(), text);
}

// A link or joint that does not exist is an error with the names of all that do.
TEST(RobotFile, ListsKnownLinksInErrors) {
    const RobotFile robot = robotOf("mimic.urdf");
    EXPECT_EQ(robot.getLinkIndex("palm"), 0);
    expectMessage<std::invalid_argument>([&] { robot.getLink("thumb"); },
                                         {"there is no link 'thumb'; there are palm, left_finger"});
    expectMessage<std::invalid_argument>([&] { robot.getJoint("thumb"); },
                                         {"there is no joint 'thumb'; there are left, right, motor"});
}

// Meshes of a package are found in the search path, in ROS_PACKAGE_PATH, in AMENT_PREFIX_PATH, in this order, and above the file.
TEST(RobotFile, FindsMeshesOfPackages) {
    const Folder folder;
    const std::string robot =
        folder.write("hand_description/urdf/hand.urdf", withMesh("package://hand_description/meshes/a.stl"));
    const auto found = [&](const RobotFileOptions& options) {
        return RobotFile(robot, options).getRoot().collisions.at(0).geometry.meshFile;
    };
    EXPECT_THROW(found({}), std::invalid_argument);
    const std::string above = folder.write("hand_description/meshes/a.stl", "");
    EXPECT_EQ(found({}), above);
    const std::string ament = folder.write("prefix/share/hand_description/meshes/a.stl", "");
    const Variable prefixes("AMENT_PREFIX_PATH", "/nowhere:" + folder / "prefix");
    EXPECT_EQ(found({}), ament);
    const std::string ros = folder.write("src/hand_description/meshes/a.stl", "");
    const Variable packages("ROS_PACKAGE_PATH", folder / "src");
    EXPECT_EQ(found({}), ros);
    const std::string given = folder.write("given/hand_description/meshes/a.stl", "");
    EXPECT_EQ(found({folder / "given"}), given);
    EXPECT_EQ(found(RobotFileOptions().setSearchPath({"/nowhere", folder / "given/hand_description"})), given);
    EXPECT_EQ(found(Strings{folder / "given"}), given);
}

// A package is known by its folder's name, by the name in its package.xml, or as a folder beside those above the file.
TEST(RobotFile, FindsPackagesAboveTheFile) {
    const Folder folder;
    folder.write("clone/package.xml", "<?xml version='1.0'?><package><name>arm_description</name></package>");
    const std::string inXml = folder.write("clone/meshes/a.stl", ""), beside = folder.write("hand/b.stl", "");
    const auto found = [&](const std::string& mesh) {
        const std::string path = folder.write("clone/robots/arm/arm.urdf", withMesh(mesh));
        return RobotFile(path).getRoot().collisions.at(0).geometry.meshFile;
    };
    EXPECT_EQ(found("package://arm_description/meshes/a.stl"), inXml);
    EXPECT_EQ(found("package:///arm_description/meshes/a.stl"), inXml);
    EXPECT_EQ(found("model://hand/b.stl"), beside);
    EXPECT_EQ(found("../../meshes/a.stl"), inXml);
    EXPECT_EQ(found("file://" + inXml), inXml);
    EXPECT_EQ(found(inXml), inXml);
}

// Missing meshes are one error that lists each, with its first line and the number of its uses; by option they are warnings.
TEST(RobotFile, ListsMissingMeshes) {
    const Folder folder;
    const auto shape = [](const std::string& name) {
        return "<collision><geometry><mesh filename='" + name + "'/></geometry></collision>\n";
    };
    const std::string path = folder.write("r.urdf", "<robot name='r'>\n<link name='a'>\n" + shape("package://p/a.stl") +
                                                        shape("b.dae") + shape("b.dae") + "</link></robot>");
    expectMessage<std::invalid_argument>(
        [&] { RobotFile{path}; }, {"r.urdf', line 3: 2 meshes are missing; searched in ", "setSearchPath()",
                                   "'package://p/a.stl' (line 3, link 'a')", "'b.dae' (line 4, link 'a', 2 uses)"});
    const RobotFile robot(path, RobotFileOptions().setAllowMissingMeshes());
    EXPECT_EQ(robot.getMissingMeshes(), (Strings{"package://p/a.stl", "b.dae"}));
    ASSERT_EQ(robot.getWarnings().size(), 2u);
    EXPECT_TRUE(contains(robot.getWarnings()[1], "line 4: link 'a': the mesh 'b.dae' is missing"));
    const RobotGeometry& geometry = robot.getRoot().collisions[2].geometry;
    EXPECT_EQ(geometry.meshName, "b.dae");
    EXPECT_EQ(geometry.meshFile, "");
    expectMessage<std::invalid_argument>([&] { loadMesh(geometry); }, {"the mesh 'b.dae' of line 5 is missing"});
}

// Bad inertias and joints that move no mass are warnings by option, and links keep the values of the file.
TEST(RobotFile, AcceptsBadInertiasByOption) {
    const std::string text =
        std::string(oneLink) +
        "<link name='b'><inertial><mass value='1'/><inertia ixx='1' ixy='0' ixz='0' iyy='1' iyz='0' "
        "izz='3'/></inertial></link><link name='c'/>"
        "<joint name='j' type='continuous'><parent link='a'/><child link='b'/></joint>"
        "<joint name='k' type='continuous'><parent link='b'/><child link='c'/></joint></robot>";
    EXPECT_THROW(RobotFile::fromText(text, "r.urdf"), std::invalid_argument);
    const RobotFile robot =
        RobotFile::fromText(text, "r.urdf", RobotFileOptions().setInertiaCheck(InertiaCheck::Warning));
    EXPECT_EQ(robot.getWarnings().size(), 2u);
    EXPECT_EQ(robot.getLink("b").inertia(2, 2), 3);
}

// A <mimic> of a joint that does not exist is a warning by option, and the joint is free.
TEST(RobotFile, AcceptsUnknownMimicsByOption) {
    const std::string text =
        std::string(oneLink) +
        "<link name='b'><inertial><mass value='1'/><inertia ixx='1' ixy='0' ixz='0' iyy='1' iyz='0' "
        "izz='1'/></inertial></link><joint name='j' type='continuous'><parent link='a'/>"
        "<child link='b'/><mimic joint='k'/></joint></robot>";
    const RobotFile robot = RobotFile::fromText(text, "r.urdf", RobotFileOptions().setAllowUnknownMimics());
    EXPECT_FALSE(robot.getJoint("j").mimic);
    ASSERT_EQ(robot.getWarnings().size(), 1u);
    EXPECT_TRUE(contains(robot.getWarnings()[0], "joint 'j' mimics joint 'k', which does not exist"));
}

// A light body in front of a heavy one is a warning; the same body with nothing behind it is an error.
TEST(RobotFile, WarnsOfLinksWithoutMassInAChain) {
    const std::string text =
        std::string(oneLink) +
        "<link name='b'/><link name='c'><inertial><mass value='1'/><inertia ixx='1' ixy='0' ixz='0' "
        "iyy='1' iyz='0' izz='1'/></inertial></link>"
        "<joint name='j' type='continuous'><parent link='a'/><child link='b'/></joint>"
        "<joint name='k' type='continuous'><parent link='b'/><child link='c'/></joint></robot>";
    const RobotFile robot = RobotFile::fromText(text, "r.urdf");
    ASSERT_EQ(robot.getWarnings().size(), 1u);
    EXPECT_TRUE(
        contains(robot.getWarnings()[0], "link 'b': joint 'j' (continuous, line 1) moves it, and its mass = 0 kg"));
}

} // namespace
} // namespace test_robot_file
