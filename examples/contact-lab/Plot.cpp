#include "Plot.h"

#include <fmt/core.h>

#include <cctype>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <stdexcept>

#include <unistd.h>

namespace lab {

namespace {

void replaceAll(std::string& text, const std::string& from, const std::string& to) {
    for (std::size_t at = 0; (at = text.find(from, at)) != std::string::npos; at += to.size())
        text.replace(at, from.size(), to);
}

std::string script(const Plot& plot, const std::string& svgFile) {
    // The key below takes a line per series, and keeps clear of the label by an empty line.
    std::string text = fmt::format(
        "set terminal svg size 640,{} dynamic enhanced font 'sans-serif,16' background '#ffffff'\nset output '{}'\n"
        "set title '{}'\nset xlabel \"{}\\n\" offset 0,0.6\nset ylabel '{}'\n"
        "set grid lc rgb '#dddddd' lt 1\nset border 3 lc rgb '#555555'\nset tics nomirror\n"
        "set key bmargin center vertical Left reverse samplen 3 font ',14'\n",
        400 + 24 * plot.series.size(), svgFile, plot.title, plot.xLabel, plot.yLabel);
    if (plot.xIsLog) text += "set logscale x\nset format x '10^{%T}'\n";
    if (plot.yIsLog) text += "set logscale y\nset format y '10^{%T}'\n";
    std::string curves;
    for (const Series& s : plot.series) {
        const std::string data = fmt::format("$data{}", &s - plot.series.data());
        text += data + " << EOD\n";
        for (const Point& p : s.points) text += fmt::format("{:.8g} {:.8g}\n", p.x, p.y);
        text += "EOD\n";
        std::string label = s.label;
        replaceAll(label, "&", "\\&"); // which means something to gnuplot's enhanced text
        curves += fmt::format("{} {} with {} lc rgb '{}' title '{}'", curves == "" ? "plot" : ",", data, s.style,
                              s.color, label);
    }
    return text + curves + "\n";
}

} // namespace

std::string Plot::getFileName() const {
    std::string name;
    for (unsigned char c : title) name += std::isalnum(c) ? char(std::tolower(c)) : '-';
    return name + ".svg";
}

std::string renderSvg(const Plot& plot) {
    const std::string name = fmt::format("contact-lab-{}-{}", getpid(), plot.getFileName());
    const std::string svgFile = std::filesystem::temp_directory_path() / name, scriptFile = svgFile + ".gp";
    std::ofstream(scriptFile) << script(plot, svgFile);
    const int exitCode = std::system(("gnuplot '" + scriptFile + "'").c_str());
    std::ifstream in(svgFile);
    std::string svg{std::istreambuf_iterator<char>(in), {}};
    std::filesystem::remove(scriptFile);
    std::filesystem::remove(svgFile);
    const std::size_t start = svg.find("<svg");
    if (exitCode != 0 || start == std::string::npos)
        throw std::runtime_error("gnuplot could not draw \"" + plot.title +
                                 "\"; is it installed? (Debian: gnuplot-nox)");
    svg.erase(0, start);
    for (const std::string id : {"gnuplot_", "gpDot", "gpPt"}) replaceAll(svg, id, plot.getFileName() + "_" + id);
    replaceAll(svg, "<title>Gnuplot</title>", "<title>" + plot.title + "</title>");
    return svg;
}

} // namespace lab
