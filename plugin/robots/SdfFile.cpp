// SPDX-License-Identifier: Apache-2.0
#include "robots/SdfFile.h"

#include "robots/Numbers.h"
#include "robots/UrdfModel.h"

#include <algorithm>
#include <cctype>
#include <exception>
#include <filesystem>
#include <iostream>
#include <map>
#include <regex>
#include <streambuf>
#include <thread>
#include <vector>

namespace simbodydem {

namespace {

using sdf::ErrorCode;

bool endsWith(const std::string& text, const std::string& end) {
    return text.size() >= end.size() && text.compare(text.size() - end.size(), end.size(), end) == 0;
}

bool startsWith(const std::string& text, const std::string& begin) { return text.compare(0, begin.size(), begin) == 0; }

// A text that was loaded has this name in sdformat.
bool isOwnFile(const std::string& path) { return path.empty() || endsWith(path, "data-string>"); }

struct Loaded {
    sdf::Root root;
    sdf::Errors errors;
    std::string failure; // of an exception
};

// Keeps what the thread that loads prints to std::cerr; other threads' texts pass.
class CerrCatcher : public std::streambuf {
public:
    CerrCatcher() : loader(std::this_thread::get_id()), before(std::cerr.rdbuf(this)) {}
    ~CerrCatcher() override { std::cerr.rdbuf(before); }
    std::string caught;

protected:
    int_type overflow(int_type c) override {
        if (traits_type::eq_int_type(c, traits_type::eof())) return traits_type::not_eof(c);
        if (std::this_thread::get_id() != loader) return before->sputc(traits_type::to_char_type(c));
        caught += traits_type::to_char_type(c);
        return c;
    }
    std::streamsize xsputn(const char* text, std::streamsize count) override {
        if (std::this_thread::get_id() != loader) return before->sputn(text, count);
        caught.append(text, std::size_t(count));
        return count;
    }
    int sync() override { return std::this_thread::get_id() == loader ? 0 : before->pubsync(); }

private:
    const std::thread::id loader;
    std::streambuf* const before;
};

// sdformat returns no errors of included files, it prints them: "Error Code 13: [XMLPATH:FILE:L3]: Msg: TEXT".
sdf::Errors printedErrors(const std::string& printed) {
    static const std::regex form("Error Code (\\d+): (?:\\[(/[^\n]*?):([^:\n]*):L(\\d+)\\]: )?Msg: ([^\n]*)");
    sdf::Errors errors;
    for (auto m = std::sregex_iterator(printed.begin(), printed.end(), form); m != std::sregex_iterator(); ++m) {
        sdf::Error error(static_cast<ErrorCode>(std::stoi((*m)[1])), (*m)[5]);
        if ((*m)[4].matched) {
            error.SetXmlPath((*m)[2]);
            error.SetFilePath((*m)[3]);
            error.SetLineNumber(std::stoi((*m)[4]));
        }
        errors.push_back(error);
    }
    return errors;
}

// The console of sdformat is a global one, and an included file that is no SDF is one of URDF to it.
Loaded load(const std::string& text, const sdf::ParserConfig& config) {
    Loaded loaded;
    catchLog([&] {
        CerrCatcher console;
        sdf::Console::Instance()->SetQuiet(true);
        try {
            loaded.errors = loaded.root.LoadSdfString(text, config);
        } catch (const std::exception& e) {
            loaded.failure = e.what();
        } catch (...) { // exceptions of sdformat have no common base
            loaded.failure = "sdformat does not read it, and gives no reason";
        }
        sdf::Console::Instance()->SetQuiet(false);
        const sdf::Errors printed = printedErrors(console.caught);
        loaded.errors.insert(loaded.errors.begin(), printed.begin(), printed.end());
    });
    return loaded;
}

const XmlElement* findAt(const XmlElement& element, int line, const std::string& name) {
    if (element.line == line && element.name == name) return &element;
    for (const XmlElement& child : element.children)
        if (const XmlElement* found = findAt(child, line, name)) return found;
    return nullptr;
}

// Returns the line of the first element of these whose name a message has as "joint with name[hip]", "link named hand " or "[hand]"; 0 if
// there is none.
int lineOfNamed(const std::string& text, const XmlElement& element, const std::set<std::string>& kinds) {
    const std::string& name = element.valueOf("name");
    if (!name.empty() && kinds.count(element.name))
        for (const std::string& form : {element.name + " with name[" + name + "]", element.name + " named " + name + " ", "name [" + name + "]"})
            if (text.find(form) != std::string::npos) return element.line;
    for (const XmlElement& child : element.children)
        if (const int line = lineOfNamed(text, child, kinds)) return line;
    return 0;
}

// Models come last, since a message also names the model that a link or joint is in.
int lineOfMessage(const std::string& text, const XmlElement& file) {
    const int line = lineOfNamed(text, file, {"link", "joint", "frame", "collision", "visual"});
    return line ? line : lineOfNamed(text, file, {"model"});
}

// Returns "size" for "Error reading element <size>".
std::string unreadElement(const sdf::Error& error) {
    const std::string begin = "Error reading element <", text = error.Message();
    return startsWith(text, begin) ? text.substr(begin.size(), text.find('>') - begin.size()) : "";
}

// Faults that follow from others.
bool followsFromOthers(const sdf::Error& error) {
    switch (error.Code()) {
    case ErrorCode::FRAME_ATTACHED_TO_GRAPH_ERROR:
    case ErrorCode::POSE_RELATIVE_TO_GRAPH_ERROR: return true;
    default:
        for (const char* begin : {"Failed to load a world", "FrameAttachedToGraph", "PoseRelativeToGraph"})
            if (startsWith(error.Message(), begin)) return true;
        return false;
    }
}

// Faults of elements that are not used.
bool isOfUnused(const sdf::Error& error) {
    for (const char* part : {"/sensor", "/plugin", "/light", "/material", "/physics", "/scene", "/gui", "/actor"})
        if (error.XmlPath().value_or("").find(part) != std::string::npos) return true;
    return error.Message().find("A <script> element") != std::string::npos; // of a material
}

bool isWarning(const sdf::Error& error) {
    if (isOfUnused(error)) return true;
    if (startsWith(error.Message(), "Root object can only contain one")) return false; // sdformat reads the first one alone
    switch (error.Code()) {
    case ErrorCode::ELEMENT_DEPRECATED:
    case ErrorCode::ATTRIBUTE_DEPRECATED:
    case ErrorCode::VERSION_DEPRECATED:
    case ErrorCode::ATTRIBUTE_INCORRECT_TYPE:
    case ErrorCode::ELEMENT_INCORRECT_TYPE: return true;
    default: return false;
    }
}

std::string trimmed(std::string text) {
    while (!text.empty() && std::string(" \n\r\t").find(text.back()) != std::string::npos) text.pop_back();
    return text;
}

// Adds the errors and warnings of sdformat, each once.
class ErrorList {
public:
    ErrorList(const XmlElement& file, Findings& findings) : file(file), findings(findings) {}

