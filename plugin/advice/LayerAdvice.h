// SPDX-License-Identifier: Apache-2.0
#ifndef SIMBODYDEM_ADVICE_LAYER_ADVICE_H
#define SIMBODYDEM_ADVICE_LAYER_ADVICE_H

#include "advice/CandidatePair.h"
#include "simbodydem/ContactAdvice.h"

namespace simbodydem {

/** Begins the rows of two surfaces, with their indices. @returns the subject of these rows */
std::string nameSubject(ContactAdvice&, const DEMContactForce&, int a, int b);

/** Adds a prediction of each contact of a layer, from its present area. */
void adviseOnAreas(ContactAdvice&, const std::vector<CandidateArea>&, const DEMContactForce&, const AdviceOptions&);

} // namespace simbodydem

#endif
