// SPDX-License-Identifier: Apache-2.0
#include "robots/UrdfSchema.h"

#include "robots/Numbers.h"

#include <algorithm>
#include <climits>
#include <string_view>
#include <utility>

namespace simbodydem {

namespace {

enum class Kind { Text, Name, Number, Numbers };
enum class Range { Any, NotNegative, Positive, NotZero, Fraction };

struct AttributeRule {
    std::string_view name;
    Kind kind = Kind::Text;
    bool isRequired = false;
    const char* unit = "";
    Range range = Range::Any;
    std::size_t count = 1; // of numbers
};

struct ElementRule {
    struct Child {
        const ElementRule* rule;
        int min, max;
    };
    std::string_view name;
    std::vector<AttributeRule> attributes;
    std::vector<Child> children;
    std::vector<std::string_view> ignored; // known elements that are not used
    bool hasOneOfItsChildren = false;
};

constexpr int any = INT_MAX;
constexpr bool required = true, optional = false;

// The elements of URDF; https://wiki.ros.org/urdf/XML has the same with words.
const ElementRule& robotRule() {
    static const ElementRule origin{
        "origin",
        {{"xyz", Kind::Numbers, optional, "m", Range::Any, 3}, {"rpy", Kind::Numbers, optional, "rad", Range::Any, 3}},
        {},
        {}};
    static const ElementRule mass{"mass", {{"value", Kind::Number, required, "kg", Range::NotNegative}}, {}, {}};
    static const ElementRule inertia{"inertia",
                                     {{"ixx", Kind::Number, required, "kg m^2"},
                                      {"ixy", Kind::Number, required, "kg m^2"},
                                      {"ixz", Kind::Number, required, "kg m^2"},
                                      {"iyy", Kind::Number, required, "kg m^2"},
                                      {"iyz", Kind::Number, required, "kg m^2"},
                                      {"izz", Kind::Number, required, "kg m^2"}},
                                     {},
                                     {}};
    static const ElementRule inertial{"inertial", {}, {{&origin, 0, 1}, {&mass, 1, 1}, {&inertia, 1, 1}}, {}};

    static const ElementRule box{"box", {{"size", Kind::Numbers, required, "m", Range::Positive, 3}}, {}, {}};
    static const ElementRule sphere{"sphere", {{"radius", Kind::Number, required, "m", Range::Positive}}, {}, {}};
    static const ElementRule cylinder{"cylinder",
                                      {{"radius", Kind::Number, required, "m", Range::Positive},
                                       {"length", Kind::Number, required, "m", Range::Positive}},
                                      {},
                                      {}};
    static const ElementRule capsule{"capsule",
                                     {{"radius", Kind::Number, required, "m", Range::Positive},
                                      {"length", Kind::Number, required, "m", Range::NotNegative}},
                                     {},
                                     {}};
    static const ElementRule mesh{
        "mesh",
        {{"filename", Kind::Name, required}, {"scale", Kind::Numbers, optional, "", Range::NotZero, 3}},
        {},
        {}};
    static const ElementRule geometry{
        "geometry", {}, {{&box, 0, 1}, {&sphere, 0, 1}, {&cylinder, 0, 1}, {&capsule, 0, 1}, {&mesh, 0, 1}}, {}, true};

    static const ElementRule color{"color", {{"rgba", Kind::Numbers, required, "", Range::Fraction, 4}}, {}, {}};
    static const ElementRule texture{"texture", {{"filename", Kind::Text}}, {}, {}};
    static const ElementRule lookOfVisual{
        "material", {{"name", Kind::Text, optional}}, {{&color, 0, 1}, {&texture, 0, 1}}, {}};
    static const ElementRule material{
        "material", {{"name", Kind::Name, required}}, {{&color, 0, 1}, {&texture, 0, 1}}, {}};

    static const ElementRule visual{
        "visual", {{"name", Kind::Text}}, {{&origin, 0, 1}, {&geometry, 1, 1}, {&lookOfVisual, 0, 1}}, {}};
    static const ElementRule collision{"collision",
                                       {{"name", Kind::Text}},
                                       {{&origin, 0, 1}, {&geometry, 1, 1}},
                                       {"verbose", "contact_coefficients", "material"}};
    static const ElementRule link{"link",
                                  {{"name", Kind::Name, required}, {"type", Kind::Text}},
                                  {{&inertial, 0, 1}, {&visual, 0, any}, {&collision, 0, any}},
                                  {"sensor", "contact", "self_collision_checking", "collision_checking"}};

    static const ElementRule parent{"parent", {{"link", Kind::Name, required}}, {}, {}};
    static const ElementRule child{"child", {{"link", Kind::Name, required}}, {}, {}};
    static const ElementRule axis{"axis", {{"xyz", Kind::Numbers, required, "", Range::Any, 3}}, {}, {}};
    static const ElementRule limit{"limit",
                                   {{"lower", Kind::Number, optional, "rad or m"},
                                    {"upper", Kind::Number, optional, "rad or m"},
                                    {"effort", Kind::Number, required, "N m or N", Range::NotNegative},
                                    {"velocity", Kind::Number, required, "rad/s or m/s", Range::NotNegative}},
                                   {},
                                   {}};
    static const ElementRule dynamics{"dynamics",
                                      {{"damping", Kind::Number, optional, "N m s/rad or N s/m", Range::NotNegative},
                                       {"friction", Kind::Number, optional, "N m or N", Range::NotNegative}},
                                      {},
                                      {}};
    static const ElementRule mimic{
        "mimic",
        {{"joint", Kind::Name, required}, {"multiplier", Kind::Number}, {"offset", Kind::Number, optional, "rad or m"}},
        {},
        {}};
    static const ElementRule safety{"safety_controller",
                                    {{"soft_lower_limit", Kind::Number, optional, "rad or m"},
                                     {"soft_upper_limit", Kind::Number, optional, "rad or m"},
                                     {"k_position", Kind::Number, optional, "1/s"},
                                     {"k_velocity", Kind::Number, required, "N m s/rad or N s/m"}},
                                    {},
                                    {}};
    static const ElementRule joint{"joint",
                                   {{"name", Kind::Name, required}, {"type", Kind::Name, required}},
                                   {{&origin, 0, 1},
                                    {&parent, 1, 1},
                                    {&child, 1, 1},
                                    {&axis, 0, 1},
                                    {&limit, 0, 1},
                                    {&dynamics, 0, 1},
                                    {&mimic, 0, 1},
                                    {&safety, 0, 1}},
                                   {"calibration", "hardwareInterface"}};
    static const ElementRule robot{"robot",
                                   {{"name", Kind::Text, required}, {"version", Kind::Text}},
                                   {{&link, 0, any}, {&joint, 0, any}, {&material, 0, any}},
                                   {"transmission", "gazebo", "sensor", "ros2_control", "mujoco", "plugin"}};
    return robot;
}

bool isOneOf(std::string_view name, const std::vector<std::string_view>& names) {
    return std::find(names.begin(), names.end(), name) != names.end();
}

// To urdfdom, numbers are apart by blanks alone.
std::string withSingleBlanks(const std::string& text) {
    std::string result;
    for (const std::string_view word : wordsOf(text)) result.append(result.empty() ? "" : " ").append(word);
    return result;
}

bool isInRange(double value, Range range) {
    switch (range) {
    case Range::Any: return true;
    case Range::NotNegative: return value >= 0;
    case Range::Positive: return value > 0;
    case Range::NotZero: return value != 0;
    case Range::Fraction: return value >= 0 && value <= 1;
    }
    return false;
}

const char* toText(Range range) {
    switch (range) {
    case Range::Any: return "finite";
    case Range::NotNegative: return ">= 0";
    case Range::Positive: return "> 0";
    case Range::NotZero: return "other than 0";
    case Range::Fraction: return "in [0, 1]";
    }
    return "";
}

// The unit of a joint's limits and dynamics follows from its type.
std::string unitOf(const AttributeRule& rule, std::string_view jointType) {
    const std::string unit = rule.unit;
    const std::size_t between = unit.find(" or ");
    if (between == std::string::npos || jointType.empty() || jointType == "planar") return unit;
    return jointType == "prismatic" ? unit.substr(between + 4) : unit.substr(0, between);
}

class SchemaCheck {
public:
    explicit SchemaCheck(Findings& findings) : findings(findings) {}

