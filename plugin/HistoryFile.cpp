#include "HistoryFile.h"

#include <charconv>
#include <cstdint>
#include <cstring>
#include <istream>
#include <iterator>
#include <ostream>
#include <sstream>
#include <stdexcept>

namespace simbodydem {

using SimTK::Real;

namespace {

const char* const title = "SimbodyDEM contact history, version 1";

// Fowler, Noll and Vo's hash (FNV-1a, 64 bits): any changed character changes it.
std::uint64_t checksum(const std::string& text) {
    std::uint64_t hash = 14695981039346656037ull;
    for (const unsigned char c : text) hash = (hash ^ c) * 1099511628211ull;
    return hash;
}

// Numbers as the shortest digits that read back as the same number, whatever the locale; what laws keep for themselves
// as hexadecimal words, since it need not be numbers.
class Writer {
public:
    template <class Number> Writer& operator<<(Number value) {
        char digits[32];
        return word(std::string(digits, std::to_chars(digits, digits + sizeof digits, value).ptr));
    }
    Writer& operator<<(const Vector3& v) { return *this << v[0] << v[1] << v[2]; }
    Writer& operator<<(const LawHistory& law) {
        for (const std::uint64_t bits : law.get<std::array<std::uint64_t, 3>>()) {
            char digits[32];
            word(std::string(digits, std::to_chars(digits, digits + sizeof digits, bits, 16).ptr));
        }
        return *this;
    }
    Writer& word(const std::string& text) {
        if (!line.empty()) line += ' ';
        line += text;
        return *this;
    }
    void endLine() {
        all += line + '\n';
        line.clear();
    }
    const std::string& text() const { return all; }

private:
    std::string all, line;
};

class Reader {
public:
    explicit Reader(const std::string& text) : lines(text) {}

