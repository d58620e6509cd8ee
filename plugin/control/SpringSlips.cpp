// SPDX-License-Identifier: Apache-2.0
#include "control/SpringSlips.h"

#include "force/DEMContactForceImpl.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace simbodydem {

using namespace SimTK;

namespace {

// A spring that is written and read back remembers at least this part of what was written [-]. One that slides remembers one sign.
const Real remembered = 0.1;
// Step of that trial [m, rad], and the part of the elastic limit of a joint that steps of differences may have [-].
const Real trialStep = 1e-9, smallPart = 1e-3;

const ContactRow* findRow(const ContactRows& rows, const ContactKey& key) {
    for (std::size_t i = 0; i < rows.size(); ++i)
        if (rows[i].key == key) return &rows[i];
    return nullptr;
}

} // namespace

SpringSlips::SpringSlips(const MultibodySystem& system, const ContactForces& forces, const State& state)
    : system(system), forces(forces) {
    for (int i = 0; i < int(forces.getContacts().size()); ++i) addContacts(state, i);
    for (int i = 0; i < int(forces.getJoints().size()); ++i) addJoints(state, i);
    const Vector present = readAll(state);
    for (int i = 0; i < size(); ++i) springs[i].reference = present[i];
    leaveOutWhatRemembersNothing(state);
}

void SpringSlips::addContacts(const State& state, int number) {
    const DEMContactForce& force = *forces.getContacts()[number];
    if (force.isDisabled(state)) return;
    const DEMContactForceImpl& impl = implOf(force);
    const CompiledModel& model = impl.getCompiled();
    const SimbodyMatterSubsystem& matter = system.getMatterSubsystem();
    const ContactRows& rows = impl.getNextHistory(state).rows;
    for (std::size_t i = 0; i < rows.size(); ++i) {
        const ContactRow& row = rows[i];
        const UnitVec3 normal(toSimTK(row.normal));
        const UnitVec3 first = normal.perp(), axes[] = {first, UnitVec3(normal % first), normal};
        const MobilizedBodyIndex bodies[] = {model.bodyIndices[model.surfaces[row.key.a].body],
                                             model.bodyIndices[model.surfaces[row.key.b].body]};
        // The work of a unit force along the axis, on b and against a, is the displacement of b past a.
        const auto add = [&](Kind kind, int axis) {
            Vector_<SpatialVec> units(matter.getNumBodies(), SpatialVec(Vec3(0), Vec3(0)));
            for (const int side : {0, 1}) {
                const Vec3 unit = (side == 0 ? -1. : 1.) * Vec3(axes[axis]);
                const Vec3 lever =
                    toSimTK(row.point) - matter.getMobilizedBody(bodies[side]).getBodyOriginLocation(state);
                units[bodies[side]] +=
                    kind == Kind::Rolling ? SpatialVec(unit, Vec3(0)) : SpatialVec(lever % unit, unit);
            }
            Spring spring{kind, number, row.key, axis, axes[axis], {}};
            matter.multiplyBySystemJacobianTranspose(state, units, spring.perDisplacement);
            springs.push_back(std::move(spring));
        };
        for (const int axis : {0, 1}) add(Kind::Tangential, axis);
        if (!model.hasRolling) continue;
        for (const int axis : {0, 1, 2}) add(Kind::Rolling, axis);
    }
}

void SpringSlips::addJoints(const State& state, int number) {
    const JointForces& force = forces.getJoints()[number];
    if (force.isDisabled(state)) return;
    const JointForcesImpl& impl = implOf(force);
    const JointsInState all = impl.read(state);
    for (JointNumber joint = 0; joint < int(impl.joints.size()); ++joint) {
        const JointSettings& law = impl.joints[joint].settings;
        if (!(law.frictionLimit > 0)) continue;
        Spring spring{Kind::Joint, number, {joint, joint, 0}, 0, Vec3(0), Vector(state.getNU(), Real(0))};
        spring.perDisplacement[all.indices.u[joint]] = 1;
        spring.greatestStep = smallPart * law.frictionLimit / law.frictionStiffness;
        springs.push_back(std::move(spring));
    }
}

