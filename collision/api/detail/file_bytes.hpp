// What: whole files of bytes and their checksums. Internal: not installed.
// Errors: what cannot be read or written; write_file names the path, read_file does not.
#pragma once

#include "collision/core/result.hpp"

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace boxwood::api::detail {

// FNV-1a over words of eight bytes, then the rest; continues `hash`.
std::uint64_t checksum_of(const std::byte* bytes, std::size_t size, std::uint64_t hash = 0xCBF29CE484222325u);

Status read_file(const std::string& path, std::vector<std::byte>& out);
Status write_file(const std::string& path, const std::vector<std::byte>& bytes);

} // namespace boxwood::api::detail
