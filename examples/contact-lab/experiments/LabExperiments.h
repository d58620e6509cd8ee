#ifndef CONTACT_LAB_LAB_EXPERIMENTS_H
#define CONTACT_LAB_LAB_EXPERIMENTS_H

#include "Integrators.h"

#include <nlohmann/json.hpp>

#include <functional>
#include <string>
#include <vector>

namespace CLI {
class App;
}

namespace lab {

/** What every experiment takes. Each throws std::invalid_argument for bad options. */
struct LabOptions {
    LawChoice law = {};
    IntegratorChoice integrator = {};
};

/** The line of least squares through points: of what rests its slope is the creep, the standard deviation from it the integrator's own
noise. */
struct Line {
    Real slope, scatter;
};
Line fitLine(const std::vector<SimTK::Vec2>&);

/** A sphere meets a plane, or an equal sphere, without gravity. */
struct ImpactOptions : LabOptions {
    std::string target = "rigid-plane"; ///< rigid-plane, plane (of the sphere's material) or sphere
    Real radius = 0.01;                 ///< [m]
    Real density = 2500;                ///< [kg/m^3]
    Real speed = 1;                     ///< of approach [m/s]
    Real angle = 0;                     ///< from the normal [deg]
    Real spin = 0;                      ///< [rad/s], > 0 rolls towards the tangential velocity
    int samples = 1000;                 ///< over the undamped contact time
};
struct ImpactSample {
    Real overlap, normalForce; ///< [m], [N]
};
struct ImpactResult : Effort {
    Real e_n = SimTK::NaN, e_t = SimTK::NaN; ///< normal and tangential velocity, after over before; e_t is NaN at 0 deg
    Real spin = 0;                           ///< after [rad/s]
    Real contactTime = 0;                    ///< from first touch to the end of the overlap [s]
    Real maxOverlap = 0;                     ///< [m]
    Real impulse = SimTK::NaN;               ///< of the normal force on the sphere, from before to after [N s]
    Real maxNormalForce = 0, maxTangentialForce = 0; ///< [N]
    std::vector<ImpactSample> samples;
};
/** @throws std::invalid_argument if the bodies do not part */
ImpactResult runImpact(const ImpactOptions&);

/** The 5 mm sphere of alumina oxide that Chung & Ooi (2011) throw obliquely in their test 4, undamped: 380 GPa, .23, friction
.092, 4000 kg/m^3, 3.9 m/s. */
ImpactOptions aluminaSphere();
/** The linear spring that stores as much energy as Hertz's at his greatest overlap, on a rigid plane [N/m]. */
Real equalEnergyStiffness(const ImpactOptions&);

/** A three-link leg (hip of 10 kg on a vertical slider, thigh and shank of 2 kg and .4 m each, pins between them) comes down
on its foot, without gravity. Stiff enough that the impact is over before the leg has moved. */
struct LegOptions : LabOptions {
    LegOptions() : LabOptions{onMaterial(1e12, 0.3, 0.5, 0), {"rkm", 1e-8}} {}

    Real pose = 60;   ///< knee bend [deg]; 0 is a straight leg
    Real speed = 0.1; ///< of the foot [m/s]
};
struct LegResult : Effort {
    Real asked = 0, got = 0; ///< restitution of the foot along the normal [-]
    Real effectiveMass = 0;  ///< that the foot has at this pose, by Simbody's forward dynamics [kg]
};
/** @throws std::invalid_argument if the foot does not leave the ground */
LegResult runLeg(const LegOptions&);

/** A 1 kg block on four spheres is put on a slope and let go. Its feet are of rubber. */
struct InclineOptions : LabOptions {
    InclineOptions() : LabOptions{onMaterial(2e6, 0.3, 0.2, 0.45), {"rkm", 1e-5}} {}

    Real angle = 17; ///< [deg]
    Real time = 20;  ///< [s]
};
struct InclineResult : Effort {
    static constexpr Real yielded = 1e-4; ///< of the order that its feet yield before they slide [m]

    Real drift = 0;          ///< down the slope between a fifth of the time and its end [m]
    Real creep = 0;          ///< the slope of a line fitted to the place over that time [m/s]
    bool slides = false;     ///< still accelerating down the slope over that time
    Real stepsPerSecond = 0; ///< between a fifth of the time and its end
    Real cpuSeconds = 0;     ///< of the processor, from the start to the end of the time
};
InclineResult runIncline(const InclineOptions&);

/** A sphere that is put on a plane sliding, not turning, until friction makes it roll. */
struct RollOptions : LabOptions {
    RollOptions() : LabOptions{onMaterial(1e7, 0.3, 0.5, 0.3)} {}

