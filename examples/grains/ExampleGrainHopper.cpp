// Grains run out of a hopper through a round hole in its floor, and are filled in again at the top, so the level stays. The rate of discharge is
// compared with the law of Beverloo, Leniger and van de Velde (1961), DOI 10.1016/0009-2509(61)85030-6:
//     W = C rho_b sqrt(g) (D - k d)^(5/2)
// rho_b is the density of the bed, D the diameter of the hole, d that of the grains. C is 0.55 to 0.65, and k is 1.4 for balls. The program
// prints C for k = 1.4 at each hole, and C and k of the straight line through W^(2/5).
//
// usage: ExampleGrainHopper [--ranks N] [--seed N] [--plot FILE.svg] [--series FILE.pvd]

#include <Simbody.h>

#include <simbodydem/ContactModel.h>
#include <simbodydem/SurfaceMaterial.h>
#include <simbodydem/grains.h>
#include <simbodydem/laws/normal/HertzNormal.h>
#include <simbodydem/laws/tangential/MindlinIncremental.h>
#include <simbodydem/shapes/Mesh.h>

#include <array>
#include <cmath>
#include <cstdio>
#include <exception>
#include <string>
#include <vector>

using namespace SimTK;
using namespace simbodydem;

const Real radius = 0.003, density = 2500, gravity = 9.81; // of the grains [m], [kg/m^3], [m/s^2]
const Real side = 0.096, level = 0.05, high = 0.09;        // of the hopper, of its grains, of the box [m]
const Real floorThickness = 0.001, below = 0.02;           // how far grains fall before they are taken away [m]
const Real beginning = 0.1, measured = 0.3;                // [s]
const Real refillTime = 0.01;                                   // between two refills [s]

struct Options {
    int ranks = 1, seed = 1;
    std::string plot, series;
};

struct Rate {
    Real hole, rate; // [m], [kg/s]
};

const SurfaceMaterial& getGlass() { // ten thousand times softer, for longer steps
    static const SurfaceMaterial glass =
        SurfaceMaterial().setYoungsModulus(5e6).setPoissonsRatio(0.25).setRestitution(0.5).setFriction(0.4);
    return glass;
}

GrainBedOptions optionsOf(const Options& options, Real low) {
    return GrainBedOptions()
        .setBox(Vec3(-side / 2, -side / 2, low), Vec3(side / 2, side / 2, high))
        .setDensity(density)
        .setRanks(options.ranks)
        .setInterval(50); // nothing moves but grains
}

// Returns a plate with a round hole, as a ring that is wider than the box.
Mesh makeFloor(Real hole) {
    const int n = 48;
    std::vector<Vec3> points;
    std::vector<std::array<int, 3>> faces;
    for (const Real z : {0., -floorThickness})
        for (const Real r : {hole / 2, side})
            for (int k = 0; k < n; ++k)
                points.push_back(Vec3(r * std::cos(2 * Pi * k / n), r * std::sin(2 * Pi * k / n), z));
    const auto addQuad = [&faces](int a, int b, int c, int d) {
        faces.push_back({a, b, c});
        faces.push_back({a, c, d});
    };
    for (int k = 0; k < n; ++k) { // corners anticlockwise, seen from outside
        const int next = (k + 1) % n, in = 0, out = n, inLow = 2 * n, outLow = 3 * n;
        addQuad(in + k, out + k, out + next, in + next);                 // top
        addQuad(inLow + next, outLow + next, outLow + k, inLow + k);     // bottom
        addQuad(in + next, inLow + next, inLow + k, in + k);             // the hole's wall
        addQuad(out + k, outLow + k, outLow + next, out + next);         // rim, outside of the box
    }
    return Mesh(points, faces, 0);
}

