#include "engine/capture/mcap/compression.hpp"

#include "engine/capture/mcap/mcap.hpp"

#include <algorithm>
#include <zlib.h>
#include <zstd.h>

namespace boxwood::capture {

void compress_zstd(Bytes bytes, int level, std::vector<std::byte>& out) {
    const std::size_t start = out.size();
    out.resize(start + ZSTD_compressBound(bytes.size()));
    const std::size_t written =
        ZSTD_compress(out.data() + start, out.size() - start, bytes.data(), bytes.size(), level);
    BOXWOOD_ASSERT(!ZSTD_isError(written));
    out.resize(start + written);
}

Result<std::vector<std::byte>> decompress(std::string_view compression, Bytes bytes, std::uint64_t size) {
    const auto wrong_size = [size](std::uint64_t found) {
        return Error{"the chunk declares " + std::to_string(size) + " bytes, but contains " +
                     std::to_string(found)};
    };
    if (compression == kUncompressed) {
        if (bytes.size() != size) return wrong_size(bytes.size());
        return std::vector<std::byte>(bytes.begin(), bytes.end());
    }
    if (compression != kZstd)
        return Error{"the chunk is compressed by \"" + printable(compression) +
                     "\"; only \"zstd\" and \"\" can be read"};
    // The zstd frame can state its size. If it does, compares it with the declared size before memory is allocated.
    const unsigned long long stated = ZSTD_getFrameContentSize(bytes.data(), bytes.size());
    if (stated == ZSTD_CONTENTSIZE_ERROR) return Error{"the chunk's data are not a zstd frame"};
    if (stated != ZSTD_CONTENTSIZE_UNKNOWN && stated != size) return wrong_size(stated);
    std::vector<std::byte> out(static_cast<std::size_t>(size));
    const std::size_t found = ZSTD_decompress(out.data(), out.size(), bytes.data(), bytes.size());
    if (ZSTD_isError(found))
        return Error{std::string("the chunk's zstd data are damaged: ") + ZSTD_getErrorName(found)};
    if (found != size) return wrong_size(found);
    return out;
}

std::uint32_t crc32(Bytes bytes, std::uint32_t crc) {
    constexpr std::size_t kStep = 1u << 30; // zlib takes 32-bit lengths
    uLong sum = crc;
    while (!bytes.empty()) {
        const Bytes part = bytes.first(std::min(bytes.size(), kStep));
        sum = ::crc32(sum, reinterpret_cast<const Bytef*>(part.data()), static_cast<uInt>(part.size()));
        bytes = bytes.subspan(part.size());
    }
    return static_cast<std::uint32_t>(sum);
}

} // namespace boxwood::capture
