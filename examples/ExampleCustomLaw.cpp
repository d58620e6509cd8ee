// Your own contact laws in your own file. A foam mat stiffens under load and stays flattened for a while. A felt sole holds
// by a spring up to a limit. A ball is thrown on the mat, bounces lower and lower and rolls away.
// ExampleCustomLaw --replay FILE records the run as a page.

#include <Simbody.h>

#include <simbodydem/ContactRecord.h>
#include <simbodydem/DEMContactForce.h>
#include <simbodydem/ReplayRecorder.h>
#include <simbodydem/SurfaceMaterial.h>
#include <simbodydem/laws/NormalLaw.h>
#include <simbodydem/laws/TangentialLaw.h>
#include <simbodydem/shapes/HalfSpace.h>

#include <algorithm>
#include <iostream>
#include <memory>
#include <string>

using namespace SimTK;
using namespace simbodydem;

// Loading follows F = k delta (1 + (delta/d)^2). Unloading from the deepest overlap so far follows a fraction of it. The
// larger the lost fraction, the less the foam rebounds. The law keeps the deepest overlap in its own history.
class Foam final : public NormalLawOf<Foam> {
public:
    Foam& setStiffness(Real k) { return assign(stiffness, k); }
    Foam& setStiffeningDepth(Real d) { return assign(depth, d); }
    Foam& setLossFraction(Real lambda) { return assign(loss, lambda); }

    NormalOutput calcForce(const NormalInput& in) const override {
        const Real deepest = std::max(in.history.get<Memory>().deepestOverlap, in.overlap);
        const Real unloaded = 1 - loss * (1 - std::pow(in.overlap / deepest, 2)); // 1 at the deepest overlap
        const Real stretch = std::pow(in.overlap / depth, 2);
        NormalOutput out;
        out.force = out.frictionalLoad = stiffness * in.overlap * (1 + stretch) * unloaded;
        out.stiffness = stiffness * (1 + 3 * stretch);
        out.history.set(Memory{deepest});
        return out;
    }

private:
    struct Memory {
        Real deepestOverlap;
    };
    ParameterTable listParameters() override {
        return {number("stiffness", stiffness, "N/m", positive), number("stiffeningDepth", depth, "m", positive),
                number("lossFraction", loss, "-", {0, 1})};
    }
    Real stiffness = 2000, depth = 0.02, loss = 0.8;
};

// F = -k xi, at most mu N. While the contact slides, the limit determines the length of the spring. The library transports
// xi with both bodies and passes it to the law. So the law only computes the force.
class Felt final : public TangentialLawOf<Felt> {
public:
    Felt& setStiffness(Real k) { return assign(stiffness, k); }
    RequiredValues getRequiredValues() const override { return {&SurfaceMaterial::staticFriction}; }

    TangentialOutput calcForce(const TangentialInput& in) const override {
        TangentialOutput out;
        out.displacement = in.displacement + in.slipIncrement;
        const Real limit = pair.staticFriction * in.normal.frictionalLoad, trial = stiffness * out.displacement.norm();
        out.sliding = trial > limit;
        if (out.sliding) out.displacement *= limit / trial;
        out.force = -stiffness * out.displacement;
        out.storedEnergy = 0.5 * stiffness * out.displacement.normSqr();
        return out;
    }

private:
    ParameterTable listParameters() override { return {number("stiffness", stiffness, "N/m", positive)}; }
    Real stiffness = 1000;
};

int main(int argc, char** argv) {
    MultibodySystem system;
    SimbodyMatterSubsystem matter(system);
    GeneralForceSubsystem forces(system);
    Force::UniformGravity(forces, matter, Vec3(0, -9.81, 0));
    GeneralContactSubsystem contacts(system);
    const ContactSetIndex set = contacts.createContactSet();
    MobilizedBody::Free ball(matter.updGround(),
                             Body::Rigid(MassProperties(0.5, Vec3(0), 0.5 * UnitInertia::sphere(0.1))));
    contacts.addBody(set, matter.updGround(), ContactGeometry::HalfSpace(), HalfSpace::floor());
    contacts.addBody(set, ball, ContactGeometry::Sphere(0.1), Vec3(0));

    DEMContactForce force(forces, contacts, set, Foam().setLossFraction(0.8), Felt().setStiffness(1000));
    SurfaceMaterial felt;
    felt.staticFriction = 0.6;
    force.setMaterialForAll(felt);

    std::unique_ptr<ReplayRecorder> replay; // there is no TimeStepper, so the loop below records the rows
    if (argc == 3 && std::string(argv[1]) == "--replay") {
        matter.setShowDefaultGeometry(false); // hides frames and centres of mass
        ball.addBodyDecoration(Vec3(0), DecorativeSphere(0.1).setColor(Orange).setOpacity(0.6));
        replay = std::make_unique<ReplayRecorder>(system, argv[2], Infinity);
        replay->showContacts(force);
    } else if (argc > 1) {
        std::cerr << "usage: " << argv[0] << " [--replay FILE]\n";
        return 2;
    }

    State state = system.realizeTopology();
    ball.setQToFitTranslation(state, Vec3(0, 0.6, 0));
    ball.setUToFitLinearVelocity(state, Vec3(1, 0, 0));
    RungeKuttaMersonIntegrator integrator(system);
    integrator.setAccuracy(1e-6);
    integrator.initialize(state);
    std::cout << "time [s]   x [m]   height above the mat [m]   spin [rad/s]   normal force [N]\n";
    for (int i = 0; i <= 600; ++i) {
        while (integrator.getTime() < 0.01 * i) integrator.stepTo(0.01 * i);
        if (replay) replay->record(integrator.getState());
        if (i % 25 != 0) continue;
        const State& s = integrator.getState();
        system.realize(s, Stage::Dynamics);
        Real load = 0;
        for (const ContactRecord& r : force.getContactRecords(s)) load += r.normalForce.norm();
        std::cout << s.getTime() << "   " << ball.getBodyOriginLocation(s)[0] << "   "
                  << ball.getBodyOriginLocation(s)[1] - 0.1 << "   " << ball.getBodyAngularVelocity(s)[2] << "   "
                  << load << "\n";
    }
}
