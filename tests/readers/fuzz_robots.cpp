// Feeds the readers of robots: URDF, MJCF and SRDF.

#include "Reader.h"

#include "robots/SrdfFile.h"

#include "simbodydem/robots.h"

#include "Simbody.h"

#include <cmath>

namespace fuzz {

namespace {

using namespace simbodydem;

void checkRobot(const RobotFile& file) {
    expect(file.getNumLinks() >= 1 && file.getNumJoints() == file.getNumLinks() - 1, "links and joints are no tree");
    for (const RobotLink& link : file.getLinks()) {
        expect(link.mass >= 0 && std::isfinite(link.mass), "the mass of " + link.name + " is not finite");
        expect(link.X_LI.p().isFinite() && SimTK::isFinite(link.X_LI.R().asMat33().norm()),
               "the frame of " + link.name + " is not finite");
        const SimTK::MassProperties mass = link.getMassProperties();
        expect(mass.getInertia().isFinite(), "the inertia of " + link.name + " is not finite");
    }
    for (const RobotJoint& joint : file.getJoints()) {
        expect(joint.X_PJ.p().isFinite() && SimTK::isFinite(joint.X_PJ.R().asMat33().norm()),
               "the frame of " + joint.name + " is not finite");
        expect(std::abs(joint.axis.norm() - 1) < 1e-9, "the axis of " + joint.name + " has no length of 1");
        expect(joint.damping >= 0 && std::isfinite(joint.damping) && joint.friction >= 0 &&
                   std::isfinite(joint.friction),
               "the damping or friction of " + joint.name + " is not finite");
        expect(!joint.limits || joint.limits->lower <= joint.limits->upper,
               "the limits of " + joint.name + " are exchanged");
        expect(joint.parentLink >= 0 && joint.parentLink < joint.childLink && joint.childLink < file.getNumLinks(),
               "the links of " + joint.name + " are in the wrong order");
    }
    expect(!file.toText().empty(), "the table is empty");
}

// Makes the bodies, joints and contacts of a robot that has been read.
void buildRobot(const RobotFile& file) {
    SimTK::MultibodySystem system;
    SimTK::SimbodyMatterSubsystem matter(system);
    SimTK::GeneralForceSubsystem forces(system);
    ContactSurfaces surfaces(matter);
    isRead("", [&] {
        Robot robot(matter, forces, file);
        robot.addCollisions(surfaces);
        SimTK::State state = system.realizeTopology();
        system.realize(state, SimTK::Stage::Position);
    });
}

void readRobot(const std::string& name, std::string_view bytes) {
    RobotFileOptions options;
    options.setAllowMissingMeshes();
    RobotFile* file = nullptr;
    isRead(name, [&] { file = new RobotFile(RobotFile::fromText(std::string(bytes), inFile(name, bytes), options)); });
    const std::unique_ptr<RobotFile> owner(file);
    if (!file) return;
    checkRobot(*file);
    if (file->getNumLinks() <= 8) buildRobot(*file);
}

void readSrdf(std::string_view bytes) {
    static const RobotFile robot =
        RobotFile::fromText("<robot name='r'><link name='a'/><link name='b'/><link name='c'/>"
                            "<joint name='ab' type='fixed'><parent link='a'/><child link='b'/></joint>"
                            "<joint name='bc' type='fixed'><parent link='b'/><child link='c'/></joint></robot>",
                            "robot.urdf");
    const std::string path = inFile("fuzz.srdf", bytes);
    isRead("fuzz.srdf", [&] {
        for (const auto& [one, other] : readDisabledCollisions(path, robot))
            expect(one >= 0 && one < other && other < robot.getNumLinks(), "a pair of links does not exist");
    });
}

const AddReader urdf({"urdf",
                      [](std::string_view bytes) { readRobot("fuzz.urdf", bytes); },
                      {"<robot name=\"r\">",
                       "</robot>",
                       "<link name=\"a\">",
                       "<link name=\"b\"/>",
                       "</link>",
                       "<joint name=\"j\" type=\"revolute\">",
                       "</joint>",
                       "<parent link=\"a\"/>",
                       "<child link=\"b\"/>",
                       "<origin xyz=\"0 0 0\" rpy=\"0 0 0\"/>",
                       "<axis xyz=\"0 0 1\"/>",
                       "<limit lower=\"-1\" upper=\"1\" effort=\"1\" velocity=\"1\"/>",
                       "<mimic joint=\"j\" multiplier=\"2\" offset=\"1\"/>",
                       "<inertial>",
                       "<mass value=\"1\"/>",
                       "<inertia ixx=\"1\" ixy=\"0\" ixz=\"0\" iyy=\"1\" iyz=\"0\" izz=\"1\"/>",
                       "<collision>",
                       "<visual>",
                       "<geometry>",
                       "<box size=\"1 1 1\"/>",
                       "<sphere radius=\"1\"/>",
                       "<cylinder radius=\"1\" length=\"1\"/>",
                       "<mesh filename=\"a.stl\" scale=\"1 1 1\"/>",
                       "<material name=\"m\">",
                       "<color rgba=\"1 1 1 1\"/>",
                       "<dynamics damping=\"1\" friction=\"1\"/>",
                       "<safety_controller k_velocity=\"1\"/>",
                       "continuous",
                       "prismatic",
                       "floating",
                       "planar",
                       "fixed",
                       "1e308",
                       "-1e308",
                       "1e-308",
                       "nan"}});
const AddReader mjcf({"mjcf",
                      [](std::string_view bytes) { readRobot("fuzz.xml", bytes); },
                      {"<mujoco model=\"m\">",
                       "</mujoco>",
                       "<worldbody>",
                       "<body name=\"a\" pos=\"0 0 0\" quat=\"1 0 0 0\">",
                       "</body>",
                       "<joint name=\"j\" type=\"hinge\" axis=\"0 0 1\" range=\"-1 1\"/>",
                       "<freejoint/>",
                       "<inertial mass=\"1\" pos=\"0 0 0\"",
                       "diaginertia=\"1 1 1\"",
                       "fullinertia=\"1 1 1 0 0 0\"",
                       "<geom type=\"box\" size=\"1 1 1\"/>",
                       "<geom type=\"capsule\" fromto=\"0 0 0 0 0 1\" size=\"1\"/>",
                       "<compiler angle=\"radian\" autolimits=\"true\"/>",
                       "<default class=\"c\">",
                       "class=\"c\"",
                       "childclass=\"c\"",
                       "<actuator>",
                       "<motor joint=\"j\" gear=\"1\"/>",
                       "<position joint=\"j\" kp=\"1\"/>",
                       "<contact>",
                       "<exclude body1=\"a\" body2=\"b\"/>",
                       "<include file=\"fuzz.xml\"/>",
                       "<asset>",
                       "<mesh name=\"m\" file=\"a.stl\"/>",
                       "euler=\"1 1 1\"",
                       "axisangle=\"1 0 0 1\"",
                       "slide",
                       "ball",
                       "1e308",
                       "-1e308",
                       "1e-308",
                       "nan",
                       "density=\"1e308\"",
                       "armature=\"1\"",
                       "<equality>"}});
const AddReader srdf({"srdf",
                      readSrdf,
                      {"<robot name=\"r\">", "</robot>", "<disable_collisions link1=\"a\" link2=\"b\"/>",
                       "<enable_collisions", "<disable_default_collisions link=\"c\"/>", "<link", "<joint", "<!--",
                       "-->", "<![CDATA["}});

} // namespace

} // namespace fuzz
