// What: reads and writes files of pose pairs in two formats.
//       Lines of JSON (.jsonl): {"id": 0, "a": POSE, "b": POSE}. A POSE maps model to world coordinates. It is
//       {"q": [x,y,z,w], "t": [x,y,z], "s": [x,y,z]} or a matrix as 4 rows of 4 numbers. Motions also have "a_end" and
//       "b_end".
//       NumPy arrays (.npy) of N x 2 x 4 x 4 float64. Motions have N x 4 x 4 x 4 float64: a, b, a_end, b_end.
// Invariants: every pose that the reader returns is usable for queries. Written files are read back bit-equal. In a
//     line, a and b default to the identity, a_end and b_end to the start of the motion, and id to the index of the
//     line among the lines that are not blank, counted from 0. The id of a row of an array is its index, counted from
//     0.
// Degenerate input: the Error names file, line or row, and reason. An unknown key inside a pose is an error, because
//                   otherwise a misspelled key would silently give the identity. Other unknown keys of a line are
//                   ignored. Blank lines are skipped. A duplicate id is an error that names both lines.
// Cost: about 7 us per line, 0.2 us per row of an array.
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

// A pose in the form in which the file gives it: a transform or a matrix.
struct GivenPose {
    GivenPose(const Transform& given = {})
        : transform(given) {}
    GivenPose(const Pose& given)
        : matrix(given) {}

    Pose pose() const { return matrix ? *matrix : make_pose(transform); }

    Transform transform;        // not used if there is a matrix
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

// Parse content in memory; `source` replaces the file name in errors.
Result<std::vector<PosePair>> parse_poses(std::string_view content, const std::string& source);
Result<std::vector<MotionPair>> parse_motions(std::string_view content, const std::string& source);

// One line, without the line break.
std::string to_json_line(const PosePair& pair);

Status write_poses(const std::filesystem::path& path, std::span<const PosePair> poses);

} // namespace boxwood
