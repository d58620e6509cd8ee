#include "Warning.h"

#include <iostream>
#include <mutex>

namespace simbodydem {

void warn(const std::string& text) {
    static std::mutex mutex;
    const std::lock_guard<std::mutex> lock(mutex);
    std::cerr << "SimbodyDEM: warning: " + text + "\n" << std::flush;
}

} // namespace simbodydem
