#ifndef CONTACT_LAB_LAB_EXPERIMENTS_H
#define CONTACT_LAB_LAB_EXPERIMENTS_H

#include "ExperimentOptions.h"
#include "Integrators.h"

#include <functional>
#include <string>
#include <variant>
#include <vector>

namespace lab {

/** Holds the options of every experiment. Each throws std::invalid_argument for bad options. */
struct LabOptions {
    LawChoice law = {};
    IntegratorChoice integrator = {};
};

/** Holds the line of least squares through points. For a body at rest its slope is the creep, and the standard deviation from it is the
noise of the integrator. */
struct Line {
    Real slope, scatter;
};
Line fitLine(const std::vector<SimTK::Vec2>&);

/** Throws a sphere at a plane, or at an equal sphere, without gravity. */
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
    Real time, overlap, normalForce; ///< since first contact [s], [m], [N]
};
struct ImpactResult : Effort {
    Real e_n = SimTK::NaN, e_t = SimTK::NaN; ///< normal and tangential velocity, after over before; e_t is NaN at 0 deg
    Real spin = 0;                           ///< after [rad/s]
    Real contactTime = 0;                    ///< from first contact to the end of the overlap [s]
    Real maxOverlap = 0;                     ///< [m]
    Real impulse = SimTK::NaN;               ///< of the normal force on the sphere, from before to after [N s]
    Real maxNormalForce = 0, maxTangentialForce = 0; ///< [N]
    std::vector<ImpactSample> samples;
};
/** Runs an impact. @throws std::invalid_argument if the bodies do not part */
ImpactResult runImpact(const ImpactOptions&);

/** Returns the 5 mm sphere of alumina oxide that Chung & Ooi (2011) throw obliquely in their test 4, undamped: 380 GPa, 0.23,
friction 0.092, 4000 kg/m^3, 3.9 m/s. */
ImpactOptions aluminaSphere();
/** Returns the stiffness of the linear spring that stores as much energy as Hertz's at his greatest overlap, on a rigid plane [N/m]. */
Real equalEnergyStiffness(const ImpactOptions&);

/** Lands a leg of three links on its foot, without gravity. It has a hip of 10 kg on a vertical slider, thigh and shank of 2 kg and
0.4 m each, and pins between them. The contact is so stiff that the impact is over before the leg has moved. */
struct LegOptions : LabOptions {
    LegOptions() : LabOptions{onMaterial(1e12, 0.3, 0.5, 0), {"rkm", 1e-8}} {}

    Real pose = 60;   ///< knee bend [deg]; 0 is a straight leg
    Real speed = 0.1; ///< of the foot [m/s]
};
struct LegResult : Effort {
    Real asked = 0, got = 0; ///< restitution of the foot along the normal, set and returned [-]
    Real effectiveMass = 0;  ///< of the foot at this pose, by Simbody's forward dynamics [kg]
};
/** Runs the landing. @throws std::invalid_argument if the foot does not leave the ground */
LegResult runLeg(const LegOptions&);

/** Puts a block of 1 kg on four spheres on a slope and releases it. Its feet are of rubber. */
struct InclineOptions : LabOptions {
    InclineOptions() : LabOptions{onMaterial(2e6, 0.3, 0.2, 0.45), {"rkm", 1e-5}} {}

    Real angle = 17; ///< [deg]
    Real time = 20;  ///< [s]
};
struct InclineResult : Effort {
    static constexpr Real yielded =
        1e-4; ///< of the order of the elastic displacement of its feet before they slide [m]

    Real drift = 0;          ///< down the slope between a fifth of the time and its end [m]
    Real creep = 0;          ///< slope of a line fitted to the position over that time [m/s]
    bool slides = false;     ///< still accelerating down the slope over that time
    Real stepsPerSecond = 0; ///< between a fifth of the time and its end
    Real cpuSeconds = 0;     ///< CPU time from the start to the end of the time
};
InclineResult runIncline(const InclineOptions&);

