// A press test of an elastic layer, the way to K/h of a pad: a ball and a flat punch are pressed in, then sheared by a little. It prints force and
// shear stiffness beside the closed forms, with the layer on the table, on the pressed body and on both.
//
// usage: ExamplePressTest [--modulus PA] [--poisson NU] [--thickness M] [--depth M]
//   --modulus, --poisson, --thickness  of the layer; without them 1 MPa, 0.4, 10 mm
//   --depth                            without it a twentieth of the thickness; at most half of it, and of the radius

#include <Simbody.h>

#include <simbodydem/ContactRecord.h>
#include <simbodydem/ContactSurfaces.h>
#include <simbodydem/ElasticLayer.h>
#include <simbodydem/NamedForces.h>
#include <simbodydem/SurfaceMaterial.h>
#include <simbodydem/shapes/Cylinder.h>
#include <simbodydem/shapes/HalfSpace.h>
#include <simbodydem/shapes/Sphere.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <string>

using namespace SimTK;
using namespace simbodydem;

const Real radius = 0.05; // of the ball and of the punch [m]

enum class Side { Table, Body, Both };

struct Result {
    Real force, shearStiffness; // [N], [N/m]
    int numElements;
};

// Presses a shape by a depth into the table, then moves it sideways by a twentieth of the depth.
Result press(const Shape& shape, const Transform& X_BS, Real height, const ElasticLayer& layer, Side side, Real depth) {
    MultibodySystem system;
    SimbodyMatterSubsystem matter(system);
    GeneralForceSubsystem forces(system);
    MobilizedBody::Translation body(matter.Ground(), Body::Rigid(MassProperties(1, Vec3(0), Inertia(1))));
    ContactSurfaces surfaces(matter);
    if (side == Side::Body)
        surfaces.add(matter.Ground(), HalfSpace(), HalfSpace::floor(), SurfaceMaterial(), "table");
    else
        surfaces.add(matter.Ground(), HalfSpace(), HalfSpace::floor(), layer, "table");
    if (side == Side::Table)
        surfaces.add(body, shape, X_BS, SurfaceMaterial(), "body");
    else
        surfaces.add(body, shape, X_BS, layer, "body");
    HertzMindlinForce force(forces, surfaces);
    State state = system.realizeTopology();
    body.setQ(state, Vec3(0, height - depth, 0));
    body.lock(state); // the press holds it
    system.realize(state, Stage::Dynamics);
    force.commitHistory(state); // here the shear begins
    const AreaRecord pressed = force.getAreaRecords(state).at(0);
    state.setTime(1);
    body.setQ(state, Vec3(0.05 * depth, height - depth, 0));
    system.realize(state, Stage::Dynamics);
    const AreaRecord sheared = force.getAreaRecords(state).at(0);
    return {pressed.normalForce.norm(), sheared.tangentialForce.norm() / (0.05 * depth), pressed.numElements};
}

int main(int argc, char** argv) {
    Real modulus = 1e6, poisson = 0.4, thickness = 0.01, depth = 0;
    bool isDepthGiven = false;
    for (int i = 1; i < argc; i += 2) {
        const std::string option = argv[i], value = i + 1 < argc ? argv[i + 1] : "";
        char* end = nullptr;
        const Real number = std::strtod(value.c_str(), &end);
        Real* target = option == "--modulus" ? &modulus : option == "--poisson" ? &poisson : option == "--thickness" ? &thickness
                       : option == "--depth" ? &depth : nullptr;
        if (!target || value.empty() || *end != 0) {
            std::fprintf(stderr, "usage: ExamplePressTest [--modulus PA] [--poisson NU] [--thickness M] [--depth M]\n");
            return 2;
        }
        *target = number;
        isDepthGiven = isDepthGiven || target == &depth;
    }
    if (!isDepthGiven) depth = std::min(thickness, radius) / 20;
    if (!(depth > 0 && depth <= thickness / 2 && depth <= radius / 2)) {
        std::fprintf(stderr, "ExamplePressTest: --depth = %g m; it must be above 0 and at most half of the thickness of %g m and of the radius of %g m\n",
                     depth, thickness, radius);
        return 2;
    }
    try {
        ElasticLayer layer = ElasticLayer(thickness, modulus, poisson).setFriction(10); // so that nothing slides
        const Real K = (1 - poisson) * modulus / ((1 + poisson) * (1 - 2 * poisson)), G = modulus / (2 * (1 + poisson));
        std::printf("E = %g Pa, nu = %g, h = %g m: K/h = %.4g Pa/m, G/h = %.4g Pa/m; depth %g m, R = %g m\n"
                    "body   layer on    force [N]  closed form  ratio - 1   shear stiffness [N/m]  closed form  ratio - 1  elements\n",
                    modulus, poisson, thickness, K / thickness, G / thickness, depth, radius);
        for (const bool isBall : {true, false})
            for (const Side side : {Side::Table, Side::Body, Side::Both}) {
                const Cylinder punch(radius, radius, /*rounding*/ 1e-5);
                const Sphere ball(radius);
                layer.setElementSize((isBall ? std::sqrt(2 * radius * depth) : radius) / 20); // 40 across the contact
                const Result is = isBall ? press(ball, Transform(), radius, layer, side, depth)
                                         : press(punch, Rotation(Pi / 2, XAxis), radius, layer, side, depth);
                const Real layers = side == Side::Both ? 2 : 1; // in series
                // The integral of the depth, as seen from above, and the area. On the plane below the ball the depth is the distance from the ball, along
                // whose normal the pressure acts; on the ball it is that of the cap.
                const Real R = radius, c = R - depth, planeArea = Pi * (R * R - c * c), capArea = 2 * Pi * R * depth;
                const Real overPlane = Pi * c * depth * depth, overCap = Pi * R * depth * depth;
                const Real share = side == Side::Table ? 1 : side == Side::Body ? 0 : 0.5; // of the plane
                const Real area = isBall ? share * planeArea + (1 - share) * capArea : Pi * R * R;
                const Real mean = isBall ? share * overPlane + (1 - share) * overCap : Pi * R * R * depth;
                const Real force = K / thickness * mean / layers, shear = G / thickness * area / layers;
                std::printf("%-6s %-9s %11.3f %12.3f %10.1e %23.4g %12.4g %10.1e %9d\n", isBall ? "ball" : "punch",
                            side == Side::Table ? "table" : side == Side::Body ? "body" : "both", is.force, force, is.force / force - 1,
                            is.shearStiffness, shear, is.shearStiffness / shear - 1, is.numElements);
            }
    } catch (const std::exception& error) {
        std::fprintf(stderr, "ExamplePressTest: %s\n", error.what());
        return 2;
    }
}