    // Adds warnings and causes; only if there are none of these, the first kind of consequences that there is.
    void add(const sdf::Errors& errors) {
        for (int rank = 0; rank <= 3 && count == 0; ++rank) {
            bool isPartUnread = false;
            for (const sdf::Error& error : errors) {
                const std::string unread = unreadElement(error);
                if (error.Code() == ErrorCode::LINK_INERTIA_INVALID || error.Code() == ErrorCode::STRING_READ) continue;
                if (rankOf(error, unread, isPartUnread) == rank) addOne(error, unread);
                isPartUnread = !unread.empty();
            }
        }
    }

private:
    // 0: a value or file that cannot be read; 1: what is missing in the model; 2: an element around one that cannot be read; 3: graphs of
    // frames that are not whole.
    int rankOf(const sdf::Error& error, const std::string& unread, bool isPartUnread) const {
        if (isWarning(error)) return 0;
        if (followsFromOthers(error)) return 3;
        if (error.Code() == ErrorCode::URI_LOOKUP || error.Code() == ErrorCode::FILE_READ) return 0;
        if (unread.empty()) return 1;
        const XmlElement* element = findAt(file, error.LineNumber().value_or(0), unread);
        return (element ? !element->children.empty() : isPartUnread) ? 2 : 0;
    }

