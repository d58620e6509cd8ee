// SPDX-License-Identifier: Apache-2.0
#include "grains/LammpsData.h"

#include "grains/InputChecks.h"

#include <charconv>
#include <cmath>
#include <cstdint>
#include <map>
#include <set>
#include <sstream>
#include <stdexcept>

namespace simbodydem::grains {

namespace {

using SimTK::Real;
using Words = std::vector<std::string>;

class DataReader {
public:
    DataReader(const std::string& text, const std::string& path) : stream(text), path(path), isWhole(text.back() == '\n') {}

    GrainFile read() {
        readTitle();
        std::string section; // "" is the header
        for (Words words; nextWords(words);) {
            if (isName(words[0])) {
                section = beginSection(words);
                if (section == "Velocities" && grains.empty())
                    fail("Velocities come before Atoms, so their grains are not known");
            } else if (section.empty())
                readHeader(words);
            else if (section == "Atoms")
                readAtom(words);
            else if (section == "Velocities")
                readVelocity(words);
        }
        if (grains.empty()) throw std::invalid_argument(path + ": it has no section Atoms with grains");
        if (announced != Real(grains.size()))
            throw std::invalid_argument(path + ": its header says " + toText(announced) + " atoms, and it has " +
                                        std::to_string(grains.size()));
        if (!moving.empty() && moving.size() != grains.size())
            throw std::invalid_argument(path + ": it has " + std::to_string(grains.size()) + " atoms and " +
                                        std::to_string(moving.size()) + " velocities");
        if (!isWhole) fail("the last line has no end, so the file may be cut off");
        for (const auto& entry : grains) file.grains.push_back(entry.second);
        return std::move(file);
    }

private:
    [[noreturn]] void fail(const std::string& what) const {
        throw std::invalid_argument(path + ":" + std::to_string(line) + ": " + what);
    }

    // The first line is a title. LAMMPS writes its units there.
    void readTitle() {
        std::string title;
        std::getline(stream, title);
        line = 1;
        if (title.find("# vtk") == 0) fail("a legacy file of VTK; write a .vtp file instead");
        const std::size_t at = title.find("units = ");
        if (at == std::string::npos) return;
        const std::string units = title.substr(at + 8, title.find_first_of(", \r", at + 8) - at - 8);
        if (units != "si") fail("units = " + units + "; they must be si");
    }

    // Reads the words of the next line that has some. What follows # is in hint.
    bool nextWords(Words& words) {
        for (std::string text; std::getline(stream, text);) {
            ++line;
            const std::size_t mark = text.find('#');
            std::istringstream comment(mark == std::string::npos ? "" : text.substr(mark + 1)),
                left(text.substr(0, mark));
            hint.clear();
            comment >> hint;
            words.clear();
            for (std::string word; left >> word;) words.push_back(word);
            if (!words.empty()) return true;
        }
        return false;
    }

    static bool isName(const std::string& word) { return std::isalpha(static_cast<unsigned char>(word[0])); }

    std::string beginSection(const Words& words) const {
        std::string name;
        for (const std::string& word : words) name += (name.empty() ? "" : " ") + word;
        if ((name == "Atoms" || name == "Velocities") && !hint.empty() && hint != "sphere")
            fail(name + " # " + hint + "; the atom style must be sphere");
        for (const char* const known :
             {"Atoms", "Velocities", "Masses", "Atom Type Labels", "Pair Coeffs", "PairIJ Coeffs"})
            if (name == known) return name;
        fail("section \"" + name + "\"; a bed takes Atoms and Velocities of balls only");
    }

    void readHeader(const Words& words) {
        std::string name; // what follows the numbers
        std::vector<Real> numbers;
        for (const std::string& word : words)
            if (name.empty() && !isName(word))
                numbers.push_back(numberOf(word));
            else
                name += (name.empty() ? "" : " ") + word;
        if (name == "atoms")
            announced = numbers[0];
        else if (name == "atom types" || name == "xlo xhi" || name == "ylo yhi" || name == "zlo zhi")
            return;
        else
            for (const Real number : numbers)
                if (number != 0) fail(toText(number) + " " + name + "; a bed takes balls in an upright box only");
    }

    void readAtom(const Words& words) {
        if (words.size() != 7 && words.size() != 10)
            fail(std::to_string(words.size()) + " columns; a ball has id, type, diameter, density, x, y, z, and " +
                 "perhaps three image flags");
        for (std::size_t k = 1; k < words.size(); ++k)
            if (k == 1 || k > 6) integerOf(words[k]); // type and image flags
        Grain grain;
        grain.radius = 0.5 * numberOf(words[2]);
        if (!(grain.radius > 0)) fail("diameter = " + words[2] + " m; it must be > 0");
        const Real density = numberOf(words[3]);
        for (int axis = 0; axis < 3; ++axis) grain.position[axis] = numberOf(words[std::size_t(4 + axis)]);
        if (!(density > 0)) fail("density = " + words[3] + " kg/m^3; it must be > 0");
        if (!file.density.isSet()) file.density = density;
        if (!areSameDensities(density, file.density))
            fail("density = " + words[3] + " kg/m^3 after " + toText(file.density) +
                 " kg/m^3; grains of a bed have one density");
        if (!grains.emplace(integerOf(words[0]), grain).second) fail("atom " + words[0] + " is there twice");
    }

    void readVelocity(const Words& words) {
        if (words.size() != 7)
            fail(std::to_string(words.size()) + " columns; a ball has id, velocity and angular velocity, 7 numbers");
        const auto at = grains.find(integerOf(words[0]));
        if (at == grains.end()) fail("velocity of atom " + words[0] + ", which is not in Atoms");
        if (!moving.insert(at->first).second) fail("velocity of atom " + words[0] + " is there twice");
        for (int axis = 0; axis < 3; ++axis) {
            at->second.velocity[axis] = numberOf(words[std::size_t(1 + axis)]);
            at->second.angularVelocity[axis] = numberOf(words[std::size_t(4 + axis)]);
        }
    }

    template <class Number> Number parse(const std::string& word, const char* kind) const {
        Number number{};
        const bool isPlus = word[0] == '+' && word[1] != '-';
        const char *const begin = word.data() + isPlus, *const end = word.data() + word.size();
        const auto result = std::from_chars(begin, end, number);
        if (result.ec != std::errc() || result.ptr != end) fail("\"" + word + "\" is no " + kind);
        return number;
    }
    Real numberOf(const std::string& word) const {
        const Real number = parse<Real>(word, "number");
        if (!std::isfinite(number)) fail("\"" + word + "\" is not finite");
        return number;
    }
    std::int64_t integerOf(const std::string& word) const { return parse<std::int64_t>(word, "integer"); }

    std::istringstream stream;
    std::string path, hint;
    int line = 0;
    Real announced = 0; // grains, by the header
    bool isWhole;
    std::map<std::int64_t, Grain> grains; // by LAMMPS's number
    std::set<std::int64_t> moving;        // those that have a velocity
    GrainFile file;
};

} // namespace

GrainFile readLammpsData(const std::string& text, const std::string& path) { return DataReader(text, path).read(); }

} // namespace simbodydem::grains
