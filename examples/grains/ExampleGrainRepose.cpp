// Two bulk tests of grains, by which their friction is calibrated.
//   repose       A box of grains stands on a plate. Its two walls vanish, grains run off both ends of the plate, and a heap remains: its angle.
//   penetration  A square foot sinks into a bed at a constant speed: mean force between two depths.
// Without --fit the program prints both for the given friction, beside the fit of Zhou, Xu, Yu and Zulli (2002) to measured heaps of balls of 2
// to 10 mm, DOI 10.1016/S0032-5910(01)00520-4:
//     phi = 68.61 mu_pp^0.27 mu_pw^0.22 mur_pp^0.06 mur_pw^0.12 d^-0.2    [degrees]
// with coefficients of sliding (pp between balls, pw on walls), lengths of rolling friction and diameter in mm. The formula was not checked
// against the paper. Here balls, plate and walls have equal ones. The box repeats itself along its depth, or has walls there (--sides walls),
// which hold the heap up. With --fit it finds the sliding and the rolling friction whose angle and force are those that you have measured.
//
// usage: ExampleGrainRepose [--friction MU] [--rolling MM] [--seeds N] [--ranks N] [--jobs N]
//                           [--sides repeat|walls] [--fit ANGLE,FORCE] [--plot FILE.svg]

#include <Simbody.h>

#include <simbodydem/ContactModel.h>
#include <simbodydem/SurfaceMaterial.h>
#include <simbodydem/grains.h>
#include <simbodydem/laws/normal/HertzNormal.h>
#include <simbodydem/laws/rolling/EPSDRolling.h>
#include <simbodydem/laws/tangential/MindlinIncremental.h>
#include <simbodydem/shapes/Brick.h>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <cstdio>
#include <exception>
#include <future>
#include <map>
#include <string>
#include <vector>

using namespace SimTK;
using namespace simbodydem;

const Real radius = 0.005, density = 2500, gravity = 9.81; // of the grains [m], [kg/m^3], [m/s^2]
const Real length = 0.22, depth = 0.04, height = 0.09;     // of the box of grains [m]
const Real side = 0.12, foot = 0.05;                       // of the bed, and of the square foot [m]
const Real speed = 0.1, least = 0.01, greatest = 0.025;    // of the foot [m/s]; depths between which its force is measured [m]