    void addOne(const sdf::Error& error, const std::string& unread) {
        const std::string path = error.FilePath().value_or("");
        std::string text = trimmed(error.Message());
        int line = error.LineNumber().value_or(0);
        if (isOwnFile(path)) {
            if (const XmlElement* element = unread.empty() ? nullptr : findAt(file, line, unread))
                text = "<" + unread + "> = " + nameInQuotes(element->text) + " cannot be read";
            if (line == 0) line = lineOfMessage(text, file);
        } else {
            text = "in '" + path + "'" + (line > 0 ? ", line " + std::to_string(line) : "") + ": " + text;
            line = 0;
        }
        for (const char* later : {"mimic", "screw_thread_pitch"}) // they are read, although only later versions of SDF have them
            if (startsWith(text, "XML Element[" + std::string(later) + "]")) return;
        if (error.Code() == ErrorCode::POSE_RELATIVE_TO_INVALID && faultyLines.count(line)) return; // of a joint without its child
        std::string key = std::to_string(line) + text;
        std::transform(key.begin(), key.end(), key.begin(), [](unsigned char c) { return char(std::tolower(c)); });
        if (!added.insert(key).second) return;
        if (startsWith(text, "XML Element[")) {
            const std::string element = text.substr(12, text.find(']') - 12);
            const std::size_t begin = text.find("child of element[") + 17;
            text = "<" + element + "> is no element of <" + text.substr(begin, text.find(']', begin) - begin) +
                   "> in SDF " SDF_PROTOCOL_VERSION "; it is ignored";
        }
        if (isWarning(error)) {
            findings.warn(line, text);
        } else {
            findings.error(line, "sdformat: " + text);
            if (line > 0) faultyLines.insert(line);
            ++count;
        }
    }

