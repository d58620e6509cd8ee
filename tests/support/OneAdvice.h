#ifndef SIMBODYDEM_TESTS_ONE_ADVICE_H
#define SIMBODYDEM_TESTS_ONE_ADVICE_H

#include <simbodydem/ContactAdvice.h>

#include <string>

// Reads the rows of one subject of advice.
struct OneAdvice {
    simbodydem::ContactAdvice table;
    std::string subject;

    SimTK::Real operator[](const std::string& quantity) const { return table.get(subject, quantity); }
};

inline OneAdvice firstOf(const simbodydem::ContactAdvice& table) { return {table, table.getSubjects().at(0)}; }

// Returns true if a warning contains this part.
inline bool says(const OneAdvice& advice, const std::string& part) {
    for (const std::string& warning : advice.table.getWarnings(advice.subject))
        if (warning.find(part) != std::string::npos) return true;
    return false;
}

#endif
