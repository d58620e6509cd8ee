// Three bulk tests of grains, by which their friction is calibrated.
//   repose       A box of grains stands on a plate. Its two walls vanish, grains run off both ends of the plate, and a heap remains: its angle.
//   penetration  A square foot sinks into a bed at a constant speed: mean force between two depths.
//   sliding      A plate of 1 kg lies on a bed and is pulled over it: mean of the pull over the load, as in a test of wall friction.
// Without --fit the program prints the three for the given friction, beside the fit of Zhou, Xu, Yu and Zulli (2002) to their simulations, which
// agree with measured heaps of balls of 2 to 10 mm, DOI 10.1016/S0032-5910(01)00520-4:
//     phi = 68.61 mu_pp^0.27 mu_pw^0.22 mur_pp^0.06 mur_pw^0.12 d^-0.2    [degrees]
// with coefficients of sliding (pp between balls, pw on walls), lengths of rolling friction and diameter in mm. It is for wide containers; with
// walls four diameters apart the number is 102. Here balls, plate and walls have equal frictions. The box repeats itself along its depth, or has
// such walls (--sides walls), which hold the heap up. With --fit it finds the sliding and the rolling friction whose numbers are those that you
// have measured; a number that you have not measured is -. With --keep it finds only the other friction.
//
// usage: ExampleGrainRepose [--friction MU] [--rolling MM] [--seeds N] [--first SEED] [--ranks N] [--jobs N] [--sides repeat|walls]
//                           [--fit ANGLE,FORCE,RATIO [--keep sliding|rolling]] [--plot FILE.svg]

#include <Simbody.h>

#include <simbodydem/ContactModel.h>
#include <simbodydem/SurfaceMaterial.h>
#include <simbodydem/grains.h>
#include <simbodydem/laws/normal/HertzNormal.h>
#include <simbodydem/laws/rolling/EPSDRolling.h>
#include <simbodydem/laws/tangential/MindlinIncremental.h>
#include <simbodydem/shapes/Brick.h>
#include <simbodydem/shapes/HalfSpace.h>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <cstdio>
#include <exception>
#include <future>
#include <map>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

using namespace SimTK;
using namespace simbodydem;

const Real radius = 0.005, density = 2500, gravity = 9.81; // of the grains [m], [kg/m^3], [m/s^2]
const Real length = 0.22, depth = 0.04, height = 0.09;     // of the box of grains [m]
const Real side = 0.12, foot = 0.05;                       // of the bed, and of the square foot [m]
const Real speed = 0.1, least = 0.01, greatest = 0.025;    // of the foot [m/s]; depths between which its force is measured [m]

struct Options {
    Real friction = 0.4, rolling = 0.05; // [-], [mm]
    int seeds = 2, first = 1, ranks = 1, jobs = 2;
    bool hasSides = false;        // of the heap
    Vec3 wanted = Vec3(NaN);      // angle, force and ratio; NaN is what was not measured
    std::vector<int> free{0, 1};  // frictions that are sought: 0 is sliding, 1 is rolling
    std::string plot;
};

ContactModel getModel() {
    return {HertzNormal(), MindlinIncremental(), EPSDRolling().setStiffness(1e-3)}; // [N m/rad]
}

// Rolling friction is a length here: torque over normal force. The law multiplies its coefficient by R*, which is a quarter of a diameter.
SurfaceMaterial getGlass(Real friction, Real rolling) {
    return SurfaceMaterial()
        .setYoungsModulus(5e6) // ten thousand times softer, for longer steps
        .setPoissonsRatio(0.25)
        .setRestitution(0.5)
        .setFriction(friction)
        .setRollingFriction(1e-3 * rolling / (0.5 * radius));
}

struct Scene {
    MultibodySystem system;
    SimbodyMatterSubsystem matter{system};
    GeneralForceSubsystem forces{system};
    GrainBed bed;
    RungeKuttaMersonIntegrator integrator{system};

    Scene(const Options& options, const Vec3& low, const Vec3& high, bool isPeriodicInX, bool isPeriodicInY,
          const SurfaceMaterial& glass)
        : bed(system, GrainBedOptions()
                          .setBox(low, high)
                          .setPeriodic(isPeriodicInX, isPeriodicInY, false)
                          .setDensity(density)
                          .setRanks(options.ranks)
                          .setInterval(20)) {
        Force::UniformGravity(forces, matter, Vec3(0, 0, -gravity));
        bed.setLaw(getModel(), glass);
    }
};

