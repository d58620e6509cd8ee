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
code { background: #f3f3f3; padding: .1rem .3rem; overflow-wrap: anywhere; }
)";

void writeTable(std::ostream& out, const Table& table) {
    out << "<div class=\"scroll\"><table><thead><tr>";
    for (const auto& cell : table.header) out << "<th>" << cell << "</th>";
    out << "</tr></thead><tbody>\n";
    for (const auto& row : table.rows) {
        out << "<tr>";
        for (const auto& cell : row) out << "<td>" << cell << "</td>";
        out << "</tr>\n";
    }
    out << "</tbody></table></div>\n";
}

// "Price of rest" is price-of-rest.svg.
std::string fileName(const std::string& title) {
    std::string name;
    for (unsigned char c : title) name += std::isalnum(c) ? char(std::tolower(c)) : '-';
    return name + ".svg";
}

} // namespace

void writePage(const std::string& file, const std::string& title, const std::string& introduction,
               const std::vector<Section>& sections) {
    std::ofstream out(file);
    out << "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\n"
        << "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<title>" << title
        << "</title>\n<link rel=\"icon\" href=\"data:,\">\n<style>" << style << "</style></head><body>\n<h1>" << title
        << "</h1>\n"
        << introduction;
    const std::filesystem::path folder = std::filesystem::path(file).parent_path();
    int figures = 0;
    for (const Section& section : sections) {
        out << "<section>\n<h2>" << section.title << "</h2>\n" << section.text << "<div class=\"figures\">\n";
        for (const Figure& figure : section.figures) {
            const std::string svg = renderSvg(figure.plot, fmt::format("f{}", ++figures));
            std::ofstream(folder / fileName(figure.plot.title)) << svg;
            out << "<figure>" << svg << "<figcaption>" << figure.caption << "</figcaption></figure>\n";
        }
        out << "</div>\n";
        writeTable(out, section.table);
        out << "<p>Again: <code>" << section.command << "</code></p>\n</section>\n";
    }
    out << "</body></html>\n";
    if (!out.flush()) throw std::runtime_error("cannot write " + file);
}

} // namespace lab
