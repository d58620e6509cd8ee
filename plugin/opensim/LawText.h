// SPDX-License-Identifier: Apache-2.0
#ifndef OSIM_SIMBODYDEM_LAW_TEXT_H
#define OSIM_SIMBODYDEM_LAW_TEXT_H

#include <map>
#include <string>
#include <string_view>

namespace OpenSim {

/** Stores a law of the catalog and its parameters, as read from one line: "linear stiffness=1e5 tension=Allowed". */
struct LawText {
    std::string name;
    std::map<std::string, double> parameters;
    std::map<std::string, std::string> choices;

    /** Reads the line.
        @param element  its name in messages
        @throws OpenSim::Exception if the line is empty, or if a word after the first is not of the form parameter=value or is there twice */
    LawText(const std::string& text, const std::string& element);
};

/** Reads a whole text as a number, with a decimal point in every locale.
@returns true if it is a number */
bool toNumber(std::string_view text, double& number);

/** Returns the text in lower case and without dashes, so that "HertzMindlin" and "hertz-mindlin" are equal. */
std::string withoutCaseAndDashes(const std::string&);

} // namespace OpenSim

#endif
