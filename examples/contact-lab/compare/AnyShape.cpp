// What spheres cannot do: a stack of bricks, a rattleback, a brick on stairs. HuntCrossleyForce knows no bricks and lets
// them through the floor; its ellipsoids have other radii of curvature than they should.

#include "Section.h"
#include "Shapes.h"

#include <fmt/core.h>

namespace lab {

namespace {

Contenders named(const std::vector<std::string>& names) {
    Contenders laws;
    for (const std::string& name : names) laws.push_back(findLaw(contenders(), name));
    return laws;
}

void stack(Section& section, const Study& study) {
    Table& table = section.addTable("Ten bricks stand for a minute; then a spring pulls out the fourth.\n"
                                    "moved: by the uppermost brick in that minute; fallen: a second after the pull");
    for (const Contender& law : named({"hertz-mindlin", "cundall"})) {
        StackOptions options;
        options.law.law = law.name;
        if (section.figures.empty()) options.show = study.named("-stack");
        const StackResult r = runStack(options);
        table.add(r.standingCost, {{"law", law.label},
                                   {"moved [um]", number(1e6 * r.moved, "{:.2g}")},
                                   {"fallen [mm]", number(1e3 * r.fallen, "{:.1f}")}});
        if (section.figures.empty()) {
            Picture standing = r.standing, pulled = r.pulled;
            standing.title = "A stack of bricks";
            pulled.title = "A stack without its fourth brick";
            standing.zoom = 1.8;
            section.figures = {{standing, "Ten bricks after a minute. The blue one is to be pulled out."},
                               {pulled, "A second after the pull."}};
            section.summary = {{"way of a stack's uppermost brick in a minute",
                                number(1e6 * r.moved, "Hertz-Mindlin {:.1g} um"), "knows no bricks", ""}};
        }
    }
}

void rattleback(Section& section, const Study& study) {
    Table& table = section.addTable("A rattleback, spun the wrong way and the right way: spin after 4 s");
    Plot plot{"A rattleback", "time [s]", "spin about the vertical [rad/s]"};
    for (const Contender& law : named({"hertz-mindlin", "hunt-crossley"})) {
        Row row{{"law", law.label}};
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
            Series& curve = addCurve(plot, law, spin < 0 ? styles::line : styles::dashed);
            curve.label += spin < 0 ? ", the wrong way" : ", the right way";
            for (const RattlebackSample& s : r.samples) curve.points.push_back({s.time, s.spin});
            row.push_back({fmt::format("{:+g} rad/s", spin), number(r.samples.back().spin, "{:+.3f}")});
            cost += r.cost;
            if (law.isHuntCrossley() || spin > 0) continue;
            Picture picture = r.picture;
            picture.title = "The stone";
            picture.tilt = 60;
            section.figures.push_back(
                {picture, "The rattleback: an ellipsoid whose heavy axes are turned by .05 rad."});
        }
        table.add(cost, row);
    }
    section.figures.push_back({plot, "Its spin: the wrong way it begins to rock, stops and comes back."});
}

void stairs(Section& section, const Study& study) {
    Table& table = section.addTable("A brick tumbles down stairs of triangles.\n"
                                    "missing: of the energy that it has lost, in the force's account");
    for (const Contender& law : named({"hertz-mindlin", "cundall", "hunt-crossley"})) {
        StairsOptions options;
        options.law.law = law.name;
        if (law.isHuntCrossley()) options.law.restitution = 1;
        if (law.name == "hertz-mindlin") options.show = study.named("-stairs");
        const StairsResult r = runStairs(options);
        table.add(r.cost, {{"law", law.label},
                           {"comes to rest on", r.isOnStairs ? "a step" : "nothing: it falls through"},
                           {"lost [J]", number(r.fallen, "{:.4f}")},
                           {"missing [J]", r.isOnStairs ? number(r.missing, "{:.1e}") : ""}});
        if (law.name != "hertz-mindlin") continue;
        Picture picture = r.picture;
        picture.title = "A brick on stairs";
        picture.tilt = 60;
        picture.turn = 50;
        picture.zoom = 1.9;
        section.figures.push_back({picture, "A brick on stairs, every eighth of a second."});
    }
}

void ring(Section& section) {
    Table& table = section.addTable("A ring of triangles falls into a bowl of triangles and comes to rest.\n"
                                    "missing: of the energy that it has lost, in the force's account");
    const RingOptions options;
    const RingResult r = runRing(options);
    table.add(r.cost, {{"triangles", std::to_string(r.triangles)},
                       {"speed [mm/s]", number(1e3 * r.speed, "{:.1e}")},
                       {"spin [rad/s]", number(r.spin, "{:.1e}")},
                       {"lost [J]", number(r.fallen, "{:.4f}")},
                       {"missing [J]", number(r.missing, "{:.1e}")}});
    Picture picture = r.picture;
    picture.title = "A ring in a bowl";
    picture.zoom = 1.7;
    picture.tilt = 50;
    section.figures.push_back({picture, "A ring of 5000 triangles at rest in a bowl."});
}

} // namespace

Section anyShape(const Study& study) {
    Section section{
        "Bricks, stones and stairs",
        "<p>A stack of bricks, an ellipsoid with an inertia of its own, and a brick on a mesh: contacts of faces, "
        "edges and corners, each with a spring.</p>",
        "./run lab compare any-shape"};
    stack(section, study);
    rattleback(section, study);
    stairs(section, study);
    ring(section);
    return section;
}

} // namespace lab
