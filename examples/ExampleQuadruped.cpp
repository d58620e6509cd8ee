// A quadruped of a URDF file stands, is pushed, and trots 5 m over a generated terrain by an open-loop gait. Each line is one simulated
// second: the CPU time that it took, and how far a foot slipped in a stance. With --gait force the gait measures the forces of the feet: a
// foot lifts once it bears nothing, and slips less. --replay FILE records the run as a page, --step 0.002 takes steps of this fixed length,
// --accuracy 1e-3 sets the accuracy of other steps, --stand only stands for a minute, and --stand 600 for ten. --ground soil is level sandy
// loam, which keeps its footprints; --ground sand is level dry sand, which does not.

#include <Simbody.h>

#include <simbodydem/ContactIntegrator.h>
#include <simbodydem/ContactRecord.h>
#include <simbodydem/ContactSurfaces.h>
#include <simbodydem/NamedForces.h>
#include <simbodydem/ReplayRecorder.h>
#include <simbodydem/Sand.h>
#include <simbodydem/Soil.h>
#include <simbodydem/SurfaceMaterial.h>
#include <simbodydem/robots.h>
#include <simbodydem/shapes/HalfSpace.h>
#include <simbodydem/shapes/Terrain.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <string>
#include <vector>

using namespace SimTK;
using namespace simbodydem;

const std::array<std::string, 4> legs = {"fl", "fr", "rl", "rr"};
const Real thigh = 0.2, shank = 0.2, footRadius = 0.02, weight = 12 * 9.81; // of the file [m], [N]
const Real height = 0.28;                             // of the hips above the centres of the feet [m]
const Real stiffness = 150, damping = 3;              // of the servos [N m/rad], [N m s/rad]
const Real period = 0.3, stance = 0.6;                // of the gait [s]; part of it in which a foot stands [-]
const Real speed = 0.42, lift = 0.06;                 // of the trot [m/s]; of a foot in its swing phase [m]
const Real startOfTrot = 3, timeOfPush = 1.5;         // [s]
const Real timeOfFullSpeed = 6;                       // [s]
const Real impulseOfPush = 3;                         // sideways [N s]
const Real controlPeriod = 0.01, timeOfReplay = 0.02; // [s]
const Real controlPeriodOfForces = 0.0025;            // of the gait that measures them [s]
const Real leastLoad = 1;                             // that a foot bears in a stance [N]

// Bumps of 6 mm, and level ground around the start.
Real heightOfGround(Real x, Real y) {
    const Real away = clamp(0., (x - 0.6) / 0.5, 1.);
    return 0.003 * stepUp(away) * (std::sin(5 * x) * std::cos(4 * y) + std::sin(3 * x + 2 * y));
}

// Returns the angles of hip and knee that put the foot at (x, -below) from the hip.
Vec2 solveLeg(Real x, Real below) {
    const Real distance = std::min(std::hypot(x, below), thigh + shank - 1e-3);
    const Real bend = std::acos((square(distance) - square(thigh) - square(shank)) / (2 * thigh * shank));
    return {bend / 2 - std::atan2(x, below), -bend}; // thigh and shank are equally long
}

// The trot begins on the spot and speeds up: this fraction of its lift, and this speed [m/s].
Real liftingAt(Real time) { return stepUp(clamp(0., (time - startOfTrot) / 0.5, 1.)); }
Real speedAt(Real time) { return speed * stepUp(clamp(0., (time - startOfTrot - 0.5) / 2, 1.)); }

// Diagonal legs move together. A foot stands from phase 0 to the phase `stance`, and is in its swing phase from there to 1.
Real phaseOf(int leg, Real time) {
    const Real phase =
        std::max(time - startOfTrot, Real(0)) / period + (leg == 0 || leg == 3 ? 0 : 0.5) + stance / 2;
    return phase - std::floor(phase);
}
const Real overlap = stance - 0.5;      // part of the period in which all feet stand [-]
const Real reach = stance * period / 2; // distance of a foot from its hip where a stance begins, over the speed [s]

// Returns the load of a leg, as a fraction of the weight.
Real loadAt(Real time, Real phase) {
    const Real trotting = phase > stance ? 0 : 0.5 * stepUp(clamp(0., std::min(phase, stance - phase) / overlap, 1.));
    return (1 - liftingAt(time)) / 4 + liftingAt(time) * trotting;
}

