#ifndef CONTACT_LAB_LAW_PARAMETERS_H
#define CONTACT_LAB_LAW_PARAMETERS_H

#include "LawChoice.h"

namespace lab {

/** A number of a law or of its material that can be fitted, by the name that it has in the catalog: "youngsModulus",
"normal.stiffness", "tangential.tangentialDampingRatio". */
struct KnownParameter {
    std::string name, unit;
    simbodydem::ParameterRange range;
};

/** Those of the material, and of the chosen laws.
@throws std::invalid_argument if there is no such law */
std::vector<KnownParameter> listParameters(const LawChoice&);

/** @throws std::invalid_argument with the names that there are, if this is none of them */
const KnownParameter& findParameter(const std::vector<KnownParameter>&, const std::string& name);

/** Give it this value. The name is one of listParameters(). */
void setParameter(LawChoice&, const std::string& name, Real value);

/** What a value of the material is if nobody sets it; NaN where it is not set at all or this is none of the material. */
Real getMaterialValue(const LawChoice&, const std::string& name);

/** "hertz-mindlin", or "hertz + mindlin-secant". */
std::string describeLaw(const LawChoice&);

} // namespace lab

#endif
