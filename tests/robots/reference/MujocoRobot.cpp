#include "MujocoRobot.h"

#include <mujoco/mujoco.h>
#include <tinyxml2.h>

#include <cstdio>
#include <filesystem>
#include <stdexcept>
#include <unistd.h>

using namespace SimTK;
using tinyxml2::XMLElement;

struct MujocoRobot::Impl {
    std::unique_ptr<mjModel, void (*)(mjModel*)> model{nullptr, mj_deleteModel};
    std::unique_ptr<mjData, void (*)(mjData*)> data{nullptr, mj_deleteData};
    std::vector<int> q, u, bodies; // of all coordinates and links
};

namespace {

// Leaves out shapes, so that inertias are those of the file.
std::string makeCopy(const std::string& path, bool balances) {
    tinyxml2::XMLDocument document;
    if (document.LoadFile(path.c_str()) != tinyxml2::XML_SUCCESS) throw std::runtime_error(document.ErrorStr());
    XMLElement* robot = document.FirstChildElement("robot");
    if (!robot) throw std::runtime_error("there is no <robot>");
    for (XMLElement* e = robot->FirstChildElement(); e;) {
        XMLElement* next = e->NextSiblingElement();
        const std::string kind = e->Name();
        if (kind != "link" && kind != "joint") robot->DeleteChild(e);
        if (kind == "link")
            for (const char* shape : {"visual", "collision"})
                while (XMLElement* s = e->FirstChildElement(shape)) e->DeleteChild(s);
        e = next;
    }
    XMLElement* mujoco = document.NewElement("mujoco");
    XMLElement* compiler = document.NewElement("compiler");
    compiler->SetAttribute("fusestatic", "false");
    compiler->SetAttribute("balanceinertia", balances);
    compiler->SetAttribute("discardvisual", "true");
    robot->InsertFirstChild(mujoco);
    mujoco->InsertFirstChild(compiler);
    tinyxml2::XMLPrinter printer;
    document.Print(&printer);
    return printer.CStr();
}

} // namespace

MujocoRobot::MujocoRobot(const std::string& path, const XmlRobot& names, bool balances) : impl(new Impl) {
    const std::string text = makeCopy(path, balances);
    const std::string copy =
        (std::filesystem::temp_directory_path() / ("simbodydem_" + std::to_string(getpid()) + ".urdf")).string();
    if (std::FILE* file = std::fopen(copy.c_str(), "wb")) {
        std::fwrite(text.data(), 1, text.size(), file);
        std::fclose(file);
    }
    char message[1000] = "";
    impl->model.reset(mj_loadXML(copy.c_str(), nullptr, message, sizeof message));
    std::remove(copy.c_str());
    if (!impl->model) {
        std::string reason = message;
        for (char& c : reason)
            if (c == '\n') c = ' ';
        throw std::runtime_error(reason);
    }
    impl->data.reset(mj_makeData(impl->model.get()));
    for (const XmlRobot::Joint& joint : names.getJoints()) {
        if (joint.numCoordinates == 0) continue;
        const int found = mj_name2id(impl->model.get(), mjOBJ_JOINT, joint.name.c_str());
        if (found < 0 || joint.numCoordinates != 1)
            throw std::runtime_error("joint '" + joint.name + "' is " + joint.type + ", which MuJoCo has otherwise");
        impl->q.push_back(impl->model->jnt_qposadr[found]);
        impl->u.push_back(impl->model->jnt_dofadr[found]);
    }
    for (const XmlRobot::Link& link : names.getLinks())
        impl->bodies.push_back(mj_name2id(impl->model.get(), mjOBJ_BODY, link.name.c_str()));
}

MujocoRobot::~MujocoRobot() = default;

RobotNumbers MujocoRobot::calc(const RobotPose& pose) {
    const mjModel* model = impl->model.get();
    mjData* data = impl->data.get();
    const int n = int(impl->q.size());
    RobotNumbers found;
    found.mass = Matrix(n, n);
    found.gravity = Vector(n);
    found.bias = Vector(n);
    for (const bool isMoving : {false, true}) {
        for (std::size_t i = 0; i < impl->q.size(); ++i) {
            data->qpos[impl->q[i]] = pose.q[i];
            data->qvel[impl->u[i]] = isMoving ? pose.u[i] : 0;
        }
        mj_forward(model, data);
        for (int i = 0; i < n; ++i)
            (isMoving ? found.bias : found.gravity)[i] = data->qfrc_bias[impl->u[std::size_t(i)]];
    }
    std::vector<mjtNum> full(std::size_t(model->nv) * std::size_t(model->nv));
    mj_fullM(model, full.data(), data->qM);
    for (int i = 0; i < n; ++i)
        for (int j = 0; j < n; ++j)
            found.mass(i, j) = full[std::size_t(impl->u[std::size_t(i)] * model->nv + impl->u[std::size_t(j)])];
    for (const int body : impl->bodies) {
        if (body < 0) {
            found.frames.push_back(Transform(Vec3(NaN)));
            continue;
        }
        const mjtNum *p = data->xpos + 3 * body, *R = data->xmat + 9 * body;
        found.frames.push_back(
            {Rotation(Mat33(R[0], R[1], R[2], R[3], R[4], R[5], R[6], R[7], R[8]), true), Vec3(p[0], p[1], p[2])});
    }
    return found;
}

std::vector<XmlRobot::Body> MujocoRobot::findLinks() const {
    const mjModel* model = impl->model.get();
    std::vector<XmlRobot::Body> found;
    for (std::size_t l = 0; l < impl->bodies.size(); ++l) {
        const int body = impl->bodies[l];
        if (body < 0) continue; // part of the world
        const mjtNum *p = model->body_ipos + 3 * body, *I = model->body_inertia + 3 * body;
        mjtNum R[9];
        mju_quat2Mat(R, model->body_iquat + 4 * body);
        const Mat33 axes(R[0], R[1], R[2], R[3], R[4], R[5], R[6], R[7], R[8]);
        found.push_back({int(l), model->body_mass[body], Vec3(p[0], p[1], p[2]),
                         axes * Mat33(I[0], 0, 0, 0, I[1], 0, 0, 0, I[2]) * ~axes});
    }
    return found;
}

std::string MujocoRobot::getVersion() {
    const std::string number = std::to_string(mj_version()); // 222 for instance
    return number.substr(0, 1) + "." + number.substr(1, 1) + "." + number.substr(2);
}
