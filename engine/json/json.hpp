// What: constructs, parses and writes JSON values. Only json.cpp includes the JSON library that does the parsing and
//       writing.
// Invariants: the keys of an object are unique. A number keeps its type: signed, unsigned (64 bits each) or double.
// Degenerate input: a duplicate key is an error. A number out of the range of double is an error, too.
// Cost: find() takes O(log n) time if the members are sorted by key, otherwise O(n). Parsing and destruction support
//       any nesting depth; to_text() and copying are recursive.
#pragma once

#include "collision/core/result.hpp"

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace boxwood {

struct JsonMember;

class Json {
  public:
    Json() = default; // null
    Json(bool value);
    Json(std::int32_t number);
    Json(std::int64_t number);
    Json(std::uint32_t number);
    Json(std::uint64_t number);
    Json(double number); // written as null if not finite
    Json(const char* text);
    Json(std::string_view text);
    Json(std::string text);

    static Json array(std::initializer_list<Json> elements = {});
    static Json object(std::initializer_list<JsonMember> members = {}); // written in this order
    template <class Range>
    static Json array_of(const Range& values) {
        Json list = array();
        for (const auto& value : values) list.push_back(value);
        return list;
    }

    Json(const Json& other);
    Json(Json&& other) noexcept;
    Json& operator=(const Json& other);
    Json& operator=(Json&& other) noexcept;
    ~Json();

    // Requires an array. The reference is valid until the next element is added.
    Json& push_back(Json element);
    // Requires an object without this key. The reference to the new value is valid until the next member is added.
    Json& add(std::string key, Json value);
    // Requires an object. Replaces the value of the key or appends a member; linear time.
    void set(std::string_view key, Json value);
    // Requires an object. Sorts by key, in string order.
    void sort_members();

    bool is_null() const;
    bool is_array() const;
    bool is_object() const;

    // Empty or null if the value has another type.
    std::optional<bool> boolean() const;
    std::optional<double> number() const;        // any number, rounded to double
    std::optional<std::int64_t> integer() const; // a number in range, without fraction and exponent
    // An integer that was parsed from a text without a sign, or constructed from an unsigned type. Empty for a value
    // that was constructed from a signed type, even if it is not negative.
    std::optional<std::uint64_t> unsigned_integer() const;
    const std::string* string() const;
    std::span<const Json> elements() const;
    std::span<const JsonMember> members() const;
    const Json* find(std::string_view key) const; // null if this is not an object or has no such key

  private:
    using Elements = std::vector<Json>;
    struct Members {
        std::vector<JsonMember> list;
        bool is_sorted;
    };

    void move_nested_to(Elements& io_values);

    std::variant<std::monostate, bool, std::int64_t, std::uint64_t, double, std::string, Elements, Members>
        content_;
};

struct JsonMember {
    std::string key;
    Json value;
};

enum class JsonOrder { as_written, sorted }; // of the members of objects

// Returns the value, or the Error "SOURCE:LINE:COLUMN: REASON". `first_line`: the line of `source` where `text` begins.
Result<Json> parse_json(std::string_view text, const std::string& source, JsonOrder order,
                        std::size_t first_line = 1);

// Invalid UTF-8 becomes U+FFFD. A double is written with at most 17 significant digits, and is read as the same double.
std::string to_text(const Json& value);          // one line
std::string to_indented_text(const Json& value); // two spaces per level, no trailing line break

} // namespace boxwood
