// What: the generators by name, with their parameters as data: for scene files, command lines and sliders.
// To add one: write make_<name> in generators.hpp and one entry in the list of recipe.cpp; for one that also knows
//       its convex pieces, in solid.hpp and recipe_solids.cpp.
// Degenerate input: an unknown name, or a value outside its range, is an Error that says what is known or
//             allowed.
#pragma once

#include "collision/core/result.hpp"
#include "engine/meshes/solid.hpp"

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace boxwood {

struct GeneratorParameter {
    std::string_view name;
    std::string_view meaning;
    double default_value = 0.0; // the value when none is given
    double lower = 0.0, upper = 0.0;
    bool is_whole = false;
};

struct Generator {
    std::string_view name;
    std::string_view about;
    std::span<const GeneratorParameter> parameters;
    bool has_seed = false;
    // Values in the order of the parameters, each inside its range.
    Mesh (*make)(std::span<const double> values, std::uint64_t seed) = nullptr;
    // "" or what is wrong with values that are each inside their range; may be null.
    std::string_view (*find_problem)(std::span<const double> values) = nullptr;

    // A solid that knows its convex pieces has this instead of `make`. `outline`: empty unless takes_outline.
    Result<SolidMesh> (*make_solid)(std::span<const double> values,
                                    std::span<const glm::dvec2> outline) = nullptr;
    bool takes_outline = false; // the recipe brings a polygon (convex_split.hpp)
    bool has_radii = false;     // whose points are (radius >= 0, height)
};

std::span<const Generator> all_generators();
std::span<const Generator> solid_generators();          // those of them that have make_solid
const Generator* find_generator(std::string_view name); // null if there is none

struct NamedValue {
    std::string name;
    double value = 0.0;
    friend bool operator==(const NamedValue&, const NamedValue&) = default;
};

// What to make: parameters that are not named have their usual value.
struct MeshRecipe {
    std::string kind;
    std::vector<NamedValue> values{};
    std::uint64_t seed = 1;
    std::vector<glm::dvec2> outline{};
    friend bool operator==(const MeshRecipe&, const MeshRecipe&) = default;
};

Status check_recipe(const MeshRecipe& recipe);
Result<Mesh> make_mesh(const MeshRecipe& recipe);
// The same with convex pieces: those that the generator knows, otherwise its convex hull.
Result<SolidMesh> make_solid(const MeshRecipe& recipe);

} // namespace boxwood
