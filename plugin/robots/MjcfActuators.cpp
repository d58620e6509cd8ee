// SPDX-License-Identifier: Apache-2.0
#include "robots/MjcfActuators.h"

#include "robots/Numbers.h"

#include <algorithm>
#include <cmath>

namespace simbodydem {

namespace {

using SimTK::Real;

const std::vector<std::string> kinds{"general", "position", "velocity", "motor"};

// MuJoCo's force of an actuator is gain * control + bias[0] + bias[1] * length + bias[2] * speed. All kinds are abbreviations of it, and they
// share their defaults: <position kp="5"/> in a class sets the gain of its <general> too.
struct Affine {
    Real gain = 1, bias[3] = {0, 0, 0};
    Real dampingRatio = 0, timeConstant = 0;
    std::string dynamics = "none", gainType = "fixed", biasType = "none";

    void apply(const XmlElement& element) {
        if (element.name == "general") {
            read(element, "gainprm", &gain, 1);
            read(element, "biasprm", bias, 3);
            for (const auto& [name, text] :
                 {std::pair("dyntype", &dynamics), std::pair("gaintype", &gainType), std::pair("biastype", &biasType)})
                if (const std::string* value = element.find(name)) *text = *value;
            return;
        }
        gainType = "fixed";
        biasType = element.name == "motor" ? "none" : "affine";
        if (element.name == "position") {
            gain = numberOf(element, "kp", gain);
            bias[1] = -gain;
            if (element.find("kv")) bias[2] = -numberOf(element, "kv", 0);
            dampingRatio = numberOf(element, "dampratio", dampingRatio);
            timeConstant = numberOf(element, "timeconst", timeConstant);
        } else if (element.name == "velocity") {
            gain = numberOf(element, "kv", gain);
            bias[1] = 0;
            bias[2] = -gain;
        } else {
            gain = 1;
            bias[0] = bias[1] = bias[2] = 0;
        }
    }

private:
    static void read(const XmlElement& element, const char* attribute, Real* numbers, std::size_t most) {
        const std::string* text = element.find(attribute);
        const std::vector<double> found = text ? numbersOf(*text) : std::vector<double>();
        for (std::size_t i = 0; i < std::min(most, found.size()); ++i) numbers[i] = found[i];
    }
};

class ActuatorReader {
public:
    ActuatorReader(const MjcfDefaults& defaults, const MjcfCompiler& compiler, const std::vector<RobotJoint>& joints,
                   const std::vector<Real>& references, MjcfFindings& findings)
        : defaults(defaults), compiler(compiler), joints(joints), references(references), findings(findings) {}

    void add(const XmlElement& element, std::vector<RobotActuator>& actuators) {
        XmlElement whole = element; // with the attributes of all kinds
        Affine affine;
        const std::vector<const XmlElement*> found = defaults.find(element, kinds);
        for (const XmlElement* e : found) affine.apply(*e);
        affine.apply(element);
        for (auto e = found.rbegin(); e != found.rend(); ++e)
            for (const XmlElement::Attribute& attribute : (*e)->attributes)
                if (!whole.find(attribute.name)) whole.attributes.push_back(attribute);

        const std::string what = ownerOf(element);
        const std::string& name = whole.valueOf("joint");
        const auto joint =
            std::find_if(joints.begin(), joints.end(), [&](const RobotJoint& j) { return j.name == name; });
        if (!name.empty() && joint == joints.end()) {
            findings.error(element, what + " drives joint " + nameInQuotes(name) + ", which does not exist");
            return;
        }
        if (joint == joints.end() || !joint->hasOneCoordinate()) {
            leaveOut(element, what + " does not drive a hinge or slide joint");
            return;
        }
        if (affine.gainType != "fixed" || (affine.biasType != "none" && affine.biasType != "affine")) {
            leaveOut(element, what + " has the gaintype " + nameInQuotes(affine.gainType) + " and the biastype " +
                                  nameInQuotes(affine.biasType) + "; fixed and affine are read");
            return;
        }
        if (affine.biasType == "none") std::fill(affine.bias, affine.bias + 3, 0);
        if (affine.dynamics != "none" || affine.timeConstant > 0)
            findings.warn(element,
                          what + " filters its control; the filter is left out, so that the control acts at once");
        if (whole.find("inheritrange"))
            findings.warn(element, what + ": inheritrange is left out; the range of its control is that of ctrlrange");

        RobotActuator actuator;
        actuator.name = element.valueOf("name");
        actuator.line = element.line;
        actuator.joint = int(joint - joints.begin());
        const Real gear = numberOf(whole, "gear", 1), reference = references[std::size_t(actuator.joint)];
        if (gear == 0) {
            findings.error(element, what + " has a gear of 0");
            return;
        }
        actuator.stiffness = -affine.bias[1] * gear * gear;
        actuator.damping = -affine.bias[2] * gear * gear;
        // MuJoCo takes a positive bias of a position actuator for a ratio.
        const bool isServo = affine.bias[1] < 0 && affine.gain == -affine.bias[1];
        actuator.dampingRatio = affine.dampingRatio > 0         ? affine.dampingRatio
                                : isServo && affine.bias[2] > 0 ? affine.bias[2]
                                                                : 0;
        if (actuator.dampingRatio > 0) actuator.damping = 0;
        if (actuator.stiffness < 0 || actuator.damping < 0) {
            leaveOut(element, what + " pushes its joint away: its stiffness is " + shortText(actuator.stiffness) +
                                  " and its damping " + shortText(actuator.damping) + "; both must be >= 0");
            return;
        }
        setCommand(actuator, affine, gear, reference);
        readLimits(whole, gear, actuator);
        actuators.push_back(actuator);
    }

private:
    static std::string ownerOf(const XmlElement& element) {
        return "actuator " + nameInQuotes(element.valueOf("name"));
    }
    void leaveOut(const XmlElement& element, const std::string& why) {
        findings.ignore(element, element.name);
        findings.warn(element, why + ". It is left out");
    }