struct Options {
    Real friction = 0.4, rolling = 0.05; // [-], [mm]
    int seeds = 2, ranks = 1, jobs = 2;
    bool hasSides = false; // of the heap
    Vec2 wanted = Vec2(NaN); // angle and force
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

// Returns angle [deg] and force [N], in the mean over the seeds.
Vec2 measure(const Options& options, Real friction, Real rolling) {
    const SurfaceMaterial glass = getGlass(friction, rolling);
    Vec2 mean(0);
    for (int seed = 1; seed <= options.seeds; ++seed) {
        const Vec2 one(measureRepose(options, glass, seed), measurePenetration(options, glass, seed));
        std::fprintf(stderr, "friction %.3f, rolling %.4f mm, seed %d: angle %.2f deg, force %.3f N\n", friction, rolling,
                     seed, one[0], one[1]);
        mean += one / Real(options.seeds);
    }
    return mean;
}

// Measures at several frictions, given by their logarithms, some at once.
std::vector<Vec2> measureAll(const Options& options, const std::vector<Vec2>& all) {
    std::vector<Vec2> results(all.size());
    std::atomic<std::size_t> next{0};
    std::vector<std::future<void>> jobs;
    for (int k = 0; k < options.jobs; ++k)
        jobs.push_back(std::async(std::launch::async, [&] {
            for (std::size_t i = next++; i < all.size(); i = next++)
                results[i] = measure(options, std::exp(all[i][0]), std::exp(all[i][1]));
        }));
    for (std::future<void>& job : jobs) job.get();
    return results;
}

Real zhou(Real friction, Real rolling) {
    return 68.61 * std::pow(friction, 0.49) * std::pow(rolling, 0.18) * std::pow(2000 * radius, -0.2);
}

// Fits planes through the logarithms of angle and force over those of both frictions, by least squares, and takes the friction where both planes
// have the measured values. It begins with a square around the given frictions and its middle, and adds each solution as a further point. Single
// beds scatter, so each plane tells how well it is known: a standard error from its residuals.
class Planes {
public:
    /** Adds a point. @param x  logarithms of both frictions. @param y  logarithms of angle and force over the wanted ones */
    void add(const Vec2& x, const Vec2& y) {
        points.push_back(x);
        values.push_back(y);
    }
    void fit() {
        Mat33 normal(0);
        Vec3 right[2] = {Vec3(0), Vec3(0)};
        for (std::size_t k = 0; k < points.size(); ++k) {
            const Vec3 row(1, points[k][0], points[k][1]);
            normal += row * ~row;
            for (int i = 0; i < 2; ++i) right[i] += values[k][i] * row;
        }
        for (int i = 0; i < 2; ++i) plane[i] = normal.invert() * right[i];
        Vec2 squares(0);
        for (std::size_t k = 0; k < points.size(); ++k)
            for (int i = 0; i < 2; ++i) squares[i] += square(values[k][i] - at(points[k])[i]);
        scatter = Vec2(std::sqrt(squares[0] / Real(points.size() - 3)), std::sqrt(squares[1] / Real(points.size() - 3)));
    }
    Vec2 at(const Vec2& x) const { return Vec2(~plane[0] * Vec3(1, x[0], x[1]), ~plane[1] * Vec3(1, x[0], x[1])); }
    /** Returns where both planes are zero. */
    Vec2 solve() const {
        const Mat22 slopes(plane[0][1], plane[0][2], plane[1][1], plane[1][2]);
        return -(slopes.invert() * Vec2(plane[0][0], plane[1][0]));
    }
    const Vec2& getScatter() const { return scatter; }

private:
    std::vector<Vec2> points, values;
    Vec3 plane[2];
    Vec2 scatter;
};

void fit(const Options& options) {
    const Vec2 middle(std::log(options.friction), std::log(options.rolling));
    const Real step = std::log(1.6);
    std::vector<Vec2> next = {middle, middle + Vec2(step, step), middle + Vec2(step, -step), middle + Vec2(-step, step), middle - Vec2(step)};
    Planes planes;
    for (int round = 0; round < 3; ++round) {
        const std::vector<Vec2> got = measureAll(options, next);
        for (std::size_t k = 0; k < next.size(); ++k)
            planes.add(next[k], Vec2(std::log(got[k][0] / options.wanted[0]), std::log(got[k][1] / options.wanted[1])));
        planes.fit();
        Vec2 x = planes.solve();
        for (int i = 0; i < 2; ++i) x[i] = std::clamp(x[i], middle[i] - 2 * step, middle[i] + 2 * step);
        std::printf("round %d: friction %.3f, rolling friction %.4f mm; single points scatter by %.1f %% in angle and %.1f %% in force\n",
                    round + 1, std::exp(x[0]), std::exp(x[1]), 100 * planes.getScatter()[0], 100 * planes.getScatter()[1]);
        if (round > 0)
            std::printf("         at the last one: angle %.1f of %.1f deg, force %.2f of %.2f N\n", got[0][0], options.wanted[0], got[0][1],
                        options.wanted[1]);
        std::fflush(stdout);
        next = {x};
    }
}

// Prints angle and force for frictions around the given ones, and draws the angles. Returns false if gnuplot fails.
bool compare(const Options& options) {
    std::printf("friction  rolling friction [mm]  angle [deg]  Zhou et al. [deg]  force [N]\n");
    struct Row {
        Real friction, rolling, angle, law;
    };
    std::vector<Row> rows;
    for (const Real factor : {0.5, 1., 1.5})
        for (const Real rolling : {options.rolling, 2 * options.rolling}) {
            if (factor != 1 && rolling != options.rolling) continue;
            const Real friction = factor * options.friction;
            const Vec2 got = measure(options, friction, rolling);
            rows.push_back({friction, rolling, got[0], zhou(friction, rolling)});
            std::printf("%8.2f  %21.3f  %11.1f  %17.1f  %9.3f\n", friction, rolling, got[0], rows.back().law, got[1]);
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

int main(int argc, char** argv) {
    Options options;
    bool isGood = argc % 2 == 1;
    for (int i = 1; isGood && i + 1 < argc; i += 2) {
        const std::string key = argv[i], value = argv[i + 1];
        char rest = 0;
        double a = 0, b = 0;
        const bool isNumber = std::sscanf(value.c_str(), "%lf%c", &a, &rest) == 1 && a > 0;
        if (key == "--friction" && isNumber)
            options.friction = a;
        else if (key == "--rolling" && isNumber)
            options.rolling = a;
        else if (key == "--seeds" && isNumber && a == std::floor(a))
            options.seeds = int(a);
        else if (key == "--ranks" && isNumber && a == std::floor(a))
            options.ranks = int(a);
        else if (key == "--fit" && std::sscanf(value.c_str(), "%lf,%lf%c", &a, &b, &rest) == 2 && a > 0 && b > 0)
            options.wanted = Vec2(a, b);
        else if (key == "--jobs" && isNumber && a == std::floor(a))
            options.jobs = int(a);
        else if (key == "--sides" && (value == "repeat" || value == "walls"))
            options.hasSides = value == "walls";
        else if (key == "--plot")
            options.plot = value;
        else
            isGood = false;
    }
    if (!isGood) {
        const bool isHelp = argc == 2 && argv[1] == std::string("--help");
        std::fprintf(isHelp ? stdout : stderr, "usage: ExampleGrainRepose [--friction MU] [--rolling MM] [--seeds N] "
                                               "[--ranks N] [--jobs N] [--sides repeat|walls] [--fit ANGLE,FORCE] [--plot FILE.svg]\n");
        return isHelp ? 0 : 2;
    }
    try {
        if (options.wanted.isFinite())
            fit(options);
        else if (!compare(options))
            std::fprintf(stderr, "gnuplot cannot draw %s\n", options.plot.c_str());
    } catch (const std::exception& e) {
        std::fprintf(stderr, "%s\n", e.what());
        return 1;
    }
}
