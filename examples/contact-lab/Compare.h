#ifndef CONTACT_LAB_COMPARE_H
#define CONTACT_LAB_COMPARE_H

#include <string>

namespace lab {

/** Run every experiment with every law and HuntCrossleyForce and write `folder`/index.html, one self-contained page.
Progress goes to stderr. @throws std::runtime_error if the page cannot be written or gnuplot is missing */
void runCompare(const std::string& folder);

} // namespace lab

#endif
