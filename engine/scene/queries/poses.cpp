#include "engine/scene/queries/poses.hpp"

#include "collision/core/matrix_pose.hpp"
#include "engine/import/text_file.hpp"
#include "engine/scene/json/object_lines.hpp"
#include "engine/scene/json/transform_json.hpp"
#include "engine/scene/queries/npy.hpp"

#include <array>

namespace boxwood {
namespace {

constexpr std::size_t kMatrixNumbers = 16;

Result<GivenPose> read_matrix(const JsonAt& at) {
    std::array<double, kMatrixNumbers> numbers{};
    if (at.size() != 4) return json_error(at, "expected 4 rows of 4 numbers");
    for (std::size_t row = 0; row < 4; ++row)
        if (const Status read = read_numbers(at[row], std::span(numbers).subspan(4 * row, 4)); !read)
            return read.error();
    const Result<Pose> pose = pose_from_rows(numbers, place_of(at).c_str());
    if (!pose) return pose.error();
    return GivenPose(*pose);
}

// The result is `default_pose` if the line does not have the key.
Status read_given(const JsonAt& line, const char* key, const GivenPose& default_pose, GivenPose& out_pose) {
    out_pose = default_pose;
    if (!line.has(key)) return ok();
    const JsonAt at = line[key];
    if (at.value.is_array()) {
        const Result<GivenPose> pose = read_matrix(at);
        if (!pose) return pose.error();
        out_pose = *pose;
        return ok();
    }
    const Result<Transform> transform = read_transform(at);
    if (!transform) return transform.error();
    out_pose = *transform;
    return ok();
}

Status read_item(const JsonAt& line, PosePair& out_pair) {
    if (Status status = read_given(line, "a", {}, out_pair.a); !status) return status;
    return read_given(line, "b", {}, out_pair.b);
}

Status read_item(const JsonAt& line, MotionPair& out_pair) {
    if (Status status = read_given(line, "a", {}, out_pair.a); !status) return status;
    if (Status status = read_given(line, "b", {}, out_pair.b); !status) return status;
    if (Status status = read_given(line, "a_end", out_pair.a, out_pair.a_end); !status) return status;
    return read_given(line, "b_end", out_pair.b, out_pair.b_end);
}

struct NamedPose {
    const char* name;
    GivenPose* pose;
};
std::array<NamedPose, 2> poses_in(PosePair& pair) {
    return {{{"a", &pair.a}, {"b", &pair.b}}};
}
std::array<NamedPose, 4> poses_in(MotionPair& pair) {
    return {{{"a", &pair.a}, {"b", &pair.b}, {"a_end", &pair.a_end}, {"b_end", &pair.b_end}}};
}

template <class Pair>
Result<std::vector<Pair>> parse_array(std::string_view bytes, const std::string& source) {
    Pair probe;
    const std::size_t poses_per_row = poses_in(probe).size(),
                      numbers_per_row = poses_per_row * kMatrixNumbers;
    const Result<NpyArray> array = parse_npy(bytes, source);
    if (!array) return array.error();
    if (array->shape.size() != 4 || array->shape[1] != poses_per_row || array->shape[2] != 4 ||
        array->shape[3] != 4)
        return Error{source + ": has the shape " + shape_text(array->shape) + ", expected (N, " +
                     std::to_string(poses_per_row) + ", 4, 4)"};
    std::vector<Pair> pairs(array->shape[0]);
    std::array<double, kMatrixNumbers> numbers{};
    for (std::size_t row = 0; row < pairs.size(); ++row) {
        pairs[row].id = static_cast<std::int64_t>(row);
        const auto poses = poses_in(pairs[row]);
        for (std::size_t k = 0; k < poses.size(); ++k) {
            array->read(row * numbers_per_row + k * kMatrixNumbers, numbers);
            const Result<Pose> pose = pose_from_rows(numbers, poses[k].name);
            if (!pose)
                return Error{source + ": row " + std::to_string(row) + " (from 0): " + pose.error().message};
            *poses[k].pose = *pose;
        }
    }
    return pairs;
}

template <class Pair>
Result<std::vector<Pair>> parse_pairs(std::string_view content, const std::string& source) {
    if (is_npy(content)) return parse_array<Pair>(content, source);
    return parse_object_lines<Pair>(
        content, source, [](const JsonAt& line, Pair& out_pair) { return read_item(line, out_pair); });
}

} // namespace

Result<std::vector<PosePair>> parse_poses(std::string_view content, const std::string& source) {
    return parse_pairs<PosePair>(content, source);
}

Result<std::vector<MotionPair>> parse_motions(std::string_view content, const std::string& source) {
    return parse_pairs<MotionPair>(content, source);
}

Result<std::vector<PosePair>> read_poses(const std::filesystem::path& path) {
    const Result<std::string> content = read_input(path, kMaxPosesBytes);
    if (!content) return content.error();
    return parse_poses(*content, shown_input(path));
}

Result<std::vector<MotionPair>> read_motions(const std::filesystem::path& path) {
    const Result<std::string> content = read_input(path, kMaxPosesBytes);
    if (!content) return content.error();
    return parse_motions(*content, shown_input(path));
}

namespace {

void append_pose(std::string& out_text, const GivenPose& given) {
    if (!given.matrix) {
        append_transform(out_text, given.transform);
        return;
    }
    const glm::dmat3& m = given.matrix->linear;
    out_text += '[';
    for (glm::length_t row = 0; row < 3; ++row) {
        append_numbers(out_text, std::array{m[0][row], m[1][row], m[2][row], given.matrix->origin[row]});
        out_text += ',';
    }
    out_text += "[0,0,0,1]]";
}

} // namespace

std::string to_json_line(const PosePair& pair) {
    std::string line = "{\"id\":" + std::to_string(pair.id) + ",\"a\":";
    append_pose(line, pair.a);
    line += ",\"b\":";
    append_pose(line, pair.b);
    line += '}';
    return line;
}

Status write_poses(const std::filesystem::path& path, std::span<const PosePair> poses) {
    std::string text;
    for (const PosePair& pair : poses) text += to_json_line(pair) + '\n';
    return write_text_file(path, text);
}

} // namespace boxwood
