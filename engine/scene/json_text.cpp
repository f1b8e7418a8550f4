#include "engine/scene/json_text.hpp"

#include "engine/import/text_file.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <iterator>
#include <set>
#include <vector>

namespace boxwood {
namespace {

// Reads text and tells how far the parser has come, which not all of its errors do.
struct CountingIterator {
    using iterator_category = std::forward_iterator_tag;
    using value_type = char;
    using difference_type = std::ptrdiff_t;
    using pointer = const char*;
    using reference = const char&;

    const char* at = nullptr;
    const char** farthest = nullptr;

    reference operator*() const { return *at; }
    CountingIterator& operator++() {
        *farthest = ++at;
        return *this;
    }
    CountingIterator operator++(int) {
        const CountingIterator before = *this;
        ++*this;
        return before;
    }
    friend bool operator==(const CountingIterator& a, const CountingIterator& b) { return a.at == b.at; }
};

struct DuplicateKey {
    std::string key;
};

// Remembers the keys of every object that is still open; the parser itself would keep the last of equal keys.
class DuplicateKeys {
  public:
    bool operator()(int, Json::parse_event_t event, Json& value) {
        if (event == Json::parse_event_t::object_start) open_.emplace_back();
        if (event == Json::parse_event_t::object_end) open_.pop_back();
        if (event == Json::parse_event_t::key && !open_.back().insert(value.get<std::string>()).second)
            throw DuplicateKey{value.get<std::string>()};
        return true;
    }

  private:
    std::vector<std::set<std::string>> open_;
};

std::string line_and_column(std::string_view before, std::size_t first_line) {
    const auto breaks = static_cast<std::size_t>(std::count(before.begin(), before.end(), '\n'));
    const std::size_t last_break = before.rfind('\n');
    const std::size_t column =
        last_break == std::string_view::npos ? before.size() : before.size() - last_break - 1;
    return std::to_string(first_line + breaks) + ":" + std::to_string(std::max<std::size_t>(column, 1));
}

// The parser's words without its own prefix and position: "[...] parse error at line 1, column 5: WORDS".
std::string words_of(const std::string& what) {
    std::size_t start = what.find("] ");
    start = start == std::string::npos ? 0 : start + 2;
    if (what.compare(start, 11, "parse error") == 0) {
        const std::size_t colon = what.find(": ", start);
        if (colon != std::string::npos) start = colon + 2;
    }
    return one_line(std::string_view(what).substr(start));
}

std::string shown_pointer(const JsonAt& at) {
    return one_line(at.pointer.empty() ? std::string("/") : at.pointer);
}

std::string line_before(const JsonAt& at, const std::string& pointer) {
    return at.text.empty() ? "" : std::to_string(line_of(at.text, pointer)) + ": ";
}

} // namespace

Result<Json> parse_json(std::string_view text, const std::string& source, std::size_t first_line) {
    const char* farthest = text.data();
    const auto fail = [&](const std::string& why) {
        const std::string_view before = text.substr(0, static_cast<std::size_t>(farthest - text.data()));
        return Error{source + ":" + line_and_column(before, first_line) + ": " + why};
    };
    try {
        DuplicateKeys duplicates;
        return Json::parse(CountingIterator{text.data(), &farthest},
                           CountingIterator{text.data() + text.size(), &farthest}, std::ref(duplicates));
    } catch (const DuplicateKey& duplicate) {
        return fail("the key \"" + one_line(duplicate.key, 40) + "\" appears twice in one object");
    } catch (const Json::exception& error) {
        return fail(words_of(error.what()));
    }
}

std::string place_of(const JsonAt& at) {
    return line_before(at, at.pointer) + shown_pointer(at);
}

Error json_error(const JsonAt& at, const std::string& why) {
    return Error{place_of(at) + ": " + why};
}

Status check_keys(const JsonAt& at, std::initializer_list<const char*> known) {
    return check_keys(at, std::span(known.begin(), known.size()));
}

Status check_keys(const JsonAt& at, std::span<const char* const> known) {
    if (!at.value.is_object()) return json_error(at, "expected an object");
    for (const auto& item : at.value.items()) {
        const auto is_it = [&item](const char* key) { return item.key() == key; };
        if (std::any_of(known.begin(), known.end(), is_it)) continue;
        std::string names;
        for (const char* key : known) names += (names.empty() ? "" : ", ") + std::string(key);
        return Error{line_before(at, at.pointer + "/" + escaped_key(item.key())) + shown_pointer(at) +
                     ": unknown key \"" + one_line(item.key(), 40) + "\"; known keys: " + names};
    }
    return ok();
}

Result<double> read_number(const JsonAt& at) {
    if (!at.value.is_number()) return json_error(at, "expected a number");
    return at.value.get<double>();
}

Result<std::int64_t> read_integer(const JsonAt& at, std::int64_t lower, std::int64_t upper) {
    const std::string range = std::to_string(lower) + " to " + std::to_string(upper);
    const bool is_beyond = at.value.is_number_unsigned() && at.value.get<std::uint64_t>() > INT64_MAX;
    if (!at.value.is_number_integer() || is_beyond)
        return json_error(at, "expected a whole number from " + range);
    const auto number = at.value.get<std::int64_t>();
    if (number < lower || number > upper) return json_error(at, "expected a whole number from " + range);
    return number;
}

Result<std::uint64_t> read_unsigned(const JsonAt& at, std::uint64_t lower, std::uint64_t upper) {
    if (at.value.is_number_unsigned())
        if (const auto number = at.value.get<std::uint64_t>(); number >= lower && number <= upper)
            return number;
    return json_error(at, "expected a whole number from " + std::to_string(lower) + " to " +
                              std::to_string(upper));
}

Result<std::string> read_string(const JsonAt& at) {
    if (!at.value.is_string()) return json_error(at, "expected a string");
    return at.value.get<std::string>();
}

Result<bool> read_bool(const JsonAt& at) {
    if (!at.value.is_boolean()) return json_error(at, "expected true or false");
    return at.value.get<bool>();
}

Status read_numbers(const JsonAt& at, std::span<double> out_numbers) {
    if (!at.value.is_array() || at.value.size() != out_numbers.size())
        return json_error(at, "expected an array of " + std::to_string(out_numbers.size()) + " numbers");
    for (std::size_t i = 0; i < out_numbers.size(); ++i) {
        const Result<double> number = read_number(at[i]);
        if (!number) return number.error();
        out_numbers[i] = *number;
    }
    return ok();
}

void append_number(std::string& out_text, double number) {
    if (!std::isfinite(number)) {
        out_text += "null";
        return;
    }
    char buffer[32];
    const auto end = std::to_chars(buffer, buffer + sizeof buffer, number).ptr;
    out_text.append(buffer, end);
}

void append_numbers(std::string& out_text, std::span<const double> numbers) {
    out_text += '[';
    for (std::size_t i = 0; i < numbers.size(); ++i) {
        if (i > 0) out_text += ',';
        append_number(out_text, numbers[i]);
    }
    out_text += ']';
}

void append_string(std::string& out_text, std::string_view string) {
    out_text += Json(string).dump(-1, ' ', false, Json::error_handler_t::replace);
}

} // namespace boxwood