// Returns the angle of the heap's sides [deg]: of lines through the highest grain of each bin, from a fifth to nine tenths of each side.
Real fitAngle(const std::vector<Grain>& grains) {
    const Real bin = 3 * radius;
    Real sum = 0;
    for (const int sign : {-1, 1}) {
        std::map<int, Vec2> highest;
        for (const Grain& grain : grains) {
            const Real x = sign * grain.position[0];
            if (x < 0.1 * length || x > 0.45 * length) continue;
            Vec2& top = highest.emplace(int(std::floor(x / bin)), Vec2(0)).first->second;
            if (grain.position[2] > top[1]) top = Vec2(x, grain.position[2]);
        }
        Real n = 0, x = 0, z = 0, xx = 0, xz = 0;
        for (const auto& entry : highest) {
            const Vec2& top = entry.second;
            n += 1, x += top[0], z += top[1], xx += top[0] * top[0], xz += top[0] * top[1];
        }
        sum += std::atan(-(n * xz - x * z) / (n * xx - x * x)) * 180 / Pi;
    }
    return sum / 2;
}

Real measureRepose(const Options& options, const SurfaceMaterial& glass, int seed) {
    std::vector<Grain> grains;
    {
        Scene filling(options, Vec3(-length / 2, 0, 0), Vec3(length / 2, depth, 0.25), false, !options.hasSides, glass);
        filling.bed.fill(Pouring(radius, unsigned(seed)).upTo(height));
        grains = filling.bed.getGrains();
    }
    const Real out = 0.1, below = 0.06; // room at the ends of the plate, and under it [m]
    Scene scene(options, Vec3(-length / 2 - out, 0, -below), Vec3(length / 2 + out, depth, 0.25), false, !options.hasSides,
                glass);
    // As long as the box along its depth, where both repeat themselves, or longer, lest grains fall between plate and wall.
    scene.bed.addSurface(scene.matter.Ground(), Brick(Vec3(length / 2, (options.hasSides ? 1 : 0.5) * depth, 0.005), 0.001), Vec3(0, depth / 2, -0.005), glass,
                         "plate");
    scene.bed.add(grains);
    scene.integrator.initialize(scene.system.realizeTopology());
    GrainStepper stepper(scene.bed, scene.integrator);
    for (int k = 1; k <= 60; ++k) {
        stepper.stepTo(0.02 * k);
        scene.bed.remove([&](const Grain& grain) { return grain.position[2] < -0.02; });
    }
    return fitAngle(scene.bed.getGrains());
}

Real measurePenetration(const Options& options, const SurfaceMaterial& glass, int seed) {
    Scene scene(options, Vec3(-side / 2, -side / 2, 0), Vec3(side / 2, side / 2, 0.2), true, true, glass);
    scene.bed.fill(Pouring(radius, unsigned(seed)).upTo(0.06));
    const Rotation up(-Pi / 2, YAxis); // a Slider slides along its x
    MobilizedBody::Slider slider(scene.matter.Ground(), up, Body::Rigid(MassProperties(0.1, Vec3(0), Inertia(1e-5))), up);
    const SurfaceIndex face =
        scene.bed.addSurface(slider, Brick(Vec3(foot / 2, foot / 2, 0.005), 0.001), Transform(), glass, "foot");
    const GrainBedMeasures rest = scene.bed.measure();
    State state = scene.system.realizeTopology();
    slider.setQ(state, rest.highest + 0.0051);
    slider.lockAt(state, -speed, Motion::Velocity);
    scene.integrator.initialize(state);
    GrainStepper stepper(scene.bed, scene.integrator);
    const Real start = (rest.highest + 0.0001 - rest.height + least) / speed, time = (greatest - least) / speed;
    stepper.stepTo(start);
    Real force = 0;
    const int samples = 50;
    for (int k = 1; k <= samples; ++k) {
        stepper.stepTo(start + time * k / samples);
        scene.system.realize(stepper.getState(), Stage::Position);
        force += scene.bed.getWrench(stepper.getState(), face)[1][2] / samples;
    }
    return force;
}

