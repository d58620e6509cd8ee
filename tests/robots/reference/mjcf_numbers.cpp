// Prints a robot of an MJCF, SDF or URDF file in random poses as JSON: frames, mass matrix and bias forces. compare_with_mujoco.py and
// compare_with_drake.py read it.
// usage: mjcf_numbers FILE [NUMBER_OF_POSES]

#include "../RobotModel.h"

#include <cstdio>
#include <cstdlib>
#include <exception>
#include <iostream>
#include <random>
#include <stdexcept>
#include <string>
#include <vector>

using namespace SimTK;
using namespace simbodydem;

namespace {

std::string inJson(const std::string& text) {
    std::string result = "\"";
    for (const char c : text) {
        if (c == '"' || c == '\\') result += '\\';
        result += c == '\n' ? ' ' : c;
    }
    return result + "\"";
}

std::string numberText(Real number) {
    char text[40];
    std::snprintf(text, sizeof text, "%.17g", number);
    return text;
}

template <class Numbers> std::string listOf(const Numbers& numbers, int count) {
    std::string text = "[";
    for (int i = 0; i < count; ++i) text += (i ? "," : "") + numberText(numbers[i]);
    return text + "]";
}

void printPose(RobotModel& model, State& state, unsigned seed) {
    const RobotFile& file = model.robot.getFile();
    std::mt19937 random(seed);
    std::uniform_real_distribution<Real> between(-1, 1);
    for (int i = 0; i < state.getNQ(); ++i) state.updQ()[i] = between(random);
    for (int i = 0; i < state.getNU(); ++i) state.updU()[i] = between(random);
    model.system.realize(state, Stage::Dynamics);
    std::string dofs, separator;
    for (MobilizedBodyIndex b(1); b < model.matter.getNumBodies(); ++b) {
        const MobilizedBody& body = model.matter.getMobilizedBody(b);
        if (body.getNumU(state) == 0) continue;
        if (body.getNumU(state) == 1) {
            for (int j = 0; j < model.robot.getNumJoints(); ++j)
                if (model.robot.getJointBody(j).getMobilizedBodyIndex() == b)
                    dofs += separator + "{\"joint\":" + inJson(model.robot.getJointName(j)) +
                            ",\"q\":" + numberText(body.getOneQ(state, 0)) +
                            ",\"u\":" + numberText(body.getOneU(state, 0)) + "}";
        } else if (body.getNumU(state) == 3) {
            std::string joint;
            for (const RobotJoint& j : file.getJoints())
                if (model.robot.getLink(file.getLinks()[std::size_t(j.childLink)].name).getMobilizedBodyIndex() == b && joint.empty())
                    joint = j.name;
            const Vec3 w = body.getMobilizerVelocity(state)[0];
            dofs += separator + "{\"ball\":" + inJson(joint) +
                    ",\"quat\":" + listOf(body.getMobilizerTransform(state).R().convertRotationToQuaternion(), 4) +
                    ",\"w\":" + listOf(w, 3) + "}";
        } else {
            const Transform& X = body.getBodyTransform(state);
            const SpatialVec& V = body.getBodyVelocity(state);
            std::string link;
            for (const RobotLink& l : file.getLinks())
                if (link.empty() && model.robot.getLink(l.name).getMobilizedBodyIndex() == b) link = l.name;
            dofs += separator + "{\"body\":" + inJson(link) + ",\"p\":" + listOf(X.p(), 3) +
                    ",\"quat\":" + listOf(X.R().convertRotationToQuaternion(), 4) + ",\"w\":" + listOf(V[0], 3) +
                    ",\"v\":" + listOf(V[1], 3) + "}";
        }
        separator = ",";
    }
    std::string frames;
    for (const RobotLink& link : file.getLinks()) {
        const Transform X = model.robot.findLinkTransform(state, link.name);
        const Mat33& R = X.R().asMat33();
        frames += (frames.empty() ? "" : ",") + inJson(link.name) + ":[" + listOf(X.p(), 3);
        for (int i = 0; i < 3; ++i) frames += "," + listOf(R[i], 3);
        frames += "]";
    }
    Matrix mass;
    model.matter.calcM(state, mass);
    Vector bias;
    model.matter.calcResidualForceIgnoringConstraints(state, Vector(), model.gravity.getBodyForces(state), Vector(),
                                                      bias);
    std::cout << "{\"dofs\":[" << dofs << "],\n\"frames\":{" << frames << "},\n\"mass\":[";
    for (int i = 0; i < mass.nrow(); ++i) std::cout << (i ? ",\n" : "") << listOf(mass[i], mass.ncol());
    std::cout << "],\n\"bias\":" << listOf(bias, bias.size()) << "}";
}

// Reads a file with as few options as it needs.
RobotFile readFile(const std::string& path, std::string& needs) {
    RobotFileOptions options;
    try {
        return RobotFile(path);
    } catch (const std::invalid_argument&) {
        needs = "setAllowMissingMeshes()";
    }
    try {
        return RobotFile(path, options.setAllowMissingMeshes());
    } catch (const std::invalid_argument&) {
        needs = "setAllowUnreadParts()";
    }
    try {
        return RobotFile(path, options.setAllowUnreadParts());
    } catch (const std::invalid_argument&) {
        needs = "setInertiaCheck()";
    }
    return RobotFile(path, options.setInertiaCheck(InertiaCheck::Warning));
}

} // namespace

int main(int argc, char** argv) {
    if (argc < 2) {
        std::cerr << "usage: mjcf_numbers FILE [NUMBER_OF_POSES]\n";
        return 2;
    }
    try {
        std::string needs;
        const RobotFile file = readFile(argv[1], needs);
        RobotOptions options;
        options.setDrawVisuals(false);
        for (const RobotJoint& joint : file.getJoints()) // rotors are bodies of their own, which the mass matrix would show
            if (joint.armature > 0) {
                options.setArmature(".*", 0);
                break;
            }
        RobotModel model(file, options);
        State state = model.realize();
        std::size_t collisions = 0;
        for (const RobotLink& link : file.getLinks()) collisions += link.collisions.size();
        std::cout << "{\"links\":" << file.getNumLinks() << ",\"coordinates\":" << model.robot.getNumJoints()
                  << ",\"floating\":" << (file.isFloating() ? "true" : "false")
                  << ",\"mass\":" << numberText(model.robot.getTotalMass()) << ",\"collisions\":" << collisions
                  << ",\"actuators\":" << file.getActuators().size() << ",\"ignored\":" << file.getIgnored().size()
                  << ",\"missing\":" << file.getMissingMeshes().size() << ",\"needs\":" << inJson(needs)
                  << ",\"warnings\":[";
        std::string separator;
        for (const std::string& warning : file.getWarnings()) {
            std::cout << separator << inJson(warning);
            separator = ",\n";
        }
        std::cout << "],\n\"poses\":[";
        const int numPoses = argc > 2 ? std::atoi(argv[2]) : 5;
        for (int i = 0; i < numPoses; ++i) {
            if (i) std::cout << ",\n";
            printPose(model, state, unsigned(i) + 1);
        }
        std::cout << "]}\n";
    } catch (const std::exception& fault) {
        std::cerr << fault.what() << '\n';
        return 1;
    }
}
