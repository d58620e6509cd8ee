// SPDX-License-Identifier: Apache-2.0
#include "control/RunCoordinates.h"

#include "contact/SlipPath.h"
#include "force/DEMContactForceImpl.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <stdexcept>
#include <utility>

namespace simbodydem {

using namespace SimTK;

namespace {

// Greatest perturbations: of displacements and springs relative to the smallest overlap, of a spring relative to its limit, of other numbers relative
// to themselves [-]; of displacements and speeds without contacts [m, rad], [m/s, rad/s].
const Real overlapFraction = 1e-2, limitFraction = 1e-2, numberFraction = 1e-3;
const Real longestDisplacement = 1e-4, shortestDisplacement = 1e-9, fastestSpeed = 1e-3, auxiliaryFraction = 1e-4;
// A spring is changed by this part to find out if it remembers it, or by this length if it is relaxed [-], [m, rad].
const Real trialFraction = 1e-6, trialLength = 1e-10;
// A slider takes substeps where its spring and its slip differ by more than resolvedTurn, so perturbations turn them by less [-].
const Real turnFraction = 0.2, slowestSpeedChange = 1e-9; // [m/s]
const Real leastRecall = 0.1; // of a change, at least
// Numbers that a commit finds anew as the larger of two are reduced by this part before it [-].
const Real numberReduction = 0.05;
const int kindOfShear = 50, kindOfTouchSpeed = 51; // of the elements of layers; other kinds are below

using Numbers = std::array<Real, 3>;

Numbers numbersOf(const LawHistory& law) { return law.get<Numbers>(); }
void setNumber(LawHistory& law, int index, Real value) {
    Numbers numbers = numbersOf(law);
    numbers[index] = value;
    law.set(numbers);
}

const ContactRow* rowOf(const ContactRows& rows, const ContactKey& key) {
    for (std::size_t i = 0; i < rows.size(); ++i)
        if (rows[i].key == key) return &rows[i];
    return nullptr;
}

// The velocity of b past a in the tangent plane.
Vector3 slipVelocityOf(const ContactRow& row, const BodyPose& a, const BodyPose& b) {
    const auto velocityOf = [&](const BodyPose& body) -> Vector3 {
        return body.velocity + body.angularVelocity.cross(row.point - body.origin);
    };
    const Vector3 relative = velocityOf(b) - velocityOf(a);
    return relative - row.normal * row.normal.dot(relative);
}

// Lengthens spring and dashpot together, whose direction is that of the force.
void lengthen(Vector3& spring, const Vector3& dashpot, Real margin) { spring += margin * (spring + dashpot); }

Vector3 tangentialPart(const Vector3& v, const Vector3& normal) { return v - normal * normal.dot(v); }

const BodyPose& poseOf(const CompiledModel& model, const ContactHistory& history, int surface) {
    return history.poses[std::size_t(model.surfaces[surface].body)];
}

} // namespace

void commit(const MultibodySystem& system, State& state) {
    system.realize(state, Stage::Dynamics);
    state.autoUpdateDiscreteVariables();
    state.invalidateAllCacheAtOrAbove(Stage::Dynamics); // which Simbody does not do, since it may change nothing
}

RunCoordinates::RunCoordinates(const RunModel& model, State committed, Real period)
    : system(model.system), origin(std::move(committed)), coordinates(model.system.getMatterSubsystem(), origin) {
    model.system.realize(origin, Stage::Dynamics);
    Real smallest = Infinity;
    for (int i = 0; i < int(model.forces.getContacts().size()); ++i) {
        if (model.forces.getContacts()[i]->isDisabled(origin)) continue;
        const DEMContactForceImpl& impl = implOf(*model.forces.getContacts()[i]);
        if (!impl.getCompiled().layers.soils.empty())
            throw std::runtime_error(impl.getCompiled().owner + ": each cell of soil remembers its depth and its shear, also after a body has left it, "
                                     "which is too much for coordinates; use calcSensitivity()");
        for (const ContactRecord& contact : impl.getContactRecords(origin))
            if (contact.overlap > 0) smallest = std::min(smallest, contact.overlap);
    }
    if (std::isfinite(smallest)) {
        displacement = std::clamp(overlapFraction * smallest, shortestDisplacement, longestDisplacement);
        speed = std::min(displacement / period, fastestSpeed);
    }
    for (int i = 0; i < int(model.forces.getContacts().size()); ++i) addContacts(model, i);
    for (int i = 0; i < int(model.forces.getJoints().size()); ++i) addJoints(model, i);
    for (int i = 0; i < int(model.forces.getContacts().size()); ++i) addLayers(model, i);
}

void RunCoordinates::addContacts(const RunModel& model, int number) {
    const DEMContactForce& force = *model.forces.getContacts()[number];
    if (force.isDisabled(origin)) return;
    const DEMContactForceImpl& impl = implOf(force);
    const CompiledModel& compiled = impl.getCompiled();
    const ContactHistory committed = impl.getVariables().getHistory(origin);
    const std::size_t count = committed.rows.size();
    if (count == 0) return;
    // Changes all contacts, and returns what they remember of it.
    const auto evaluate = [&](const std::function<void(ContactRow&)>& changeRow) {
        State tried = origin;
        ContactHistory history = committed;
        for (std::size_t i = 0; i < count; ++i) changeRow(history.rows[i]);
        impl.getVariables().setHistory(tried, std::move(history));
        model.system.realize(tried, Stage::Dynamics);
        return impl.getNextHistory(tried).rows;
    };
    const auto slipOf = [&](const ContactRow& row) {
        return slipVelocityOf(row, poseOf(compiled, committed, row.key.a), poseOf(compiled, committed, row.key.b));
    };
    const auto turnOf = [&](const ContactRow& row) -> Vector3 {
        return poseOf(compiled, committed, row.key.b).angularVelocity - poseOf(compiled, committed, row.key.a).angularVelocity;
    };
    const auto changeSprings = [&](Real sign, ContactRow& row) {
        const auto changeOne = [&](Vector3& spring, const Vector3& dashpot, const Vector3& axis) {
            if (spring.squaredNorm() > 0)
                lengthen(spring, dashpot, sign * trialFraction);
            else
                spring += sign * trialLength * axis;
        };
        const Vector3 across = toEigen(Vec3(UnitVec3(toSimTK(row.normal)).perp()));
        changeOne(row.tangentialDisplacement, row.dampingTime * slipOf(row), across);
        if (compiled.hasRolling) {
            RollingHistory& rolling = row.full().rolling;
            changeOne(rolling.rotation, rolling.dampingTime * turnOf(row), across + row.normal);
        }
    };
    ContactRows tried[2], found[2];
    for (const int side : {0, 1}) {
        tried[side] = committed.rows;
        for (std::size_t i = 0; i < count; ++i) changeSprings(side == 0 ? -1 : 1, tried[side][i]);
        found[side] = evaluate([&](ContactRow& row) { changeSprings(side == 0 ? -1 : 1, row); });
    }
    enum class Recall { None, Inward, Both };
    const auto recallOf = [&](std::size_t i, const auto& partOf) {
        bool is[2];
        for (const int side : {0, 1}) {
            const ContactRow* row = rowOf(found[side], committed.rows[i].key);
            const Vector3 wanted = partOf(tried[side][i]), was = partOf(committed.rows[i]);
            is[side] = row && (wanted - was).norm() > 0 && (partOf(*row) - wanted).norm() < leastRecall * (wanted - was).norm();
        }
        return is[1] ? Recall::Both : is[0] ? Recall::Inward : Recall::None;
    };
    struct Number {
        Kind kind;
        int index;
        Real value;
    };
    std::vector<std::vector<Number>> kept(count), anew(count);
    const auto lawsOf = [&](ContactRow& row) {
        std::vector<std::pair<Kind, LawHistory*>> laws{{Kind::NormalNumber, &row.normalLaw}, {Kind::TangentialNumber, &row.tangentialLaw}};
        if (compiled.hasRolling) laws.push_back({Kind::RollingNumber, &row.full().rolling.law});
        return laws;
    };
    for (int index = 0; index < 3; ++index) {
        ContactRows present = committed.rows, results[2];
        bool areAllZero = true;
        for (std::size_t i = 0; i < count; ++i)
            for (const auto& law : lawsOf(present[i])) areAllZero = areAllZero && numbersOf(*law.second)[index] == 0;
        if (areAllZero) continue;
        for (const int side : {0, 1})
            results[side] = evaluate([&](ContactRow& row) {
                for (const auto& law : lawsOf(row)) {
                    const Real value = numbersOf(*law.second)[index];
                    if (value != 0) setNumber(*law.second, index, value * (1 + (side == 0 ? -1 : 1) * trialFraction));
                }
            });
        for (std::size_t i = 0; i < count; ++i) {
            const auto laws = lawsOf(present[i]);
            for (std::size_t l = 0; l < laws.size(); ++l) {
                const Real value = numbersOf(*laws[l].second)[index];
                if (value == 0) continue;
                bool isKept = true;
                for (const int side : {0, 1}) {
                    if (!rowOf(results[side], present[i].key)) continue;
                    ContactRow* row = nullptr;
                    for (std::size_t k = 0; k < results[side].size(); ++k)
                        if (results[side][k].key == present[i].key) row = &results[side][k];
                    const Real wanted = value * (1 + (side == 0 ? -1 : 1) * trialFraction);
                    isKept = isKept && std::abs(numbersOf(*lawsOf(*row)[l].second)[index] - wanted) < leastRecall * std::abs(wanted - value);
                }
                (isKept ? kept : anew)[i].push_back({laws[l].first, index, value});
            }
        }
    }
    for (std::size_t i = 0; i < count; ++i) {
        const ContactRow& row = committed.rows[i];
        Bound bound{number, row.key, false, false, false, {}};
        const Vec3 normal = toSimTK(row.normal), first(UnitVec3(normal).perp()), second(normal % first);
        const std::string name = " of " + model.forces.nameOf({number, row.key, false, false});
        const auto add = [&](Kind kind, int index, const Vec3& direction, Real perturbation, const std::string& what) {
            memories.push_back({kind, number, row.key, index, direction, 0, perturbation});
            memories.back().reference = read(memories.back(), row);
            names.push_back(what + name);
        };
        const auto perturbationBy = [&](Real limit) {
            return limit > 0 ? std::min(displacement, limitFraction * limit) : displacement;
        };
        const Recall slip = recallOf(i, [](const ContactRow& of) -> Vector3 { return of.tangentialDisplacement; });
        bound.isSlipping = slip == Recall::Inward;
        Real perturbation = perturbationBy(row.limitLength);
        if (bound.isSlipping && row.dampingTime == 0) {
            const Real slipSpeed = slipOf(row).norm();
            perturbation = std::min(perturbation, turnFraction * resolvedTurn * row.limitLength);
            if (slipSpeed > 0) speed = std::min(speed, std::max(turnFraction * resolvedTurn * slipSpeed, slowestSpeedChange));
        }
        if (slip != Recall::None) {
            add(Kind::Slip, 0, first, perturbation, "slip 1");
            add(Kind::Slip, 1, second, perturbation, "slip 2");
        }
        if (compiled.hasRolling) {
            const RollingHistory& rolling = row.full().rolling;
            const Recall roll = recallOf(i, [](const ContactRow& of) { return tangentialPart(of.full().rolling.rotation, of.normal); });
            const Recall twist =
                recallOf(i, [](const ContactRow& of) -> Vector3 { return of.normal * of.normal.dot(of.full().rolling.rotation); });
            bound.isRolling = roll == Recall::Inward;
            bound.isTwisting = twist == Recall::Inward;
            if (roll != Recall::None) {
                add(Kind::Roll, 0, first, perturbationBy(rolling.limitAngle), "rolling slip 1");
                add(Kind::Roll, 1, second, perturbationBy(rolling.limitAngle), "rolling slip 2");
            }
            if (twist != Recall::None) add(Kind::Roll, 2, normal, perturbationBy(rolling.limitAngle), "twisting slip");
        }
        add(Kind::NormalMass, 0, Vec3(0), numberFraction * row.normalMass, "mass of the normal dashpot");
        if (slip != Recall::None) add(Kind::TangentialMass, 0, Vec3(0), numberFraction * row.tangentialMass, "mass of the tangential dashpot");
        for (const Number& one : kept[i])
            add(one.kind, one.index, Vec3(0), numberFraction * std::abs(one.value), "number " + std::to_string(one.index) + " of a law");
        for (const Number& one : anew[i]) bound.numbers.push_back({one.kind, one.index});
        bounds.push_back(std::move(bound));
    }
}

void RunCoordinates::addLayers(const RunModel& model, int number) {
    const DEMContactForce& force = *model.forces.getContacts()[number];
    if (force.isDisabled(origin)) return;
    const DEMContactForceImpl& impl = implOf(force);
    const ContactHistory& committed = impl.getVariables().getHistory(origin);
    if (committed.layers.pairs.empty()) return;
    LayerMemories found(impl.getCompiled(), committed, [&](ContactHistory history) {
        State tried = origin;
        impl.getVariables().setHistory(tried, std::move(history));
        model.system.realize(tried, Stage::Dynamics);
        return impl.getNextHistory(tried);
    });
    layers.push_back({number, size(), std::move(found), {}});
    layers.back().reference = layers.back().memories.read(impl.getCompiled(), committed);
    for (int i = 0; i < layers.back().memories.size(); ++i) names.push_back(layers.back().memories.getName(i, impl.getCompiled()));
    numOfLayers += layers.back().memories.size();
}

std::pair<const RunCoordinates::Layers*, int> RunCoordinates::findLayers(int i) const {
    for (const Layers& of : layers)
        if (i >= of.first && i < of.first + of.memories.size()) return {&of, i - of.first};
    return {nullptr, 0};
}

void RunCoordinates::addJoints(const RunModel& model, int number) {
    const JointForces& force = model.forces.getJoints()[number];
    if (force.isDisabled(origin)) return;
    const JointForcesImpl& impl = implOf(force);
    for (JointNumber joint = 0; joint < int(impl.joints.size()); ++joint) {
        const JointSettings& law = impl.joints[joint].settings;
        if (!(law.frictionLimit > 0)) continue;
        const JointOutput now = impl.evaluate(origin, joint);
        const Real limit = law.frictionLimit / law.frictionStiffness, present = now.record.elasticDisplacement;
        memories.push_back({Kind::Joint, number, {joint, joint, 0}, 0, Vec3(0), present, limitFraction * limit});
        names.push_back("slip of the friction of joint " + force.getName(joint));
        State tried = origin;
        const Real wanted = present + (present < 0 ? -1 : 1) * trialFraction * limit;
        impl.updMemories(tried)[std::size_t(joint)].displacement = wanted;
        model.system.realize(tried, Stage::Velocity);
        if (std::abs(impl.evaluate(tried, joint).record.elasticDisplacement - wanted) > leastRecall * trialFraction * limit)
            boundJoints.push_back(joint);
    }
}

Real RunCoordinates::getPerturbation(int i) const {
    const int nu = origin.getNU(), nz = origin.getNZ();
    if (i < nu) return displacement;
    if (i < 2 * nu) return speed;
    if (i < 2 * nu + nz) return auxiliaryFraction * std::max(Real(1), std::abs(origin.getZ()[i - 2 * nu]));
    if (const auto [of, k] = findLayers(i); of) return of->memories.getPerturbation(k);
    return memories[i - 2 * nu - nz].perturbation;
}

std::string RunCoordinates::getName(int i) const {
    const int nu = origin.getNU(), nz = origin.getNZ();
    if (i < nu) return "displacement " + std::to_string(i);
    if (i < 2 * nu) return "speed " + std::to_string(i - nu);
    if (i < 2 * nu + nz) return "z " + std::to_string(i - 2 * nu);
    return names[i - 2 * nu - nz];
}

int RunCoordinates::getKind(int i) const {
    const int nu = origin.getNU(), nz = origin.getNZ();
    if (i < 2 * nu) return i / nu;
    if (i < 2 * nu + nz) return 2;
    if (const auto [of, k] = findLayers(i); of) return of->memories.isSpeed(k) ? kindOfTouchSpeed : kindOfShear;
    return 3 + int(memories[i - 2 * nu - nz].kind);
}

Real RunCoordinates::read(const Memory& memory, const ContactRow& row) const {
    switch (memory.kind) {
        case Kind::Slip: return ~memory.direction * toSimTK(row.tangentialDisplacement);
        case Kind::Roll:
            return memory.index == 2 ? row.normal.dot(row.full().rolling.rotation)
                                     : ~memory.direction * toSimTK(tangentialPart(row.full().rolling.rotation, row.normal));
        case Kind::NormalMass: return row.normalMass;
        case Kind::TangentialMass: return row.tangentialMass;
        case Kind::NormalNumber: return numbersOf(row.normalLaw)[memory.index];
        case Kind::TangentialNumber: return numbersOf(row.tangentialLaw)[memory.index];
        case Kind::RollingNumber: return numbersOf(row.full().rolling.law)[memory.index];
        case Kind::Joint: break;
    }
    return NaN;
}

Vector RunCoordinates::calcDeviation(const RunModel& model, const State& of) const {
    const int nu = origin.getNU(), nz = origin.getNZ(), first = numBeforeMemories();
    State state = of;
    commit(model.system, state);
    Vector moved, all(size());
    system.realize(origin, Stage::Position); // copies of a State are not realized
    system.getMatterSubsystem().multiplyByNInv(origin, false, state.getQ() - origin.getQ(), moved);
    coordinates.correctDisplacement(origin.getQ(), state.getQ(), moved);
    all(0, nu) = moved;
    all(nu, nu) = state.getU() - origin.getU();
    if (nz > 0) all(2 * nu, nz) = state.getZ() - origin.getZ();
    for (std::size_t i = 0; i < memories.size(); ++i) {
        const Memory& memory = memories[i];
        Real now;
        if (memory.kind == Kind::Joint)
            now = implOf(model.forces.getJoints()[memory.force]).getMemories(state)[std::size_t(memory.key.a)].displacement;
        else {
            const ContactRow* row =
                rowOf(implOf(*model.forces.getContacts()[memory.force]).getVariables().getHistory(state).rows, memory.key);
            if (!row) throw std::runtime_error(names[i] + ": the contact ends near the end of the interval; take another end");
            now = read(memory, *row);
        }
        all[first + int(i)] = now - memory.reference;
    }
    for (const Layers& of : layers) {
        const DEMContactForceImpl& impl = implOf(*model.forces.getContacts()[of.force]);
        all(of.first, of.memories.size()) = of.memories.read(impl.getCompiled(), impl.getVariables().getHistory(state)) - of.reference;
    }
    return all;
}

void RunCoordinates::write(ContactRow& row, int force, const Vector& deviation, const BodyPose& a, const BodyPose& b, Real margin) const {
    Vec3 slip(0), roll(0);
    bool hasSlip = false, hasRoll = false;
    Real twist = NaN;
    const Vec3 normal = toSimTK(row.normal);
    // The reference's axes, in the plane of this contact: so read() gives what was written.
    Vec3 axisNormal(0);
    for (std::size_t i = 0; i < memories.size(); ++i) {
        const Memory& memory = memories[i];
        if (memory.kind == Kind::Joint || memory.force != force || memory.key != row.key) continue;
        const Real value = memory.reference + deviation[numBeforeMemories() + int(i)];
        switch (memory.kind) {
            case Kind::Slip:
                slip += value * memory.direction;
                if (memory.index == 0)
                    axisNormal = memory.direction;
                else
                    axisNormal = axisNormal % memory.direction, hasSlip = true;
                break;
            case Kind::Roll:
                if (memory.index == 2)
                    twist = value;
                else
                    roll += value * memory.direction, hasRoll = true;
                break;
            case Kind::NormalMass: row.normalMass = value; break;
            case Kind::TangentialMass: row.tangentialMass = value; break;
            case Kind::NormalNumber: setNumber(row.normalLaw, memory.index, value); break;
            case Kind::TangentialNumber: setNumber(row.tangentialLaw, memory.index, value); break;
            case Kind::RollingNumber: setNumber(row.full().rolling.law, memory.index, value); break;
            case Kind::Joint: break;
        }
    }
    const auto intoPlane = [&](const Vec3& v) {
        if (axisNormal.normSqr() == 0) return Vec3(v - normal * (~normal * v));
        return Vec3(v - axisNormal * ((~normal * v) / (~normal * axisNormal)));
    };
    const auto bound = std::find_if(bounds.begin(), bounds.end(), [&](const Bound& one) { return one.force == force && one.key == row.key; });
    const bool isKnown = bound != bounds.end();
    if (hasSlip) {
        row.tangentialDisplacement = toEigen(intoPlane(slip));
        if (isKnown && bound->isSlipping)
            lengthen(row.tangentialDisplacement, row.dampingTime * slipVelocityOf(row, a, b), margin);
    }
    if (!hasRoll && std::isnan(twist)) return;
    RollingHistory& rolling = row.full().rolling;
    const Vector3 turn = rolling.dampingTime * (b.angularVelocity - a.angularVelocity);
    Vector3 along = tangentialPart(rolling.rotation, row.normal), about = row.normal * row.normal.dot(rolling.rotation);
    if (hasRoll) along = toEigen(intoPlane(roll));
    if (!std::isnan(twist)) about = row.normal * twist;
    if (isKnown && bound->isRolling) lengthen(along, tangentialPart(turn, row.normal), margin);
    if (isKnown && bound->isTwisting) lengthen(about, row.normal * row.normal.dot(turn), margin);
    rolling.rotation = along + about;
}

State RunCoordinates::makeState(const RunModel& model, const State& base, const Vector& deviation, Real margin) const {
    const int nu = origin.getNU(), nz = origin.getNZ();
    const Vector moved = deviation(0, nu);
    State state = base;
    Vector rates, q;
    system.realize(origin, Stage::Position);
    system.getMatterSubsystem().multiplyByN(origin, false, moved, rates);
    coordinates.advance(origin.getQ(), moved, rates, q);
    state.updTime() = origin.getTime();
    state.updQ() = q;
    state.updU() = origin.getU() + deviation(nu, nu);
    if (nz > 0) state.updZ() = origin.getZ() + deviation(2 * nu, nz);
    const auto& contacts = model.forces.getContacts();
    // The history of the reference, whose numbers that are found anew must not exceed those of this State.
    for (std::size_t i = 0; i < contacts.size(); ++i) {
        if (contacts[i]->isDisabled(state)) continue;
        const ContactStateVariables& variables = implOf(*contacts[i]).getVariables();
        ContactHistory history = variables.getHistory(origin);
        for (const Bound& bound : bounds) {
            if (bound.force != int(i)) continue;
            for (std::size_t k = 0; k < history.rows.size(); ++k) {
                if (history.rows[k].key != bound.key) continue;
                ContactRow& row = history.rows[k];
                for (const auto& [kind, index] : bound.numbers) {
                    LawHistory& law = kind == Kind::NormalNumber       ? row.normalLaw
                                      : kind == Kind::TangentialNumber ? row.tangentialLaw
                                                                       : row.full().rolling.law;
                    setNumber(law, index, (1 - numberReduction) * numbersOf(law)[index]);
                }
            }
        }
        variables.setHistory(state, std::move(history));
    }
    const auto& joints = model.forces.getJoints();
    for (std::size_t i = 0; i < joints.size(); ++i)
        if (!joints[i].isDisabled(state)) implOf(joints[i]).updMemories(state) = implOf(joints[i]).getMemories(origin);
    commit(model.system, state);
    for (std::size_t i = 0; i < contacts.size(); ++i) {
        if (contacts[i]->isDisabled(state)) continue;
        const DEMContactForceImpl& impl = implOf(*contacts[i]);
        ContactHistory history = impl.getVariables().getHistory(state);
        for (std::size_t k = 0; k < history.rows.size(); ++k) {
            ContactRow& row = history.rows[k];
            write(row, int(i), deviation, poseOf(impl.getCompiled(), history, row.key.a), poseOf(impl.getCompiled(), history, row.key.b),
                  margin);
        }
        for (const Layers& of : layers)
            if (of.force == int(i))
                of.memories.write(impl.getCompiled(), history, of.reference + deviation(of.first, of.memories.size()), margin);
        impl.getVariables().setHistory(state, std::move(history));
    }
    for (std::size_t i = 0; i < memories.size(); ++i) {
        const Memory& memory = memories[i];
        if (memory.kind != Kind::Joint || joints[memory.force].isDisabled(state)) continue;
        const bool isBound = std::find(boundJoints.begin(), boundJoints.end(), JointNumber(memory.key.a)) != boundJoints.end();
        implOf(joints[memory.force]).updMemories(state)[std::size_t(memory.key.a)].displacement =
            (memory.reference + deviation[numBeforeMemories() + int(i)]) * (isBound ? 1 + margin : 1);
    }
    return state;
}

} // namespace simbodydem
