// SPDX-License-Identifier: Apache-2.0
#ifndef SIMBODYDEM_LAW_H
#define SIMBODYDEM_LAW_H

#include "SimTKcommon.h"
#include "simbodydem/Export.h"
#include "simbodydem/MixingRules.h"

#include <array>
#include <cstring>
#include <functional>
#include <limits>
#include <string>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

namespace simbodydem {

/** Stores the memory of one law at one contact between accepted steps, in addition to the tangential displacement that every contact has. A law
defines a small struct of at most three Reals, reads it with get() and writes it with set(). At first contact all values are zero. The values
must not depend on the frame, so a law cannot store vectors. They must be finite, since a saved history contains them as numbers.

A value that a law stores must enter the same evaluation exactly as it is stored. Another evaluation with the committed history must give the
same force. */
class SIMBODYDEM_API LawHistory {
public:
    /** Returns the stored values as T: a Real, or a struct of at most three. */
    template <class T> T get() const {
        check<T>();
        T value;
        std::memcpy(&value, values.data(), sizeof(T));
        return value;
    }

    /** Stores a Real, or a struct of at most three. */
    template <class T> void set(const T& value) {
        check<T>();
        std::memcpy(values.data(), &value, sizeof(T));
    }

private:
    template <class T> static constexpr void check() {
        static_assert(std::is_trivially_copyable<T>::value, "a law's history must be plain numbers");
        static_assert(sizeof(T) <= 3 * sizeof(SimTK::Real), "a law's history holds at most three Reals");
    }

    std::array<SimTK::Real, 3> values{};
};

/** Holds the partial derivatives of one output of a law with respect to the input of its normal law. Effective mass and committed history are
constant. The contact radius a = sqrt(R* delta) changes with R* and delta. */
template <class T> struct ContactPartials {
    T overlap = T(0);         ///< per m
    T overlapRate = T(0);     ///< per m/s
    T effectiveRadius = T(0); ///< per m
    T curvatureA = T(0);      ///< per 1/m
    T curvatureB = T(0);      ///< per 1/m
};

/** Holds the work on one contact in one step that the law does not store, by cause [J]. */
struct StepHeat {
    SimTK::Real friction = 0; ///< heat of sliding, rolling and twisting
    SimTK::Real damping = 0;  ///< heat of dashpots
    SimTK::Real gained = 0;   ///< energy that the law creates: a force along the slip, a spring that stiffens at constant length

    StepHeat& operator+=(const StepHeat& other) {
        friction += other.friction;
        damping += other.damping;
        gained += other.gained;
        return *this;
    }
};

/** Defines the allowed numbers of a parameter. All numbers are allowed by default, and NaN never is. */
struct SIMBODYDEM_API ParameterRange {
    SimTK::Real least = -std::numeric_limits<SimTK::Real>::infinity();
    SimTK::Real greatest = std::numeric_limits<SimTK::Real>::infinity();
    bool includesLeast = true, includesGreatest = true;

    /** Returns true if the number is allowed. */
    bool contains(SimTK::Real) const;
    /** Returns the range as messages show it: "> 0 and finite", "in [0, 1]". */
    std::string toText() const;
};

/** Describes one parameter of a law: the value that its setter takes, and the value that was given. */
struct LawParameter {
    std::string name;                             ///< name of the setter without "set", such as "dampingRatio"
    std::variant<SimTK::Real, std::string> value; ///< a number, NaN if it is not set; or the name of a choice
    std::string unit = "";                        ///< of a number; "-" if it has none
    ParameterRange range = {};                    ///< of a number
    std::string symbol = "";                      ///< in the law's equation, such as "kn"; "" if it has none
    std::string ifNotSet = "";             ///< source of a number that is not set: "from the restitution", "needed"
    std::vector<std::string> choices = {}; ///< names of the choices; "off" and "on" for a switch
    bool isUsed = true;                    ///< false if another parameter decides instead
};

using LawParameters = std::vector<LawParameter>;

/** Returns the names of a switch. For an enumeration, write a function of this name beside it: it returns the names in their order. */
template <class Switch, std::enable_if_t<std::is_same_v<Switch, bool>, int> = 0> std::vector<std::string> namesOf(Switch) {
    return {"off", "on"};
}

/** Connects a parameter with the member that holds it. ContactLaw::number() and ContactLaw::choice() make it. */
struct SIMBODYDEM_API ParameterLine {
    using Value = decltype(LawParameter::value); ///< a number, or the name of a choice

    LawParameter parameter;
    const void* member;
    std::vector<std::string> names;          ///< all names of the enumeration; empty for a number
    std::function<void(const Value&)> write; ///< to the member, without a check
    std::vector<std::function<void()>> resets = {};

    /** Resets members if this parameter is set: a number to NaN, a switch to off. Turning a switch off resets none.
    @param members  of the law */
    template <class... Members> ParameterLine replaces(Members&... members) && {
        (resets.push_back([&members] { reset(members); }), ...);
        return std::move(*this);
    }

