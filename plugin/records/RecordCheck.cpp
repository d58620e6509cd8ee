// SPDX-License-Identifier: Apache-2.0
#include "records/RecordCheck.h"

#include "base/Checks.h"

#include <stdexcept>

namespace simbodydem {

using namespace SimTK;

void checkRecords(const std::string& caller, const DEMContactForce& force, const std::vector<ContactRecord>& records,
                  Real time) {
    for (const ContactRecord& r : records) {
        const char* wrong = nullptr;
        const auto check = [&](const char* name, bool isFinite) {
            if (!isFinite && !wrong) wrong = name;
        };
        check("point", r.point.isFinite());
        check("normal", r.normal.isFinite());
        check("normal force", r.normalForce.isFinite());
        check("tangential force", r.tangentialForce.isFinite());
        check("torque", r.torque.isFinite());
        check("slip velocity", r.slipVelocity.isFinite());
        check("tangential displacement", r.tangentialDisplacement.isFinite());
        check("overlap", isFinite(r.overlap));
        check("overlap rate", isFinite(r.overlapRate));
        check("stored energy", isFinite(r.storedEnergy));
        check("dissipated power", isFinite(r.dissipatedPower));
        if (wrong)
            throw std::runtime_error(caller + ": at t = " + toText(time) + " s the " + wrong + " of the contact of " +
                                     force.getSurfaceName(r.a) + " and " + force.getSurfaceName(r.b) +
                                     " is not finite; it must be a number");
    }
}

Real checkedInterval(const std::string& owner, Real interval) {
    checkParameter(interval > 0, owner, "interval", interval, "s", "> 0");
    return interval;
}

} // namespace simbodydem
