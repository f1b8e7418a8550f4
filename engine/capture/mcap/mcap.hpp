// What: defines constants of the MCAP container for the writer and the reader.
// Source: https://mcap.dev/spec, version 0 of the format.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace boxwood::capture {

// The bytes at the start and at the end of a file.
inline constexpr std::array<std::uint8_t, 8> kMcapMagic{0x89, 'M', 'C', 'A', 'P', '0', '\r', '\n'};

enum class Opcode : std::uint8_t {
    header = 0x01,
    footer = 0x02,
    schema = 0x03,
    channel = 0x04,
    message = 0x05,
    chunk = 0x06,
    message_index = 0x07,
    chunk_index = 0x08,
    attachment = 0x09,
    attachment_index = 0x0A,
    statistics = 0x0B,
    metadata = 0x0C,
    metadata_index = 0x0D,
    summary_offset = 0x0E,
    data_end = 0x0F,
};

inline constexpr std::uint64_t kRecordHead = 1 + 8;                    // opcode and length
inline constexpr std::uint64_t kFooterBytes = kRecordHead + 8 + 8 + 4; // including the record's head
inline constexpr std::uint64_t kMessageHead = 2 + 4 + 8 + 8;           // a message's content before its data
inline constexpr std::uint64_t kChunkHead = 8 + 8 + 8 + 4; // a chunk's content before its compression
inline constexpr std::string_view kZstd = "zstd", kUncompressed = "";

} // namespace boxwood::capture