// Laws without a spring have no elastic displacement, or one that they do not use.
void SpringSlips::leaveOutWhatRemembersNothing(const State& state) {
    std::vector<bool> remembers(springs.size());
    for (const Real sign : {-1., 1.}) {
        State tried = state;
        write(tried, Vector(size(), sign * trialStep));
        system.realize(tried, Stage::Dynamics);
        const Vector found = readAll(tried);
        for (int i = 0; i < size(); ++i)
            if (sign * (found[i] - springs[i].reference) > remembered * trialStep) remembers[i] = true;
    }
    std::vector<Spring> kept;
    for (std::size_t i = 0; i < springs.size(); ++i)
        if (remembers[i] || springs[i].kind == Kind::Joint) kept.push_back(std::move(springs[i]));
    springs = std::move(kept);
}

std::string SpringSlips::getName(int i) const {
    const Spring& spring = springs[i];
    if (spring.kind == Kind::Joint) {
        return "slip of the friction of joint " + forces.getJoints()[spring.force].getName(spring.key.a);
    }
    return (spring.kind == Kind::Rolling ? "rolling slip " : "slip ") + std::to_string(spring.axis + 1) + " of " +
           forces.nameOf({spring.force, spring.key, false, false});
}

Vector SpringSlips::stretch(const Vector& displacements) const {
    Vector stretched(size(), Real(0));
    for (int i = 0; i < size(); ++i)
        for (int k = 0; k < displacements.size(); ++k) stretched[i] += springs[i].perDisplacement[k] * displacements[k];
    return stretched;
}

Vector SpringSlips::readAll(const State& state) const {
    Vector found(size());
    for (int i = 0; i < size(); ++i) {
        const Spring& spring = springs[i];
        if (spring.kind == Kind::Joint) {
            found[i] =
                implOf(forces.getJoints()[spring.force]).evaluate(state, spring.key.a).record.elasticDisplacement;
            continue;
        }
        const ContactRow* row =
            findRow(implOf(*forces.getContacts()[spring.force]).getNextHistory(state).rows, spring.key);
        if (!row)
            found[i] = NaN;
        else
            found[i] = ~spring.direction * toSimTK(spring.kind == Kind::Rolling ? row->full().rolling.rotation
                                                                                : row->tangentialDisplacement);
    }
    return found;
}

Vector SpringSlips::calcSlips(const State& state, const Vector& displacements) const {
    const Vector present = readAll(state);
    Vector slips = stretch(displacements);
    for (int i = 0; i < size(); ++i)
        slips[i] = std::isnan(present[i]) ? 0 : slips[i] - (present[i] - springs[i].reference);
    return slips;
}

void SpringSlips::write(State& state, const Vector& deviations) const {
    for (int force = 0; force < int(forces.getContacts().size()); ++force) {
        if (forces.getContacts()[force]->isDisabled(state)) continue;
        const ContactStateVariables& variables = implOf(*forces.getContacts()[force]).getVariables();
        ContactHistory history = variables.getHistory(state);
        for (std::size_t k = 0; k < history.rows.size(); ++k) {
            ContactRow& row = history.rows[k];
            const Vec3 normal = toSimTK(row.normal);
            for (int i = 0; i < size(); ++i) {
                const Spring& spring = springs[i];
                if (spring.kind == Kind::Joint || spring.force != force || spring.key != row.key) continue;
                Vector3& elastic =
                    spring.kind == Kind::Rolling ? row.full().rolling.rotation : row.tangentialDisplacement;
                // The plane of this contact is turned by as little as it deviates from the reference.
                const Vec3 axis = spring.axis == 2 ? normal : spring.direction - normal * (~normal * spring.direction);
                elastic += toEigen((spring.reference + deviations[i] - ~spring.direction * toSimTK(elastic)) * axis);
            }
        }
        variables.setHistory(state, std::move(history));
    }
    for (int force = 0; force < int(forces.getJoints().size()); ++force) {
        if (forces.getJoints()[force].isDisabled(state)) continue;
        JointMemories& memories = implOf(forces.getJoints()[force]).updMemories(state);
        for (int i = 0; i < size(); ++i)
            if (springs[i].kind == Kind::Joint && springs[i].force == force)
                memories[std::size_t(springs[i].key.a)].displacement = springs[i].reference + deviations[i];
    }
}

} // namespace simbodydem
