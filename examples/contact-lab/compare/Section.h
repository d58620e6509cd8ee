#ifndef CONTACT_LAB_SECTION_H
#define CONTACT_LAB_SECTION_H

#include "Contender.h"
#include "Plot.h"
#include "Run.h"

#include <map>
#include <string>
#include <vector>

namespace lab {

struct Table {
    std::string note; ///< what its columns mean
    std::vector<std::string> header;
    std::vector<std::vector<std::string>> rows = {};

    /** To the last row, under "steps", "evals" and "time [s]". */
    void add(const Cost&);
};

struct Figure {
    Plot plot;
    std::string caption = ""; ///< what to see; without one it is not on the page
};

/** A line of the summary on top of the page. */
struct Summary {
    std::string asked, ours, huntCrossley; ///< what was asked, and how close who came
    std::string price;                     ///< ours over HuntCrossleyForce's
};

/** One experiment: what was done, what to see, the numbers, and the command that does it again. */
struct Section {
    std::string title, text; ///< the text is HTML
    std::vector<Figure> figures = {};
    std::vector<Table> tables = {};
    std::string conclusion = "", command = "";
    std::vector<Summary> summary = {};
    std::map<std::string, std::string> files = {}; ///< more numbers, as CSV
};

/** Which laws an experiment is to compare, and whether it shows them. */
struct Study {
    Contenders laws;
    bool isComplete = true; ///< all that the experiment knows
    ShowChoice show;

    /** @param variant  what else the run's name says */
    ShowChoice showOf(const Contender& law, const std::string& variant = "") const {
        return show.named(law.name + variant);
    }
};

/** HuntCrossleyForce, Hertz-Mindlin, Cundall and the dashpot-slider, each with its default material. */
const Contenders& contenders();

inline Series curveOf(const Contender& law, Series::Style style = Series::Style::Line) {
    return {law.label, law.color, style};
}
/** HuntCrossleyForce is broad and lies below the others. */
Series::Style styleOf(const Contender&);
/** The colour of any law of the catalog: its contender's if it belongs to one. @param index of the law in its catalog */
std::string catalogColor(const std::string& law, std::size_t index);

/** A number as a cell of a table. @param format fmt's */
std::string number(double value, const char* format = "{:.4g}");
/** Steps of ours over HuntCrossleyForce's, as "steps 94 / 97 = 0.97". */
std::string priceOf(double ours, double huntCrossleys, const char* format = "{:.2g}");

/** How close the contenders came, for a line of the summary. */
class Score {
public:
    void add(const Contender&, const std::string& error, double steps);
    Summary summarize(const std::string& asked) const;

private:
    std::string ours, theirs;
    double ourSteps = 0, theirSteps = 0;
};

} // namespace lab

#endif
