// Runs the scene of `contact-lab robot` and measures.

#include "RobotRun.h"

#include "Check.h"
#include "Stepper.h"

#include <simbodydem/ContactIntegrator.h>
#include <simbodydem/ContactRecord.h>
#include <simbodydem/ContactSurfaces.h>
#include <simbodydem/JointForces.h>
#include <simbodydem/Messages.h>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <ctime>

namespace lab {

using namespace SimTK;
using namespace simbodydem;

namespace {

constexpr Real controlPeriod = 0.01; // between two targets [s]
constexpr Real rampTime = 0.5;       // within which speeds and amplitudes grow [s]
constexpr Real rowInterval = 1;      // [s]

Real processorSeconds() { return Real(std::clock()) / CLOCKS_PER_SEC; }

// Counts events at multiples of an interval, without the rounding of sums.
class Clock {
public:
    explicit Clock(Real interval) : interval(interval) {}
    Real getNext() const { return (count + 1) * interval; }
    // Returns true once for each multiple that has been reached.
    bool isDue(Real time) {
        if (!isReached(time, getNext())) return false;
        ++count;
        return true;
    }
    static bool isReached(Real time, Real event) { return time >= event * (1 - 1e-12); }

private:
    Real interval;
    int count = 0;
};

// Keeps the warnings of the library, so that they do not stand among the rows.
class KeptWarnings {
public:
    explicit KeptWarnings(std::vector<std::string>& kept)
        : previous(setWarningHandler([&kept](const std::string& text) { kept.push_back(text); })) {}
    ~KeptWarnings() { setWarningHandler(previous); }
    KeptWarnings(const KeptWarnings&) = delete;
    KeptWarnings& operator=(const KeptWarnings&) = delete;

private:
    WarningHandler previous;
};

class RobotRunner {
public:
    RobotRunner(RobotScene& scene, const RobotChoice& choice)
        : scene(scene), choice(choice), show(choice.show, scene.model.system, scene.model.contacts) {
        show.addForces(scene.contact.get()); // null without contacts
        if (scene.isFloating()) show.follow(scene.robot.getLink(scene.robot.getFile().getRoot().name));
        start = scene.makeStart();
    }

