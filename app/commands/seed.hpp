// What: a check of an option that takes a seed.
#pragma once

#include <CLI/CLI.hpp>

#include <charconv>
#include <cstdint>
#include <string>

namespace boxwood {

// As in scene files: 0 to 2^64 - 1. CLI::Range would read the text first, and what is beyond as another number.
inline CLI::Validator a_seed() {
    return CLI::Validator(
        [](const std::string& text) -> std::string {
            std::uint64_t seed = 0;
            const char* const end = text.data() + text.size();
            const auto [rest, error] = std::from_chars(text.data(), end, seed);
            if (error == std::errc{} && rest == end) return "";
            return "'" + text + "' is not a whole number of 0 to 18446744073709551615";
        },
        "0 to 18446744073709551615");
}

} // namespace boxwood
