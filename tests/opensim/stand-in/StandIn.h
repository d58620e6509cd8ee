#ifndef OPENSIM_STAND_IN_H
#define OPENSIM_STAND_IN_H

// A stand-in for the names of OpenSim that the component uses. With it the component is compiled and tested where there is no OpenSim.
// It shows nothing about OpenSim itself.

#include "Simbody.h"

#include <deque>
#include <iterator>
#include <map>
#include <memory>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

namespace OpenSim {

struct Exception : std::runtime_error {
    using std::runtime_error::runtime_error;
};

/** Returns all lines of the log, "warning: ..." and "info: ...". */
inline std::vector<std::string>& log() {
    static std::vector<std::string> lines;
    return lines;
}
template <class... Values> std::string filled(std::string text, const Values&... values) {
    const auto put = [&](const auto& value) {
        std::ostringstream out;
        out << value;
        text.replace(text.find("{}"), 2, out.str());
    };
    (put(values), ...);
    return text;
}
template <class... Values> void log_warn(const char* text, const Values&... values) {
    log().push_back("warning: " + filled(text, values...));
}
template <class... Values> void log_info(const char* text, const Values&... values) {
    log().push_back("info: " + filled(text, values...));
}

template <class T> class Array {
public:
    explicit Array(const T&) {}
    void append(const T& value) { values.push_back(value); }
    int size() const { return int(values.size()); }
    const T& operator[](int i) const { return values.at(i); }

private:
    std::deque<T> values;
};

template <class T> class Property {
public:
    bool empty() const { return values.empty(); }
    int size() const { return int(values.size()); }
    const T& getValue(int i = 0) const { return values.at(i); }
    std::deque<T> values; // T may be bool
};

class Object {
public:
    virtual ~Object() = default;
    virtual Object* clone() const = 0;
    virtual const std::string& getConcreteClassName() const = 0;
    const std::string& getName() const { return name; }
    void setName(const std::string& text) { name = text; }
    bool hasProperty(const std::string& property) const { return readers.count(property) > 0; }
    int getNumProperties() const { return int(readers.size()); }
    struct AbstractProperty {
        std::string name;
        const std::string& getName() const { return name; }
    };
    AbstractProperty getPropertyByIndex(int i) const { return {std::next(readers.begin(), i)->first}; }
    struct PropertySet {
        bool contains(const std::string&) const { return false; }
    };
    PropertySet getPropertySet() const { return {}; }
    virtual void updateFromXMLNode(SimTK::Xml::Element& node, int) {
        name = node.getOptionalAttributeValue("name");
        for (auto element = node.element_begin(); element != node.element_end(); ++element) {
            const auto reader = readers.find(std::string(element->getElementTag()));
            if (reader != readers.end()) reader->second(*this, *element);
        }
    }
    static std::map<std::string, std::unique_ptr<Object>>& registered() {
        static std::map<std::string, std::unique_ptr<Object>> types;
        return types;
    }
    static void registerType(const Object& type) { registered()[type.getConcreteClassName()].reset(type.clone()); }

protected:
    std::map<std::string, void (*)(Object&, SimTK::Xml::Element&)> readers;

private:
    std::string name;
};

template <class T> void readInto(Property<T>& property, SimTK::Xml::Element& element) {
    property.values.clear();
    if constexpr (std::is_base_of_v<Object, T>) {
        for (auto child = element.element_begin(); child != element.element_end(); ++child) {
            property.values.emplace_back();
            static_cast<Object&>(property.values.back()).updateFromXMLNode(*child, 40000);
        }
    } else
        property.values.push_back(element.getValueAs<T>());
}
template <class T> void readListInto(Property<T>& property, SimTK::Xml::Element& element) {
    if constexpr (std::is_base_of_v<Object, T>)
        readInto(property, element);
    else { // words
        property.values.clear();
        std::istringstream words(element.getValue());
        for (T word; words >> word;) property.values.push_back(word);
    }
}

#define OpenSim_DECLARE_CONCRETE_OBJECT(CLASS, BASE)                                                                   \
public:                                                                                                                \
    using Self = CLASS;                                                                                                \
    using Super = BASE;                                                                                                \
    CLASS* clone() const override { return new CLASS(*this); }                                                         \
    const std::string& getConcreteClassName() const override {                                                         \
        static const std::string text = #CLASS;                                                                        \
        return text;                                                                                                   \
    }                                                                                                                  \
                                                                                                                       \
private:                                                                                                               \
    static_assert(true, "takes the semicolon")

#define OpenSim_STAND_IN_PROPERTY(NAME, T, READ)                                                                       \
public:                                                                                                                \
    const Property<T>& getProperty_##NAME() const { return NAME##_; }                                                  \
    const T& get_##NAME(int i = 0) const { return NAME##_.getValue(i); }                                               \
    T& upd_##NAME(int i = 0) { return NAME##_.values.at(i); }                                                          \
    void set_##NAME(const T& value) { NAME##_.values = {value}; }                                                      \
    void constructProperty_##NAME() {                                                                                  \
        readers[#NAME] = [](Object& o, SimTK::Xml::Element& e) { READ(static_cast<Self&>(o).NAME##_, e); };            \
    }                                                                                                                  \
    void constructProperty_##NAME(const T& value) {                                                                    \
        constructProperty_##NAME();                                                                                    \
        NAME##_.values = {value};                                                                                      \
    }                                                                                                                  \
    Property<T> NAME##_

