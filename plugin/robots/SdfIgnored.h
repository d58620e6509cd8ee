// SPDX-License-Identifier: Apache-2.0
#ifndef SIMBODYDEM_ROBOTS_SDF_IGNORED_H
#define SIMBODYDEM_ROBOTS_SDF_IGNORED_H

#include "robots/SdfFile.h"

namespace simbodydem {

/** Lists all elements of a <model> that are not used, once for each link or joint. Those that would change the motion are errors. */
void findUnused(const sdf::ElementPtr& model, SdfFindings&);

/** Lists the elements of an <sdf> or a <world> other than the model that is read. */
void findUnusedAround(const sdf::ElementPtr& root, const sdf::ElementPtr& model, SdfFindings&);

} // namespace simbodydem

#endif