/** Puts a sphere on a plane, sliding and not turning, until friction makes it roll. */
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
    Real timeToRoll = SimTK::NaN; ///< until the slip falls below 1/200 of the initial speed [s]; NaN if it does not
    Real speed = 0, spin = 0;     ///< at the end [m/s], [rad/s]
    Real closedFormTime = SimTK::NaN, closedFormSpeed = SimTK::NaN; ///< 2 v/(7 mu g) [s], 5/7 v [m/s]
    std::vector<RollSample> samples;
};
RollResult runRoll(const RollOptions&);

/** Holds a sphere on a rigid plane at a fixed overlap and drags it back and forth along a sine, without turning. No integrator is
involved: the path is prescribed, and every point of it is an accepted step. */
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
    Real loopArea = 0;                   ///< energy dissipated in the last cycle [J]
    std::vector<ShearSample> samples;
};
ShearResult runShear(const ShearOptions&);

/** Pinches a capsule of 45 g, two spheres of radius 4 mm one above the other, and releases it at t = 0. Two pads slide towards each
other under a constant force each. The scene is that of MuJoCo issue 3328, where the capsule creeps down by 50 to 2300 um/s. All parts
are of hard rubber or plastic. */
struct PinchOptions : LabOptions {
    PinchOptions() : LabOptions{onMaterial(1e8, 0.4, 0.3, 0.7)} {}

    Real force = 12;     ///< of each pad [N]
    Real settleTime = 2; ///< before the rest is measured [s]
    Real restTime = 10;  ///< [s]
};
struct PinchResult : Effort { ///< during the rest
    Real sag = 0;             ///< downwards at the end of settling [m]
    Real creep = 0;           ///< downwards during the rest, slope of a line fitted to its height [m/s]
    Real endToEnd = 0;        ///< downwards, from the first to the last height [m/s]
    Real scatter = 0;         ///< standard deviation of the height from that line [m]
};
PinchResult runPinch(const PinchOptions&);

/** Pulls a block on four spheres, which cannot turn, over a plane by a spring. The other end of the spring moves at constant speed.
The block sticks and slips in turn, since friction falls from mu_s to mu_k with slip speed. Stiffnesses are linear, so the load on every
sphere is constant. */
struct StickSlip {
    StickSlip();

    LawChoice
        law; ///< of each sphere: kn 1e4 and kt 2e3 N/m, damping ratio 0.2, friction 0.4 and 0.25, half way at 0.05 m/s
    Real mass = 1, gravity = 9.81; ///< [kg], [m/s^2]
    Real pullStiffness = 100;      ///< [N/m]
    Real pullSpeed = 0.05;         ///< [m/s]
    Real time = 2;                 ///< [s]
    std::vector<Real> times = {};  ///< further times of the results, increasing [s]
};

struct StickSlipResult : Effort {
    Real position = 0, speed = 0; ///< of the block at the end [m], [m/s]
    std::vector<Real> positions;  ///< at StickSlip::times [m]
};
StickSlipResult runStickSlip(const StickSlip&, IntegratorChoice);

/** Holds one quantity of a result. */
struct Quantity {
    std::string name, unit;
    std::string meaning; ///< the text after the unit: ", slope of a line"
    std::variant<std::monostate, bool, int, Real> value = {};
    bool isRepeatable = true; ///< false if it differs from run to run, as CPU time does
};
using Quantities = std::vector<Quantity>;

/** Holds a quantity at all samples of a run, "overlap" in "m". */
struct SampledQuantity {
    std::string name, unit;
    std::vector<Real> values = {};
};

/** Holds the result of an experiment. */
struct ExperimentOutcome {
    Quantities quantities;
    std::vector<SampledQuantity> samples = {}; ///< all of the same length
};

/** Describes an experiment for the command line and for Python. */
struct ExperimentEntry {
    std::string name, help;
    ExperimentOutcome outcome; ///< its results, without values
    /** Adds its options. @returns a function that runs it with them, and throws std::invalid_argument for bad ones */
    std::function<std::function<ExperimentOutcome()>(ExperimentOptions&)> addOptions;
};

/** Lists the experiments impact, incline, roll, leg, shear and pinch. */
const std::vector<ExperimentEntry>& listExperiments();

} // namespace lab

#endif
