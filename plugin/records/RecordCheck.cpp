// SPDX-License-Identifier: Apache-2.0
#include "records/RecordCheck.h"

#include "base/Checks.h"

#include <stdexcept>
#include <utility>

namespace simbodydem {

using namespace SimTK;

namespace {

// Throws if one of the numbers is not finite.
// @param nameOf  returns the name of that to which the numbers belong
template <class NameOf> void checkNumbers(const std::string& caller, Real time, const NameOf& nameOf,
                                          std::initializer_list<std::pair<const char*, bool>> areFinite) {
    for (const auto& number : areFinite)
        if (!number.second)
            throw std::runtime_error(caller + ": at t = " + toText(time) + " s the " + number.first + " of " +
                                     nameOf() + " is not finite; it must be a number");
}

std::string contactOf(const DEMContactForce& force, ContactSurfaceIndex a, ContactSurfaceIndex b) {
    return "the contact of " + force.getSurfaceName(a) + " and " + force.getSurfaceName(b);
}

} // namespace

void checkRecords(const std::string& caller, const DEMContactForce& force, const std::vector<ContactRecord>& records,
                  Real time) {
    for (const ContactRecord& r : records)
        checkNumbers(caller, time, [&] { return contactOf(force, r.a, r.b); },
                     {{"point", r.point.isFinite()},
                      {"normal", r.normal.isFinite()},
                      {"normal force", r.normalForce.isFinite()},
                      {"tangential force", r.tangentialForce.isFinite()},
                      {"torque", r.torque.isFinite()},
                      {"slip velocity", r.slipVelocity.isFinite()},
                      {"tangential displacement", r.tangentialDisplacement.isFinite()},
                      {"overlap", isFinite(r.overlap)},
                      {"overlap rate", isFinite(r.overlapRate)},
                      {"stored energy", isFinite(r.storedEnergy)},
                      {"dissipated power", isFinite(r.dissipatedPower)}});
}

void checkRecords(const std::string& caller, const DEMContactForce& force, const std::vector<AreaRecord>& records,
                  Real time) {
    for (const AreaRecord& r : records)
        checkNumbers(caller, time, [&] { return contactOf(force, r.a, r.b); },
                     {{"centre of pressure", r.center.isFinite()},
                      {"normal force", r.normalForce.isFinite()},
                      {"tangential force", r.tangentialForce.isFinite()},
                      {"moment", r.moment.isFinite()},
                      {"area", isFinite(r.area) && isFinite(r.slippingArea)},
                      {"pressure", isFinite(r.meanPressure) && isFinite(r.peakPressure)},
                      {"depth", isFinite(r.depth)},
                      {"stored energy", isFinite(r.storedEnergy)},
                      {"dissipated power", isFinite(r.dissipatedPower)}});
}

void checkRecords(const std::string& caller, const DEMContactForce& force, ContactSurfaceIndex surface,
                  const std::vector<ElementRecord>& records, Real time) {
    for (const ElementRecord& e : records)
        checkNumbers(caller, time,
                     [&] { return "element " + std::to_string(e.element) + " of " + force.getSurfaceName(surface); },
                     {{"centre", e.center.isFinite()},
                      {"normal", e.normal.isFinite()},
                      {"pressure", isFinite(e.pressure)},
                      {"shear", e.shear.isFinite()},
                      {"depth", isFinite(e.depth)},
                      {"area", isFinite(e.area)}});
}

} // namespace simbodydem