#define OpenSim_DECLARE_PROPERTY(NAME, T, COMMENT) OpenSim_STAND_IN_PROPERTY(NAME, T, readInto)
#define OpenSim_DECLARE_OPTIONAL_PROPERTY(NAME, T, COMMENT) OpenSim_STAND_IN_PROPERTY(NAME, T, readInto)
#define OpenSim_DECLARE_LIST_PROPERTY(NAME, T, COMMENT) OpenSim_STAND_IN_PROPERTY(NAME, T, readListInto)
#define OpenSim_DECLARE_OUTPUT(NAME, T, FUNCTION, STAGE)                                                               \
public:                                                                                                                \
    T output_##NAME(const SimTK::State& state) const { return FUNCTION(state); }                                       \
    static_assert(true, "takes the semicolon")
#define OpenSim_DECLARE_LIST_SOCKET(NAME, T, COMMENT)                                                                  \
public:                                                                                                                \
    int socketOf_##NAME = declareSocket(#NAME)

class Model;
class Component;

/** Resolves paths in the model. */
class SocketBase {
public:
    explicit SocketBase(const Component& owner) : owner(owner) {}
    unsigned getNumConnectees() const;
    const Component& find(int i) const;

private:
    const Component& owner;
};
template <class T> class Socket : SocketBase {
public:
    using SocketBase::getNumConnectees;
    using SocketBase::SocketBase;
    const T& getConnectee(int i) const { return dynamic_cast<const T&>(find(i)); }
};

class Component : public Object {
public:
    bool hasOwner() const { return owner.get() != nullptr; }
    const Component& getOwner() const { return *owner; }
    const Model& getModel() const { return *_model; }
    template <class T> const Socket<T>& getSocket(const std::string&) const {
        static std::map<const Component*, Socket<T>> sockets;
        return sockets.erase(this), sockets.emplace(this, Socket<T>(*this)).first->second;
    }
    virtual void extendAddToSystem(SimTK::MultibodySystem&) const {}
    virtual void extendRealizeAcceleration(const SimTK::State&) const {}
    std::vector<std::string> paths; // of its socket
    SimTK::ReferencePtr<const Component> owner;
    SimTK::ReferencePtr<Model> _model;

protected:
    int declareSocket(const std::string& socket) {
        readers["socket_" + socket] = [](Object& o, SimTK::Xml::Element& e) {
            std::istringstream words(e.getValue());
            for (std::string path; words >> path;) static_cast<Component&>(o).paths.push_back(path);
        };
        return 0;
    }
};

struct ModelDisplayHints {
    bool get_show_forces() const { return true; }
};

class ModelComponent : public Component {
public:
    virtual void generateDecorations(bool, const ModelDisplayHints&, const SimTK::State&,
                                     SimTK::Array_<SimTK::DecorativeGeometry>&) const {}
};

