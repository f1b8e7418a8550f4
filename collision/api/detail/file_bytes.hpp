// What: functions that read or write a complete file, and checksums. Internal: not installed.
// Errors: a file cannot be read or written. The message of write_file names the path; the message of read_file does
//         not.
#pragma once

#include "collision/core/result.hpp"

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace boxwood::api::detail {

// FNV-1a over words of eight bytes, then over the remaining single bytes, starting from `hash`.
std::uint64_t checksum_of(const std::byte* bytes, std::size_t size, std::uint64_t hash = 0xCBF29CE484222325u);

Status read_file(const std::string& path, std::vector<std::byte>& out);
Status write_file(const std::string& path, const std::vector<std::byte>& bytes);

} // namespace boxwood::api::detail
