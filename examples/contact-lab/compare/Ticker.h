#ifndef CONTACT_LAB_TICKER_H
#define CONTACT_LAB_TICKER_H

#include <functional>
#include <utility>

namespace lab {

/** How far an experiment has come: it says how much work there will be, then ticks when some of it is done. */
class Ticker {
public:
    /** @param report is told the share of the work that is done, in [0, 1] */
    explicit Ticker(std::function<void(double)> report) : report(std::move(report)) {}

    /** In units of the experiment's own choice, runs for instance. */
    void expect(double work) { expected = work; }
    void tick(double work = 1) { report((done += work) / expected); }

private:
    const std::function<void(double)> report;
    double done = 0, expected = 1;
};

} // namespace lab

#endif
