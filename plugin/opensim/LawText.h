// SPDX-License-Identifier: Apache-2.0
#ifndef OSIM_SIMBODYDEM_LAW_TEXT_H
#define OSIM_SIMBODYDEM_LAW_TEXT_H

#include <map>
#include <string>
#include <string_view>

namespace OpenSim {

/** A law of the catalog and its parameters as one line: "linear stiffness=1e5 tension=Allowed". */
struct LawText {
    std::string name;
    std::map<std::string, double> parameters;
    std::map<std::string, std::string> choices;

    /** @param element  what a message calls it
        @throws OpenSim::Exception if it is empty or a word after the first is not of the form parameter=value, or is there twice */
    LawText(const std::string& text, const std::string& element);
};

/** Reads all of a text as a number, with a point whatever the locale. @returns whether it is one */
bool toNumber(std::string_view text, double& number);

/** "HertzMindlin" and "hertz-mindlin" are one. */
std::string withoutCaseAndDashes(const std::string&);

} // namespace OpenSim

#endif
