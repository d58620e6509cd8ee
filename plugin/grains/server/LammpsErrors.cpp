// SPDX-License-Identifier: Apache-2.0 OR GPL-2.0-or-later
#include "server/LammpsErrors.h"

#include "server/Lammps.h"

#include <string>

namespace simbodydem::grains {

namespace {

ssize_t writeErrors(void* kept, const char* bytes, size_t size) {
    std::string& line = *static_cast<std::string*>(kept);
    for (size_t i = 0; i < size; ++i) {
        line += bytes[i];
        if (bytes[i] != '\n') continue;
        if (line.rfind("ERROR", 0) == 0 || line.rfind("Last command", 0) == 0) std::fputs(line.c_str(), stderr);
        line.clear();
    }
    return ssize_t(size);
}

} // namespace

std::FILE* openErrorFilter() {
    static std::string line;
    cookie_io_functions_t functions{};
    functions.write = writeErrors;
    std::FILE* const file = fopencookie(&line, "w", functions);
    std::setvbuf(file, nullptr, _IOLBF, 1 << 12);
    return file;
}

void endAtError(LAMMPS_NS::LAMMPS& lammps) {
    if (!lammps_has_error(&lammps)) return;
    char message[1000] = "";
    lammps_get_last_error_message(&lammps, message, int(sizeof message));
    std::fprintf(stderr, "%s%s\n", std::string(message).rfind("ERROR", 0) == 0 ? "" : "ERROR: ", message);
    std::fflush(stderr);
    MPI_Abort(lammps.world, 1);
}

} // namespace simbodydem::grains
