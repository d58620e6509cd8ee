// SPDX-License-Identifier: Apache-2.0
#include "base/Checks.h"
#include "contact/HistoryRows.h"
#include "contact/HistoryText.h"

#include <cmath>
#include <ostream>
#include <stdexcept>

namespace simbodydem {

using SimTK::Real;

namespace {

class Writer final : public HistoryRows {
public:
    const std::string& getText() const { return text; }

    void line(const std::string& words) override {
        text += words + '\n';
        ++lines;
    }
    [[noreturn]] void fail(const std::string& why) const override {
        throw std::runtime_error("contact history, line " + std::to_string(lines + 1) +
                                 ": the history of this State cannot be written: " + why);
    }

private:
    bool startRow(const char* first, bool isThere) override {
        if (isThere) text += first;
        return isThere;
    }
    void transfer(const char*, Real& value) override { text += ' ' + (std::isnan(value) ? "none" : toDigits(value)); }
    void endRow() override { line(""); }

    std::string text;
    int lines = 0;
};

} // namespace

void writeHistoryFile(std::ostream& out, SavedHistory saved, const HistoryModel& model) {
    Writer writer;
    writer.line(historyTitle());
    describeHistory(writer, saved, model);
    const std::string& text = writer.getText();
    out << text << checksumLine(text) << std::flush; // unflushed text may be lost without an error
    if (!out)
        throw std::runtime_error("contact history: the stream has failed (is the disk full?). The history of " +
                                 std::to_string(saved.contacts.size()) + " contacts at t = " + toText(saved.time) +
                                 " s is not saved; write it to another file");
}

} // namespace simbodydem
