#include "engine/scene/json/transform_json.hpp"

#include "engine/scene/json/field_readers.hpp"

#include <glm/geometric.hpp>
#include <glm/trigonometric.hpp>

namespace boxwood {
namespace {

constexpr double kMaxTurnDegrees = 3600.0;

Result<glm::dquat> read_turn(const JsonAt& at) {
    glm::dvec3 turn_degrees(0.0);
    if (at.value.number()) {
        const Result<double> about_y = number_reader(-kMaxTurnDegrees, kMaxTurnDegrees)(at);
        if (!about_y) return about_y.error();
        turn_degrees.y = *about_y;
    } else {
        const Result<glm::dvec3> vector = vector_reader(-kMaxTurnDegrees, kMaxTurnDegrees)(at);
        if (!vector) return vector.error();
        turn_degrees = *vector;
    }
    const double degrees = glm::length(turn_degrees);
    if (degrees == 0.0) return glm::dquat(1.0, 0.0, 0.0, 0.0);
    return glm::angleAxis(glm::radians(degrees), turn_degrees / degrees);
}

Result<Transform> read_fields(const JsonAt& at) {
    std::array<double, 4> q{0.0, 0.0, 0.0, 1.0};
    std::array<double, 3> t{}, s{1.0, 1.0, 1.0};
    if (at.has("q"))
        if (const Status read = read_numbers(at["q"], q); !read) return read.error();
    if (at.has("t"))
        if (const Status read = read_numbers(at["t"], t); !read) return read.error();
    if (at.has("s"))
        if (const Status read = read_numbers(at["s"], s); !read) return read.error();
    const Transform transform{{q[3], q[0], q[1], q[2]}, {t[0], t[1], t[2]}, {s[0], s[1], s[2]}};
    // Checks twice, because place_of() is expensive and needed only for errors.
    if (check_transform(transform, "")) return transform;
    return check_transform(transform, place_of(at).c_str()).error();
}

} // namespace

Result<Transform> read_transform(const JsonAt& at) {
    if (const Status keys = check_keys(at, {"q", "t", "s"}); !keys) return keys.error();
    return read_fields(at);
}

Result<Transform> read_pose(const JsonAt& at) {
    if (const Status keys = check_keys(at, {"q", "t", "s", "turn"}); !keys) return keys.error();
    Result<Transform> transform = read_fields(at);
    if (!transform || !at.has("turn")) return transform;
    if (at.has("q")) return json_error(at, "has both \"q\" and \"turn\"");
    const Result<glm::dquat> q = read_turn(at["turn"]);
    if (!q) return q.error();
    transform->q = *q;
    return transform;
}

void append_transform(std::string& out_text, const Transform& transform) {
    const glm::dquat& q = transform.q;
    const glm::dvec3 &t = transform.t, &s = transform.s;
    out_text += "{\"q\":";
    append_numbers(out_text, std::array{q.x, q.y, q.z, q.w});
    out_text += ",\"t\":";
    append_numbers(out_text, std::array{t.x, t.y, t.z});
    out_text += ",\"s\":";
    append_numbers(out_text, std::array{s.x, s.y, s.z});
    out_text += '}';
}

} // namespace boxwood
