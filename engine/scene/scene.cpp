#include "engine/scene/scene.hpp"

#include "engine/import/text_file.hpp"
#include "engine/scene/transform_json.hpp"

#include <cmath>

#include <glm/geometric.hpp>

namespace boxwood {
namespace {

constexpr std::int64_t kVersion = 1;

Result<glm::dvec3> read_vector(const JsonAt& at) {
    std::array<double, 3> numbers{};
    if (Status status = read_numbers(at, numbers); !status) return status.error();
    return glm::dvec3(numbers[0], numbers[1], numbers[2]);
}

Result<std::uint64_t> read_seed(const JsonAt& at) {
    const Result<std::int64_t> seed = read_integer(at, 0, std::int64_t{1} << 53);
    if (!seed) return seed.error();
    return static_cast<std::uint64_t>(*seed);
}

Result<BodySource> read_polytope(const JsonAt& at) {
    if (Status status = check_keys(at, {"faces", "seed", "radius", "oblongness"}); !status) return status.error();
    RandomPolytopeParams params;
    if (at.has("faces")) {
        const Result<std::int64_t> faces = read_integer(at["faces"], 4, kMaxRandomFaces);
        if (!faces) return faces.error();
        params.faces = static_cast<std::uint32_t>(*faces);
    }
    if (at.has("seed")) {
        const Result<std::uint64_t> seed = read_seed(at["seed"]);
        if (!seed) return seed.error();
        params.seed = *seed;
    }
    for (const auto& [key, place] : {std::pair{"radius", &params.radius}, std::pair{"oblongness", &params.oblongness}}) {
        if (!at.has(key)) continue;
        const Result<double> number = read_number(at[key]);
        if (!number) return number.error();
        *place = *number;
    }
    if (Status status = check_params(params); !status) return json_error(at, status.error().message);
    return BodySource{params};
}

Result<BodySource> read_recipe(const JsonAt& at) {
    if (!at.value.is_object() || !at.has("kind")) return json_error(at, "expected an object with \"kind\"");
    MeshRecipe recipe;
    for (const auto& [key, value] : at.value.items()) {
        if (key == "kind") {
            const Result<std::string> kind = read_string(at["kind"]);
            if (!kind) return kind.error();
            recipe.kind = *kind;
        } else if (key == "seed") {
            const Result<std::uint64_t> seed = read_seed(at["seed"]);
            if (!seed) return seed.error();
            recipe.seed = *seed;
        } else {
            const Result<double> number = read_number(at[key.c_str()]);
            if (!number) return number.error();
            recipe.values.push_back({key, *number});
        }
    }
    if (Status status = check_recipe(recipe); !status) return json_error(at, status.error().message);
    return BodySource{recipe};
}

Result<BodySource> read_source(const JsonAt& at) {
    const int given = int(at.has("mesh")) + int(at.has("generate")) + int(at.has("polytope"));
    if (given != 1) return json_error(at, "expected exactly one of \"mesh\", \"generate\" and \"polytope\"");
    if (at.has("polytope")) return read_polytope(at["polytope"]);
    if (at.has("generate")) return read_recipe(at["generate"]);
    const Result<std::string> path = read_string(at["mesh"]);
    if (!path) return path.error();
    if (path->empty()) return json_error(at["mesh"], "expected the path of a mesh file");
    return BodySource{std::filesystem::path(*path)};
}

Status read_spin(const JsonAt& at, SceneBody& io_body) {
    if (Status status = check_keys(at, {"axis", "degrees"}); !status) return status;
    if (!at.has("axis") || !at.has("degrees")) return json_error(at, "expected \"axis\" and \"degrees\"");
    const Result<glm::dvec3> axis = read_vector(at["axis"]);
    if (!axis) return axis.error();
    const double length = glm::length(*axis);
    if (!(length > 0.0) || !std::isfinite(length)) return json_error(at["axis"], "expected a direction, not a zero vector");
    io_body.spin_axis_w = *axis / length;
    const Result<double> degrees = read_number(at["degrees"]);
    if (!degrees) return degrees.error();
    io_body.spin_degrees = *degrees;
    return ok();
}

Status read_motion(const JsonAt& at, SceneBody& io_body) {
    if (at.has("velocity")) {
        const Result<glm::dvec3> velocity = read_vector(at["velocity"]);
        if (!velocity) return velocity.error();
        io_body.velocity_w = *velocity;
    }
    if (at.has("spin"))
        if (Status status = read_spin(at["spin"], io_body); !status) return status;
    if (!at.has("box")) return ok();
    const Result<std::string> box = read_string(at["box"]);
    if (!box) return box.error();
    if (*box != "dynamic" && *box != "cube") return json_error(at["box"], "expected \"dynamic\" or \"cube\"");
    io_body.has_cube = *box == "cube";
    return ok();
}

Result<SceneBody> read_body(const JsonAt& at) {
    if (Status status = check_keys(at, {"mesh", "generate", "polytope", "pose", "velocity", "spin", "box"}); !status)
        return status.error();
    SceneBody body;
    Result<BodySource> source = read_source(at);
    if (!source) return source.error();
    body.source = std::move(*source);
    if (at.has("pose")) {
        const Result<Transform> transform = read_transform(at["pose"]);
        if (!transform) return transform.error();
        body.transform = *transform;
    }
    if (std::holds_alternative<RandomPolytopeParams>(body.source) && body.transform.s != glm::dvec3(1.0))
        return json_error(at["pose"], "a polytope takes no scale; set its radius");
    if (Status status = read_motion(at, body); !status) return status.error();
    return body;
}

Result<SceneDescription> read_description(const JsonAt& root) {
    if (Status status = check_keys(root, {"boxwood", "name", "room", "bodies"}); !status) return status.error();
    if (!root.has("boxwood")) return json_error(root, "\"boxwood\": 1 is missing; is this a scene?");
    if (Result<std::int64_t> version = read_integer(root["boxwood"], kVersion, kVersion); !version) return version.error();
    SceneDescription scene;
    if (root.has("name")) {
        const Result<std::string> name = read_string(root["name"]);
        if (!name) return name.error();
        scene.name = *name;
    }
    if (root.has("room")) {
        const JsonAt room = root["room"];
        if (Status status = check_keys(room, {"half"}); !status) return status.error();
        if (!room.has("half")) return json_error(room, "\"half\" is missing");
        const Result<glm::dvec3> half = read_vector(room["half"]);
        if (!half) return half.error();
        if (!(half->x > 0.0 && half->y > 0.0 && half->z > 0.0)) return json_error(room["half"], "expected positive lengths");
        scene.room_half = *half;
    }
    if (!root.has("bodies") || !root["bodies"].value.is_array()) return json_error(root, "\"bodies\" must be a list");
    const JsonAt bodies = root["bodies"];
    if (bodies.value.empty()) return json_error(bodies, "a scene needs at least one body");
    if (bodies.value.size() > kMaxSceneBodies) return json_error(bodies, "more than " + std::to_string(kMaxSceneBodies) + " bodies");
    for (std::size_t i = 0; i < bodies.value.size(); ++i) {
        Result<SceneBody> body = read_body(bodies[i]);
        if (!body) return body.error();
        scene.bodies.push_back(std::move(*body));
    }
    return scene;
}

void append_vector(std::string& out_text, const glm::dvec3& v) {
    append_numbers(out_text, std::array{v.x, v.y, v.z});
}

void append_source(std::string& out_text, const BodySource& source) {
    if (const auto* path = std::get_if<std::filesystem::path>(&source)) {
        out_text += "\"mesh\": ";
        append_string(out_text, path->generic_string());
    } else if (const auto* recipe = std::get_if<MeshRecipe>(&source)) {
        out_text += "\"generate\": {\"kind\": ";
        append_string(out_text, recipe->kind);
        out_text += ", \"seed\": " + std::to_string(recipe->seed);
        for (const NamedValue& value : recipe->values) {
            out_text += ", ";
            append_string(out_text, value.name);
            out_text += ": ";
            append_number(out_text, value.value);
        }
        out_text += "}";
    } else {
        const auto& params = std::get<RandomPolytopeParams>(source);
        out_text += "\"polytope\": {\"faces\": " + std::to_string(params.faces) + ", \"seed\": " + std::to_string(params.seed);
        out_text += ", \"radius\": ";
        append_number(out_text, params.radius);
        out_text += ", \"oblongness\": ";
        append_number(out_text, params.oblongness);
        out_text += "}";
    }
}

void append_body(std::string& out_text, const SceneBody& body) {
    out_text += "    {";
    append_source(out_text, body.source);
    out_text += ",\n     \"pose\": ";
    append_transform(out_text, body.transform);
    out_text += ",\n     \"velocity\": ";
    append_vector(out_text, body.velocity_w);
    out_text += ", \"spin\": {\"axis\": ";
    append_vector(out_text, body.spin_axis_w);
    out_text += ", \"degrees\": ";
    append_number(out_text, body.spin_degrees);
    out_text.append("}, \"box\": ").append(body.has_cube ? "\"cube\"" : "\"dynamic\"").append("}");
}

} // namespace

Result<SceneDescription> parse_scene(std::string_view text, const std::string& source) {
    const Result<Json> json = parse_json(text, source);
    if (!json) return json.error();
    Result<SceneDescription> scene = read_description({*json, ""});
    if (!scene) return Error{source + ": " + scene.error().message};
    return scene;
}

Result<SceneDescription> read_scene(const std::filesystem::path& path) {
    const Result<std::string> text = read_text_file(path, kMaxSceneBytes);
    if (!text) return text.error();
    return parse_scene(*text, shown(path));
}

std::string to_json_text(const SceneDescription& scene) {
    std::string text = "{\n  \"boxwood\": 1,\n  \"name\": ";
    append_string(text, scene.name);
    if (scene.room_half) {
        text += ",\n  \"room\": {\"half\": ";
        append_vector(text, *scene.room_half);
        text += "}";
    }
    text += ",\n  \"bodies\": [\n";
    for (std::size_t i = 0; i < scene.bodies.size(); ++i) {
        if (i > 0) text += ",\n";
        append_body(text, scene.bodies[i]);
    }
    return text + "\n  ]\n}\n";
}

} // namespace boxwood