    static void setCommand(RobotActuator& actuator, const Affine& affine, Real gear, Real reference) {
        if (actuator.stiffness > 0) {
            actuator.kind = RobotActuator::Kind::Position;
            actuator.scale = affine.gain * gear / actuator.stiffness;
            actuator.offset = affine.bias[0] * gear / actuator.stiffness - reference;
        } else if (actuator.damping > 0) {
            actuator.kind = RobotActuator::Kind::Velocity;
            actuator.scale = affine.gain * gear / actuator.damping;
            actuator.offset = affine.bias[0] * gear / actuator.damping;
        } else {
            actuator.scale = affine.gain * gear;
            actuator.offset = affine.bias[0] * gear;
        }
    }

    void readLimits(const XmlElement& whole, Real gear, RobotActuator& actuator) {
        if (compiler.isLimited(whole, "ctrlrange", "ctrllimited")) {
            const std::vector<double> range = numbersOf(whole.valueOf("ctrlrange"));
            actuator.lower = range.empty() ? -SimTK::Infinity : range[0];
            actuator.upper = range.empty() ? SimTK::Infinity : range[1];
            if (actuator.lower > actuator.upper)
                findings.error(whole, ownerOf(whole) + ": ctrlrange = " + nameInQuotes(whole.valueOf("ctrlrange")) +
                                          "; the first number must be <= the second one");
        }
        if (compiler.isLimited(whole, "forcerange", "forcelimited"))
            setLimit(whole, numbersOf(whole.valueOf("forcerange")), gear, "forcerange", actuator);
        else if (actuator.kind == RobotActuator::Kind::Motor && actuator.upper < SimTK::Infinity)
            actuator.limit = std::max(std::abs(actuator.scale * actuator.lower + actuator.offset),
                                      std::abs(actuator.scale * actuator.upper + actuator.offset));
        if (actuator.limit == 0) actuator.limit = SimTK::Infinity;
    }

    void setLimit(const XmlElement& at, const std::vector<double>& range, Real gear, const char* what,
                  RobotActuator& actuator) {
        if (range.size() != 2) return;
        actuator.limit = std::abs(gear) * std::max(std::abs(range[0]), std::abs(range[1]));
        if (range[0] != -range[1])
            findings.warn(at, ownerOf(at) + ": " + what + " = " + nameInQuotes(at.valueOf(what)) +
                                  " is not symmetric; the limit is " + shortText(actuator.limit) +
                                  " in both directions");
    }

    const MjcfDefaults& defaults;
    const MjcfCompiler& compiler;
    const std::vector<RobotJoint>& joints;
    const std::vector<Real>& references;
    MjcfFindings& findings;
};

} // namespace

std::vector<RobotActuator> readActuators(const XmlElement& mujoco, const MjcfDefaults& defaults,
                                         const MjcfCompiler& compiler, const std::vector<RobotJoint>& joints,
                                         const std::vector<Real>& references, MjcfFindings& findings) {
    std::vector<RobotActuator> actuators;
    ActuatorReader reader(defaults, compiler, joints, references, findings);
    for (const XmlElement* section : mujoco.childrenOf("actuator"))
        for (const XmlElement& element : section->children)
            if (std::find(kinds.begin(), kinds.end(), element.name) != kinds.end()) reader.add(element, actuators);
    return actuators;
}

} // namespace simbodydem
