#include "Plot.h"

#include <fmt/core.h>

#include <algorithm>
#include <cctype>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <map>
#include <stdexcept>

#include <unistd.h>

namespace lab {

using namespace SimTK;

namespace {

void replaceAll(std::string& text, const std::string& from, const std::string& to) {
    for (std::size_t at = 0; (at = text.find(from, at)) != std::string::npos; at += to.size())
        text.replace(at, from.size(), to);
}

// Returns the text in gnuplot's quotes, with apostrophes doubled.
std::string quoted(std::string text) {
    replaceAll(text, "'", "''");
    return "'" + text + "'";
}

// Returns the power of ten in the unit of the x axis. Numbers below a thousandth are too broad for an axis. The unit gets a
// power of a thousand instead.
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
    // The key below the plot has one line per series. An empty line keeps it clear of the label.
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
        replaceAll(label, "&", "\\&"); // & has a meaning in gnuplot's enhanced text
        curves += fmt::format("{} {} with {} lc rgb '{}' title {}", curves == "" ? "plot" : ",", data, s.style, s.color,
                              quoted(label));
    }
    return text + curves + "\n";
}

// Runs gnuplot, and returns the content of the file that it writes.
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

// Draws by these commands of gnuplot. Returns 1280 by 800 pixels as an image in an <svg>.
std::string drawPixels(const std::string& title, const std::string& fileName, const std::string& commands) {
    const std::string png = draw(title, fileName, "pngcairo size 1280,800 background '#ffffff'", commands);
    return fmt::format("<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 640 400'><title>{}</title><image "
                       "width='640' height='400' href='data:image/png;base64,{}'/></svg>\n",
                       title, toBase64(png));
}

// Halves a face until no piece is longer than this. gnuplot draws far pieces first, each by its middle.
void addPieces(const std::vector<Vec3>& face, Real longest, std::vector<std::vector<Vec3>>& pieces) {
    const std::size_t n = face.size();
    std::size_t edge = 0;
    const auto way = [&](std::size_t k) -> Vec3 { return face[(k + 1) % n] - face[k]; };
    for (std::size_t k = 1; k < n; ++k)
        if (way(k).norm() > way(edge).norm()) edge = k;
    if (way(edge).norm() <= longest || n > 4) {
        pieces.push_back(face);
        return;
    }
    const auto corner = [&](std::size_t k) { return face[(edge + k) % n]; };
    const Vec3 middle = 0.5 * (corner(0) + corner(1));
    if (n == 3) {
        addPieces({corner(0), middle, corner(2)}, longest, pieces);
        addPieces({middle, corner(1), corner(2)}, longest, pieces);
    } else {
        const Vec3 other = 0.5 * (corner(2) + corner(3));
        addPieces({corner(0), middle, other, corner(3)}, longest, pieces);
        addPieces({middle, corner(1), corner(2), other}, longest, pieces);
    }
}

} // namespace

std::string fileNameOf(const std::string& title) {
    std::string name;
    for (unsigned char c : title) name += std::isalnum(c) ? char(std::tolower(c)) : '-';
    return name + ".svg";
}

std::string spellLabel(const std::string& name) {
    std::string label;
    for (std::size_t i = 0; i < name.size(); ++i)
        if (name[i] == '_')
            label += i + 2 == name.size() ? '_' : ' ';
        else if (!std::strchr("'\"\\`{}@&~$", name[i]))
            label += name[i];
    return label;
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

// In Ground y is up, x to the right, and z towards the viewer. In gnuplot z is up.
std::string renderSvg(const Picture& picture) {
    Vec3 low(Infinity), high(-Infinity);
    for (const Picture::Thing& thing : picture.things)
        for (const std::vector<Vec3>& face : thing.faces)
            for (const Vec3& p : face)
                for (int k = 0; k < 3; ++k) {
                    low[k] = std::min(low[k], p[k]);
                    high[k] = std::max(high[k], p[k]);
                }
    const Real longest = (high - low).norm() / 25;
    const Real tilt = picture.tilt * Pi / 180, turn = picture.turn * Pi / 180;
    const Vec3 toViewer(std::sin(tilt) * std::sin(turn), std::cos(tilt), std::sin(tilt) * std::cos(turn));
    const UnitVec3 toLight(toViewer + Vec3(-0.3, 1.2, 0));
    std::map<std::string, std::vector<std::vector<Vec3>>> pieces; // by their colour
    for (const Picture::Thing& thing : picture.things)
        for (const std::vector<Vec3>& face : thing.faces) {
            const Vec3 normal = (face[1] - face[0]) % (face[2] - face[0]);
            if (!(dot(normal, toViewer) > 0)) continue; // behind the thing, or without area
            const Real light = 0.45 + 0.55 * std::max(dot(normal, toLight) / normal.norm(), Real(0));
            const Vec3 color = std::round(16 * light) / 16 * thing.color;
            const auto byteOf = [&](int i) { return int(std::lround(255 * std::min(color[i], Real(1)))); };
            // A shift along the view does not change the picture. So a thing is drawn before the things that stand on it.
            std::vector<Vec3> drawn = face;
            for (Vec3& p : drawn) p -= thing.layersBehind * longest / toViewer.norm() * toViewer;
            addPieces(drawn, longest, pieces[fmt::format("#{:02x}{:02x}{:02x}", byteOf(0), byteOf(1), byteOf(2))]);
        }
    std::string data, things;
    for (const auto& [color, faces] : pieces) {
        const std::string name = "$color" + color.substr(1);
        data += name + " << EOD\n";
        for (const std::vector<Vec3>& face : faces) {
            for (std::size_t k = 0; k <= face.size(); ++k) {
                const Vec3& p = face[k % face.size()];
                data += fmt::format("{:.5g} {:.5g} {:.5g}\n", p[0], -p[2], p[1]);
            }
            data += "\n\n";
        }
        data += "EOD\n";
        things += fmt::format("{} {} with polygons fc rgb '{}'", things.empty() ? "splot" : ",", name, color);
    }
    return drawPixels(picture.title, fileNameOf(picture.title),
                      fmt::format("unset border\nunset tics\nunset key\nunset colorbox\nset style fill solid 1\n"
                                  "set lmargin 0\nset rmargin 0\nset tmargin 0\nset bmargin 0\nset xyplane relative 0\n"
                                  "set view {:g},{:g},{:g}\nset view equal xyz\nset pm3d depthorder base\n{}{}\n",
                                  picture.tilt, picture.turn, picture.zoom, data, things));
}

} // namespace lab
