#include "engine/json/json.hpp"

#include "engine/import/text_file.hpp"

#include <algorithm>
#include <iterator>
#include <nlohmann/json.hpp>
#include <set>
#include <utility>

namespace boxwood {

// --- values -----------------------------------------------------------------------------------------------

Json::Json(bool value)
    : content_(value) {}
Json::Json(std::int32_t number)
    : content_(std::int64_t{number}) {}
Json::Json(std::int64_t number)
    : content_(number) {}
Json::Json(std::uint32_t number)
    : content_(std::uint64_t{number}) {}
Json::Json(std::uint64_t number)
    : content_(number) {}
Json::Json(double number)
    : content_(number) {}
Json::Json(const char* text)
    : content_(std::string(text)) {}
Json::Json(std::string_view text)
    : content_(std::string(text)) {}
Json::Json(std::string text)
    : content_(std::move(text)) {}

Json Json::array(std::initializer_list<Json> elements) {
    Json json;
    json.content_ = Elements(elements);
    return json;
}

Json Json::object(std::initializer_list<JsonMember> members) {
    Json json;
    json.content_ = Members{{}, true};
    for (const JsonMember& member : members) json.set(member.key, member.value);
    return json;
}

Json::Json(const Json& other) = default;
Json::Json(Json&& other) noexcept = default;
Json& Json::operator=(const Json& other) = default;
Json& Json::operator=(Json&& other) noexcept = default;

// Not recursive, because external text can be nested deeper than the stack allows.
Json::~Json() {
    Elements nested;
    move_nested_to(nested);
    while (!nested.empty()) {
        Json value = std::move(nested.back());
        nested.pop_back();
        value.move_nested_to(nested);
    }
}

void Json::move_nested_to(Elements& io_values) {
    const auto move = [&io_values](Json& value) {
        if (value.is_array() || value.is_object()) io_values.push_back(std::move(value));
    };
    if (auto* elements = std::get_if<Elements>(&content_))
        for (Json& element : *elements) move(element);
    if (auto* members = std::get_if<Members>(&content_))
        for (JsonMember& member : members->list) move(member.value);
}

Json& Json::push_back(Json element) {
    return std::get<Elements>(content_).emplace_back(std::move(element));
}

Json& Json::add(std::string key, Json value) {
    Members& members = std::get<Members>(content_);
    members.is_sorted = members.is_sorted && (members.list.empty() || members.list.back().key < key);
    members.list.push_back({std::move(key), std::move(value)});
    return members.list.back().value;
}

void Json::set(std::string_view key, Json value) {
    auto& list = std::get<Members>(content_).list;
    const auto known = std::ranges::find(list, key, &JsonMember::key);
    if (known != list.end())
        known->value = std::move(value);
    else
        add(std::string(key), std::move(value));
}

void Json::sort_members() {
    Members& members = std::get<Members>(content_);
    if (!members.is_sorted) std::ranges::sort(members.list, {}, &JsonMember::key);
    members.is_sorted = true;
}

bool Json::is_null() const {
    return std::holds_alternative<std::monostate>(content_);
}
bool Json::is_array() const {
    return std::holds_alternative<Elements>(content_);
}
bool Json::is_object() const {
    return std::holds_alternative<Members>(content_);
}

std::optional<bool> Json::boolean() const {
    if (const auto* value = std::get_if<bool>(&content_)) return *value;
    return std::nullopt;
}

std::optional<double> Json::number() const {
    if (const auto* number = std::get_if<double>(&content_)) return *number;
    if (const auto* number = std::get_if<std::int64_t>(&content_)) return static_cast<double>(*number);
    if (const auto* number = std::get_if<std::uint64_t>(&content_)) return static_cast<double>(*number);
    return std::nullopt;
}

std::optional<std::int64_t> Json::integer() const {
    if (const auto* number = std::get_if<std::int64_t>(&content_)) return *number;
    if (const auto* number = std::get_if<std::uint64_t>(&content_); number != nullptr && *number <= INT64_MAX)
        return static_cast<std::int64_t>(*number);
    return std::nullopt;
}

std::optional<std::uint64_t> Json::unsigned_integer() const {
    if (const auto* number = std::get_if<std::uint64_t>(&content_)) return *number;
    return std::nullopt;
}

const std::string* Json::string() const {
    return std::get_if<std::string>(&content_);
}

std::span<const Json> Json::elements() const {
    if (const auto* elements = std::get_if<Elements>(&content_)) return *elements;
    return {};
}

std::span<const JsonMember> Json::members() const {
    if (const auto* members = std::get_if<Members>(&content_)) return members->list;
    return {};
}

const Json* Json::find(std::string_view key) const {
    const auto* members = std::get_if<Members>(&content_);
    if (members == nullptr) return nullptr;
    const auto& list = members->list;
    const auto found = members->is_sorted ? std::ranges::lower_bound(list, key, {}, &JsonMember::key)
                                          : std::ranges::find(list, key, &JsonMember::key);
    return found != list.end() && found->key == key ? &found->value : nullptr;
}

// --- parsing ----------------------------------------------------------------------------------------------

namespace {

// Stores how far the parser has read the text, because not all errors of the parser report a position.
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

// The reason in the parser's message, which has the form "[...] parse error at line 1, column 5: REASON".
std::string reason_of(const std::string& what) {
    std::size_t start = what.find("] ");
    start = start == std::string::npos ? 0 : start + 2;
    if (what.compare(start, 11, "parse error") == 0) {
        const std::size_t colon = what.find(": ", start);
        if (colon != std::string::npos) start = colon + 2;
    }
    return one_line(std::string_view(what).substr(start));
}

std::string line_and_column(std::string_view before, std::size_t first_line) {
    const auto breaks = static_cast<std::size_t>(std::count(before.begin(), before.end(), '\n'));
    const std::size_t last_break = before.rfind('\n');
    const std::size_t column =
        last_break == std::string_view::npos ? before.size() : before.size() - last_break - 1;
    return std::to_string(first_line + breaks) + ":" + std::to_string(std::max<std::size_t>(column, 1));
}

// Receives the parser's events. A return value of false ends the parsing.
class JsonBuilder : public nlohmann::json_sax<nlohmann::json> {
  public:
    explicit JsonBuilder(JsonOrder order)
        : order_(order) {}

