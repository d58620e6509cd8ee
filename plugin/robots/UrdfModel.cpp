// SPDX-License-Identifier: Apache-2.0
#include "robots/UrdfModel.h"

#include <console_bridge/console.h>
#include <urdf_parser/urdf_parser.h>

#include <exception>
#include <mutex>
#include <utility>
#include <vector>

namespace simbodydem {

namespace {

using console_bridge::LogLevel;
using Log = ConsoleLog;

// Keeps the log of a thread that parses; other threads' messages pass to the handler of the program.
class LogCatcher : public console_bridge::OutputHandler {
public:
    void log(const std::string& text, LogLevel level, const char* file, int line) override {
        if (caught)
            caught->emplace_back(level, text);
        else if (before)
            before->log(text, level, file, line);
    }
    static thread_local Log* caught;
    console_bridge::OutputHandler* before = nullptr;
};
thread_local Log* LogCatcher::caught = nullptr;

// Returns the line of the link or joint whose name the message has in quotes or brackets; 0 if there is none.
int lineOfMessage(const std::string& text, const UrdfElement& robot) {
    for (const UrdfElement& element : robot.children) {
        const std::string& name = element.valueOf("name");
        if (name.empty()) continue;
        for (const char* around : {"''", "[]", "\"\""})
            if (text.find(around[0] + name + around[1]) != std::string::npos) return element.line;
    }
    return 0;
}

// Leaves out materials, which are read elsewhere. A capsule is not known to urdfdom 3; it has the attributes of a cylinder.
void simplify(UrdfElement& element) {
    std::vector<UrdfElement> kept;
    for (UrdfElement& child : element.children) {
        if (child.name == "material") continue;
        if (child.name == "capsule") child.name = "cylinder";
        simplify(child);
        kept.push_back(std::move(child));
    }
    element.children = std::move(kept);
}

} // namespace

// The handler of console_bridge is a global one: one thread parses at a time.
ConsoleLog catchLog(const std::function<void()>& action) {
    Log log;
    static std::mutex oneAtATime;
    static auto* const catcher = new LogCatcher; // console_bridge may keep it
    const std::lock_guard<std::mutex> lock(oneAtATime);
    const LogLevel level = console_bridge::getLogLevel();
    catcher->before = console_bridge::getOutputHandler();
    LogCatcher::caught = &log;
    console_bridge::useOutputHandler(catcher);
    if (level > console_bridge::CONSOLE_BRIDGE_LOG_WARN)
        console_bridge::setLogLevel(console_bridge::CONSOLE_BRIDGE_LOG_WARN);
    try {
        action();
    } catch (const std::exception& e) {
        log.emplace_back(console_bridge::CONSOLE_BRIDGE_LOG_ERROR, e.what());
    }
    console_bridge::setLogLevel(level);
    console_bridge::useOutputHandler(catcher->before);
    LogCatcher::caught = nullptr;
    return log;
}

urdf::ModelInterfaceSharedPtr parseModel(const UrdfElement& robot, Findings& findings) {
    UrdfElement simple = robot;
    simplify(simple);
    urdf::ModelInterfaceSharedPtr model;
    const std::string text = toXml(simple);
    const Log log = catchLog([&] { model = urdf::parseURDF(text); });
    for (const auto& [level, message] : log) {
        const int line = lineOfMessage(message, robot);
        if (level >= console_bridge::CONSOLE_BRIDGE_LOG_ERROR)
            findings.error(line, "urdfdom: " + message);
        else if (level == console_bridge::CONSOLE_BRIDGE_LOG_WARN)
            findings.warn(line, "urdfdom: " + message);
    }
    findings.throwErrors();
    if (!model) findings.fail(0, "urdfdom does not read it, and gives no reason");
    return model;
}

} // namespace simbodydem
