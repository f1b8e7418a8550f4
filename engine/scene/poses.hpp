// What: files of pairs of poses (.jsonl), a line each: {"id": 0, "a": {"q": [x,y,z,w], "t": [x,y,z], "s":
//       [x,y,z]}, "b": {...}}; model to world; q, t and s optional (identity).
// Invariants: past the reader every transform passes check_transform. What is written reads back bit-equal.
// Degenerate input: the Error names file, line and reason. Inside a pose an unknown key is refused, because a
//             misspelt one would silently become the identity; beside id, a and b other keys are ignored.
//             Blank lines are skipped. An id that occurs twice is refused; the Error names both lines.
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

// The same for text at hand; `source` stands for the file name in errors.
Result<std::vector<PosePair>> parse_poses(std::string_view text, const std::string& source);

// One line, without the line break.
std::string to_json_line(const PosePair& pair);

Status write_poses(const std::filesystem::path& path, std::span<const PosePair> poses);

} // namespace boxwood
