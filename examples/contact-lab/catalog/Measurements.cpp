// This file lists the kinds of measurements and the experiments that predict them.

#include "Measurements.h"

#include "Check.h"
#include "LabExperiments.h"
#include "PlanarGait.h"

#include <simbodydem/laws/Law.h>

#include <cmath>
#include <limits>

namespace lab {

using namespace SimTK;

namespace {

using Predicted = std::vector<std::vector<Real>>;

// Ranges of a setting or an abscissa.
// Not SimTK::Infinity, which a static Simbody may initialize later than this file.
const Real infinite = std::numeric_limits<Real>::infinity();
const simbodydem::ParameterRange positive{0, infinite, false, false}, any{-infinite, infinite, false, false};

const Setting radius{{"radius", "m"}, 0.01, positive, "of the sphere"};
const Setting density{{"density", "kg/m^3"}, 2500, positive, "of the sphere"};
Setting accuracy(Real ifNotGiven) { return {{"accuracy", "-"}, ifNotGiven, {0, 1, false, false}, "of the integrator"}; }

// Predicts the force against the overlap of a sphere that is pressed onto a plane and released. Between two data the overlap
// changes linearly.
Predicted predictLoading(const MeasurementSetup& setup, const LawChoice& law) {
    const int stepsPerDatum = 8;
    const Real R = setup.get("radius"), rate = setup.get("rate");
    LedSphere sphere(R, setup.get("density"), law,
                     setup.target == "rigid-plane" ? law.getRigidMaterial() : law.getMaterial());
    Real overlap = std::fmin(0, setup.abscissae.front()), time = 0;
    std::vector<Real> forces;
    for (const Real next : setup.abscissae) {
        check(next < R, "overlap", next, "m", fmt::format("below the radius = {:g} m", R));
        const Real from = overlap, speed = rate * sign(next - from), start = time;
        for (int i = 1; i <= stepsPerDatum; ++i) {
            overlap = i == stepsPerDatum ? next : from + (next - from) * i / stepsPerDatum;
            time = start + std::abs(overlap - from) / rate;
            const Vec3 force = sphere.leadTo(time, Vec3(0, R - overlap, 0), Vec3(0, -speed, 0));
            if (i == stepsPerDatum) forces.push_back(force[1]);
        }
    }
    return {forces};
}

// Returns a measured quantity of an impact. Angles are from the normal, > 0 on the side to which the sphere moved.
Real read(const std::string& name, const ImpactResult& r, const ImpactOptions& options, Real abscissa) {
    const Real angle = options.angle * Pi / 180;
    const Real away = r.e_n * options.speed * std::cos(angle);
    const Real along = std::isnan(r.e_t) ? 0 : r.e_t * options.speed * std::sin(angle);
    if (name == "e_n" || name == "restitution") return r.e_n;
    if (name == "rebound_height") return square(r.e_n) * abscissa;
    if (name == "e_t") return r.e_t;
    if (name == "spin") return r.spin;
    if (name == "rebound_angle") return std::atan2(along, away) * 180 / Pi;
    return std::atan2(along - options.radius * r.spin, away) * 180 / Pi; // surface_rebound_angle
}

// Predicts impacts of a sphere. `set` puts an abscissa into the options.
template <class Set> Predicted predictImpacts(const MeasurementSetup& setup, const LawChoice& law, Set set) {
    ImpactOptions options;
    options.law = law;
    options.radius = setup.get("radius");
    options.density = setup.get("density");
    options.integrator.accuracy = setup.get("accuracy");
    options.target = setup.target;
    options.samples = 10; // only the end is used
    Predicted columns(setup.measured.size());
    for (Real abscissa : setup.abscissae) {
        set(options, abscissa);
        const ImpactResult r = runImpact(options);
        for (std::size_t i = 0; i < columns.size(); ++i)
            columns[i].push_back(read(setup.measured[i], r, options, abscissa));
    }
    return columns;
}

Predicted predictRestitution(const MeasurementSetup& setup, const LawChoice& law) {
    return predictImpacts(setup, law, [](ImpactOptions& options, Real speed) { options.speed = speed; });
}

Predicted predictDrop(const MeasurementSetup& setup, const LawChoice& law) {
    const Real g = setup.get("gravity");
    return predictImpacts(setup, law,
                          [g](ImpactOptions& options, Real height) { options.speed = std::sqrt(2 * g * height); });
}

Predicted predictOblique(const MeasurementSetup& setup, const LawChoice& law) {
    return predictImpacts(setup, law, [&](ImpactOptions& options, Real angle) {
        options.speed = setup.get("speed");
        options.angle = angle;
    });
}

// Predicts force and penetration of a sphere that hits a plane, against the time since first contact. Both are linear between samples. After
// the contact the force is 0, and the sphere moves away at its speed of rebound.
Predicted predictImpact(const MeasurementSetup& setup, const LawChoice& law) {
    ImpactOptions options;
    options.law = law;
    options.radius = setup.get("radius");
    options.density = setup.get("mass") / (4. / 3. * Pi * cube(options.radius));
    options.speed = setup.get("speed");
    options.integrator.accuracy = setup.get("accuracy");
    options.target = setup.target;
    options.samples = 500;
    const ImpactResult r = runImpact(options);
    Predicted columns(setup.measured.size());
    const std::vector<ImpactSample>& samples = r.samples;
    for (Real time : setup.abscissae) {
        std::size_t next = 1; // sample at or after the time; before the first one the line through the first two continues
        while (next + 1 < samples.size() && samples[next].time < time) ++next;
        const ImpactSample &a = samples[next - 1], &b = samples[next];
        const Real at = (time - a.time) / (b.time - a.time);
        for (std::size_t i = 0; i < columns.size(); ++i) {
            const bool isForce = setup.measured[i] == "force";
            const auto of = [&](const ImpactSample& sample) { return isForce ? sample.normalForce : sample.overlap; };
            const Real inContact = of(a) + at * (of(b) - of(a));
            const Real after = isForce ? 0 : (r.contactTime - time) * r.e_n * options.speed;
            columns[i].push_back(time > r.contactTime ? after : inContact);
        }
    }
    return columns;
}

// Names the ground reactions of a prescribed gait.
const std::vector<QuantityName> reactions = {
    {"vertical_right", "N"}, {"vertical_left", "N"}, {"fore_aft_right", "N"}, {"fore_aft_left", "N"}};

Real read(const std::string& name, const GaitSample& sample) {
    const int side = name.find("left") != std::string::npos;
    return name.find("vertical") == 0 ? sample.calcVertical(side) : sample.calcForeAft(side);
}

Predicted predictGait(const MeasurementSetup& setup, const LawChoice& law) {
    GaitOptions options;
    options.law = law;
    options.integrator.accuracy = setup.get("accuracy");
    options.integrator.evaluations = 1e6;
    const std::vector<GaitSample> samples = runPlanarGait(options).samples;
    Predicted columns(setup.measured.size());
    const Real interval = samples[1].time - samples[0].time;
    for (Real time : setup.abscissae) { // linear between the samples
        const Real at = time / interval, last = Real(samples.size() - 1);
        check(time >= 0 && at <= last * (1 + 1e-9), "time", time, "s", fmt::format("in [0, {:g}]", last * interval));
        const std::size_t i = std::min(std::size_t(at), samples.size() - 2);
        for (std::size_t k = 0; k < columns.size(); ++k) {
            const Real before = read(setup.measured[k], samples[i]), after = read(setup.measured[k], samples[i + 1]);
            columns[k].push_back(before + (at - Real(i)) * (after - before));
        }
    }
    return columns;
}

// Returns the vertical reaction of both feet in examples/data/planar_gait.json, at each millisecond.
std::vector<Column> gaitReference() {
    std::vector<Column> columns = {{{"time", "s"}, {}}, {reactions[0], {}}, {reactions[1], {}}};
    for (const GaitSample& sample : getGaitReference()) {
        columns[0].values.push_back(sample.time);
        for (int side : {0, 1}) columns[side + 1].values.push_back(sample.verticalReference[side]);
    }
    return columns;
}

// Predicts the position of a block that sticks and slips.
Predicted predictStickSlip(const MeasurementSetup& setup, const LawChoice& law) {
    StickSlip block;
    block.law = law;
    block.mass = setup.get("mass");
    block.gravity = setup.get("gravity");
    block.pullStiffness = setup.get("pull_stiffness");
    block.pullSpeed = setup.get("pull_speed");
    block.times = setup.abscissae;
    block.time = setup.abscissae.back();
    for (std::size_t i = 1; i < block.times.size(); ++i)
        check(block.times[i] > block.times[i - 1], "time", block.times[i], "s", "later than the one before it");
    IntegratorChoice integrator;
    integrator.accuracy = setup.get("accuracy");
    integrator.maxStep = 1e-3; // error control cannot see when within a step a contact began to stick
    integrator.evaluations = 1e6;
    return {runStickSlip(block, integrator).positions};
}

LawChoice usualLaw() { return {}; }

} // namespace

const std::vector<MeasurementKind>& listMeasurements() {
    static const std::vector<std::string> targets = {"rigid-plane", "plane", "sphere"};
    static const std::vector<MeasurementKind> all = {
        {"loading",
         "force on a sphere that is pressed onto a plane and released, against the overlap, in the order of the "
         "measurement; it begins at first contact",
         {"overlap", "m"},
         any,
         {{"force", "N"}},
         {radius, density, {{"rate", "m/s"}, 1e-3, positive, "of the overlap"}},
         {"rigid-plane", "plane"},
         usualLaw,
         predictLoading},
        {"restitution",
         "normal restitution of a sphere against the speed of its impact",
         {"speed", "m/s"},
         positive,
         {{"restitution", "-"}},
         {radius, density, accuracy(1e-9)},
         targets,
         usualLaw,
         predictRestitution},
        {"drop",
         "height to which a sphere bounces against the height from which it fell, both of its lowest point; without "
         "air, and without gravity during the impact",
         {"drop_height", "m"},
         positive,
         {{"rebound_height", "m"}},
         {radius, density, {{"gravity", "m/s^2"}, 9.81, positive, "of the fall"}, accuracy(1e-9)},
         targets,
         usualLaw,
         predictDrop},
        {"oblique",
         "oblique impact of a sphere that does not spin, against the angle from the normal: tangential velocity after "
         "the impact over the one before (e_t), the same of the normal velocity (e_n), spin, rebound angle of the "
         "centre and of the surface at the contact",
         {"angle", "deg"},
         {0, 90, false, false},
         {{"e_t", "-"}, {"e_n", "-"}, {"spin", "rad/s"}, {"rebound_angle", "deg"}, {"surface_rebound_angle", "deg"}},
         {radius, density, {{"speed", "m/s"}, 1, positive, "of the impact"}, accuracy(1e-9)},
         targets,
         usualLaw,
         predictOblique},
        {"impact",
         "force on a sphere that hits a plane, and its penetration, against the time since first contact; without gravity",
         {"time", "s"},
         {0, Infinity, true, false},
         {{"force", "N"}, {"penetration", "m"}},
         {radius,
          {{"mass", "kg"}, 0.01, positive, "of the sphere"},
          {{"speed", "m/s"}, 1, positive, "of the impact"},
          accuracy(1e-9)},
         {"rigid-plane", "plane"},
         usualLaw,
         predictImpact},
        {"gait",
         "ground reaction of the planar human of examples/data, who walks for 3.76 s with prescribed joint angles; "
         "\"data\": \"reference\" is that file's own reaction, vertical, on both feet",
         {"time", "s"},
         {0, Infinity, true, false},
         reactions,
         {accuracy(1e-7)},
         {},
         [] { return GaitOptions().law; },
         predictGait,
         gaitReference},
        {"stick-slip",
         "position of a block on four spheres of 2 cm; a spring pulls the block, and its other end moves at constant "
         "speed",
         {"time", "s"},
         positive,
         {{"position", "m"}},
         {{{"mass", "kg"}, 1, positive, "of the block"},
          {{"gravity", "m/s^2"}, 9.81, positive, "on the block"},
          {{"pull_stiffness", "N/m"}, 100, positive, "of the spring"},
          {{"pull_speed", "m/s"}, 0.05, positive, "of the other end of the spring"},
          accuracy(1e-7)},
         {},
         [] { return StickSlip().law; },
         predictStickSlip}};
    return all;
}

} // namespace lab
