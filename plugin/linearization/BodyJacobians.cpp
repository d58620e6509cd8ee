// SPDX-License-Identifier: Apache-2.0
#include "linearization/BodyJacobians.h"

#include "base/EigenBridge.h"

namespace simbodydem {

using namespace SimTK;

void BodyJacobians::find(const SimbodyMatterSubsystem& matter, const State& state) {
    bodies.resize(matter.getNumBodies());
    for (MobilizedBodyIndex b(1); b < matter.getNumBodies(); ++b) { // parents come before their children
        const MobilizedBody &body = matter.getMobilizedBody(b), &parent = body.getParentMobilizedBody();
        const Vector3 lever = toEigen(body.getBodyOriginLocation(state) - parent.getBodyOriginLocation(state));
        BodyJacobian& own = bodies[b];
        own = bodies[parent.getMobilizedBodyIndex()];
        for (Vector6& column : own.columns) column.tail<3>() += Vector3(column.head<3>()).cross(lever);
        const int first = body.getFirstUIndex(state), count = body.getNumU(state);
        for (int k = 0; k < count; ++k) {
            const SpatialVec hinge = body.getHCol(state, MobilizerUIndex(k));
            own.speeds.push_back(first + k);
            own.columns.emplace_back();
            own.columns.back() << toEigen(hinge[0]), toEigen(hinge[1]);
        }
    }
}

} // namespace simbodydem
