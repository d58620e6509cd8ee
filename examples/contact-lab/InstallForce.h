#ifndef CONTACT_LAB_INSTALL_FORCE_H
#define CONTACT_LAB_INSTALL_FORCE_H

#include "LawChoice.h"

#include <memory>

namespace lab {

/** Put the chosen force on a contact set whose surface 0 is the target and whose others are made of getMaterial().
HuntCrossleyForce gets moduli that give the elastic force of Hertz's E*: 2^(3/2) E* on both surfaces, since it mixes
moduli by a 2/3-power rule.
@returns our force, or null if it is HuntCrossleyForce
@throws std::invalid_argument if the choice makes no sense */
std::unique_ptr<simbodydem::DEMContactForce> installForce(SimTK::GeneralForceSubsystem&,
                                                          SimTK::GeneralContactSubsystem&, SimTK::ContactSetIndex,
                                                          const LawChoice&, const simbodydem::SurfaceMaterial& target);

} // namespace lab

#endif
