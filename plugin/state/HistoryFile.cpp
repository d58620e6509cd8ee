#include "state/HistoryFile.h"

#include <set>

namespace simbodydem {

SavedHistory toSaved(const ContactHistory& history, const HistoryModel& model) {
    SavedHistory saved;
    saved.time = history.time;
    saved.ledger = history.ledger;
    std::set<int> bodies; // the others' poses are of earlier commits, or of none
    for (std::size_t i = 0; i < history.pairs.size(); ++i) {
        SavedContact contact;
        contact.pair = history.pairs[i];
        contact.a = firstOf(contact.pair.key);
        contact.b = secondOf(contact.pair.key);
        if (model.hasRolling) contact.rolling = history.rolling[i];
        if (model.isTracking) contact.energy = history.energies[i];
        saved.contacts.push_back(contact);
        bodies.insert({model.bodyOf[contact.a], model.bodyOf[contact.b]});
    }
    for (int body : bodies) saved.bodies.push_back({body, history.poses[model.slotOf.at(body)]});
    return saved;
}

ContactHistory toHistory(const SavedHistory& saved, const HistoryModel& model) {
    ContactHistory history;
    history.time = saved.time;
    history.ledger = saved.ledger;
    for (const SavedContact& contact : saved.contacts) {
        history.pairs.push_back(contact.pair);
        if (model.hasRolling) history.rolling.push_back(contact.rolling);
        if (model.isTracking) history.energies.push_back(contact.energy);
    }
    history.poses.assign(model.slotOf.size(), {Matrix3::Identity(), Vector3::Zero(), Vector3::Zero(), Vector3::Zero()});
    for (const SavedBody& body : saved.bodies) history.poses[model.slotOf.at(body.index)] = body.pose;
    return history;
}

} // namespace simbodydem
