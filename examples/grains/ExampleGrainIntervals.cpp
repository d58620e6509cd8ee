// Does the length of the intervals matter? Light passive bodies sink into many beds of grains, which differ by their seeds alone. Each bed is
// used with interval 1 and with a longer one:
//   roller  a passive roller of 5 g on a pin, under a weight that slides vertically
//   plate   a plate of 5 g on a pin at its middle, under such a weight
//   chain   five links of 20 g on pins, which fall as they like in a vertical plane
// The program prints the sinkage of each run on stderr, and at the end a table on stdout with mean, standard error, and the difference.
//
// usage: ExampleGrainIntervals [--seeds N] [--interval N] [--first SEED] [--body roller|plate|chain]

#include <Simbody.h>

#include <simbodydem/ContactModel.h>
#include <simbodydem/SurfaceMaterial.h>
#include <simbodydem/grains.h>
#include <simbodydem/laws/normal/HertzNormal.h>
#include <simbodydem/laws/tangential/MindlinIncremental.h>
#include <simbodydem/shapes/Brick.h>
#include <simbodydem/shapes/Capsule.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <exception>
#include <map>
#include <memory>
#include <string>
#include <vector>

using namespace SimTK;
using namespace simbodydem;

const Real side = 0.06, depth = 0.045;              // of the bed [m]
const GrainRadii radii(0.0025, 0.003);              // [m]
const Real weight = 0.06, lightMass = 0.005;        // [kg]
const Real duration = 0.25;                         // [s]
const std::vector<std::string> bodies = {"roller", "plate", "chain"};

struct Options {
    int seeds = 10, first = 1, interval = 8;
    std::string body; // all of them
};

const SurfaceMaterial& getGlass() { // ten thousand times softer, for longer steps
    static const SurfaceMaterial glass =
        SurfaceMaterial().setYoungsModulus(5e6).setPoissonsRatio(0.25).setRestitution(0.5).setFriction(0.5);
    return glass;
}

// A bed, and the parts of one of the bodies.
struct Rig {
    MultibodySystem system;
    SimbodyMatterSubsystem matter{system};
    GeneralForceSubsystem forces{system};
    std::unique_ptr<GrainBed> bed;
    std::vector<MobilizedBody> parts;
    Real halfHeight = 0; // of the body [m]

    explicit Rig(int interval) {
        Force::UniformGravity(forces, matter, Vec3(0, 0, -9.81));
        bed = std::make_unique<GrainBed>(system, GrainBedOptions()
                                                     .setBox(Vec3(0), Vec3(side, side, 0.15))
                                                     .setPeriodic(true, true, false)
                                                     .setInterval(interval));
        bed->setLaw(ContactModel(HertzNormal(), MindlinIncremental()), getGlass());
    }

    void addBody(const std::string& name) {
        const Rotation up(-Pi / 2, YAxis), alongY(-Pi / 2, XAxis); // a Slider slides along its x, a Pin turns about its z
        const Vec3 middle(side / 2, side / 2, 0);
        if (name == "chain") {
            const Real half = 0.003, radius = 0.005;
            halfHeight = radius;
            const Body::Rigid link(MassProperties(0.02, Vec3(0), Inertia(5e-7)));
            const Transform end(alongY, Vec3(half + radius, 0, 0)), start(alongY, Vec3(-half - radius, 0, 0));
            // A Planar body turns about its z and moves along its x and y, which here are Ground's x and -z.
            parts.push_back(MobilizedBody::Planar(matter.Ground(), Transform(alongY, middle - Vec3(0.03, 0, 0)), link, Transform(alongY)));
            for (int k = 1; k < 5; ++k) parts.push_back(MobilizedBody::Pin(parts.back(), end, link, start));
            for (std::size_t k = 0; k < parts.size(); ++k)
                bed->addSurface(parts[k], Capsule(radius, half), Rotation(Pi / 2, YAxis), getGlass(), "link " + std::to_string(k));
            return;
        }
        MobilizedBody::Slider carrier(matter.Ground(), Transform(up, middle),
                                      Body::Rigid(MassProperties(weight, Vec3(0), Inertia(1e-4))), up);
        const bool isRoller = name == "roller";
        const Body::Rigid light(MassProperties(lightMass, Vec3(0), Inertia(1e-7)));
        parts.push_back(MobilizedBody::Pin(carrier, Transform(alongY), light, Transform(alongY)));
        halfHeight = isRoller ? 0.008 : 0.003;
        if (isRoller)
            bed->addSurface(parts[0], Capsule(halfHeight, 0.01), alongY, getGlass(), name);
        else
            bed->addSurface(parts[0], Brick(Vec3(0.012, 0.009, halfHeight), 0.001), Transform(), getGlass(), name);
    }
};

