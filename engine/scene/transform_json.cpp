#include "engine/scene/transform_json.hpp"

namespace boxwood {

Result<Transform> read_transform(const JsonAt& at) {
    if (const Status keys = check_keys(at, {"q", "t", "s"}); !keys) return keys.error();
    std::array<double, 4> q{0.0, 0.0, 0.0, 1.0};
    std::array<double, 3> t{}, s{1.0, 1.0, 1.0};
    if (at.has("q"))
        if (const Status read = read_numbers(at["q"], q); !read) return read.error();
    if (at.has("t"))
        if (const Status read = read_numbers(at["t"], t); !read) return read.error();
    if (at.has("s"))
        if (const Status read = read_numbers(at["s"], s); !read) return read.error();
    const Transform transform{{q[3], q[0], q[1], q[2]}, {t[0], t[1], t[2]}, {s[0], s[1], s[2]}};
    if (const Status usable = check_transform(transform, at.pointer.c_str()); !usable) return usable.error();
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
