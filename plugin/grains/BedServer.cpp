// SPDX-License-Identifier: Apache-2.0
#include "grains/BedServer.h"

#include "grains/Conversions.h"
#include "grains/InputChecks.h"

#include <fstream>
#include <stdexcept>

namespace simbodydem::grains {

using namespace SimTK;

namespace {

// Returns the words that start the server's processes: those of the user, or of the file beside the server, or else the mpirun of Open MPI.
std::vector<std::string> launcherOf(const std::string& server, const GrainBedOptions& options) {
    if (!options.getLauncher().empty()) return options.getLauncher();
    std::ifstream file(server + ".launcher");
    if (!file)
        return {"mpirun", "-n",    "{ranks}",
                "--oversubscribe", "--bind-to",
                "none",            "--mca",
                "btl_vader_single_copy_mechanism", "none",
                "--mca",           "mpi_yield_when_idle",
                "1"};
    std::vector<std::string> words;
    for (std::string word; std::getline(file, word);) words.push_back(word);
    return words;
}

std::vector<std::string> commandOf(const std::string& server, const GrainBedOptions& options) {
    std::vector<std::string> command = launcherOf(server, options);
    for (std::string& word : command)
        if (word == "{ranks}") word = std::to_string(options.getRanks());
    command.push_back(server);
    return command;
}

} // namespace

ServerProcess& BedServer::getProcess() {
    if (!process) throw std::logic_error("GrainBed: there are no grains; call fill() or add() first");
    if (isBroken) throw std::runtime_error("GrainBed: its server has ended before; make a new bed");
    return *process;
}

void BedServer::start() {
    if (process) return;
    if (!contents.hasLaw()) throw std::logic_error("GrainBed: it has no law; call setLaw() first");
    contents.findGravityOfStart();
    const GrainBedOptions& options = contents.getOptions();
    const std::string path = options.getServer().empty() ? findServer() : options.getServer();
    const std::vector<std::string> command = commandOf(path, options);
    auto started = std::make_unique<ServerProcess>(command);
    const Hello hello = started->ask<Hello>(Command::Hello, Hello());
    if (hello.version != protocolVersion)
        throw std::runtime_error("GrainBed: the server " + path + " is of another build than the library");
    if (hello.ranks != options.getRanks())
        throw std::runtime_error("GrainBed: the launcher has started " + std::to_string(hello.ranks) + " ranks for " +
                                 std::to_string(options.getRanks()) + ", with " + hello.engine);
    engine = hello.engine;
    lawText = started->ask<SetUpDone>(Command::SetUp, contents.describeSetUp()).description;
    process = std::move(started);
}

void BedServer::stop() {
    process.reset();
    sent.clear();
    numGrains = 0;
    for (BedSurface& surface : contents.updSurfaces()) surface.isSent = false;
    contents.forgetBodies();
    contents.forgetRadii();
}

std::string BedServer::describeLaw() {
    requireRunning();
    return lawText;
}

std::string BedServer::describeEngine() {
    requireRunning();
    return engine;
}

void BedServer::sendSurface(BedSurface& surface, const SurfaceOnBody& message) {
    getProcess().tell(Command::AddSurface, message);
    surface.bodyMass = message.bodyMass;
    surface.isSent = true;
    sent.push_back(int(&surface - contents.getSurfaces().data()));
}

void BedServer::sendGrains(const Grains& grains, bool skipsBuried) {
    Grains message = grains;
    message.skipsBuried = skipsBuried;
    numGrains = int(getProcess().ask<Count>(Command::AddGrains, message).count);
}

void BedServer::remove(const Numbers& numbers) {
    numGrains = int(getProcess().ask<Count>(Command::Remove, numbers).count);
}

void BedServer::level(Real height) { numGrains = int(getProcess().ask<Count>(Command::Level, Height{height}).count); }

void BedServer::place(const Motion& motion, Real time) {
    take(getProcess().ask<IntervalReport>(Command::SetPoses, motion), time);
}

void BedServer::advance(const Motion& motion, Real until) {
    IntervalReport report;
    try {
        report = getProcess().ask<IntervalReport>(Command::Advance, motion);
    } catch (const std::runtime_error&) {
        isBroken = true;
        throw;
    }
    take(report, until);
}

BedState BedServer::save() { return getProcess().ask<BedState>(Command::Save); }

void BedServer::restore(const Restart& restart, Real time) {
    take(getProcess().ask<IntervalReport>(Command::Restore, restart), time);
}

void BedServer::take(const IntervalReport& report, Real until) {
    for (std::size_t k = 0; k < report.surfaces.size() && k < sent.size(); ++k)
        contents.updSurfaces()[std::size_t(sent[k])].report = report.surfaces[k];
    numGrains = int(report.grains);
    if (report.lost.numbers.empty()) return;
    numLost += (long long)(report.lost.numbers.size());
    if (contents.getOptions().mayGrainsLeave()) return;
    isBroken = true;
    throw std::runtime_error(describeLost(report.lost, until));
}

std::string BedServer::describeLost(const LostGrains& lost, Real until) const {
    const Vec3 at = vectorAt(lost.positions, 0);
    std::string text = "GrainBed: grain " + std::to_string(lost.numbers[0]) + " has left the box at (" + toText(at[0]) +
                       ", " + toText(at[1]) + ", " + toText(at[2]) + ") m with " + toText(lost.speeds[0]) +
                       " m/s, by t = " + toText(until) + " s";
    if (lost.numbers.size() > 1) text += ", and " + std::to_string(lost.numbers.size() - 1) + " others";
    const Real ratio = contents.getStepRatio();
    if (BedContents::isLongStep(ratio))
        return text + ". The time step is " + toText(ratio) +
               " times the default, with which grains are not stable; call GrainBedOptions::setTimeStep()";
    return text + ". A body that pushes grains through the walls does that. A wider or higher box keeps them, or "
                  "GrainBedOptions::setGrainsMayLeave() lets them go";
}

} // namespace simbodydem::grains
