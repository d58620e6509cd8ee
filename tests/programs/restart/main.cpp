// A brick tumbles for 2 s, in one run or in two processes that pass the State in a file.

#include <Simbody.h>

#include <simbodydem/NamedForces.h>
#include <simbodydem/shapes/HalfSpace.h>

#include <cmath>
#include <fstream>
#include <iomanip>
#include <iostream>
#include <string>

using namespace SimTK;
using namespace simbodydem;

namespace {

struct TumblingBrick {
    MultibodySystem system;
    SimbodyMatterSubsystem matter{system};
    GeneralForceSubsystem forces{system};
    GeneralContactSubsystem contacts{system};
    ContactSetIndex set = contacts.createContactSet();
    MobilizedBody::Free body{matter.updGround(),
                             Body::Rigid(MassProperties(1, Vec3(0), UnitInertia::brick(Vec3(.1, .05, .1))))};
    HertzMindlinForce force{forces, contacts, set};

    TumblingBrick() {
        Force::UniformGravity(forces, matter, Vec3(1, -9.81, 0.5));
        contacts.addBody(set, matter.Ground(), ContactGeometry::HalfSpace(), HalfSpace::floor());
        for (int i = 0; i < 8; ++i)
            contacts.addBody(set, body, ContactGeometry::Sphere(0.02),
                             Vec3(i & 1 ? .1 : -.1, i & 2 ? .05 : -.05, i & 4 ? .1 : -.1));
        force.setMaterialForAll({1e7, 0.3, 0.6, 0.5});
    }

    State start() {
        State state = system.realizeTopology();
        system.realizeModel(state);
        body.setQToFitTransform(state, Transform(Rotation(0.3, UnitVec3(1, 2, 3)), Vec3(0, 0.3, 0)));
        body.setUToFitVelocity(state, SpatialVec(Vec3(5, 3, -2), Vec3(0.7, -0.5, 0.3)));
        return state;
    }

    // Integrates with fixed steps, so that an interruption does not change the steps.
    State run(const State& from, Real time) {
        RungeKuttaMersonIntegrator integrator(system);
        integrator.setFixedStepSize(1e-4);
        integrator.initialize(from);
        while (integrator.getTime() < time) integrator.stepTo(time);
        return integrator.getState();
    }
};

void save(const TumblingBrick& brick, const State& state, const std::string& file) {
    std::ofstream out(file);
    out << std::setprecision(17) << state.getTime();
    for (int i = 0; i < state.getNQ(); ++i) out << ' ' << state.getQ()[i];
    for (int i = 0; i < state.getNU(); ++i) out << ' ' << state.getU()[i];
    out << '\n';
    brick.force.writeHistory(state, out);
}

State load(TumblingBrick& brick, const std::string& file) {
    State state = brick.start();
    std::ifstream in(file);
    Real time = NaN;
    in >> time;
    state.setTime(time);
    for (int i = 0; i < state.getNQ(); ++i) in >> state.updQ()[i];
    for (int i = 0; i < state.getNU(); ++i) in >> state.updU()[i];
    in.ignore(); // the end of the line
    brick.force.readHistory(state, in);
    return state;
}

} // namespace

// restart whole FILE: runs 1 s, writes FILE, runs to 2 s and writes FILE.end.
// restart second FILE: reads FILE, runs to 2 s and compares with FILE.end.
int main(int argc, char** argv) {
    if (argc != 3) return 2;
    const std::string file = argv[2];
    TumblingBrick brick;
    if (argv[1] == std::string("whole")) {
        const State half = brick.run(brick.start(), 1), end = brick.run(half, 2);
        save(brick, half, file);
        std::ofstream out(file + ".end");
        out << std::setprecision(17);
        for (int i = 0; i < end.getNY(); ++i) out << end.getY()[i] << '\n';
        return out ? 0 : 1;
    }
    const State end = brick.run(load(brick, file), 2);
    std::ifstream in(file + ".end");
    int wrong = 0;
    for (int i = 0; i < end.getNY(); ++i) {
        Real expected = NaN;
        in >> expected;
        if (std::abs(end.getY()[i] - expected) <= 1e-12) continue;
        std::cout << end.getY()[i] << " is not " << expected << '\n';
        ++wrong;
    }
    return wrong == 0 ? 0 : 1;
}
