#include "engine/walk/walk_script.hpp"

#include "engine/import/text_scan.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdio>
#include <limits>

#include <glm/geometric.hpp>
#include <glm/gtc/quaternion.hpp>
#include <glm/trigonometric.hpp>

namespace boxwood {
namespace {

constexpr std::uint64_t kMaxFrames = 10'000'000; // 46 hours, the maximum length of a run
constexpr std::size_t kMaxActs = 64; // simultaneous acts
constexpr double kMaxNumber = 1e6;
constexpr double kMaxStart = 1.001e9; // meters; the farthest start of a walk
constexpr std::array<std::string_view, 11> kVerbs{"wait", "go",   "face",  "reach",  "turn", "close",
                                                  "open", "drop", "scale", "crouch", "input"};
// How many numbers follow each verb.
constexpr std::array<std::size_t, 11> kNumbers{0, 2, 3, 3, 3, 0, 0, 0, 3, 0, 0};
constexpr std::array<std::string_view, kFingers> kFingerNames{"thumb", "index", "middle", "ring", "little"};

// The numbers of an input and their names in recorded scripts.
struct InputField {
    std::string_view name;
    double& (*of)(WalkInput&);
};
constexpr std::array kFields{
    InputField{"right", [](WalkInput& i) -> double& { return i.right; }},
    InputField{"forward", [](WalkInput& i) -> double& { return i.forward; }},
    InputField{"turn", [](WalkInput& i) -> double& { return i.turn_right; }},
    InputField{"look", [](WalkInput& i) -> double& { return i.look_up; }},
    InputField{"reach", [](WalkInput& i) -> double& { return i.reach; }},
    InputField{"raise", [](WalkInput& i) -> double& { return i.raise; }},
    InputField{"aside", [](WalkInput& i) -> double& { return i.aside; }},
    InputField{"pitch", [](WalkInput& i) -> double& { return i.wrist.x; }},
    InputField{"yaw", [](WalkInput& i) -> double& { return i.wrist.y; }},
    InputField{"roll", [](WalkInput& i) -> double& { return i.wrist.z; }},
    InputField{"thumb", [](WalkInput& i) -> double& { return i.curl[0]; }},
    InputField{"index", [](WalkInput& i) -> double& { return i.curl[1]; }},
    InputField{"middle", [](WalkInput& i) -> double& { return i.curl[2]; }},
    InputField{"ring", [](WalkInput& i) -> double& { return i.curl[3]; }},
    InputField{"little", [](WalkInput& i) -> double& { return i.curl[4]; }},
    InputField{"grow-x", [](WalkInput& i) -> double& { return i.scale.x; }},
    InputField{"grow-y", [](WalkInput& i) -> double& { return i.scale.y; }},
    InputField{"grow-z", [](WalkInput& i) -> double& { return i.scale.z; }},
};

template <class List>
std::string names_of(const List& list) {
    std::string names;
    for (const auto& name : list) names.append(names.empty() ? "" : ", ").append(name);
    return names;
}

std::optional<double> parse_number(std::string_view word, double max = kMaxNumber) {
    double value = 0.0;
    const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), value);
    if (error != std::errc() || end != word.data() + word.size() || !(std::fabs(value) <= max))
        return std::nullopt;
    return value;
}

std::string_view trimmed(std::string_view text) {
    while (!text.empty() && (text.front() == ' ' || text.front() == '\t')) text.remove_prefix(1);
    while (!text.empty() && (text.back() == ' ' || text.back() == '\t')) text.remove_suffix(1);
    return text;
}

// The line without its comment. A # between two quotation marks does not begin a comment.
std::string_view without_comment(std::string_view line) {
    for (std::size_t i = 0; i < line.size(); ++i) {
        if (line[i] == '#') return line.substr(0, i);
        if (line[i] != '"') continue;
        if (const std::size_t end = line.find('"', i + 1); end != std::string_view::npos) i = end;
    }
    return line;
}