    RobotResult run(const std::function<void()>& onStart, const std::function<void(const RobotRow&)>& onRow) {
        onStart();
        const KeptWarnings kept(result.warnings);
        const auto made = makeIntegrator();
        ContactIntegrator& integrator = *made;
        integrator.setAccuracy(choice.accuracy);
        if (!isNaN(choice.step)) integrator.setFixedStepSize(choice.step);
        for (const RobotLink& link : scene.robot.getFile().getLinks()) {
            result.links.emplace_back();
            result.links.back().link = link.name;
        }
        result.weight = 9.81 * scene.robot.getTotalMass();
        result.lastPart = choice.time / 4;
        const Real startOfLastPart = choice.time - result.lastPart;

        const auto attempt = [&](const auto& action) {
            try {
                action();
            } catch (const std::exception& fault) {
                throw GivenUp(fmt::format("the run cannot continue at t = {:.6g} s of {:g} s: {}", time, choice.time,
                                          fault.what()));
            }
        };
        attempt([&] { integrator.initialize(start); });
        result.energyAtStart = scene.model.system.calcEnergy(integrator.getState());
        const Vec3 startOfBase = scene.robot.getBasePose(integrator.getState()).p();
        show.record(integrator.getState());
        Clock rows(rowInterval), controls(scene.drives.empty() ? Infinity : controlPeriod),
            records(choice.show.isWanted() ? choice.show.interval : Infinity);
        setTargets(integrator);
        std::vector<Vec3> places; // of the links at the start of the last part
        Vec3 placeOfBase(0);
        Real used = 0;
        int stepsAtRow = 0;
        Real timeOfRow = 0;
        while (!Clock::isReached(time, choice.time)) {
            const Real next = std::min({rows.getNext(), controls.getNext(), records.getNext(), choice.time,
                                        places.empty() ? startOfLastPart : Infinity});
            while (time < next) {
                const Real began = processorSeconds();
                attempt([&] { integrator.takeOneStep(next); });
                used += processorSeconds() - began;
                time = integrator.getTime();
                if (integrator.getNumRealizations() > choice.evaluations)
                    throw GivenUp(fmt::format("--evaluations = {:g}; it must be larger: all are used at t = {:.6g} s "
                                              "of {:g} s. Or use a looser "
                                              "--accuracy, a fixed --step, or another material",
                                              choice.evaluations, time, choice.time));
                addSlip(integrator.getState(), integrator.getPreviousStepSize(), !places.empty());
            }
            const State& state = integrator.getState();
            if (places.empty() && Clock::isReached(time, startOfLastPart)) {
                places = findPlaces(state);
                placeOfBase = scene.robot.getBasePose(state).p();
            }
            if (records.isDue(time)) show.record(state);
            if (rows.isDue(time) || Clock::isReached(time, choice.time)) {
                RobotRow row = observe(state);
                row.processorTime = used / (time - timeOfRow);
                row.steps = integrator.getNumStepsTaken() - stepsAtRow;
                result.processorTime += used;
                used = 0;
                timeOfRow = time;
                stepsAtRow = integrator.getNumStepsTaken();
                result.rows.push_back(row);
                onRow(row);
            }
            if (controls.isDue(time) && !Clock::isReached(time, choice.time)) setTargets(integrator);
        }
        const State& end = integrator.getState();
        result.energyAtEnd = scene.model.system.calcEnergy(end);
        if (scene.contact) result.dissipatedByContacts = scene.contact->getDissipatedEnergy(end);
        result.steps = integrator.getNumStepsTaken();
        result.evaluations = integrator.getNumRealizations();
        result.displacement = scene.robot.getBasePose(end).p() - startOfBase;
        result.velocity = (scene.robot.getBasePose(end).p() - placeOfBase) / result.lastPart;
        const std::vector<Vec3> last = findPlaces(end);
        for (std::size_t l = 0; l < last.size(); ++l)
            result.links[l].speed = (last[l] - places[l]).norm() / result.lastPart;
        addContacts(end);
        addJoints(end);
        return result;
    }

private:
    std::unique_ptr<ContactIntegrator> makeIntegrator() const {
        const JointForces& joints = scene.robot.getJointForces();
        if (!scene.contact) return std::make_unique<ContactIntegrator>(scene.model.system, joints);
        auto integrator = std::make_unique<ContactIntegrator>(scene.model.system, *scene.contact);
        integrator->addJointForces(joints);
        return integrator;
    }

    const std::vector<ContactRecord>& getContacts(const State& state) const {
        static const std::vector<ContactRecord> none;
        return scene.contact ? scene.contact->getContactRecords(state) : none;
    }

    std::vector<Vec3> findPlaces(const State& state) const {
        std::vector<Vec3> places;
        for (const RobotLink& link : scene.robot.getFile().getLinks())
            places.push_back(scene.robot.findLinkTransform(state, link.name).p());
        return places;
    }

    RobotRow observe(const State& state) const {
        RobotRow row;
        row.time = state.getTime();
        const Transform base = scene.robot.getBasePose(state);
        row.height = base.p()[2];
        const UnitVec3 up = base.z();
        row.tilt = 180 / Pi * std::atan2(std::hypot(up[0], up[1]), up[2]);
        row.kineticEnergy = scene.model.matter.calcKineticEnergy(state);
        row.contacts = int(getContacts(state).size());
        const std::vector<Real> speeds = scene.robot.getJointVelocities(state);
        for (std::size_t i = 0; i < speeds.size(); ++i)
            if (i == 0 || std::abs(speeds[i]) > row.jointSpeed) {
                row.jointSpeed = std::abs(speeds[i]);
                row.fastestJoint = scene.joints[i].name;
            }
        return row;
    }

