#ifndef SIMBODYDEM_TESTS_READERS_OPENSIM_PROPERTY_H
#define SIMBODYDEM_TESTS_READERS_OPENSIM_PROPERTY_H

#include <optional>
#include <string>

namespace OpenSim {

/** Takes the place of the properties of OpenSim, with the part of their interface that readers of values use. */
class AbstractProperty {
public:
    explicit AbstractProperty(const std::string& name) : name(name) {}
    virtual ~AbstractProperty() = default;
    const std::string& getName() const { return name; }
    virtual bool empty() const = 0;

private:
    std::string name;
};

template <class T> class Property : public AbstractProperty {
public:
    Property(const std::string& name, std::optional<T> value) : AbstractProperty(name), value(value) {}
    bool empty() const override { return !value; }
    const T& getValue() const { return *value; }

private:
    std::optional<T> value;
};

} // namespace OpenSim

#endif
