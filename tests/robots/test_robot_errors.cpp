// Files that are no robots: each is one clear error with the file, the line, the link or joint, the value and its range.

#include "Heard.h"
#include "Messages.h"
#include "RobotFiles.h"
#include "Scene.h"
#include "simbodydem/robots.h"

#include <gtest/gtest.h>

#include <string>
#include <thread>
#include <utility>
#include <vector>

namespace test_robot_errors {
namespace {

using namespace SimTK;
using namespace simbodydem;

using Strings = std::vector<std::string>;

const std::string inertia = "<inertia ixx='1' ixy='0' ixz='0' iyy='1' iyz='0' izz='1'/>";
const std::string inertial = "<inertial><mass value='1'/>" + inertia + "</inertial>";

std::string linkText(const std::string& name, const std::string& content = inertial) {
    return "<link name='" + name + "'>" + content + "</link>\n";
}
std::string jointText(const std::string& name, const std::string& type, const std::string& parent,
                      const std::string& child, const std::string& content = "") {
    return "<joint name='" + name + "' type='" + type + "'><parent link='" + parent + "'/><child link='" + child +
           "'/>" + content + "</joint>\n";
}
// Line 1 is the robot's; each of the functions above makes one more.
std::string robotText(const std::string& content) { return "<robot name='r'>\n" + content + "</robot>\n"; }
std::string twoLinks(const std::string& type, const std::string& content) {
    return robotText(linkText("a") + linkText("b") + jointText("j", type, "a", "b", content));
}
std::string shape(const std::string& geometry) {
    return robotText(linkText("a", "<collision><geometry>" + geometry + "</geometry></collision>"));
}
std::string massOf(const std::string& value) {
    return robotText(linkText("a", "<inertial><mass value='" + value + "'/>" + inertia + "</inertial>"));
}
std::string inertiaOf(double ixx, double ixy, double iyy, double izz) {
    return robotText(linkText("a", "<inertial><mass value='1'/><inertia ixx='" + std::to_string(ixx) + "' ixy='" +
                                       std::to_string(ixy) + "' ixz='0' iyy='" + std::to_string(iyy) +
                                       "' iyz='0' izz='" + std::to_string(izz) + "'/></inertial>"));
}
const std::string limit = "<limit lower='-1' upper='1' effort='1' velocity='1'/>";

struct Case {
    std::string text;
    Strings parts; // of the message
};

void expectErrors(const std::vector<Case>& cases) {
    for (const Case& c : cases) {
        SCOPED_TRACE(c.text);
        Strings parts = c.parts;
        parts.push_back("RobotFile: the file 'bad.urdf'");
        expectMessage<std::invalid_argument>([&] { RobotFile::fromText(c.text, "bad.urdf"); }, parts);
    }
}

// Text that is no XML is an error with the line.
TEST(RobotErrors, TextWithoutXmlIsAnError) {
    expectErrors({
        {"", {": it is no XML: it has no elements"}},
        {"solid", {"it is no XML"}},
        {"<robot name='r'>\n<link name='a'>\n</robot>",
         {", line 2: it is no XML: the element that begins here is not closed"}},
        {"<robot name='r'><link name='a'></lnk></robot>", {", line 1: it is no XML: the element"}},
        {"<robot name='r'>\n<link name=a/></robot>", {", line 2: it is no XML: an attribute must be NAME=\"VALUE\""}},
        {"<robot name='r'><!-- a </robot>", {"it is no XML: a comment has no end"}},
        {"<robot name='r'>\n<link name='a'\n name='b'/></robot>",
         {"it is no XML: an attribute must be NAME=\"VALUE\", with a blank before it, and each once"}},
        {"<robot name='r'><link name='a'/></robot>\n<robot name='s'/>",
         {", line 2: <robot> follows the root element <robot>"}},
        {"<robot name='r'><link name='a'/></robot>\nend", {"it is no XML"}},
        {std::string("<robot name='r'>\0</robot>", 25), {"byte 17 is zero"}},
    });
}

// Files of other formats are named.
TEST(RobotErrors, OtherFormatsAreNamed) {
    expectErrors({
        {"<mujoco/>", {", line 1: <mujoco> has no <worldbody> with a <body>"}},
        {"<model/>", {", line 1: the root element is <model>; it must be <robot>"}},
    });
}

// A file of xacro is an error with the command that expands it; an expanded one that still names xacro's namespace is read.
TEST(RobotErrors, XacroIsNamedWithItsCommand) {
    const std::string begin = "<robot name='r' xmlns:xacro='http://ros.org/wiki/xacro'>\n";
    expectErrors({
        {begin + "<xacro:include filename='a.xacro'/></robot>",
         {", line 2: <xacro:include>: this is xacro, not URDF; expand it first: xacro FILE.xacro > FILE.urdf"}},
        {begin + "<link name='a'/><link name='${prefix}b'/></robot>",
         {", line 2: link '${prefix}b': name of <link> = '${prefix}b': this is xacro"}},
        {begin + "<link name='a'><inertial><mass value='${m}'/>" + inertia + "</inertial></link></robot>",
         {", line 2: link 'a': value of <mass> = '${m}': this is xacro"}},
    });
    EXPECT_EQ(RobotFile::fromText(begin + "<link name='a'/></robot>", "expanded.urdf").getNumLinks(), 1);
}

// Each number must be one, finite and as many as the attribute has, with nothing behind it.
TEST(RobotErrors, NumbersAreChecked) {
    expectErrors({
        {massOf("1,5"),
         {", line 2: link 'a': value of <mass> = '1,5'; it must be a finite number with a decimal point, in kg"}},
        {massOf("nan"), {"value of <mass> = 'nan'; it must be a finite number"}},
        {massOf("inf"), {"'inf'; it must be a finite number"}},
        {massOf("1e999"), {"'1e999'; it must be a finite number"}},
        {massOf("1 kg"), {"value of <mass> = '1 kg'; it must be one number kg"}},
        {massOf("1kg"), {"value of <mass> = '1kg'; it must be a finite number"}},
        {massOf("0x10"), {"value of <mass> = '0x10'"}},
        {massOf(""), {"value of <mass> = ''; it must be one number kg"}},
        {massOf("-1"), {", line 2: link 'a': value of <mass> = -1 kg; it must be >= 0"}},
        {twoLinks("fixed", "<origin xyz='0 0'/>"),
         {", line 4: joint 'j': xyz of <origin> = '0 0'; it must be 3 numbers"}},
        {twoLinks("fixed", "<origin xyz='0 0 0 0'/>"), {"xyz of <origin> = '0 0 0 0'; it must be 3 numbers"}},
        {twoLinks("fixed", "<origin rpy='0 0 90deg'/>"),
         {"rpy of <origin> = '0 0 90deg'; '90deg' must be a finite number with a decimal point, in rad"}},
        {twoLinks("fixed", "<origin rpy='0,0,0'/>"), {"rpy of <origin> = '0,0,0'; it must be 3 numbers"}},
        {twoLinks("revolute", "<limit lower='-1' upper='1' effort='-3' velocity='1'/>"),
         {"effort of <limit> = -3 N m; it must be >= 0"}},
        {twoLinks("prismatic", "<limit lower='-1' upper='1' effort='1' velocity='-2'/>"),
         {"velocity of <limit> = -2 m/s; it must be >= 0"}},
        {twoLinks("revolute", limit + "<dynamics damping='-1'/>"),
         {"damping of <dynamics> = -1 N m s/rad; it must be >= 0"}},
        {twoLinks("prismatic", limit + "<dynamics friction='x'/>"),
         {"friction of <dynamics> = 'x'; it must be a finite number with a decimal point, in N"}},
    });
}

// Each shape has its dimensions, and a geometry has one shape.
TEST(RobotErrors, ShapesAreChecked) {
    expectErrors({
        {shape("<box size='1 0 1'/>"), {", line 2: link 'a': size of <box> = 1 0 1 m; each number must be > 0"}},
        {shape("<box/>"), {"link 'a': <box> has no attribute size"}},
        {shape("<sphere radius='0'/>"), {"radius of <sphere> = 0 m; it must be > 0"}},
        {shape("<cylinder radius='1'/>"), {"<cylinder> has no attribute length"}},
        {shape("<capsule radius='1' length='-1'/>"), {"length of <capsule> = -1 m; it must be >= 0"}},
        {shape("<mesh filename=''/>"), {"filename of <mesh> = ''; it must not be empty"}},
        {shape("<mesh filename='a.stl' scale='1 1 0'/>"),
         {"scale of <mesh> = 1 1 0; each number must be other than 0"}},
        {shape("<mesh filename='a.stl' scale='0.001'/>"), {"scale of <mesh> = '0.001'; it must be 3 numbers"}},
        {shape("<cone radius='1'/>"),
         {"<geometry> has <cone>; it must have one of <box>, <sphere>, <cylinder>, <capsule>, <mesh>"}},
        {shape(""), {"<geometry> has 0 elements; it must have one of <box>"}},
        {shape("<sphere radius='1'/><sphere radius='1'/>"), {"<geometry> has 2 elements"}},
        {robotText(linkText("a", "<collision/>")), {"link 'a': <collision> has no <geometry>; it must have one"}},
        {robotText(linkText("a",
                            "<visual><geometry><sphere radius='1'/></geometry>\n<material name='m'><color rgba='1 1 2 "
                            "1'/></material></visual>")),
         {", line 3: link 'a': rgba of <color> = 1 1 2 1; each number must be in [0, 1]"}},
    });
}

// The inertia of a body must be possible.
TEST(RobotErrors, InertiasMustBePossible) {
    expectErrors({
        {inertiaOf(1, 0, 1, 3),
         {", line 2: link 'a': the principal values of its inertia are 1, 1 and 3 kg m^2; the greatest must be <= the "
          "sum "
          "of the others, 2 kg m^2"}},
        {inertiaOf(1, 2, 1, 1), {"the principal values of its inertia are -1, 1 and 3 kg m^2; each must be > 0"}},
        {inertiaOf(-1, 0, -1, -1), {"-1, -1 and -1 kg m^2; each must be > 0"}},
        {inertiaOf(1, 1, 1, 2), {"0, 2 and 2 kg m^2; each must be > 0"}},
        {inertiaOf(0, 0, 0, 0), {"link 'a': its inertia is 0, with a mass of 1 kg; each principal value must be > 0"}},
        {massOf("0"), {"link 'a': its mass = 0 kg, and it has an inertia; the mass must be > 0"}},
        {robotText(linkText("a", "<inertial>" + inertia + "</inertial>")),
         {"link 'a': <inertial> has no <mass>; it must have one"}},
        {robotText(linkText("a", "<inertial><mass value='1'/></inertial>")), {"link 'a': <inertial> has no <inertia>"}},
        {robotText(linkText("a", "<inertial><mass value='1'/><inertia ixx='1'/></inertial>")),
         {"has 5 errors", "<inertia> has no attribute ixy"}},
        {robotText(linkText("a", inertial + "\n" + inertial)),
         {", line 3: link 'a': <link> has 2 <inertial>; it may have one"}},
        {robotText(linkText("a", "") + linkText("b", "") + jointText("j", "continuous", "a", "b")),
         {", line 3: link 'b': joint 'j' (continuous, line 4) moves it, and its mass = 0 kg; it must be > 0"}},
    });
}

// A joint has a known type, its two links, an axis that is a direction, and limits in order.
TEST(RobotErrors, JointsAreChecked) {
    expectErrors({
        {twoLinks("ball", ""),
         {", line 4: joint 'j': type = 'ball'; it must be fixed, revolute, continuous, prismatic, floating or planar"}},
        {twoLinks("Revolute", limit), {"type = 'Revolute'; it must be fixed"}},
        {twoLinks("revolute", ""),
         {", line 4: joint 'j': a revolute joint must have a <limit>; one that turns without limits is continuous"}},
        {twoLinks("prismatic", ""), {"joint 'j': a prismatic joint must have a <limit>"}},
        {twoLinks("revolute", "<limit lower='-1' upper='1' velocity='1'/>"),
         {"joint 'j': <limit> has no attribute effort"}},
        {twoLinks("revolute", "\n<limit lower='2' upper='-1' effort='1' velocity='1'/>"),
         {", line 5: joint 'j': lower = 2 rad > upper = -1 rad; lower must be <= upper"}},
        {twoLinks("prismatic", "<limit lower='0.1' effort='1' velocity='1'/>"),
         {"joint 'j': lower = 0.1 m > upper = 0 m; lower must be <= upper (one that is not given is 0)"}},
        {twoLinks("continuous", "<axis xyz='0 0 0'/>"),
         {", line 4: joint 'j': axis = '0 0 0' has the length 0; it must be a direction"}},
        {twoLinks("planar", "<axis/>"), {"joint 'j': <axis> has no attribute xyz"}},
        {robotText(linkText("a") + "<joint name='j' type='fixed'><child link='a'/></joint>"),
         {", line 3: joint 'j': <joint> has no <parent>; it must have one"}},
        {robotText(linkText("a") + "<joint name='j' type='fixed'><parent link='a'/></joint>"),
         {"<joint> has no <child>"}},
        {robotText(linkText("a") + "<joint name='j' type='fixed'><parent/><child link='a'/></joint>"),
         {"joint 'j': <parent> has no attribute link"}},
        {robotText(linkText("a") + "<joint name='j'><parent link='a'/><child link='b'/></joint>"),
         {"joint 'j': <joint> has no attribute type"}},
        {robotText(linkText("a") + jointText("j", "fixed", "a", "b")),
         {", line 3: joint 'j': its child is link 'b', which does not exist"}},
        {robotText(linkText("a") + jointText("j", "fixed", "c", "a")),
         {", line 3: joint 'j': its parent is link 'c', which does not exist"}},
    });
}

// Names are there, and each is given once.
TEST(RobotErrors, NamesMustBeUnique) {
    expectErrors({
        {"<robot>\n" + linkText("a") + "</robot>", {", line 1: <robot> has no attribute name"}},
        {robotText("<link/>"), {", line 2: link '': <link> has no attribute name"}},
        {robotText(linkText("")), {", line 2: link '': name of <link> = ''; it must not be empty"}},
        {robotText(linkText("a") + linkText("b") + jointText("", "fixed", "a", "b")),
         {"joint '': name of <joint> = ''; it must not be empty"}},
        {robotText(linkText("a") + linkText("a")),
         {", line 3: link 'a' has the name of the link of line 2; each must have its own"}},
        {robotText(linkText("a") + linkText("b") + linkText("c") + jointText("j", "fixed", "a", "b") +
                   jointText("j", "fixed", "a", "c")),
         {", line 6: joint 'j' has the name of the joint of line 5"}},
    });
    // A link and a joint may share one.
    EXPECT_EQ(RobotFile::fromText(robotText(linkText("a") + linkText("b") + jointText("a", "fixed", "a", "b")), "r")
                  .getNumJoints(),
              1);
}

// A robot is one tree.
TEST(RobotErrors, LinksMustFormOneTree) {
    expectErrors({
        {robotText(""), {", line 1: the robot has no links; it must have one or more"}},
        {robotText(linkText("a") + linkText("b")),
         {", line 3: the links 'a' (line 2), 'b' (line 3) have no parent; there must be one root"}},
        {robotText(linkText("a") + jointText("j", "fixed", "a", "a")),
         {", line 3: joint 'j': parent and child are the same link 'a'"}},
        {robotText(linkText("a") + linkText("b") + jointText("j", "fixed", "a", "b") +
                   jointText("k", "fixed", "b", "a")),
         {"the links 'a' (line 2), 'b' (line 3) are a loop"}},
        {robotText(linkText("r") + linkText("a") + linkText("b") + linkText("c") + jointText("i", "fixed", "b", "a") +
                   jointText("j", "fixed", "c", "b") + jointText("k", "fixed", "b", "c")),
         {"the links 'b' (line 4), 'c' (line 5) are a loop"}},
        {robotText(linkText("r") + linkText("a") + linkText("b") + linkText("c") + jointText("i", "fixed", "b", "a") +
                   jointText("j", "fixed", "c", "b") + jointText("k", "fixed", "a", "c")),
         {"are a loop: each is the child of the next, the last one of the first",
          "'a' (line 3), 'b' (line 4), 'c' (line 5)"}},
        {robotText(linkText("a") + linkText("b") + linkText("c") + jointText("i", "fixed", "a", "b") +
                   jointText("j", "fixed", "a", "c") + jointText("k", "fixed", "b", "c")),
         {", line 7: link 'c' is the child of two joints, 'j' (line 6) and 'k' (line 7): this is a loop"}},
    });
}

// A <mimic> follows another joint of one coordinate, and nothing follows itself.
TEST(RobotErrors, MimicsMustFollowAnotherJoint) {
    const auto three = [](const std::string& first, const std::string& second) {
        return robotText(linkText("a") + linkText("b") + linkText("c") + jointText("j", "continuous", "a", "b", first) +
                         jointText("k", "continuous", "b", "c", second));
    };
    expectErrors({
        {three("<mimic joint='l'/>", ""), {", line 5: joint 'j' mimics joint 'l', which does not exist"}},
        {three("<mimic joint='j'/>", ""), {", line 5: joint 'j' mimics joint 'j', which is the joint itself"}},
        {three("<mimic joint='k'/>", "<mimic joint='j'/>"),
         {"has 2 errors",
          "line 5: joint 'j' mimics joint 'k', and that mimics it in turn: 'j' (line 5), 'k' (line 6)"}},
        {three("<mimic/>", ""), {"joint 'j': <mimic> has no attribute joint"}},
        {three("<mimic joint='k' multiplier='two'/>", ""), {"multiplier of <mimic> = 'two'"}},
        {robotText(linkText("a") + linkText("b") + linkText("c") +
                   jointText("j", "continuous", "a", "b", "<mimic joint='k'/>") + jointText("k", "fixed", "b", "c")),
         {", line 5: joint 'j' mimics joint 'k', and that is fixed; both must be revolute, continuous or prismatic"}},
    });
}

// All errors of a file are in one message, in the order of their lines.
TEST(RobotErrors, AreListedTogether) {
    const std::string message = messageOf([] {
        RobotFile::fromText(
            robotText(linkText("a", "<inertial><mass value='x'/>" + inertia + "</inertial>") +
                      linkText("b", "<collision><geometry><sphere radius='-1'/></geometry></collision>")),
            "bad.urdf");
    });
    EXPECT_EQ(message,
              "RobotFile: the file 'bad.urdf' has 2 errors:\n"
              "  line 2: link 'a': value of <mass> = 'x'; it must be a finite number with a decimal point, in kg\n"
              "  line 3: link 'b': radius of <sphere> = -1 m; it must be > 0");
}

// A file that is not there, or is a folder, is an error.
TEST(RobotErrors, MissingFilesAreErrors) {
    expectMessage<std::invalid_argument>([] { RobotFile{"/nowhere/r.urdf"}; },
                                         {"RobotFile: the file '/nowhere/r.urdf' cannot be read"});
    expectMessage<std::invalid_argument>([] { RobotFile{"/tmp"}; }, {"RobotFile: the file '/tmp'"});
}

// Nothing is printed, neither by urdfdom nor by assimp.
TEST(RobotErrors, PrintsNothing) {
    ::testing::internal::CaptureStderr();
    ::testing::internal::CaptureStdout();
    RobotFile{robotPath("ignored.urdf")};
    messageOf([] { RobotFile::fromText(twoLinks("ball", ""), "bad.urdf"); });
    EXPECT_EQ(::testing::internal::GetCapturedStdout(), "");
    EXPECT_EQ(::testing::internal::GetCapturedStderr(), "");
}

// Files are read by several threads at once, each with its own findings.
TEST(RobotErrors, AreThoseOfTheThread) {
    std::vector<std::thread> threads;
    std::vector<std::string> messages(4);
    for (int t = 0; t < 4; ++t)
        threads.emplace_back([t, &messages] {
            for (int i = 0; i < 20; ++i) {
                const RobotFile robot(robotPath("ignored.urdf"));
                messages[std::size_t(t)] = robot.toText();
            }
        });
    for (std::thread& thread : threads) thread.join();
    for (const std::string& message : messages) EXPECT_EQ(message, RobotFile(robotPath("ignored.urdf")).toText());
}

// A file with any byte changed or cut off is read or is an error; nothing else happens.
TEST(RobotErrors, SurviveDamage) {
    int numRead = 0, numErrors = 0;
    unsigned seed = 1;
    const auto random = [&seed](std::size_t below) {
        seed = seed * 1664525u + 1013904223u;
        return std::size_t(seed >> 8) % below;
    };
    const std::string replacements = "<>/='\" 0-9.eE&;:!\t\n%s{}[]\x01\xff";
    for (const char* name : {"mimic.urdf", "nested_fixed.urdf", "ignored.urdf"}) {
        std::ifstream in(robotPath(name), std::ios::binary);
        const std::string whole{std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
        for (int i = 0; i < 400; ++i) {
            std::string text = whole;
            for (std::size_t k = 0; k <= random(3); ++k) {
                const std::size_t at = random(text.size());
                switch (random(4)) {
                case 0: text.erase(at, 1 + random(12)); break;
                case 1: text[at] = replacements[random(replacements.size())]; break;
                case 2: text.insert(at, text, random(text.size()), random(40)); break;
                default: text.resize(i % 10 == 0 ? at + 1 : text.size()); break;
                }
            }
            try {
                RobotFile::fromText(text, name).toText();
                ++numRead;
            } catch (const std::invalid_argument& e) {
                EXPECT_EQ(std::string(e.what()).compare(0, 10, "RobotFile:"), 0) << e.what();
                ++numErrors;
            }
        }
    }
    EXPECT_GT(numRead, 100);
    EXPECT_GT(numErrors, 100);
}

} // namespace
} // namespace test_robot_errors