std::vector<Grain> pour(const Options& options, Real& bulkDensity) {
    MultibodySystem system;
    SimbodyMatterSubsystem matter(system);
    GeneralForceSubsystem forces(system);
    Force::UniformGravity(forces, matter, Vec3(0, 0, -gravity));
    GrainBed bed(system, optionsOf(options, 0).setProgress([](const GrainProgress& now) {
        std::fprintf(stderr, "%s: %d grains, %.0f %%\n", now.task.c_str(), now.grains, 100 * now.fraction);
    }));
    bed.setLaw(ContactModel(HertzNormal(), MindlinIncremental()), getGlass());
    bed.fill(Pouring(radius, unsigned(options.seed)).upTo(level));
    const std::vector<GrainLayer> layers = bed.measureLayers(10);
    bulkDensity = 0; // of the layers two to seven
    for (std::size_t k = 1; k < 7; ++k) bulkDensity += layers[k].solidFraction * density / 6;
    return bed.getGrains();
}

// Puts grains at the top of the hopper again, where there is room.
int refill(GrainBed& bed, int count) {
    const int perSide = int(side / (2.2 * radius));
    const Real pitch = side / perSide, height = high - 1.1 * radius;
    std::vector<char> isTaken(std::size_t(perSide * perSide), 0);
    const auto cellOf = [&](Real x) { return int((x + side / 2) / pitch); };
    for (const Grain& grain : bed.getGrains())
        if (grain.position[2] > height - 2.2 * radius)
            for (const Real dx : {-1.1 * radius, 1.1 * radius})
                for (const Real dy : {-1.1 * radius, 1.1 * radius}) {
                    const int i = cellOf(grain.position[0] + dx), j = cellOf(grain.position[1] + dy);
                    if (i >= 0 && i < perSide && j >= 0 && j < perSide) isTaken[std::size_t(i * perSide + j)] = 1;
                }
    std::vector<Grain> fresh;
    for (int k = 0; k < perSide * perSide && int(fresh.size()) < count; ++k) {
        const int cell = k * 37 % (perSide * perSide); // not one row after the other
        if (isTaken[std::size_t(cell)]) continue;
        fresh.push_back({Vec3(-side / 2 + pitch * (cell / perSide + 0.5), -side / 2 + pitch * (cell % perSide + 0.5), height), radius,
                         Vec3(0, 0, -0.3)});
    }
    bed.add(fresh);
    return int(fresh.size());
}

// Returns the rate of discharge through a hole [kg/s].
Real discharge(const Options& options, Real hole, const std::vector<Grain>& grains, GrainSeries* series) {
    MultibodySystem system;
    SimbodyMatterSubsystem matter(system);
    GeneralForceSubsystem forces(system);
    Force::UniformGravity(forces, matter, Vec3(0, 0, -gravity));
    GrainBed bed(system, optionsOf(options, -2 * below));
    bed.setLaw(ContactModel(HertzNormal(), MindlinIncremental()), getGlass());
    bed.addSurface(matter.Ground(), makeFloor(hole), Transform(), getGlass(), "floor");
    bed.add(grains);
    RungeKuttaMersonIntegrator integrator(system);
    integrator.initialize(system.realizeTopology());
    GrainStepper stepper(bed, integrator);
    int missing = 0, out = 0;
    for (Real time = refillTime; time < beginning + measured + refillTime / 2; time += refillTime) {
        stepper.stepTo(time);
        const int fallen = bed.remove([](const Grain& grain) { return grain.position[2] < -below; });
        if (time > beginning + refillTime / 2) out += fallen;
        missing += fallen;
        missing -= refill(bed, missing);
        if (series) series->write(bed);
    }
    const Real mass = 4. / 3. * Pi * radius * radius * radius * density;
    std::fprintf(stderr, "hole of %.0f mm: %d grains in %g s\n", 1000 * hole, out, measured);
    return out * mass / measured;
}

