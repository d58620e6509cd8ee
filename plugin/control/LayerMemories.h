// SPDX-License-Identifier: Apache-2.0
#ifndef SIMBODYDEM_CONTROL_LAYER_MEMORIES_H
#define SIMBODYDEM_CONTROL_LAYER_MEMORIES_H

#include "contact/ContactHistory.h"
#include "force/CompiledModel.h"

#include "Simbody.h"

#include <functional>
#include <string>
#include <vector>

namespace simbodydem {

/** Reads and writes as numbers what elements of layers, and of bodies in sand, remember of their contact.

- The displacement of the spring is that of the element past the point of the other surface that it holds on to, in the frame of that
  surface. It moves with the element, so that a body can be displaced by itself. Across a flat floor it does not count.
- The speed at first touch counts if a restitution makes the damping of it. The fastest element makes the damping of all. Those that are
  as fast change together.

Limit and damping time are those of the pose, and each commit finds them anew. */
class LayerMemories {
public:
    /** Evaluates a force with another history, at the time of the commit. @returns the next history */
    using Evaluate = std::function<ContactHistory(ContactHistory)>;
    LayerMemories(const CompiledModel&, const ContactHistory& committed, const Evaluate&);

    int size() const { return int(numbers.size()); }
    bool isSpeed(int i) const { return numbers[i].axis == speedAxis; }
    /** Returns the greatest perturbation of a number, in its unit. */
    SimTK::Real getPerturbation(int i) const { return numbers[i].perturbation; }
    /** Describes a number. @param nameOf  surfaces, by number */
    std::string getName(int i, const CompiledModel&) const;

    /** Reads the numbers of a committed history. @throws std::runtime_error if an element has left the other surface */
    SimTK::Vector read(const CompiledModel&, const ContactHistory&) const;
    /** Writes the numbers into a history that is committed at its poses. Elements that do not touch there are left out.
    @param margin  by which an element that slides exceeds its limit before the next commit [-] */
    void write(const CompiledModel&, ContactHistory&, const SimTK::Vector&, SimTK::Real margin) const;

private:
    static constexpr int speedAxis = 3;
    struct Number {
        int pair; // among those with numbers
        std::int64_t element;
        int axis; // of the other surface, or speedAxis
        SimTK::Real perturbation;
    };
    struct Pair {
        int layer, opposite;
        std::vector<std::int64_t> sliding, fastest; // elements, ascending
    };
    std::vector<Pair> pairs;
    std::vector<Number> numbers;
};

} // namespace simbodydem

#endif
