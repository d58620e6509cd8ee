// SPDX-License-Identifier: Apache-2.0
#include "robots/MjcfSchema.h"

#include "robots/Numbers.h"

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

namespace simbodydem {

namespace {

using Words = std::vector<std::string_view>;

bool contains(const Words& words, std::string_view word) {
    return std::find(words.begin(), words.end(), word) != words.end();
}

// The parts of an element. Attributes and children that are in no list are no part of MJCF.
struct Rule {
    std::string_view name; // "joint" is an element of bodies, of equalities and of others
    Words read, ignored;   // attributes
    std::vector<const Rule*> children;
    Words ignoredChildren, refusedChildren;
};

Words wordsIn(std::string_view text) { return wordsOf(text); }

// The elements of MJCF; https://mujoco.readthedocs.io/en/stable/XMLreference.html has the same with words.
const Rule& mujocoRule() {
    static const std::string_view contact = "condim priority friction solmix solref solimp margin gap";
    static const std::string contactOfGeoms =
        std::string(contact) + " user fluidshape fluidcoef fitscale surfacevel adhesion";

    static const Rule compiler{
        "compiler",
        wordsIn("angle coordinate autolimits meshdir assetdir eulerseq inertiafromgeom balanceinertia boundmass "
                "boundinertia settotalmass inertiagrouprange strippath exactmeshinertia"),
        wordsIn("discardvisual fusestatic texturedir usethread convexhull alignfree saveinertial fitaabb"),
        {},
        wordsIn("lengthrange"),
        {}};
    static const Rule option{
        "option",
        wordsIn("density viscosity wind"),
        wordsIn("timestep integrator cone jacobian solver iterations tolerance ls_iterations ls_tolerance "
                "noslip_iterations noslip_tolerance mpr_iterations mpr_tolerance ccd_iterations ccd_tolerance "
                "sdf_iterations sdf_initpoints sleep_tolerance impratio gravity magnetic o_margin o_solref o_solimp "
                "o_friction apirate actuatorgroupdisable collision"),
        {},
        wordsIn("flag"),
        {}};

    static const Rule inertial{
        "inertial", wordsIn("pos quat axisangle xyaxes zaxis euler mass diaginertia fullinertia"), {}, {}, {}, {}};
    static const Rule joint{
        "joint",
        wordsIn("name class type pos axis range limited ref damping frictionloss armature stiffness springref "
                "actuatorfrcrange actuatorfrclimited springdamper"),
        wordsIn("group solreflimit solimplimit solreffriction solimpfriction margin user actuatorgravcomp"),
        {},
        {},
        {}};
    static const Rule freejoint{"freejoint", wordsIn("name"), wordsIn("group align"), {}, {}, {}};
    static const Rule geom{"geom",
                           wordsIn("name class type contype conaffinity group size mass density shellinertia fromto "
                                   "pos quat axisangle xyaxes zaxis euler mesh material rgba hfield"),
                           wordsIn(contactOfGeoms),
                           {},
                           {},
                           wordsIn("plugin")};
    static Rule body{"body",
                     wordsIn("name pos quat axisangle xyaxes zaxis euler childclass mocap gravcomp"),
                     wordsIn("user sleep"),
                     {&inertial, &joint, &freejoint, &geom},
                     wordsIn("site camera light"),
                     wordsIn("composite flexcomp plugin attach replicate")};
    static Rule frame{"frame",
                      wordsIn("name pos quat axisangle xyaxes zaxis euler childclass"),
                      {},
                      {&inertial, &joint, &freejoint, &geom},
                      wordsIn("site camera light"),
                      wordsIn("composite flexcomp plugin attach replicate")};
    static Rule worldbody = body;
    worldbody.name = "worldbody";

    static const Rule mesh{
        "mesh",
        wordsIn("name class file scale refpos refquat inertia vertex builtin"),
        wordsIn("content_type smoothnormal maxhullvert normal texcoord face params material octree_maxdepth"),
        {},
        {},
        wordsIn("plugin")};
    static const Rule material{
        "material",
        wordsIn("name class rgba"),
        wordsIn("texture texrepeat texuniform emission specular shininess reflectance metallic roughness"),
        {},
        wordsIn("layer"),
        {}};
    static const Rule asset{
        "asset", {}, {}, {&mesh, &material}, wordsIn("texture hfield skin"), wordsIn("model plugin")};

    static const std::string drive =
        "name class joint jointinparent tendon site refsite body cranksite slidersite ctrlrange ctrllimited "
        "forcerange forcelimited gear ";
    static const std::string otherOfDrives =
        "group actlimited actrange lengthrange user cranklength dynprm actearly actdim delay nsample interp damping "
        "armature";
    static const std::string positionWords = drive + "kp kv dampratio timeconst inheritrange",
                             velocityWords = drive + "kv",
                             generalWords = drive + "dyntype gaintype biastype gainprm biasprm inheritrange";
    static const Rule position{"position", wordsIn(positionWords), wordsIn(otherOfDrives), {}, {}, {}};
    static const Rule velocity{"velocity", wordsIn(velocityWords), wordsIn(otherOfDrives), {}, {}, {}};
    static const Rule motor{"motor", wordsIn(drive), wordsIn(otherOfDrives), {}, {}, {}};
    static const Rule general{"general", wordsIn(generalWords), wordsIn(otherOfDrives), {}, {}, {}};
    static const Words otherDrives = wordsIn("intvelocity damper cylinder muscle adhesion plugin dcmotor");
    static const Rule actuator{"actuator", {}, {}, {&position, &velocity, &motor, &general}, otherDrives, {}};

    static const Rule pair{"pair",
                           wordsIn("name class geom1 geom2"),
                           wordsIn("condim friction solref solimp margin gap solreffriction"),
                           {},
                           {},
                           {}};
    static const Rule exclude{"exclude", wordsIn("name body1 body2"), {}, {}, {}, {}};
    static const Rule contacts{"contact", {}, {}, {&pair, &exclude}, {}, {}};

    static const Rule coupling{
        "joint", wordsIn("name class joint1 joint2 polycoef active"), wordsIn("solref solimp"), {}, {}, {}};
    static const Rule equality{"equality",  {}, {},
                               {&coupling}, {}, wordsIn("connect weld tendon flex flexvert flexstrain distance")};

    static Rule classRule{"default",
                          wordsIn("class"),
                          {},
                          {&joint, &geom, &mesh, &material, &pair, &position, &velocity, &motor, &general},
                          wordsIn("site camera light tendon equality intvelocity damper cylinder muscle adhesion "
                                  "plugin dcmotor"),
                          {}};
    static const Rule mujoco = [] {
        body.children.push_back(&body);
        body.children.push_back(&frame);
        frame.children = body.children;
        worldbody.children = body.children;
        classRule.children.push_back(&classRule);
        return Rule{"mujoco",
                    wordsIn("model"),
                    {},
                    {&compiler, &option, &classRule, &asset, &worldbody, &contacts, &equality, &actuator},
                    wordsIn("size visual statistic custom sensor keyframe"),
                    wordsIn("extension")};
    }();
    return mujoco;
}

// Attributes with numbers, and how many.
struct Count {
    std::string_view name;
    std::size_t min, max;
};
constexpr Count counts[] = {{"pos", 3, 3},          {"quat", 4, 4},        {"axisangle", 4, 4},
                            {"xyaxes", 6, 6},       {"zaxis", 3, 3},       {"euler", 3, 3},
                            {"mass", 1, 1},         {"diaginertia", 3, 3}, {"fullinertia", 6, 6},
                            {"axis", 3, 3},         {"range", 2, 2},       {"ref", 1, 1},
                            {"springref", 1, 1},    {"damping", 1, 3},     {"stiffness", 1, 3},
                            {"frictionloss", 1, 1}, {"armature", 1, 1},    {"contype", 1, 1},
                            {"conaffinity", 1, 1},  {"group", 1, 1},       {"size", 1, 3},
                            {"density", 1, 1},      {"fromto", 6, 6},      {"rgba", 4, 4},
                            {"scale", 3, 3},        {"refpos", 3, 3},      {"refquat", 4, 4},
                            {"ctrlrange", 2, 2},    {"forcerange", 2, 2},  {"actuatorfrcrange", 2, 2},
                            {"gear", 1, 6},         {"kp", 1, 1},          {"kv", 1, 3},
                            {"dampratio", 1, 1},    {"gainprm", 1, 10},    {"biasprm", 1, 10},
                            {"polycoef", 1, 5},     {"boundmass", 1, 1},   {"boundinertia", 1, 1},
                            {"settotalmass", 1, 1}, {"gravcomp", 1, 1},    {"inertiagrouprange", 2, 2},
                            {"viscosity", 1, 1},    {"wind", 3, 3},        {"timeconst", 1, 1},
                            {"inheritrange", 1, 1}, {"springdamper", 2, 2}};

class SchemaCheck {
public:
    explicit SchemaCheck(MjcfFindings& findings) : findings(findings) {}

