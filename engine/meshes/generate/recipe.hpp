// What: lists the generators by name, with their parameters as data for scene files, command lines and sliders.
// To add a generator: write make_<name> in generators.hpp and an entry in the list of recipe.cpp. For a generator with
//             convex pieces, use solid.hpp and recipe_solids.cpp instead.
// Degenerate input: an unknown name or a value out of range is an Error, which lists the known names or states the
//             range.
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
    double default_value = 0.0; // used if no value is given
    double lower = 0.0, upper = 0.0;
    bool is_whole = false;
};

struct Generator {
    std::string_view name;
    std::string_view about;
    std::span<const GeneratorParameter> parameters;
    bool has_seed = false;
    // `values` are in the order of the parameters, each within its range.
    Mesh (*make)(std::span<const double> values, std::uint64_t seed) = nullptr;
    // Returns "" if the values are valid in combination, otherwise the reason. Precondition: each value is within its
    // range. The pointer is null if all combinations are valid.
    std::string_view (*find_problem)(std::span<const double> values) = nullptr;

    // Used instead of `make` for solids with convex pieces. `outline` is empty unless takes_outline.
    Result<SolidMesh> (*make_solid)(std::span<const double> values,
                                    std::span<const glm::dvec2> outline) = nullptr;
    bool takes_outline = false; // the recipe has an outline (convex_split.hpp)
    bool has_radii = false;     // the points of the outline are (radius >= 0, height)
};

std::span<const Generator> all_generators();
std::span<const Generator> solid_generators();          // the generators that have make_solid
const Generator* find_generator(std::string_view name); // null if there is none

struct NamedValue {
    std::string name;
    double value = 0.0;
    friend bool operator==(const NamedValue&, const NamedValue&) = default;
};

// Missing parameters have their default values.
struct MeshRecipe {
    std::string kind;
    std::vector<NamedValue> values{};
    std::uint64_t seed = 1;
    std::vector<glm::dvec2> outline{};
    friend bool operator==(const MeshRecipe&, const MeshRecipe&) = default;
};

Status check_recipe(const MeshRecipe& recipe);
Result<Mesh> make_mesh(const MeshRecipe& recipe);
// Returns the mesh with the convex pieces of its generator. If the generator has no pieces, the convex hull of the mesh
// is the surface and the only piece.
Result<SolidMesh> make_solid(const MeshRecipe& recipe);

} // namespace boxwood
