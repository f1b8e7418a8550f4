#include "engine/import/plain_words.hpp"

#include "engine/import/text_scan.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>

namespace boxwood {
namespace {

// A piece of a library's message, and what the message means to a user.
struct Meaning {
    std::string_view piece, meaning;
};
constexpr std::array kMeanings{
    Meaning{"malformed XML", "it is not well-formed XML"},
    Meaning{"JSON parse error", "it is not well-formed JSON"},
    Meaning{"nd of file", "it is cut off"},
    Meaning{"EOF", "it is cut off"},
    Meaning{"too small", "it is cut off"},
    Meaning{"as a real number", "a number is expected"},
    Meaning{"cannot be converted into a value", "a number is expected"},
    Meaning{"Zlib", "compressed data are damaged"},
    Meaning{"ecompress", "compressed data are damaged"},
    Meaning{"TOK_", "unexpected text"},
    Meaning{"token", "unexpected text"},
};

bool is_upper(char c) {
    return c >= 'A' && c <= 'Z';
}
bool is_lower(char c) {
    return c >= 'a' && c <= 'z';
}

std::string to_lower(std::string_view text) {
    std::string lower(text);
    for (char& c : lower) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    return lower;
}

// Removes text in double quotes: quotations from the file.
std::string without_quoted(std::string_view text) {
    std::string rest;
    bool is_quoted = false;
    for (const char c : text) {
        if (c == '"') is_quoted = !is_quoted;
        if (!is_quoted) rest += c;
    }
    return rest;
}

bool is_name_of_code(std::string_view word) {
    if (word.starts_with('/')) return true; // a path
    if (word.ends_with(']')) return false;  // an element of the file, such as accessors[2]
    for (std::size_t i = 0; i < word.size(); ++i) {
        if (word[i] == '_') return true;
        if (i > 0 && is_upper(word[i]) && is_lower(word[i - 1])) return true; // camel case: vertexCount
    }
    return false;
}

bool has_code(std::string_view text) {
    constexpr std::array<std::string_view, 22> kCodePieces{
        "::",    "()",   "->",      "==",       "!=",    ".cpp",   ".h(",    ".hpp",
        "0x",    "std",  "assert",  "except",   "abort", "assimp", "deadly", "malloc",
        "free(", "heap", "corrupt", "terminat", "stack", "pointer"};
    const std::string lower = to_lower(text);
    for (const std::string_view piece : kCodePieces)
        if (lower.find(piece) != std::string::npos) return true;
    if (text.find_first_of("{}<>;`'|$@\\") != std::string_view::npos) return true;
    for (std::string_view rest = text; !rest.empty();)
        if (is_name_of_code(take_word(rest))) return true;
    return false;
}

// The number after `word`, decimal or hexadecimal.
std::optional<std::uint64_t> number_after(const std::string& lower, std::string_view word) {
    const std::size_t found = lower.find(word);
    if (found == std::string::npos) return std::nullopt;
    std::size_t begin = found + word.size();
    const bool is_hexadecimal = lower.compare(begin, 2, "0x") == 0;
    if (is_hexadecimal) begin += 2;
    std::uint64_t number = 0;
    const char* end = lower.data() + lower.size();
    if (std::from_chars(lower.data() + begin, end, number, is_hexadecimal ? 16 : 10).ec != std::errc{})
        return std::nullopt;
    return number;
}

// Removes a prefix that names the source or the position: "GLTF: ", "FBX-Parser ", "Line 80: ".
std::string_view without_prefix(std::string_view text) {
    const std::size_t colon = text.find(": ");
    if (colon != std::string_view::npos && colon <= 12 && text.find('"') > colon)
        return text.substr(colon + 2);
    if (text.starts_with("FBX-")) return text.substr(std::min(text.find(' '), text.size() - 1) + 1);
    return text;
}

// "(TOK_DATA, line 250, col 0) unexpected token" -> "unexpected token".
std::string_view without_parenthesis(std::string_view text) {
    if (!text.starts_with('(')) return text;
    const std::size_t end = text.find(") ");
    return end == std::string_view::npos ? text : text.substr(end + 2);
}

std::string_view first_quoted(std::string_view text) {
    const std::size_t begin = text.find('"');
    if (begin == std::string_view::npos) return {};
    const std::size_t end = text.find('"', begin + 1);
    return text.substr(begin + 1, end == std::string_view::npos ? end : end - begin - 1);
}

std::string meaning_of(std::string_view text) {
    for (const Meaning& known : kMeanings) {
        if (text.find(known.piece) == std::string_view::npos) continue;
        const std::string_view found = known.meaning.ends_with("expected") ? first_quoted(text) : "";
        return std::string(known.meaning) + (found.empty() ? "" : ", not " + quoted(found));
    }
    const std::optional<std::string> plain = plain_words(without_parenthesis(without_prefix(text)));
    return plain.value_or("it is damaged or has unsupported content");
}

} // namespace

std::optional<std::string> plain_words(std::string_view text) {
    constexpr std::size_t kMaxLength = 160;
    while (text.ends_with('.') || text.ends_with('!')) text.remove_suffix(1);
    if (text.size() > kMaxLength || text.find_first_not_of(" ") == std::string_view::npos)
        return std::nullopt;
    // With an odd number of quotation marks, the extent of the quotation is unknown.
    if (std::count(text.begin(), text.end(), '"') % 2 != 0) return std::nullopt;
    if (has_code(without_quoted(text))) return std::nullopt;
    std::string words(text);
    if (words.size() > 1 && is_upper(words[0]) && is_lower(words[1]))
        words[0] = static_cast<char>(words[0] + 32);
    return words;
}

std::string position_in(std::string_view text) {
    const std::string lower = to_lower(text);
    if (const auto line = number_after(lower, "line ")) return "line " + std::to_string(*line);
    if (const auto byte = number_after(lower, "offset ")) return "byte " + std::to_string(*byte);
    return "";
}

std::string reason_in_plain_words(std::string_view text, std::string_view format) {
    const std::string position = position_in(text);
    return "is not a valid " + std::string(format) + " file: " + meaning_of(text) +
           (position.empty() ? "" : " (" + position + ")");
}

} // namespace boxwood
