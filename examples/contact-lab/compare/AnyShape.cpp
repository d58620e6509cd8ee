// Scenes that spheres cannot show: a stack of bricks, a rattleback, a brick on stairs. HuntCrossleyForce has no bricks and
// lets them through the floor. Its ellipsoids have other radii of curvature than they should.

#include "Section.h"
#include "Shapes.h"

namespace lab {

namespace {

Contenders named(const std::vector<std::string>& names) {
    Contenders laws;
    for (const std::string& name : names) laws.push_back(findLaw(contenders(), name));
    return laws;
}

void stack(Section& section, const Study& study) {
    Table& table = section.addTable("stack");
    for (const Contender& law : named({"hertz-mindlin", "cundall"})) {
        StackOptions options;
        options.law.law = law.name;
        if (section.figures.empty()) options.show = study.named("-stack");
        const StackResult r = runStack(options);
        table.add(r.standingCost, {law.label, 1e6 * r.moved, 1e3 * r.fallen});
        if (!section.figures.empty()) continue;
        section.addPicture("standing", r.standing);
        section.addPicture("pulled", r.pulled);
        section.summary = {{"displacement of the uppermost brick of a stack in a minute",
                            number(1e6 * r.moved, "Hertz-Mindlin {:.1g} um"), "has no bricks", ""}};
    }
}

void rattleback(Section& section, const Study& study) {
    Table& table = section.addTable("rattleback");
    std::vector<Series> curves;
    for (const Contender& law : named({"hertz-mindlin", "hunt-crossley"})) {
        std::vector<Cell> row{law.label};
        Cost cost;
        for (const Real spin : {-5., 5.}) {
            RattlebackOptions options;
            options.law.law = law.name;
            if (law.isHuntCrossley()) {
                options.law.restitution = 1; // it has a dissipation instead
                options.law.dissipation = typicalDissipation;
                options.law.transitionVelocity = 0.01;
            }
            options.spin = spin;
            if (spin < 0) options.show = study.named("-rattleback-" + law.name);
            const RattlebackResult r = runRattleback(options);
            curves.push_back({law.label + (spin < 0 ? ", wrong direction" : ", right direction"), law.color,
                              spin < 0 ? styles::line : styles::dashed});
            for (const RattlebackSample& s : r.samples) curves.back().points.push_back({s.time, s.spin});
            row.push_back(r.samples.back().spin);
            cost += r.cost;
            if (!law.isHuntCrossley() && spin < 0) section.addPicture("stone", r.picture);
        }
        table.add(cost, row);
    }
    section.addPlot("spin").series = curves;
}

void stairs(Section& section, const Study& study) {
    Table& table = section.addTable("stairs");
    for (const Contender& law : named({"hertz-mindlin", "cundall", "hunt-crossley"})) {
        StairsOptions options;
        options.law.law = law.name;
        if (law.isHuntCrossley()) options.law.restitution = 1;
        if (law.name == "hertz-mindlin") options.show = study.named("-stairs");
        const StairsResult r = runStairs(options);
        table.add(r.cost, {law.label, r.isOnStairs ? "a step" : "nothing: it falls through", r.fallen,
                           r.isOnStairs ? Cell(r.missing) : Cell("")});
        if (law.name == "hertz-mindlin") section.addPicture("stairs", r.picture);
    }
}

void ring(Section& section) {
    const RingResult r = runRing({});
    section.addTable("ring").add(r.cost, {r.triangles, 1e3 * r.speed, r.spin, r.fallen, r.missing});
    section.addPicture("ring", r.picture);
}

} // namespace

void anyShape(const Study& study, Section& section) {
    stack(section, study);
    rattleback(section, study);
    stairs(section, study);
    ring(section);
}

} // namespace lab