// Two quotation marks in a quoted name are one in the name. So they come in pairs, and without_comment() finds the end
// of the name.
std::string quoted_name(std::string_view name) {
    std::string text = "\"";
    for (const char c : name) text.append(c == '"' ? 2 : 1, c);
    return text + '"';
}

std::string without_quotes(std::string_view text) {
    if (text.size() < 2 || text.front() != '"' || text.back() != '"') return std::string(text);
    std::string name;
    for (std::size_t i = 1; i + 1 < text.size(); ++i) {
        name += text[i];
        if (text[i] == '"' && text[i + 1] == '"' && i + 2 < text.size()) ++i;
    }
    return name;
}

// The numbers that follow a word.
struct NumbersOf {
    std::string_view word;
    std::size_t count = 0;
    std::string takes;                // in messages: all that follows the word
    std::string_view missing = "one"; // in messages: a missing number
    double max = kMaxNumber;
};

class Parser {
  public:
    Parser(std::string_view text, const std::string& source)
        : lines_(text)
        , source_(source)
        , is_empty_(text.empty()) {}
    Result<WalkScript> parse();

  private:
    // Each function returns "" or an error message.
    std::string parse_line(std::string_view line);
    std::string parse_start(std::string_view rest);
    std::string parse_segment(std::string_view frames, std::string_view rest);
    std::string parse_act(std::string_view text, WalkAct& out_act);
    std::string parse_numbers(std::string_view& io_rest, const NumbersOf& expected, glm::dvec3& out);
    std::string parse_fingers(std::string_view rest, WalkAct& io_act);
    std::string parse_input(std::string_view rest, WalkInput& out_input);

    LineScanner lines_;
    const std::string& source_;
    bool is_empty_ = false; // the text is empty, so there is no line number to report
    bool has_version_ = false;
    std::uint64_t frames_ = 0; // number of frames of all segments
    WalkScript script_;
};

Result<WalkScript> Parser::parse() {
    const auto fail = [&](const std::string& message) {
        return Error{source_ + ": " + lines_.error(message).message};
    };
    while (lines_.next()) {
        const std::string_view line = trimmed(without_comment(lines_.line()));
        if (line.empty()) continue;
        if (std::string message = parse_line(line); !message.empty()) return fail(message);
    }
    if (is_empty_) return Error{source_ + ": is empty; a walk begins with the line 'boxwood-walk 1'"};
    if (!has_version_) return fail("a walk begins with the line 'boxwood-walk 1'");
    if (script_.segments.empty()) return fail("the walk has no actions; add a line such as '60 wait'");
    return std::move(script_);
}

std::string Parser::parse_line(std::string_view line) {
    std::string_view rest = line;
    const std::string_view word = take_word(rest);
    if (!has_version_) {
        if (word != "boxwood-walk" || trimmed(rest) != "1")
            return "a walk begins with the line 'boxwood-walk 1'";
        has_version_ = true;
        return {};
    }
    if (word == "scene" || word == "start") {
        if (!script_.segments.empty()) return "'" + std::string(word) + "' must come before the first action";
        if (word == "start") return parse_start(rest);
        script_.scene = without_quotes(trimmed(rest));
        return script_.scene.empty() ? "'scene' needs the path of a file or the name of a built-in scene"
                                     : "";
    }
    return parse_segment(word, rest);
}

std::string Parser::parse_start(std::string_view rest) {
    const std::string takes = "x y z and, optionally, yaw and pitch in degrees";
    WalkStart start;
    glm::dvec3 angles(0.0);
    const NumbersOf feet{.word = "start", .count = 3, .takes = takes, .max = kMaxStart};
    if (std::string message = parse_numbers(rest, feet, start.feet_w); !message.empty()) return message;
    const NumbersOf view{.word = "start", .count = 2, .takes = takes, .missing = "the pitch"};
    if (!trimmed(rest).empty())
        if (std::string message = parse_numbers(rest, view, angles); !message.empty()) return message;
    if (!trimmed(rest).empty()) return "'start' takes " + takes + "; unexpected " + quoted(trimmed(rest));
    start.yaw = glm::radians(angles.x);
    start.pitch = glm::radians(angles.y);
    script_.start = start;
    return {};
}

