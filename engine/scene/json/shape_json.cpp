#include "engine/scene/json/shape_json.hpp"

#include "collision/core/numbers/number_text.hpp"
#include "engine/import/text_file.hpp"
#include "engine/scene/json/field_readers.hpp"
#include "engine/scene/json/transform_json.hpp"
#include "engine/scene/old_names.hpp"

#include <algorithm>
#include <cmath>

namespace boxwood {
namespace {

constexpr double kMaxOutline = 1e6;
constexpr double kMaxPeriod = 1e6; // steps

Result<PartShape> read_mesh_file(const JsonAt& at) {
    const Result<std::string> path = read_string(at);
    if (!path) return path.error();
    if (path->empty()) return json_error(at, "must not be empty; it is the path of a mesh file");
    return PartShape(MeshFile{*path});
}

Result<std::vector<glm::dvec2>> read_outline(const JsonAt& at) {
    if (!at.value.is_array()) return json_error(at, "expected a list of points [x, y]");
    std::vector<glm::dvec2> outline;
    for (std::size_t i = 0; i < at.size(); ++i) {
        std::array<double, 2> point{};
        if (const Status read = read_numbers(at[i], point); !read) return read.error();
        for (const double number : point)
            if (!(std::abs(number) <= kMaxOutline)) return json_error(at[i], "is beyond 1e6");
        outline.emplace_back(point[0], point[1]);
    }
    return outline;
}

Result<MeshRecipe> read_recipe(const JsonAt& at) {
    if (!at.value.is_object()) return json_error(at, "expected an object");
    if (!at.has("kind")) return json_error(at, "\"kind\" is missing");
    MeshRecipe recipe;
    const Status fields = first_error({read_if_there(at, "kind", recipe.kind, read_string),
                                       read_if_there(at, "seed", recipe.seed, unsigned_reader(0, kAnySeed)),
                                       read_if_there(at, "outline", recipe.outline, read_outline)});
    if (!fields) return fields.error();
    recipe.kind = one_line(recipe.kind, 40);
    for (const auto& [key, value] : at.value.members()) {
        if (key == "kind" || key == "seed" || key == "outline") continue;
        const Result<double> number = read_number(at[key]);
        if (!number) return number.error();
        recipe.values.push_back({one_line(key, 40), *number});
    }
    if (const Status known = check_recipe(recipe); !known) return json_error(at, known.error().message);
    if (at.has("seed") && !find_generator(recipe.kind)->has_seed)
        return json_error(at["seed"], recipe.kind + " takes no seed");
    return recipe;
}

template <class Shape>
Result<PartShape> read_generated(const JsonAt& at) {
    Result<MeshRecipe> recipe = read_recipe(at);
    if (!recipe) return recipe.error();
    return PartShape(Shape{std::move(*recipe)});
}

constexpr const char* kOldNameOfAspectRatio = "oblongness"; // see old_names.hpp

Result<PartShape> read_polytope(const JsonAt& at) {
    if (const Status keys =
            check_keys(at, {"faces", "seed", "radius", "aspect_ratio", kOldNameOfAspectRatio});
        !keys)
        return keys.error();
    RandomPolytopeParams params;
    const Status fields =
        first_error({read_if_there(at, "faces", params.faces, unsigned_reader(4, kMaxRandomFaces)),
                     read_if_there(at, "seed", params.seed, unsigned_reader(0, kAnySeed)),
                     read_if_there(at, "radius", params.radius, read_number),
                     read_if_there(at, "aspect_ratio", params.aspect_ratio, read_number),
                     read_if_there(at, kOldNameOfAspectRatio, params.aspect_ratio, read_number)});
    if (!fields) return fields.error();
    if (at.has(kOldNameOfAspectRatio)) {
        if (at.has("aspect_ratio"))
            return json_error(at, "has both \"aspect_ratio\" and its old name \"oblongness\"");
        (void)current_setting(kOldNameOfAspectRatio); // prints the note on stderr
    }
    if (const Status usable = check_params(params); !usable) return json_error(at, usable.error().message);
    return PartShape(params);
}

Result<PartShape> read_library(const JsonAt& at) {
    if (const Status keys = check_keys(at, {"file", "name"}); !keys) return keys.error();
    PolytopeFile file;
    const Status fields = first_error({read_if_there(at, "file", file.path, read_string),
                                       read_if_there(at, "name", file.name, read_string)});
    if (!fields) return fields.error();
    if (file.path.empty()) return json_error(at, "\"file\" is missing");
    return PartShape(std::move(file));
}

constexpr std::array kSimpleKeys{"mesh", "generate", "polytope", "library", "solid"};

// If "solid" is true or false, it declares whether a mesh is solid; any other value is a recipe.
bool has_solid_recipe(const JsonAt& at) {
    return at.has("solid") && !at["solid"].value.boolean();
}

Result<PartShape> read_simple(const JsonAt& at) {
    if (at.has("mesh")) return read_mesh_file(at["mesh"]);
    if (at.has("generate")) return read_generated<MeshRecipe>(at["generate"]);
    if (has_solid_recipe(at)) return read_generated<SolidRecipe>(at["solid"]);
    if (at.has("polytope")) return read_polytope(at["polytope"]);
    return read_library(at["library"]);
}

auto count_keys(const JsonAt& at) {
    return std::count_if(kSimpleKeys.begin(), kSimpleKeys.end(), [&at](std::string_view key) {
        return key == "solid" ? has_solid_recipe(at) : at.has(std::string(key));
    });
}

// Key, bounds, default limits and unit of a joint position: degrees if revolute, lengths if prismatic.
struct JointUnits {
    const char* position; // the key
    double max_position, max_rate, lower, upper;
    const char* unit;
};
constexpr JointUnits kHinge{"angle", kMaxJointDegrees, 90.0, -90.0, 90.0, "degrees"};
constexpr JointUnits kDrawer{"position", kMaxJointPosition, kMaxJointPosition, 0.0, 1.0, "lengths"};

Result<JointKind> read_joint_kind(const JsonAt& at) {
    const Result<std::string> name = read_string(at);
    if (name && *name == "revolute") return JointKind::revolute;
    if (name && *name == "prismatic") return JointKind::prismatic;
    return json_error(at, "expected \"revolute\" or \"prismatic\"");
}

Status read_joint_numbers(const JsonAt& at, const JointUnits& units, JointDescription& io_joint) {
    const auto up_to = [&units](double limit) {
        return [limit, &units](const JsonAt& field) -> Result<double> {
            const Result<double> number = read_number(field);
            if (number && !(*number >= -limit && *number <= limit))
                return json_error(field, "is outside " + range_text(-limit, limit) + " " + units.unit);
            return number;
        };
    };
    return first_error({read_if_there(at, "lower", io_joint.lower, up_to(units.max_position)),
                        read_if_there(at, "upper", io_joint.upper, up_to(units.max_position)),
                        read_if_there(at, units.position, io_joint.position, up_to(units.max_position)),
                        read_if_there(at, "rate", io_joint.rate, up_to(units.max_rate)),
                        read_if_there(at, "period", io_joint.period, number_reader(2.0, kMaxPeriod))});
}

Result<JointDescription> read_joint(const JsonAt& at) {
    if (!at.value.is_object()) return json_error(at, "expected an object");
    JointDescription joint;
    if (const Status kind = read_if_there(at, "kind", joint.kind, read_joint_kind); !kind)
        return kind.error();
    const bool is_revolute = joint.kind == JointKind::revolute;
    const JointUnits &units = is_revolute ? kHinge : kDrawer, &other_units = is_revolute ? kDrawer : kHinge;
    if (at.has(other_units.position))
        return json_error(at, std::string("has \"") + other_units.position +
                                  "\", which is for the other kind of joint; use \"" + units.position + "\"");
    if (const Status keys =
            check_keys(at, {"kind", "point", "axis", "lower", "upper", units.position, "rate", "period"});
        !keys)
        return keys.error();
    joint.lower = units.lower;
    joint.upper = units.upper;
    const Status fields = first_error(
        {read_if_there(at, "point", joint.point_p, vector_reader(-kMaxTranslation, kMaxTranslation)),
         read_if_there(at, "axis", joint.axis_p, vector_reader(-1e6, 1e6)),
         read_joint_numbers(at, units, joint)});
    if (!fields) return fields.error();
    if (joint.rate != 0.0 && joint.period != 0.0) return json_error(at, "has both \"rate\" and \"period\"");
    if (joint.axis_p == glm::dvec3(0.0)) return json_error(at, "\"axis\" must not be zero");
    if (joint.lower > joint.upper) return json_error(at, "\"lower\" is above \"upper\"");
    if (joint.position < joint.lower || joint.position > joint.upper)
        return json_error(at,
                          std::string("\"") + units.position + "\" is not between \"lower\" and \"upper\"");
    return joint;
}

Result<HullMode> read_mode(const JsonAt& at) {
    const Result<std::string> name = read_string(at);
    if (name && *name == "recompute") return HullMode::recompute;
    if (name && *name == "whole-range") return HullMode::whole_range;
    return json_error(at, "expected \"recompute\" or \"whole-range\"");
}

// Returns the index of the part that `at` names. Parts precede all parts that refer to them.
Result<std::uint32_t> read_part_name(const JsonAt& at, const std::vector<PartDescription>& parts) {
    const Result<std::string> name = read_string(at);
    if (!name) return name.error();
    for (std::uint32_t k = 0; k < parts.size(); ++k)
        if (!name->empty() && parts[k].name == *name) return k;
    return json_error(at, "no earlier part has this name");
}

Result<PartDescription> read_part(const JsonAt& at, const std::vector<PartDescription>& earlier_parts) {
    if (const Status keys = check_keys(at, {"name", "mesh", "generate", "polytope", "library", "solid",
                                            "pose", "parent", "joint", "hull", "material"});
        !keys)
        return keys.error();
    if (at.has("solid") && !has_solid_recipe(at))
        return json_error(at["solid"], "a part is convex and always solid");
    if (count_keys(at) != 1)
        return json_error(
            at, "needs exactly one of \"mesh\", \"generate\", \"polytope\", \"library\" and \"solid\"");
    Result<PartShape> shape = read_simple(at);
    if (!shape) return shape.error();
    PartDescription part;
    part.shape = std::move(*shape);
    const auto read_parent = [&earlier_parts](const JsonAt& field) {
        return read_part_name(field, earlier_parts);
    };
    const Status fields = first_error({read_if_there(at, "name", part.name, read_string),
                                       read_if_there(at, "pose", part.pose, read_pose),
                                       read_if_there(at, "material", part.material, read_string),
                                       read_if_there(at, "parent", part.parent, read_parent),
                                       read_if_there(at, "hull", part.mode, read_mode)});
    if (!fields) return fields.error();
    if (part.pose.s != glm::dvec3(1.0)) return json_error(at["pose"]["s"], "a part cannot be scaled");
    if (at.has("joint")) {
        const Result<JointDescription> joint = read_joint(at["joint"]);
        if (!joint) return joint.error();
        part.joint = *joint;
    }
    for (const PartDescription& other : earlier_parts)
        if (!part.name.empty() && other.name == part.name)
            return json_error(at["name"], "is already the name of another part");
    return part;
}

Result<PartsDescription> read_parts(const JsonAt& at) {
    const JsonAt list = at["parts"];
    if (!list.value.is_array() || list.size() == 0 || list.size() > kMaxParts)
        return json_error(list, "expected a list of 1 to " + std::to_string(kMaxParts) + " parts");
    PartsDescription parts;
    for (std::size_t k = 0; k < list.size(); ++k) {
        Result<PartDescription> part = read_part(list[k], parts.parts);
        if (!part) return part.error();
        parts.parts.push_back(std::move(*part));
    }
    if (!at.has("apart")) return parts;
    const JsonAt pairs = at["apart"];
    if (!pairs.value.is_array()) return json_error(pairs, "expected a list of pairs of names");
    for (std::size_t k = 0; k < pairs.size(); ++k) {
        if (!pairs[k].value.is_array() || pairs[k].size() != 2)
            return json_error(pairs[k], "expected the names of two parts");
        const Result<std::uint32_t> x = read_part_name(pairs[k][std::size_t{0}], parts.parts);
        if (!x) return x.error();
        const Result<std::uint32_t> y = read_part_name(pairs[k][std::size_t{1}], parts.parts);
        if (!y) return y.error();
        if (*x == *y) return json_error(pairs[k], "names the same part twice");
        parts.disabled_pairs.emplace_back(*x, *y);
    }
    return parts;
}

} // namespace

Result<ShapeDescription> read_shape(const JsonAt& at) {
    if (count_keys(at) + (at.has("parts") ? 1 : 0) != 1)
        return json_error(at, "needs exactly one of \"mesh\", \"generate\", \"polytope\", \"library\", "
                              "\"solid\" and \"parts\"");
    if (at.has("apart") && !at.has("parts")) return json_error(at["apart"], "requires \"parts\"");
    if (at.has("parts")) {
        Result<PartsDescription> parts = read_parts(at);
        if (!parts) return parts.error();
        return ShapeDescription(std::move(*parts));
    }
    Result<PartShape> simple = read_simple(at);
    if (!simple) return simple.error();
    return std::visit([](auto& shape) { return ShapeDescription(std::move(shape)); }, *simple);
}

} // namespace boxwood