    void check(const XmlElement& element, const Rule& rule) {
        for (const XmlElement::Attribute& attribute : element.attributes) checkAttribute(element, attribute, rule);
        if (element.hasText) findings.warn(element, "the text in <" + element.name + "> is ignored");
        for (const XmlElement& child : element.children) checkChild(element, child, rule);
    }

private:
    void checkChild(const XmlElement& element, const XmlElement& child, const Rule& rule) {
        for (const Rule* r : rule.children)
            if (r->name == child.name) return check(child, *r);
        if (contains(rule.ignoredChildren, child.name)) {
            findings.ignore(child, child.name);
            if (rule.name == "actuator")
                findings.warn(child, "<" + child.name +
                                         "> is no position, velocity, motor or general actuator; it drives nothing");
        } else if (contains(rule.refusedChildren, child.name)) {
            const bool isInactive = child.valueOf("active") == "false";
            if (isInactive)
                findings.ignore(child, child.name);
            else
                findings.refuse(child, "<" + child.name + "> in <" + element.name + "> is not read");
        } else if (rule.name == "mujoco" && (child.name == "tendon" || child.name == "deformable")) {
            for (const XmlElement& part : child.children) checkFlexible(part);
        } else {
            findings.warn(child, "<" + child.name + "> in <" + element.name + "> is no part of MJCF; it is ignored");
        }
    }

