// Feeds the readers of values in an OpenSim model: laws with parameters, forms of which one is given, and presets. A header of this folder
// has the exception and the properties, so OpenSim itself is not needed.

#include "Reader.h"

#include "opensim/GivenValues.h"
#include "opensim/LawText.h"

#include "simbodydem/LawCatalog.h"

#include <cmath>
#include <optional>
#include <vector>

namespace fuzz {

namespace {

// Calls a function that may throw OpenSim's exception with a message that has this word, or an error of the catalog.
template <class Function> bool isTaken(const std::string& named, const Function& call) {
    bool isTaken = false;
    isRead("", [&] {
        try {
            call();
            isTaken = true;
        } catch (const OpenSim::Exception& e) {
            expect(e.getMessage().find(named) != std::string::npos,
                   "the message has no '" + named + "': " + e.getMessage());
        }
    });
    return isTaken;
}

void checkParameters(const simbodydem::LawParameters& parameters) {
    for (const simbodydem::LawParameter& p : parameters)
        if (const double* number = std::get_if<double>(&p.value))
            expect(std::isnan(*number) || p.range.contains(*number), p.name + " is out of its range");
}

// The first character says what the rest is.
void readValues(std::string_view bytes) {
    if (bytes.empty()) return;
    const std::string text(bytes.substr(1));
    const char kind = bytes[0];
    double number = 0;
    if (kind == 'n' || kind == 't' || kind == 'r')
        isTaken("<law>", [&] {
            const OpenSim::LawText law(text, "<law>");
            for (const auto& [name, value] : law.parameters)
                expect(law.choices.count(name) == 0, name + " is both a number and a choice: " + std::to_string(value));
            if (kind == 'n')
                checkParameters(simbodydem::makeNormalLaw(law.name, law.parameters, law.choices)->getParameters());
            if (kind == 't')
                checkParameters(simbodydem::makeTangentialLaw(law.name, law.parameters, law.choices)->getParameters());
            if (kind == 'r')
                checkParameters(simbodydem::makeRollingLaw(law.name, law.parameters, law.choices)->getParameters());
        });
    else if (kind == 'f') { // bits of values that are given
        std::vector<OpenSim::Property<int>> values;
        for (std::size_t k = 0; k < 6; ++k)
            values.emplace_back(std::string(1, char('a' + k)),
                                k < text.size() && text[k] == '1' ? std::optional<int>(1) : std::nullopt);
        const std::vector<OpenSim::Form> forms = {
            {&values[0]}, {&values[1], &values[2]}, {&values[3], &values[4], &values[5]}};
        isTaken("owner", [&] {
            const std::size_t form = OpenSim::findGivenForm("owner", "stiffness", forms);
            for (const OpenSim::AbstractProperty* value : forms.at(form))
                expect(!value->empty(), "a form is taken that is not given");
        });
    } else if (kind == 'p') {
        const std::vector<OpenSim::Preset<int>> presets = {{"Dry-Sand", [] { return 1; }}, {"Clay", [] { return 2; }}};
        isTaken("owner", [&] { OpenSim::makePreset<int>("owner", text, presets); });
    } else if (OpenSim::toNumber(text, number))
        expect(text.find_first_not_of("+-.0123456789eEnaifINFtyNATY()_") == std::string::npos,
               "a text that is no number is taken");
}

const AddReader values({"values",
                        readValues,
                        {"hertz",
                         "linear",
                         "hunt-crossley",
                         "jkr",
                         "dmt",
                         "elastoplastic",
                         "mindlin-incremental",
                         "mindlin-secant",
                         "cundall",
                         "epsd",
                         "none",
                         " stiffness=1e5",
                         "tension=Allowed",
                         "damping=",
                         "=",
                         "1e5",
                         "nan",
                         "inf",
                         "-1",
                         "loadingStiffness=",
                         "unloadingStiffness=",
                         "rollingStiffness=",
                         "+-1",
                         "0x1"}});

} // namespace

} // namespace fuzz
