// Every tangential law of the catalog by itself on a cyclic path.

#include "Experiments.h"
#include "LabExperiments.h"

namespace lab {

Section tangentialLawLoops(const Study&) {
    Section section{
        "Tangential laws: shear force on a cyclic path",
        "<p>A sphere of 10 mm radius (E 100 MPa, nu .3) is held on a rigid plane at an overlap of .1 mm and dragged to "
        "and fro along a sine of four times Mindlin's onset of sliding, at .05 m/s at most; friction .3.</p>",
        "./run lab shear --tangential mindlin-secant"};
    Plot plot{"Shear force on a cyclic path", "displacement [um]", "tangential force [N]"};
    Table table;
    const auto add = [&](const Contender& c, const ShearOptions& options) {
        const ShearResult r = runShear(options);
        Series& loop = addCurve(plot, c, styleOf(c));
        for (std::size_t i = 0; i < r.samples.size(); i += 10)
            loop.points.push_back({1e6 * r.samples[i].displacement, r.samples[i].force});
        table.add({{"law", c.label},
                   {"greatest force [N]", number(r.peakForce, "{:.4f}")},
                   {"Coulomb limit [N]", number(options.law.staticFriction * r.normalForce, "{:.4f}")},
                   {"energy per cycle [uJ]", number(std::round(1e7 * r.loopArea) / 10 + 0., "{:.1f}")}});
    };
    ShearOptions options;
    options.law.law = "hunt-crossley";
    add(contenders()[0], options);
    std::size_t index = 0;
    for (const auto& entry : simbodydem::listTangentialLaws()) {
        options.law = withLaws(options.law, "hertz", entry.name);
        add({"", entry.name, catalogColor(entry.name, index++)}, options);
    }
    section.tables = {table};
    section.figures = {
        {plot,
         "A law with a spring comes back along a slope after each reversal; laws without one jump with the sign of "
         "the velocity. HuntCrossleyForce has neither spring nor memory."}};
    return section;
}

} // namespace lab
