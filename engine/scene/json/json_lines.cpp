#include "engine/scene/json/json_lines.hpp"

#include "engine/json/json.hpp"

#include <algorithm>

namespace boxwood {
namespace {

// Traverses the tokens of a text that is known to be valid.
class JsonCursor {
  public:
    explicit JsonCursor(std::string_view text)
        : text_(text) {}

    // The position where the next value starts.
    std::size_t value_start() {
        skip_space();
        return at_;
    }

    // Moves to the value at a JSON pointer. `out_start`: the position where the value starts. If the pointer does not
    // resolve, returns false, and `out_start` is the start of the last existing element on its path.
    bool go_to(std::string_view pointer, std::size_t& out_start);

    // Calls visit(position) with the position where each element of the next value, an array, starts.
    template <class Visit>
    void for_each_element(const Visit& visit) {
        skip_space();
        if (peek() != '[') return;
        ++at_;
        for (skip_space(); at_ < text_.size() && peek() != ']'; skip_space()) {
            visit(at_);
            skip_value();
            skip_space();
            if (peek() == ',') ++at_;
        }
    }

    // If the next value is an object or an array, moves to its element with this key or index. Returns false if there
    // is no such element.
    bool enter(const std::string& token) {
        skip_space();
        const bool is_object = peek() == '{';
        if (!is_object && peek() != '[') return false;
        ++at_;
        for (std::size_t index = 0;; ++index) {
            skip_space();
            if (at_ >= text_.size() || peek() == '}' || peek() == ']') return false;
            bool is_match = !is_object && std::to_string(index) == token;
            if (is_object) {
                is_match = read_key() == token;
                skip_space();
                ++at_; // the colon
            }
            if (is_match) return true;
            skip_value();
            skip_space();
            if (at_ < text_.size() && peek() == ',') ++at_;
        }
    }

  private:
    char peek() const { return at_ < text_.size() ? text_[at_] : '\0'; }
    void skip_space() {
        while (at_ < text_.size() && std::string_view(" \t\r\n").find(text_[at_]) != std::string_view::npos)
            ++at_;
    }
    void skip_string() {
        for (++at_; at_ < text_.size() && text_[at_] != '"'; ++at_)
            if (text_[at_] == '\\') ++at_;
        ++at_;
    }
    std::string read_key() {
        const std::size_t start = at_;
        skip_string();
        return *require_ok(parse_json(text_.substr(start, at_ - start), "", JsonOrder::sorted)).string();
    }
    void skip_value() {
        skip_space();
        std::size_t depth = 0;
        do {
            const char c = peek();
            if (c == '"') {
                skip_string();
                continue;
            }
            if (depth == 0 && (c == ',' || c == '}' || c == ']')) return;
            if (c == '{' || c == '[') ++depth;
            if (c == '}' || c == ']') --depth;
            ++at_;
            if (depth == 0 && (c == '}' || c == ']')) return;
        } while (at_ < text_.size());
    }

    std::string_view text_;
    std::size_t at_ = 0;
};

std::string unescaped(std::string_view token) {
    std::string key;
    for (std::size_t i = 0; i < token.size(); ++i) {
        const bool is_escape = token[i] == '~' && i + 1 < token.size();
        key += !is_escape ? token[i] : token[++i] == '1' ? '/' : '~';
    }
    return key;
}

bool JsonCursor::go_to(std::string_view pointer, std::size_t& out_start) {
    out_start = value_start();
    while (!pointer.empty()) {
        pointer.remove_prefix(1); // the slash
        const std::size_t end = std::min(pointer.find('/'), pointer.size());
        if (!enter(unescaped(pointer.substr(0, end)))) return false;
        out_start = value_start();
        pointer.remove_prefix(end);
    }
    return true;
}

std::size_t count_lines(std::string_view text) {
    return static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n'));
}

} // namespace

std::size_t line_of(std::string_view text, std::string_view pointer) {
    JsonCursor walk(text);
    std::size_t start = 0;
    (void)walk.go_to(pointer, start);
    return 1 + count_lines(text.substr(0, start));
}

std::vector<std::size_t> lines_of_elements(std::string_view text, std::string_view pointer) {
    std::vector<std::size_t> lines;
    JsonCursor walk(text);
    std::size_t before = 0, line = 1;
    if (!walk.go_to(pointer, before)) return lines;
    line += count_lines(text.substr(0, before));
    walk.for_each_element([&](std::size_t start) {
        line += count_lines(text.substr(before, start - before));
        before = start;
        lines.push_back(line);
    });
    return lines;
}

std::string escaped_key(std::string_view key) {
    std::string escaped;
    for (const char c : key) escaped += c == '~' ? "~0" : c == '/' ? "~1" : std::string(1, c);
    return escaped;
}

} // namespace boxwood
