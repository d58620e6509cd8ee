// Links that have no contact with each other: those that overlap, and those of an SRDF file.

#include "Heard.h"
#include "Messages.h"
#include "RobotFiles.h"
#include "RobotModel.h"
#include "Scene.h"

#include <set>

namespace test_robot_collisions {
namespace {

using namespace SimTK;
using namespace simbodydem;

const std::string inertial =
    "<inertial><mass value='1'/><inertia ixx='0.1' ixy='0' ixz='0' iyy='0.1' iyz='0' izz='0.1'/></inertial>";
std::string ball(const std::string& name, const std::string& radius) {
    return "<link name='" + name + "'>" + inertial + "<collision><geometry><sphere radius='" + radius +
           "'/></geometry></collision></link>\n";
}
std::string joint(const std::string& type, const std::string& parent, const std::string& child, const std::string& x) {
    return "<joint name='" + parent + "-" + child + "' type='" + type + "'><parent link='" + parent +
           "'/><child link='" + child + "'/><origin xyz='" + x + " 0 0'/><axis xyz='0 1 0'/></joint>\n";
}

// A chain of balls at 0, 1, 2, 3 and 4 tenths of a metre. Beside neighbours, a and c overlap, b and e, and d is wholly in b. d and tip are one
// body.
RobotFile chain() {
    return RobotFile::fromText("<robot name='chain'>\n" + ball("a", "0.15") + ball("b", "0.25") + ball("c", "0.08") +
                                   ball("d", "0.02") + ball("e", "0.08") + ball("tip", "0.02") +
                                   joint("continuous", "a", "b", "0.1") + joint("continuous", "b", "c", "0.1") +
                                   joint("continuous", "c", "d", "0.1") + joint("continuous", "d", "e", "0.1") +
                                   joint("fixed", "d", "tip", "1") + "</robot>",
                               "chain.urdf");
}

std::set<LinkPair> touching(RobotModel& model) {
    State state = model.realize();
    model.system.realize(state, Stage::Dynamics);
    std::set<LinkPair> pairs;
    for (const ContactRecord& record : model.contact->getContactRecords(state))
        pairs.insert({model.surfaces.getName(record.a), model.surfaces.getName(record.b)});
    return pairs;
}

// The pairs that overlap in the default pose, by name.
std::set<LinkPair> overlapping(RobotModel& model) {
    const State state = model.realize();
    model.system.realize(state, Stage::Position);
    std::set<LinkPair> pairs;
    for (const auto& [a, b] : model.surfaces.findOverlaps(state))
        pairs.insert({model.surfaces.getName(a), model.surfaces.getName(b)});
    return pairs;
}

// Links that overlap are excluded and listed, also if one is wholly inside the other; the floor and other links keep their contacts.
TEST(RobotCollisions, ExcludesOverlaps) {
    RobotModel model(chain());
    model.addContact(-0.05);
    State state = model.realize();
    EXPECT_THROW(model.system.realize(state, Stage::Dynamics), std::runtime_error); // d in b
    state = model.realize();
    const std::vector<LinkPair> expected{{"a", "c"}, {"b", "d"}, {"b", "e"}};
    EXPECT_EQ(model.robot.excludeOverlaps(state, model.surfaces), expected);
    EXPECT_EQ(touching(model), (std::set<LinkPair>{{"floor", "b/0"}, {"floor", "c/0"}, {"floor", "e/0"}}));
    EXPECT_TRUE(model.robot.excludeOverlaps(model.realize(), model.surfaces).empty());
}

// The pose of the State decides: a chain that folds back overlaps more.
TEST(RobotCollisions, OverlapsAreThoseOfTheState) {
    RobotModel model(chain());
    model.addContact(-3);
    State state = model.realize();
    model.robot.setJointPositions(state, {0, 2, 0, 0});
    EXPECT_EQ(model.robot.excludeOverlaps(state, model.surfaces),
              (std::vector<LinkPair>{{"a", "c"}, {"a", "e"}, {"b", "d"}, {"b", "e"}}));
}

// Only the robot's own links are excluded: two robots in one place keep their contacts with each other.
TEST(RobotCollisions, OverlapsOfTwoRobotsStay) {
    RobotModel model(chain());
    Robot second(model.matter, model.forces, chain(), RobotOptions().setBasePose(Vec3(0, 0.3, 0)));
    model.robot.addCollisions(model.surfaces, "first:");
    second.addCollisions(model.surfaces, "second:");
    const State state = model.realize();
    model.robot.excludeOverlaps(state, model.surfaces);
    const std::set<LinkPair> left = overlapping(model);
    EXPECT_EQ(left.count({"first:b/0", "second:b/0"}), 1u);
    EXPECT_EQ(left.count({"first:a/0", "first:c/0"}), 0u);
    EXPECT_EQ(left.count({"second:a/0", "second:c/0"}), 1u);
}

// Without surfaces, or with the surfaces of another robot, there is nothing to exclude.
TEST(RobotCollisions, NeedTheirSurfaces) {
    RobotModel model(chain()), other(RobotFile::fromText("<robot name='o'>" + ball("o", "0.1") + "</robot>", "o.urdf"));
    State state = model.realize();
    expectMessage<std::logic_error>([&] { model.robot.excludeOverlaps(state, model.surfaces); }, {"addCollisions()"});
    model.addContact();
    other.addContact();
    state = model.realize();
    expectMessage<std::invalid_argument>([&] { model.robot.excludeOverlaps(state, other.surfaces); },
                                         {"excludeOverlaps()", "'a/0'"});
}

// An SRDF file excludes the links that it names, one by one: of links that are one body, the other one keeps its contacts.
TEST(RobotCollisions, ReadsSrdf) {
    const Folder folder;
    const std::string path = folder.write("chain.srdf", "<?xml version='1.0'?>\n<robot name='chain'>\n"
                                                        "  <group name='arm'><chain base_link='a' tip_link='e'/></group>\n"
                                                        "  <disable_collisions link1='c' link2='a' reason='Default'/>\n"
                                                        "  <disable_collisions link1='b' link2='tip' reason='Never'/>\n"
                                                        "</robot>\n");
    RobotModel model(chain());
    model.addContact(-3);
    EXPECT_EQ(model.robot.excludeCollisions(model.surfaces, path), (std::vector<LinkPair>{{"a", "c"}, {"b", "tip"}}));
    EXPECT_EQ(overlapping(model), (std::set<LinkPair>{{"b/0", "d/0"}, {"b/0", "e/0"}}));
}

// A link without default collisions has only those that are enabled.
TEST(RobotCollisions, ReadsDefaultsOfSrdf) {
    const Folder folder;
    const std::string path = folder.write("chain.srdf", "<robot name='chain'><disable_default_collisions link='e'/>"
                                                        "<enable_collisions link1='e' link2='b'/></robot>");
    RobotModel model(chain());
    model.addContact(-3);
    EXPECT_EQ(model.robot.excludeCollisions(model.surfaces, path),
              (std::vector<LinkPair>{{"a", "e"}, {"c", "e"}, {"d", "e"}, {"e", "tip"}}));
}

// A file that is no SRDF, and links that do not exist, are errors with the file and the line, and exclude nothing.
TEST(RobotCollisions, RejectsBadSrdf) {
    const Folder folder;
    RobotModel model(chain());
    model.addContact(-3);
    const auto expectFault = [&](const std::string& text, const std::vector<std::string>& parts) {
        const std::string path = folder.write("bad.srdf", text);
        expectMessage<std::invalid_argument>([&] { model.robot.excludeCollisions(model.surfaces, path); }, parts);
    };
    expectFault("<robot name='chain'>\n<disable_collisions link1='a' link2='c'/>\n<disable_collisions link1='a' link2='nose'/>\n"
                "</robot>",
                {"bad.srdf', line 3", "link2 = 'nose'", "chain.urdf"});
    expectFault("<robot name='chain'>\n<disable_collisions link1='a'/></robot>", {"line 2", "no link2"});
    expectFault("<robot name='chain'>\n<disable_collisions link1='a' link2='a'/></robot>", {"line 2", "'a' twice"});
    expectFault("<robot name='chain'>\n<disable_collisions link1='a'", {"bad.srdf', line 2", "no XML"});
    expectFault("<sdf/>", {"line 1", "<robot>"});
    expectFault("<robot name='chain'>\n<link name='a'/></robot>", {"URDF"});
    expectMessage<std::invalid_argument>(
        [&] { model.robot.excludeCollisions(model.surfaces, folder / "none.srdf"); }, {"none.srdf", "cannot be read"});
    EXPECT_EQ(overlapping(model).size(), 3u);
}

} // namespace
} // namespace test_robot_collisions
