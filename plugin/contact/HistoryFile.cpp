// SPDX-License-Identifier: Apache-2.0
#include "contact/HistoryFile.h"

#include <algorithm>
#include <set>

namespace simbodydem {

SavedHistory toSaved(const ContactHistory& history, const HistoryModel& model) {
    SavedHistory saved;
    saved.time = history.time;
    saved.ledger = history.ledger;
    saved.passing = history.passing;
    std::set<int> bodies; // poses of other bodies are of earlier commits, or not set
    for (std::size_t i = 0; i < history.rows.size(); ++i) {
        const ContactRow& row = history.rows[i];
        if (model.hasFullRows())
            saved.contacts.push_back(row.full());
        else
            static_cast<ContactRow&>(saved.contacts.emplace_back()) = row;
        bodies.insert({model.bodyOf[row.key.a], model.bodyOf[row.key.b]});
    }
    for (int body : bodies) saved.bodies.push_back({body, history.poses[model.slotOf.at(body)]});
    return saved;
}

ContactHistory toHistory(const SavedHistory& saved, const HistoryModel& model) {
    ContactHistory history;
    history.time = saved.time;
    history.ledger = saved.ledger;
    history.passing = saved.passing;
    std::sort(history.passing.begin(), history.passing.end());
    history.rows.start(model.hasFullRows());
    for (const FullContactRow& saved : saved.contacts) {
        ContactRow& row = history.rows.add();
        if (model.hasFullRows())
            row.full() = saved;
        else
            row = saved;
    }
    const Vector3 nowhere = Vector3::Constant(SimTK::NaN); // the position is unknown
    history.poses.assign(model.slotOf.size(), {Matrix3::Identity(), nowhere, Vector3::Zero(), Vector3::Zero()});
    for (const SavedBody& body : saved.bodies) history.poses[model.slotOf.at(body.index)] = body.pose;
    return history;
}

} // namespace simbodydem