std::string Parser::parse_segment(std::string_view frames, std::string_view rest) {
    WalkSegment segment;
    const std::optional<std::int64_t> count = parse_integer(frames);
    if (!count || *count < 1 || static_cast<std::uint64_t>(*count) > kMaxFrames)
        return quoted(frames) + " is not a number of frames from 1 to " + std::to_string(kMaxFrames);
    segment.frames = static_cast<std::uint64_t>(*count);
    frames_ += segment.frames;
    if (frames_ > kMaxFrames) return "the walk is longer than " + std::to_string(kMaxFrames) + " frames";
    for (;;) {
        const std::size_t end = rest.find(';');
        WalkAct act;
        if (std::string message = parse_act(trimmed(rest.substr(0, end)), act); !message.empty())
            return message;
        if (segment.acts.size() == kMaxActs)
            return "more than " + std::to_string(kMaxActs) + " actions at the same time";
        segment.acts.push_back(act);
        if (end == std::string_view::npos) break;
        rest.remove_prefix(end + 1);
    }
    script_.segments.push_back(std::move(segment));
    return {};
}

std::string Parser::parse_act(std::string_view text, WalkAct& out_act) {
    std::string_view rest = text;
    const std::string_view word = take_word(rest);
    const auto found = std::find(kVerbs.begin(), kVerbs.end(), word);
    if (found == kVerbs.end())
        return (word.empty() ? "a verb is missing" : "unknown verb " + quoted(word)) + "; the verbs are " +
               names_of(kVerbs);
    const auto verb = static_cast<std::size_t>(found - kVerbs.begin());
    out_act.verb = static_cast<WalkVerb>(verb);
    if (out_act.verb == WalkVerb::close || out_act.verb == WalkVerb::open)
        return parse_fingers(rest, out_act);
    if (out_act.verb == WalkVerb::input) return parse_input(rest, out_act.input);
    const NumbersOf of_verb{
        .word = word, .count = kNumbers[verb], .takes = std::to_string(kNumbers[verb]) + " numbers"};
    if (std::string message = parse_numbers(rest, of_verb, out_act.numbers); !message.empty()) return message;
    if (!trimmed(rest).empty())
        return "unexpected " + quoted(trimmed(rest)) + " after '" + std::string(word) + "'";
    const glm::dvec3& n = out_act.numbers;
    if (out_act.verb == WalkVerb::scale && !(std::min({n.x, n.y, n.z}) > 0.0))
        return "'scale' takes factors above 0";
    if (out_act.verb == WalkVerb::turn) out_act.numbers = glm::radians(n);
    return {};
}

std::string Parser::parse_numbers(std::string_view& io_rest, const NumbersOf& expected, glm::dvec3& out) {
    const char* const range = expected.max == kMaxNumber ? " is not a number from -1e6 to 1e6"
                                                         : " is not a number from -1.001e9 to 1.001e9";
    for (std::size_t i = 0; i < expected.count; ++i) {
        const std::string_view word = take_word(io_rest);
        const std::optional<double> number = parse_number(word, expected.max);
        if (!number)
            return "'" + std::string(expected.word) + "' takes " + expected.takes + "; " +
                   (word.empty() ? std::string(expected.missing) + " is missing" : quoted(word) + range);
        out[static_cast<int>(i)] = *number;
    }
    return {};
}

std::string Parser::parse_fingers(std::string_view rest, WalkAct& io_act) {
    if (trimmed(rest).empty()) io_act.fingers.fill(1.0);
    for (std::string_view word = take_word(rest); !word.empty(); word = take_word(rest)) {
        const auto found = std::find(kFingerNames.begin(), kFingerNames.end(), word);
        if (found == kFingerNames.end())
            return "unknown finger " + quoted(word) + "; the fingers are " + names_of(kFingerNames);
        io_act.fingers[static_cast<std::size_t>(found - kFingerNames.begin())] = 1.0;
    }
    return {};
}

