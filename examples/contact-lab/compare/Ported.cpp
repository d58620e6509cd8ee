// Simbody's own examples of contact, with the ContactSurfaces that their bodies have: two lines move them over.

#include "Section.h"
#include "SimbodyExamples.h"

#include <fmt/core.h>

namespace lab {

namespace {

const std::pair<const char*, const char*> contacts[] = {{"hertz-mindlin", "Hertz-Mindlin"},
                                                        {"compliant", "CompliantContactSubsystem"},
                                                        {"hunt-crossley", "HuntCrossleyForce"}};

struct Example {
    const char *name, *title, *caption;
};
const Example examples[] = {{"strandbeest", "Strandbeest", "TheoJansenStrandbeest, stopped on a bump."},
                            {"two-boxes", "Two boxes", "ExampleTwoBoxCollide at rest, under gravity that leans by .2."},
                            {"playground", "The playground", "ExampleContactPlayground at the end."}};

} // namespace

Section simbodysExamples(const Study& study) {
    Section section{
        "Simbody's own examples",
        "<p>Three of Simbody's examples with the ContactSurfaces that their bodies have, under "
        "CompliantContactSubsystem, for which they were written, under HuntCrossleyForce where it can, and under "
        "ours by <code>ContactSurfaces::fromBodies()</code>.</p>",
        "./run lab compare simbodys-examples"};
    Table& table = section.addTable("crept: by the torso in 10 s after 2 s, by the box or the ball in 5 s after 40 s\n"
                                    "lost: energy until the end; missing: of it, in the force's account");
    std::map<std::string, std::string> crept; // by the Strandbeest, as the example runs it
    const auto enter = [&](const PortedOptions& options, const char* label) {
        const PortedResult r = runPorted(options);
        table.add(r.cost, {{"example", options.example},
                           {"contact", label},
                           {"integrator", fmt::format("{} {:g}", options.integrator.name, options.integrator.accuracy)},
                           {"crept [mm]", number(1e3 * r.moved, "{:.2g}")},
                           {"speed at the end [mm/s]", number(1e3 * r.speed, "{:.2g}")},
                           {"lost [J]", number(r.lost)},
                           {"missing [J]", std::isnan(r.missing) ? "" : number(r.missing, "{:.1e}")}});
        crept.emplace(options.contact, number(1e3 * r.moved, "{:.2g} mm"));
        return r.picture;
    };
    for (const auto& [example, title, caption] : examples) {
        const bool isStrandbeest = example == std::string("strandbeest");
        PortedOptions options(example);
        if (isStrandbeest)
            for (const auto& [contact, label] : contacts) {
                PortedOptions asItIs(example);
                asItIs.contact = contact;
                asItIs.integrator.name = "see2";
                asItIs.integrator.accuracy = 0.1;
                enter(asItIs, label);
            }
        Picture picture;
        for (const auto& [contact, label] : contacts) {
            if (!isStrandbeest && contact == std::string("hunt-crossley")) continue; // these meshes are not for it
            options.contact = contact;
            options.show = {};
            if (!isStrandbeest && contact == std::string("hertz-mindlin"))
                options.show = study.named("-" + options.example);
            const Picture end = enter(options, label);
            if (picture.things.empty()) picture = end;
        }
        if (isStrandbeest) {
            options.contact = "hertz-mindlin";
            options.walking = 8;
            options.show = study.named("-strandbeest");
            picture = runPorted(options).picture;
        }
        picture.title = title;
        section.figures.push_back({picture, caption});
    }
    section.summary = {{"way of a Strandbeest at rest in 10 s, as the example runs it",
                        "Hertz-Mindlin " + crept["hertz-mindlin"],
                        crept["hunt-crossley"] + ", CompliantContact " + crept["compliant"], ""}};
    return section;
}

} // namespace lab