// Returns the pull over the load of a plate that is as large as the box.
Real measureSliding(const Options& options, const SurfaceMaterial& glass, int seed) {
    Scene scene(options, Vec3(-side / 2, -side / 4, 0), Vec3(side / 2, side / 4, 0.15), true, true, glass);
    scene.bed.fill(Pouring(radius, unsigned(seed)).upTo(0.04));
    MobilizedBody::Slider carriage(scene.matter.Ground(), Body::Rigid(MassProperties(0.1, Vec3(0), Inertia(1e-5)))); // along x
    const Rotation up(-Pi / 2, YAxis);
    MobilizedBody::Slider lid(carriage, up, Body::Rigid(MassProperties(1, Vec3(0), Inertia(1e-3))), up);
    const SurfaceIndex face = scene.bed.addSurface(lid, HalfSpace(), HalfSpace::facing(Vec3(0, 0, -1)), glass, "lid");
    State state = scene.system.realizeTopology();
    lid.setQ(state, scene.bed.measure().highest + 0.0001);
    carriage.lockAt(state, speed, Motion::Velocity);
    scene.integrator.initialize(state);
    GrainStepper stepper(scene.bed, scene.integrator);
    const Real start = 0.03 / speed, time = 0.08 / speed; // three and eight diameters
    stepper.stepTo(start);
    Vec3 force(0);
    const int samples = 100;
    for (int k = 1; k <= samples; ++k) {
        stepper.stepTo(start + time * k / samples);
        scene.system.realize(stepper.getState(), Stage::Position);
        force += scene.bed.getWrench(stepper.getState(), face)[1] / samples;
    }
    return -force[0] / force[2];
}

// Sliding and rolling friction of a bed, by their logarithms, and what was measured: angle [deg], force [N] and ratio.
struct BedTest {
    Vec2 friction;
    int seed;
    Vec3 result = Vec3(NaN);
};

void measure(const Options& options, const Vec3& wanted, BedTest& test) {
    const Real friction = std::exp(test.friction[0]), rolling = std::exp(test.friction[1]);
    const SurfaceMaterial glass = getGlass(friction, rolling);
    if (!isNaN(wanted[0])) test.result[0] = measureRepose(options, glass, test.seed);
    if (!isNaN(wanted[1])) test.result[1] = measurePenetration(options, glass, test.seed);
    if (!isNaN(wanted[2])) test.result[2] = measureSliding(options, glass, test.seed);
    std::fprintf(stderr, "friction %.3f, rolling %.4f mm, seed %d: angle %.2f deg, force %.3f N, ratio %.4f\n", friction, rolling, test.seed,
                 test.result[0], test.result[1], test.result[2]);
}

// Measures beds of all seeds at several frictions, given by their logarithms, some at once.
std::vector<BedTest> measureAll(const Options& options, const Vec3& wanted, const std::vector<Vec2>& frictions) {
    std::vector<BedTest> tests;
    for (const Vec2& friction : frictions)
        for (int k = 0; k < options.seeds; ++k) tests.push_back({friction, options.first + k});
    std::atomic<std::size_t> next{0};
    std::vector<std::future<void>> jobs;
    for (int k = 0; k < options.jobs; ++k)
        jobs.push_back(std::async(std::launch::async, [&] {
            for (std::size_t i = next++; i < tests.size(); i = next++) measure(options, wanted, tests[i]);
        }));
    for (std::future<void>& job : jobs) job.get();
    return tests;
}

// Returns the mean of tests, and the standard error of the mean.
std::pair<Vec3, Vec3> calcMean(const std::vector<BedTest>& tests) {
    Vec3 sum(0), squares(0);
    for (const BedTest& test : tests) sum += test.result;
    const Real n = Real(tests.size());
    const Vec3 mean = sum / n;
    for (const BedTest& test : tests)
        for (int i = 0; i < 3; ++i) squares[i] += square(test.result[i] - mean[i]);
    Vec3 error;
    for (int i = 0; i < 3; ++i) error[i] = std::sqrt(squares[i] / n / (n - 1));
    return {mean, error};
}

Real zhou(const Options& options, Real friction, Real rolling) {
    return (options.hasSides ? 102 : 68.61) * std::pow(friction, 0.49) * std::pow(rolling, 0.18) * std::pow(2000 * radius, -0.2);
}

// Fits a plane to the logarithm of each measured number over the logarithms of the sought frictions, by least squares over single beds, and finds
// the frictions where all planes have the measured values. Beds whose frictions are farther from there weigh less, since planes do not follow the
// curves. Beds scatter, so each plane has a standard error, and the frictions have those that follow.
class Planes {
public:
    Planes(const Options& options, const Vec2& middle, Real step) : options(options), middle(middle), step(step), solution(middle) {}

    void add(const std::vector<BedTest>& more) { tests.insert(tests.end(), more.begin(), more.end()); }

    void solve() {
        for (int round = 0; round < 20; ++round) { // weights depend on the solution
            fit();
            const int n = int(options.free.size());
            Matrix normal(n, n, Real(0));
            Vector right(n, Real(0));
            for (int i = 0; i < 3; ++i) {
                if (isNaN(options.wanted[i])) continue;
                const Vector slope = plane[i](1, n) / levelError[i];
                normal += slope * ~slope;
                right -= slope * (plane[i][0] / levelError[i]);
            }
            covariance = normal.invert();
            const Vector change = covariance * right;
            for (int c = 0; c < n; ++c) {
                const int f = options.free[c];
                solution[f] = std::clamp(solution[f] + change[c], middle[f] - 2 * step, middle[f] + 2 * step);
            }
        }
    }

