#ifndef MODELS_STRANDBEEST_H
#define MODELS_STRANDBEEST_H

#include "Model.h"

namespace lab {

/** Builds Theo Jansen's walking machine as in Simbody's example: a torso on three pairs of legs that one crank moves. Two bumps, which are
ellipsoids, lie on its path along -x. Links without mass are rods. */
struct Strandbeest {
    SimTK::MobilizedBody::Free torso;
    SimTK::Motion::Steady motor; ///< of the crank

    Strandbeest(Model&, Real crankRate);
};

} // namespace lab

#endif