    UrdfElement check(const UrdfElement& element, const ElementRule& rule) {
        UrdfElement checked;
        checked.name = element.name;
        checked.line = element.line;
        const bool isTop = rule.name == "link" || rule.name == "joint" || rule.name == "material";
        if (isTop && owner.empty()) {
            owner = ownerOf(element);
            jointType = rule.name == "joint" ? element.valueOf("type") : "";
            checkParts(element, rule, checked);
            owner.clear();
            jointType = "";
        } else {
            checkParts(element, rule, checked);
        }
        return checked;
    }

private:
    std::string prefix() const { return owner.empty() ? "" : owner + ": "; }

    void checkParts(const UrdfElement& element, const ElementRule& rule, UrdfElement& checked) {
        checkAttributes(element, rule, checked);
        if (element.hasText) findings.warn(element.line, prefix() + "the text in <" + element.name + "> is ignored");
        std::vector<const UrdfElement*> used;
        for (const UrdfElement& child : element.children) {
            const auto hasName = [&](const ElementRule::Child& c) { return c.rule->name == child.name; };
            const auto found = std::find_if(rule.children.begin(), rule.children.end(), hasName);
            if (found == rule.children.end()) {
                checkOther(child, element, rule);
            } else if (isUnusedInJoint(child.name)) {
                if (child.name != "axis") findings.ignore(child.line, child.name, owner);
            } else {
                UrdfElement part = check(child, *found->rule);
                used.push_back(&child);
                if (child.name == "dynamics" && part.attributes.empty()) // an error to urdfdom
                    findings.warn(child.line, prefix() + "<dynamics> has neither damping nor friction; both are 0");
                else
                    checked.children.push_back(std::move(part));
            }
        }
        checkCounts(element, rule, used);
    }

