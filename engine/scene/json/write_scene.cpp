#include "engine/import/text_file.hpp"
#include "engine/scene/json/json_text.hpp"
#include "engine/scene/json/look_json.hpp"
#include "engine/scene/json/shape_json.hpp"
#include "engine/scene/json/transform_json.hpp"
#include "engine/scene/json/write_fields.hpp"
#include "engine/scene/scene.hpp"

#include <array>

namespace boxwood {
namespace {

void append_pose(std::string& out_text, const BodyDescription& body) {
    append_key(out_text, "pose");
    if (body.count == 0) return append_transform(out_text, body.pose);
    out_text += '{';
    append_field(out_text, "s", body.pose.s);
    out_text += '}';
}

void append_deform(std::string& out_text, const DeformDescription& deform) {
    append_key(out_text, "deform");
    out_text += '{';
    append_field(out_text, "kind", deform.deformer);
    if (deform.amplitude) append_field(out_text, "amplitude", *deform.amplitude);
    append_field(out_text, "period", static_cast<std::uint64_t>(deform.period));
    append_field(out_text, "seed", deform.seed);
    append_field(out_text, "policy", deform.policy.name);
    if (!find_policy(deform.policy.name)->parameter.empty())
        append_field(out_text, "parameter", deform.policy.parameter);
    append_key(out_text, "self_contacts");
    out_text += deform.finds_self_contacts ? "true" : "false";
    if (!deform.onto.empty()) append_field(out_text, "onto", deform.onto);
    out_text += '}';
}

void append_body(std::string& out_text, const BodyDescription& body) {
    out_text += '{';
    if (!body.name.empty()) append_field(out_text, "name", body.name);
    append_shape(out_text, body.shape);
    if (body.is_solid) {
        append_key(out_text, "solid");
        out_text += "true";
    }
    if (!body.material.empty()) append_field(out_text, "material", body.material);
    if (body.count > 0) append_field(out_text, "count", std::uint64_t{body.count});
    append_pose(out_text, body);
    append_field(out_text, "velocity", body.velocity_w);
    append_field(out_text, "spin", body.spin_degrees_w);
    append_field(out_text, "box", std::string(body.box == BoxKind::fixed_cube ? "cube" : "dynamic"));
    append_key(out_text, "fixed");
    out_text += body.is_fixed ? "true" : "false";
    if (body.mass) append_field(out_text, "mass", *body.mass);
    append_key(out_text, "shadow");
    out_text += body.casts_shadow ? "true" : "false";
    if (body.deform) append_deform(out_text, *body.deform);
    if (!body.group.empty()) append_field(out_text, "group", body.group);
    out_text += '}';
}

void append_pair_rules(std::string& out_text, const PairRules& rules) {
    if (rules.are_enabled && rules.except.empty()) return;
    append_key(out_text, "pairs");
    out_text += "{\"enabled\": ";
    out_text += rules.are_enabled ? "true" : "false";
    append_key(out_text, "except");
    out_text += '[';
    for (std::size_t i = 0; i < rules.except.size(); ++i) {
        out_text += i == 0 ? "[" : ", [";
        append_string(out_text, rules.except[i][0]);
        out_text += ", ";
        append_string(out_text, rules.except[i][1]);
        out_text += ']';
    }
    out_text += "]}";
}

} // namespace

std::string to_json(const SceneDescription& scene) {
    std::string text = "{";
    append_field(text, "boxwood", std::uint64_t{kSceneVersion});
    append_field(text, "name", scene.name);
    if (!scene.lab.empty()) append_field(text, "lab", scene.lab);
    append_field(text, "seed", scene.seed);
    append_key(text, "room");
    if (scene.room_half) {
        text += '{';
        append_field(text, "half", *scene.room_half);
        text += '}';
    } else {
        text += "null";
    }
    append_look(text, scene.materials, scene.light, scene.view);
    append_pair_rules(text, scene.pairs);
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
