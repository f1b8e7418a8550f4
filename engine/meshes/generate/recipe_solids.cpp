#include "engine/meshes/generate/recipe.hpp"
#include "engine/meshes/generate/recipe_parameters.hpp"

#include <array>

namespace boxwood {
namespace {

using detail::count;
using detail::kHuge;
using detail::length;
using detail::Values;
using detail::whole;

using Outline = std::span<const glm::dvec2>;

constexpr GeneratorParameter length_or_none(std::string_view name, std::string_view meaning,
                                            double default_value) {
    return {name, meaning, default_value, 0.0, kHuge, false};
}
constexpr GeneratorParameter shift(std::string_view name, std::string_view meaning) {
    return {name, meaning, 0.0, -kHuge, kHuge, false};
}
constexpr GeneratorParameter angle(std::string_view name, std::string_view meaning, double default_value) {
    return {name, meaning, default_value, -360.0, 360.0, false};
}

constexpr double kMaxSectors = 256;

constexpr std::array kRoundedBox{length("x", "half extent", 0.5), length("y", "half extent", 0.5),
                                 length("z", "half extent", 0.5), length("bevel", "of the edges", 0.05),
                                 count("steps", "facets of an edge", 1, 1, 8)};
constexpr std::array kTaperedBox{length("x", "half extent of the foot", 0.5),
                                 length("y", "half extent", 0.5),
                                 length("z", "half extent of the foot", 0.5),
                                 length_or_none("top_x", "half extent of the top", 0.25),
                                 length_or_none("top_z", "half extent of the top", 0.25),
                                 shift("shift_x", "of the top"),
                                 shift("shift_z", "of the top")};
constexpr std::array kCylinder{
    length("radius", "of the foot", 0.5), length_or_none("top_radius", "of the top", 0.5),
    length("height", "above y = 0", 1.0), count("sectors", "sides", 16, 3, kMaxSectors)};
constexpr std::array kLathe{count("sectors", "flat sectors", 24, 3, kMaxSectors)};
constexpr std::array kExtrusion{length("z", "half extent", 0.5)};
constexpr std::array kArc{length("radius", "of the circle", 1.0),
                          length("tube_radius", "of the tube", 0.1),
                          angle("from", "degrees", -90.0),
                          angle("to", "degrees", 90.0),
                          count("segments", "straight pieces", 8, 1, 256),
                          count("sides", "around the tube", 8, 3, 64)};

std::string_view rounded_box_problem(Values v) {
    return v[3] < v[0] && v[3] < v[1] && v[3] < v[2] ? "" : "bevel must be smaller than x, y and z";
}
std::string_view arc_problem(Values v) {
    if (v[1] >= v[0]) return "tube_radius must be smaller than radius";
    if (!(v[2] < v[3] && v[3] - v[2] < 360.0)) return "from must be less than to, by less than 360 degrees";
    // A straight tube across half a turn has its two ends in one plane, so it is flat.
    return v[3] - v[2] < 180.0 * v[4] ? "" : "each segment must span less than 180 degrees";
}

constexpr std::array kSolids{
    Generator{.name = "rounded-box",
              .about = "a box with rounded edges",
              .parameters = kRoundedBox,
              .find_problem = rounded_box_problem,
              .make_solid =
                  [](Values v, Outline) {
                      return make_rounded_box({v[0], v[1], v[2]}, v[3], whole(v[4]));
                  }},
    Generator{.name = "tapered-box",
              .about = "a box whose top has another size or position: wedges, splayed legs",
              .parameters = kTaperedBox,
              .make_solid =
                  [](Values v, Outline) {
                      return make_tapered_box({{v[0], v[1], v[2]}, v[3], v[4], v[5], v[6]});
                  }},
    Generator{.name = "cylinder",
              .about = "an upright cylinder or cone on y = 0",
              .parameters = kCylinder,
              .make_solid =
                  [](Values v, Outline) {
                      const std::array<glm::dvec2, 4> outline{
                          glm::dvec2{0.0, 0.0}, {v[0], 0.0}, {v[1], v[2]}, {0.0, v[2]}};
                      const bool is_cone = v[1] == 0.0;
                      return make_lathe(Outline(outline).first(is_cone ? 3 : 4), whole(v[3]));
                  }},
    Generator{.name = "lathe",
              .about = "an outline of radii and heights, turned about y: crockery",
              .parameters = kLathe,
              .make_solid = [](Values v, Outline outline) { return make_lathe(outline, whole(v[0])); },
              .takes_outline = true,
              .has_radii = true},
    Generator{.name = "extrusion",
              .about = "an outline in x and y, drawn along z",
              .parameters = kExtrusion,
              .make_solid = [](Values v, Outline outline) { return make_extrusion(outline, v[0]); },
              .takes_outline = true},
    Generator{.name = "arc",
              .about = "a tube along an arc around z: handles, taps",
              .parameters = kArc,
              .find_problem = arc_problem,
              .make_solid =
                  [](Values v, Outline) {
                      return make_arc({v[0], v[1], v[2], v[3], whole(v[4]), whole(v[5])});
                  }},
};

} // namespace

std::span<const Generator> solid_generators() {
    return kSolids;
}

} // namespace boxwood