// Returns the sinkage [m]: how far the lowest points of the body, in the mean over its parts, are below the mean surface of the bed as it was.
Real sink(const std::string& body, const std::vector<Grain>& grains, int interval) {
    Rig rig(interval);
    rig.bed->add(grains);
    rig.addBody(body);
    const GrainBedMeasures before = rig.bed->measure();
    State state = rig.system.realizeTopology();
    const Real start = before.highest + rig.halfHeight + 1e-4;
    if (body == "chain")
        rig.parts[0].setOneQ(state, 2, -start); // Planar: angle, x, y
    else
        rig.parts[0].getParentMobilizedBody().setOneQ(state, 0, start);
    RungeKuttaMersonIntegrator integrator(rig.system);
    integrator.setAccuracy(1e-4);
    integrator.initialize(state);
    GrainStepper stepper(*rig.bed, integrator);
    stepper.stepTo(duration);
    rig.system.realize(stepper.getState(), Stage::Position);
    Real height = 0;
    for (const MobilizedBody& part : rig.parts)
        height += part.getBodyOriginLocation(stepper.getState())[2] / Real(rig.parts.size());
    return before.height - (height - rig.halfHeight);
}

struct Numbers {
    std::vector<Real> all;
    Real mean() const {
        Real sum = 0;
        for (const Real x : all) sum += x;
        return sum / Real(all.size());
    }
    Real standardError() const {
        Real squares = 0;
        for (const Real x : all) squares += square(x - mean());
        return std::sqrt(squares / Real(all.size() - 1) / Real(all.size()));
    }
};

void compare(const Options& options) {
    std::map<std::string, Numbers> at1, atLong, differences;
    for (int seed = options.first; seed < options.first + options.seeds; ++seed) {
        std::vector<Grain> grains;
        {
            Rig filling(1);
            filling.bed->fill(Pouring(radii, unsigned(seed)).upTo(depth));
            grains = filling.bed->getGrains();
        }
        for (const std::string& body : bodies) {
            if (!options.body.empty() && body != options.body) continue;
            const Real one = sink(body, grains, 1), other = sink(body, grains, options.interval);
            at1[body].all.push_back(one);
            atLong[body].all.push_back(other);
            differences[body].all.push_back(other - one);
            std::fprintf(stderr, "%d of %d, seed %d, %s: %.3f mm at interval 1, %.3f mm at %d\n", seed - options.first + 1,
                         options.seeds, seed, body.c_str(), 1000 * one, 1000 * other, options.interval);
        }
    }
    std::printf("%d beds; sinkage and its standard error [mm]\n"
                "body    interval 1      interval %-3d    difference          over its error  over the sinkage [%%]\n",
                options.seeds, options.interval);
    for (const auto& [body, one] : at1) {
        const Numbers &other = atLong[body], &difference = differences[body];
        std::printf("%-7s %.3f +- %.3f  %.3f +- %.3f  %+.3f +- %.3f  %10.2f  %10.2f\n", body.c_str(), 1000 * one.mean(),
                    1000 * one.standardError(), 1000 * other.mean(), 1000 * other.standardError(),
                    1000 * difference.mean(), 1000 * difference.standardError(),
                    difference.mean() / difference.standardError(), 100 * difference.mean() / one.mean());
    }
}

int main(int argc, char** argv) {
    Options options;
    bool isGood = argc % 2 == 1;
    for (int i = 1; isGood && i + 1 < argc; i += 2) {
        const std::string key = argv[i], value = argv[i + 1];
        char rest = 0;
        int number = 0;
        const bool isNumber = std::sscanf(value.c_str(), "%d%c", &number, &rest) == 1 && number >= 1;
        if (key == "--seeds" && isNumber && number >= 2)
            options.seeds = number;
        else if (key == "--interval" && isNumber)
            options.interval = number;
        else if (key == "--first" && isNumber)
            options.first = number;
        else if (key == "--body" && std::count(bodies.begin(), bodies.end(), value))
            options.body = value;
        else
            isGood = false;
    }
    if (!isGood) {
        const bool isHelp = argc == 2 && argv[1] == std::string("--help");
        std::fprintf(isHelp ? stdout : stderr, "usage: ExampleGrainIntervals [--seeds N] [--interval N] [--first SEED] "
                                               "[--body roller|plate|chain]\n");
        return isHelp ? 0 : 2;
    }
    try {
        compare(options);
    } catch (const std::exception& e) {
        std::fprintf(stderr, "%s\n", e.what());
        return 1;
    }
}
