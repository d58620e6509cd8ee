#ifndef CONTACT_LAB_TICKER_H
#define CONTACT_LAB_TICKER_H

#include <functional>
#include <utility>

namespace lab {

/** How far an experiment has come: it says how many runs it will make, then ticks once per run. */
class Ticker {
public:
    /** @param report is told the share of the runs that are done, in [0, 1] */
    explicit Ticker(std::function<void(double)> report) : report(std::move(report)) {}

    void expect(std::size_t runs) { expected = runs; }
    void tick() { report(double(++done) / expected); }

private:
    const std::function<void(double)> report;
    std::size_t done = 0, expected = 1;
};

} // namespace lab

#endif
