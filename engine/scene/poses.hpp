// What: files of pose pairs (.jsonl), one per line: {"id": 0, "a": {"q": [x,y,z,w], "t": [x,y,z], "s": [x,y,z]}, "b":
//       {...}}; model to world; q, t and s default to the identity.
// Invariants: every transform that the reader returns passes check_transform. Written files read back bit-equal.
// Degenerate input: the Error names file, line and reason. An unknown key inside a pose is an error, because a misspelt
//                   one would silently become the identity; unknown keys next to id, a and b are ignored. Blank lines
//                   are skipped. A duplicate id is an error that names both lines.
// Cost: about 7 us a line.
#pragma once

#include "collision/core/pose.hpp"

#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace boxwood {

struct PosePair {
    std::int64_t id = 0;
    Transform a, b; // world_from_a, world_from_b
};

inline constexpr std::uint64_t kMaxPosesBytes = std::uint64_t{2} << 30;

Result<std::vector<PosePair>> read_poses(const std::filesystem::path& path);

// The same for text in memory; `source` replaces the file name in errors.
Result<std::vector<PosePair>> parse_poses(std::string_view text, const std::string& source);

// One line, without the line break.
std::string to_json_line(const PosePair& pair);

Status write_poses(const std::filesystem::path& path, std::span<const PosePair> poses);

} // namespace boxwood
