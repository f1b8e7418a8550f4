// What: compresses and decompresses the chunks of an MCAP file, and computes checksums.
// Source: RFC 8878 (Zstandard), implemented by libzstd; CRC-32 of ISO 3309, implemented by zlib. The MCAP specification
//       names both.
#pragma once

#include "collision/core/result.hpp"
#include "engine/capture/bytes.hpp"

#include <cstdint>
#include <string_view>
#include <vector>

namespace boxwood::capture {

// Appends the compressed bytes to `out`.
void compress_zstd(Bytes bytes, int level, std::vector<std::byte>& out);

// Decompresses a chunk that declares a decompressed size of `size` bytes. Returns an Error if the compression is
// unknown, if the data are damaged, or if the decompressed data have another size.
Result<std::vector<std::byte>> decompress(std::string_view compression, Bytes bytes, std::uint64_t size);

// The checksum of `bytes`. To continue a checksum, pass the checksum of all previous bytes as `crc`.
std::uint32_t crc32(Bytes bytes, std::uint32_t crc = 0);

} // namespace boxwood::capture
