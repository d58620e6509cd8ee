// SPDX-License-Identifier: Apache-2.0
#include "opensim/RegisterTypes.h"

#include "opensim/DEMContactForce.h"
#include "opensim/DEMElasticLayer.h"
#include "opensim/DEMGroundReactionAnalysis.h"
#include "opensim/DEMSand.h"
#include "opensim/DEMSoil.h"
#include "opensim/DEMSurface.h"

#include <simbodydem/DEMContactForce.h>
#include <simbodydem/Messages.h>

#include <OpenSim/Common/Logger.h>
#include <OpenSim/Common/Object.h>

using namespace OpenSim;

void RegisterTypes_osimSimbodyDEM() {
    Object::registerType(DEMElasticLayer());
    Object::registerType(DEMSand());
    Object::registerType(DEMSoil());
    Object::registerType(DEMSurface());
    Object::registerType(DEMContactForce());
    Object::registerType(DEMGroundReactionAnalysis());
    simbodydem::setWarningHandler([](const std::string& text) { log_warn("SimbodyDEM: {}", text); });
}

namespace {

[[maybe_unused]] const bool isRegistered = (RegisterTypes_osimSimbodyDEM(), true);

} // namespace
