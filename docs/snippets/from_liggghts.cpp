// Translates a LIGGGHTS deck: a ball on a floor, with model hertz, tangential history and rolling_friction epsd.

#include <simbodydem/simbodydem.h>

#include <cmath>

using namespace SimTK;
using namespace simbodydem;

int main() {
    MultibodySystem system;
    SimbodyMatterSubsystem matter(system);
    GeneralForceSubsystem forces(system);
    ContactSurfaces surfaces(matter);
    MobilizedBody::Free ball(matter.Ground(),
                             Body::Rigid(MassProperties(1.3e-3, Vec3(0), 1.3e-3 * UnitInertia::sphere(5e-3))));
    // deck begins
    const SurfaceMaterial grain = SurfaceMaterial()
                                      .setYoungsModulus(5e6)
                                      .setPoissonsRatio(0.45)
                                      .setRestitution(0.3)
                                      .setFriction(0.5)
                                      .setRollingFriction(0.1);
    surfaces.add(matter.Ground(), HalfSpace(), HalfSpace::floor(), grain, "floor");
    surfaces.add(ball, Sphere(5e-3), Transform(), grain, "ball");
    const Real beta = 0.35786; // -ln(e)/sqrt(ln^2(e) + pi^2) of e = 0.3
    DEMContactForce force(
        forces, surfaces,
        HertzNormal().setTension(Tension::Allowed).setRestitutionMeaning(RestitutionMeaning::Textbook),
        MindlinSecant().setKelvinVoigt(false).setTangentialDampingRatio(std::sqrt(5. / 6) * beta),
        EPSDRolling().setDampingRatio(std::sqrt(2. / 3) * 0.3));
    force.setEffectiveMass(EffectiveMass::TwoBody);
    // deck ends
}