    [[noreturn]] void fail(const std::string& why) const {
        throw std::runtime_error("contact history, line " + std::to_string(number) + ": " + why);
    }
    std::string nextLine() {
        std::string line;
        ++number;
        if (!std::getline(lines, line)) fail("the text ends too early");
        return line;
    }
    // The next line, which must begin with this word.
    void begin(const std::string& first) {
        words = std::istringstream(nextLine());
        const std::string found = word();
        if (found != first) fail("\"" + first + "\" was expected and \"" + found + "\" found");
    }
    std::string word() {
        std::string text;
        if (!(words >> text)) fail("a value is missing");
        return text;
    }
    template <class Number, class... Base> Number value(Base... base) {
        const std::string text = word();
        Number number{};
        const auto end = std::from_chars(text.data(), text.data() + text.size(), number, base...);
        if (end.ec != std::errc() || end.ptr != text.data() + text.size()) fail("\"" + text + "\" is not a number");
        return number;
    }
    Real real() { return value<Real>(); }
    Vector3 vector() {
        const Real x = real(), y = real(), z = real();
        return {x, y, z};
    }
    LawHistory law() {
        std::array<std::uint64_t, 3> bits;
        for (std::uint64_t& b : bits) b = value<std::uint64_t>(16);
        LawHistory history;
        history.set(bits);
        return history;
    }
    std::size_t count(std::size_t limit) {
        const auto n = value<std::uint64_t>();
        if (n > limit) fail("there are " + std::to_string(n) + ", more than the text has room for");
        return std::size_t(n);
    }
    void endLine() {
        std::string more;
        if (words >> more) fail("\"" + more + "\" is too much");
    }

private:
    std::istringstream lines, words;
    int number = 0;
};

} // namespace

void writeHistoryFile(std::ostream& out, const SavedHistory& saved) {
    const ContactHistory& h = saved.history;
    Writer w;
    w.word(title).endLine();
    for (const std::string& line : saved.identity) w.word(line).endLine();
    (w.word("time") << h.time).endLine();
    w.word("friction-factors") << saved.frictionFactors.size();
    for (const Real factor : saved.frictionFactors) w << factor;
    w.endLine();
    const EnergyLedger& e = h.ledger;
    (w.word("energy") << int(e.isOpen) << e.offset << e.released << e.stored << e.held << e.totals.input
                      << e.totals.damping << e.totals.release << saved.totals.input << saved.totals.damping
                      << saved.totals.release)
        .endLine();
    (w.word("bodies") << h.poses.size()).endLine();
    for (const BodyPose& p : h.poses)
        (w.word("body") << Vector3(p.rotation.col(0)) << Vector3(p.rotation.col(1)) << Vector3(p.rotation.col(2))
                        << p.origin << p.velocity << p.angularVelocity)
            .endLine();
    (w.word("contacts") << h.pairs.size() << int(!h.rolling.empty()) << int(!h.held.empty())).endLine();
    for (std::size_t i = 0; i < h.pairs.size(); ++i) {
        const PairHistory& p = h.pairs[i];
        w.word("contact") << std::uint32_t(p.key >> 32) << std::uint32_t(p.key) << p.point << p.normal
                          << p.tangentialDisplacement << p.overlap << p.normalMass << p.tangentialMass << p.normalLaw
                          << p.tangentialLaw;
        if (!h.rolling.empty()) w << h.rolling[i].rotation << h.rolling[i].law;
        if (!h.held.empty()) w << h.held[i];
        w.endLine();
    }
    out << w.text() << "checksum " << checksum(w.text()) << '\n';
    if (!out) throw std::runtime_error("the contact history could not be written");
}

SavedHistory readHistoryFile(std::istream& in, const std::vector<std::string>& identity) {
    const std::string text{std::istreambuf_iterator<char>(in), {}};
    Reader r(text);
    if (r.nextLine() != title) r.fail(std::string("this is not a \"") + title + "\"");
    const std::size_t lastLine = text.rfind("checksum ");
    if (lastLine == std::string::npos ||
        text.substr(lastLine) != "checksum " + std::to_string(checksum(text.substr(0, lastLine))) + "\n")
        throw std::runtime_error("contact history: the text is damaged or cut off; its checksum does not fit");

    for (const std::string& expected : identity) {
        const std::string found = r.nextLine();
        if (found != expected)
            r.fail("the history is another model's: it says \"" + found + "\", here it is \"" + expected + "\"");
    }
    SavedHistory saved;
    ContactHistory& h = saved.history;
    r.begin("time");
    h.time = r.real();
    r.endLine();
    r.begin("friction-factors");
    saved.frictionFactors.resize(r.count(text.size()));
    for (Real& factor : saved.frictionFactors) factor = r.real();
    r.endLine();
    r.begin("energy");
    EnergyLedger& e = h.ledger;
    e.isOpen = r.value<int>() != 0;
    for (Real* value : {&e.offset, &e.released, &e.stored, &e.held, &e.totals.input, &e.totals.damping,
                        &e.totals.release, &saved.totals.input, &saved.totals.damping, &saved.totals.release})
        *value = r.real();
    r.endLine();
    r.begin("bodies");
    h.poses.resize(r.count(text.size()));
    r.endLine();
    for (BodyPose& p : h.poses) {
        r.begin("body");
        for (int k = 0; k < 3; ++k) p.rotation.col(k) = r.vector();
        p.origin = r.vector();
        p.velocity = r.vector();
        p.angularVelocity = r.vector();
        r.endLine();
    }
    r.begin("contacts");
    h.pairs.resize(r.count(text.size()));
    const bool hasRolling = r.value<int>() != 0, hasHeld = r.value<int>() != 0;
    r.endLine();
    h.rolling.resize(hasRolling ? h.pairs.size() : 0);
    h.held.resize(hasHeld ? h.pairs.size() : 0);
    for (std::size_t i = 0; i < h.pairs.size(); ++i) {
        PairHistory& p = h.pairs[i];
        r.begin("contact");
        const auto a = r.value<std::uint32_t>(), b = r.value<std::uint32_t>();
        p.key = makePairKey(int(a), int(b));
        p.point = r.vector();
        p.normal = r.vector();
        p.tangentialDisplacement = r.vector();
        p.overlap = r.real();
        p.normalMass = r.real();
        p.tangentialMass = r.real();
        p.normalLaw = r.law();
        p.tangentialLaw = r.law();
        if (hasRolling) {
            h.rolling[i].rotation = r.vector();
            h.rolling[i].law = r.law();
        }
        if (hasHeld) h.held[i] = r.real();
        r.endLine();
    }
    return saved;
}

} // namespace simbodydem