std::string Parser::parse_input(std::string_view rest, WalkInput& out_input) {
    for (std::string_view word = take_word(rest); !word.empty(); word = take_word(rest)) {
        if (word == "crouch" || word == "drop") {
            (word == "crouch" ? out_input.is_crouching : out_input.lets_go) = true;
            continue;
        }
        const std::size_t equals = word.find('=');
        const auto field = std::find_if(kFields.begin(), kFields.end(), [&](const InputField& f) {
            return f.name == word.substr(0, equals);
        });
        const std::optional<double> number =
            equals == std::string_view::npos ? std::nullopt : parse_number(word.substr(equals + 1));
        if (field == kFields.end() || !number) {
            std::vector<std::string_view> names;
            for (const InputField& f : kFields) names.push_back(f.name);
            return quoted(word) + " is neither NAME=NUMBER nor 'crouch' nor 'drop'; the names are " +
                   names_of(names);
        }
        field->of(out_input) = *number;
    }
    return {};
}

} // namespace

std::uint64_t WalkScript::frames() const {
    std::uint64_t sum = 0;
    for (const WalkSegment& segment : segments) sum += segment.frames;
    return sum;
}

Result<WalkScript> parse_walk_script(std::string_view text, const std::string& source) {
    return Parser(text, source).parse();
}

// --- recording --------------------------------------------------------------------------------------------

namespace {

constexpr double kSteps = 1e6; // per unit, because six decimals are written

double rounded_degrees(double radians) {
    return std::round(glm::degrees(radians) * kSteps) / kSteps;
}

} // namespace

WalkInput rounded(const WalkInput& input) {
    WalkInput result = input;
    for (const InputField& field : kFields) {
        double& value = field.of(result);
        value = std::isfinite(value)
                    ? std::round(std::clamp(value, -kMaxNumber, kMaxNumber) * kSteps) / kSteps
                    : 0.0;
    }
    return result;
}

WalkStart rounded(const WalkStart& start) {
    return {start.feet_w, glm::radians(rounded_degrees(start.yaw)),
            glm::radians(rounded_degrees(start.pitch))};
}

void WalkRecorder::begin(std::string scene, const WalkStart& start) {
    text_ = "boxwood-walk 1\n";
    const bool is_plain = scene.find_first_of("# \t\"") == std::string::npos;
    if (!scene.empty()) text_ += "scene " + (is_plain ? scene : quoted_name(scene)) + "\n";
    text_ += "start";
    for (const double number : {start.feet_w.x, start.feet_w.y, start.feet_w.z, rounded_degrees(start.yaw),
                                rounded_degrees(start.pitch)}) {
        char word[32];
        text_ += ' ';
        text_.append(word,
                     std::to_chars(word, word + sizeof word, number).ptr); // reads back to the same bits
    }
    text_ += "\n";
    repeats_ = frames_ = 0;
}

void WalkRecorder::add(const WalkInput& input) {
    ++frames_;
    if (repeats_ > 0 && input == last_) {
        ++repeats_;
        return;
    }
    flush();
    last_ = input;
    repeats_ = 1;
}

void WalkRecorder::flush() {
    if (repeats_ == 0) return;
    text_ += std::to_string(repeats_) + " input";
    for (const InputField& field : kFields) {
        const double value = field.of(last_);
        if (value == 0.0) continue;
        char word[64];
        std::snprintf(word, sizeof word, " %.*s=%.6f", static_cast<int>(field.name.size()), field.name.data(),
                      value);
        text_ += word;
    }
    if (last_.is_crouching) text_ += " crouch";
    if (last_.lets_go) text_ += " drop";
    text_ += "\n";
    repeats_ = 0;
}

std::string WalkRecorder::text() const {
    WalkRecorder copy = *this;
    copy.flush();
    return copy.text_;
}

} // namespace boxwood
