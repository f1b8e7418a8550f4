// What: the memory limit for reading a file, in proportion to its size.
// Units: bytes.
// Invariants: valid files need far less: a reader needs some hundred bytes per byte of a terse or compressed format.
#pragma once

#include <cstdint>
#include <filesystem>

namespace boxwood {

inline constexpr std::uint64_t kReaderBaseBytes = std::uint64_t{512}
                                                  << 20; // the program itself, and small files
inline constexpr std::uint64_t kReaderBytesPerByte = 256;

// For the file and the files that it references; at most `most`.
std::uint64_t reader_memory(const std::filesystem::path& path, std::uint64_t most);

} // namespace boxwood
