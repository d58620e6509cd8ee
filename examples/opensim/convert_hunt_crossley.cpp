// Converts an OpenSim model with HuntCrossleyForce, SmoothSphereHalfSpaceForce or ElasticFoundationForce to a model whose contacts have
// a memory.

#include "ToDEM.h"

#include <CLI/CLI.hpp>

#include <iostream>

int main(int argc, char** argv) {
    CLI::App app(
        "Replaces every HuntCrossleyForce, SmoothSphereHalfSpaceForce and ElasticFoundationForce of an OpenSim "
        "model by a DEMContactForce");
    std::string in, out;
    FromHuntCrossley how;
    app.add_option("model", in, "an .osim file of OpenSim 4")->required()->check(CLI::ExistingFile);
    app.add_option("output", out, "the .osim file to write")->required();
    app.add_option("--poisson", how.poissonsRatio,
                   "Poisson's ratio nu [-], in (-1, 0.5], for the spring of friction; below 0.5 for layers")
        ->capture_default_str();
    app.add_option("--speed", how.impactSpeed,
                   "impact speed v [m/s], >= 0; the new restitution is 1 - c v there, or 0.1 if that is less; it damps "
                   "the spring of friction")
        ->check(CLI::NonNegativeNumber)
        ->capture_default_str();
    try {
        app.parse(argc, argv);
        SimTK::Xml::Document model(in);
        for (const std::string& line : toDEM(model, how)) std::cout << line << '\n';
        model.writeToFile(out);
    } catch (const CLI::ParseError& e) {
        return app.exit(e) == 0 ? 0 : 2;
    } catch (const std::exception& e) {
        std::cerr << in << ": " << e.what() << '\n';
        return 2;
    }
}
