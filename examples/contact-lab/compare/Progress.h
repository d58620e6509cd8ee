#ifndef CONTACT_LAB_PROGRESS_H
#define CONTACT_LAB_PROGRESS_H

#include <string>

namespace lab {

/** On a terminal a bar with the remaining time; elsewhere a line for each job that ends. To stderr. */
class Progress {
public:
    Progress();
    ~Progress();

    /** @param share of the work that is done @param remaining [s], or a negative number if nobody knows yet @param running
    names of the jobs */
    void show(double share, double remaining, const std::string& running);
    void line(const std::string& job, const std::string& what);

private:
    const bool isTerminal;
};

} // namespace lab

#endif
