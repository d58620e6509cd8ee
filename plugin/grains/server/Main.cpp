// SPDX-License-Identifier: Apache-2.0 OR GPL-2.0-or-later
// simbodydem-grains: computes a bed of grains by LAMMPS, on all ranks of MPI, for a GrainBed in another program.

#include "protocol/Channel.h"
#include "protocol/Commands.h"
#include "server/LammpsBed.h"

#include <mpi.h>
#include <unistd.h>

#include <cstdio>
#include <memory>

namespace simbodydem::grains {

namespace {

// Serves one client. All ranks execute every command; rank 0 receives and answers.
class Session {
public:
    Session(const std::string& socket, MPI_Comm world) : socket(socket), bed(world), ranks(bed.getRanks()) {
        if (ranks.isFirst()) channel = std::make_unique<Channel>(connectTo(socket));
    }

    /** Serves until the client ends the session, or is gone. */
    void serve() {
        receive();
        while (Command(asked.kind) != Command::Quit) {
            if (Command(asked.kind) == Command::Advance)
                advance(); // leaves the command that has ended the run
            else {
                answerWith([this] { return execute(); });
                receive();
            }
        }
    }

private:
    void receive() {
        asked = {std::uint32_t(Command::Quit), {}};
        if (channel) {
            try {
                asked = channel->receive();
            } catch (const ChannelClosed&) { // the client was killed, and cannot remove its folder
                const std::string folder = socket.substr(0, socket.rfind('/'));
                for (const char* const name : {"/socket", "/output"}) ::unlink((folder + name).c_str());
                ::rmdir(folder.c_str());
            }
        }
        ranks.broadcast(asked);
    }

    template <class Function> void answerWith(const Function& function) {
        Envelope reply{std::uint32_t(Answer::Done), {}};
        try {
            reply.bytes = function();
        } catch (const std::invalid_argument& error) {
            reply = {std::uint32_t(Answer::Failed), toMessage(Failure{error.what(), true})};
        } catch (const std::exception& error) {
            reply = {std::uint32_t(Answer::Failed), toMessage(Failure{error.what(), false})};
        }
        if (!channel) return;
        try {
            channel->send(reply);
        } catch (const ChannelClosed&) {
        }
    }

    // Runs intervals, one after the other, until a command comes that changes the bed.
    void advance() {
        try {
            motion = fromMessage<Motion>(asked.bytes);
            bed.advance(motion, [this](const IntervalReport& report, const std::string& fault) {
                answerWith([&] {
                    if (!fault.empty()) throw std::runtime_error(fault);
                    return toMessage(report);
                });
                for (receive(); isReading(); receive()) answerWith([this] { return execute(); });
                return takeMotion() ? &motion : nullptr;
            });
        } catch (const std::exception& error) { // of a motion that is none, before the run
            const std::string reason = error.what();
            answerWith([&]() -> std::string { throw std::invalid_argument(reason); });
            receive();
        }
    }

    // Returns false if the command is no motion, which advance() then reports.
    bool takeMotion() {
        if (Command(asked.kind) != Command::Advance) return false;
        try {
            motion = fromMessage<Motion>(asked.bytes);
        } catch (const std::exception&) {
            return false;
        }
        return motion.steps >= 1;
    }

    bool isReading() const {
        const Command command = Command(asked.kind);
        return command == Command::Measure || command == Command::MeasureLayers || command == Command::ReadGrains ||
               command == Command::ReadContacts || command == Command::ReadPairs;
    }

    template <class Input, class Function> std::string answer(const Function& function) const {
        return toMessage(function(fromMessage<Input>(asked.bytes)));
    }

    std::string execute() {
        switch (Command(asked.kind)) {
        case Command::Hello: {
            const Hello client = fromMessage<Hello>(asked.bytes);
            if (client.version != protocolVersion)
                throw std::invalid_argument("the server speaks version " + std::to_string(protocolVersion) +
                                            " of the protocol, the library version " + std::to_string(client.version) +
                                            "; both must be of one build");
            return toMessage(Hello{protocolVersion, ranks.getCount(), bed.getEngine()});
        }
        case Command::SetUp: return answer<BedSetUp>([&](const BedSetUp& in) { return bed.setUp(in); });
        case Command::AddGrains: return answer<Grains>([&](const Grains& in) { return bed.addGrains(in); });
        case Command::AddSurface: bed.addSurface(fromMessage<SurfaceOnBody>(asked.bytes)); return {};
        case Command::SetPoses: return answer<Motion>([&](const Motion& in) { return bed.setPoses(in); });
        case Command::Level: return answer<Height>([&](const Height& in) { return bed.level(in.height); });
        case Command::Remove: return answer<Numbers>([&](const Numbers& in) { return bed.remove(in.numbers); });
        case Command::Measure: return toMessage(bed.measure());
        case Command::MeasureLayers:
            return answer<LayersAsked>([&](const LayersAsked& in) { return bed.measureLayers(in); });
        case Command::ReadGrains: return toMessage(bed.readGrains());
        case Command::ReadContacts:
            return answer<SurfaceNumber>([&](const SurfaceNumber& in) { return bed.readContacts(in.number); });
        case Command::ReadPairs: return toMessage(bed.readPairs());
        case Command::Save: return toMessage(bed.save());
        case Command::Restore: return answer<Restart>([&](const Restart& in) { return bed.restore(in); });
        default: throw std::invalid_argument("unknown command " + std::to_string(asked.kind));
        }
    }

    const std::string socket;
    std::unique_ptr<Channel> channel;
    LammpsBed bed;
    const Ranks& ranks;
    Envelope asked;
    Motion motion; // of the present interval
};

constexpr const char* help = R"(usage: mpirun -n RANKS simbodydem-grains --socket PATH

Computes a bed of grains by LAMMPS for a program of SimbodyDEM, which starts it. GrainBed in that program listens at
the socket PATH. --version prints the versions of the protocol and of LAMMPS.
)";

} // namespace

} // namespace simbodydem::grains

int main(int argc, char** argv) {
    using namespace simbodydem::grains;
    const std::string option = argc > 1 ? argv[1] : "--help";
    if (option == "--help" || option == "-h") {
        std::fputs(help, stdout);
        return 0;
    }
    MPI_Init(&argc, &argv);
    int result = 2;
    if (option == "--version") {
        std::printf("simbodydem-grains, protocol %d, %s\n", int(protocolVersion),
                    LammpsBed(MPI_COMM_WORLD).getEngine().c_str());
        result = 0;
    } else if (option == "--socket" && argc == 3) {
        try {
            Session(argv[2], MPI_COMM_WORLD).serve();
            result = 0;
        } catch (const std::exception& error) {
            std::fprintf(stderr, "ERROR: %s\n", error.what());
            MPI_Abort(MPI_COMM_WORLD, 1);
        }
    } else
        std::fprintf(stderr, "simbodydem-grains: unknown arguments\n%s", help);
    MPI_Finalize();
    return result;
}
