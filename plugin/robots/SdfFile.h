// SPDX-License-Identifier: Apache-2.0
#ifndef SIMBODYDEM_ROBOTS_SDF_FILE_H
#define SIMBODYDEM_ROBOTS_SDF_FILE_H

#include "robots/Findings.h"
#include "robots/MeshSearch.h"
#include "robots/XmlElement.h"

#include <sdf/sdf.hh>

#include <set>
#include <string>

namespace simbodydem {

/** Findings of an SDF file. A text names the included file that its element is in, and the line is that of the <include>. */
class SdfFindings {
public:
    /** @param allowsRefused  a part that is not read, although the motion depends on it, is a warning */
    SdfFindings(Findings& all, bool allowsRefused) : all(all), allowsRefused(allowsRefused) {}

    void error(const sdf::ElementPtr& at, const std::string& text) { all.error(lineOf(at), locationOf(at) + text); }
    void warn(const sdf::ElementPtr& at, const std::string& text) { all.warn(lineOf(at), locationOf(at) + text); }
    /** Adds a part that is not read, although the motion depends on it. @param remedy  what happens if that is allowed */
    void refuse(const sdf::ElementPtr& at, const std::string& text, const std::string& remedy = "leaves it out");
    /** Adds an element that is not used, once for each owner. */
    void ignore(const sdf::ElementPtr& at, const std::string& part, const std::string& owner);

    /** Returns the line in the robot's file; 0 if it is not known. */
    static int lineOf(const sdf::ElementPtr&);

    Findings& all;

private:
    static std::string locationOf(const sdf::ElementPtr&);
    bool allowsRefused;
    std::set<std::string> ignored;
};

/** Returns the file that an element is in; an empty text if it is the robot's file. */
std::string includedFileOf(const sdf::ElementPtr&);

/** Loads the text of an SDF file with sdformat, whose console is silent meanwhile. Its errors are added with their lines, and so are its
warnings. Masses and inertias are not checked here.
@param file  the same file, for lines of elements and texts of numbers
@throws std::invalid_argument if there are errors */
sdf::Root loadSdf(const std::string& text, const XmlElement& file, const MeshSearch&, Findings&);

} // namespace simbodydem

#endif
