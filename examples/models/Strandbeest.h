#ifndef MODELS_STRANDBEEST_H
#define MODELS_STRANDBEEST_H

#include "Model.h"

namespace lab {

/** Theo Jansen's walking machine as Simbody's example has it: a torso on three pairs of legs that one crank moves, and two bumps, ellipsoids,
in its way along -x. Links without mass are rods. */
struct Strandbeest {
    SimTK::MobilizedBody::Free torso;
    SimTK::Motion::Steady motor; ///< of the crank

    Strandbeest(Model&, Real crankRate);
};

} // namespace lab

#endif
