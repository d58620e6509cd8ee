#ifndef SIMBODYDEM_TESTS_HEARD_H
#define SIMBODYDEM_TESTS_HEARD_H

#include <iostream>
#include <sstream>
#include <string>

/** Captures the text that goes to std::cerr during its lifetime. */
struct Heard {
    std::ostringstream text;
    std::streambuf* const before = std::cerr.rdbuf(text.rdbuf());
    ~Heard() { std::cerr.rdbuf(before); }

    int warnings() const {
        int count = 0;
        for (std::size_t at = 0; (at = text.str().find("SimbodyDEM: warning: ", at)) != std::string::npos; ++at)
            ++count;
        return count;
    }
};

#endif
