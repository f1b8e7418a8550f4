// What: computes the memory limit for reading a file, in proportion to its size.
// Units: bytes.
// Invariants: the limit is far above the need of valid files. Even for a terse or compressed format, a reader needs
//             only about a hundred bytes per byte of the file.
#pragma once

#include <cstdint>
#include <filesystem>

namespace boxwood {

// The share of the limit that does not depend on the size of the file: for the program itself and small files.
inline constexpr std::uint64_t kReaderBaseBytes = std::uint64_t{512} << 20;
inline constexpr std::uint64_t kReaderBytesPerByte = 256;

// The memory limit for the file and, for .gltf, the buffers that it references; at most `max_bytes`. For formats that
// store their meshes in other files, it is `max_bytes`.
std::uint64_t reader_memory(const std::filesystem::path& path, std::uint64_t max_bytes);

} // namespace boxwood
