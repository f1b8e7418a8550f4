#include "engine/scene/json/shape_json.hpp"
#include "engine/scene/json/transform_json.hpp"
#include "engine/scene/json/write_fields.hpp"

#include <algorithm>

namespace boxwood {
namespace {

void append_variant(std::string& out_text, const MeshFile& file) {
    append_field(out_text, "mesh", file.path);
}

void append_recipe(std::string& out_text, const char* key, const MeshRecipe& recipe) {
    append_key(out_text, key);
    out_text += '{';
    append_field(out_text, "kind", recipe.kind);
    for (const NamedValue& value : recipe.values) append_field(out_text, value.name.c_str(), value.value);
    const Generator* generator = find_generator(recipe.kind);
    if (generator != nullptr && generator->has_seed) append_field(out_text, "seed", recipe.seed);
    if (!recipe.outline.empty()) {
        append_key(out_text, "outline");
        for (std::size_t i = 0; i < recipe.outline.size(); ++i) {
            out_text += i == 0 ? '[' : ',';
            append_numbers(out_text, std::array{recipe.outline[i].x, recipe.outline[i].y});
        }
        out_text += ']';
    }
    out_text += '}';
}

void append_variant(std::string& out_text, const MeshRecipe& recipe) {
    append_recipe(out_text, "generate", recipe);
}

void append_variant(std::string& out_text, const SolidRecipe& solid) {
    append_recipe(out_text, "solid", solid.recipe);
}

void append_variant(std::string& out_text, const RandomPolytopeParams& params) {
    append_key(out_text, "polytope");
    out_text += '{';
    append_field(out_text, "faces", std::uint64_t{params.faces});
    append_field(out_text, "seed", params.seed);
    append_field(out_text, "radius", params.radius);
    append_field(out_text, "aspect_ratio", params.aspect_ratio);
    out_text += '}';
}

void append_variant(std::string& out_text, const PolytopeFile& file) {
    append_key(out_text, "library");
    out_text += '{';
    append_field(out_text, "file", file.path);
    if (!file.name.empty()) append_field(out_text, "name", file.name);
    out_text += '}';
}

void append_joint(std::string& out_text, const JointDescription& joint) {
    append_key(out_text, "joint");
    out_text += '{';
    const bool is_revolute = joint.kind == JointKind::revolute;
    append_field(out_text, "kind", std::string(is_revolute ? "revolute" : "prismatic"));
    append_field(out_text, "point", joint.point_p);
    append_field(out_text, "axis", joint.axis_p);
    append_field(out_text, "lower", joint.lower);
    append_field(out_text, "upper", joint.upper);
    append_field(out_text, is_revolute ? "angle" : "position", joint.position);
    append_field(out_text, "rate", joint.rate);
    if (joint.period > 0.0) append_field(out_text, "period", joint.period);
    out_text += '}';
}

bool is_referenced(const PartsDescription& parts, std::uint32_t part) {
    const auto is_child = [part](const PartDescription& other) { return other.parent == part; };
    const auto is_in = [part](const auto& pair) { return pair.first == part || pair.second == part; };
    return std::any_of(parts.parts.begin(), parts.parts.end(), is_child) ||
           std::any_of(parts.disabled_pairs.begin(), parts.disabled_pairs.end(), is_in);
}

// Parts without a name get a name that contains their index, because references need a name.
std::string name_of(const PartsDescription& parts, std::uint32_t part) {
    const std::string& name = parts.parts[part].name;
    return name.empty() ? "part " + std::to_string(part) : name;
}

void append_variant(std::string& out_text, const PartsDescription& parts) {
    append_key(out_text, "parts");
    out_text += '[';
    for (std::uint32_t k = 0; k < parts.parts.size(); ++k) {
        const PartDescription& part = parts.parts[k];
        out_text += k == 0 ? "{" : ",\n    {";
        if (!part.name.empty() || is_referenced(parts, k)) append_field(out_text, "name", name_of(parts, k));
        std::visit([&out_text](const auto& shape) { append_variant(out_text, shape); }, part.shape);
        if (!part.material.empty()) append_field(out_text, "material", part.material);
        if (part.parent != kNone) append_field(out_text, "parent", name_of(parts, part.parent));
        append_key(out_text, "pose");
        append_transform(out_text, part.pose);
        if (part.joint) append_joint(out_text, *part.joint);
        append_field(out_text, "hull",
                     std::string(part.mode == HullMode::whole_range ? "whole-range" : "recompute"));
        out_text += '}';
    }
    out_text += ']';
    append_key(out_text, "apart");
    out_text += '[';
    for (std::size_t k = 0; k < parts.disabled_pairs.size(); ++k) {
        out_text += k == 0 ? "[" : ", [";
        append_string(out_text, name_of(parts, parts.disabled_pairs[k].first));
        out_text += ", ";
        append_string(out_text, name_of(parts, parts.disabled_pairs[k].second));
        out_text += ']';
    }
    out_text += ']';
}

} // namespace

void append_shape(std::string& io_text, const ShapeDescription& shape) {
    std::visit([&io_text](const auto& variant) { append_variant(io_text, variant); }, shape);
}

} // namespace boxwood
