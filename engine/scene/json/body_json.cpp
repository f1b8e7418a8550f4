#include "engine/scene/json/body_json.hpp"

#include "collision/core/normalized.hpp"
#include "engine/scene/json/field_readers.hpp"
#include "engine/scene/json/shape_json.hpp"
#include "engine/scene/json/transform_json.hpp"

#include <vector>

namespace boxwood {
namespace {

Result<BoxKind> read_box(const JsonAt& at) {
    const Result<std::string> name = read_string(at);
    if (name && *name == "dynamic") return BoxKind::dynamic_box;
    if (name && *name == "cube") return BoxKind::fixed_cube;
    return json_error(at, "expected \"dynamic\" or \"cube\"");
}

Status check_pose(const JsonAt& at, const BodyDescription& body) {
    if (!supports_scale(body.shape) && body.pose.s != glm::dvec3(1.0))
        return json_error(at["pose"]["s"], "a polytope cannot be scaled; set its radius or scale its file");
    if (body.count > 0 && at.has("pose") &&
        (at["pose"].has("q") || at["pose"].has("t") || at["pose"].has("turn")))
        return json_error(at["pose"], "with \"count\" places are random; only \"s\" has a meaning");
    return ok();
}

Status check_fixed(const JsonAt& at, const BodyDescription& body) {
    const bool moves = body.velocity_w != glm::dvec3(0.0) || body.spin_degrees_w != glm::dvec3(0.0);
    if (body.is_fixed && moves) return json_error(at, "a fixed body has no \"velocity\" and no \"spin\"");
    if (body.is_fixed && body.mass) return json_error(at, "a fixed body has no \"mass\"");
    return ok();
}

} // namespace

Status read_body_fields(const JsonAt& at, BodyDescription& io_body) {
    const Status fields = first_error(
        {read_if_there(at, "name", io_body.name, read_string),
         read_if_there(at, "material", io_body.material, read_string),
         read_if_there(at, "velocity", io_body.velocity_w, vector_reader(-kMaxVelocity, kMaxVelocity)),
         read_if_there(at, "spin", io_body.spin_degrees_w, vector_reader(-kMaxSpinDegrees, kMaxSpinDegrees)),
         read_if_there(at, "box", io_body.box, read_box),
         read_if_there(at, "fixed", io_body.is_fixed, read_bool),
         read_if_there(at, "mass", io_body.mass, number_reader(1e-6, kMaxMass)),
         read_if_there(at, "shadow", io_body.casts_shadow, read_bool)});
    return fields ? check_fixed(at, io_body) : fields;
}

Result<BodyDescription> read_body(const JsonAt& at, std::initializer_list<const char*> extra) {
    std::vector<const char*> keys{"name",  "mesh",     "generate", "polytope", "library", "solid",
                                  "parts", "apart",    "pose",     "velocity", "spin",    "box",
                                  "count", "material", "fixed",    "mass",     "shadow"};
    keys.insert(keys.end(), extra);
    if (const Status known = check_keys(at, keys); !known) return known.error();
    Result<ShapeDescription> shape = read_shape(at);
    if (!shape) return shape.error();
    BodyDescription body;
    body.shape = std::move(*shape);
    body.place = place_of(at);
    const Status fields =
        first_error({read_body_fields(at, body), read_if_there(at, "pose", body.pose, read_pose),
                     read_if_there(at, "count", body.count, unsigned_reader(1, kMaxSceneBodies))});
    if (!fields) return fields.error();
    if (const Status pose = check_pose(at, body); !pose) return pose.error();
    return body;
}

Transform placed(const Transform& world_from_group, const Transform& group_from_body) {
    // this order of rounding keeps existing scenes bit-equal
    const glm::dquat q = glm::normalize(normalized(world_from_group.q));
    return {q * normalized(group_from_body.q), world_from_group.t + q * group_from_body.t, group_from_body.s};
}

} // namespace boxwood
