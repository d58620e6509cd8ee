#ifndef SIMBODYDEM_TESTS_FUZZ_LAWS_H
#define SIMBODYDEM_TESTS_FUZZ_LAWS_H

#include "Dice.h"

#include <Simbody.h>

#include <simbodydem/SurfaceMaterial.h>
#include <simbodydem/laws/NormalLaw.h>
#include <simbodydem/laws/RollingLaw.h>
#include <simbodydem/laws/TangentialLaw.h>

#include <memory>

namespace fuzz {

using namespace simbodydem;

/** A law of the library with random parameters, and its guarantee. */
template <class Law> struct DrawnLaw {
    std::unique_ptr<Law> law;
    bool promises; // normal: it does not pull; tangential and rolling: it stays within the friction limit
};

DrawnLaw<NormalLaw> drawNormalLaw(Dice&);
DrawnLaw<TangentialLaw> drawTangentialLaw(Dice&);
DrawnLaw<RollingLaw> drawRollingLaw(Dice&);

/** Returns a material with a value for each property that a law uses. */
SurfaceMaterial drawMaterial(Dice&);

} // namespace fuzz

#endif
