#include "engine/meshes/generate/recipe.hpp"

#include "collision/core/numbers/number_text.hpp"
#include "engine/meshes/convex_split.hpp"
#include "engine/meshes/generate/assemblies.hpp"
#include "engine/meshes/generate/generators.hpp"
#include "engine/meshes/generate/recipe_parameters.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>

namespace boxwood {
namespace {

using detail::count;
using detail::kHuge;
using detail::length;
using detail::Values;
using detail::whole;

constexpr std::array kBox{length("x", "half extent", 0.5), length("y", "half extent", 0.5),
                          length("z", "half extent", 0.5)};
constexpr std::array kTorus{length("major_radius", "of the core circle", 1.0),
                            length("minor_radius", "of the tube", 0.3),
                            count("n_major", "quads along the core", 64, 3, 2048),
                            count("n_minor", "quads around the tube", 24, 3, 2048)};
constexpr std::array kKnot{count("p", "windings around the axis", 2, 1, 64),
                           count("q", "windings around the core", 3, 0, 64),
                           length("major_radius", "of the core circle", 1.0),
                           length("minor_radius", "of the torus that carries the knot", 0.45),
                           length("tube_radius", "of the tube", 0.17),
                           count("n_along", "quads along the tube", 320, 3, 8192),
                           count("n_around", "quads around the tube", 24, 3, 512)};
constexpr std::array kSphere{length("radius", "of the sphere", 1.0),
                             count("frequency", "pieces of each icosahedron edge", 16, 1, 512)};
constexpr std::array kRock{
    length("radius", "mean radius", 1.0), count("frequency", "pieces of each icosahedron edge", 59, 1, 512),
    GeneratorParameter{"amplitude", "of the bumps, as a share of the radius", 0.35, 0.0, 0.9, false},
    GeneratorParameter{"detail", "bumps per radius", 1.6, 0.1, 100.0, false}};
constexpr std::array kField{
    length("half_x", "half extent in x", 10.0),
    length("half_z", "half extent in z", 10.0),
    GeneratorParameter{"height", "largest possible height above and below y = 0", 2.0, 0.0, kHuge, false},
    GeneratorParameter{"detail", "number of hills across the rectangle", 4.0, 0.1, 1000.0, false},
    count("n_x", "quads in x", 64, 1, 2048),
    count("n_z", "quads in z", 64, 1, 2048)};
constexpr std::array kTeapot{count("steps", "quads along each side of a patch", 10, 1, 256)};
constexpr std::array kCraft{length("length", "of the hull", 2.0)};
constexpr std::array kWaves{
    length("half", "half extent in x and z", 1.0),
    GeneratorParameter{"height", "largest possible height of a patch's corner above and below y = 0", 0.15,
                       0.0, kHuge, false},
    count("patches", "patches along each side of the sheet", 6, 1, 128),
    count("steps", "quads along each side of a patch", 8, 1, 256)};
constexpr std::array kGearTrain{count("gears", "number of gears", 80, 1, 4000)};
constexpr std::array kPipeRack{count("pipes", "number of pipes", 25, 1, 1200)};
constexpr std::array kBracketFrame{count("brackets", "number of brackets", 120, 1, 6000)};
constexpr std::array kHeatExchanger{count("tubes", "number of tubes", 135, 1, 6500)};
constexpr std::array kSteelFrame{count("bays", "number of bays", 24, 1, 1200)};

// The generator that makes assembly I of all_assemblies().
template <std::size_t I>
Mesh make_assembly_of(Values v, std::uint64_t) {
    return all_assemblies()[I].make(whole(v[0]));
}
template <std::size_t I>
Generator assembly(std::span<const GeneratorParameter> parameters) {
    return {all_assemblies()[I].name, all_assemblies()[I].about, parameters, false, make_assembly_of<I>};
}

std::string_view torus_problem(Values v) {
    return v[1] < v[0] ? "" : "minor_radius must be smaller than major_radius";
}
std::string_view knot_problem(Values v) {
    if (v[3] + v[4] >= v[2]) return "minor_radius and tube_radius together must be smaller than major_radius";
    return std::gcd(whole(v[0]), whole(v[1])) == 1 ? "" : "p and q must have no common factor";
}
// Allows at most 2 * 2048^2 triangles, as a height field does.
std::string_view waves_problem(Values v) {
    return v[2] * v[3] <= 2048.0 ? "" : "patches times steps must be at most 2048";
}

const std::array kMeshGenerators{
    Generator{"box", "a box of 12 triangles", kBox, false,
              [](Values v, std::uint64_t) {
                  return make_box({v[0], v[1], v[2]});
              }},
    Generator{"torus", "a torus around z", kTorus, false,
              [](Values v, std::uint64_t) { return make_torus(v[0], v[1], whole(v[2]), whole(v[3])); },
              torus_problem},
    Generator{
        "torus-knot", "a tube along a knot on a torus", kKnot, false,
        [](Values v, std::uint64_t) {
            return make_torus_knot({whole(v[0]), whole(v[1]), v[2], v[3], v[4], whole(v[5]), whole(v[6])});
        },
        knot_problem},
    Generator{"sphere", "a geodesic sphere of 20 frequency^2 triangles", kSphere, false,
              [](Values v, std::uint64_t) { return make_geodesic_sphere(v[0], whole(v[1])); }},
    Generator{"rock", "a sphere with seeded bumps", kRock, true,
              [](Values v, std::uint64_t seed) {
                  return make_bumpy_sphere({v[0], whole(v[1]), v[2], v[3], seed});
              }},
    Generator{"heightfield", "seeded hills over a rectangle, open below", kField, true,
              [](Values v, std::uint64_t seed) {
                  return make_heightfield({v[0], v[1], v[2], v[3], whole(v[4]), whole(v[5]), seed});
              }},
    Generator{"craft", "a slender craft with four wings, 5920 triangles", kCraft, false,
              [](Values v, std::uint64_t) { return make_craft(v[0]); }},
    Generator{"teapot", "the Utah teapot, 32 patches of steps^2 quads", kTeapot, false,
              [](Values v, std::uint64_t) { return make_teapot(whole(v[0])); }},
    Generator{"waves", "a sheet of smooth Bezier patches with seeded heights, open below", kWaves, true,
              [](Values v, std::uint64_t seed) {
                  return make_waves({v[0], v[1], whole(v[2]), whole(v[3]), seed});
              },
              waves_problem},
    assembly<0>(kGearTrain),
    assembly<1>(kPipeRack),
    assembly<2>(kBracketFrame),
    assembly<3>(kHeatExchanger),
    assembly<4>(kSteelFrame),
};

template <class List>
std::string names_of(const List& list) {
    std::string names;
    for (const auto& item : list) names.append(names.empty() ? "" : ", ").append(item.name);
    return names;
}

// All keys that a recipe of this generator can have.
std::string keys_of(const Generator& generator) {
    std::string keys = names_of(generator.parameters);
    if (generator.has_seed) keys.append(keys.empty() ? "" : ", ").append("seed");
    if (generator.takes_outline) keys.append(keys.empty() ? "" : ", ").append("outline");
    return keys;
}

// "" or the reason why `value` is invalid.
std::string problem_of(const GeneratorParameter& parameter, double value) {
    const bool is_whole_if_required = !parameter.is_whole || value == std::floor(value);
    if (value >= parameter.lower && value <= parameter.upper && is_whole_if_required) return "";
    return std::string(parameter.name).append(" must be a ").append(parameter.is_whole ? "whole " : "") +
           "number from " + range_text(parameter.lower, parameter.upper) + ", not " + number_text(value);
}

std::string_view find_recipe_outline_problem(const Generator& generator, const MeshRecipe& recipe) {
    if (!generator.takes_outline) return recipe.outline.empty() ? "" : "takes no outline";
    const auto has_negative_radius = [](const glm::dvec2& point) { return point.x < 0.0; };
    if (generator.has_radii && std::any_of(recipe.outline.begin(), recipe.outline.end(), has_negative_radius))
        return "a radius of the outline is below 0";
    return find_outline_problem(recipe.outline);
}

Result<std::vector<double>> collect_values(const Generator& generator, const MeshRecipe& recipe) {
    std::vector<double> values;
    for (const GeneratorParameter& parameter : generator.parameters)
        values.push_back(parameter.default_value);
    for (const NamedValue& given : recipe.values) {
        const auto has_name = [&given](const GeneratorParameter& parameter) {
            return parameter.name == given.name;
        };
        const auto found = std::find_if(generator.parameters.begin(), generator.parameters.end(), has_name);
        if (found == generator.parameters.end())
            return Error{recipe.kind + ": unknown parameter \"" + given.name +
                         "\"; known ones: " + keys_of(generator)};
        if (const std::string problem = problem_of(*found, given.value); !problem.empty())
            return Error{recipe.kind + ": " + problem};
        values[static_cast<std::size_t>(found - generator.parameters.begin())] = given.value;
    }
    if (generator.find_problem != nullptr)
        if (const std::string_view problem = generator.find_problem(values); !problem.empty())
            return Error{(recipe.kind + ": ").append(problem)};
    const std::string_view outline = find_recipe_outline_problem(generator, recipe);
    if (!outline.empty()) return Error{(recipe.kind + ": ").append(outline)};
    return values;
}

Error unknown_kind(const std::string& kind) {
    return Error{"unknown generator \"" + kind + "\"; known ones: " + names_of(all_generators())};
}

// The surface, and the pieces if the generator provides them.
Result<SolidMesh> make_from(const MeshRecipe& recipe) {
    const Generator* generator = find_generator(recipe.kind);
    if (generator == nullptr) return unknown_kind(recipe.kind);
    const Result<std::vector<double>> values = collect_values(*generator, recipe);
    if (!values) return values.error();
    if (generator->make_solid == nullptr) return SolidMesh{generator->make(*values, recipe.seed), {}};
    Result<SolidMesh> solid = generator->make_solid(*values, recipe.outline);
    if (!solid) return Error{recipe.kind + ": " + solid.error().message};
    solid->surface.name = recipe.kind;
    return solid;
}

} // namespace

std::span<const Generator> all_generators() {
    static const std::vector<Generator> all = [] {
        std::vector<Generator> list(kMeshGenerators.begin(), kMeshGenerators.end());
        list.insert(list.end(), solid_generators().begin(), solid_generators().end());
        return list;
    }();
    return all;
}

const Generator* find_generator(std::string_view name) {
    for (const Generator& generator : all_generators())
        if (generator.name == name) return &generator;
    return nullptr;
}

Status check_recipe(const MeshRecipe& recipe) {
    const Generator* generator = find_generator(recipe.kind);
    if (generator == nullptr) return unknown_kind(recipe.kind);
    const Result<std::vector<double>> values = collect_values(*generator, recipe);
    return values ? ok() : Status(values.error());
}

Result<Mesh> make_mesh(const MeshRecipe& recipe) {
    Result<SolidMesh> solid = make_from(recipe);
    if (!solid) return solid.error();
    return std::move(solid->surface);
}

Result<SolidMesh> make_solid(const MeshRecipe& recipe) {
    Result<SolidMesh> solid = make_from(recipe);
    if (solid && solid->pieces.empty()) return make_convex_solid(std::move(solid->surface.positions));
    return solid;
}

} // namespace boxwood
