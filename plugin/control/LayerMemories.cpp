// SPDX-License-Identifier: Apache-2.0
#include "control/LayerMemories.h"

#include "areas/AreaWrench.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <utility>

namespace simbodydem {

using SimTK::Real;

namespace {

// Greatest perturbations relative to the limit of the spring and to the speed, and the slowest impact that counts, see LayerPair::dissipationOf().
const Real springFraction = 1e-2, speedFraction = 1e-3, slowestImpact = 0.01; // [-], [-], [m/s]
// A spring is lengthened by this part to find out if the element slides, and remembers at least so much of it if it does not [-].
const Real lengtheningFraction = 1e-6, leastRemembered = 0.1;
const Real equalSpeeds = 1e-9; // of elements that touch first at once [-]

// The elements of one pair in a history, with their springs.
class PairInHistory {
public:
    PairInHistory(const CompiledModel& model, ContactHistory& history, int layer, int opposite)
        : history(history), layer(*model.layers.layers[layer]) {
        const auto at = std::find_if(history.layers.pairs.begin(), history.layers.pairs.end(),
                                     [&](const LayerPairMemory& one) { return one.layer == layer && one.opposite == opposite; });
        if (at == history.layers.pairs.end()) return;
        first = at->first;
        last = at->last;
        const auto kinematicsAt = [&](int surface) { return kinematicsOf(history.poses[std::size_t(model.surfaces[surface].body)]); };
        pose = relativePose(kinematicsAt(layer), model.geometries[layer], kinematicsAt(opposite), model.geometries[opposite]);
    }
    ElementMemory* begin() { return history.layers.elements.data() + first; }
    ElementMemory* end() { return history.layers.elements.data() + last; }
    ElementMemory* find(std::int64_t element) {
        ElementMemory* const at =
            std::lower_bound(begin(), end(), element, [](const ElementMemory& one, std::int64_t number) { return one.element < number; });
        return at != end() && at->element == element ? at : nullptr;
    }
    Vector3 springOf(const ElementMemory& e) const { return rootOf(e) - e.anchor; }
    void setSpring(ElementMemory& e, const Vector3& spring) const { e.anchor = rootOf(e) - spring; }
    // Lengthens spring and dashpot together, whose direction is that of the shear.
    void lengthen(ElementMemory& e, Real margin) const {
        const Vector3 spring = springOf(e);
        setSpring(e, spring + margin * (spring + e.dampingTime * pose.velocityAt(rootOf(e))));
    }

private:
    Vector3 rootOf(const ElementMemory& e) const {
        return pose.toOther(layer.elements ? (*layer.elements)[int(e.element)].center : layer.cells.centerOf(e.element));
    }