    // Adds the distance that each link has slid in a step: that of its contact that slides fastest.
    void addSlip(const State& state, Real step, bool isLast) {
        std::vector<Real> speeds(result.links.size(), 0);
        for (const ContactRecord& record : getContacts(state)) {
            if (!record.sliding) continue;
            for (const SurfaceIndex surface : {record.a, record.b})
                if (const int link = scene.getLinkOf(surface); link >= 0)
                    speeds[std::size_t(link)] = std::max(speeds[std::size_t(link)], record.slipVelocity.norm());
        }
        for (std::size_t l = 0; l < speeds.size(); ++l) {
            result.links[l].slip += speeds[l] * step;
            if (isLast) result.links[l].lastSlip += speeds[l] * step;
        }
    }

    // Sets the targets of driven joints for the next period.
    void setTargets(ContactIntegrator& integrator) const {
        if (scene.drives.empty()) return;
        State& state = integrator.updState();
        const Real ramp = stepUp(std::clamp(time / rampTime, Real(0), Real(1)));
        for (const JointDrive& drive : scene.drives) {
            const JointInfo& joint = scene.joints[std::size_t(drive.joint)];
            if (!drive.isSpeed()) {
                const Real wave = ramp * drive.amplitude * std::sin(2 * Pi * time / drive.period);
                scene.robot.setTarget(state, joint.name, scene.pose[std::size_t(drive.joint)] + wave);
                continue;
            }
            const Real speed = ramp * drive.speed;
            const Real q = scene.robot.getJointBody(drive.joint).getOneQ(state, 0);
            scene.robot.setTarget(state, joint.name, q + speed / JointDrive::stiffnessOfSpeed);
        }
    }

    void addContacts(const State& end) {
        for (const ContactRecord& record : getContacts(end)) {
            const Real normal = record.normalForce.norm(), tangential = record.tangentialForce.norm();
            for (const SurfaceIndex surface : {record.a, record.b}) {
                const int index = scene.getLinkOf(surface);
                if (index < 0) {
                    const Vec3 onOther = record.normalForce + record.tangentialForce; // on b
                    result.floorForce += surface == record.a ? onOther[2] : -onOther[2];
                    continue;
                }
                LinkResult& link = result.links[std::size_t(index)];
                ++link.contacts;
                link.normalForce += normal;
                link.tangentialForce += tangential;
                if (normal > 0) link.friction = std::max(link.friction, tangential / normal);
                link.overlap = std::max(link.overlap, record.overlap);
            }
        }
    }

    void addJoints(const State& end) {
        if (scene.setup.servos.empty()) return;
        const std::vector<Real> positions = scene.robot.getJointPositions(end),
                                speeds = scene.robot.getJointVelocities(end), targets = scene.robot.getTargets(end);
        for (std::size_t i = 0; i < scene.joints.size(); ++i) {
            if (scene.joints[i].isMimic) continue;
            const JointRecord record = scene.robot.getJointForces().calcRecord(end, int(i));
            const bool hasSpeed = std::any_of(scene.drives.begin(), scene.drives.end(),
                                              [&](const JointDrive& d) { return d.joint == int(i) && d.isSpeed(); });
            result.joints.push_back({scene.joints[i], scene.setup.servos[i], positions[i], hasSpeed ? NaN : targets[i],
                                     speeds[i], record.servo, record.isServoAtLimit});
        }
    }

    RobotScene& scene;
    const RobotChoice& choice;
    Show show;
    State start;
    Real time = 0;
    RobotResult result;
};

} // namespace

const LinkResult& RobotResult::findFastest() const {
    return *std::max_element(links.begin(), links.end(),
                             [](const LinkResult& a, const LinkResult& b) { return a.speed < b.speed; });
}

const LinkResult& RobotResult::findMostSlip() const {
    return *std::max_element(links.begin(), links.end(),
                             [](const LinkResult& a, const LinkResult& b) { return a.slip < b.slip; });
}

RobotResult runRobot(RobotScene& scene, const RobotChoice& choice, const std::function<void()>& onStart,
                     const std::function<void(const RobotRow&)>& onRow) {
    return RobotRunner(scene, choice).run(onStart, onRow);
}

} // namespace lab
