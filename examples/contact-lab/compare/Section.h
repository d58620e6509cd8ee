#ifndef CONTACT_LAB_SECTION_H
#define CONTACT_LAB_SECTION_H

#include "Picture.h"
#include "Plot.h"
#include "Run.h"

#include <functional>
#include <map>
#include <variant>

namespace lab {

/** A row's cells, each under its heading. */
using Row = std::vector<std::pair<std::string, std::string>>;

struct Table {
    std::string note = ""; ///< what its columns mean
    std::vector<std::string> header = {};
    std::vector<std::vector<std::string>> rows = {};

    void add(const Row&);
    void add(const Cost&, Row); ///< with "steps", "evals" and "time [s]"
};

struct Figure {
    std::variant<Plot, Picture> drawing;
    std::string caption = ""; ///< what to see; without one it is not on the page

    std::string getFileName() const {
        return std::visit([](const auto& d) { return fileNameOf(d.title); }, drawing);
    }
    std::string draw() const {
        return std::visit([](const auto& d) { return renderSvg(d); }, drawing);
    }
};

/** A line of the summary on top of the page. */
struct Summary {
    std::string asked, ours, huntCrossley; ///< what was asked, and how close who came
    std::string price;                     ///< ours over HuntCrossleyForce's
};

/** One experiment: what was done, what to see, the numbers, and the command that does it again. */
struct Section {
    std::string title, text; ///< the text is HTML
    std::string command = "";
    std::vector<Figure> figures = {};
    std::vector<Table> tables = {};
    std::vector<Summary> summary = {};
    std::string conclusion = "";
    std::map<std::string, std::string> files = {}; ///< more numbers, as CSV

    /** One more, to be filled before the next one is added. */
    Table& addTable(const std::string& note = "") { return tables.emplace_back(Table{note}); }
};

/** Which laws an experiment is to compare, and whether it records them. */
struct Study {
    Contenders laws;
    bool isComplete = true; ///< all that the experiment knows
    ShowChoice show;
    std::string engines = ""; ///< folder of other engines' runs, for the one experiment with them
    std::string problem = ""; ///< one of that experiment's instead of all
    bool isForPage = false; ///< which has replays of the first law with history and of HuntCrossleyForce's first

    /** Give a model's run the law, and a replay of its own. @param variant  what else the replay's name says */
    void set(RunOptions&, const Contender&, const std::string& variant = "") const;
    /** A replay of this name after the one that was asked for: "walk.html" and "-cundall" are "walk-cundall.html". */
    ShowChoice named(const std::string& name) const;
};

/** HuntCrossleyForce, Hertz-Mindlin, Cundall and the dashpot-slider, each with its default material. */
Contenders contenders();

/** An empty curve of this law. */
Series& addCurve(Plot&, const Contender& law, const char* style = styles::line);
/** HuntCrossleyForce is broad and lies below the others. */
const char* styleOf(const Contender&);
/** The colour of any law of the catalog: its contender's if it belongs to one. @param index of the law in its catalog */
std::string catalogColor(const std::string& law, std::size_t index);

/** A number as a cell of a table. @param format fmt's */
std::string number(double value, const char* format = "{:.4g}");
/** Steps of ours over HuntCrossleyForce's, as "steps 94 / 97 = 0.97". */
std::string priceOf(double ours, double huntCrossleys, const char* format = "{:.2g}");

/** A line for each sample. */
template <class Sample, class ToLine>
std::string toCsv(const std::string& header, const std::vector<Sample>& samples, ToLine toLine) {
    std::string csv = header + "\n";
    for (const Sample& s : samples) csv += toLine(s) + "\n";
    return csv;
}

/** How close the contenders came, for a line of the summary. */
class Score {
public:
    void add(const Contender&, const std::string& error, double steps);
    Summary summarize(const std::string& asked) const;

private:
    std::string ours, theirs;
    double ourSteps = 0, theirSteps = 0;
};

/** The tables, as text. */
void print(const Section&);

/** Every plot (SVG) and the numbers of every run (CSV). @throws std::runtime_error if a file cannot be written */
void writeFiles(const Section&, const std::string& folder);

/** Make a section and write it as JSON, from which the page is made: all at once or not at all, whatever interrupts it.
What is left of an older one is removed first; where there is no section, a file says why.
@param replay  beside which `make` writes its replays, or ""
@throws std::runtime_error if it cannot be written, and what `make` throws */
void writePart(const std::string& file, const std::string& name, const std::string& replay,
               const std::function<Section()>& make);

/** Write one page from the parts of these experiments, and each of its plots and replays beside it: a folder that needs nothing else.
@returns the names of those that have no part: their sections say why @throws std::runtime_error if it cannot be written */
std::vector<std::string> writePage(const std::string& folder, const std::string& partsFolder,
                                   const std::vector<std::string>& names);

// The page's experiments. A new one is a file with one function, declared here, a line in the list of Compare.cpp and its
// name in CMakeLists.txt.
Section obliqueImpact(const Study&);
Section askedAgainstGot(const Study&);
Section restitutionAgainstSpeed(const Study&);
Section slope(const Study&);
Section slideToRoll(const Study&);
Section normalLawLoops(const Study&);
Section tangentialLawLoops(const Study&);
Section dropTest(const Study&);
Section planarGait(const Study&);
Section rimlessWheel(const Study&);
Section gripper(const Study&);
Section movingPlatform(const Study&);
Section anyShape(const Study&);
Section simbodysExamples(const Study&);
Section stiffContact(const Study&);
Section engines(const Study&);

} // namespace lab

#endif