    const Vec2& getSolution() const { return solution; }

    void print(int round) const {
        std::printf("round %d: friction %.3f, rolling friction %.4f mm", round, std::exp(solution[0]), std::exp(solution[1]));
        for (int c = 0; c < int(options.free.size()); ++c)
            std::printf("; %s is known to %.0f %%", options.free[c] == 0 ? "sliding" : "rolling", 100 * std::sqrt(covariance(c, c)));
        std::printf(", from %d beds\n", int(tests.size()));
    }

    void printSlopes() const {
        const char* const names[] = {"angle", "force", "ratio"};
        std::printf("number  scatter of a bed [%%]");
        for (const int f : options.free) std::printf("  power of %s friction", f == 0 ? "sliding" : "rolling");
        std::printf("\n");
        for (int i = 0; i < 3; ++i) {
            if (isNaN(options.wanted[i])) continue;
            std::printf("%-6s  %20.1f", names[i], 100 * scatter[i]);
            for (int c = 0; c < int(options.free.size()); ++c) std::printf("  %25.2f", plane[i][1 + c]);
            std::printf("\n");
        }
    }

private:
    void fit() {
        const int columns = 1 + int(options.free.size());
        Matrix normal(columns, columns, Real(0)), right(columns, 3, Real(0)), squares(1, 3, Real(0));
        std::vector<Vector> rows;
        std::vector<Real> weights;
        Real all = 0;
        for (const BedTest& test : tests) {
            Vector row(columns, Real(1));
            for (int c = 1; c < columns; ++c) row[c] = test.friction[options.free[c - 1]] - solution[options.free[c - 1]];
            const Real weight = 1 / (1 + (test.friction - solution).normSqr() / square(step));
            normal += weight * (row * ~row);
            for (int i = 0; i < 3; ++i) right(i) += weight * getValue(test, i) * row;
            rows.push_back(row);
            weights.push_back(weight);
            all += weight;
        }
        const Matrix inverse = normal.invert();
        for (int i = 0; i < 3; ++i) {
            plane[i] = inverse * right(i);
            Real sum = 0;
            for (std::size_t k = 0; k < tests.size(); ++k) sum += weights[k] * square(getValue(tests[k], i) - ~rows[k] * plane[i]);
            const Real n = Real(tests.size());
            scatter[i] = std::sqrt(sum / all * n / (n - columns));
            levelError[i] = scatter[i] * std::sqrt(inverse(0, 0));
        }
    }
    Real getValue(const BedTest& test, int i) const { return std::log(test.result[i] / options.wanted[i]); }

    const Options& options;
    Vec2 middle;
    Real step;
    std::vector<BedTest> tests;
    Vector plane[3]; // value at the solution, and slopes
    Vec3 scatter, levelError;
    Vec2 solution;
    Matrix covariance;
};

// Measures a square of frictions and its middle, or a line if one friction is kept, and then twice at the solution.
void fit(const Options& options) {
    const Vec2 middle(std::log(options.friction), std::log(options.rolling));
    const Real step = std::log(1.6);
    std::vector<Vec2> next = {middle};
    if (options.free.size() == 2)
        for (const int k : {-1, 1})
            for (const int l : {-1, 1}) next.push_back(middle + step * Vec2(k, l));
    else
        for (const int k : {-2, -1, 1, 2}) {
            next.push_back(middle);
            next.back()[options.free[0]] += 0.5 * step * k;
        }
    Planes planes(options, middle, step);
    for (int round = 1; round <= 3; ++round) {
        const std::vector<BedTest> tests = measureAll(options, options.wanted, next);
        planes.add(tests);
        planes.solve();
        if (round > 1) {
            const Vec3 mean = calcMean(tests).first;
            std::printf("         there: angle %.1f deg, force %.2f N, ratio %.4f\n", mean[0], mean[1], mean[2]);
        }
        planes.print(round);
        std::fflush(stdout);
        next = {planes.getSolution()};
    }
    planes.printSlopes();
}