// Draws measured rates and the law with gnuplot. Returns false if that fails.
bool draw(const std::string& path, const std::vector<Rate>& rates, Real bulkDensity) {
    FILE* gnuplot = popen("gnuplot", "w");
    if (!gnuplot) return false;
    std::fprintf(gnuplot,
                 "set terminal svg size 640,420 font 'sans,14'\nset output '%s'\nset xlabel 'hole [mm]'\nset ylabel 'discharge [kg/s]'\n"
                 "set grid\nset key left top\nf(c,D) = c*%g*sqrt(%g)*(D/1000-1.4*%g)**2.5\n"
                 "plot [%g:%g] f(0.55,x) lw 2 title 'Beverloo, C = 0.55', f(0.65,x) lw 2 title 'C = 0.65', '-' with points pt 7 title 'the bed'\n",
                 path.c_str(), bulkDensity, gravity, 2 * radius, 900 * rates.front().hole, 1050 * rates.back().hole);
    for (const Rate& one : rates) std::fprintf(gnuplot, "%g %g\n", 1000 * one.hole, one.rate);
    std::fprintf(gnuplot, "e\n");
    return pclose(gnuplot) == 0;
}

void run(const Options& options) {
    Real bulkDensity = 0;
    const std::vector<Grain> grains = pour(options, bulkDensity);
    std::printf("%zu grains of %g mm; density of the bed %.0f kg/m^3\nhole [mm]  hole/d  rate [kg/s]  C for k = 1.4\n",
                grains.size(), 2000 * radius, bulkDensity);
    const Real d = 2 * radius;
    std::vector<Rate> rates;
    for (const int diameters : {5, 6, 7, 8}) {
        const Real hole = diameters * d;
        GrainSeries series(options.series.empty() ? "hopper.pvd" : options.series,
                           GrainSeriesOptions().setContacts(true).setCompressed(true));
        rates.push_back({hole, discharge(options, hole, grains, options.series.empty() ? nullptr : &series)});
        std::printf("%9.0f  %6d  %11.4f  %13.3f\n", 1000 * hole, diameters, rates.back().rate,
                    rates.back().rate / (bulkDensity * std::sqrt(gravity) * std::pow(hole - 1.4 * d, 2.5)));
        std::fflush(stdout);
    }
    // W^(2/5) = (C rho_b sqrt(g))^(2/5) (D - k d) is a straight line in D.
    Real n = 0, x = 0, y = 0, xx = 0, xy = 0;
    for (const Rate& one : rates) {
        const Real root = std::pow(one.rate, 0.4);
        n += 1, x += one.hole, y += root, xx += one.hole * one.hole, xy += one.hole * root;
    }
    const Real slope = (n * xy - x * y) / (n * xx - x * x), start = (y - slope * x) / n;
    std::printf("straight line: C = %.3f, k = %.2f\n", std::pow(slope, 2.5) / (bulkDensity * std::sqrt(gravity)),
                -start / slope / d);
    if (!options.plot.empty() && !draw(options.plot, rates, bulkDensity))
        std::fprintf(stderr, "gnuplot cannot draw %s\n", options.plot.c_str());
}

int main(int argc, char** argv) {
    Options options;
    bool isGood = argc % 2 == 1;
    for (int i = 1; isGood && i + 1 < argc; i += 2) {
        const std::string key = argv[i], value = argv[i + 1];
        char rest = 0;
        int number = 0;
        const bool isNumber = std::sscanf(value.c_str(), "%d%c", &number, &rest) == 1 && number >= 1;
        if (key == "--ranks" && isNumber)
            options.ranks = number;
        else if (key == "--seed" && isNumber)
            options.seed = number;
        else if (key == "--plot")
            options.plot = value;
        else if (key == "--series")
            options.series = value;
        else
            isGood = false;
    }
    if (!isGood) {
        const bool isHelp = argc == 2 && argv[1] == std::string("--help");
        std::fprintf(isHelp ? stdout : stderr,
                     "usage: ExampleGrainHopper [--ranks N] [--seed N] [--plot FILE.svg] [--series FILE.pvd]\n");
        return isHelp ? 0 : 2;
    }
    try {
        run(options);
    } catch (const std::exception& e) {
        std::fprintf(stderr, "%s\n", e.what());
        return 1;
    }
}
