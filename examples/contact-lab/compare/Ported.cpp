// Runs Simbody's own examples of contact with the ContactSurfaces of their bodies. Two lines convert each of them.

#include "Section.h"
#include "SimbodyExamples.h"

namespace lab {

namespace {

const std::pair<const char*, const char*> contacts[] = {{"hertz-mindlin", "Hertz-Mindlin"},
                                                        {"compliant", "CompliantContactSubsystem"},
                                                        {"hunt-crossley", "HuntCrossleyForce"}};

} // namespace

void simbodysExamples(const Study& study, Section& section) {
    Table& table = section.addTable("examples");
    std::map<std::string, std::string> crept; // creep of the Strandbeest with the example's integrator
    const auto enter = [&](const PortedOptions& options, const char* label) {
        const PortedResult r = runPorted(options);
        table.add(r.cost,
                  {options.example, label, fmt::format("{} {:g}", options.integrator.name, options.integrator.accuracy),
                   1e3 * r.moved, 1e3 * r.speed, r.lost, std::isnan(r.missing) ? Cell("") : Cell(r.missing)});
        crept.emplace(options.contact, number(1e3 * r.moved, "{:.2g} mm"));
        return r.picture;
    };
    for (const std::string example : {"strandbeest", "two-boxes", "playground"}) {
        const bool isStrandbeest = example == "strandbeest";
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
            if (!isStrandbeest && contact == std::string("hunt-crossley")) continue; // it is not for these meshes
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
        section.addPicture(example, picture);
    }
    section.summary = {{"displacement of a Strandbeest at rest in 10 s, with the example's integrator",
                        "Hertz-Mindlin " + crept["hertz-mindlin"],
                        crept["hunt-crossley"] + ", CompliantContact " + crept["compliant"], ""}};
}

} // namespace lab