// Prints angle, force and ratio for frictions around the given ones, and draws the angles. Returns false if gnuplot fails.
bool compare(const Options& options) {
    std::printf("friction  rolling friction [mm]    angle [deg]  Zhou et al. [deg]       force [N]              ratio\n");
    struct Row {
        Real angle, law;
    };
    std::vector<Row> rows;
    for (const Real factor : {0.5, 1., 1.5})
        for (const Real rolling : {options.rolling, 2 * options.rolling}) {
            if (factor != 1 && rolling != options.rolling) continue;
            const Real friction = factor * options.friction;
            const auto [mean, error] = calcMean(measureAll(options, Vec3(1), {Vec2(std::log(friction), std::log(rolling))}));
            rows.push_back({mean[0], zhou(options, friction, rolling)});
            std::printf("%8.2f  %21.3f  %5.1f +- %4.1f  %17.1f  %6.2f +- %5.2f  %7.4f +- %6.4f\n", friction, rolling, mean[0], error[0],
                        rows.back().law, mean[1], error[1], mean[2], error[2]);
            std::fflush(stdout);
        }
    if (options.plot.empty()) return true;
    FILE* gnuplot = popen("gnuplot", "w");
    if (!gnuplot) return false;
    std::fprintf(gnuplot,
                 "set terminal svg size 640,420 font 'sans,14'\nset output '%s'\nset xlabel 'angle of Zhou et al. [deg]'\nset ylabel 'angle "
                 "of the bed [deg]'\nset grid\nplot x lw 2 title 'equal', '-' with points pt 7 title 'the bed'\n",
                 options.plot.c_str());
    for (const Row& row : rows) std::fprintf(gnuplot, "%g %g\n", row.law, row.angle);
    std::fprintf(gnuplot, "e\n");
    return pclose(gnuplot) == 0;
}

// Reads three numbers that commas separate; - is a number that was not measured, and the third may lack. Returns false if it cannot.
bool readWanted(const std::string& text, Vec3& wanted) {
    std::istringstream in(text);
    std::string part;
    int count = 0;
    for (; count < 3 && std::getline(in, part, ','); ++count) {
        double value = 0;
        char rest = 0;
        if (part == "-") continue;
        if (std::sscanf(part.c_str(), "%lf%c", &value, &rest) != 1 || !(value > 0)) return false;
        wanted[count] = value;
    }
    return count >= 2 && !std::getline(in, part);
}

int main(int argc, char** argv) {
    Options options;
    bool isGood = argc % 2 == 1, isFit = false;
    for (int i = 1; isGood && i + 1 < argc; i += 2) {
        const std::string key = argv[i], value = argv[i + 1];
        char rest = 0;
        double a = 0;
        const bool isNumber = std::sscanf(value.c_str(), "%lf%c", &a, &rest) == 1 && a > 0;
        if (key == "--friction" && isNumber)
            options.friction = a;
        else if (key == "--rolling" && isNumber)
            options.rolling = a;
        else if (key == "--seeds" && isNumber && a == std::floor(a))
            options.seeds = int(a);
        else if (key == "--ranks" && isNumber && a == std::floor(a))
            options.ranks = int(a);
        else if (key == "--first" && isNumber && a == std::floor(a))
            options.first = int(a);
        else if (key == "--fit" && readWanted(value, options.wanted))
            isFit = true;
        else if (key == "--keep" && (value == "sliding" || value == "rolling"))
            options.free = {value == "sliding" ? 1 : 0};
        else if (key == "--jobs" && isNumber && a == std::floor(a))
            options.jobs = int(a);
        else if (key == "--sides" && (value == "repeat" || value == "walls"))
            options.hasSides = value == "walls";
        else if (key == "--plot")
            options.plot = value;
        else
            isGood = false;
    }
    int measured = 0;
    for (int i = 0; i < 3; ++i) measured += !isNaN(options.wanted[i]);
    if (isFit && measured < int(options.free.size())) isGood = false; // as many numbers as frictions
    if (!isGood) {
        const bool isHelp = argc == 2 && argv[1] == std::string("--help");
        std::fprintf(isHelp ? stdout : stderr, "usage: ExampleGrainRepose [--friction MU] [--rolling MM] [--seeds N] [--first SEED] [--ranks N] "
                                               "[--jobs N] [--sides repeat|walls] [--fit ANGLE,FORCE,RATIO [--keep sliding|rolling]] "
                                               "[--plot FILE.svg]\na number that was not measured is -; there must be as many as frictions\n");
        return isHelp ? 0 : 2;
    }
    try {
        if (isFit)
            fit(options);
        else if (!compare(options))
            std::fprintf(stderr, "gnuplot cannot draw %s\n", options.plot.c_str());
    } catch (const std::exception& e) {
        std::fprintf(stderr, "%s\n", e.what());
        return 1;
    }
}
