// SPDX-License-Identifier: Apache-2.0
#ifndef SIMBODYDEM_ROBOTS_URDF_ELEMENT_H
#define SIMBODYDEM_ROBOTS_URDF_ELEMENT_H

#include "robots/XmlElement.h"

namespace simbodydem {

using UrdfElement = XmlElement;

/** Checks that the root is <robot>, and that the file is no xacro. Errors are thrown. */
void checkIsUrdf(const UrdfElement& root, Findings&);

} // namespace simbodydem

#endif