    /** Sets the parameter.
    @param owner  name of the law, for messages
    @throws std::invalid_argument, with owner, name, symbol, value, unit and range or choices, if the value is none of them */
    void set(const std::string& owner, const Value&) const;

private:
    static void reset(SimTK::Real& number) { number = SimTK::NaN; }
    static void reset(bool& isOn) { isOn = false; }
};

/** Lists the parameters of a law. Setters, getParameters() and the catalog use this table. */
using ParameterTable = std::vector<ParameterLine>;

/** Lists the values of SurfaceMaterial that a law needs. */
using RequiredValues = std::vector<MaterialValue SurfaceMaterial::*>;

/** Declares the functions that normal, tangential and rolling laws have in common. */
class SIMBODYDEM_API ContactLaw {
public:
    static constexpr ParameterRange positive{0, std::numeric_limits<SimTK::Real>::infinity(), false, false};
    static constexpr ParameterRange notNegative{0, std::numeric_limits<SimTK::Real>::infinity(), true, false};

    virtual ~ContactLaw() = default;

    /** Returns the name for error messages. */
    virtual std::string getName() const = 0;

    /** Returns the values of all setters of the law, by default those of listParameters(). They distinguish the law from another one of the same
    name. To read a history that was saved with another value is an error (DEMContactForce::readHistory()). A law that returns nothing is
    identified by its name alone. */
    virtual LawParameters getParameters() const;

    /** Returns the material values that must be set on both surfaces of every pair. */
    virtual RequiredValues getRequiredValues() const { return {}; }

    /** Stores the values that the law needs of the materials of its pair. The library calls it once, on the clone of this pair. Throw
    std::invalid_argument, with value, unit and range, if two values make no sense together. */
    virtual void bind(const PairMaterial&) {}

protected:
    /** Lists the parameters of the law and the members that hold them. */
    virtual ParameterTable listParameters() { return {}; }

    /** Makes the line of a number.
    @param name      of the setter without "set", such as "dampingRatio"
    @param member    of the law
    @param unit      "-" if it has none
    @param range     allowed numbers
    @param symbol    in the law's equation, such as "kn"; "" if it has none
    @param ifNotSet  source of a number that is not set: "from the restitution", "needed"
    @param isUsed    false if another parameter decides instead */
    static ParameterLine number(const std::string& name, SimTK::Real& member, const std::string& unit,
                                const ParameterRange& range, const std::string& symbol = "",
                                const std::string& ifNotSet = "", bool isUsed = true);

    /** Makes the line of a choice: a switch, or an enumeration with namesOf().
    @param name     of the setter without "set", such as "tension"
    @param member   of the law
    @param isUsed   false if another parameter decides instead
    @param allowed  names of the enumerators that the law has */
    template <class Choice> static ParameterLine choice(const std::string& name, Choice& member, bool isUsed = true,
                                                        const std::vector<std::string>& allowed = namesOf(Choice())) {
        return lineOf(name, int(member), &member, [&member](int index) { member = Choice(index); }, namesOf(Choice()),
                      allowed, isUsed);
    }

    /** Sets the parameter that a member holds, a number or the index of a choice. @throws as ParameterLine::set() */
    void setParameter(const void* member, const std::variant<SimTK::Real, int>&);

    /** Returns the name of a class without its namespaces. @param qualified  with them */
    static std::string withoutNamespaces(const std::string& qualified);

private:
    friend struct LawAccess; // internal: the catalog
    static ParameterLine lineOf(const std::string& name, int value, const void* member,
                                const std::function<void(int)>& write, const std::vector<std::string>& names,
                                const std::vector<std::string>& allowed, bool isUsed);
};

/** Implements the functions that all laws have alike. NormalLawOf, TangentialLawOf and RollingLawOf are its names. The class must be final.
- clone() copies the law.
- getName() returns the name of the class.
- bind() stores the values of the pair in `pair`, and calls prepare().
- assign() is the body of a setter: it checks the value against the line of listParameters(), and returns the law. */
template <class Kind, class Law> class SIMBODYDEM_API LawOf : public Kind {
public:
    Kind* clone() const override {
        static_assert(std::is_final<Law>::value, "a class that derives from it would be cloned in part");
        return new Law(static_cast<const Law&>(*this));
    }
    std::string getName() const override { return ContactLaw::withoutNamespaces(SimTK::NiceTypeName<Law>::namestr()); }
    void bind(const PairMaterial& material) override {
        pair = material;
        prepare();
    }

protected:
    /** Computes the values that the law derives from those of the pair. It is part of bind(). */
    virtual void prepare() {}

    /** Sets a parameter. @param member  one of those of listParameters() @param value  of its setter
    @throws std::invalid_argument, with name, value, unit and range or choices, if the value is out of its range */
    template <class Value> Law& assign(const Value& member, Value value) {
        if constexpr (std::is_same_v<Value, SimTK::Real>)
            this->setParameter(&member, value);
        else
            this->setParameter(&member, int(value));
        return static_cast<Law&>(*this);
    }

    PairMaterial pair; ///< values of the pair, NaN before bind()
};

} // namespace simbodydem

#endif