    // A tendon without forces of its own only measures a length, and a skin is only drawn.
    void checkFlexible(const XmlElement& part) {
        std::string forces;
        for (const char* force :
             {"stiffness", "damping", "frictionloss", "range", "limited", "armature", "actuatorfrcrange"})
            if (part.find(force) && part.valueOf(force) != "0" && part.valueOf(force) != "false")
                forces += (forces.empty() ? "" : ", ") + std::string(force);
        if (part.name == "flex") forces = "elements";
        if (forces.empty())
            findings.ignore(part, part.name);
        else
            findings.refuse(part, "<" + part.name + "> " + nameInQuotes(part.valueOf("name")) + " has " + forces +
                                      ", which is not read");
    }

    void checkAttribute(const XmlElement& element, const XmlElement::Attribute& attribute, const Rule& rule) {
        if (contains(rule.ignored, attribute.name)) {
            findings.ignore(element, attribute.line, element.name + " " + attribute.name);
            return;
        }
        if (!contains(rule.read, attribute.name)) {
            findings.warn(element, "the attribute " + attribute.name + " of <" + element.name +
                                       "> is no part of MJCF; it is ignored");
            return;
        }
        const auto count = std::find_if(std::begin(counts), std::end(counts),
                                        [&](const Count& c) { return c.name == attribute.name; });
        if (count == std::end(counts)) return;
        const std::vector<std::string_view> words = wordsOf(attribute.value);
        const std::string what = attribute.name + " of <" + element.name + "> = " + nameInQuotes(attribute.value);
        if (words.size() < count->min || words.size() > count->max) {
            findings.error(element, what + "; it must have " + std::to_string(count->min) +
                                        (count->min < count->max ? " to " + std::to_string(count->max) : "") +
                                        (count->max == 1 ? " number" : " numbers"));
            return;
        }
        for (const std::string_view word : words) {
            double number = 0;
            if (readNumber(word, number)) continue;
            findings.error(element, what + "; " + nameInQuotes(word) + " must be a finite number with a decimal point");
            return;
        }
    }

    MjcfFindings& findings;
};

} // namespace

std::string MjcfFindings::ownerOf(const XmlElement& element) {
    if (const std::string* name = element.find("name")) return element.name + " " + nameInQuotes(*name);
    if (const std::string* name = element.find("class")) return element.name + " of class " + nameInQuotes(*name);
    return "";
}

void checkMjcfSchema(const XmlElement& mujoco, MjcfFindings& findings) {
    SchemaCheck(findings).check(mujoco, mujocoRule());
}

} // namespace simbodydem
