// SPDX-License-Identifier: Apache-2.0
#include "Simulation.h"

#include "Grains.h"
#include "Laws.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cmath>
#include <condition_variable>
#include <exception>
#include <iomanip>
#include <mutex>
#include <sstream>
#include <stdexcept>
#include <thread>
#include <utility>

using namespace SimTK;

namespace simbodydem::python {

namespace {

class ContactRunner : public Runner {
public:
    ContactRunner(Model& model, const RunOptions& options) {
        if (model.contact) integrator = std::make_unique<ContactIntegrator>(model.system, *model.contact);
        JointForces* first = model.joints.get();
#ifdef SIMBODYDEM_HAS_ROBOTS
        if (!first && !model.robots.empty()) first = &model.robots.front().getJointForces();
#endif
        const bool hasContact = bool(integrator);
        if (!integrator) integrator = std::make_unique<ContactIntegrator>(model.system, *first);
        const auto add = [&](JointForces& joints) {
            if (hasContact || &joints != first) integrator->addJointForces(joints);
        };
        if (model.joints) add(*model.joints);
#ifdef SIMBODYDEM_HAS_ROBOTS
        for (Robot& robot : model.robots) add(robot.getJointForces());
#endif
        if (options.accuracy) integrator->setAccuracy(*options.accuracy);
        if (options.step) integrator->setFixedStepSize(*options.step, options.iterations);
        if (options.maximumStep) integrator->setMaximumStepSize(*options.maximumStep);
        if (options.initialStep) integrator->setInitialStepSize(*options.initialStep);
    }
    void initialize(const State& state) override { integrator->initialize(state); }
    void takeOneStep(double time, double report) override { integrator->takeOneStep(std::min(time, report)); }
    ContactIntegrator* getContactIntegrator() const override { return integrator.get(); }
    const State& getState() const override { return integrator->getState(); }
    State& updState() override { return integrator->updState(); }
    int getNumSteps() const override { return integrator->getNumStepsTaken(); }
    int getNumEvaluations() const override { return integrator->getNumRealizations(); }
    void saveTo(SavedRun& saved) const override { integrator->saveTo(saved); }
    bool restore(const SavedRun& saved) override {
        integrator->restoreFrom(saved);
        return true;
    }
#ifdef SIMBODYDEM_HAS_GRAINS
    std::unique_ptr<GrainStepper> makeStepper(GrainBed& bed) override { return std::make_unique<GrainStepper>(bed, *integrator); }
#endif

private:
    std::unique_ptr<ContactIntegrator> integrator;
};

class SimbodyRunner : public Runner {
public:
    SimbodyRunner(Model& model, const RunOptions& options)
        : system(model.system), integrator(make(model.system, options.integrator)) {
        if (options.step) {
            if (!(*options.step > 0)) throw std::invalid_argument("step = " + std::to_string(*options.step) + " s; it must be > 0");
            integrator->setFixedStepSize(*options.step);
        }
        if (options.accuracy) {
            if (!(*options.accuracy > 0 && *options.accuracy < 1))
                throw std::invalid_argument("accuracy = " + std::to_string(*options.accuracy) + "; it must be in (0, 1)");
            integrator->setAccuracy(*options.accuracy);
        }
        if (options.maximumStep) integrator->setMaximumStepSize(*options.maximumStep);
        if (options.initialStep) integrator->setInitialStepSize(*options.initialStep);
        prepareIntegrator(*integrator);
        integrator->setReturnEveryInternalStep(true); // so that a run can be interrupted
    }
    void initialize(const State& state) override { integrator->initialize(state); }
    // As in a TimeStepper, reports are interpolated within steps, and the time is that of an event: a step ends there, so that commands act
    // from there on.
    void takeOneStep(double time, double report) override {
        useChanges();
        integrator->stepTo(std::min(time, report), time);
    }
    bool isAtEndOfStep() const override { return integrator->getTime() == integrator->getAdvancedTime(); }
    const State& getState() const override {
        const State& state = peekState();
        system.realize(state, Stage::Acceleration);
        return state;
    }
    const State& peekState() const override { return hasGrains ? integrator->getAdvancedState() : integrator->getState(); }
    State& updState() override {
        isChanged = true;
        return integrator->updAdvancedState();
    }
    int getNumSteps() const override { return integrator->getNumStepsTaken(); }
    int getNumEvaluations() const override { return integrator->getNumRealizations(); }
#ifdef SIMBODYDEM_HAS_GRAINS
    std::unique_ptr<GrainStepper> makeStepper(GrainBed& bed) override {
        hasGrains = true; // no report lies within a step
        return std::make_unique<GrainStepper>(bed, *integrator);
    }
    void prepare() override { useChanges(); }
#endif

private:
    void useChanges() {
        if (isChanged) integrator->reinitialize(Stage::Position, false);
        isChanged = false;
    }
    static std::unique_ptr<Integrator> make(const MultibodySystem& system, const std::string& name) {
        if (name == "runge-kutta-merson") return std::make_unique<RungeKuttaMersonIntegrator>(system);
        if (name == "runge-kutta-3") return std::make_unique<RungeKutta3Integrator>(system);
        if (name == "runge-kutta-feldberg") return std::make_unique<RungeKuttaFeldbergIntegrator>(system);
        if (name == "cpodes") return std::make_unique<CPodesIntegrator>(system, CPodes::BDF);
        if (name == "semi-explicit-euler-2") return std::make_unique<SemiExplicitEuler2Integrator>(system);
        throw std::invalid_argument("integrator = '" + name + "' is unknown; choose from contact, runge-kutta-merson, runge-kutta-3, "
                                    "runge-kutta-feldberg, cpodes, semi-explicit-euler-2");
    }
    const MultibodySystem& system;
    std::unique_ptr<Integrator> integrator;
    bool isChanged = false, hasGrains = false;
};

void checkFinite(const char* what, const double* values, std::size_t count, const char* unit) {
    for (std::size_t i = 0; i < count; ++i)
        if (!std::isfinite(values[i])) {
            std::ostringstream text;
            text << what << "[" << i << "] = " << values[i] << " " << unit << "; it must be finite";
            throw std::invalid_argument(text.str());
        }
}

void checkCount(const char* what, std::size_t has, std::size_t needs) {
    if (has != needs)
        throw std::invalid_argument(std::string(what) + " has " + std::to_string(has) + " numbers instead of " + std::to_string(needs));
}

Vector vectorOf(const double* values, std::size_t count) {
    Vector result(int(count), 0.0);
    std::copy(values, values + count, &result[0]);
    return result;
}

void copyOut(const Vector& from, std::vector<double>& to) {
    to.resize(std::size_t(from.size()));
    for (std::size_t i = 0; i < to.size(); ++i) to[i] = from[int(i)];
}

// All joint forces of a model, in a fixed order.
std::vector<const JointForces*> listJointForces(const Model& model) {
    std::vector<const JointForces*> list;
    if (model.joints) list.push_back(model.joints.get());
#ifdef SIMBODYDEM_HAS_ROBOTS
    for (const Robot& robot : model.robots) list.push_back(&robot.getJointForces());
#endif
    return list;
}

template <class Numbers>
void write(std::ostream& out, const char* name, const Numbers& numbers) {
    out << name << ' ' << numbers.size();
    for (std::size_t i = 0; i < std::size_t(numbers.size()); ++i) out << ' ' << numbers[int(i)];
    out << '\n';
}
std::vector<double> read(std::istream& in, const char* name) {
    std::string word;
    std::size_t count = 0;
    in >> word >> count;
    if (!in || word != name || count > 100000000) throw std::invalid_argument("the saved state has no '" + std::string(name) + "'");
    std::vector<double> numbers;
    for (std::size_t i = 0; i < count; ++i) {
        std::string text; // a stream reads no infinity
        in >> text;
        std::size_t used = 0;
        double number = 0;
        try {
            number = std::stod(text, &used);
        } catch (const std::out_of_range&) { // of a denormal number
            number = std::strtod(text.c_str(), nullptr);
            used = text.size();
        } catch (const std::exception&) {
            used = 0;
        }
        if (text.empty() || used != text.size())
            throw std::invalid_argument("'" + text + "' in the saved state is no number of '" + std::string(name) + "'");
        numbers.push_back(number);
    }
    return numbers;
}

const char* const heading = "SimbodyDEM state 1";
[[maybe_unused]] constexpr std::size_t mostBytesOfBalls = 200000000; // of all frames

// The torque and the force of setForce() on each body. There are none until its first call.
std::vector<double> listForces(const Model& model, const State& state) {
    std::vector<double> list;
    const Vector_<SpatialVec>& forces = model.pushes.getAllBodyForces(state);
    for (int i = 0; i < forces.size(); ++i)
        for (int k = 0; k < 6; ++k) list.push_back(forces[i][k / 3][k % 3]);
    return list;
}

void setForces(const Model& model, State& state, const std::vector<double>& list) {
    if (list.empty()) return;
    checkCount("forces of the saved state", list.size(), std::size_t(6 * model.matter.getNumBodies()));
    Vector_<SpatialVec> forces(model.matter.getNumBodies());
    for (std::size_t i = 0; i < list.size(); ++i) forces[int(i / 6)][int(i % 6 / 3)][int(i % 3)] = list[i];
    model.pushes.setAllBodyForces(state, forces);
}

std::string toBytes(const Model& model, const State& state) {
    std::ostringstream out;
    out << std::setprecision(17) << heading << '\n';
    write(out, "time", Vector(1, state.getTime()));
    write(out, "q", state.getQ());
    write(out, "u", state.getU());
    write(out, "z", state.getZ());
    write(out, "forces", listForces(model, state));
    for (const JointForces* joints : listJointForces(model)) {
        std::vector<double> targets, velocityTargets, torques;
        for (int i = 0; i < joints->getNumJoints(); ++i) {
            targets.push_back(joints->getTarget(state, i));
            velocityTargets.push_back(joints->getVelocityTarget(state, i));
            torques.push_back(joints->getTorque(state, i));
        }
        write(out, "targets", targets);
        write(out, "velocity_targets", velocityTargets);
        write(out, "torques", torques);
        write(out, "friction", joints->getHistory(state));
    }
    if (model.contact) {
        std::vector<double> factors;
        for (int i = 0; i < model.surfaces.size(); ++i) factors.push_back(model.contact->getFrictionFactor(state, SurfaceIndex(i)));
        write(out, "friction_factors", factors);
        model.system.realize(state, Stage::Dynamics);
        model.contact->writeHistory(state, out);
    }
    return out.str();
}

State fromBytes(const Model& model, const std::string& bytes) {
    std::istringstream in(bytes);
    std::string line;
    std::getline(in, line);
    if (line != heading) throw std::invalid_argument("this is no saved state: its first line is '" + line.substr(0, 40) + "'");
    State state = model.start;
    const std::vector<double> time = read(in, "time"), q = read(in, "q"), u = read(in, "u"), z = read(in, "z");
    checkCount("time of the saved state", time.size(), 1);
    checkCount("q of the saved state", q.size(), std::size_t(state.getNQ()));
    checkCount("u of the saved state", u.size(), std::size_t(state.getNU()));
    checkCount("z of the saved state", z.size(), std::size_t(state.getNZ()));
    state.setTime(time[0]);
    state.setQ(vectorOf(q.data(), q.size()));
    if (!u.empty()) state.setU(vectorOf(u.data(), u.size()));
    if (!z.empty()) state.setZ(vectorOf(z.data(), z.size()));
    setForces(model, state, read(in, "forces"));
    for (const JointForces* joints : listJointForces(model)) {
        const std::size_t count = std::size_t(joints->getNumJoints());
        const std::vector<double> targets = read(in, "targets"), velocityTargets = read(in, "velocity_targets"),
                                  torques = read(in, "torques");
        checkCount("targets of the saved state", targets.size(), count);
        checkCount("velocity_targets of the saved state", velocityTargets.size(), count);
        checkCount("torques of the saved state", torques.size(), count);
        for (std::size_t i = 0; i < count; ++i) {
            if (targets[i] != joints->getTarget(state, int(i))) joints->setTarget(state, int(i), targets[i]);
            if (velocityTargets[i] != joints->getVelocityTarget(state, int(i)))
                joints->setVelocityTarget(state, int(i), velocityTargets[i]);
            joints->setTorque(state, int(i), torques[i]);
        }
        joints->setHistory(state, read(in, "friction"));
    }
    if (model.contact) {
        const std::vector<double> factors = read(in, "friction_factors");
        checkCount("friction_factors of the saved state", factors.size(), std::size_t(model.surfaces.size()));
        for (std::size_t i = 0; i < factors.size(); ++i)
            model.contact->setFrictionFactor(state, SurfaceIndex(int(i)), factors[i]);
        in >> std::ws;
        model.contact->readHistory(state, in);
    }
    return state;
}

// Returns a State of the same time, coordinates and commands, in which joints remember nothing, and contacts only if they are kept. It is not a
// copy with its memory cleared: the copy would have the update of that memory in its cache, which the next step commits.
State withoutMemory(const Model& model, const State& from, bool keepContacts) {
    State state = model.start;
    state.setTime(from.getTime());
    state.setQ(from.getQ());
    state.setU(from.getU());
    state.setZ(from.getZ());
    model.pushes.setAllBodyForces(state, model.pushes.getAllBodyForces(from));
    for (const JointForces* joints : listJointForces(model)) {
        for (int i = 0; i < joints->getNumJoints(); ++i) {
            if (joints->getTarget(from, i) != joints->getTarget(state, i)) joints->setTarget(state, i, joints->getTarget(from, i));
            if (joints->getVelocityTarget(from, i) != joints->getVelocityTarget(state, i))
                joints->setVelocityTarget(state, i, joints->getVelocityTarget(from, i));
            joints->setTorque(state, i, joints->getTorque(from, i));
        }
    }
    if (model.contact) {
        model.system.realize(state, Stage::Model);
        if (keepContacts) model.contact->copyHistory(from, state);
        for (int i = 0; i < model.surfaces.size(); ++i)
            model.contact->setFrictionFactor(state, SurfaceIndex(i), model.contact->getFrictionFactor(from, SurfaceIndex(i)));
    }
    return state;
}

// Sums the forces of the contacts on each body, three numbers a body.
void sumForces(const Model& model, const State& state, double* forces) {
    std::fill(forces, forces + 3 * model.matter.getNumBodies(), 0.0);
    const auto addForce = [forces](int body, const Vec3& force) {
        for (int i = 0; i < 3; ++i) forces[3 * body + i] += force[i];
    };
    addForcesOfGrains(model, addForce);
    if (!model.contact) return;
    for (const ContactRecord& record : model.contact->getContactRecords(state)) {
        const Vec3 force = record.normalForce + record.tangentialForce;
        addForce(model.surfaces.getBody(record.a), -force);
        addForce(model.surfaces.getBody(record.b), force);
    }
}

} // namespace

Run::Run(const World& world, const RunOptions& options, const std::function<void()>& check, const std::string* savedBed)
    : model(std::make_shared<Model>(world)) {
    model->pours = !savedBed;
    model->check = check;
    for (const World::Build& build : world.builds) build(*model);
    model->finish(world);
    if (options.integrator == "contact") runner = std::make_unique<ContactRunner>(*model, options);
    else runner = std::make_unique<SimbodyRunner>(*model, options);
    model->check = {};
#ifdef SIMBODYDEM_HAS_GRAINS
    if (!model->bed) return;
    if (savedBed) loadBed(*model, *savedBed);
    hasBegun = savedBed != nullptr;
    stepper = runner->makeStepper(*model->bed);
#endif
}

Run::~Run() = default;

void Run::takeOneStep(double time, double report) {
#ifdef SIMBODYDEM_HAS_GRAINS
    if (stepper) {
        runner->prepare();
        hasBegun = true;
        stepper->stepTo(endOfPart(*model->bed, runner->peekState().getTime(), std::min(time, report)));
    } else
#endif
        runner->takeOneStep(time, report);
    throwIfLawFailed();
}

void Run::advance(double time, const std::function<void()>& check) {
    while (runner->getState().getTime() < time) {
        check();
        takeOneStep(time, Infinity);
    }
}

Simulation::Simulation(const World& world, const RunOptions& options, const std::function<void()>& check, const Snapshot* snapshot)
    : world(world), options(options), run(this->world, options, check, snapshot && !snapshot->bed.empty() ? &snapshot->bed : nullptr) {
#ifdef SIMBODYDEM_HAS_ROBOTS
    ofRobots.resize(run.model->robots.size());
#endif
    if (snapshot) continueFrom(*snapshot);
    else begin(run.model->start);
}

Simulation::~Simulation() = default;

void Simulation::refuseGrains(const std::string& what) const {
    if (run.stepper) throw std::invalid_argument(what + " is of mechanisms, and the world has grains, which are in no State");
}

void Simulation::follow(SensitivityRun& steps) {
    steps.follow(getContactIntegrator("sensitivity()"));
    begin(copyState());
}

ContactIntegrator& Simulation::getContactIntegrator(const char* caller) const {
    refuseGrains(caller);
    ContactIntegrator* integrator = run.runner->getContactIntegrator();
    if (!integrator)
        throw std::invalid_argument(std::string(caller) + " needs the integrator 'contact', and the simulation has '" + options.integrator + "'");
    return *integrator;
}

void Simulation::begin(const State& state) {
    run.runner->initialize(state);
    update();
    frames.clear();
    balls.clear();
    addFrame();
}

// Keeps the vectors where they are: arrays of Python are views of them.
void Simulation::update() {
    const State& state = run.runner->peekState();
    copyOut(state.getQ(), values.q);
    copyOut(state.getU(), values.u);
#ifdef SIMBODYDEM_HAS_ROBOTS
    for (std::size_t i = 0; i < ofRobots.size(); ++i) {
        const Robot& robot = run.model->robots[i];
        const std::vector<Real> q = robot.getJointPositions(state), u = robot.getJointVelocities(state);
        ofRobots[i].q.resize(q.size());
        ofRobots[i].u.resize(u.size());
        std::copy(q.begin(), q.end(), ofRobots[i].q.begin());
        std::copy(u.begin(), u.end(), ofRobots[i].u.begin());
    }
#endif
}

// Keeps States for a replay. When there are many, every second one goes, so that memory is bounded and a replay has the whole run.
void Simulation::addFrame() {
    if (!(frameInterval < Infinity)) return;
    frames.push_back(run.runner->getState());
    std::size_t bytesOfBalls = 0;
#ifdef SIMBODYDEM_HAS_GRAINS
    if (run.stepper) {
        std::vector<Ball> now;
        for (const ReplayBall& ball : listBalls(*run.model->bed))
            now.push_back({{float(ball.center[0]), float(ball.center[1]), float(ball.center[2])}, float(ball.radius), float(ball.speed)});
        // A replay has as many balls in all rows. One that is missing, as its grain has left the box, is where the last one is.
        if (!balls.empty() && !now.empty()) now.resize(balls.front().size(), now.back());
        bytesOfBalls = (balls.size() + 1) * now.size() * sizeof(Ball);
        balls.push_back(std::move(now));
    }
#endif
    if (frames.size() < 2000 && (bytesOfBalls < mostBytesOfBalls || frames.size() < 3)) return;
    for (std::size_t i = 1; 2 * i < frames.size(); ++i) {
        frames[i] = std::move(frames[2 * i]);
        if (!balls.empty()) balls[i] = std::move(balls[2 * i]);
    }
    frames.resize((frames.size() + 1) / 2);
    if (!balls.empty()) balls.resize(frames.size());
    frameInterval *= 2;
}

void Simulation::advance(double time, const std::function<void()>& check) {
    if (!std::isfinite(time) || time < getTime()) {
        std::ostringstream text;
        text << "time = " << time << " s; it must be finite and not before the present time, " << getTime() << " s";
        throw std::invalid_argument(text.str());
    }
    struct Updated { // also after an exception
        Simulation& simulation;
        ~Updated() { simulation.update(); }
    } updated{*this};
    const auto serve = [&] { // adds rows of this time, and returns that of the next ones
        double next = Infinity;
        for (const std::shared_ptr<Recorder>& recorder : recorders) {
            const State& state = run.runner->getState();
            if (recorder->getNextEventTime(state, true) <= state.getTime()) recorder->record(state);
            next = std::min(next, double(recorder->getNextEventTime(state, false)));
        }
        return next;
    };
    while (getTime() < time) {
        if (run.runner->isAtEndOfStep()) check();
        run.takeOneStep(time, serve());
        if (frames.empty() || getTime() >= frames.back().getTime() + frameInterval * (1 - 1e-9)) addFrame();
    }
    serve();
}

void Simulation::remove(const Recorder& recorder) {
    recorders.erase(std::remove_if(recorders.begin(), recorders.end(), [&](const auto& one) { return one.get() == &recorder; }),
                    recorders.end());
}

void Simulation::setQ(const std::vector<double>& q, bool keepContacts) {
    State state = copyWithoutMemory(keepContacts);
    checkCount("q", q.size(), std::size_t(state.getNQ()));
    checkFinite("q", q.data(), q.size(), "[rad, m]");
    state.setQ(vectorOf(q.data(), q.size()));
    begin(state);
}

void Simulation::setU(const std::vector<double>& u) {
    State state = copyState();
    checkCount("u", u.size(), std::size_t(state.getNU()));
    checkFinite("u", u.data(), u.size(), "[rad/s, m/s]");
    state.setU(vectorOf(u.data(), u.size()));
    begin(state);
}

void Simulation::setForce(int body, const SpatialVec& force) {
    for (int i = 0; i < 2; ++i) checkFinite(i == 0 ? "torque" : "force", &force[i][0], 3, i == 0 ? "N m" : "N");
    const Model& model = *run.model;
    model.pushes.setOneBodyForce(run.runner->updState(), run.model->body(body), force);
}

void Simulation::setTarget(int body, double target) {
    const MobilizedBody& driven = run.model->body(body);
    const JointForces* joints = run.model->joints.get();
    for (int i = 0; joints && i < joints->getNumJoints(); ++i)
        if (joints->getBody(i).getMobilizedBodyIndex() == driven.getMobilizedBodyIndex()) return joints->setTarget(run.runner->updState(), i, target);
    throw std::invalid_argument("body = " + std::to_string(body) + " has no servo; give it one with set_joint(servo=(kp, kd))");
}

void Simulation::setPose(int body, const Transform& X_GB, bool keepContacts) {
    State state = copyWithoutMemory(keepContacts);
    const MobilizedBody& moved = run.model->body(body);
    run.model->system.realize(state, Stage::Position);
    const Transform X_PB = ~moved.getParentMobilizedBody().getBodyTransform(state) * X_GB;
    moved.setQToFitTransform(state, ~moved.getInboardFrame(state) * X_PB * moved.getOutboardFrame(state));
    begin(state);
}

void Simulation::setVelocity(int body, const SpatialVec& velocity) {
    State state = copyState();
    const MobilizedBody& moved = run.model->body(body);
    const Vec3 arm = moved.getBodyRotation(state) * moved.getOutboardFrame(state).p();
    const Rotation R_GF = moved.getParentMobilizedBody().getBodyRotation(state) * moved.getInboardFrame(state).R();
    moved.setUToFitVelocity(state, SpatialVec(~R_GF * velocity[0], ~R_GF * (velocity[1] + velocity[0] % arm)));
    begin(state);
}

void Simulation::setFrictionFactor(int surface, double factor) {
    if (!run.model->contact) throw std::invalid_argument("the world has no contacts");
    run.model->contact->setFrictionFactor(run.runner->updState(), SurfaceIndex(surface), factor);
}

State Simulation::copyWithoutMemory(bool keepContacts) const {
    return withoutMemory(*run.model, run.runner->getState(), keepContacts);
}

void Simulation::reset(const std::function<void()>& check) {
    if (run.hasBegun) renew(check, nullptr);
    begin(run.model->start);
}

// Takes another System, since grains cannot go back and a bed is of its System. Recorders are of the present one.
void Simulation::renew(const std::function<void()>& check, const std::string* savedBed) {
    if (!recorders.empty())
        throw std::runtime_error("a simulation with grains takes another bed, and with it another System; close its recorders before");
    Run other(world, options, check, savedBed);
    std::swap(run.model, other.model);
    std::swap(run.runner, other.runner);
    std::swap(run.stepper, other.stepper);
    run.hasBegun = other.hasBegun;
}

#ifdef SIMBODYDEM_HAS_GRAINS
const GrainBed& Simulation::getBed() const {
    if (!run.model->bed) throw std::invalid_argument("the world has no grains; call its add_grains() before the simulation is made");
    return *run.model->bed;
}
const GrainStepper& Simulation::getStepper() const {
    getBed();
    return *run.stepper;
}
void Simulation::changeBed(const std::function<void(GrainBed&)>& change) {
    getBed();
    change(*run.model->bed);
    frames.clear();
    balls.clear();
    addFrame();
}
#endif

#ifdef SIMBODYDEM_HAS_ROBOTS
void Simulation::setRobot(int number, const double* q, const double* u, bool keepContacts) {
    State state = q ? copyWithoutMemory(keepContacts) : copyState();
    const Robot& robot = run.model->robots.at(std::size_t(number));
    const std::size_t count = std::size_t(robot.getNumJoints());
    if (q) {
        checkFinite("q", q, count, "[rad, m]");
        robot.setJointPositions(state, std::vector<Real>(q, q + count));
    }
    if (u) {
        checkFinite("u", u, count, "[rad/s, m/s]");
        robot.setJointVelocities(state, std::vector<Real>(u, u + count));
    }
    begin(state);
}
void Simulation::setOnFloor(int robot, double gap) {
    State state = copyWithoutMemory(false);
    run.model->system.realize(state, Stage::Position);
    run.model->robots.at(std::size_t(robot)).setOnFloor(state, run.model->surfaces, gap);
    begin(state);
}
void Simulation::setStart(int number, const std::vector<double>& q, std::optional<double> gap) {
    State state = copyWithoutMemory(false);
    const Robot& robot = run.model->robots.at(std::size_t(number));
    checkCount("q", q.size(), std::size_t(robot.getNumJoints()));
    checkFinite("q", q.data(), q.size(), "[rad, m]");
    robot.setJointPositions(state, q);
    if (gap) {
        run.model->system.realize(state, Stage::Position);
        robot.setOnFloor(state, run.model->surfaces, *gap);
    }
    begin(state);
}
void Simulation::setTargets(int robot, const std::vector<double>& targets) {
    const Robot& it = run.model->robots.at(std::size_t(robot));
    checkCount("targets", targets.size(), std::size_t(it.getNumJoints()));
    checkFinite("targets", targets.data(), targets.size(), "[rad, m]");
    it.setTargets(run.runner->updState(), targets);
}
void Simulation::setVelocityTargets(int robot, const std::vector<double>& targets) {
    const Robot& it = run.model->robots.at(std::size_t(robot));
    checkCount("velocity targets", targets.size(), std::size_t(it.getNumJoints()));
    checkFinite("velocity targets", targets.data(), targets.size(), "[rad/s, m/s]");
    it.setVelocityTargets(run.runner->updState(), targets);
}
void Simulation::setTorques(int robot, const std::vector<double>& torques) {
    const Robot& it = run.model->robots.at(std::size_t(robot));
    checkCount("torques", torques.size(), std::size_t(it.getNumJoints()));
    checkFinite("torques", torques.data(), torques.size(), "[N m, N]");
    it.setTorques(run.runner->updState(), torques);
}
std::vector<JointRow> Simulation::getJointForces(int number) const {
    const State& state = run.runner->getState();
    run.model->system.realize(state, Stage::Velocity);
    const Robot& robot = run.model->robots.at(std::size_t(number));
    const std::vector<Real> targets = robot.getTargets(state);
    std::vector<JointRow> rows;
    for (const JointRecord& r : robot.calcJointForces(state))
        rows.push_back({r.friction, r.damping, r.stop, r.servo, r.torque, targets[rows.size()], r.elasticDisplacement, r.isSliding,
                        r.isServoAtLimit});
    return rows;
}
std::vector<double> Simulation::getLinkForces(int number) const {
    const Robot& robot = run.model->robots.at(std::size_t(number));
    std::vector<double> result(3 * std::size_t(robot.getFile().getNumLinks()), 0.0);
    if (!run.model->contact) return result;
    const State& state = run.runner->getState();
    run.model->system.realize(state, Stage::Dynamics);
    const RobotContacts contacts = robot.calcContacts(state, *run.model->contact);
    for (std::size_t i = 0; i < contacts.forces.size(); ++i)
        for (int k = 0; k < 3; ++k) result[3 * i + std::size_t(k)] = contacts.forces[i][k];
    return result;
}
Transform Simulation::getLinkPose(int robot, const std::string& link) const {
    return run.model->robots.at(std::size_t(robot)).findLinkTransform(run.runner->getState(), link);
}
Vec6 Simulation::getImu(int robot, const std::string& link) const {
    const State& state = run.runner->getState();
    run.model->system.realize(state, Stage::Acceleration);
    const ImuReading imu = run.model->robots.at(std::size_t(robot)).calcImu(state, link);
    return Vec6(imu.specificForce[0], imu.specificForce[1], imu.specificForce[2], imu.angularRate[0], imu.angularRate[1], imu.angularRate[2]);
}
#else
namespace {
[[noreturn]] void throwNoRobots() { throw std::runtime_error("this package reads no robots"); }
} // namespace
void Simulation::setRobot(int, const double*, const double*, bool) { throwNoRobots(); }
void Simulation::setOnFloor(int, double) { throwNoRobots(); }
void Simulation::setStart(int, const std::vector<double>&, std::optional<double>) { throwNoRobots(); }
void Simulation::setTargets(int, const std::vector<double>&) { throwNoRobots(); }
void Simulation::setVelocityTargets(int, const std::vector<double>&) { throwNoRobots(); }
void Simulation::setTorques(int, const std::vector<double>&) { throwNoRobots(); }
std::vector<JointRow> Simulation::getJointForces(int) const { throwNoRobots(); }
std::vector<double> Simulation::getLinkForces(int) const { throwNoRobots(); }
Transform Simulation::getLinkPose(int, const std::string&) const { throwNoRobots(); }
Vec6 Simulation::getImu(int, const std::string&) const { throwNoRobots(); }
#endif

std::vector<ContactRow> Simulation::getContacts() const {
    std::vector<ContactRow> rows;
    if (!run.model->contact) return rows;
    const State& state = run.runner->getState();
    run.model->system.realize(state, Stage::Dynamics);
    for (const ContactRecord& record : run.model->contact->getContactRecords(state)) {
        ContactRow row{};
        row.bodies[0] = run.model->surfaces.getBody(record.a);
        row.bodies[1] = run.model->surfaces.getBody(record.b);
        row.surfaces[0] = record.a;
        row.surfaces[1] = record.b;
        const auto set = [](double* to, const Vec3& from) { std::copy(&from[0], &from[0] + 3, to); };
        set(row.point, record.point);
        set(row.normal, record.normal);
        set(row.force, record.normalForce + record.tangentialForce);
        set(row.normalForce, record.normalForce);
        set(row.torque, record.torque);
        set(row.slipVelocity, record.slipVelocity);
        row.overlap = record.overlap;
        row.overlapRate = record.overlapRate;
        row.storedEnergy = record.storedEnergy;
        row.dissipatedPower = record.dissipatedPower;
        row.area = record.area ? record.area->area : NaN;
        row.sticks = !record.sliding;
        rows.push_back(row);
    }
    return rows;
}

Transform Simulation::getPose(int body) const { return run.model->body(body).getBodyTransform(run.runner->getState()); }
SpatialVec Simulation::getVelocity(int body) const { return run.model->body(body).getBodyVelocity(run.runner->getState()); }

std::vector<double> Simulation::getUDot() const {
    const State& state = run.runner->getState();
    run.model->system.realize(state, Stage::Acceleration);
    std::vector<double> result;
    copyOut(state.getUDot(), result);
    return result;
}

Energy Simulation::getEnergy() const {
    const State& state = run.runner->getState();
    run.model->system.realize(state, Stage::Dynamics);
    Energy energy{run.model->system.calcKineticEnergy(state), run.model->system.calcPotentialEnergy(state), {NaN, NaN, NaN, NaN, NaN}};
    if (run.model->contact && world.laws.trackDissipatedEnergy) energy.byCause = run.model->contact->getDissipatedEnergyByCause(state);
    return energy;
}

std::shared_ptr<const Snapshot> Simulation::save() const {
    auto snapshot = std::make_shared<Snapshot>();
    const State& state = run.runner->getState();
    run.runner->saveTo(snapshot->run);
    snapshot->bytes = toBytes(*run.model, state);
    snapshot->time = state.getTime();
    snapshot->q = values.q;
    snapshot->u = values.u;
#ifdef SIMBODYDEM_HAS_GRAINS
    if (run.stepper) {
        run.hasBegun = true;
        snapshot->bed = saveBed(*run.model->bed, *run.stepper);
    }
#endif
    return snapshot;
}

void Simulation::restore(const Snapshot& snapshot) {
    if (bool(run.stepper) == snapshot.bed.empty())
        throw std::invalid_argument(run.stepper ? "the State has no grains, and the world has" : "the State has grains, and the world has none");
    if (run.stepper) renew({}, &snapshot.bed);
    continueFrom(snapshot);
}

void Simulation::continueFrom(const Snapshot& snapshot) {
    if (!snapshot.run.isEmpty() && run.runner->restore(snapshot.run)) {
        update();
        frames.clear();
        balls.clear();
        addFrame();
    } else begin(fromBytes(*run.model, snapshot.bytes));
}

std::shared_ptr<Simulation> Simulation::clone() const {
    const std::shared_ptr<const Snapshot> now = save();
    auto copy = std::make_shared<Simulation>(world, options, std::function<void()>(), now.get());
    copy->frameInterval = frameInterval;
    return copy;
}

void Simulation::writeReplay(const std::string& file, std::optional<int> follow) const {
    ReplayRecorder recorder(run.model->system, file, Infinity);
    if (run.model->contact) recorder.showContacts(*run.model->contact);
    if (follow) recorder.follow(run.model->body(*follow));
    std::size_t row = 0;
    if (!balls.empty())
        recorder.showBalls([&](const State&) {
            std::vector<ReplayBall> list;
            for (const Ball& ball : balls[std::min(row, balls.size() - 1)])
                list.push_back({Vec3(ball.center[0], ball.center[1], ball.center[2]), ball.radius, ball.speed});
            return list;
        });
    for (; row < frames.size(); ++row) recorder.record(frames[row]);
    const State& now = run.runner->getState();
    if (frames.empty() || (now.getTime() > frames.back().getTime() && balls.empty())) recorder.record(now);
    recorder.close();
}

void Simulation::rollout(const RolloutInput& input, const RolloutOutput& output, const std::function<void()>& check) {
    if (!(input.every > 0) || !std::isfinite(input.every)) {
        std::ostringstream text;
        text << "every = " << input.every << " s; it must be > 0";
        throw std::invalid_argument(text.str());
    }
    if (isWrittenInPython(world.laws) && input.numThreads != 1)
        throw std::invalid_argument("threads = " + std::to_string(input.numThreads) +
                                    "; it must be 1, since a law of this world is written in Python");
    if (run.stepper && input.snapshots.empty())
        throw std::invalid_argument("states must be States in a world with grains, such as sim.state: an array has no grains");
    for (const std::shared_ptr<const Snapshot>& snapshot : input.snapshots)
        if (bool(run.stepper) == snapshot->bed.empty()) throw std::invalid_argument("either the States or the world have no grains");
    const std::size_t nq = values.q.size(), nu = values.u.size(), numbers = nq + nu;
    std::size_t numJoints = 0;
    for (const Values& robot : ofRobots) numJoints += robot.q.size();
    const std::size_t count = std::size_t(input.count), periods = std::size_t(input.periods);
    if (input.snapshots.empty()) checkFinite("states", input.starts, (input.oneStart ? 1 : count) * numbers, "[rad, m, rad/s, m/s]");
    if (input.targets) checkFinite("targets", input.targets, count * periods * numJoints, "[rad, m]");
    if (input.torques) checkFinite("torques", input.torques, count * periods * numJoints, "[N m, N]");
    const std::string present = toBytes(*run.model, run.runner->getState()); // commands and time of rollouts that have q and u alone

    std::atomic<bool> isStopped{false};
    std::mutex mutex;
    std::vector<std::unique_ptr<Run>> used;
    const auto makeModel = [&]() -> RolloutFunction {
        Run* shared = nullptr;
        if (!run.stepper) {
            const std::lock_guard<std::mutex> lock(mutex);
            if (spare.empty()) used.push_back(std::make_unique<Run>(world, options));
            else {
                used.push_back(std::move(spare.back()));
                spare.pop_back();
            }
            shared = used.back().get();
        }
        return [&, shared](int number) {
            const std::size_t n = std::size_t(number);
            const auto stop = [&] {
                if (isStopped) throw std::runtime_error("interrupted");
            };
            // A bed begins once, so each rollout with grains has a System and a server of its own.
            std::unique_ptr<Run> ofGrains;
            if (!shared) ofGrains = std::make_unique<Run>(world, options, stop, &input.snapshots[input.snapshots.size() == 1 ? 0 : n]->bed);
            Run* const one = shared ? shared : ofGrains.get();
            const Model& model = *one->model;
            if (!input.snapshots.empty()) {
                const Snapshot& from = *input.snapshots[input.snapshots.size() == 1 ? 0 : n];
                if (from.run.isEmpty() || !one->runner->restore(from.run)) one->runner->initialize(fromBytes(model, from.bytes));
            } else {
                State state = fromBytes(model, present); // of this System, with the commands and the time
                const double* start = input.starts + (input.oneStart ? 0 : n * numbers);
                state.setQ(vectorOf(start, nq));
                state.setU(vectorOf(start + nq, nu));
                one->runner->initialize(withoutMemory(model, state, false));
            }
            const double begin = one->runner->getState().getTime();
            for (std::size_t k = 0; k < periods; ++k) {
#ifdef SIMBODYDEM_HAS_ROBOTS
                const double* targets = input.targets ? input.targets + (n * periods + k) * numJoints : nullptr;
                const double* torques = input.torques ? input.torques + (n * periods + k) * numJoints : nullptr;
                for (const Robot& robot : model.robots) {
                    const std::size_t joints = std::size_t(robot.getNumJoints());
                    if (targets) robot.setTargets(one->runner->updState(), {targets, targets + joints}), targets += joints;
                    if (torques) robot.setTorques(one->runner->updState(), {torques, torques + joints}), torques += joints;
                }
#endif
                one->advance(begin + double(k + 1) * input.every, stop);
                const State& end = one->runner->getState();
                double* to = output.states + (n * periods + k) * numbers;
                for (std::size_t i = 0; i < nq; ++i) to[i] = end.getQ()[int(i)];
                for (std::size_t i = 0; i < nu; ++i) to[nq + i] = end.getU()[int(i)];
                sumForces(model, end, output.forces + (n * periods + k) * 3 * std::size_t(model.matter.getNumBodies()));
            }
        };
    };

    // Signals are handled by this thread, so the rollouts are in others.
    std::exception_ptr error;
    bool isDone = false;
    std::condition_variable changed;
    std::thread all([&] {
        try {
            runRolloutsByNumber(makeModel, input.count, input.numThreads);
        } catch (...) {
            error = takeLawError();
            if (!error) error = std::current_exception();
        }
        const std::lock_guard<std::mutex> lock(mutex);
        isDone = true;
        changed.notify_all();
    });
    std::exception_ptr interrupt;
    for (;;) {
        {
            std::unique_lock<std::mutex> lock(mutex);
            if (changed.wait_for(lock, std::chrono::milliseconds(20), [&] { return isDone; })) break;
        }
        if (interrupt) continue;
        try {
            check();
        } catch (...) {
            interrupt = std::current_exception();
            isStopped = true;
        }
    }
    all.join();
    for (std::unique_ptr<Run>& one : used) spare.push_back(std::move(one));
    if (interrupt) std::rethrow_exception(interrupt);
    if (error) std::rethrow_exception(error);
}

} // namespace simbodydem::python
