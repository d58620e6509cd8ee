#include "XmlRobot.h"

#include <tinyxml2.h>

#include <cmath>
#include <functional>
#include <locale>
#include <random>
#include <set>
#include <sstream>
#include <stdexcept>

using namespace SimTK;
using tinyxml2::XMLElement;

namespace {

Mat33 turn(int axis, Real angle) {
    const int i = (axis + 1) % 3, j = (axis + 2) % 3;
    Mat33 R(1);
    R(i, i) = R(j, j) = std::cos(angle);
    R(j, i) = std::sin(angle);
    R(i, j) = -R(j, i);
    return R;
}

// Rodrigues' formula.
Mat33 turnAbout(const Vec3& axis, Real angle) {
    const Mat33 K = crossMat(axis);
    return Mat33(1) + std::sin(angle) * K + (1 - std::cos(angle)) * (K * K);
}

Transform toTransform(const Mat33& R, const Vec3& p) { return {Rotation(R, true), p}; }

std::vector<Real> numbersOf(const XMLElement* element, const char* attribute, std::vector<Real> otherwise) {
    const char* text = element ? element->Attribute(attribute) : nullptr;
    if (!text) return otherwise;
    std::istringstream in(text);
    in.imbue(std::locale::classic());
    for (Real& number : otherwise)
        if (!(in >> number)) throw std::runtime_error(std::string(attribute) + " = '" + text + "'");
    return otherwise;
}
Real numberOf(const XMLElement* element, const char* attribute, Real otherwise = 0) {
    return numbersOf(element, attribute, {otherwise})[0];
}
std::string textOf(const XMLElement* element, const char* attribute) {
    const char* text = element ? element->Attribute(attribute) : nullptr;
    return text ? text : "";
}

Transform originOf(const XMLElement* element) {
    const XMLElement* origin = element->FirstChildElement("origin");
    const std::vector<Real> xyz = numbersOf(origin, "xyz", {0, 0, 0}), rpy = numbersOf(origin, "rpy", {0, 0, 0});
    return toTransform(turn(2, rpy[2]) * turn(1, rpy[1]) * turn(0, rpy[0]), Vec3(xyz[0], xyz[1], xyz[2]));
}

Mat33 pointMass(Real mass, const Vec3& p) { return mass * (dot(p, p) * Mat33(1) - p * ~p); }

// Jacobi's rotations: inertia = axes * diagonal * ~axes. Each is at most an eighth of a turn, without which they need not converge.
void diagonalize(Mat33& inertia, Mat33& axes) {
    axes = Mat33(1);
    for (int sweep = 0; sweep < 30; ++sweep)
        for (int axis = 0; axis < 3; ++axis) {
            const int i = (axis + 1) % 3, j = (axis + 2) % 3;
            if (inertia(i, j) == 0) continue;
            const Real difference = inertia(i, i) - inertia(j, j);
            const Real angle = difference == 0 ? Pi / 4 : 0.5 * std::atan(2 * inertia(i, j) / difference);
            const Mat33 R = turn(axis, angle);
            inertia = ~R * inertia * R;
            axes = axes * R;
        }
}

Mat33 correct(const Mat33& inertia) {
    Mat33 diagonal = inertia, axes;
    diagonalize(diagonal, axes);
    int greatest = 0;
    for (int i = 1; i < 3; ++i)
        if (diagonal(i, i) > diagonal(greatest, greatest)) greatest = i;
    Real &a = diagonal((greatest + 1) % 3, (greatest + 1) % 3), &b = diagonal((greatest + 2) % 3, (greatest + 2) % 3);
    const Real c = std::max(diagonal(greatest, greatest), Real(0));
    if (a >= 0 && b >= 0 && c <= a + b) return inertia;
    a = std::max(a, Real(0));
    b = std::max(b, Real(0));
    const Real missing = std::max(c - a - b, Real(0));
    a += missing / 2;
    b += missing / 2;
    Mat33 principal(0);
    for (int i = 0; i < 3; ++i) principal(i, i) = i == greatest ? c : diagonal(i, i);
    return axes * principal * ~axes;
}

} // namespace

