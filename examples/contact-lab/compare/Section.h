#ifndef CONTACT_LAB_SECTION_H
#define CONTACT_LAB_SECTION_H

#include "Picture.h"
#include "Plot.h"
#include "Run.h"

#include <fmt/core.h>
#include <nlohmann/json.hpp>

#include <deque>
#include <functional>
#include <map>
#include <type_traits>
#include <variant>

namespace lab {

/** A number or a text. */
struct Cell {
    template <class Number, class = std::enable_if_t<std::is_arithmetic<Number>::value>> Cell(Number number)
        : number(double(number)) {}
    Cell(const std::string& text) : text(text), isText(true) {}
    Cell(const char* text) : text(text), isText(true) {}
    std::string toText(const std::string& format) const; ///< a text that has no number's format stays as it is

    double number = 0;
    std::string text;
    bool isText = false;
};
/** A row's cells, each under its heading. */
using Row = std::vector<std::pair<std::string, std::string>>;

/** A table on the page and the screen, or a file of comma separated values. */
class Table {
public:
    std::string note = "";                ///< what its columns mean
    Row columns = {};                     ///< heading and fmt's format, as sections.json has them
    std::vector<std::string> header = {}; ///< of the rows that there are
    std::vector<std::vector<std::string>> rows = {};

    void add(const std::vector<Cell>& cells) { addNamed(toRow(cells)); } ///< one for each column
    /** With "steps", "evals" and "time [s]" behind. */
    void add(const Cost& cost, const std::vector<Cell>& cells) { addNamed(cost, toRow(cells)); }
    /** Rows of a table whose headings sections.json does not have. */
    void addNamed(const Row&);
    void addNamed(const Cost&, Row);

private:
    Row toRow(const std::vector<Cell>&) const;
};

struct Figure {
    std::string id; ///< in sections.json
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

/** One experiment: what was done, what to see, the numbers, and the command that does it again. All words are in sections.json; those
that have numbers in them are formats. */
struct Section {
    explicit Section(const std::string& name);

    std::string title, text, command; ///< the text is HTML
    std::deque<Figure> figures = {};
    std::deque<Table> tables = {};
    std::vector<Summary> summary = {};
    std::string conclusion = "";
    std::map<std::string, Table> files = {}; ///< more numbers, as CSV

    /** Adds a table, whose note has these numbers. */
    template <class... Args> Table& addTable(const std::string& id, const Args&... args) {
        return tables.emplace_back(makeTable("tables", id, fmt::make_format_args(args...)));
    }
    /** The file of this name, with the columns that `id` has. */
    Table& getFile(const std::string& name, const std::string& id) {
        return files.emplace(name, makeTable("files", id, fmt::make_format_args())).first->second;
    }
    /** Adds a plot, whose title, labels and caption have these numbers; those of a caption may come later. */
    template <class... Args> Plot& addPlot(const std::string& id, const Args&... args) {
        return makePlot(id, sizeof...(args) > 0, fmt::make_format_args(args...));
    }
    template <class... Args> void setCaption(const std::string& id, const Args&... args) {
        for (Figure& figure : figures)
            if (figure.id == id) figure.caption = fmt::vformat(figure.caption, fmt::make_format_args(args...));
    }
    void addPicture(const std::string& id, Picture);

private:
    Table makeTable(const char* kind, const std::string& id, fmt::format_args) const;
    Plot& makePlot(const std::string& id, bool hasNumbers, fmt::format_args);

    nlohmann::ordered_json words;
};

/** Which laws an experiment is to compare, and whether it records them. */
struct Study {
    Contenders laws;
    bool isComplete = true; ///< all that the experiment knows
    ShowChoice show;
    std::string engines = ""; ///< folder of other engines' runs, for the one experiment with them
    std::string problem = ""; ///< one of that experiment's instead of all
    bool isForPage = false;   ///< which has replays of the first law with history and of HuntCrossleyForce's first

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

/** Fills a section with an experiment. A new one is a file with one such function, declared here, a line in the list of Compare.cpp, its
words in sections.json and its name in CMakeLists.txt. */
using MakeSection = void(const Study&, Section&);
MakeSection obliqueImpact, askedAgainstGot, restitutionAgainstSpeed, slope, slideToRoll, normalLawLoops,
    tangentialLawLoops, dropTest, planarGait, rimlessWheel, gripper, movingPlatform, anyShape, simbodysExamples,
    stiffContact, engines;

} // namespace lab

#endif
