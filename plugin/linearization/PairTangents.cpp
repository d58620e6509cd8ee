// SPDX-License-Identifier: Apache-2.0
#include "linearization/PairTangents.h"

#include "contact/ContactTangent.h"
#include "force/DEMContactForceImpl.h"

#include <map>
#include <stdexcept>
#include <utility>

namespace simbodydem {

using namespace SimTK;

namespace {

// Exchanges the two bodies of a tangent. The bodies of a contact may come in either order.
Matrix12 exchanged(const Matrix12& m) {
    Matrix12 out;
    for (const int r : {0, 6})
        for (const int c : {0, 6}) out.block<6, 6>(r, c) = m.block<6, 6>(6 - r, 6 - c);
    return out;
}

void subtract(Mat<12, 12>& sum, const Matrix12& m) { ::Eigen::Map<Matrix12>(&sum(0, 0)) -= m; }

} // namespace

ContactLinearization calcContactLinearization(const DEMContactForceImpl& force, const State& state) {
    const CompiledModel& model = force.getCompiled();
    std::vector<ContactTangent> contacts;
    force.calcTangents(state, TangentUse::Linearization, contacts);
    std::map<std::pair<int, int>, BodyPairTangent> byPair;
    for (std::size_t i = 0; i < contacts.size(); ++i) {
        const ContactTangent& contact = contacts[i];
        if (!contact.byPose.allFinite() || !contact.byVelocity.allFinite()) {
            const ContactRecord& record = force.getContactRecords(state)[i]; // in the same order
            throw std::runtime_error(model.owner + "::calcLinearization(): the derivative of the contact of " +
                                     model.nameOf(record.a) + " and " + model.nameOf(record.b) +
                                     " is not finite; the laws' forces and derivatives and the State must be finite");
        }
        const MobilizedBodyIndex a = model.bodyIndices[contact.bodyA], b = model.bodyIndices[contact.bodyB];
        const bool isInOrder = a < b;
        const auto [place, isNew] = byPair.try_emplace(std::minmax<int>(a, b));
        BodyPairTangent& pair = place->second;
        if (isNew) pair = {isInOrder ? a : b, isInOrder ? b : a, Mat<12, 12>(0), Mat<12, 12>(0)};
        subtract(pair.stiffness, isInOrder ? contact.byPose : exchanged(contact.byPose));
        subtract(pair.damping, isInOrder ? contact.byVelocity : exchanged(contact.byVelocity));
    }
    std::vector<BodyPairTangent> pairs;
    for (auto& entry : byPair) pairs.push_back(entry.second);
    Vector_<SpatialVec> bodyForces(model.matter->getNumBodies(), SpatialVec(Vec3(0), Vec3(0)));
    force.addForces(state, bodyForces);
    return {*model.matter, std::move(pairs), bodyForces};
}

} // namespace simbodydem