XmlRobot::XmlRobot(const std::string& path) {
    tinyxml2::XMLDocument document;
    if (document.LoadFile(path.c_str()) != tinyxml2::XML_SUCCESS) throw std::runtime_error(document.ErrorStr());
    const XMLElement* robot = document.FirstChildElement("robot");
    if (!robot) throw std::runtime_error("there is no <robot>");

    std::map<std::string, const XMLElement*> linkOfName;
    std::map<std::string, std::vector<const XMLElement*>> jointsFrom;
    std::set<std::string> children;
    for (auto* e = robot->FirstChildElement("link"); e; e = e->NextSiblingElement("link"))
        linkOfName[textOf(e, "name")] = e;
    for (auto* e = robot->FirstChildElement("joint"); e; e = e->NextSiblingElement("joint")) {
        jointsFrom[textOf(e->FirstChildElement("parent"), "link")].push_back(e);
        children.insert(textOf(e->FirstChildElement("child"), "link"));
    }
    std::string root;
    for (auto* e = robot->FirstChildElement("link"); e; e = e->NextSiblingElement("link"))
        if (!children.count(textOf(e, "name"))) root = textOf(e, "name");

    const std::function<void(const std::string&, int)> addLink = [&](const std::string& name, int joint) {
        const auto found = linkOfName.find(name);
        if (found == linkOfName.end()) throw std::runtime_error("there is no link '" + name + "'");
        const XMLElement* element = found->second;
        Link link;
        link.name = name;
        link.parentJoint = joint;
        if (const XMLElement* inertial = element->FirstChildElement("inertial")) {
            const XMLElement* i = inertial->FirstChildElement("inertia");
            link.hasInertial = true;
            link.mass = numberOf(inertial->FirstChildElement("mass"), "value");
            link.X_LI = originOf(inertial);
            const Real xy = numberOf(i, "ixy"), xz = numberOf(i, "ixz"), yz = numberOf(i, "iyz");
            link.inertia = Mat33(numberOf(i, "ixx"), xy, xz, xy, numberOf(i, "iyy"), yz, xz, yz, numberOf(i, "izz"));
        }
        for (auto* e = element->FirstChildElement("collision"); e; e = e->NextSiblingElement("collision"))
            link.collisions.push_back(originOf(e));
        for (const char* shape : {"visual", "collision"})
            for (auto* e = element->FirstChildElement(shape); e; e = e->NextSiblingElement(shape)) {
                const XMLElement* geometry = e->FirstChildElement("geometry");
                if (const XMLElement* mesh = geometry ? geometry->FirstChildElement("mesh") : nullptr)
                    meshes.push_back(textOf(mesh, "filename"));
            }
        const int index = int(links.size());
        links.push_back(link);
        if (joint >= 0) joints[std::size_t(joint)].childLink = index;
        for (const XMLElement* e : jointsFrom[name]) {
            Joint next;
            next.name = textOf(e, "name");
            next.type = textOf(e, "type");
            next.parentLink = index;
            next.X_PJ = originOf(e);
            const std::vector<Real> axis = numbersOf(e->FirstChildElement("axis"), "xyz", {1, 0, 0});
            const Vec3 direction(axis[0], axis[1], axis[2]);
            if (next.type != "fixed" && next.type != "floating") next.axis = direction / direction.norm();
            if (const XMLElement* limit = e->FirstChildElement("limit")) {
                next.hasLimit = true;
                next.lower = numberOf(limit, "lower");
                next.upper = numberOf(limit, "upper");
                next.effort = numberOf(limit, "effort");
                next.velocity = numberOf(limit, "velocity");
            }
            next.damping = numberOf(e->FirstChildElement("dynamics"), "damping");
            next.friction = numberOf(e->FirstChildElement("dynamics"), "friction");
            const XMLElement* mimic = e->FirstChildElement("mimic");
            next.mimicked = textOf(mimic, "joint");
            next.multiplier = numberOf(mimic, "multiplier", 1);
            next.offset = numberOf(mimic, "offset");
            next.firstCoordinate = int(coordinates.size());
            next.numCoordinates = next.type == "fixed"      ? 0
                                  : next.type == "planar"   ? 2
                                  : next.type == "floating" ? 6
                                                            : 1;
            for (int i = 0; i < next.numCoordinates; ++i)
                coordinates.push_back(next.name + (next.numCoordinates > 1 ? "/" + std::to_string(i) : ""));
            const int number = int(joints.size());
            joints.push_back(next);
            addLink(textOf(e->FirstChildElement("child"), "link"), number);
        }
    };
    addLink(root, -1);
    if (links.size() != linkOfName.size()) throw std::runtime_error("not all links are behind '" + root + "'");
}

Real XmlRobot::getTotalMass() const {
    Real sum = 0;
    for (const Link& link : links) sum += link.mass;
    return sum;
}

int XmlRobot::countJoints(const std::string& type) const {
    int count = 0;
    for (const Joint& joint : joints) count += joint.type == type;
    return count;
}