// Returns the angles of a leg's abduction, hip and knee in the open loop. A standing foot moves back at the speed of the trot. A swinging foot
// lifts off and lands at this speed, so it does not scrape.
Vec3 planLeg(int leg, Real time) {
    const Real phase = phaseOf(leg, time);
    Real x = reach - phase * period, up = 0;
    if (phase > stance) {
        const Real s = (phase - stance) / (1 - stance), slope = -(1 - stance) * period; // x'(s) at both ends
        const Real cubic = s * s * (3 - 2 * s);
        x = reach * (2 * cubic - 1) + slope * (s - 3 * s * s + 2 * s * s * s);
        up = square(std::sin(Pi * s));
    }
    const Vec2 angles = solveLeg(speedAt(time) * x, height - liftingAt(time) * lift * up);
    // The load of the leg shifts the targets, so that the servo carries it without sagging.
    const Real load = weight * loadAt(time, phase);
    const Real xFoot = speedAt(time) * x, xKnee = -thigh * std::sin(angles[0]);
    return {0, angles[0] + load * xFoot / stiffness, angles[1] + load * (xFoot - xKnee) / stiffness};
}

// A trot that measures the forces of the feet. Before a foot lifts off, its force falls to zero along its own direction, so that it stays within
// the cone of friction. The foot lifts once it bears less than liftOff. It is over its place early, and lands at the speed of the ground.
class ForceGait {
public:
    // Takes the numbers of the joints of abduction, hip and knee, and of the links of the feet.
    ForceGait(const std::array<std::array<int, 3>, 4>& joints, const std::array<int, 4>& feet)
        : joints(joints), feet(feet) {}

    // Commands the next control period.
    void control(const RobotObservation& seen, RobotCommand& command) {
        for (int leg = 0; leg < 4; ++leg) {
            const auto& joint = joints[std::size_t(leg)];
            const Vec3 angles(seen.positions[std::size_t(joint[0])], seen.positions[std::size_t(joint[1])],
                              seen.positions[std::size_t(joint[2])]);
            decide(leg, seen.time, angles, ~seen.basePose.R() * seen.linkForces[std::size_t(feet[std::size_t(leg)])]);
            // Positions are those of the middle of the period, in which velocities move on.
            const Real h = controlPeriodOfForces;
            const Vec2 middle = targetAt(leg, seen.time, h / 2),
                       rate = (targetAt(leg, seen.time, h) - targetAt(leg, seen.time, 0)) / h;
            const Vec3 shift = shiftFor(legs[std::size_t(leg)].push, angles);
            const Vec3 targets = Vec3(0, middle[0], middle[1]) + shift, rates(0, rate[0], rate[1]);
            for (int j = 0; j < 3; ++j) {
                command.targets[std::size_t(joint[std::size_t(j)])] = targets[j];
                command.velocityTargets[std::size_t(joint[std::size_t(j)])] = rates[j];
            }
        }
    }

private:
    struct Leg {
        bool isSwinging = false, isUnloading = false;
        Vec3 push{0, 0, 0};         // of the ground on the foot, which the targets are shifted for [N]
        Vec3 atFirst{0, 0, 0};      // measured when unloading began [N]
        Real since = 0;             // phase when unloading began
        Real lifted = 0, lands = 0; // times [s]
        Vec2 from{0, 0};            // where the foot lifted off, from the hip [m]
    };
    static constexpr Real liftOff = 4, touchDown = 10;             // forces [N]
    static constexpr Real latestLiftOff = 0.75, earlyStance = 0.85; // phases: lift off at last; the next stance has begun early
    static constexpr Real gain = 0.5;                              // of measured forces
    static constexpr Real forward = 0.75; // part of the swing phase in which the foot overtakes the hip

    static Vec2 footAt(const Vec3& angles) {
        return {-thigh * std::sin(angles[1]) - shank * std::sin(angles[1] + angles[2]),
                -thigh * std::cos(angles[1]) - shank * std::cos(angles[1] + angles[2])};
    }
    // Returns the shift of the targets by which the servos push the foot against this force.
    static Vec3 shiftFor(const Vec3& force, const Vec3& angles) {
        const Real tilt = angles[1] + angles[2];
        const Vec2 foot = footAt(angles), ofKnee(-shank * std::sin(tilt), -shank * std::cos(tilt));
        return Vec3(-height * force[1], foot[0] * force[2] - foot[1] * force[0],
                    ofKnee[0] * force[2] - ofKnee[1] * force[0]) /
               stiffness;
    }

