// SPDX-License-Identifier: Apache-2.0
#ifndef SIMBODYDEM_CONTACT_HISTORY_TEXT_H
#define SIMBODYDEM_CONTACT_HISTORY_TEXT_H

#include "base/Fingerprint.h"

#include <string>
#include <string_view>

// The first and the last line of the file, which writer and reader share.

namespace simbodydem {

constexpr int historyVersion = 5, oldestHistoryVersion = 2; // written, and read
inline std::string historyTitle(int version = historyVersion) {
    return "SimbodyDEM contact history, version " + std::to_string(version);
}

/** Returns the last line. Any changed character of the text changes it. */
inline std::string checksumLine(std::string_view text) {
    return "checksum " + std::to_string(fingerprintOf(text)) + "\n";
}

} // namespace simbodydem

#endif
