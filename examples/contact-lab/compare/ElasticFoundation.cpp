// Compares an elastic layer with Simbody's ElasticFoundationForce of the same stiffness on the same meshes: force against depth, creep on a
// slope, and CPU time.

#include "ElasticFoundation.h"

#include "Section.h"

#include <algorithm>

namespace lab {

namespace {

const char* const layerColor = colors::hertzMindlin;
const char* const foundationColor = colors::huntCrossley;
const Real leastCreep = 1e-12; // creep below rounding is drawn here [m/s]

struct IntegratorName {
    std::string option, label;
    const char* style;
};
const std::vector<IntegratorName> integrators = {{"rkm", "Runge-Kutta-Merson", styles::line},
                                                 {"cpodes", "CPodes", styles::dashed},
                                                 {"contact", "ContactIntegrator", styles::dotted}};
const std::vector<Real> transitionVelocities = {1e-1, 1e-2, 1e-3}; // of ElasticFoundationForce [m/s]
const FoundationSlopeOptions usual;
const Real window = 0.8 * usual.time; // within which drift counts [s]

FoundationSlopeResult putOnSlope(Foundation foundation, const IntegratorName& integrator, Real transitionVelocity) {
    FoundationSlopeOptions options;
    options.foundation = foundation;
    options.integrator.name = integrator.option;
    options.integrator.accuracy = 1e-5;
    options.transitionVelocity = transitionVelocity;
    return runFoundationSlope(options);
}

Real creepOf(const FoundationSlopeResult& r) { return std::abs(r.drift) / window; }

void slopes(Section& section) {
    Plot &creep = section.addPlot("creep"), &price = section.addPlot("price");
    Table& table = section.addTable("slope");
    const auto add = [&](const std::string& label, const IntegratorName& integrator, const Cell& velocity,
                         const FoundationSlopeResult& r) {
        table.add({label, integrator.label, velocity, r.drift, creepOf(r), r.steps, r.evaluations, r.cpuSeconds});
    };
    Real worstLayer = 0, greatestRatio = 0;          // the latter of the creep over the transition velocity
    FoundationSlopeResult layers, implicit, slowest; // the last one at the smallest transition velocity
    for (const IntegratorName& integrator : integrators) {
        const FoundationSlopeResult r = putOnSlope(Foundation::Layer, integrator, SimTK::NaN);
        if (integrator.option == "rkm") layers = r;
        if (integrator.option == "contact") implicit = r;
        worstLayer = std::max(worstLayer, creepOf(r));
        add("elastic layer", integrator, "", r);
        const auto level = [&](Plot& plot, double y) {
            plot.series.push_back({"layer, " + integrator.label, layerColor, integrator.style});
            for (Real v : transitionVelocities) plot.series.back().points.push_back({v, y});
        };
        level(creep, std::max(creepOf(r), leastCreep));
        level(price, double(r.steps));
    }
    for (const IntegratorName& integrator : integrators) {
        if (integrator.option == "contact") continue; // it does not take ElasticFoundationForce
        Series speed{"ElasticFoundationForce, " + integrator.label, foundationColor, integrator.style}, steps = speed;
        for (Real v : transitionVelocities) {
            const FoundationSlopeResult r = putOnSlope(Foundation::ElasticFoundationForce, integrator, v);
            if (integrator.option == "rkm") slowest = r;
            greatestRatio = std::max(greatestRatio, creepOf(r) / v);
            add("ElasticFoundationForce", integrator, v, r);
            speed.points.push_back({v, creepOf(r)});
            steps.points.push_back({v, double(r.steps)});
        }
        creep.series.push_back(speed);
        price.series.push_back(steps);
    }
    section.setCaption("creep", greatestRatio, worstLayer);
    section.setCaption("price", slowest.steps / double(layers.steps), implicit.steps);
    section.summary = {
        {"creep of a block on an elastic foundation, on a slope [m/s], Runge-Kutta-Merson",
         "elastic layer " + number(creepOf(layers), "{:.0e}"),
         number(creepOf(slowest), "ElasticFoundationForce {:.0e}") + "\nat the smallest transition velocity",
         "layer / ElasticFoundationForce: " + priceOf(layers.steps, slowest.steps)}};
}

void presses(Section& section) {
    const Real k = foundationStiffness, R = radiusOfFoundationBall;
    const Real A = 4 * halfOfFoundationBlock[0] * halfOfFoundationBlock[2];
    Table& table = section.addTable("press");
    Plot& plot = section.addPlot("press");
    Series layer{"layer on the mesh", layerColor, styles::linePoints},
        exact{"layer on the sphere", colors::third, styles::linePoints},
        foundation{"ElasticFoundationForce on the mesh", foundationColor, "linespoints lw 7 pt 7 ps 0.9"};
    const auto relative = [](Real force, Real closedForm) { return force / closedForm - 1; };
    for (Real depth : {1e-4, 3e-4, 1e-3, 3e-3, 1e-2, 2e-2}) {
        const auto press = [&](Foundation kind, FoundationBody body) {
            return pressOnFoundation(kind, body, depth).force;
        };
        const Real block = k * depth * A, ball = SimTK::Pi * R * depth * depth * k;
        const Real blockOfLayer = press(Foundation::Layer, FoundationBody::Block),
                   blockOfFoundation = press(Foundation::ElasticFoundationForce, FoundationBody::Block),
                   ballOfLayer = press(Foundation::Layer, FoundationBody::BallOfTriangles),
                   ballOfFoundation = press(Foundation::ElasticFoundationForce, FoundationBody::BallOfTriangles),
                   ballOfSphere = press(Foundation::Layer, FoundationBody::Ball);
        table.add({number(1e3 * depth), block, relative(blockOfLayer, block), relative(blockOfFoundation, block), ball,
                   relative(ballOfLayer, ball), relative(ballOfFoundation, ball), relative(ballOfSphere, ball)});
        const auto add = [&](Series& series, Real force) {
            series.points.push_back({1e3 * depth, std::max(std::abs(relative(force, ball)), 1e-6)});
        };
        add(layer, ballOfLayer);
        add(exact, ballOfSphere);
        add(foundation, ballOfFoundation);
    }
    plot.series = {foundation, layer, exact};
}

void prices(Section& section) {
    Table& table = section.addTable("evaluations");
    const auto add = [&](const std::string& label, FoundationBody body, Real depth) {
        const PressResult layer = pressOnFoundation(Foundation::Layer, body, depth, true),
                          foundation = pressOnFoundation(Foundation::ElasticFoundationForce, body, depth, true);
        table.add({label, layer.numElements, 1e6 * layer.evaluationSeconds, 1e6 * foundation.evaluationSeconds,
                   layer.evaluationSeconds / foundation.evaluationSeconds});
    };
    add("block, 0.1 mm deep", FoundationBody::Block, 1e-4);
    add("ball, 1 mm deep", FoundationBody::BallOfTriangles, 1e-3);
    add("ball, 20 mm deep", FoundationBody::BallOfTriangles, 2e-2);
}

} // namespace

void elasticFoundation(const Study&, Section& section) {
    slopes(section);
    presses(section);
    prices(section);
}

} // namespace lab
