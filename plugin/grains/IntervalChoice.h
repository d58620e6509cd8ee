// SPDX-License-Identifier: Apache-2.0
#ifndef SIMBODYDEM_GRAINS_INTERVAL_CHOICE_H
#define SIMBODYDEM_GRAINS_INTERVAL_CHOICE_H

#include "grains/BedSurface.h"
#include "grains/BodyResponse.h"
#include "simbodydem/grains/GrainBed.h"

#include <limits>
#include <vector>

namespace simbodydem::grains {

/** Chooses how long the mechanism moves between two exchanges with the grains. An interval is as long as the options say, unless

- a surface without contact may meet a grain in it that its body feels: then the touch begins a new interval;
- such a hit lasts: then it is a twentieth of the contact time, since a body that learns of a hit only afterwards gains the energy 4 m/M;
- the largest frequency of the mechanism on the springs of its contacts, or rate of their dashpots, is too high for it.

Where even one step is too long, it is divided. */
class IntervalChoice {
public:
    struct Interval {
        long long steps = 1;
        int parts = 1; ///< of each step; 1 unless steps = 1
        bool isShortened = false;
    };
    /** Holds what is known of the touches of one surface, as it is saved with a bed. */
    struct Touch {
        double freeUntil = -1e300;        ///< no grain can come before this time [s]
        double hitUntil = -1e300;         ///< the end of the hit that lasts [s]
        double contactTime = 0; ///< of a hit; 0: unknown, infinite: its body does not feel it [s]
        bool hadContact = false;

        template <class IO> void fields(IO& io) { io(freeUntil)(hitUntil)(contactTime)(hadContact); }
    };

    IntervalChoice(const SimTK::MultibodySystem& system, std::vector<BedSurface>& surfaces)
        : system(system), surfaces(surfaces) {}

    /** Begins with the present reports. @param ahead  as in the motion that they answer */
    void begin(const SimTK::State&, double ahead);
    /** Forgets all touches: all surfaces look for their next grain. */
    void forget() { touches.clear(); }
    /** Looks again for the next grain of all surfaces, since there are other grains. */
    void lookAgain();
    /** Adds to the next motion for which surfaces the next grain is to be found. @param state  at its end */
    void lookAhead(const SimTK::State&, const std::vector<int>& sent, double step, int longest, Motion&) const;
    /** Takes the reports at the end of an interval: beginning hits, and the masses that dashpots feel. @param ahead  as in the motion */
    void learn(const SimTK::State&, double ahead);
    /** Returns the next interval. @param longest  in steps. @param step  of the bed [s] */
    Interval choose(const SimTK::State&, double step, double longest);
    /** Returns the interval that what has limited intervals so far would have allowed. @param step  of the bed [s] */
    GrainIntervalAdvice advise(double step) const;

    const std::vector<Touch>& getTouches() const { return touches; }
    const std::array<SimTK::Vector, 2>& getModes() const { return modes; }
    void restore(const std::vector<Touch>&, const std::array<SimTK::Vector, 2>& modes);

private:
    void takeNext(const BodyResponse&, std::size_t surface, double now, double ahead);
    double contactTimeOf(const BedSurface&, double bodyMass) const;

    const SimTK::MultibodySystem& system;
    std::vector<BedSurface>& surfaces;
    std::vector<Touch> touches; // by surface
    std::array<SimTK::Vector, 2> modes; // motions of the largest frequency, and of the largest rate of dashpots
    double largestFrequency = 0, largestRate = 0; // so far [1/s]
    double shortestHit = std::numeric_limits<double>::infinity(); // contact time, so far [s]
};

} // namespace simbodydem::grains

#endif
