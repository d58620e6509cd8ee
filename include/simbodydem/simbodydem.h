// SPDX-License-Identifier: Apache-2.0
#ifndef SIMBODYDEM_H
#define SIMBODYDEM_H

/** @file
Everything in SimbodyDEM. Start at DEMContactForce; words, symbols, signs and frames are in Notation.h. */

#include "simbodydem/ContactDecorations.h"
#include "simbodydem/ContactJacobian.h"
#include "simbodydem/ContactModel.h"
#include "simbodydem/ContactRecord.h"
#include "simbodydem/ContactStepLimiter.h"
#include "simbodydem/ContactSurfaces.h"
#include "simbodydem/DEMContactForce.h"
#include "simbodydem/GroundReactionRecorder.h"
#include "simbodydem/HistoryReplay.h"
#include "simbodydem/HuntCrossleyConversion.h"
#include "simbodydem/LawCatalog.h"
#include "simbodydem/MixingRules.h"
#include "simbodydem/NamedForces.h"
#include "simbodydem/Notation.h"
#include "simbodydem/ReplayRecorder.h"
#include "simbodydem/Resultants.h"
#include "simbodydem/SurfaceMaterial.h"
#include "simbodydem/Warnings.h"
#include "simbodydem/laws/normal/DMTNormal.h"
#include "simbodydem/laws/normal/ElastoplasticNormal.h"
#include "simbodydem/laws/normal/HertzNormal.h"
#include "simbodydem/laws/normal/HuntCrossleyNormal.h"
#include "simbodydem/laws/normal/JKRNormal.h"
#include "simbodydem/laws/normal/LinearNormal.h"
#include "simbodydem/laws/normal/PFCHystereticNormal.h"
#include "simbodydem/laws/normal/PFCLinearNormal.h"
#include "simbodydem/laws/rolling/ConstantRolling.h"
#include "simbodydem/laws/rolling/EPSDRolling.h"
#include "simbodydem/laws/rolling/NoRolling.h"
#include "simbodydem/laws/rolling/ViscousRolling.h"
#include "simbodydem/laws/tangential/CundallSlider.h"
#include "simbodydem/laws/tangential/DashpotSlider.h"
#include "simbodydem/laws/tangential/HollarsFriction.h"
#include "simbodydem/laws/tangential/MindlinIncremental.h"
#include "simbodydem/laws/tangential/MindlinSecant.h"
#include "simbodydem/laws/tangential/NoFriction.h"
#include "simbodydem/laws/tangential/NonlinearSpringDashpotSlider.h"
#include "simbodydem/laws/tangential/PFCLinearShear.h"
#include "simbodydem/laws/tangential/TangentialDashpot.h"
#include "simbodydem/laws/tangential/TangentialSpring.h"

#endif
