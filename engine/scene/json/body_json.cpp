#include "engine/scene/json/body_json.hpp"

#include "collision/core/normalized.hpp"
#include "engine/import/text_file.hpp"
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
        return json_error(at["pose"], "with \"count\", positions are random; only \"s\" is used");
    return ok();
}

// Reads "solid" of a mesh, which is true or false.
Status read_solid(const JsonAt& at, BodyDescription& io_body) {
    if (!at.has("solid") || std::holds_alternative<SolidRecipe>(io_body.shape)) return ok();
    if (!supports_scale(io_body.shape))
        return json_error(at["solid"], "requires \"mesh\" or \"generate\"; other shapes are always solid");
    return read_if_there(at, "solid", io_body.is_solid, read_bool);
}

Status check_fixed(const JsonAt& at, const BodyDescription& body) {
    const bool moves = body.velocity_w != glm::dvec3(0.0) || body.spin_degrees_w != glm::dvec3(0.0);
    if (body.is_fixed && moves) return json_error(at, "a fixed body has no \"velocity\" and no \"spin\"");
    if (body.is_fixed && body.mass) return json_error(at, "a fixed body has no \"mass\"");
    return ok();
}

Result<DeformDescription> read_deform(const JsonAt& at) {
    if (!at.value.is_object()) return json_error(at, "expected an object");
    if (const Status keys = check_keys(
            at, {"kind", "amplitude", "period", "seed", "policy", "parameter", "self_contacts", "onto"});
        !keys)
        return keys.error();
    if (!at.has("kind")) return json_error(at, "\"kind\" is missing");
    DeformDescription deform;
    const auto read_policy = [](const JsonAt& field) -> Result<PolicyConfig> {
        const Result<std::string> name = read_string(field);
        if (!name) return name.error();
        if (find_policy(*name) != nullptr) return default_policy(*name);
        return PolicyConfig{one_line(*name, 40)}; // check_params() reports the unknown name
    };
    const Status fields = first_error(
        {read_if_there(at, "kind", deform.deformer, read_string),
         read_if_there(at, "amplitude", deform.amplitude, read_number),
         read_if_there(at, "period", deform.period, unsigned_reader(kMinDeformPeriod, kMaxDeformPeriod)),
         read_if_there(at, "seed", deform.seed, unsigned_reader(0, kAnySeed)),
         read_if_there(at, "policy", deform.policy, read_policy),
         read_if_there(at, "parameter", deform.policy.parameter, read_number),
         read_if_there(at, "self_contacts", deform.finds_self_contacts, read_bool),
         read_if_there(at, "onto", deform.onto, read_string)});
    if (!fields) return fields.error();
    deform.deformer = one_line(deform.deformer, 40);
    if (const Status known = check_params(params_of(deform)); !known)
        return json_error(at, known.error().message);
    if (deform.deformer == "cloth" && deform.onto.empty())
        return json_error(at, "\"onto\" is missing: the name of the body that the cloth falls onto");
    if (deform.deformer != "cloth" && at.has("onto")) return json_error(at["onto"], "is only for \"cloth\"");
    return deform;
}

Status check_deform(const JsonAt& at, const BodyDescription& body) {
    if (!body.deform) return ok();
    if (!supports_scale(body.shape))
        return json_error(at["deform"], "only a triangle mesh can deform: \"mesh\" or \"generate\"");
    if (body.deform->deformer == "frames" && !std::holds_alternative<MeshFile>(body.shape))
        return json_error(at["deform"],
                          "\"frames\" needs a \"mesh\": the first file of a series, or an animation");
    if (body.deform->deformer == "cloth" && (body.count > 0 || body.pose.s != glm::dvec3(1.0)))
        return json_error(at["deform"], "a cloth has neither a \"count\" nor a scale");
    return ok();
}

} // namespace

DeformingBodyParams params_of(const DeformDescription& deform) {
    return {.deformer = deform.deformer,
            .amplitude = deform.amplitude,
            .period = deform.period,
            .seed = deform.seed,
            .policy = deform.policy,
            .finds_self_contacts = deform.finds_self_contacts};
}

Status read_body_fields(const JsonAt& at, BodyDescription& io_body) {
    const Status fields = first_error(
        {read_if_there(at, "name", io_body.name, read_string),
         read_if_there(at, "material", io_body.material, read_string),
         read_if_there(at, "velocity", io_body.velocity_w, vector_reader(-kMaxVelocity, kMaxVelocity)),
         read_if_there(at, "spin", io_body.spin_degrees_w, vector_reader(-kMaxSpinDegrees, kMaxSpinDegrees)),
         read_if_there(at, "box", io_body.box, read_box),
         read_if_there(at, "fixed", io_body.is_fixed, read_bool),
         read_if_there(at, "mass", io_body.mass, number_reader(1e-6, kMaxMass)),
         read_if_there(at, "shadow", io_body.casts_shadow, read_bool),
         read_if_there(at, "group", io_body.group, read_string)});
    return fields ? check_fixed(at, io_body) : fields;
}

Result<BodyDescription> read_body(const JsonAt& at, std::initializer_list<const char*> extra) {
    std::vector<const char*> keys{"name",  "mesh", "generate", "polytope", "library", "solid", "parts",
                                  "apart", "pose", "velocity", "spin",     "box",     "count", "material",
                                  "fixed", "mass", "shadow",   "deform",   "group"};
    keys.insert(keys.end(), extra);
    if (const Status known = check_keys(at, keys); !known) return known.error();
    Result<ShapeDescription> shape = read_shape(at);
    if (!shape) return shape.error();
    BodyDescription body;
    body.shape = std::move(*shape);
    const Status fields =
        first_error({read_body_fields(at, body), read_if_there(at, "pose", body.pose, read_pose),
                     read_if_there(at, "count", body.count, unsigned_reader(1, kMaxSceneBodies)),
                     read_if_there(at, "deform", body.deform, read_deform), read_solid(at, body)});
    if (!fields) return fields.error();
    if (const Status deform = check_deform(at, body); !deform) return deform.error();
    if (const Status pose = check_pose(at, body); !pose) return pose.error();
    return body;
}

Transform compose_poses(const Transform& world_from_group, const Transform& group_from_body) {
    // Existing scenes stay bit-equal only with this order of operations, because of rounding.
    const glm::dquat q = glm::normalize(normalized(world_from_group.q));
    return {q * normalized(group_from_body.q), world_from_group.t + q * group_from_body.t, group_from_body.s};
}

} // namespace boxwood
