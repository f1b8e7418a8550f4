#include "engine/import/text_file.hpp"
#include "engine/scene/json_text.hpp"
#include "engine/scene/scene.hpp"
#include "engine/scene/transform_json.hpp"

#include <array>

namespace boxwood {
namespace {

// "key": with what parts it from the field before.
void append_key(std::string& out_text, const char* key) {
    if (out_text.back() != '{') out_text += ", ";
    append_string(out_text, key);
    out_text += ": ";
}

void append_field(std::string& out_text, const char* key, const glm::dvec3& v) {
    append_key(out_text, key);
    append_numbers(out_text, std::array{v.x, v.y, v.z});
}

void append_field(std::string& out_text, const char* key, const std::string& string) {
    append_key(out_text, key);
    append_string(out_text, string);
}

void append_field(std::string& out_text, const char* key, std::uint64_t number) {
    append_key(out_text, key);
    out_text += std::to_string(number);
}

void append_field(std::string& out_text, const char* key, double number) {
    append_key(out_text, key);
    append_number(out_text, number);
}

void append_shape(std::string& out_text, const MeshFile& file) {
    append_field(out_text, "mesh", file.path);
}

void append_shape(std::string& out_text, const MeshRecipe& recipe) {
    append_key(out_text, "generate");
    out_text += '{';
    append_field(out_text, "kind", recipe.kind);
    for (const NamedValue& value : recipe.values) append_field(out_text, value.name.c_str(), value.value);
    const Generator* generator = find_generator(recipe.kind);
    if (generator != nullptr && generator->has_seed) append_field(out_text, "seed", recipe.seed);
    out_text += '}';
}

void append_shape(std::string& out_text, const RandomPolytopeParams& params) {
    append_key(out_text, "polytope");
    out_text += '{';
    append_field(out_text, "faces", std::uint64_t{params.faces});
    append_field(out_text, "seed", params.seed);
    append_field(out_text, "radius", params.radius);
    append_field(out_text, "oblongness", params.oblongness);
    out_text += '}';
}

void append_pose(std::string& out_text, const BodyDescription& body) {
    append_key(out_text, "pose");
    if (body.count == 0) return append_transform(out_text, body.pose);
    out_text += '{';
    append_field(out_text, "s", body.pose.s);
    out_text += '}';
}

void append_body(std::string& out_text, const BodyDescription& body) {
    out_text += '{';
    if (!body.name.empty()) append_field(out_text, "name", body.name);
    std::visit([&out_text](const auto& shape) { append_shape(out_text, shape); }, body.shape);
    if (body.count > 0) append_field(out_text, "count", std::uint64_t{body.count});
    append_pose(out_text, body);
    append_field(out_text, "velocity", body.velocity_w);
    append_field(out_text, "spin", body.spin_degrees_w);
    append_field(out_text, "box", std::string(body.box == BoxKind::fixed_cube ? "cube" : "dynamic"));
    out_text += '}';
}

} // namespace

std::string to_json(const SceneDescription& scene) {
    std::string text = "{";
    append_field(text, "boxwood", std::uint64_t{kSceneVersion});
    append_field(text, "name", scene.name);
    append_field(text, "seed", scene.seed);
    append_key(text, "room");
    if (scene.room_half) {
        text += '{';
        append_field(text, "half", *scene.room_half);
        text += '}';
    } else {
        text += "null";
    }
    text += ",\n \"bodies\": [";
    for (std::size_t i = 0; i < scene.bodies.size(); ++i) {
        text += i == 0 ? "\n  " : ",\n  ";
        append_body(text, scene.bodies[i]);
    }
    text += "\n]}\n";
    return text;
}

Status write_scene(const std::filesystem::path& path, const SceneDescription& scene) {
    return write_text_file(path, to_json(scene));
}

} // namespace boxwood
