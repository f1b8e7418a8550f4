#include "engine/scene/queries/probes.hpp"

#include "collision/core/pose.hpp"
#include "engine/import/text_file.hpp"
#include "engine/scene/json/object_lines.hpp"

#include <array>

namespace boxwood {
namespace {

Status read_vector(const JsonAt& line, const char* key, glm::dvec3& out_vector) {
    if (!line.has(key)) return Error{std::string("\"").append(key) + "\" is missing"};
    const JsonAt at = line[key];
    std::array<double, 3> numbers{};
    if (const Status read = read_numbers(at, numbers); !read) return read.error();
    for (const double number : numbers)
        if (!(std::fabs(number) <= kMaxPoseEntry)) return json_error(at, "a number is beyond 1e18");
    out_vector = {numbers[0], numbers[1], numbers[2]};
    return ok();
}

// Keeps the default if the line does not have the key.
Status read_limit(const JsonAt& line, const char* key, double& io_limit) {
    if (!line.has(key)) return ok();
    const Result<double> number = read_number(line[key]);
    if (!number) return number.error();
    if (*number < 0.0) return json_error(line[key], "is negative");
    io_limit = *number;
    return ok();
}

Status read_ray(const JsonAt& line, GivenRay& out_ray) {
    if (Status keys = check_keys(line, {"id", "origin", "direction", "max_t"}); !keys) return keys;
    if (Status status = read_vector(line, "origin", out_ray.origin); !status) return status;
    if (Status status = read_vector(line, "direction", out_ray.direction); !status) return status;
    if (out_ray.direction == glm::dvec3(0.0)) return json_error(line["direction"], "is 0");
    return read_limit(line, "max_t", out_ray.max_t);
}

Status read_point(const JsonAt& line, GivenPoint& out_point) {
    if (Status keys = check_keys(line, {"id", "p", "within"}); !keys) return keys;
    if (Status status = read_vector(line, "p", out_point.position); !status) return status;
    return read_limit(line, "within", out_point.within);
}

} // namespace

Result<std::vector<GivenRay>> parse_rays(std::string_view text, const std::string& source) {
    return parse_object_lines<GivenRay>(text, source, read_ray);
}

Result<std::vector<GivenPoint>> parse_points(std::string_view text, const std::string& source) {
    return parse_object_lines<GivenPoint>(text, source, read_point);
}

Result<std::vector<GivenRay>> read_rays(const std::filesystem::path& path) {
    const Result<std::string> text = read_input(path, kMaxProbesBytes);
    if (!text) return text.error();
    return parse_rays(*text, shown_input(path));
}

Result<std::vector<GivenPoint>> read_points(const std::filesystem::path& path) {
    const Result<std::string> text = read_input(path, kMaxProbesBytes);
    if (!text) return text.error();
    return parse_points(*text, shown_input(path));
}

} // namespace boxwood
