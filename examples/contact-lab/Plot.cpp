#include "Plot.h"

#include <fmt/core.h>

#include <cctype>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <sstream>
#include <stdexcept>

#include <unistd.h>

namespace lab {

namespace {

std::string styleOf(const Series& s) {
    static const std::map<Series::Style, std::string> styles = {
        {Series::Style::Line, "lines lw 2.5"},
        {Series::Style::Broad, "lines lw 5"},
        {Series::Style::Dashed, "lines lw 2 dt (8,5)"},
        {Series::Style::Dotted, "lines lw 2 dt (2,4)"},
        {Series::Style::Points, "points pt 7 ps 0.6"},
        {Series::Style::Circles, "points pt 6 ps 1.1 lw 1.5"},
        {Series::Style::LinePoints, "linespoints lw 2 pt 7 ps 0.5"}};
    return fmt::format("with {} lc rgb '{}'", styles.at(s.style), s.color);
}

void replaceAll(std::string& text, const std::string& from, const std::string& to) {
    for (std::size_t at = 0; (at = text.find(from, at)) != std::string::npos; at += to.size())
        text.replace(at, from.size(), to);
}

// An ampersand means something to gnuplot's enhanced text.
std::string escaped(std::string label) {
    replaceAll(label, "&", "\\&");
    return label;
}

std::string script(const Plot& plot, const std::string& svgFile) {
    std::ostringstream out;
    // The key below takes a line per series, and keeps clear of the label by an empty line.
    const std::size_t height = 400 + 24 * plot.series.size();
    out << "set terminal svg size 640," << height << " dynamic enhanced font 'sans-serif,16' background '#ffffff'\n"
        << "set output '" << svgFile << "'\n"
        << "set title '" << plot.title << "'\nset xlabel \"" << plot.xLabel << "\\n\" offset 0,0.6\nset ylabel '"
        << plot.yLabel << "'\n"
        << "set grid lc rgb '#dddddd' lt 1\nset border 3 lc rgb '#555555'\nset tics nomirror\n"
        << "set key bmargin center vertical Left reverse samplen 3 font ',14'\n";
    if (plot.xIsLog) out << "set logscale x\nset format x '10^{%T}'\n";
    if (plot.yIsLog) out << "set logscale y\nset format y '10^{%T}'\n";
    for (std::size_t i = 0; i < plot.series.size(); ++i) {
        out << "$data" << i << " << EOD\n";
        for (const Point& p : plot.series[i].points) out << fmt::format("{:.8g} {:.8g}\n", p.x, p.y);
        out << "EOD\n";
    }
    out << "plot ";
    for (std::size_t i = 0; i < plot.series.size(); ++i)
        out << (i ? ", " : "") << "$data" << i << " " << styleOf(plot.series[i]) << " title '"
            << escaped(plot.series[i].label) << "'";
    out << "\n";
    return out.str();
}

} // namespace

std::string Plot::getFileName() const {
    std::string name;
    for (unsigned char c : title) name += std::isalnum(c) ? char(std::tolower(c)) : '-';
    return name + ".svg";
}

std::string renderSvg(const Plot& plot) {
    const std::string svgFile =
        (std::filesystem::temp_directory_path() / fmt::format("contact-lab-{}-{}", getpid(), plot.getFileName()))
            .string();
    const std::string scriptFile = svgFile + ".gp";
    std::ofstream(scriptFile) << script(plot, svgFile);
    const int exitCode = std::system(("gnuplot '" + scriptFile + "'").c_str());
    std::stringstream content;
    content << std::ifstream(svgFile).rdbuf();
    std::filesystem::remove(scriptFile);
    std::filesystem::remove(svgFile);
    std::string svg = content.str();
    const std::size_t start = svg.find("<svg");
    if (exitCode != 0 || start == std::string::npos)
        throw std::runtime_error("gnuplot could not draw \"" + plot.title +
                                 "\"; is it installed? (Debian: gnuplot-nox)");
    svg.erase(0, start);
    for (const std::string name : {"gnuplot_", "gpDot", "gpPt"}) replaceAll(svg, name, plot.getFileName() + "_" + name);
    replaceAll(svg, "<title>Gnuplot</title>", "<title>" + plot.title + "</title>");
    return svg;
}

} // namespace lab
