// SPDX-License-Identifier: Apache-2.0
// The compiled part of the Python package. The classes that users see are in Python, in python/simbodydem/.
#include "Arrays.h"
#include "Bindings.h"
#include "Docs.h"
#include "Grains.h"
#include "Lab.h"
#include "Laws.h"
#include "Runs.h"
#include "SignalCheck.h"
#include "Simulation.h"
#include "World.h"

#include "geometry/ShapeData.h"

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/array.h>
#include <nanobind/stl/map.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <array>
#include <cmath>
#include <cstddef>
#include <cstring>
#include <memory>
#include <mutex>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace nb = nanobind;
using namespace nb::literals;
using namespace SimTK;

namespace simbodydem::python {

namespace {


// Warnings come from any thread. They wait here until the call returns to Python.
std::mutex warningsMutex;
std::vector<std::string> warnings;

std::vector<std::string> takeWarnings() {
    const std::lock_guard<std::mutex> lock(warningsMutex);
    return std::exchange(warnings, {});
}

std::vector<Vec3> toPoints(const ArrayN3& a) {
    std::vector<Vec3> points;
    for (std::size_t i = 0; i < a.shape(0); ++i) points.emplace_back(a.data()[3 * i], a.data()[3 * i + 1], a.data()[3 * i + 2]);
    return points;
}

void bindShapes(nb::module_& m) {
    nb::class_<Shape>(m, "Shape", doc("Shape")).def("__repr__", &Shape::describe);
    nb::class_<Sphere, Shape>(m, "Sphere", doc("Sphere")).def(nb::init<double>(), "radius"_a, doc("Sphere::Sphere"));
    nb::class_<HalfSpace, Shape>(m, "HalfSpace", doc("HalfSpace"))
        .def(nb::init<>());
    nb::class_<Ellipsoid, Shape>(m, "Ellipsoid", doc("Ellipsoid"))
        .def("__init__", [](Ellipsoid* self, const Numbers3& a) { new (self) Ellipsoid(toVec3(a)); }, "semi_axes"_a, doc("Ellipsoid::Ellipsoid"));
    nb::class_<Capsule, Shape>(m, "Capsule", doc("Capsule"))
        .def(nb::init<double, double>(), "radius"_a, "half_length"_a, doc("Capsule::Capsule"));
    nb::class_<Cylinder, Shape>(m, "Cylinder", doc("Cylinder"))
        .def("__init__",
             [](Cylinder* self, double radius, double halfLength, std::optional<double> rounding) {
                 if (rounding) new (self) Cylinder(radius, halfLength, *rounding);
                 else new (self) Cylinder(radius, halfLength);
             },
             "radius"_a, "half_length"_a, "rounding"_a = nb::none(), doc("Cylinder::Cylinder"));
    nb::class_<Wheel, Shape>(m, "Wheel", doc("Wheel")).def(nb::init<double, double>(), "radius"_a, "rounding"_a, doc("Wheel::Wheel"));
    nb::class_<Brick, Shape>(m, "Brick", doc("Brick"))
        .def("__init__", [](Brick* self, const Numbers3& a, double rounding) { new (self) Brick(toVec3(a), rounding); }, "half_lengths"_a,
             "rounding"_a, doc("Brick::Brick"));
    nb::class_<ConvexHull, Shape>(m, "ConvexHull", doc("ConvexHull"))
        .def("__init__", [](ConvexHull* self, const nb::object& points, double rounding) {
                 new (self) ConvexHull(toPoints(toArrayOf<ArrayN3>(points, "float64")), rounding);
             },
             "points"_a, "rounding"_a, doc("ConvexHull::ConvexHull"));
    nb::class_<Mesh, Shape>(m, "Mesh", doc("Mesh"))
        .def("__init__",
             [](Mesh* self, const nb::object& vertices, const nb::object& corners, double rounding) {
                 const auto triangles = toArrayOf<Triangles>(corners, "int32");
                 std::vector<std::array<int, 3>> list;
                 for (std::size_t i = 0; i < triangles.shape(0); ++i)
                     list.push_back({triangles.data()[3 * i], triangles.data()[3 * i + 1], triangles.data()[3 * i + 2]});
                 new (self) Mesh(toPoints(toArrayOf<ArrayN3>(vertices, "float64")), list, rounding);
             },
             "vertices"_a, "triangles"_a, "rounding"_a = 0.0, doc("Mesh::Mesh"))
        .def_static("from_file", &Mesh::fromFile, "path"_a, "rounding"_a = 0.0, doc("Mesh::fromFile"))
        .def("as_container", &Mesh::asContainer, doc("Mesh::asContainer"))
        .def_prop_ro("is_closed", &Mesh::isClosed, doc("Mesh::isClosed"))
        .def_prop_ro("area", &Mesh::getArea, doc("Mesh::getArea"))
        .def_prop_ro("volume", &Mesh::getVolume, doc("Mesh::getVolume"))
        .def_prop_ro("vertices",
                     [](const Mesh& mesh) {
                         std::vector<double> values;
                         for (const Vec3& p : mesh.getVertices()) values.insert(values.end(), {p[0], p[1], p[2]});
                         const std::size_t count = mesh.getVertices().size();
                         return makeArray(std::move(values), {count, 3});
                     },
                     nb::rv_policy::automatic)
        .def_prop_ro("triangles",
                     [](const Mesh& mesh) {
                         std::vector<int> values;
                         for (const auto& t : mesh.getTriangles()) values.insert(values.end(), t.begin(), t.end());
                         const std::size_t count = mesh.getTriangles().size();
                         return makeArray(std::move(values), {count, 3});
                     },
                     nb::rv_policy::automatic);
    m.def(
        "principal_moments",
        [](const Shape& shape, double mass) -> std::optional<std::array<double, 3>> {
            const auto toNumbers = [mass](const UnitInertia& unit) {
                const Vec3& moments = unit.getMoments();
                return std::array<double, 3>{mass * moments[0], mass * moments[1], mass * moments[2]};
            };
            const kernels::ShapeData data = shape.getData();
            using Kind = kernels::ShapeData::Kind;
            const std::vector<double>& size = data.sizes;
            if (data.kind == Kind::Sphere) return toNumbers(UnitInertia::sphere(size[0]));
            if (data.kind == Kind::Brick) return toNumbers(UnitInertia::brick(Vec3(size[0], size[1], size[2])));
            if (data.kind == Kind::Ellipsoid) return toNumbers(UnitInertia::ellipsoid(Vec3(size[0], size[1], size[2])));
            if (data.kind == Kind::Cylinder) return toNumbers(UnitInertia::cylinderAlongZ(size[0], size[1]));
            if (data.kind == Kind::Capsule) {
                const double r = size[0], h = size[1], barrel = 2 * h / (2 * h + 4 * r / 3), ends = 1 - barrel;
                const double along = barrel * r * r / 2 + ends * 0.4 * r * r;
                const double across = barrel * (r * r / 4 + h * h / 3) + ends * (0.4 * r * r + h * h + 0.75 * h * r);
                return toNumbers(UnitInertia(across, across, along));
            }
            return std::nullopt;
        },
        "shape"_a, "mass"_a, "Returns the moments of a solid of this shape about its center [kg m^2], or None.");
    nb::class_<Terrain, Shape>(m, "Terrain", doc("Terrain"))
        .def("__init__",
             [](Terrain* self, const nb::object& xLines, const nb::object& yLines, const nb::object& grid2, bool smooth, double rounding) {
                 const auto x = toArrayOf<Array>(xLines, "float64"), y = toArrayOf<Array>(yLines, "float64");
                 const auto heights = toArrayOf<ArrayNN>(grid2, "float64");
                 Vector xs(int(x.size())), ys(int(y.size()));
                 for (int i = 0; i < xs.size(); ++i) xs[i] = x.data()[i];
                 for (int i = 0; i < ys.size(); ++i) ys[i] = y.data()[i];
                 Matrix grid(int(heights.shape(0)), int(heights.shape(1)));
                 for (int i = 0; i < grid.nrow(); ++i)
                     for (int j = 0; j < grid.ncol(); ++j) grid(i, j) = heights.data()[i * grid.ncol() + j];
                 new (self) Terrain(xs, ys, grid, smooth ? Terrain::Surface::Smooth : Terrain::Surface::Faceted, rounding);
             },
             "x"_a, "y"_a, "heights"_a, "smooth"_a = true, "rounding"_a = 0.0, doc("Terrain::Terrain"));
}

void bindSurfaces(nb::module_& m) {
    const auto lines = [](const std::vector<std::string>& all) {
        std::string text;
        for (const std::string& line : all) text += (text.empty() ? "" : "; ") + line;
        return text;
    };
    nb::class_<SurfaceMaterial>(m, "SurfaceMaterial", doc("SurfaceMaterial"))
        .def("__init__",
             [](SurfaceMaterial* self, std::optional<double> E, std::optional<double> nu, std::optional<double> friction,
                std::optional<double> restitution, std::optional<double> kinetic, std::optional<double> dissipation,
                std::optional<double> rolling, std::optional<double> twisting, std::optional<double> ratio) {
                 new (self) SurfaceMaterial();
                 if (E) self->setYoungsModulus(*E);
                 if (nu) self->setPoissonsRatio(*nu);
                 if (friction) self->setFriction(*friction);
                 if (kinetic) self->setKineticFriction(*kinetic);
                 if (restitution) self->setRestitution(*restitution);
                 if (dissipation) self->setDissipation(*dissipation);
                 if (rolling) self->setRollingFriction(*rolling);
                 if (twisting) self->setTwistingFriction(*twisting);
                 if (ratio) self->setStiffnessRatio(*ratio);
             },
             "E"_a = nb::none(), "nu"_a = nb::none(), "friction"_a = nb::none(), "restitution"_a = nb::none(),
             "kinetic_friction"_a = nb::none(), "dissipation"_a = nb::none(), "rolling_friction"_a = nb::none(),
             "twisting_friction"_a = nb::none(), "stiffness_ratio"_a = nb::none());
    nb::class_<ElasticLayer>(m, "ElasticLayer", doc("ElasticLayer"))
        .def(nb::init<double, double, double>(), "thickness"_a, "E"_a, "nu"_a, doc("ElasticLayer::ElasticLayer"))
        .def_static("from_stiffness", &ElasticLayer::fromStiffness, "normal"_a, "shear"_a, doc("ElasticLayer::fromStiffness"))
        .def("set_friction", [](ElasticLayer& it, double s, std::optional<double> k) { k ? it.setFriction(s, *k) : it.setFriction(s); },
             "static"_a, "kinetic"_a = nb::none(), doc("ElasticLayer::setFriction"))
        .def("set_restitution", [](ElasticLayer& it, double e) { it.setRestitution(e); }, "e"_a, doc("ElasticLayer::setRestitution"))
        .def("set_dissipation", [](ElasticLayer& it, double c) { it.setDissipation(c); }, "c"_a, doc("ElasticLayer::setDissipation"))
        .def("set_shear_damping", [](ElasticLayer& it, double T) { it.setShearDamping(T); }, "T"_a, doc("ElasticLayer::setShearDamping"))
        .def("set_element_size", [](ElasticLayer& it, double size) { it.setElementSize(size); }, "size"_a, doc("ElasticLayer::setElementSize"))
        .def("__repr__", [lines](const ElasticLayer& it) { return lines(it.describe()); });
    nb::class_<Soil>(m, "Soil", doc("Soil"))
        .def(nb::init<double, double, double, double, double, double>(), "n"_a, "kc"_a, "kphi"_a, "cohesion"_a, "friction_angle"_a,
             "shear_length"_a, doc("Soil::Soil"))
        .def_static("dry_sand", &Soil::drySand, doc("Soil::drySand"))
        .def_static("sandy_loam", &Soil::sandyLoam, doc("Soil::sandyLoam"))
        .def_static("clayey_soil", &Soil::clayeySoil, doc("Soil::clayeySoil"))
        .def_static("snow", &Soil::snow, doc("Soil::snow"))
        .def("with_unloading_stiffness",
             [](Soil it, double k0, double perSinkage) { return it.setUnloadingStiffness(k0, perSinkage); }, "k0"_a, "per_sinkage"_a = 0.0, doc("Soil::setUnloadingStiffness"))
        .def("with_plate_width", [](Soil it, double b) { return it.setPlateWidth(b); }, "b"_a, doc("Soil::setPlateWidth"))
        .def("with_damping", [](Soil it, double damping) { return it.setDamping(damping); }, "damping"_a, doc("Soil::setDamping"))
        .def("with_cell_size", [](Soil it, double size) { return it.setCellSize(size); }, "size"_a, doc("Soil::setCellSize"))
        .def("__repr__", [lines](const Soil& it) { return lines(it.describe()); });
    nb::class_<Sand>(m, "Sand", doc("Sand"))
        .def(nb::init<double, double>(), "density"_a, "internal_friction"_a, doc("Sand::Sand"))
        .def_static("from_plate", &Sand::fromPlate, "resistance"_a, doc("Sand::fromPlate"))
        .def_static("poppy_seed_loose", &Sand::poppySeedLoose, doc("Sand::poppySeedLoose"))
        .def_static("poppy_seed_close", &Sand::poppySeedClose, doc("Sand::poppySeedClose"))
        .def_static("glass_beads", &Sand::glassBeads, doc("Sand::glassBeads"))
        .def_static("dry_sand", &Sand::drySand, doc("Sand::drySand"))
        .def("with_surface_friction", [](Sand it, double mu) { return it.setSurfaceFriction(mu); }, "mu"_a, doc("Sand::setSurfaceFriction"))
        .def("with_elastic_depth", [](Sand it, double epsilon) { return it.setElasticDepth(epsilon); }, "epsilon"_a, doc("Sand::setElasticDepth"))
        .def("with_damping", [](Sand it, double zeta) { return it.setDamping(zeta); }, "zeta"_a, doc("Sand::setDamping"))
        .def("with_element_size", [](Sand it, double size) { return it.setElementSize(size); }, "size"_a, doc("ElasticLayer::setElementSize"))
        .def("__repr__", [lines](const Sand& it) { return lines(it.describe()); });
    nb::class_<Surface>(m, "Surface", doc("Surface"))
        .def(nb::init<const SurfaceMaterial&>())
        .def(nb::init<const ElasticLayer&>())
        .def(nb::init<const SurfaceMaterial&, const ElasticLayer&>(), "material"_a, "layer"_a)
        .def(nb::init<const Soil&>())
        .def(nb::init<const Sand&>());
    nb::implicitly_convertible<SurfaceMaterial, Surface>();
    nb::implicitly_convertible<ElasticLayer, Surface>();
    nb::implicitly_convertible<Soil, Surface>();
    nb::implicitly_convertible<Sand, Surface>();
}

void bindWorld(nb::module_& m) {
    nb::class_<World>(m, "WorldCore", "The compiled part of World.")
        .def("__init__",
             [](World* self, const Array3& gravity, const nb::object& normal, const nb::object& tangential, const nb::object& rolling,
                bool trackEnergy) {
                 const Vec3 g = toVec3(gravity);
                 if (!g.isFinite()) throw std::invalid_argument("gravity must be three finite numbers [m/s^2]");
                 ContactModel laws = makeLaws(normal, tangential, rolling);
                 laws.trackDissipatedEnergy = trackEnergy;
                 new (self) World(g, laws);
             },
             "gravity"_a, "normal"_a, "tangential"_a, "rolling"_a, "track_energy"_a)
        .def("add_body",
             [](World& world, const std::string& joint, int parent, const Array44& onParent, const Array44& onBody, double mass,
                const Array3& com, const Array33& inertia, const std::string& name) {
                 if (!(mass > 0) || !std::isfinite(mass))
                     throw std::invalid_argument("mass = " + std::to_string(mass) + " kg; it must be finite and > 0");
                 const Vec3 c = toVec3(com);
                 const double* I = inertia.data();
                 const std::string range = "it must be three principal moments > 0 [kg m^2], none of them larger than the sum of the others, "
                                           "or a symmetric matrix of them";
                 SymMat33 central(I[0], 0.5 * (I[1] + I[3]), I[4], 0.5 * (I[2] + I[6]), 0.5 * (I[5] + I[7]), I[8]);
                 Vec3 values(I[0], I[4], I[8]);
                 if (!c.isFinite()) throw std::invalid_argument("com must be three finite numbers [m]");
                 if (!(values[0] > 0 && values[1] > 0 && values[2] > 0) || !central.isFinite() ||
                     values[0] + values[1] < values[2] * (1 - 1e-9) || values[1] + values[2] < values[0] * (1 - 1e-9) ||
                     values[2] + values[0] < values[1] * (1 - 1e-9))
                     throw std::invalid_argument("the inertia about the mass center is impossible; " + range);
                 BodySpec spec;
                 spec.name = name;
                 spec.joint = joint;
                 spec.parent = parent;
                 spec.onParent = toTransform(onParent);
                 spec.onBody = toTransform(onBody);
                 const Inertia aboutOrigin = Inertia(central).shiftFromMassCenter(-c, mass);
                 spec.mass = MassProperties(mass, c, aboutOrigin);
                 return world.addBody(spec);
             },
             "joint"_a, "parent"_a, "on_parent"_a, "on_body"_a, "mass"_a, "com"_a, "inertia"_a, "name"_a)
        .def("add_surface",
             [](World& world, int body, const Shape& shape, const Array44& pose, const Surface& surface, const std::string& name) {
                 return world.addSurface(body, std::shared_ptr<const Shape>(shape.clone()), toTransform(pose), surface, name);
             },
             "body"_a, "shape"_a, "pose"_a, "surface"_a, "name"_a)
        .def("add_floor",
             [](World& world, const Surface& surface, const Array3& up, const Array3& point, const std::string& name) {
                 const Vec3 at = toVec3(point), towards = toVec3(up);
                 // The floor of y has the bits that it has in programs of C++.
                 const bool isFloor = towards[0] == 0 && towards[1] > 0 && towards[2] == 0 && at[0] == 0 && at[2] == 0;
                 return world.addSurface(0, std::make_shared<HalfSpace>(),
                                         isFloor ? HalfSpace::floor(at[1]) : HalfSpace::facing(towards, at), surface, name);
             },
             "surface"_a, "up"_a, "point"_a, "name"_a)
        .def("add_robot",
             [](World& world, const std::string& file, const std::vector<std::string>& packages, std::optional<bool> floating,
                std::optional<int> baseBody, std::optional<Array44> pose, const Surface* material, bool meshesAsTheyAre,
                bool keepFixedJoints, bool onFloor, double gap, bool lenient, const std::string& prefix) {
                 RobotSpec spec;
                 spec.file = file;
                 spec.packages = packages;
                 spec.floating = floating;
                 spec.baseBody = baseBody;
                 if (pose) spec.pose = toTransform(*pose);
                 if (material) spec.material = *material;
                 spec.meshesAsTheyAre = meshesAsTheyAre;
                 spec.keepFixedJoints = keepFixedJoints;
                 spec.onFloor = onFloor;
                 spec.gap = gap;
                 spec.lenient = lenient;
                 spec.prefix = prefix;
                 return world.addRobot(spec);
             },
             "file"_a, "packages"_a, "floating"_a.none(), "base_body"_a.none(), "pose"_a.none(), "material"_a.none(), "meshes_as_they_are"_a,
             "keep_fixed_joints"_a, "on_floor"_a, "gap"_a, "lenient"_a, "prefix"_a)
        .def("set_start",
             [](World& world, int body, const Array44& pose, const Array3& angular, const Array3& linear) {
                 world.setStart(body, toTransform(pose), SpatialVec(toVec3(angular), toVec3(linear)));
             },
             "body"_a, "pose"_a, "angular_velocity"_a, "velocity"_a)
        .def("set_joint",
             [](World& world, int body, double frictionLimit, double frictionStiffness, double frictionDamping, double damping,
                std::optional<std::array<double, 4>> stops, std::optional<std::array<double, 3>> servo, const std::string& name) {
                 JointSettings settings;
                 if (frictionLimit != 0) settings.setFriction(frictionLimit, frictionStiffness, frictionDamping);
                 if (damping != 0) settings.setDamping(damping);
                 if (stops) settings.setStops((*stops)[0], (*stops)[1], (*stops)[2], (*stops)[3]);
                 if (servo) settings.setServo((*servo)[0], (*servo)[1], (*servo)[2]);
                 world.setJoint(body, settings, name);
             },
             "body"_a, "friction"_a, "friction_stiffness"_a, "friction_damping"_a, "damping"_a, "stops"_a.none(), "servo"_a.none(), "name"_a)
        .def("exclude_bodies", &World::excludeBodies, "a"_a, "b"_a)
        .def("set_pair_material", &World::setPairMaterial, "a"_a, "b"_a, "material"_a)
        .def("set_servos", &World::setServos, "robot"_a, "pattern"_a, "kp"_a, "kd"_a, "limit"_a.none())
        .def("set_joints_at_start", &World::setJointsAtStart, "robot"_a, "values"_a, "with_targets"_a)
        .def_ro("has_grains", &World::hasGrains)
        .def_prop_ro("num_bodies", [](const World& world) { return world.getTrial().matter.getNumBodies(); })
        .def("body_name",
             [](const World& world, int body) {
                 return body == 0 ? std::string("ground") : getBodyName(const_cast<Model&>(world.getTrial()).body(body));
             })
        .def_prop_ro("surface_names",
                     [](const World& world) {
                         std::vector<std::string> names;
                         const ContactSurfaces& surfaces = world.getTrial().surfaces;
                         for (int i = 0; i < surfaces.size(); ++i) names.push_back(surfaces.getName(SurfaceIndex(i)));
                         return names;
                     })
        .def_prop_ro("surface_bodies",
                     [](const World& world) {
                         std::vector<int> bodies;
                         const ContactSurfaces& surfaces = world.getTrial().surfaces;
                         for (int i = 0; i < surfaces.size(); ++i) bodies.push_back(surfaces.getBody(SurfaceIndex(i)));
                         return bodies;
                     })
        .def("describe_laws", [](const World& world) { return world.laws.describe(); })
#ifdef SIMBODYDEM_HAS_ROBOTS
        .def("joint_names",
             [](const World& world, int number) {
                 std::vector<std::string> names;
                 const Robot& robot = world.getTrial().robots.at(std::size_t(number));
                 for (int i = 0; i < robot.getNumJoints(); ++i) names.push_back(robot.getJointName(i));
                 return names;
             })
        .def("link_names",
             [](const World& world, int number) {
                 std::vector<std::string> names;
                 for (const RobotLink& link : world.getTrial().robots.at(std::size_t(number)).getFile().getLinks())
                     names.push_back(link.name);
                 return names;
             })
        .def("link_body",
             [](const World& world, int number, const std::string& link) {
                 return int(world.getTrial().robots.at(std::size_t(number)).getLink(link).getMobilizedBodyIndex());
             })
        .def("robot_mass", [](const World& world, int number) { return world.getTrial().robots.at(std::size_t(number)).getTotalMass(); })
        .def("robot_name", [](const World& world, int number) { return world.getTrial().robots.at(std::size_t(number)).getFile().getName(); })
        .def("robot_text", [](const World& world, int number) { return world.getTrial().robots.at(std::size_t(number)).toText(); })
        .def("robot_warnings",
             [](const World& world, int number) { return world.getTrial().robots.at(std::size_t(number)).getFile().getWarnings(); })
#endif
        ;
}

void bindSimulation(nb::module_& m) {
    nb::class_<Snapshot>(m, "Snapshot", "The compiled part of State.")
        .def_ro("time", &Snapshot::time)
        .def_prop_ro("q", [](nb::handle_t<Snapshot> self) { return viewOf(self, nb::cast<const Snapshot&>(self).q); })
        .def_prop_ro("u", [](nb::handle_t<Snapshot> self) { return viewOf(self, nb::cast<const Snapshot&>(self).u); })
        .def_prop_ro("data",
                     [](const Snapshot& self) {
                         const std::string all = joinBed(self.bytes, self.bed);
                         return nb::bytes(all.data(), all.size());
                     })
        .def_static("from_bytes",
                    [](const nb::bytes& bytes, double time, const Array& q, const Array& u) {
                        auto snapshot = std::make_shared<Snapshot>();
                        snapshot->bytes = std::string(bytes.c_str(), bytes.size());
                        snapshot->bed = splitBed(snapshot->bytes);
                        snapshot->time = time;
                        snapshot->q = toNumbers(q);
                        snapshot->u = toNumbers(u);
                        return snapshot;
                    });
    nb::class_<DissipatedEnergy>(m, "DissipatedEnergy", doc("DissipatedEnergy"))
        .def_ro("damping", &DissipatedEnergy::damping, doc("DissipatedEnergy::damping"))
        .def_ro("friction", &DissipatedEnergy::friction, doc("DissipatedEnergy::friction"))
        .def_ro("release", &DissipatedEnergy::release, doc("DissipatedEnergy::release"))
        .def_ro("gained", &DissipatedEnergy::gained, doc("DissipatedEnergy::gained"))
        .def_ro("unaccounted", &DissipatedEnergy::unaccounted, doc("DissipatedEnergy::unaccounted"))
        .def_prop_ro("total", &DissipatedEnergy::total, doc("DissipatedEnergy::total"));
    nb::class_<Energy>(m, "Energy", "The energies at one instant [J]. Those that contacts have dissipated are NaN unless World(track_energy=True).")
        .def_ro("kinetic", &Energy::kinetic)
        .def_ro("potential", &Energy::potential)
        .def_ro("by_cause", &Energy::byCause, "What contacts have dissipated so far, by cause.")
        .def_prop_ro("dissipated", [](const Energy& e) { return e.byCause.total(); }, "What contacts have dissipated so far, by all causes.")
        .def_prop_ro("total", [](const Energy& e) { return e.kinetic + e.potential + e.byCause.total(); },
                     "Kinetic, potential and dissipated energy: constant, except for work from outside.");
    const nb::call_guard<nb::gil_scoped_release> unlocked;
    nb::class_<Simulation>(m, "SimulationCore", "The compiled part of Simulation.")
        .def("__init__",
             [](Simulation* self, const World& world, const std::string& integrator, std::optional<double> accuracy,
                std::optional<double> step, std::optional<double> maximumStep, std::optional<double> initialStep, int iterations) {
                 const nb::gil_scoped_release release;
                 RunOptions options;
                 options.integrator = integrator;
                 options.accuracy = accuracy;
                 options.step = step;
                 options.maximumStep = maximumStep;
                 options.initialStep = initialStep;
                 options.iterations = iterations;
                 SignalCheck check;
                 new (self) Simulation(world, options, [&check] { check(); });
             },
             "world"_a, "integrator"_a, "accuracy"_a.none(), "step"_a.none(), "maximum_step"_a.none(), "initial_step"_a.none(), "iterations"_a)
        .def("advance",
             [](Simulation& self, double time) {
                 const nb::gil_scoped_release release;
                 SignalCheck check;
                 self.advance(time, [&check] { check(); });
             },
             "time"_a)
        .def_prop_ro("time", &Simulation::getTime)
        .def_prop_ro("q", [](nb::handle_t<Simulation> self) { return viewOf(self, nb::cast<const Simulation&>(self).values.q); })
        .def_prop_ro("u", [](nb::handle_t<Simulation> self) { return viewOf(self, nb::cast<const Simulation&>(self).values.u); })
        .def("robot_q",
             [](nb::handle_t<Simulation> self, int robot) {
                 return viewOf(self, nb::cast<const Simulation&>(self).ofRobots.at(std::size_t(robot)).q);
             })
        .def("robot_u",
             [](nb::handle_t<Simulation> self, int robot) {
                 return viewOf(self, nb::cast<const Simulation&>(self).ofRobots.at(std::size_t(robot)).u);
             })
        .def("set_q", [](Simulation& self, const Array& q, bool keep) { self.setQ(toNumbers(q), keep); }, "q"_a, "keep_contacts"_a)
        .def("set_u", [](Simulation& self, const Array& u) { self.setU(toNumbers(u)); }, "u"_a)
        .def("set_robot_q",
             [](Simulation& self, int robot, const Array& q, bool keep) {
                 if (q.size() != self.ofRobots.at(std::size_t(robot)).q.size())
                     throw std::invalid_argument("q has " + std::to_string(q.size()) + " numbers instead of " +
                                                 std::to_string(self.ofRobots[std::size_t(robot)].q.size()));
                 self.setRobot(robot, q.data(), nullptr, keep);
             })
        .def("set_robot_u",
             [](Simulation& self, int robot, const Array& u) {
                 if (u.size() != self.ofRobots.at(std::size_t(robot)).u.size())
                     throw std::invalid_argument("u has " + std::to_string(u.size()) + " numbers instead of " +
                                                 std::to_string(self.ofRobots[std::size_t(robot)].u.size()));
                 self.setRobot(robot, nullptr, u.data(), true);
             })
        .def("set_pose", [](Simulation& self, int body, const Array44& X, bool keep) { self.setPose(body, toTransform(X), keep); })
        .def("set_velocity",
             [](Simulation& self, int body, const Array3& angular, const Array3& linear) {
                 self.setVelocity(body, SpatialVec(toVec3(angular), toVec3(linear)));
             })
        .def("set_on_floor", &Simulation::setOnFloor)
        .def("set_targets", [](Simulation& self, int robot, const Array& values) { self.setTargets(robot, toNumbers(values)); })
        .def("set_velocity_targets", [](Simulation& self, int robot, const Array& values) { self.setVelocityTargets(robot, toNumbers(values)); })
        .def("set_torques", [](Simulation& self, int robot, const Array& values) { self.setTorques(robot, toNumbers(values)); })
        .def("set_friction_factor", &Simulation::setFrictionFactor)
        .def("set_force",
             [](Simulation& self, int body, const Array3& torque, const Array3& force) {
                 self.setForce(body, SpatialVec(toVec3(torque), toVec3(force)));
             })
        .def("set_target", &Simulation::setTarget)
        .def("reset",
             [](Simulation& self) {
                 const nb::gil_scoped_release release;
                 SignalCheck check;
                 self.reset([&check] { check(); });
             })
        .def("contacts", [](const Simulation& self) { return toBytes(self.getContacts()); })
        .def("joint_forces", [](const Simulation& self, int robot) { return toBytes(self.getJointForces(robot)); })
        .def("link_forces",
             [](const Simulation& self, int robot) {
                 std::vector<double> forces = self.getLinkForces(robot);
                 const std::size_t count = forces.size() / 3;
                 return makeArray(std::move(forces), {count, 3});
             })
        .def("pose", [](const Simulation& self, int body) { return toArray(self.getPose(body)); })
        .def("velocity",
             [](const Simulation& self, int body) {
                 const SpatialVec v = self.getVelocity(body);
                 return makeArray(std::vector<double>{v[0][0], v[0][1], v[0][2], v[1][0], v[1][1], v[1][2]}, {2, 3});
             })
        .def("link_pose", [](const Simulation& self, int robot, const std::string& link) { return toArray(self.getLinkPose(robot, link)); })
        .def("imu",
             [](const Simulation& self, int robot, const std::string& link) {
                 const Vec6 v = self.getImu(robot, link);
                 return makeArray(std::vector<double>(&v[0], &v[0] + 6), {2, 3});
             })
        .def("udot",
             [](const Simulation& self) {
                 std::vector<double> values = self.getUDot();
                 const std::size_t count = values.size();
                 return makeArray(std::move(values), {count});
             })
        .def_prop_ro("energy", &Simulation::getEnergy)
        .def("save", [](const Simulation& self) { return std::const_pointer_cast<Snapshot>(self.save()); })
        .def("restore", &Simulation::restore, unlocked)
        .def("clone", &Simulation::clone, unlocked)
        .def("write_replay", &Simulation::writeReplay, "file"_a, "follow"_a.none(), unlocked)
        .def_prop_rw("frame_interval", [](const Simulation& self) { return self.frameInterval; },
                     [](Simulation& self, double interval) {
                         if (!(interval > 0)) throw std::invalid_argument("frame_interval = " + std::to_string(interval) + " s; it must be > 0");
                         self.frameInterval = interval;
                     })
        .def_prop_ro("num_steps", [](const Simulation& self) { return self.getRunner().getNumSteps(); })
        .def_prop_ro("num_evaluations", [](const Simulation& self) { return self.getRunner().getNumEvaluations(); })
        .def("rollout",
             [](Simulation& self, const std::vector<std::shared_ptr<Snapshot>>& snapshots, std::optional<ArrayNN> starts,
                std::optional<Array> targets, std::optional<Array> torques, int count, int periods, double every, int threads) {
                 std::size_t joints = 0;
                 for (const Values& robot : self.ofRobots) joints += robot.q.size();
                 const std::size_t numbers = self.values.q.size() + self.values.u.size(), commands = std::size_t(count) * std::size_t(periods) * joints;
                 const auto checkSize = [](const char* what, std::size_t has, std::size_t needs) {
                     if (has != needs)
                         throw std::invalid_argument(std::string(what) + " have " + std::to_string(has) + " numbers instead of " + std::to_string(needs));
                 };
                 RolloutInput input;
                 input.count = count;
                 input.periods = periods;
                 input.every = every;
                 input.numThreads = threads;
                 input.snapshots.assign(snapshots.begin(), snapshots.end());
                 if (starts) {
                     checkSize("states", starts->size(), (starts->shape(0) == 1 ? 1 : std::size_t(count)) * numbers);
                     input.starts = starts->data();
                     input.oneStart = starts->shape(0) == 1;
                 } else if (snapshots.size() != 1 && snapshots.size() != std::size_t(count))
                     throw std::invalid_argument("there are " + std::to_string(snapshots.size()) + " states for " + std::to_string(count) + " rollouts");
                 if (targets) checkSize("targets", targets->size(), commands), input.targets = targets->data();
                 if (torques) checkSize("torques", torques->size(), commands), input.torques = torques->data();
                 const std::size_t rows = std::size_t(count) * std::size_t(periods), bodies = std::size_t(self.getModel().matter.getNumBodies());
                 std::vector<double> states(rows * numbers), forces(rows * bodies * 3);
                 RolloutOutput output;
                 output.states = states.data();
                 output.forces = forces.data();
                 {
                     const nb::gil_scoped_release release;
                     SignalCheck check;
                     self.rollout(input, output, [&check] { check(); });
                 }
                 return std::make_pair(makeArray(std::move(states), {std::size_t(count), std::size_t(periods), numbers}),
                                       makeArray(std::move(forces), {std::size_t(count), std::size_t(periods), bodies, 3}));
             },
             "snapshots"_a, "starts"_a.none(), "targets"_a.none(), "torques"_a.none(), "count"_a, "periods"_a, "every"_a, "threads"_a);
}

} // namespace

NB_MODULE(_core, m) {
    m.doc() = "The compiled part of simbodydem. Use the package simbodydem.";
    setWarningHandler([](const std::string& text) {
        const std::lock_guard<std::mutex> lock(warningsMutex);
        if (warnings.size() < 1000) warnings.push_back(text);
    });
    m.def("doc", &doc, "key"_a, "Returns the comment of a public header, by the name in C++.");
    m.def("take_warnings", &takeWarnings, "Returns the warnings of the library since the last call.");
    m.attr("CONTACT_ROW_SIZE") = sizeof(ContactRow);
    m.attr("JOINT_ROW_SIZE") = sizeof(JointRow);
#ifdef SIMBODYDEM_HAS_ROBOTS
    m.attr("HAS_ROBOTS") = true;
#else
    m.attr("HAS_ROBOTS") = false;
#endif
#ifdef SIMBODYDEM_HAS_GRAINS
    m.attr("HAS_GRAINS") = true;
#else
    m.attr("HAS_GRAINS") = false;
#endif
    bindLaws(m);
    bindShapes(m);
    bindSurfaces(m);
    bindWorld(m);
    bindSimulation(m);
    bindRuns(m);
    bindRecorders(m);
    bindAdvice(m);
    bindLinearization(m);
    bindSensitivity(m);
    bindGrains(m);
    bindLab(m);
}

} // namespace simbodydem::python