class Frame : public ModelComponent {};

class PhysicalFrame : public Frame {
public:
    PhysicalFrame(const std::string& text, const SimTK::MobilizedBody& body) : body(body) { setName(text); }
    PhysicalFrame* clone() const override { return new PhysicalFrame(*this); }
    const std::string& getConcreteClassName() const override { return getName(); }
    const SimTK::MobilizedBody& getMobilizedBody() const { return body; }
    SimTK::MobilizedBodyIndex getMobilizedBodyIndex() const { return body.getMobilizedBodyIndex(); }
    SimTK::Transform findTransformInBaseFrame() const { return SimTK::Transform(); }
    const Frame& findBaseFrame() const { return *this; }

private:
    SimTK::MobilizedBody body;
};

class ContactGeometry : public ModelComponent {
public:
    ContactGeometry(const std::string& text, const PhysicalFrame& frame, const SimTK::ContactGeometry& shape,
                    const SimTK::Transform& X_FP)
        : frame(frame), shape(shape), X_FP(X_FP) {
        setName(text);
    }
    ContactGeometry* clone() const override { return new ContactGeometry(*this); }
    const std::string& getConcreteClassName() const override { return getName(); }
    const PhysicalFrame& getFrame() const { return frame; }
    SimTK::Transform getTransform() const { return X_FP; }
    SimTK::ContactGeometry createSimTKContactGeometry() const { return shape; }

private:
    const PhysicalFrame& frame;
    SimTK::ContactGeometry shape;
    SimTK::Transform X_FP;
};

class Force : public ModelComponent {
public:
    OpenSim_STAND_IN_PROPERTY(appliesForce, bool, readInto);
    using Self = Force;
    Force() { constructProperty_appliesForce(true); }
    virtual Array<std::string> getRecordLabels() const = 0;
    virtual Array<double> getRecordValues(const SimTK::State&) const = 0;
    bool appliesForce(const SimTK::State& state) const;
    SimTK::ForceIndex _index;
};

/** Holds what a test makes by hand: bodies, geometry and one force. */
class Model {
public:
    SimTK::MultibodySystem system;
    SimTK::SimbodyMatterSubsystem matter{system};
    SimTK::GeneralForceSubsystem forces{system};
    SimTK::Force::Gravity gravity{forces, matter, SimTK::Vec3(0, -9.81, 0)};
    std::map<std::string, const Component*> components; // by path

    SimTK::GeneralForceSubsystem& updForceSubsystem() { return forces; }
    const SimTK::MultibodySystem& getMultibodySystem() const { return system; }
    double getTotalMass(const SimTK::State& state) const { return matter.calcSystemMass(state); }
    SimTK::Vec3 getGravity() const { return SimTK::Vec3(0, -9.81, 0); }
    template <class T> bool hasComponent(const std::string& path) const {
        const auto found = components.find(path);
        return found != components.end() && dynamic_cast<const T*>(found->second);
    }
    template <class T> const T& getComponent(const std::string& path) const {
        return dynamic_cast<const T&>(*components.at(path));
    }
};

inline unsigned SocketBase::getNumConnectees() const { return unsigned(owner.paths.size()); }
inline const Component& SocketBase::find(int i) const {
    const std::string& path = owner.paths.at(i);
    const auto found = owner.getModel().components.find(path);
    if (found == owner.getModel().components.end()) throw Exception("there is no component " + path);
    return *found->second;
}
inline bool Force::appliesForce(const SimTK::State& state) const {
    return !getModel().forces.isForceDisabled(state, _index);
}

class Analysis : public Object {
public:
    explicit Analysis(Model* model = nullptr) : _model(model) {}
    virtual int begin(const SimTK::State&) { return 0; }
    virtual int step(const SimTK::State&, int) { return 0; }
    virtual int end(const SimTK::State&) { return 0; }
    bool proceed(int step = 0) const { return getOn() && step % stepInterval == 0; }
    bool getOn() const { return isOn; }
    bool isOn = true;
    int stepInterval = 1;
    Model* _model;
};

} // namespace OpenSim

#endif
