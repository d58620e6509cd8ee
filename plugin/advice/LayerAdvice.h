// SPDX-License-Identifier: Apache-2.0
#ifndef SIMBODYDEM_ADVICE_LAYER_ADVICE_H
#define SIMBODYDEM_ADVICE_LAYER_ADVICE_H

#include "advice/CandidatePair.h"
#include "simbodydem/ContactAdvice.h"

namespace simbodydem {

/** Predicts the contact of a layer from its present area. */
LayerAdvice describeArea(const CandidateArea&, const DEMContactForce&, const AdviceOptions&);

} // namespace simbodydem

#endif
