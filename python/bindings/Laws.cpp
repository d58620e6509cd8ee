// SPDX-License-Identifier: Apache-2.0
// Laws by name, and laws that are written in Python.
#include "Laws.h"

#include "Arrays.h"
#include "Bindings.h"
#include "Docs.h"

#include <nanobind/stl/array.h>
#include <nanobind/stl/map.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <array>
#include <map>
#include <memory>
#include <stdexcept>
#include <string>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

using namespace nanobind::literals;
using namespace SimTK;

namespace simbodydem::python {

namespace {

using LawChoice = std::tuple<std::string, std::map<std::string, double>, std::map<std::string, std::string>>;

thread_local std::exception_ptr lawError;

// A weak reference to an object of Python, which is made and released under the lock of the interpreter. World of the package keeps the object:
// the garbage collector cannot see what C++ keeps, and an object refers to its module, which refers to worlds.
class WeakReference {
public:
    WeakReference() = default;
    explicit WeakReference(const nb::object& object) {
        const nb::object weak = nb::module_::import_("weakref").attr("ref")(object);
        reference = std::shared_ptr<PyObject>(weak.inc_ref().ptr(), [](PyObject* it) {
            const nb::gil_scoped_acquire lock;
            Py_DECREF(it);
        });
    }
    nb::object get() const {
        nb::object object = nb::handle(reference.get())();
        if (object.is_none()) throw std::runtime_error("the world of this law is gone");
        return object;
    }

private:
    std::shared_ptr<PyObject> reference;
};

const std::map<std::string, MaterialValue SurfaceMaterial::*>& listValues() {
    static const std::map<std::string, MaterialValue SurfaceMaterial::*> values = {
        {"E", &SurfaceMaterial::youngsModulus},
        {"nu", &SurfaceMaterial::poissonsRatio},
        {"friction", &SurfaceMaterial::staticFriction},
        {"kinetic_friction", &SurfaceMaterial::kineticFriction},
        {"restitution", &SurfaceMaterial::restitution},
        {"dissipation", &SurfaceMaterial::dissipation},
        {"rolling_friction", &SurfaceMaterial::rollingFriction},
        {"twisting_friction", &SurfaceMaterial::twistingFriction},
        {"stiffness_ratio", &SurfaceMaterial::stiffnessRatio},
    };
    return values;
}

/** Holds what laws of the three kinds have in common. The HeldLaw of the package keeps the law, and a copy of it for each pair of materials. */
struct PythonLaw {
    explicit PythonLaw(const nb::object& heldLaw) : held(heldLaw) {
        const nb::object law = heldLaw.attr("law");
        name = nb::cast<std::string>(law.attr("name"));
        for (const nb::handle value : law.attr("required")) {
            const auto found = listValues().find(nb::cast<std::string>(value));
            if (found == listValues().end()) {
                std::string names;
                for (const auto& [known, member] : listValues()) names += (names.empty() ? "" : ", ") + known;
                throw std::invalid_argument("law '" + name + "' requires '" + nb::cast<std::string>(value) + "'; choose from " + names);
            }
            required.push_back(found->second);
        }
        for (const auto& [key, value] : nb::cast<std::map<std::string, double>>(law.attr("parameters"))) {
            LawParameter parameter;
            parameter.name = key;
            parameter.value = value;
            parameters.push_back(parameter);
        }
    }
    /** Calls Python, and keeps the exception if it raises one. Later calls then fail too, until that has arrived. */
    template <class F>
    auto call(const F& f) const {
        const std::string text = "the law '" + name + "' has raised an exception";
        if (lawError) throw std::runtime_error(text);
        const nb::gil_scoped_acquire lock;
        try {
            return f();
        } catch (const nb::python_error&) {
            lawError = std::current_exception();
        } catch (const nb::cast_error&) {
            lawError = std::make_exception_ptr(std::invalid_argument("the law '" + name + "' has returned an object of another type"));
        }
        throw std::runtime_error(text);
    }
    void bindTo(const PairMaterial& pair) {
        const double values[] = {pair.effectiveYoungsModulus, pair.effectiveShearModulus, pair.restitution,    pair.staticFriction,
                                 pair.kineticFriction,        pair.rollingFriction,       pair.twistingFriction, pair.stiffnessRatio,
                                 pair.dissipation};
        call([&] {
            bound = WeakReference(held.get().attr("bind")(nb::bytes(values, sizeof(values)), pair));
            return 0;
        });
    }
    template <class Output, class Input>
    Output compute(const char* function, const Input& in) const {
        return call([&] { return nb::cast<Output>(bound.get().attr(function)(in)); });
    }

