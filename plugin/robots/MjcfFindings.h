// SPDX-License-Identifier: Apache-2.0
#ifndef SIMBODYDEM_ROBOTS_MJCF_FINDINGS_H
#define SIMBODYDEM_ROBOTS_MJCF_FINDINGS_H

#include "robots/Findings.h"
#include "robots/XmlElement.h"

#include <string>

namespace simbodydem {

/** Findings of an MJCF file. A text names the included file that its element is in. */
class MjcfFindings {
public:
    /** @param allowsRefused  a part that is not read, although the motion depends on it, is a warning */
    MjcfFindings(Findings& all, bool allowsRefused) : all(all), allowsRefused(allowsRefused) {}

    void error(const XmlElement& at, const std::string& text) { all.error(at.line, at.location + text); }
    void warn(const XmlElement& at, const std::string& text) { all.warn(at.line, at.location + text); }
    /** Adds a part that is not read, although the motion depends on it. */
    void refuse(const XmlElement& at, const std::string& text) {
        if (allowsRefused)
            warn(at, text + "; it is left out");
        else
            error(at, text + ". RobotFileOptions::setAllowUnreadParts() leaves it out");
    }
    void ignore(const XmlElement& at, const std::string& part) { ignore(at, at.line, part); }
    void ignore(const XmlElement& at, int line, const std::string& part) {
        all.ignore(line, part, ownerOf(at) + (at.location.empty() ? "" : " " + at.location.substr(0, at.location.size() - 2)));
    }

    /** Returns "joint 'hip'" or the like; an empty text for an element without a name. */
    static std::string ownerOf(const XmlElement&);

    Findings& all;

private:
    bool allowsRefused;
};

} // namespace simbodydem

#endif