    Real radius = 0.05;  ///< [m]
    Real density = 2500; ///< [kg/m^3]
    Real speed = 1;      ///< [m/s]
    Real time = 1;       ///< [s]
    int samples = 2000;  ///< over that time
};
struct RollSample {
    Real time, speed, surfaceSpeed; ///< [s], of the centre and of the sphere's surface against it [m/s]
};
struct RollResult : Effort {
    Real timeToRoll = SimTK::NaN; ///< until the slip falls below a 200th of the initial speed [s]; NaN if it does not
    Real speed = 0, spin = 0;     ///< at the end [m/s], [rad/s]
    Real closedFormTime = SimTK::NaN, closedFormSpeed = SimTK::NaN; ///< 2 v/(7 mu g) [s], 5/7 v [m/s]
    std::vector<RollSample> samples;
};
RollResult runRoll(const RollOptions&);

/** A sphere is held on a rigid plane at a fixed overlap and dragged to and fro along a sine, without turning. No
integrator is involved: the path is prescribed and every point of it is an accepted step. */
struct ShearOptions {
    LawChoice law = onMaterial(1e8, 0.3, 0.5, 0.3);
    Real radius = 0.01;          ///< [m]
    Real overlap = 1e-4;         ///< [m]
    Real amplitude = SimTK::NaN; ///< [m]; four times Mindlin's onset of sliding if not given
    Real peakSpeed = 0.05;       ///< [m/s]
    int cycles = 2;
};
struct ShearSample {
    Real displacement, force; ///< of the sphere [m], and on it against the first pull [N]
};
struct ShearResult {
    Real amplitude = 0, normalForce = 0; ///< [m], [N]
    Real peakForce = 0;                  ///< tangential [N]
    Real loopArea = 0;                   ///< energy taken out in the last cycle [J]
    std::vector<ShearSample> samples;
};
ShearResult runShear(const ShearOptions&);

/** A capsule of 45 g, two spheres of radius 4 mm one above the other, is pinched by two pads that slide towards each
other under a constant force each, and let go at t = 0. After MuJoCo issue 3328, where it creeps down by 50 to 2300 um/s.
All of hard rubber or plastic. */
struct PinchOptions : LabOptions {
    PinchOptions() : LabOptions{onMaterial(1e8, 0.4, 0.3, 0.7)} {}

    Real force = 12;     ///< of each pad [N]
    Real settleTime = 2; ///< before the rest is measured [s]
    Real restTime = 10;  ///< [s]
};
struct PinchResult : Effort { ///< during the rest
    Real sag = 0;             ///< downwards at the end of settling [m]
    Real creep = 0;           ///< downwards during the rest, slope of a line fitted to its height [m/s]
    Real endToEnd = 0;        ///< the same from the first to the last height [m/s]
    Real scatter = 0;         ///< standard deviation of the height from that line [m]
};
PinchResult runPinch(const PinchOptions&);

/** A block on four spheres that cannot turn is pulled over a plane by a spring whose other end moves at constant
speed: it sticks and slips by turns, since friction falls from mu_s to mu_k with slip speed. Linear stiffnesses, so the
load on every sphere is constant. */
struct StickSlip {
    StickSlip();

    LawChoice
        law; ///< of each sphere: kn 1e4 and kt 2e3 N/m, damping ratio .2, friction .4 and .25, half way at .05 m/s
    Real mass = 1, gravity = 9.81; ///< [kg], [m/s^2]
    Real pullStiffness = 100;      ///< [N/m]
    Real pullSpeed = 0.05;         ///< [m/s]
    Real time = 2;                 ///< [s]
    std::vector<Real> times = {};  ///< at which the block is looked at besides, rising [s]
};

struct StickSlipResult : Effort {
    Real position = 0, speed = 0; ///< of the block at the end [m], [m/s]
    std::vector<Real> positions;  ///< at StickSlip::times [m]
};
StickSlipResult runStickSlip(const StickSlip&, IntegratorChoice);

/** One quantity of a result. */
struct Quantity {
    std::string name, unit;
    std::string meaning; ///< as it goes on behind the unit: ", slope of a line"
    nlohmann::ordered_json value = {};
    bool isRepeatable = true; ///< not if it is another one each time, as the processor's time is
};
using Quantities = std::vector<Quantity>;

/** An experiment as the command line and studies know it. */
struct ExperimentEntry {
    std::string name, help;
    Quantities quantities; ///< what it gives, without values
    /** Adds its options. @returns what runs it with them, and throws std::invalid_argument for bad ones */
    std::function<std::function<Quantities()>(CLI::App&)> addOptions;
};

/** impact, incline, roll, leg, shear, pinch. */
const std::vector<ExperimentEntry>& listExperiments();

} // namespace lab

#endif
