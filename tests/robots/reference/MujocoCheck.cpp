#include "MujocoCheck.h"

#include "MujocoRobot.h"
#include "RobotCheck.h"

#include <exception>
#include <memory>

using namespace SimTK;
using namespace simbodydem;

MujocoCheck::MujocoCheck(const std::string& path, int numPoses) {
    try {
        const RobotFile file(path, RobotFileOptions().setAllowMissingMeshes().setAllowUnknownMimics().setInertiaCheck(
                                       InertiaCheck::Warning));
        const XmlRobot xml(path);
        BuiltRobot built(file, xml, true);
        std::unique_ptr<MujocoRobot> other;
        try {
            other = std::make_unique<MujocoRobot>(path, xml);
        } catch (const std::exception&) {
            other = std::make_unique<MujocoRobot>(path, xml, true);
            isBalanced = true;
        }
        const std::vector<XmlRobot::Body> bodies = other->findLinks();
        for (int i = 1; i <= numPoses; ++i) {
            const RobotPose pose = xml.makePose(unsigned(i));
            RobotScales scales;
            const RobotNumbers ofMujoco = other->calc(pose), recursion = xml.calc(bodies, pose, &scales);
            inertia.add(recursion, ofMujoco, scales);
            RobotNumbers found = built.calc(pose);
            if (isBalanced) {
                found.mass = ofMujoco.mass;
                found.bias = ofMujoco.bias;
            }
            robot.add(found, ofMujoco, scales);
            lackingFrames = 0;
            for (std::size_t l = 0; l < ofMujoco.frames.size(); ++l) lackingFrames += !ofMujoco.hasFrame(l);
        }
    } catch (const std::exception& fault) {
        error = fault.what();
    }
}
