#ifndef CONTACT_LAB_LAW_PARAMETERS_H
#define CONTACT_LAB_LAW_PARAMETERS_H

#include "LawChoice.h"

#include <simbodydem/laws/Law.h>

#include <map>
#include <string>
#include <vector>

namespace lab {

/** Describes a number of a law or of its material that can be fitted. It has its name of the catalog: "youngsModulus",
"normal.stiffness", "tangential.tangentialDampingRatio". */
struct KnownParameter {
    std::string name, unit;
    simbodydem::ParameterRange range;
};

/** Lists the parameters of the material and of the chosen laws.
@throws std::invalid_argument if there is no such law */
std::vector<KnownParameter> listParameters(const LawChoice&);

/** Returns the parameter of this name. @throws std::invalid_argument with all names if there is none */
const KnownParameter& findParameter(const std::vector<KnownParameter>&, const std::string& name);

/** Sets a parameter. The name is one of listParameters(). */
void setParameter(LawChoice&, const std::string& name, Real value);

/** Returns the default of a material value; NaN if it has none, or if no material value has this name. */
Real getMaterialValue(const LawChoice&, const std::string& name);

/** Returns the name of a law: "hertz-mindlin", or "hertz + mindlin-secant". */
std::string describeLaw(const LawChoice&);

/** Returns the law of these parts with the material of another one, and then with these parameters.
@throws nothing for parameters that the law does not have; setParameter() says which it has */
LawChoice makeLaw(const LawChoice& parts, const LawChoice& material, const std::map<std::string, Real>& parameters);

} // namespace lab

#endif