std::vector<XmlRobot::Body> XmlRobot::findLinks() const {
    std::vector<Body> bodies;
    for (std::size_t l = 0; l < links.size(); ++l) {
        const Mat33& R = links[l].X_LI.R().asMat33();
        bodies.push_back({int(l), links[l].mass, links[l].X_LI.p(), R * links[l].inertia * ~R});
    }
    return bodies;
}

std::vector<XmlRobot::Body> XmlRobot::findBodies(bool keepsFixedJoints, bool corrects) const {
    std::vector<Body> bodies;
    std::vector<std::size_t> bodyOf;
    std::vector<Transform> X_BL;
    const std::vector<Body> parts = findLinks();
    for (std::size_t l = 0; l < links.size(); ++l) {
        const Joint* joint = l ? &joints[l - 1] : nullptr;
        if (!joint || joint->type != "fixed" || keepsFixedJoints) {
            bodyOf.push_back(bodies.size());
            X_BL.push_back(Transform());
            bodies.push_back(parts[l]);
            continue;
        }
        const std::size_t parent = std::size_t(joint->parentLink);
        bodyOf.push_back(bodyOf[parent]);
        X_BL.push_back(X_BL[parent] * joint->X_PJ);
        Body& body = bodies[bodyOf[l]];
        const Mat33& R = X_BL[l].R().asMat33();
        const Vec3 center = X_BL[l] * parts[l].center, before = body.center;
        const Real sum = body.mass + parts[l].mass;
        body.center = sum > 0 ? (body.mass * before + parts[l].mass * center) / sum : Vec3(0);
        body.inertia = body.inertia + pointMass(body.mass, before - body.center) + R * parts[l].inertia * ~R +
                       pointMass(parts[l].mass, center - body.center);
        body.mass = sum;
    }
    if (!corrects) return bodies;
    for (Body& body : bodies)
        if (body.mass > 0) body.inertia = correct(body.inertia);
    return bodies;
}

void XmlRobot::follow(RobotPose& pose) const {
    std::map<std::string, const Joint*> byName;
    for (const Joint& joint : joints) byName[joint.name] = &joint;
    const std::function<void(const Joint&)> set = [&](const Joint& joint) {
        const auto leader = byName.find(joint.mimicked);
        if (joint.numCoordinates != 1 || leader == byName.end()) return;
        set(*leader->second);
        const std::size_t from = std::size_t(leader->second->firstCoordinate), to = std::size_t(joint.firstCoordinate);
        pose.q[to] = joint.multiplier * pose.q[from] + joint.offset;
        pose.u[to] = joint.multiplier * pose.u[from];
    };
    for (const Joint& joint : joints) set(joint);
}

RobotPose XmlRobot::makePose(unsigned seed) const {
    std::mt19937 random(seed);
    std::uniform_real_distribution<Real> numbers(-2, 2);
    RobotPose pose;
    for (std::size_t i = 0; i < coordinates.size(); ++i) {
        pose.q.push_back(numbers(random));
        pose.u.push_back(numbers(random));
    }
    follow(pose);
    return pose;
}

Transform XmlRobot::poseOf(const Joint& joint, const RobotPose& pose) {
    const Real* q = &pose.q[std::size_t(joint.firstCoordinate)];
    const Vec3 turned(q[0], q[1], q[2]);
    const Real angle = turned.norm();
    return toTransform(angle > 0 ? turnAbout(turned / angle, angle) : Mat33(1), Vec3(q[3], q[4], q[5]));
}

