#include "engine/scene/scene.hpp"

#include "engine/import/text_file.hpp"
#include "engine/scene/json_text.hpp"
#include "engine/scene/transform_json.hpp"

#include <algorithm>
#include <array>
#include <limits>

namespace boxwood {
namespace {

constexpr std::uint64_t kAnySeed = std::numeric_limits<std::uint64_t>::max();

// Reads `at[key]` into a field if it is there; the readers are those of json_text.hpp and the ones below.
template <class T, class Reader>
Status read_if_there(const JsonAt& at, const char* key, T& out_field, const Reader& reader) {
    if (!at.has(key)) return ok();
    auto read = reader(at[key]);
    if (!read) return read.error();
    out_field = static_cast<T>(*read);
    return ok();
}

// The first of several readings that failed, or ok.
Status first_error(std::initializer_list<Status> readings) {
    for (const Status& reading : readings)
        if (!reading) return reading;
    return ok();
}

auto unsigned_reader(std::uint64_t lower, std::uint64_t upper) {
    return [lower, upper](const JsonAt& at) { return read_unsigned(at, lower, upper); };
}

// Three numbers, each from `lower` to `upper`.
auto vector_reader(double lower, double upper) {
    return [lower, upper](const JsonAt& at) -> Result<glm::dvec3> {
        std::array<double, 3> numbers{};
        if (const Status read = read_numbers(at, numbers); !read) return read.error();
        for (std::size_t i = 0; i < 3; ++i)
            if (numbers[i] < lower || numbers[i] > upper) {
                std::string range = "is outside ";
                append_number(range, lower);
                range += " to ";
                append_number(range, upper);
                return json_error(at[i], range);
            }
        return glm::dvec3(numbers[0], numbers[1], numbers[2]);
    };
}

Result<ShapeDescription> read_mesh_file(const JsonAt& at) {
    const Result<std::string> path = read_string(at);
    if (!path) return path.error();
    if (path->empty()) return json_error(at, "names no file");
    return ShapeDescription(MeshFile{*path});
}

Result<ShapeDescription> read_recipe(const JsonAt& at) {
    if (!at.value.is_object()) return json_error(at, "expected an object");
    if (!at.has("kind")) return json_error(at, "\"kind\" is missing");
    MeshRecipe recipe;
    const Status fields = first_error({read_if_there(at, "kind", recipe.kind, read_string),
                                       read_if_there(at, "seed", recipe.seed, unsigned_reader(0, kAnySeed))});
    if (!fields) return fields.error();
    recipe.kind = one_line(recipe.kind, 40);
    for (const auto& item : at.value.items()) {
        if (item.key() == "kind" || item.key() == "seed") continue;
        const Result<double> number = read_number(at[item.key().c_str()]);
        if (!number) return number.error();
        recipe.values.push_back({one_line(item.key(), 40), *number});
    }
    if (const Status known = check_recipe(recipe); !known) return json_error(at, known.error().message);
    if (at.has("seed") && !find_generator(recipe.kind)->has_seed)
        return json_error(at["seed"], recipe.kind + " takes no seed");
    return ShapeDescription(std::move(recipe));
}

Result<ShapeDescription> read_polytope(const JsonAt& at) {
    if (const Status keys = check_keys(at, {"faces", "seed", "radius", "oblongness"}); !keys)
        return keys.error();
    RandomPolytopeParams params;
    const Status fields =
        first_error({read_if_there(at, "faces", params.faces, unsigned_reader(4, kMaxRandomFaces)),
                     read_if_there(at, "seed", params.seed, unsigned_reader(0, kAnySeed)),
                     read_if_there(at, "radius", params.radius, read_number),
                     read_if_there(at, "oblongness", params.oblongness, read_number)});
    if (!fields) return fields.error();
    if (const Status usable = check_params(params); !usable) return json_error(at, usable.error().message);
    return ShapeDescription(params);
}

Result<ShapeDescription> read_shape(const JsonAt& at) {
    const int given = (at.has("mesh") ? 1 : 0) + (at.has("generate") ? 1 : 0) + (at.has("polytope") ? 1 : 0);
    if (given != 1) return json_error(at, "needs exactly one of \"mesh\", \"generate\" and \"polytope\"");
    if (at.has("mesh")) return read_mesh_file(at["mesh"]);
    return at.has("generate") ? read_recipe(at["generate"]) : read_polytope(at["polytope"]);
}

Result<BoxKind> read_box(const JsonAt& at) {
    const Result<std::string> name = read_string(at);
    if (name && *name == "dynamic") return BoxKind::dynamic_box;
    if (name && *name == "cube") return BoxKind::fixed_cube;
    return json_error(at, "expected \"dynamic\" or \"cube\"");
}

Status check_pose(const JsonAt& at, const BodyDescription& body) {
    const bool is_polytope = std::holds_alternative<RandomPolytopeParams>(body.shape);
    if (is_polytope && body.pose.s != glm::dvec3(1.0))
        return json_error(at["pose"]["s"], "a polytope cannot be scaled; set its radius");
    if (body.count > 0 && at.has("pose") && (at["pose"].has("q") || at["pose"].has("t")))
        return json_error(at["pose"], "with \"count\" places are random; only \"s\" has a meaning");
    return ok();
}

Result<BodyDescription> read_body(const JsonAt& at) {
    const Status keys =
        check_keys(at, {"name", "mesh", "generate", "polytope", "pose", "velocity", "spin", "box", "count"});
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