    // Fixed and floating joints have no axis, but tools write it for all joints.
    bool isUnusedInJoint(std::string_view child) const {
        return (jointType == "fixed" || jointType == "floating") &&
               isOneOf(child, {"axis", "limit", "dynamics", "mimic", "safety_controller"});
    }

    void checkOther(const UrdfElement& child, const UrdfElement& parent, const ElementRule& rule) {
        if (rule.hasOneOfItsChildren) return; // it is an error, with more words
        const bool isKnown = isOneOf(child.name, rule.ignored) || child.name.find(':') != std::string::npos;
        const std::string& name = child.valueOf("name");
        const std::string& reference = child.valueOf("reference");
        findings.ignore(child.line, child.name, owner.empty() ? (name.empty() ? reference : name) : owner);
        if (!isKnown)
            findings.warn(child.line, prefix() + "<" + child.name + "> is no element of <" + parent.name +
                                          "> in URDF; it is ignored");
    }

    void checkCounts(const UrdfElement& element, const ElementRule& rule, const std::vector<const UrdfElement*>& used) {
        if (rule.hasOneOfItsChildren) {
            std::string names;
            for (const ElementRule::Child& c : rule.children)
                names += (names.empty() ? "<" : ", <") + std::string(c.rule->name) + ">";
            const bool isKnown = used.size() == element.children.size();
            if (used.size() != 1 || !isKnown)
                findings.error(element.line, prefix() + "<" + element.name + "> has " +
                                                 (element.children.size() == 1
                                                      ? "<" + element.children[0].name + ">"
                                                      : std::to_string(element.children.size()) + " elements") +
                                                 "; it must have one of " + names);
            return;
        }
        for (const ElementRule::Child& c : rule.children) {
            int count = 0;
            int line = element.line;
            for (const UrdfElement* child : used)
                if (child->name == c.rule->name) {
                    ++count;
                    line = count - 1 == c.max ? child->line : line;
                }
            if (count < c.min)
                findings.error(element.line, prefix() + "<" + element.name + "> has no <" + std::string(c.rule->name) +
                                                 ">; it must have one");
            if (count > c.max)
                findings.error(line, prefix() + "<" + element.name + "> has " + std::to_string(count) + " <" +
                                         std::string(c.rule->name) + ">; it may have one");
        }
    }