    WeakReference held, bound;
    std::string name;
    RequiredValues required;
    LawParameters parameters;
};

// Inputs of tangential and rolling laws refer to those of the normal law. These are copies that an object of Python may keep.
template <class Input>
struct KeptInput {
    explicit KeptInput(const Input& in) : contact(in.contact), normal(in.normal), input(rebind(in)) {}
    KeptInput(const KeptInput&) = delete;
    KeptInput& operator=(const KeptInput&) = delete;

    NormalInput contact;
    NormalOutput normal;
    Input input;

private:
    Input rebind(const Input& in) const {
        if constexpr (std::is_same_v<Input, TangentialInput>)
            return {contact,      normal, in.displacement, in.slipIncrement, in.slipVelocity, in.effectiveMass, in.history, in.dashpotAtCommit,
                    in.limitLengthAtCommit, in.slipAtPresentVelocity, in.normalDirection, in.time, in.dampingTimeAtCommit};
        else
            return {contact,      normal, in.normalDirection, in.rotation, in.rotationIncrement, in.angularVelocity, in.history, in.dashpotAtCommit,
                    in.limitAngleAtCommit, in.rotationAtPresentVelocity, in.time, in.dampingTimeAtCommit};
    }
};
using KeptTangential = KeptInput<TangentialInput>;
using KeptRolling = KeptInput<RollingInput>;

/** Answers by Python what the library asks of a law of each kind. */
template <class Base>
class LawInPython : public Base {
public:
    explicit LawInPython(const nb::object& held) : law(held) {}
    std::string getName() const override { return law.name; }
    LawParameters getParameters() const override { return law.parameters; }
    RequiredValues getRequiredValues() const override { return law.required; }
    void bind(const PairMaterial& pair) override { law.bindTo(pair); }

protected:
    PythonLaw law;
};

class PythonNormalLaw final : public LawInPython<NormalLaw> {
public:
    explicit PythonNormalLaw(const nb::object& held)
        : LawInPython(held), isBeyond(nb::cast<bool>(held.attr("law").attr("reaches_beyond_touch"))) {}
    PythonNormalLaw* clone() const override { return new PythonNormalLaw(*this); }
    bool reachesBeyondTouch() const override { return isBeyond; }
    NormalOutput calcForce(const NormalInput& in) const override {
        return law.compute<NormalOutput>("calc_force", in);
    }

private:
    bool isBeyond;
};

class PythonTangentialLaw final : public LawInPython<TangentialLaw> {
public:
    using LawInPython::LawInPython;
    PythonTangentialLaw* clone() const override { return new PythonTangentialLaw(*this); }
    TangentialOutput calcForce(const TangentialInput& in) const override {
        return law.compute<TangentialOutput>("calc_force", std::make_shared<KeptTangential>(in));
    }
};

class PythonRollingLaw final : public LawInPython<RollingLaw> {
public:
    using LawInPython::LawInPython;
    PythonRollingLaw* clone() const override { return new PythonRollingLaw(*this); }
    RollingOutput calcTorque(const RollingInput& in) const override {
        return law.compute<RollingOutput>("calc_torque", std::make_shared<KeptRolling>(in));
    }
};

template <class Base, class InPython, class Make>
std::unique_ptr<Base> makeLaw(const nb::object& choice, const Make& make) {
    if (!nb::isinstance<nb::tuple>(choice)) return std::make_unique<InPython>(choice);
    const auto [name, numbers, choices] = nb::cast<LawChoice>(choice);
    return std::unique_ptr<Base>(make(name, numbers, choices)->clone());
}

std::string describe(const LawDescription& law) { return law.name + " (" + law.className + "): " + law.formula; }

Numpy<double> toArray(const Vec3& v) { return makeArray(std::vector<double>{v[0], v[1], v[2]}, {3}); }

// Binds a member, or an element of a member, as a property.
template <class Class, class Owner, class T>
void bindInput(nb::class_<Class>& c, const char* name, T Owner::* member, const char* key) {
    const auto get = [member](const Class& it) -> const T& {
        if constexpr (std::is_same_v<Class, Owner>) return it.*member;
        else return it.input.*member;
    };
    if constexpr (std::is_same_v<T, Vec3>) c.def_prop_ro(name, [get](const Class& it) { return toArray(get(it)); }, nb::rv_policy::automatic, doc(key));
    else if constexpr (std::is_same_v<T, LawHistory>)
        c.def_prop_ro(name, [get](const Class& it) { return get(it).template get<std::array<double, 3>>(); }, doc(key));
    else c.def_prop_ro(name, [get](const Class& it) { return T(get(it)); }, doc(key));
}

template <class Class, class T>
void bindOutput(nb::class_<Class>& c, const char* name, T Class::* member, const char* key) {
    if constexpr (std::is_same_v<T, Vec3>)
        c.def_prop_rw(name, [member](const Class& it) { return toArray(it.*member); },
                      [member](Class& it, const Numbers3& v) { it.*member = toVec3(v); }, nb::for_getter(nb::rv_policy::automatic), doc(key));
    else if constexpr (std::is_same_v<T, LawHistory>)
        c.def_prop_rw(name, [member](const Class& it) { return (it.*member).template get<std::array<double, 3>>(); },
                      [member](Class& it, const std::array<double, 3>& values) { (it.*member).set(values); }, doc(key));
    else if constexpr (std::is_same_v<T, bool>) // NumPy's bool is another class
        c.def_prop_rw(name, [member](const Class& it) { return it.*member; },
                      [member](Class& it, const nb::object& value) {
                          const int truth = PyObject_IsTrue(value.ptr());
                          if (truth < 0) throw nb::python_error();
                          it.*member = truth != 0;
                      },
                      doc(key));
    else c.def_rw(name, member, doc(key));
}

// Makes an output of keywords, which are its attributes.
template <class Class>
void bindKeywords(nb::class_<Class>& c) {
    c.def(
        "__init__",
        [](nb::pointer_and_handle<Class> self, const nb::kwargs& values) {
            new (self.p) Class();
            nb::inst_mark_ready(self.h);
            for (const auto [name, value] : values) self.h.attr(name) = value;
        },
        nb::sig("def __init__(self, **values: object) -> None"), "Makes an output. Attributes are keywords.");
}

} // namespace

std::exception_ptr takeLawError() noexcept { return std::exchange(lawError, nullptr); }

void throwIfLawFailed() {
    if (lawError) throw std::runtime_error("a law in Python has raised an exception");
}

ContactModel makeLaws(const nb::object& normal, const nb::object& tangential, const nb::object& rolling) {
    const auto n = makeLaw<NormalLaw, PythonNormalLaw>(normal, [](const auto&... it) { return makeNormalLaw(it...); });
    const auto t = makeLaw<TangentialLaw, PythonTangentialLaw>(tangential, [](const auto&... it) { return makeTangentialLaw(it...); });
    const auto r = makeLaw<RollingLaw, PythonRollingLaw>(rolling, [](const auto&... it) { return makeRollingLaw(it...); });
    return ContactModel(*n, *t, *r);
}

bool isWrittenInPython(const ContactModel& laws) {
    return dynamic_cast<const PythonNormalLaw*>(laws.normal.get()) || dynamic_cast<const PythonTangentialLaw*>(laws.tangential.get()) ||
           dynamic_cast<const PythonRollingLaw*>(laws.rolling.get());
}

void bindLaws(nb::module_& m) {
    nb::register_exception_translator([](const std::exception_ptr& error, void*) {
        if (const std::exception_ptr ofLaw = takeLawError()) {
            try {
                std::rethrow_exception(ofLaw);
            } catch (nb::python_error& e) {
                e.restore();
                return;
            }
        }
        std::rethrow_exception(error);
    });
    m.def("list_laws", [] {
        std::map<std::string, std::vector<std::string>> laws;
        for (const LawDescription& law : listNormalLaws()) laws["normal"].push_back(describe(law));
        for (const LawDescription& law : listTangentialLaws()) laws["tangential"].push_back(describe(law));
        for (const LawDescription& law : listRollingLaws()) laws["rolling"].push_back(describe(law));
        return laws;
    });
    m.def("list_named_laws", [] {
        std::map<std::string, std::pair<std::string, std::string>> laws;
        for (const NamedLaws& pair : listNamedLaws()) laws[pair.name] = {pair.normal, pair.tangential};
        return laws;
    });

    nb::class_<PairMaterial>(m, "PairMaterial", doc("PairMaterial"))
        .def_ro("effective_youngs_modulus", &PairMaterial::effectiveYoungsModulus, doc("PairMaterial::effectiveYoungsModulus"))
        .def_ro("effective_shear_modulus", &PairMaterial::effectiveShearModulus, doc("PairMaterial::effectiveShearModulus"))
        .def_ro("restitution", &PairMaterial::restitution, doc("PairMaterial::restitution"))
        .def_ro("friction", &PairMaterial::staticFriction, doc("PairMaterial::staticFriction"))
        .def_ro("kinetic_friction", &PairMaterial::kineticFriction, doc("PairMaterial::kineticFriction"))
        .def_ro("rolling_friction", &PairMaterial::rollingFriction, doc("PairMaterial::rollingFriction"))
        .def_ro("twisting_friction", &PairMaterial::twistingFriction, doc("PairMaterial::twistingFriction"))
        .def_ro("stiffness_ratio", &PairMaterial::stiffnessRatio, doc("PairMaterial::stiffnessRatio"))
        .def_ro("dissipation", &PairMaterial::dissipation, doc("PairMaterial::dissipation"));

    nb::class_<NormalInput> normalIn(m, "NormalInput", doc("NormalInput"));
    bindInput(normalIn, "overlap", &NormalInput::overlap, "NormalInput::overlap");
    bindInput(normalIn, "overlap_rate", &NormalInput::overlapRate, "NormalInput::overlapRate");
    bindInput(normalIn, "effective_radius", &NormalInput::effectiveRadius, "NormalInput::effectiveRadius");
    bindInput(normalIn, "contact_radius", &NormalInput::contactRadius, "NormalInput::contactRadius");
    bindInput(normalIn, "effective_mass", &NormalInput::effectiveMass, "NormalInput::effectiveMass");
    bindInput(normalIn, "curvature_a", &NormalInput::curvatureA, "NormalInput::curvatureA");
    bindInput(normalIn, "curvature_b", &NormalInput::curvatureB, "NormalInput::curvatureB");
    bindInput(normalIn, "first_touch", &NormalInput::firstTouch, "NormalInput::firstTouch");
    bindInput(normalIn, "history", &NormalInput::history, "NormalInput::history");
    nb::class_<NormalOutput> normalOut(m, "NormalOutput", doc("NormalOutput"));
    bindKeywords(normalOut);
    bindOutput(normalOut, "force", &NormalOutput::force, "NormalOutput::force");
    bindOutput(normalOut, "frictional_load", &NormalOutput::frictionalLoad, "NormalOutput::frictionalLoad");
    bindOutput(normalOut, "stiffness", &NormalOutput::stiffness, "NormalOutput::stiffness");
    bindOutput(normalOut, "stored_energy", &NormalOutput::storedEnergy, "NormalOutput::storedEnergy");
    bindOutput(normalOut, "dissipated_power", &NormalOutput::dissipatedPower, "NormalOutput::dissipatedPower");
    bindOutput(normalOut, "in_contact", &NormalOutput::inContact, "NormalOutput::inContact");
    bindOutput(normalOut, "history", &NormalOutput::history, "NormalOutput::history");

    nb::class_<KeptTangential> slipIn(m, "TangentialInput", doc("TangentialInput"));
    slipIn.def_ro("contact", &KeptTangential::contact, doc("TangentialInput::contact"))
        .def_ro("normal", &KeptTangential::normal, doc("TangentialInput::normal"));
    bindInput(slipIn, "displacement", &TangentialInput::displacement, "TangentialInput::displacement");
    bindInput(slipIn, "slip_increment", &TangentialInput::slipIncrement, "TangentialInput::slipIncrement");
    bindInput(slipIn, "slip_velocity", &TangentialInput::slipVelocity, "TangentialInput::slipVelocity");
    bindInput(slipIn, "effective_mass", &TangentialInput::effectiveMass, "TangentialInput::effectiveMass");
    bindInput(slipIn, "history", &TangentialInput::history, "TangentialInput::history");
    bindInput(slipIn, "dashpot_at_commit", &TangentialInput::dashpotAtCommit, "TangentialInput::dashpotAtCommit");
    bindInput(slipIn, "limit_length_at_commit", &TangentialInput::limitLengthAtCommit, "TangentialInput::limitLengthAtCommit");
    bindInput(slipIn, "slip_at_present_velocity", &TangentialInput::slipAtPresentVelocity, "TangentialInput::slipAtPresentVelocity");
    bindInput(slipIn, "normal_direction", &TangentialInput::normalDirection, "TangentialInput::normalDirection");
    bindInput(slipIn, "time", &TangentialInput::time, "TangentialInput::time");
    bindInput(slipIn, "damping_time_at_commit", &TangentialInput::dampingTimeAtCommit, "TangentialInput::dampingTimeAtCommit");
    nb::class_<TangentialOutput> slipOut(m, "TangentialOutput", doc("TangentialOutput"));
    bindKeywords(slipOut);
    bindOutput(slipOut, "force", &TangentialOutput::force, "TangentialOutput::force");
    bindOutput(slipOut, "displacement", &TangentialOutput::displacement, "TangentialOutput::displacement");
    bindOutput(slipOut, "stored_energy", &TangentialOutput::storedEnergy, "TangentialOutput::storedEnergy");
    bindOutput(slipOut, "dissipated_power", &TangentialOutput::dissipatedPower, "TangentialOutput::dissipatedPower");
    bindOutput(slipOut, "sliding", &TangentialOutput::sliding, "TangentialOutput::sliding");
    bindOutput(slipOut, "history", &TangentialOutput::history, "TangentialOutput::history");
    bindOutput(slipOut, "mobilization_squared", &TangentialOutput::mobilizationSquared, "TangentialOutput::mobilizationSquared");
    bindOutput(slipOut, "damping_time", &TangentialOutput::dampingTime, "TangentialOutput::dampingTime");
    bindOutput(slipOut, "limit_length", &TangentialOutput::limitLength, "TangentialOutput::limitLength");
    bindOutput(slipOut, "relaxation_time", &TangentialOutput::relaxationTime, "TangentialOutput::relaxationTime");

    nb::class_<KeptRolling> rollIn(m, "RollingInput", doc("RollingInput"));
    rollIn.def_ro("contact", &KeptRolling::contact, doc("RollingInput::contact"))
        .def_ro("normal", &KeptRolling::normal, doc("RollingInput::normal"));
    bindInput(rollIn, "normal_direction", &RollingInput::normalDirection, "RollingInput::normalDirection");
    bindInput(rollIn, "rotation", &RollingInput::rotation, "RollingInput::rotation");
    bindInput(rollIn, "rotation_increment", &RollingInput::rotationIncrement, "RollingInput::rotationIncrement");
    bindInput(rollIn, "angular_velocity", &RollingInput::angularVelocity, "RollingInput::angularVelocity");
    bindInput(rollIn, "history", &RollingInput::history, "RollingInput::history");
    bindInput(rollIn, "dashpot_at_commit", &RollingInput::dashpotAtCommit, "RollingInput::dashpotAtCommit");
    bindInput(rollIn, "limit_angle_at_commit", &RollingInput::limitAngleAtCommit, "RollingInput::limitAngleAtCommit");
    bindInput(rollIn, "rotation_at_present_velocity", &RollingInput::rotationAtPresentVelocity, "RollingInput::rotationAtPresentVelocity");
    bindInput(rollIn, "time", &RollingInput::time, "RollingInput::time");
    bindInput(rollIn, "damping_time_at_commit", &RollingInput::dampingTimeAtCommit, "RollingInput::dampingTimeAtCommit");
    nb::class_<RollingOutput> rollOut(m, "RollingOutput", doc("RollingOutput"));
    bindKeywords(rollOut);
    bindOutput(rollOut, "torque", &RollingOutput::torque, "RollingOutput::torque");
    bindOutput(rollOut, "rotation", &RollingOutput::rotation, "RollingOutput::rotation");
    bindOutput(rollOut, "stored_energy", &RollingOutput::storedEnergy, "RollingOutput::storedEnergy");
    bindOutput(rollOut, "dissipated_power", &RollingOutput::dissipatedPower, "RollingOutput::dissipatedPower");
    bindOutput(rollOut, "history", &RollingOutput::history, "RollingOutput::history");
    bindOutput(rollOut, "rolling_mobilization_squared", &RollingOutput::rollingMobilizationSquared, "RollingOutput::rollingMobilizationSquared");
    bindOutput(rollOut, "twisting_mobilization_squared", &RollingOutput::twistingMobilizationSquared, "RollingOutput::twistingMobilizationSquared");
    bindOutput(rollOut, "damping_time", &RollingOutput::dampingTime, "RollingOutput::dampingTime");
    bindOutput(rollOut, "limit_angle", &RollingOutput::limitAngle, "RollingOutput::limitAngle");
    bindOutput(rollOut, "relaxation_time", &RollingOutput::relaxationTime, "RollingOutput::relaxationTime");
}

} // namespace simbodydem::python
