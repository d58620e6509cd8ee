#include "Page.h"

#include <fmt/core.h>

#include <cctype>
#include <filesystem>
#include <fstream>
#include <stdexcept>

namespace lab {

namespace {

const char* const style = R"(
body { font: 16px/1.5 system-ui, sans-serif; color: #222; background: #fff; max-width: 72rem; margin: 0 auto; padding: 1rem; }
h1 { line-height: 1.2; } h2 { margin-top: 2.5rem; border-top: 1px solid #ddd; padding-top: 1rem; }
.figures { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 26rem), 1fr)); gap: 1rem; }
figure { margin: 0; max-width: 40rem; } figure svg { width: 100%; height: auto; } figcaption { font-size: .9rem; color: #444; }
.scroll { overflow-x: auto; } table { border-collapse: collapse; margin: 1rem 0; font-size: .9rem; }
th, td { padding: .25rem .7rem; border-bottom: 1px solid #ddd; text-align: right; white-space: nowrap; }
th:first-child, td:first-child { text-align: left; } thead th { border-bottom: 2px solid #999; white-space: normal; vertical-align: bottom; }
.summary th, .summary td { text-align: left; white-space: normal; vertical-align: top; min-width: 9rem; }
.summary td:nth-child(n+3) { white-space: nowrap; }
pre { font-size: .8rem; line-height: 1.35; }
.error { color: #b00020; } code { background: #f3f3f3; padding: .1rem .3rem; overflow-wrap: anywhere; }
footer { margin-top: 2.5rem; border-top: 1px solid #ddd; font-size: .9rem; color: #444; }
)";

void writeTable(std::ostream& out, const Table& table, const char* cssClass) {
    out << "<div class=\"scroll\"><table class=\"" << cssClass << "\"><thead><tr>";
    for (const auto& cell : table.header) out << "<th>" << cell << "</th>";
    out << "</tr></thead><tbody>\n";
    for (const auto& row : table.rows) {
        out << "<tr>";
        for (const auto& cell : row) out << "<td>" << cell << "</td>";
        out << "</tr>\n";
    }
    out << "</tbody></table></div>\n";
}

std::string link(const Chapter& chapter) {
    const std::string& title = chapter.error == "" ? chapter.section.title : chapter.name;
    return "<a href=\"#" + chapter.name + "\">" + title + "</a>";
}

void writeSummary(std::ostream& out, const std::vector<Chapter>& chapters) {
    Table table{
        {"experiment", "what was asked", "ours", "HuntCrossleyForce", "price: Hertz-Mindlin's / HuntCrossleyForce's"},
        {}};
    for (const Chapter& chapter : chapters)
        for (const Summary& s : chapter.section.summary)
            table.rows.push_back({link(chapter), s.asked, s.ours, s.huntCrossley, s.price});
    out << "<h2>Who came how close, at which price</h2>\n";
    writeTable(out, table, "summary");
    out << "<nav><h2>Experiments</h2><ol>\n";
    for (const Chapter& chapter : chapters) out << "<li>" << link(chapter) << "</li>\n";
    out << "</ol></nav>\n";
}

// "Price of rest" is price-of-rest.svg.
std::string fileName(const std::string& title) {
    std::string name;
    for (unsigned char c : title) name += std::isalnum(c) ? char(std::tolower(c)) : '-';
    return name + ".svg";
}

void writeFigures(std::ostream& out, const std::filesystem::path& folder, const Chapter& chapter) {
    out << "<div class=\"figures\">\n";
    int count = 0;
    for (const Figure& figure : chapter.section.figures) {
        const std::string id = fmt::format("{}-{}", chapter.name, ++count);
        const bool isDrawn = figure.svg != "";
        const std::string svg = isDrawn ? figure.svg : renderSvg(figure.plot, id);
        std::ofstream(folder / (isDrawn ? id + ".svg" : fileName(figure.plot.title))) << svg;
        out << "<figure>" << svg << "<figcaption>" << figure.caption << "</figcaption></figure>\n";
    }
    out << "</div>\n";
}

std::string escaped(const std::string& text) {
    std::string html;
    for (char c : text) html += c == '<' ? "&lt;" : c == '&' ? "&amp;" : std::string(1, c);
    return html;
}

void writeChapter(std::ostream& out, const std::filesystem::path& folder, const Chapter& chapter) {
    const Section& section = chapter.section;
    out << "<section id=\"" << chapter.name << "\">\n";
    if (chapter.error != "")
        out << "<h2>" << chapter.name << "</h2>\n<p class=\"error\">This experiment failed: " << escaped(chapter.error)
            << "</p>\n";
    else {
        out << "<h2>" << section.title << "</h2>\n" << section.text;
        writeFigures(out, folder, chapter);
        if (!section.table.rows.empty()) writeTable(out, section.table, "numbers");
        if (section.output != "") out << "<div class=\"scroll\"><pre>" << escaped(section.output) << "</pre></div>\n";
        out << "<p>One point of it: <code>" << section.command << "</code><br>All of it: <code>./run compare --only "
            << chapter.name << "</code>, " << fmt::format("{:.1f} s of the processor's time", chapter.seconds)
            << "</p>\n";
    }
    out << "</section>\n";
}

} // namespace

void writePage(const std::string& file, const std::string& title, const std::string& introduction,
               const std::vector<Chapter>& chapters, const std::string& footer) {
    std::ofstream out(file);
    out << "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\n"
        << "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<title>" << title
        << "</title>\n<link rel=\"icon\" href=\"data:,\">\n<style>" << style << "</style></head><body>\n<h1>" << title
        << "</h1>\n"
        << introduction;
    writeSummary(out, chapters);
    for (const Chapter& chapter : chapters) writeChapter(out, std::filesystem::path(file).parent_path(), chapter);
    out << "<footer>" << footer << "</footer>\n</body></html>\n";
    if (!out.flush()) throw std::runtime_error("cannot write " + file);
}

} // namespace lab
