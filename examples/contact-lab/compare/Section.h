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

/** Holds a number or a text. */
struct Cell {
    template <class Number, class = std::enable_if_t<std::is_arithmetic<Number>::value>> Cell(Number number)
        : number(double(number)) {}
    Cell(const std::string& text) : text(text), isText(true) {}
    Cell(const char* text) : text(text), isText(true) {}
    std::string toText(const std::string& format) const; ///< a text stays as it is if the format is one of numbers

    double number = 0;
    std::string text;
    bool isText = false;
};
/** Holds the cells of a row, each with its heading. */
using Row = std::vector<std::pair<std::string, std::string>>;

/** Holds a table on the page and the screen, or a file of comma separated values. */
class Table {
public:
    std::string note = "";                ///< meaning of the columns
    Row columns = {};                     ///< heading and fmt's format, as sections.json has them
    std::vector<std::string> header = {}; ///< headings of the rows
    std::vector<std::vector<std::string>> rows = {};

    void add(const std::vector<Cell>& cells) { addNamed(toRow(cells)); } ///< one for each column
    /** Adds a row that ends with "steps", "evals" and "time [s]". */
    void add(const Cost& cost, const std::vector<Cell>& cells) { addNamed(cost, toRow(cells)); }
    /** Adds a row to a table whose headings are not in sections.json. */
    void addNamed(const Row&);
    void addNamed(const Cost&, Row);

private:
    Row toRow(const std::vector<Cell>&) const;
};

struct Figure {
    std::string id; ///< in sections.json
    std::variant<Plot, Picture> drawing;
    std::string caption = ""; ///< what to see; a figure without one is not on the page

    std::string getFileName() const {
        return std::visit([](const auto& d) { return fileNameOf(d.title); }, drawing);
    }
    std::string draw() const {
        return std::visit([](const auto& d) { return renderSvg(d); }, drawing);
    }
};

/** Holds a line of the summary on top of the page. */
struct Summary {
    std::string asked, ours, huntCrossley; ///< the quantity, and how close each came
    std::string price;                     ///< cost of SimbodyDEM over that of HuntCrossleyForce
};

/** Holds one experiment: what was done, what to see, the numbers, and the command that repeats it. All texts are in sections.json. Texts
that contain numbers are formats. */
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
    /** Returns the file of this name, with the columns of `id`. */
    Table& getFile(const std::string& name, const std::string& id) {
        return files.emplace(name, makeTable("files", id, fmt::make_format_args())).first->second;
    }
    /** Adds a plot, whose title, labels and caption have these numbers. Those of a caption may come later. */
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

/** Holds the laws that an experiment compares, and whether it records them. */
struct Study {
    Contenders laws;
    bool isComplete = true; ///< with all laws of the experiment
    ShowChoice show;
    bool isForPage = false; ///< with replays of the first law with history and of the first HuntCrossleyForce only

    /** Gives the run of a model the law, and a replay of its own. @param variant  further part of the replay's name */
    void set(RunOptions&, const Contender&, const std::string& variant = "") const;
    /** Returns a replay with this name after the one on the command line: "walk.html" and "-cundall" are "walk-cundall.html". */
    ShowChoice named(const std::string& name) const;
};

/** Returns HuntCrossleyForce, Hertz-Mindlin, Cundall and the dashpot-slider, each with its default material. */
Contenders contenders();

/** Adds an empty curve of this law. */
Series& addCurve(Plot&, const Contender& law, const char* style = styles::line);
/** Returns the style of a law. HuntCrossleyForce is broad and lies below the others. */
const char* styleOf(const Contender&);
/** Returns the colour of any law of the catalog: that of its contender if it has one. @param index of the law in its catalog */
std::string catalogColor(const std::string& law, std::size_t index);

/** Returns a number as a cell of a table. @param format fmt's */
std::string number(double value, const char* format = "{:.4g}");
/** Returns the steps of SimbodyDEM over those of HuntCrossleyForce, as "steps 94 / 97 = 0.97". */
std::string priceOf(double ours, double huntCrossleys, const char* format = "{:.2g}");

/** Collects how close the contenders came, for a line of the summary. */
class Score {
public:
    void add(const Contender&, const std::string& error, double steps);
    Summary summarize(const std::string& asked) const;

private:
    std::string ours, theirs;
    double ourSteps = 0, theirSteps = 0;
};

/** Prints the tables as text. */
void print(const Section&);

/** Writes every plot (SVG) and the numbers of every run (CSV). @throws std::runtime_error if a file cannot be written */
void writeFiles(const Section&, const std::string& folder);

/** Makes a section and writes it as JSON, from which the page is made: all at once or not at all, whatever interrupts it.
An older section is removed first. If there is no section, a file says why.
@param replay  file beside which `make` writes its replays, or ""
@throws std::runtime_error if it cannot be written, and the exceptions of `make` */
void writePart(const std::string& file, const std::string& name, const std::string& replay,
               const std::function<Section()>& make);

/** Writes one page from the parts of these experiments, with its plots and replays beside it. The folder needs nothing else.
@returns the names of the experiments without a part; their sections say why @throws std::runtime_error if it cannot be written */
std::vector<std::string> writePage(const std::string& folder, const std::string& partsFolder,
                                   const std::vector<std::string>& names);

/** Fills a section with an experiment. A new experiment is a file with one such function, declared here, a line in the list of
Compare.cpp, its texts in sections.json and its name in CMakeLists.txt. */
using MakeSection = void(const Study&, Section&);
MakeSection obliqueImpact, askedAgainstGot, restitutionAgainstSpeed, slope, slideToRoll, normalLawLoops,
    tangentialLawLoops, dropTest, planarGait, rimlessWheel, gripper, movingPlatform, anyShape, simbodysExamples,
    elasticFoundation, stiffContact;

} // namespace lab

#endif
