// SPDX-License-Identifier: Apache-2.0
#include "base/Warning.h"

#include <iostream>
#include <mutex>

namespace simbodydem {

namespace {

std::mutex mutex;
WarningHandler handler;
thread_local int silences = 0;

} // namespace

WarningHandler setWarningHandler(WarningHandler next) {
    const std::lock_guard<std::mutex> lock(mutex);
    handler.swap(next);
    return next;
}

void warn(const std::string& text) {
    if (silences > 0) return;
    const std::lock_guard<std::mutex> lock(mutex);
    if (handler)
        handler(text);
    else
        std::cerr << "SimbodyDEM: warning: " + text + "\n" << std::flush;
}

void passWarning(const std::string& text) { warn(text); }

Silence::Silence() { ++silences; }

Silence::~Silence() { --silences; }

} // namespace simbodydem