    void checkAttributes(const UrdfElement& element, const ElementRule& rule, UrdfElement& checked) {
        for (const UrdfElement::Attribute& attribute : element.attributes) {
            const auto hasName = [&](const AttributeRule& a) { return a.name == attribute.name; };
            const auto found = std::find_if(rule.attributes.begin(), rule.attributes.end(), hasName);
            if (found != rule.attributes.end()) {
                checkValue(element, attribute, *found);
                checked.attributes.push_back(attribute);
                if (found->kind == Kind::Number || found->kind == Kind::Numbers)
                    checked.attributes.back().value = withSingleBlanks(attribute.value);
            } else if (attribute.name.compare(0, 5, "xmlns") != 0) {
                findings.warn(attribute.line, prefix() + "the attribute " + attribute.name + " of <" + element.name +
                                                  "> is no part of URDF; it is ignored");
            }
        }
        for (const AttributeRule& a : rule.attributes)
            if (a.isRequired && !element.find(a.name))
                findings.error(element.line,
                               prefix() + "<" + element.name + "> has no attribute " + std::string(a.name));
    }

    void checkValue(const UrdfElement& element, const UrdfElement::Attribute& attribute, const AttributeRule& rule) {
        const std::string unit = unitOf(rule, jointType);
        const std::string what = prefix() + attribute.name + " of <" + element.name + "> = ";
        const auto inUnit = [&](const std::string& text) { return text + (unit.empty() ? "" : " " + unit); };
        if (attribute.value.find("${") != std::string::npos || attribute.value.find("$(") != std::string::npos) {
            findings.error(attribute.line,
                           what + nameInQuotes(attribute.value) +
                               ": this is xacro, not URDF; expand it first: xacro FILE.xacro > FILE.urdf");
            return;
        }
        const std::vector<std::string_view> words = wordsOf(attribute.value);
        if (rule.kind == Kind::Name && words.empty())
            findings.error(attribute.line, what + nameInQuotes(attribute.value) + "; it must not be empty");
        if (rule.kind == Kind::Name || rule.kind == Kind::Text) return;
        if (words.size() != rule.count) {
            const std::string wanted =
                rule.count == 1 ? "one number" : std::to_string(rule.count) + " numbers with blanks between them";
            findings.error(attribute.line, what + nameInQuotes(attribute.value) + "; it must be " + inUnit(wanted));
            return;
        }
        for (const std::string_view word : words) {
            double number = 0;
            if (!readNumber(word, number)) {
                findings.error(attribute.line, what + nameInQuotes(attribute.value) + "; " +
                                                   (words.size() > 1 ? nameInQuotes(word) : std::string("it")) +
                                                   " must be a finite number with a decimal point" +
                                                   (unit.empty() ? "" : ", in " + unit));
                return;
            }
            if (!isInRange(number, rule.range)) {
                findings.error(attribute.line, what + inUnit(attribute.value) + "; " +
                                                   (words.size() > 1 ? "each number" : "it") + " must be " +
                                                   toText(rule.range));
                return;
            }
        }
    }

    Findings& findings;
    std::string owner; // the link, joint or material that is checked; empty outside of them
    std::string jointType;
};

} // namespace

std::string ownerOf(const UrdfElement& element) { return element.name + " " + nameInQuotes(element.valueOf("name")); }

UrdfElement checkSchema(const UrdfElement& robot, Findings& findings) {
    UrdfElement checked = SchemaCheck(findings).check(robot, robotRule());
    for (auto a = checked.attributes.begin(); a != checked.attributes.end();) {
        if (a->name != "version") {
            ++a;
            continue;
        }
        if (a->value != "1.0" && a->value != "1" && !a->value.empty())
            findings.warn(a->line, "version of <robot> = " + nameInQuotes(a->value) + "; it is read as version 1.0");
        a = checked.attributes.erase(a); // urdfdom refuses others
    }
    return checked;
}

} // namespace simbodydem
