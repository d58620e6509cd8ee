// What comes back from an impact: restitution against speed, rebound height against drop height, oblique rebound.

#include "Check.h"
#include "LabExperiments.h"
#include "Measurements.h"

#include <cmath>

namespace lab {

namespace {

LawChoice usualLaw() { return {}; }

ImpactOptions optionsOf(const MeasurementSetup& setup, const LawChoice& law) {
    ImpactOptions options;
    options.law = law;
    options.radius = setup.settings.at("radius");
    options.density = setup.settings.at("density");
    options.integrator.accuracy = setup.settings.at("accuracy");
    options.target = setup.target;
    options.samples = 10; // only the end is looked at
    return options;
}

// One number for each impact at these speeds.
template <class Number>
std::vector<std::vector<Real>> impacts(const MeasurementSetup& setup, const LawChoice& law, Number toNumber) {
    ImpactOptions options = optionsOf(setup, law);
    std::vector<Real> numbers;
    for (Real abscissa : setup.abscissae) numbers.push_back(toNumber(options, abscissa));
    return {numbers};
}

std::vector<std::vector<Real>> predictRestitution(const MeasurementSetup& setup, const LawChoice& law) {
    return impacts(setup, law, [](ImpactOptions& options, Real speed) {
        options.speed = speed;
        return runImpact(options).e_n;
    });
}

std::vector<std::vector<Real>> predictDrop(const MeasurementSetup& setup, const LawChoice& law) {
    const Real g = setup.settings.at("gravity");
    return impacts(setup, law, [g](ImpactOptions& options, Real height) {
        options.speed = std::sqrt(2 * g * height);
        return SimTK::square(runImpact(options).e_n) * height;
    });
}

// What is measured of an oblique rebound. Angles are from the normal, on the side to which the sphere came > 0.
Real read(const std::string& name, const ImpactResult& r, const ImpactOptions& options) {
    const Real angle = options.angle * SimTK::Pi / 180;
    const Real away = r.e_n * options.speed * std::cos(angle);
    const Real along = std::isnan(r.e_t) ? 0 : r.e_t * options.speed * std::sin(angle);
    if (name == "e_n") return r.e_n;
    if (name == "e_t") return r.e_t;
    if (name == "spin") return r.spin;
    if (name == "rebound_angle") return std::atan2(along, away) * 180 / SimTK::Pi;
    return std::atan2(along - options.radius * r.spin, away) * 180 / SimTK::Pi; // surface_rebound_angle
}

std::vector<std::vector<Real>> predictOblique(const MeasurementSetup& setup, const LawChoice& law) {
    ImpactOptions options = optionsOf(setup, law);
    options.speed = setup.settings.at("speed");
    std::vector<std::vector<Real>> columns(setup.measured.size());
    for (Real angle : setup.abscissae) {
        options.angle = angle;
        const ImpactResult r = runImpact(options);
        for (std::size_t i = 0; i < columns.size(); ++i) columns[i].push_back(read(setup.measured[i], r, options));
    }
    return columns;
}

std::vector<Setting> impactSettings(const std::vector<Setting>& more = {}) {
    std::vector<Setting> all = ballSettings();
    all.insert(all.end(), more.begin(), more.end());
    all.push_back(accuracySetting(1e-9));
    return all;
}

const std::vector<std::string> targets = {"rigid-plane", "plane", "sphere"};

} // namespace

MeasurementKind restitution() {
    return {"restitution",
            "normal restitution of a sphere against the speed of its impact",
            {"speed", "m/s"},
            positiveSetting,
            {{"restitution", "-"}},
            impactSettings(),
            targets,
            usualLaw,
            predictRestitution};
}

MeasurementKind drop() {
    return {"drop",
            "height to which a sphere bounces against the height from which it fell, both of its lowest point; without "
            "air, "
            "and without gravity during the impact",
            {"drop_height", "m"},
            positiveSetting,
            {{"rebound_height", "m"}},
            impactSettings({{{"gravity", "m/s^2"}, 9.81, positiveSetting, "on the way down"}}),
            targets,
            usualLaw,
            predictDrop};
}

MeasurementKind oblique() {
    return {"oblique",
            "oblique impact of a sphere that does not spin, against the angle from the normal: tangential velocity "
            "after over "
            "before (e_t), the normal one (e_n), spin, rebound angle of the centre and of the surface at the contact",
            {"angle", "deg"},
            {0, 90, false, false},
            {{"e_t", "-"}, {"e_n", "-"}, {"spin", "rad/s"}, {"rebound_angle", "deg"}, {"surface_rebound_angle", "deg"}},
            impactSettings({{{"speed", "m/s"}, 1, positiveSetting, "of the impact"}}),
            targets,
            usualLaw,
            predictOblique};
}

} // namespace lab
