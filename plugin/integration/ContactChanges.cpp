// SPDX-License-Identifier: Apache-2.0
#include "integration/ContactChanges.h"

#include <algorithm>

namespace simbodydem {

using SimTK::Real;

namespace {

// Calls use(contact before, contact now) for each present contact; the first is null for a new one.
template <class Use>
void compare(const std::vector<ContactStatus>& before, const std::vector<ContactStatus>& now, const Use& use) {
    auto next = before.begin(); // most contacts are in the same order
    for (const ContactStatus& contact : now) {
        const auto isSame = [&](const ContactStatus& c) { return areOfOneContact(c, contact); };
        auto found = std::find_if(next, before.end(), isSame);
        if (found == before.end())
            found = std::find_if(before.begin(), next, isSame);
        else
            next = found + 1;
        use(found == before.end() ? nullptr : &*found, contact);
    }
}

} // namespace

bool doContactsContinue(const std::vector<ContactStatus>& before, const std::vector<ContactStatus>& now) {
    bool doesEach = true;
    compare(before, now, [&](const ContactStatus* was, const ContactStatus& is) {
        doesEach = doesEach && was && !(was->isSliding && !is.isSliding);
    });
    return doesEach;
}

bool haveComeOrGone(const std::vector<ContactStatus>& before, const std::vector<ContactStatus>& now) {
    bool have = false;
    compare(before, now, [&](const ContactStatus* was, const ContactStatus&) { have = have || !was; });
    compare(now, before,
            [&](const ContactStatus* is, const ContactStatus& was) { have = have || (!is && !was.isUnloaded); });
    return have;
}

void addNew(const std::vector<ContactStatus>& now, std::vector<ContactStatus>& known) {
    std::vector<ContactStatus> added;
    compare(known, now, [&](const ContactStatus* was, const ContactStatus& is) {
        if (!was) added.push_back(is);
    });
    known.insert(known.end(), added.begin(), added.end());
}

const ContactStatus* findContact(const std::vector<ContactStatus>& contacts, const ContactStatus& one) {
    const auto found = std::find_if(contacts.begin(), contacts.end(),
                                    [&](const ContactStatus& other) { return areOfOneContact(one, other); });
    return found == contacts.end() ? nullptr : &*found;
}

bool ContactChange::hasHappenedIn(const std::vector<ContactStatus>& contacts) const {
    const ContactStatus* const found = findContact(contacts, after);
    if (!found) return hasEnded;
    if (hasEnded || hasBegun) return hasBegun;
    return isOfLoad ? found->isUnloaded == after.isUnloaded : found->isSliding == after.isSliding;
}

std::vector<ContactChange> findChanges(const std::vector<ContactStatus>& before, const std::vector<ContactStatus>& now) {
    std::vector<ContactChange> changes;
    for (const ContactStatus& is : now) {
        const ContactStatus* const was = findContact(before, is);
        if (!was)
            changes.push_back({is, false, true});
        else if (was->isUnloaded != is.isUnloaded)
            changes.push_back({is, false, false, true}); // without a normal force there is no limit of friction, and so no slip that counts
        else if (was->isSliding != is.isSliding && !is.isUnloaded)
            changes.push_back({is, false, false});
    }
    for (const ContactStatus& was : before)
        if (!findContact(now, was)) changes.push_back({was, true, false});
    return changes;
}

Real calcChangedFraction(const std::vector<ContactStatus>& before, const std::vector<ContactStatus>& now) {
    int changes = 0;
    compare(before, now, [&](const ContactStatus* was, const ContactStatus& is) {
        changes += !was || was->isUnloaded != is.isUnloaded || was->isSliding != is.isSliding;
    });
    compare(now, before, [&](const ContactStatus* is, const ContactStatus& was) { changes += !is && !was.isUnloaded; });
    return changes == 0 ? 0 : Real(changes) / std::max(before.size(), now.size());
}

} // namespace simbodydem
