// What: files of pose pairs. Lines of JSON (.jsonl): {"id": 0, "a": POSE, "b": POSE}, model to world; a POSE is
//       {"q": [x,y,z,w], "t": [x,y,z], "s": [x,y,z]} or a matrix as 4 rows of 4 numbers. Or a NumPy array (.npy) of
//       N x 2 x 4 x 4 float64. Motions have "a_end" and "b_end" as well, or N x 4 x 4 x 4 numbers: a, b, a_end, b_end.
// Invariants: every pose that the reader returns is usable for queries. Written files read back bit-equal. What a line
//     leaves out is the identity, the start of the motion (a_end, b_end), or its number from 0 (id); the id of a row of an
//     array is its number from 0.
// Degenerate input: the Error names file, line or row, and reason. An unknown key inside a pose is an error, because a
//                   misspelt one would silently become the identity; unknown keys next to id, a and b are ignored. Blank
//                   lines are skipped. A duplicate id is an error that names both lines.
// Cost: about 7 us a line, 0.2 us a row of an array.
#pragma once

#include "collision/core/pose.hpp"

#include <cstdint>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace boxwood {

// A pose as it was given.
struct GivenPose {
    GivenPose(const Transform& given = {})
        : transform(given) {}
    GivenPose(const Pose& given)
        : matrix(given) {}

    Pose pose() const { return matrix ? *matrix : make_pose(transform); }

    Transform transform;        // unset if a matrix was given
    std::optional<Pose> matrix; // checked by check_matrix
};

struct PosePair {
    std::int64_t id = 0;
    GivenPose a, b; // world_from_a, world_from_b
};

struct MotionPair {
    std::int64_t id = 0;
    GivenPose a, b, a_end, b_end;
};

inline constexpr std::uint64_t kMaxPosesBytes = std::uint64_t{2} << 30;

// A path of "-" is standard input.
Result<std::vector<PosePair>> read_poses(const std::filesystem::path& path);
Result<std::vector<MotionPair>> read_motions(const std::filesystem::path& path);

// The same for the content in memory; `source` replaces the file name in errors.
Result<std::vector<PosePair>> parse_poses(std::string_view content, const std::string& source);
Result<std::vector<MotionPair>> parse_motions(std::string_view content, const std::string& source);

// One line, without the line break.
std::string to_json_line(const PosePair& pair);

Status write_poses(const std::filesystem::path& path, std::span<const PosePair> poses);

} // namespace boxwood
