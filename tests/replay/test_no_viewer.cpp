// Tests a library that was built without three.js.

#include "Messages.h"
#include "World.h"

#include <simbodydem/ReplayRecorder.h>

namespace test_no_viewer {

using namespace SimTK;
using namespace simbodydem;

// The error message says that three.js is missing.
TEST(ReplayWithoutThreeJs, NamesTheMissingLibrary) {
    World world;
    expectMessage<std::runtime_error>([&] { ReplayRecorder(world.system, "run.html", 1); },
                                      {"run.html cannot be written", "without three.js", "libjs-three"});
}

} // namespace test_no_viewer
