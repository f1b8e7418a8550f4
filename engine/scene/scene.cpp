#include "engine/scene/scene.hpp"

#include "engine/import/text_file.hpp"
#include "engine/scene/field_readers.hpp"
#include "engine/scene/json_text.hpp"
#include "engine/scene/shape_json.hpp"
#include "engine/scene/transform_json.hpp"

#include <algorithm>
#include <array>
#include <limits>

namespace boxwood {
namespace {

Result<BoxKind> read_box(const JsonAt& at) {
    const Result<std::string> name = read_string(at);
    if (name && *name == "dynamic") return BoxKind::dynamic_box;
    if (name && *name == "cube") return BoxKind::fixed_cube;
    return json_error(at, "expected \"dynamic\" or \"cube\"");
}

Status check_pose(const JsonAt& at, const BodyDescription& body) {
    if (!takes_scale(body.shape) && body.pose.s != glm::dvec3(1.0))
        return json_error(at["pose"]["s"], "a polytope cannot be scaled; set its radius or scale its file");
    if (body.count > 0 && at.has("pose") && (at["pose"].has("q") || at["pose"].has("t")))
        return json_error(at["pose"], "with \"count\" places are random; only \"s\" has a meaning");
    return ok();
}

Result<BodyDescription> read_body(const JsonAt& at) {
    const Status keys = check_keys(at, {"name", "mesh", "generate", "polytope", "library", "parts", "apart",
                                        "pose", "velocity", "spin", "box", "count"});
    if (!keys) return keys.error();
    Result<ShapeDescription> shape = read_shape(at);
    if (!shape) return shape.error();
    BodyDescription body;
    body.shape = std::move(*shape);
    const Status fields = first_error(
        {read_if_there(at, "name", body.name, read_string),
         read_if_there(at, "pose", body.pose, read_transform),
         read_if_there(at, "velocity", body.velocity_w, vector_reader(-kMaxVelocity, kMaxVelocity)),
         read_if_there(at, "spin", body.spin_degrees_w, vector_reader(-kMaxSpinDegrees, kMaxSpinDegrees)),
         read_if_there(at, "box", body.box, read_box),
         read_if_there(at, "count", body.count, unsigned_reader(1, kMaxSceneBodies))});
    if (!fields) return fields.error();
    if (const Status pose = check_pose(at, body); !pose) return pose.error();
    return body;
}

Result<std::optional<glm::dvec3>> read_room(const JsonAt& at) {
    if (at.value.is_null()) return std::optional<glm::dvec3>();
    if (const Status keys = check_keys(at, {"half"}); !keys) return keys.error();
    if (!at.has("half")) return json_error(at, "\"half\" is missing");
    const Result<glm::dvec3> half = vector_reader(1.0 / kMaxRoomHalf, kMaxRoomHalf)(at["half"]);
    if (!half) return half.error();
    return std::optional(*half);
}

Status read_bodies(const JsonAt& at, SceneDescription& io_scene) {
    if (!at.value.is_array() || at.value.empty())
        return json_error(at, "expected a list of at least one body");
    std::uint64_t total = 0;
    for (std::size_t i = 0; i < at.value.size(); ++i) {
        Result<BodyDescription> body = read_body(at[i]);
        if (!body) return body.error();
        if (body->count > 0 && !io_scene.room_half)
            return json_error(at[i]["count"], "random places need a \"room\"");
        total += std::max(body->count, 1u);
        if (total > kMaxSceneBodies)
            return json_error(at[i],
                              "with this there are more than " + std::to_string(kMaxSceneBodies) + " bodies");
        io_scene.bodies.push_back(std::move(*body));
    }
    return ok();
}

Result<SceneDescription> read_root(const JsonAt& at) {
    if (const Status keys = check_keys(at, {"boxwood", "name", "seed", "room", "bodies"}); !keys)
        return keys.error();
    if (!at.has("boxwood")) return json_error(at, "\"boxwood\": 1 is missing; is this a scene?");
    if (const auto version = read_unsigned(at["boxwood"], kSceneVersion, kSceneVersion); !version)
        return json_error(at["boxwood"], "this program reads version 1 of the format");
    SceneDescription scene;
    const Status fields = first_error({read_if_there(at, "name", scene.name, read_string),
                                       read_if_there(at, "seed", scene.seed, unsigned_reader(0, kAnySeed)),
                                       read_if_there(at, "room", scene.room_half, read_room)});
    if (!fields) return fields.error();
    if (!at.has("bodies")) return json_error(at, "\"bodies\" is missing");
    if (const Status bodies = read_bodies(at["bodies"], scene); !bodies) return bodies.error();
    return scene;
}

} // namespace

Result<SceneDescription> parse_scene(std::string_view text, const std::string& source) {
    const Result<Json> json = parse_json(text, source);
    if (!json) return json.error();
    Result<SceneDescription> scene = read_root(JsonAt{*json, ""});
    if (!scene) return Error{source + ": " + scene.error().message};
    return scene;
}

Result<SceneDescription> read_scene(const std::filesystem::path& path) {
    const Result<std::string> text = read_text_file(path, kMaxSceneBytes);
    if (!text) return text.error();
    return parse_scene(*text, shown(path));
}

} // namespace boxwood
