// A quadruped of a URDF file stands, is pushed, and trots 5 m over a generated terrain by an open-loop gait. Each line is one simulated
// second: the CPU time that it took, and how far a foot slipped in a stance. ExampleQuadruped --replay FILE records the run as a page,
// --step 0.002 takes steps of this fixed length, --accuracy 1e-3 sets the accuracy of other steps, --stand only stands for a minute, and
// --stand 600 for ten. --ground soil is level sandy loam, which keeps its footprints; --ground sand is level dry sand, which does not.

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
const Real impulseOfPush = 3;                         // sideways [N s]
const Real controlPeriod = 0.01, timeOfReplay = 0.02; // [s]

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

// Returns the angles of a leg's abduction, hip and knee. Diagonal legs move together. A standing foot moves back at the speed of the
// trot. A swinging foot lifts off and lands at this speed, so it does not scrape.
Vec3 planLeg(int leg, Real time) {
    const Real step = stepUp(clamp(0., (time - startOfTrot) / 0.5, 1.)); // in place at first
    const Real ramp = stepUp(clamp(0., (time - startOfTrot - 0.5) / 2, 1.));
    Real phase = std::max(time - startOfTrot, Real(0)) / period + (leg == 0 || leg == 3 ? 0 : 0.5) + stance / 2;
    phase -= std::floor(phase);
    const Real reach = stance * period / 2; // over the speed [s]
    Real x = reach - phase * period, up = 0;
    if (phase > stance) {
        const Real s = (phase - stance) / (1 - stance), slope = -(1 - stance) * period; // x'(s) at both ends
        const Real cubic = s * s * (3 - 2 * s);
        x = reach * (2 * cubic - 1) + slope * (s - 3 * s * s + 2 * s * s * s);
        up = square(std::sin(Pi * s));
    }
    const Vec2 angles = solveLeg(ramp * speed * x, height - step * lift * up);
    // The load of the leg shifts the targets, so that the servo carries it without sagging.
    const Real overlap = stance - 0.5;
    const Real trotLoad = phase > stance ? 0 : 0.5 * stepUp(clamp(0., std::min(phase, stance - phase) / overlap, 1.));
    const Real load = weight * ((1 - step) / 4 + step * trotLoad);
    const Real xFoot = ramp * speed * x, xKnee = -thigh * std::sin(angles[0]);
    return {0, angles[0] + load * xFoot / stiffness, angles[1] + load * (xFoot - xKnee) / stiffness};
}

double processorTime() { return double(std::clock()) / CLOCKS_PER_SEC; }

int main(int argc, char** argv) {
    Real step = 0, accuracy = 1e-3, end = 19;
    bool onlyStands = false;
    std::string page, ground = "hard", file = SIMBODYDEM_EXAMPLE_ROBOTS "/quadruped.urdf";
    for (int i = 1; i < argc; ++i) {
        const std::string option = argv[i];
        if (option == "--stand") {
            onlyStands = true;
            end = i + 1 < argc && std::atof(argv[i + 1]) > 10 ? std::atof(argv[++i]) : 60;
        } else if (i + 1 < argc && option == "--ground" &&
                   (argv[i + 1] == std::string("hard") || argv[i + 1] == std::string("soil") ||
                    argv[i + 1] == std::string("sand"))) {
            ground = argv[++i];
        } else if (i + 1 < argc && option == "--step") {
            step = std::atof(argv[++i]);
        } else if (i + 1 < argc && option == "--accuracy") {
            accuracy = std::atof(argv[++i]);
        } else if (i + 1 < argc && option == "--replay") {
            page = argv[++i];
        } else {
            std::fprintf(stderr,
                         "usage: %s [--replay FILE.html] [--step S] [--accuracy A] [--stand [SECONDS]] "
                         "[--ground hard|soil|sand]\n",
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
    std::array<Real, 4> slip{}; // of the present stance [m]
    std::array<Vec3, 4> stood{};
    Real worstSlip = 0, used = 0;
    int lastSteps = 0;
    bool isPushed = onlyStands;
    std::printf("   time      x      y      z  ms per s  real time   steps  slip of a stance  energy\n"
                "    [s]    [m]    [m]    [m]                [times]         [mm, at most]      [J]\n");
    const Real control = onlyStands ? 1 : controlPeriod;
    for (int i = 0; i * control < end - 1e-9; ++i) {
        const double start = processorTime();
        plan(i * control, angles);
        if (!onlyStands) robot.setTargets(integrator.updState(), angles);
        if (!isPushed && i * control >= timeOfPush) {
            SpatialVec velocity = robot.getBaseVelocity(integrator.getState());
            velocity[1][1] += impulseOfPush / robot.getTotalMass();
            robot.setBaseVelocity(integrator.updState(), velocity);
            isPushed = true;
        }
        while (integrator.getTime() < (i + 1) * control) {
            integrator.takeOneStep((i + 1) * control);
            std::array<bool, 4> touches{};
            for (const ContactRecord& record : contact.getContactRecords(integrator.getState()))
                for (std::size_t leg = 0; leg < 4; ++leg) {
                    if (record.b != soles[leg]) continue;
                    touches[leg] = true;
                    if (record.sliding) slip[leg] += record.slipVelocity.norm() * integrator.getPreviousStepSize();
                }
            for (std::size_t leg = 0; leg < 4; ++leg) {
                if (!touches[leg]) slip[leg] = 0;
                worstSlip = std::max(worstSlip, slip[leg]);
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
    if (onlyStands) {
        Real creep = 0;
        const std::array<Vec3, 4> last = centres(integrator.getState());
        for (std::size_t leg = 0; leg < 4; ++leg) creep = std::max(creep, (last[leg] - stood[leg]).norm() / (end - 10));
        std::printf("feet creep by %.1e nm/s from 10 s on\n", 1e9 * creep);
    }
}