    // Decides whether a leg stands, unloads or is in its swing phase. The force is in the base's frame.
    void decide(int number, Real time, const Vec3& angles, const Vec3& force) {
        Leg& leg = legs[std::size_t(number)];
        const Real phase = phaseOf(number, time), swung = (time - leg.lifted) / (leg.lands - leg.lifted);
        if (leg.isSwinging && swung < 1 - 1e-9 && !(swung > 0.6 && force[2] > touchDown)) return;
        leg.isSwinging = false;
        if (time < startOfTrot || phase < stance - overlap || phase > earlyStance) {
            leg.isUnloading = false;
            leg.push = Vec3(0, 0, weight * loadAt(time, phase));
            return;
        }
        if (!leg.isUnloading) {
            leg.isUnloading = true;
            leg.push = leg.atFirst = force;
            leg.since = phase;
        }
        const Real left = 1 - clamp(0., (phase - leg.since + controlPeriodOfForces / period) / overlap, 1.);
        leg.push += gain * (left * leg.atFirst - force);
        if (!(force[2] < liftOff || phase > latestLiftOff)) return;
        leg = Leg();
        leg.isSwinging = true;
        leg.lifted = time;
        leg.lands = time + (1 - phase) * period;
        leg.from = footAt(angles);
    }

    // Returns the angles of hip and knee a time `ahead`, without the shift by the force.
    Vec2 targetAt(int number, Real time, Real ahead) const {
        const Leg& leg = legs[std::size_t(number)];
        const Real v = speedAt(time + ahead);
        if (!leg.isSwinging) {
            Real phase = phaseOf(number, time);
            if (phase > earlyStance) phase -= 1;
            return solveLeg(v * (reach - phase * period - ahead), height);
        }
        const Real all = leg.lands - leg.lifted, gone = time + ahead - leg.lifted, s = clamp(0., gone / all, 1.);
        // The foot moves forward by a cubic that begins and ends at the speed of the ground, and then moves with the ground.
        const Real way = forward * all, r = std::min(gone / way, Real(1)), cubic = r * r * (3 - 2 * r);
        const Real x = leg.from[0] * (1 - cubic) + v * (reach + all - way) * cubic - v * way * r * (1 - r) * (1 - 2 * r) -
                       v * std::max(gone - way, Real(0));
        const Real level = leg.from[1] + (-height - leg.from[1]) * s * s * (3 - 2 * s);
        return solveLeg(x, -level - liftingAt(time) * lift * square(std::sin(Pi * std::pow(s, 0.8))));
    }

    std::array<std::array<int, 3>, 4> joints;
    std::array<int, 4> feet;
    std::array<Leg, 4> legs;
};

// Measures how far a foot slides in a stance, while it bears more than leastLoad.
struct StanceSlip {
    Real path = 0, speed = 0, load = 0; // [m]; at the end of the last step [m/s], [N]
    bool wasLoaded = false;

    // Adds a step, within which load and speed are linear. A foot that bears nothing at the end has lifted off within the step, most likely
    // at once, since a dashpot ends the force of what parts.
    void add(Real step, Real newLoad, Real newSpeed) {
        const Real most = std::max(load, newLoad), least = std::min(load, newLoad);
        const Real part = newLoad == 0 || most <= leastLoad ? 0 : least >= leastLoad ? 1 : (most - leastLoad) / (most - least);
        const Real loadedSpeed = load > newLoad ? speed : newSpeed, otherSpeed = load > newLoad ? newSpeed : speed;
        path += part * step * (loadedSpeed + part / 2 * (otherSpeed - loadedSpeed));
        wasLoaded = wasLoaded || most > leastLoad;
        load = newLoad;
        speed = newSpeed;
    }
};

double processorTime() { return double(std::clock()) / CLOCKS_PER_SEC; }