    const XmlElement& file;
    Findings& findings;
    std::set<std::string> added;
    std::set<int> faultyLines;
    int count = 0;
};

// ---- Numbers, of which sdformat takes any beginning of a text

struct NumberRule {
    std::size_t count;
    bool canBeInfinite, mustBePositive;
};

const NumberRule* ruleOf(const XmlElement& element, const std::string& parent) {
    static const NumberRule one{1, false, false}, limit{1, true, false}, three{3, false, false}, size{1, false, true},
        sizes{3, false, true}, pose{6, false, false}, quaternion{7, false, false};
    static const std::map<std::string, std::map<std::string, const NumberRule*>> rules{
        {"inertial", {{"mass", &one}}},
        {"inertia", {{"ixx", &one}, {"ixy", &one}, {"ixz", &one}, {"iyy", &one}, {"iyz", &one}, {"izz", &one}}},
        {"box", {{"size", &sizes}}},
        {"sphere", {{"radius", &size}}},
        {"cylinder", {{"radius", &size}, {"length", &size}}},
        {"capsule", {{"radius", &size}, {"length", &size}}},
        {"ellipsoid", {{"radii", &sizes}}},
        {"plane", {{"normal", &three}}},
        {"mesh", {{"scale", &three}}},
        {"axis", {{"xyz", &three}}},
        {"axis2", {{"xyz", &three}}},
        {"limit", {{"lower", &limit}, {"upper", &limit}, {"effort", &limit}, {"velocity", &limit}}},
        {"dynamics", {{"damping", &one}, {"friction", &one}, {"spring_reference", &one}, {"spring_stiffness", &one}}},
        {"joint", {{"thread_pitch", &one}, {"screw_thread_pitch", &one}}},
        {"mimic", {{"multiplier", &one}, {"offset", &one}, {"reference", &one}}},
    };
    if (element.name == "pose") {
        if (element.text.empty()) return nullptr; // it is the identity
        return element.valueOf("rotation_format") == "quat_xyzw" ? &quaternion : &pose;
    }
    const auto found = rules.find(parent);
    if (found == rules.end()) return nullptr;
    const auto rule = found->second.find(element.name);
    return rule == found->second.end() ? nullptr : rule->second;
}

void checkNumbers(const XmlElement& element, const std::string& parent, const std::string& owner, Findings& findings) {
    static const std::set<std::string> read{"sdf",     "world",    "model",    "link",     "joint",  "frame",  "inertial",
                                            "inertia", "collision", "visual",  "geometry", "box",    "sphere", "cylinder",
                                            "capsule", "ellipsoid", "plane",   "mesh",     "axis",   "axis2",  "limit",
                                            "dynamics", "mimic",    "include"};
    if (const NumberRule* rule = ruleOf(element, parent)) {
        const std::vector<std::string_view> words = wordsOf(element.text);
        const std::string what = owner + "<" + element.name + "> = " + nameInQuotes(element.text);
        if (words.size() != rule->count) {
            findings.error(element.line, what + "; it must be " +
                                             (rule->count == 1 ? "one number"
                                                               : std::to_string(rule->count) + " numbers with blanks between them"));
            return;
        }
        for (const std::string_view word : words) {
            double number = 0;
            const bool isInfinite = rule->canBeInfinite && (word == "inf" || word == "-inf" || word == "+inf");
            if (isInfinite) continue;
            if (!readNumber(word, number)) {
                findings.error(element.line, what + "; " + (words.size() > 1 ? nameInQuotes(word) : std::string("it")) +
                                                 " must be a finite number with a decimal point");
                return;
            }
            if (rule->mustBePositive && !(number > 0)) {
                findings.error(element.line,
                               what + "; " + (words.size() > 1 ? "each number" : "it") + " must be > 0, in m");
                return;
            }
        }
        return;
    }
    if (!read.count(element.name)) return;
    const bool isOwner = element.name == "link" || element.name == "joint";
    const std::string& name = element.valueOf("name");
    if (element.name == "inertial" && element.valueOf("auto") == "true")
        findings.error(element.line, owner + "<inertial auto=\"true\"> is not read; give <mass> and <inertia>");
    for (const XmlElement& child : element.children)
        checkNumbers(child, element.name, isOwner ? element.name + " " + nameInQuotes(name) + ": " : owner, findings);
}

} // namespace

std::string includedFileOf(const sdf::ElementPtr& element) {
    for (sdf::ElementPtr e = element; e; e = e->GetParent())
        if (!e->FilePath().empty()) return isOwnFile(e->FilePath()) ? "" : e->FilePath();
    return "";
}

int SdfFindings::lineOf(const sdf::ElementPtr& element) {
    for (sdf::ElementPtr e = element; e; e = e->GetParent()) {
        if (const sdf::ElementPtr include = e->GetIncludeElement())
            if (include->LineNumber() && includedFileOf(include).empty()) return *include->LineNumber();
        if (e->LineNumber() && includedFileOf(e).empty()) return *e->LineNumber();
    }
    return 0;
}

std::string SdfFindings::locationOf(const sdf::ElementPtr& element) {
    const std::string file = includedFileOf(element);
    if (file.empty()) return "";
    for (sdf::ElementPtr e = element; e; e = e->GetParent())
        if (e->LineNumber()) return "in '" + file + "', line " + std::to_string(*e->LineNumber()) + ": ";
    return "in '" + file + "': ";
}

void SdfFindings::refuse(const sdf::ElementPtr& at, const std::string& text, const std::string& remedy) {
    if (allowsRefused)
        warn(at, text + "; setAllowUnreadParts() " + remedy);
    else
        error(at, text + ". RobotFileOptions::setAllowUnreadParts() " + remedy);
}

void SdfFindings::ignore(const sdf::ElementPtr& at, const std::string& part, const std::string& owner) {
    if (ignored.insert(part + "\n" + owner).second) all.ignore(lineOf(at), part, owner);
}

sdf::Root loadSdf(const std::string& text, const XmlElement& file, const MeshSearch& search, Findings& findings) {
    if (!file.find("version")) findings.error(file.line, "<sdf> has no attribute version");
    checkNumbers(file, "", "", findings);
    findings.throwErrors();
    sdf::ParserConfig config;
    using sdf::EnforcementPolicy;
    config.SetWarningsPolicy(EnforcementPolicy::ERR);
    config.SetUnrecognizedElementsPolicy(EnforcementPolicy::ERR);
    config.SetDeprecatedElementsPolicy(EnforcementPolicy::ERR);
    // Without these folders sdformat would search in the working directory first.
    for (const std::string& folder : search.getPackageFolders())
        for (const char* scheme : {"model://", "package://"}) config.AddURIPath(scheme, folder);
    std::error_code ignored;
    const std::filesystem::path own = std::filesystem::absolute(findings.getPath(), ignored).parent_path();
    if (!ignored) config.AddURIPath("", own.string());
    config.SetFindCallback([&search](const std::string& uri) { return search.findFolder(uri); });
    Loaded loaded = load(text, config);
    if (!loaded.failure.empty()) findings.fail(0, "sdformat: " + loaded.failure);
    ErrorList(file, findings).add(loaded.errors);
    findings.throwErrors();
    if (std::any_of(loaded.errors.begin(), loaded.errors.end(), [](const sdf::Error& e) { return e.Code() == ErrorCode::STRING_READ; }))
        findings.fail(0, "sdformat does not read it, and gives no reason");
    return std::move(loaded.root);
}

} // namespace simbodydem
