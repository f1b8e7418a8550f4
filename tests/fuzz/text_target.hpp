// What: functions that all targets for text or binary formats share. They convert the bytes to text, and require that
//     an Error is one line without control characters.
#pragma once

#include "collision/core/result.hpp"
#include "tests/fuzz/require.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace boxwood::fuzz {

inline std::string_view text_of(const std::uint8_t* data, std::size_t size) {
    return {reinterpret_cast<const char*>(data), size};
}

inline void check_message(const Error& error) {
    require(!error.message.empty(), "an Error without a message");
    const auto is_control = [](char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7F; };
    require(std::none_of(error.message.begin(), error.message.end(), is_control),
            [&] { return "an Error with control characters: " + error.message; });
}

} // namespace boxwood::fuzz