    Json& root() { return root_; }
    const std::string& reason() const { return reason_; } // reason of a failed parse

    bool null() override { return add(Json()); }
    bool boolean(bool value) override { return add(value); }
    bool number_integer(number_integer_t number) override { return add(number); }
    bool number_unsigned(number_unsigned_t number) override { return add(number); }
    bool number_float(number_float_t number, const string_t&) override { return add(number); }
    bool string(string_t& text) override { return add(std::move(text)); }
    bool binary(binary_t&) override { return false; } // never called for JSON text
    bool start_array(std::size_t) override { return open(Json::array()); }
    bool end_array() override { return close(); }
    bool start_object(std::size_t) override { return open(Json::object()); }
    bool key(string_t& text) override {
        if (!open_.back().keys.insert(text).second) {
            reason_ = "the key \"" + one_line(text, 40) + "\" appears twice in one object";
            return false;
        }
        key_ = std::move(text);
        return true;
    }
    bool end_object() override {
        if (order_ == JsonOrder::sorted) open_.back().value->sort_members();
        return close();
    }
    bool parse_error(std::size_t, const std::string&, const nlohmann::json::exception& error) override {
        reason_ = reason_of(error.what());
        return false;
    }

  private:
    // An array or object that is not complete yet. Until it is complete, it is the last element of its container, so
    // its address is stable.
    struct Open {
        Json* value;
        std::set<std::string> keys;
    };

    Json& append(Json value) {
        if (open_.empty()) return root_ = std::move(value);
        Json& parent = *open_.back().value;
        return parent.is_array() ? parent.push_back(std::move(value))
                                 : parent.add(std::move(key_), std::move(value));
    }
    bool add(Json value) {
        append(std::move(value));
        return true;
    }
    bool open(Json value) {
        open_.push_back({&append(std::move(value)), {}});
        return true;
    }
    bool close() {
        open_.pop_back();
        return true;
    }

    JsonOrder order_;
    Json root_;
    std::string key_, reason_;
    std::vector<Open> open_;
};

} // namespace

Result<Json> parse_json(std::string_view text, const std::string& source, JsonOrder order,
                        std::size_t first_line) {
    const char* farthest = text.data();
    JsonBuilder builder(order);
    if (nlohmann::json::sax_parse(CountingIterator{text.data(), &farthest},
                                  CountingIterator{text.data() + text.size(), &farthest}, &builder))
        return std::move(builder.root());
    const std::string_view before = text.substr(0, static_cast<std::size_t>(farthest - text.data()));
    return Error{source + ":" + line_and_column(before, first_line) + ": " + builder.reason()};
}

// --- writing ----------------------------------------------------------------------------------------------

namespace {

using LibraryJson = nlohmann::ordered_json;

LibraryJson to_library(const Json& value) {
    if (const std::string* text = value.string()) return *text;
    if (const auto truth = value.boolean()) return *truth;
    if (const auto number = value.unsigned_integer()) return *number;
    if (const auto number = value.integer()) return *number;
    if (const auto number = value.number()) return *number;
    if (value.is_null()) return nullptr;
    LibraryJson json = value.is_array() ? LibraryJson::array() : LibraryJson::object();
    for (const Json& element : value.elements()) json.push_back(to_library(element));
    for (const JsonMember& member : value.members()) json[member.key] = to_library(member.value);
    return json;
}

std::string dump(const Json& value, int indent) {
    return to_library(value).dump(indent, ' ', false, LibraryJson::error_handler_t::replace);
}

} // namespace

std::string to_text(const Json& value) {
    return dump(value, -1);
}

std::string to_indented_text(const Json& value) {
    return dump(value, 2);
}

} // namespace boxwood
