// SPDX-License-Identifier: Apache-2.0
#ifndef SIMBODYDEM_GRAINS_TERMS_OF_H
#define SIMBODYDEM_GRAINS_TERMS_OF_H

#include "protocol/Commands.h"
#include "simbodydem/ContactModel.h"

#include <string>

namespace simbodydem::grains {

/** Returns the terms of a model for two materials. The coefficients are read off the laws themselves, bound to the pair.
@param owner  for messages
@throws std::invalid_argument if the server has not one of the laws or its options, or if a material value is missing */
ContactTerms termsOf(const ContactModel&, const SurfaceMaterial& a, const SurfaceMaterial& b, const std::string& owner);

} // namespace simbodydem::grains

#endif