int main(int argc, char** argv) {
    Real step = 0, accuracy = 1e-3, end = 19;
    bool onlyStands = false;
    std::string page, gait = "open", ground = "hard", file = SIMBODYDEM_EXAMPLE_ROBOTS "/quadruped.urdf";
    for (int i = 1; i < argc; ++i) {
        const std::string option = argv[i];
        if (option == "--stand") {
            onlyStands = true;
            end = i + 1 < argc && std::atof(argv[i + 1]) > 10 ? std::atof(argv[++i]) : 60;
        } else if (i + 1 < argc && option == "--ground" &&
                   (argv[i + 1] == std::string("hard") || argv[i + 1] == std::string("soil") ||
                    argv[i + 1] == std::string("sand"))) {
            ground = argv[++i];
        } else if (i + 1 < argc && option == "--gait" &&
                   (argv[i + 1] == std::string("open") || argv[i + 1] == std::string("force"))) {
            gait = argv[++i];
        } else if (i + 1 < argc && option == "--step") {
            step = std::atof(argv[++i]);
        } else if (i + 1 < argc && option == "--accuracy") {
            accuracy = std::atof(argv[++i]);
        } else if (i + 1 < argc && option == "--replay") {
            page = argv[++i];
        } else {
            std::fprintf(stderr,
                         "usage: %s [--replay FILE.html] [--step S] [--accuracy A] [--stand [SECONDS]] "
                         "[--gait open|force] [--ground hard|soil|sand]\n",
                         argv[0]);
            return 2;
        }
    }

    MultibodySystem system;
    SimbodyMatterSubsystem matter(system);
    matter.setShowDefaultGeometry(false);
    system.setUpDirection(ZAxis); // URDF's z is up
    GeneralForceSubsystem forces(system);
    Force::Gravity(forces, matter, -ZAxis, 9.81);

    // The robot: feet of rubber, servos with the efforts of the file as limits.
    const auto rubber =
        SurfaceMaterial().setYoungsModulus(1e7).setPoissonsRatio(0.45).setRestitution(0.2).setFriction(0.9);
    const RobotFile model(file);
    Robot robot(matter, forces, model, RobotOptions().setBase(Base::Floating).setMaterial(".*", rubber));
    ContactSurfaces surfaces(matter);
    const Transform level = HalfSpace::facing(Vec3(0, 0, 1));
    if (ground == "soil")
        surfaces.add(matter.Ground(), HalfSpace(), level, Soil::sandyLoam().setCellSize(0.004), "ground");
    else if (ground == "sand")
        surfaces.add(matter.Ground(), HalfSpace(), level, Sand::drySand().setElementSize(0.01), "ground");
    else
        surfaces.add(
            matter.Ground(),
            Terrain::fromFunction(heightOfGround, Vec2(-2, -2), Vec2(8, 2), 100, 40, Terrain::Surface::Faceted),
            Transform(), rubber, "ground");
    robot.addCollisions(surfaces);
    robot.setServo(".*", stiffness, damping);
    HertzMindlinForce contact(forces, surfaces);

    std::array<std::array<int, 3>, 4> joints{};
    for (std::size_t leg = 0; leg < 4; ++leg) {
        joints[leg] = {robot.getJoint("abduction_" + legs[leg]), robot.getJoint("hip_" + legs[leg]),
                       robot.getJoint("knee_" + legs[leg])};
    }
    const auto plan = [&](Real time, std::vector<Real>& targets) {
        for (int leg = 0; leg < 4; ++leg) {
            const Vec3 angles = planLeg(leg, onlyStands ? 0 : time);
            for (int j = 0; j < 3; ++j) targets[std::size_t(joints[std::size_t(leg)][std::size_t(j)])] = angles[j];
        }
    };
    ReplayRecorder* replay = nullptr;
    if (!page.empty()) {
        replay = new ReplayRecorder(system, page, Infinity);
        replay->showContacts(contact).follow(robot.getLink("trunk"));
        system.addEventReporter(replay); // the System deletes it
    }

    State state = system.realizeTopology();
    std::vector<Real> angles(std::size_t(robot.getNumJoints()), 0);
    plan(0, angles);
    robot.setJointPositions(state, angles);
    robot.setTargets(state, angles);
    robot.setBasePose(state, Vec3(0, 0, height + footRadius));

    ContactIntegrator integrator(system, contact);
    integrator.addJointForces(robot.getJointForces());
    integrator.setAccuracy(accuracy);
    if (step > 0) integrator.setFixedStepSize(step);
    integrator.initialize(state);

    std::array<SurfaceIndex, 4> soles;
    for (std::size_t leg = 0; leg < 4; ++leg) soles[leg] = robot.getSurfaces("foot_" + legs[leg])[0];
    const auto centres = [&](const State& now) {
        std::array<Vec3, 4> found;
        for (std::size_t leg = 0; leg < 4; ++leg) found[leg] = robot.findLinkTransform(now, "foot_" + legs[leg]).p();
        return found;
    };
    std::array<int, 4> feet{};
    for (std::size_t link = 0; link < model.getLinks().size(); ++link)
        for (std::size_t leg = 0; leg < 4; ++leg)
            if (model.getLinks()[link].name == "foot_" + legs[leg]) feet[leg] = int(link);
    ForceGait forceGait(joints, feet);
    const bool measuresForces = gait == "force" && !onlyStands;
    RobotCommand command{robot.getTargets(state), std::vector<Real>(angles.size(), 0), robot.getVelocityTargets(state)};
    std::array<StanceSlip, 4> slips;
    int numStances = 0; // of the trot at full speed
    Real sumOfSlips = 0, largestSlip = 0; // of these [m]
    std::array<Vec3, 4> stood{};
    Real worstSlip = 0, used = 0;
    int lastSteps = 0;
    bool isPushed = onlyStands;
    std::printf("   time      x      y      z  ms per s  real time   steps  slip of a stance  energy\n"
                "    [s]    [m]    [m]    [m]                [times]         [mm, at most]      [J]\n");
    const Real control = onlyStands ? 1 : measuresForces ? controlPeriodOfForces : controlPeriod;
    for (int i = 0; i * control < end - 1e-9; ++i) {
        const double start = processorTime();
        if (measuresForces) {
            forceGait.control(robot.observe(integrator.getState(), contact), command);
            robot.apply(integrator.updState(), command);
        } else if (!onlyStands) {
            plan(i * control, angles);
            robot.setTargets(integrator.updState(), angles);
        }
        if (!isPushed && i * control >= timeOfPush) {
            SpatialVec velocity = robot.getBaseVelocity(integrator.getState());
            velocity[1][1] += impulseOfPush / robot.getTotalMass();
            robot.setBaseVelocity(integrator.updState(), velocity);
            isPushed = true;
        }
        while (integrator.getTime() < (i + 1) * control) {
            integrator.takeOneStep((i + 1) * control);
            std::array<Real, 4> load{}, speed{};
            std::array<bool, 4> touches{};
            for (const ContactRecord& record : contact.getContactRecords(integrator.getState()))
                for (std::size_t leg = 0; leg < 4; ++leg) {
                    if (record.b != soles[leg]) continue;
                    touches[leg] = true;
                    load[leg] += record.normalForce.norm();
                    if (record.sliding) speed[leg] = std::max(speed[leg], record.slipVelocity.norm());
                }
            for (std::size_t leg = 0; leg < 4; ++leg) {
                slips[leg].add(integrator.getPreviousStepSize(), load[leg], speed[leg]);
                worstSlip = std::max(worstSlip, slips[leg].path);
                if (touches[leg]) continue;
                if (slips[leg].wasLoaded && integrator.getTime() > timeOfFullSpeed) {
                    ++numStances;
                    sumOfSlips += slips[leg].path;
                    largestSlip = std::max(largestSlip, slips[leg].path);
                }
                slips[leg] = StanceSlip();
            }
        }
        used += processorTime() - start;
        const State& now = integrator.getState();
        const Real time = (i + 1) * control;
        if (replay && std::fmod(time, timeOfReplay) < control / 2) replay->record(now);
        if (onlyStands && i == 9) stood = centres(now);
        if (std::abs(time - std::round(time)) > 1e-6) continue;
        const Vec3 place = robot.getBasePose(now).p();
        std::printf("%7.2f%7.3f%7.3f%7.3f%10.1f%11.1f%8d%18.4f%8.2f\n", time, place[0], place[1], place[2], 1e3 * used,
                    1 / used, integrator.getNumStepsTaken() - lastSteps, 1e3 * worstSlip, system.calcEnergy(now));
        used = worstSlip = 0;
        lastSteps = integrator.getNumStepsTaken();
    }
    if (numStances > 0)
        std::printf("%d stances from %.0f s on slip by %.4f mm, at most by %.4f mm\n%d steps, %d force evaluations\n",
                    numStances, timeOfFullSpeed, 1e3 * sumOfSlips / numStances, 1e3 * largestSlip,
                    integrator.getNumStepsTaken(), integrator.getNumRealizations());
    if (onlyStands) {
        Real creep = 0;
        const std::array<Vec3, 4> last = centres(integrator.getState());
        for (std::size_t leg = 0; leg < 4; ++leg) creep = std::max(creep, (last[leg] - stood[leg]).norm() / (end - 10));
        std::printf("feet creep by %.1e nm/s from 10 s on\n", 1e9 * creep);
    }
}
