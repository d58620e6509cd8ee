// A library that was built without three.js.

#include "Messages.h"
#include "World.h"

using namespace SimTK;
using namespace simbodydem;

// It says what is missing.
TEST(ReplayWithoutThreeJs, SaysWhatIsMissing) {
    World world;
    expectMessage<std::runtime_error>([&] { ReplayRecorder(world.system, "run.html", 1); },
                                      {"run.html cannot be written", "without three.js", "libjs-three"});
}
