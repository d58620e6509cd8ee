#ifndef SIMBODYDEM_TESTS_FUZZ_LAWS_H
#define SIMBODYDEM_TESTS_FUZZ_LAWS_H

#include "Dice.h"

#include <simbodydem/simbodydem.h>

#include <memory>

namespace fuzz {

using namespace simbodydem;

/** A law of the library with parameters drawn at random, and what it promises. */
template <class Law> struct DrawnLaw {
    std::unique_ptr<Law> law;
    bool promises; // normal: not to pull; tangential and rolling: to stay within the friction limit
};

DrawnLaw<NormalLaw> drawNormalLaw(Dice&);
DrawnLaw<TangentialLaw> drawTangentialLaw(Dice&);
DrawnLaw<RollingLaw> drawRollingLaw(Dice&);

/** Everything that any law asks for. */
SurfaceMaterial drawMaterial(Dice&);

} // namespace fuzz

#endif
