#ifndef SIMBODYDEM_TESTS_FUZZ_CHECKED_LAWS_H
#define SIMBODYDEM_TESTS_FUZZ_CHECKED_LAWS_H

#include "Laws.h"

#include <simbodydem/laws/NormalLaw.h>
#include <simbodydem/laws/RollingLaw.h>
#include <simbodydem/laws/TangentialLaw.h>

#include <functional>
#include <string>

namespace fuzz {

/** Collects errors in the inputs and outputs of laws, and the largest stiffness and mass of the contacts. */
struct Witness {
    std::vector<std::string> complaints;
    Real stiffest = 0, heaviest = 0; // [N/m], [kg]

    template <class... Words> void demand(bool ok, const Words&... words) {
        if (ok || complaints.size() > 20) return;
        std::string text;
        for (const std::string& word : {describe(words)...}) text += word;
        complaints.push_back(text);
    }

private:
    static std::string describe(const std::string& word) { return word; }
    static std::string describe(Real number) { return String(number, "%.17g"); }
    static std::string describe(const Vec3& v) {
        return "(" + describe(v[0]) + ", " + describe(v[1]) + ", " + describe(v[2]) + ")";
    }
};

/** Returns these laws with a check of each call: numbers are finite, masses > 0, forces within the limit and power not negative. The
force is the same if the output is committed and the law is evaluated again. @param witness  must outlive the laws */
std::unique_ptr<NormalLaw> makeChecked(DrawnLaw<NormalLaw>, Witness& witness);
std::unique_ptr<TangentialLaw> makeChecked(DrawnLaw<TangentialLaw>, Witness& witness);
std::unique_ptr<RollingLaw> makeChecked(DrawnLaw<RollingLaw>, Witness& witness);

} // namespace fuzz

#endif