RobotNumbers XmlRobot::calc(const std::vector<Body>& bodies, const RobotPose& pose, RobotScales* scales) const {
    // Effect of one coordinate on all links behind it: a rotation about a point, or a displacement.
    struct Column {
        int u;
        Vec3 w, v, point;
        Vec3 at(const Vec3& p) const { return v + w % (p - point); }
    };
    struct Motion { // of a link, with accelerations at constant speeds
        Vec3 w = Vec3(0), b = Vec3(0), a = Vec3(0);
    };
    const int n = int(coordinates.size());
    const Vec3 g(0, 0, -9.81);
    std::vector<Transform> X(links.size());
    std::vector<std::vector<Column>> columns(links.size());
    std::vector<Motion> motions(links.size());
    for (std::size_t j = 0; j < joints.size(); ++j) {
        const Joint& joint = joints[j];
        const std::size_t parent = std::size_t(joint.parentLink), child = std::size_t(joint.childLink);
        const Transform X_GJ = X[parent] * joint.X_PJ;
        const Mat33& R = X_GJ.R().asMat33();
        const auto q = [&](int i) { return pose.q[std::size_t(joint.firstCoordinate + i)]; };
        columns[child] = columns[parent];
        std::vector<Column> own;
        if (joint.type == "revolute" || joint.type == "continuous") {
            X[child] = toTransform(R * turnAbout(joint.axis, q(0)), X_GJ.p());
            own = {{0, R * joint.axis, Vec3(0), X_GJ.p()}};
        } else if (joint.type == "prismatic") {
            X[child] = toTransform(R, X_GJ * (q(0) * joint.axis));
            own = {{0, Vec3(0), R * joint.axis, Vec3(0)}};
        } else if (joint.type == "planar") {
            // x and y, turned by the smallest rotation that takes z to the normal; to -z, that is half a turn about x.
            const Mat33 K = crossMat(Vec3(0, 0, 1) % joint.axis);
            Mat33 toPlane = Mat33(1) + K + K * K / (1 + joint.axis[2]);
            if (joint.axis[2] == -1) toPlane = Mat33(1, 0, 0, 0, -1, 0, 0, 0, -1);
            X[child] = toTransform(R, X_GJ * (toPlane * Vec3(q(0), q(1), 0)));
            own = {{0, Vec3(0), R * toPlane.col(0), Vec3(0)}, {1, Vec3(0), R * toPlane.col(1), Vec3(0)}};
        } else if (joint.type == "floating") {
            X[child] = X_GJ * poseOf(joint, pose);
            for (int i = 0; i < 6; ++i)
                own.push_back(
                    {i, i < 3 ? Vec3(R.col(i)) : Vec3(0), i < 3 ? Vec3(0) : Vec3(R.col(i - 3)), X[child].p()});
        } else {
            X[child] = X_GJ;
        }
        Vec3 w(0), v(0); // relative to the parent, with axes that are fixed in it
        for (Column& column : own) {
            column.u += joint.firstCoordinate;
            w += column.w * pose.u[std::size_t(column.u)];
            v += column.v * pose.u[std::size_t(column.u)];
            columns[child].push_back(column);
        }
        const Motion& m = motions[parent];
        const Vec3 r = X[child].p() - X[parent].p();
        motions[child].w = m.w + w;
        motions[child].b = m.b + m.w % w;
        motions[child].a = m.a + m.b % r + m.w % (m.w % r) + 2 * (m.w % v);
    }

    RobotScales ownScales;
    RobotScales& scale = scales ? *scales : ownScales;
    scale = RobotScales();
    for (const Transform& frame : X) scale.length = std::max(scale.length, (frame.p() - X[0].p()).norm());
    for (const Body& body : bodies)
        if (body.mass > 0)
            scale.length = std::max(scale.length, (X[std::size_t(body.link)] * body.center - X[0].p()).norm());
    if (scale.length == 0) scale.length = 1;
    scale.gravity.resize(std::size_t(n), 0);
    scale.bias.resize(std::size_t(n), 0);

    RobotNumbers found;
    found.frames = X;
    found.mass = Matrix(n, n, Real(0));
    found.gravity = Vector(n, Real(0));
    found.bias = Vector(n, Real(0));
    for (const Body& body : bodies) {
        const std::size_t l = std::size_t(body.link);
        const Mat33& R = X[l].R().asMat33();
        const Mat33 inertia = R * body.inertia * ~R;
        const Vec3 center = X[l] * body.center, arm = center - X[l].p();
        const Motion& m = motions[l];
        const Vec3 force = body.mass * (m.a + m.b % arm + m.w % (m.w % arm) - g);
        const Vec3 torque = inertia * m.b + m.w % (inertia * m.w);
        for (const Column& i : columns[l]) {
            const Vec3 moved = i.at(center);
            for (const Column& k : columns[l])
                found.mass(i.u, k.u) += body.mass * dot(moved, k.at(center)) + dot(i.w, inertia * k.w);
            found.gravity[i.u] -= body.mass * dot(moved, g);
            found.bias[i.u] += dot(moved, force) + dot(i.w, torque);
            const Real reach = i.v.norm() + i.w.norm() * scale.length;
            scale.gravity[std::size_t(i.u)] += body.mass * g.norm() * reach;
            scale.bias[std::size_t(i.u)] += force.norm() * reach + i.w.norm() * torque.norm();
        }
    }
    for (int i = 0; i < n; ++i) scale.mass.push_back(std::sqrt(found.mass(i, i)));
    return found;
}
