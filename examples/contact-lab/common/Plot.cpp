#include "Plot.h"

#include <fmt/core.h>

#include <algorithm>
#include <cctype>
#include <cmath>
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

// In gnuplot's quotes, its apostrophes doubled.
std::string quoted(std::string text) {
    replaceAll(text, "'", "''");
    return "'" + text + "'";
}

// Numbers below a thousandth are too broad for an axis: they get a power of a thousand in its unit instead.
int powerOfX(const Plot& plot) {
    double largest = 0;
    for (const Series& s : plot.series)
        for (const Point& p : s.points) largest = std::max(largest, std::abs(p.x));
    return plot.xIsLog || !(largest > 0) || largest >= 1e-3 ? 0 : 3 * int(std::floor(std::log10(largest) / 3));
}

std::string script(const Plot& plot) {
    const int power = powerOfX(plot);
    std::string xLabel = plot.xLabel;
    if (power != 0) replaceAll(xLabel, "[", fmt::format("[10^{{{}}} ", power));
    // The key below takes a line per series, and keeps clear of the label by an empty line.
    std::string text = fmt::format("set title {}\nset xlabel {}.\"\\n\" offset 0,0.6\nset ylabel {}\n"
                                   "set grid lc rgb '#dddddd' lt 1\nset border 3 lc rgb '#555555'\nset tics nomirror\n"
                                   "set key bmargin center vertical Left reverse samplen 3 font ',14'\n",
                                   quoted(plot.title), quoted(xLabel), quoted(plot.yLabel));
    if (plot.xIsLog) text += "set logscale x\nset format x '10^{%T}'\n";
    if (plot.yIsLog) text += "set logscale y\nset format y '10^{%T}'\n";
    std::string curves;
    for (const Series& s : plot.series) {
        const std::string data = fmt::format("$data{}", &s - plot.series.data());
        text += data + " << EOD\n";
        for (const Point& p : s.points) text += fmt::format("{:.8g} {:.8g}\n", p.x * std::pow(10., -power), p.y);
        text += "EOD\n";
        std::string label = s.label;
        replaceAll(label, "&", "\\&"); // which means something to gnuplot's enhanced text
        curves += fmt::format("{} {} with {} lc rgb '{}' title {}", curves == "" ? "plot" : ",", data, s.style, s.color,
                              quoted(label));
    }
    return text + curves + "\n";
}

// The file that gnuplot writes.
std::string draw(const std::string& title, const std::string& fileName, const std::string& terminal,
                 const std::string& commands) {
    const std::string name = fmt::format("contact-lab-{}-{}", getpid(), fileName);
    const std::string file = std::filesystem::temp_directory_path() / name, scriptFile = file + ".gp";
    std::ofstream(scriptFile) << fmt::format("set terminal {}\nset output '{}'\n", terminal, file) << commands;
    const int exitCode = std::system(("gnuplot '" + scriptFile + "'").c_str());
    std::ifstream in(file, std::ios::binary);
    const std::string drawn{std::istreambuf_iterator<char>(in), {}};
    std::filesystem::remove(scriptFile);
    std::filesystem::remove(file);
    if (exitCode != 0 || drawn.empty())
        throw std::runtime_error("gnuplot could not draw \"" + title + "\"; is it installed? (Debian: gnuplot-nox)");
    return drawn;
}

std::string toBase64(const std::string& bytes) {
    const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    std::string text;
    for (std::size_t i = 0; i < bytes.size(); i += 3) {
        unsigned group = 0;
        for (std::size_t k = 0; k < 3; ++k)
            group = group << 8 | (i + k < bytes.size() ? (unsigned char)bytes[i + k] : 0u);
        for (std::size_t k = 0; k < 4; ++k) text += i + k > bytes.size() ? '=' : digits[group >> (18 - 6 * k) & 63];
    }
    return text;
}

} // namespace

std::string fileNameOf(const std::string& title) {
    std::string name;
    for (unsigned char c : title) name += std::isalnum(c) ? char(std::tolower(c)) : '-';
    return name + ".svg";
}

std::string renderSvg(const Plot& plot) {
    const std::string fileName = fileNameOf(plot.title);
    std::string svg = draw(plot.title, fileName,
                           fmt::format("svg size 640,{} dynamic enhanced font 'sans-serif,16' background '#ffffff'",
                                       400 + 24 * plot.series.size()),
                           script(plot));
    svg.erase(0, svg.find("<svg"));
    for (const std::string id : {"gnuplot_", "gpDot", "gpPt"}) replaceAll(svg, id, fileName + "_" + id);
    replaceAll(svg, "<title>Gnuplot</title>", "<title>" + plot.title + "</title>");
    return svg;
}

std::string drawPixels(const std::string& title, const std::string& fileName, const std::string& commands) {
    const std::string png = draw(title, fileName, "pngcairo size 1280,800 background '#ffffff'", commands);
    return fmt::format(
        "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 640 400'><title>{}</title><image width='640' "
        "height='400' href='data:image/png;base64,{}'/></svg>\n",
        title, toBase64(png));
}

} // namespace lab
