// What: how much memory the reader of a file may take: in proportion to the file.
// Units: bytes.
// Invariants: what a sound file takes is far below: a reader needs some hundred bytes for each byte of a terse or
//     compressed format.
#pragma once

#include <cstdint>
#include <filesystem>

namespace boxwood {

inline constexpr std::uint64_t kReaderBaseBytes = std::uint64_t{512}
                                                  << 20; // the program itself, and small files
inline constexpr std::uint64_t kReaderBytesPerByte = 256;

// Of the file and of those that it names, at most `most`.
std::uint64_t reader_memory(const std::filesystem::path& path, std::uint64_t most);

} // namespace boxwood