    ContactHistory& history;
    const CompiledLayer& layer;
    int first = 0, last = 0;
    RelativePose pose;
};

} // namespace

LayerMemories::LayerMemories(const CompiledModel& model, const ContactHistory& committed, const Evaluate& evaluate) {
    ContactHistory present = committed, longer = committed;
    const auto pairIn = [&](ContactHistory& history, const LayerPairMemory& one) {
        return PairInHistory(model, history, one.layer, one.opposite);
    };
    for (const LayerPairMemory& one : committed.layers.pairs) {
        const PairInHistory pair = pairIn(longer, one);
        for (int i = one.first; i < one.last; ++i) pair.lengthen(longer.layers.elements[i], lengtheningFraction);
    }
    longer.layers.version = 0;
    ContactHistory found = evaluate(longer);
    for (const LayerPairMemory& one : committed.layers.pairs) {
        const LayerPair& law = *std::find_if(model.layers.pairs.begin(), model.layers.pairs.end(), [&](const LayerPair& of) {
            return of.layer == one.layer && of.opposite == one.opposite;
        });
        PairInHistory now = pairIn(present, one), tried = pairIn(longer, one), after = pairIn(found, one);
        Pair pair{one.layer, one.opposite, {}, {}};
        const bool isFlat = model.geometries[one.opposite].kind == ShapeKind::HalfSpace && !law.sand; // sand knows more than shear
        for (const ElementMemory& e : now) {
            if (!(e.limitLength > 0)) continue;
            const Vector3 was = now.springOf(e), wanted = tried.springOf(*tried.find(e.element));
            const ElementMemory* const kept = after.find(e.element);
            if (kept && !((after.springOf(*kept) - wanted).norm() < leastRemembered * (wanted - was).norm())) pair.sliding.push_back(e.element);
            for (int axis = isFlat ? 1 : 0; axis < 3; ++axis) numbers.push_back({int(pairs.size()), e.element, axis, springFraction * e.limitLength});
        }
        if (!law.sand && !law.dissipation.isSet() && law.kappa > 0) {
            Real fastest = 0;
            for (const ElementMemory& e : now) fastest = std::max(fastest, e.touchSpeed);
            for (const ElementMemory& e : now) {
                if (e.touchSpeed >= (1 - equalSpeeds) * fastest) pair.fastest.push_back(e.element);
                const bool isNamed = e.touchSpeed < (1 - equalSpeeds) * fastest || pair.fastest.size() == 1;
                if (isNamed && e.touchSpeed > slowestImpact)
                    numbers.push_back({int(pairs.size()), e.element, speedAxis, speedFraction * e.touchSpeed});
            }
        }
        pairs.push_back(std::move(pair));
    }
}

std::string LayerMemories::getName(int i, const CompiledModel& model) const {
    const Number& number = numbers[i];
    const Pair& pair = pairs[std::size_t(number.pair)];
    const std::string what = isSpeed(i) ? "speed at first touch" : "shear " + std::to_string(number.axis);
    return what + " of element " + std::to_string(number.element) + " of " + model.nameOf(pair.layer) + " on " + model.nameOf(pair.opposite);
}

SimTK::Vector LayerMemories::read(const CompiledModel& model, const ContactHistory& committed) const {
    ContactHistory history = committed;
    std::vector<PairInHistory> inHistory;
    for (const Pair& pair : pairs) inHistory.emplace_back(model, history, pair.layer, pair.opposite);
    SimTK::Vector values(size());
    for (int i = 0; i < size(); ++i) {
        const Number& number = numbers[i];
        PairInHistory& pair = inHistory[std::size_t(number.pair)];
        const ElementMemory* const e = pair.find(number.element);
        if (!e || !(e->limitLength > 0 || isSpeed(i)))
            throw std::runtime_error(getName(i, model) + ": the element touches no more near the end of the interval");
        values[i] = isSpeed(i) ? e->touchSpeed : pair.springOf(*e)[number.axis];
    }
    return values;
}

void LayerMemories::write(const CompiledModel& model, ContactHistory& history, const SimTK::Vector& values, Real margin) const {
    history.layers.version = 0;
    std::vector<PairInHistory> inHistory;
    for (const Pair& pair : pairs) inHistory.emplace_back(model, history, pair.layer, pair.opposite);
    for (int i = 0; i < size(); ++i) {
        const Number& number = numbers[i];
        PairInHistory& pair = inHistory[std::size_t(number.pair)];
        ElementMemory* const e = pair.find(number.element);
        if (!e) continue;
        if (!isSpeed(i)) {
            Vector3 spring = pair.springOf(*e);
            spring[number.axis] = values[i];
            pair.setSpring(*e, spring);
            continue;
        }
        e->touchSpeed = values[i];
        const std::vector<std::int64_t>& fastest = pairs[std::size_t(number.pair)].fastest;
        if (!fastest.empty() && fastest.front() == number.element)
            for (const std::int64_t other : fastest)
                if (ElementMemory* const same = pair.find(other)) same->touchSpeed = values[i];
    }
    for (std::size_t k = 0; k < pairs.size(); ++k)
        for (const std::int64_t element : pairs[k].sliding)
            if (ElementMemory* const e = inHistory[k].find(element)) inHistory[k].lengthen(*e, margin);
}

} // namespace simbodydem
