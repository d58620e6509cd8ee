#ifndef SIMBODYDEM_TESTS_MESSAGES_H
#define SIMBODYDEM_TESTS_MESSAGES_H

#include <gtest/gtest.h>

#include <exception>
#include <functional>
#include <string>
#include <vector>

/** Returns the message of the exception that `action` throws. An exception of another type passes through. */
template <class Exception = std::exception, class Action> std::string messageOf(const Action& action) {
    try {
        action();
    } catch (const Exception& e) {
        return e.what();
    }
    return "nothing was thrown";
}

/** Expects `action` to throw with a message that contains each of `parts`. */
template <class Exception = std::exception, class Action>
void expectMessage(const Action& action, const std::vector<std::string>& parts) {
    try {
        action();
        FAIL() << "nothing was thrown";
    } catch (const Exception& e) {
        for (const std::string& part : parts)
            EXPECT_NE(std::string(e.what()).find(part), std::string::npos) << part << " is not in: " << e.what();
    }
}

/** A call that is an error, and words of its message. */
struct Refusal {
    std::function<void()> call;
    std::vector<std::string> parts;
};

/** Expects each call of a table to throw with its message. */
template <class Exception = std::exception> void expectMessages(const std::vector<Refusal>& table) {
    for (const Refusal& refusal : table) expectMessage<Exception>(refusal.call, refusal.parts);
}

#endif
