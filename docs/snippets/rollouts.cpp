// Throws a ball onto a floor at many speeds, in as many threads as there are processors, and prints how far it rolls in a second.
#include <simbodydem/simbodydem.h>

#include <cstdio>
#include <memory>
#include <vector>

using namespace SimTK;
using namespace simbodydem;

namespace {

// model begins
struct Throw { // one for each thread
    MultibodySystem system;
    SimbodyMatterSubsystem matter{system};
    GeneralForceSubsystem forces{system};
    Force::Gravity gravity{forces, matter, -YAxis, 9.81};
    MobilizedBody::Free ball{matter.Ground(), Body::Rigid(MassProperties(1, Vec3(0), UnitInertia::sphere(0.05)))};
    ContactSurfaces surfaces{matter};
    std::unique_ptr<HertzMindlinForce> contact;
    std::unique_ptr<ContactIntegrator> integrator;
    State start;

    Throw() {
        const auto rubber =
            SurfaceMaterial().setYoungsModulus(1e7).setPoissonsRatio(0.45).setRestitution(0.5).setFriction(0.8);
        surfaces.add(matter.Ground(), HalfSpace(), HalfSpace::floor(), rubber);
        surfaces.add(ball, Sphere(0.05), Transform(), rubber);
        contact = std::make_unique<HertzMindlinForce>(forces, surfaces);
        integrator = std::make_unique<ContactIntegrator>(system, *contact);
        integrator->setFixedStepSize(0.002);
        start = system.realizeTopology();
        ball.setQToFitTranslation(start, Vec3(0, 0.1, 0));
    }
    double run(int number) { // the number alone decides
        State state = start;
        ball.setUToFitLinearVelocity(state, Vec3(0.1 * number, -1, 0));
        integrator->initialize(state);
        integrator->stepTo(1);
        return ball.getBodyOriginLocation(integrator->getState())[0];
    }
};
// model ends

} // namespace

int main() {
    // rollouts begins
    const std::vector<double> distances = runRollouts([] { return std::make_unique<Throw>(); }, 100);
    // rollouts ends
    for (std::size_t i = 0; i < distances.size(); i += 20)
        std::printf("%4.1f m/s: %.3f m\n", 0.1 * double(i), distances[i]);
}
