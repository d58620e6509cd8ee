// SPDX-License-Identifier: Apache-2.0
#include "Warning.h"

#include <iostream>
#include <mutex>

namespace simbodydem {

namespace {

std::mutex mutex;
WarningHandler handler;

} // namespace

WarningHandler setWarningHandler(WarningHandler next) {
    const std::lock_guard<std::mutex> lock(mutex);
    handler.swap(next);
    return next;
}

void warn(const std::string& text) {
    const std::lock_guard<std::mutex> lock(mutex);
    if (handler)
        handler(text);
    else
        std::cerr << "SimbodyDEM: warning: " + text + "\n" << std::flush;
}

} // namespace simbodydem
