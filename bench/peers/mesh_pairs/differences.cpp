#include "bench/peers/mesh_pairs/differences.hpp"

#include "collision/geometry/triangle/triangle_distance.hpp"
#include "collision/geometry/triangle/triangle_section.hpp"

#include <algorithm>
#include <array>
#include <cstdio>
#include <iterator>

#include <glm/geometric.hpp>

namespace boxwood::bench {
namespace {

std::vector<PrimitivePair> without(const std::vector<PrimitivePair>& all,
                                   const std::vector<PrimitivePair>& removed) {
    std::vector<PrimitivePair> rest;
    std::set_difference(all.begin(), all.end(), removed.begin(), removed.end(), std::back_inserter(rest));
    return rest;
}

} // namespace

void compare_pairs(const Mesh& mesh, const Placement& at, const PairAnswer& exact, const PairAnswer& given,
                   Differences& io_differences) {
    const auto triangle_a = [&](PrimitivePair pair) { return world_triangle(at.a, mesh.view(), pair.a); };
    const auto triangle_b = [&](PrimitivePair pair) { return world_triangle(at.b, mesh.view(), pair.b); };
    for (const PrimitivePair pair : without(exact.pairs, given.pairs)) {
        ++io_differences.missed;
        const TriangleSection section = find_section(triangle_a(pair), triangle_b(pair));
        io_differences.unmeasured += section.is_flat;
        io_differences.longest_missed = std::max(io_differences.longest_missed,
                                                 glm::distance(section.ends[0].point, section.ends[1].point));
    }
    for (const PrimitivePair pair : without(given.pairs, exact.pairs)) {
        ++io_differences.invented;
        io_differences.widest_invented = std::max(
            io_differences.widest_invented, find_closest_points(triangle_a(pair), triangle_b(pair)).distance);
    }
}

std::string explain_distances(const Differences& differences) {
    if (differences.farthest_off == 0.0) return "equal";
    std::array<char, 80> text{};
    std::snprintf(text.data(), text.size(), "off by %.0e at most", differences.farthest_off);
    return text.data();
}

std::string explain(const Differences& differences, AnswerContent content) {
    if (content == AnswerContent::candidates) return "boxes only";
    if (differences.is_none()) return content == AnswerContent::pairs ? "equal" : "equal (yes or no)";
    // Relative to the mesh's size; an upper bound on the rounding of float coordinates in the world.
    constexpr double kRounding = 1e-5;
    const bool is_small = std::max(differences.longest_missed, differences.widest_invented) <= kRounding;
    const char* cause = !is_small                    ? "another test of triangles"
                        : differences.unmeasured > 0 ? "unknown cause"
                                                     : "float";
    std::array<char, 160> text{};
    if (differences.missed + differences.invented == 0)
        std::snprintf(text.data(), text.size(), "%s: %zu placements", cause, differences.placements);
    else
        std::snprintf(
            text.data(), text.size(),
            "%s: %zu placements; %zu pairs missed, sharing %.0e at most; %zu invented, %.0e apart at most",
            cause, differences.placements, differences.missed, differences.longest_missed,
            differences.invented, differences.widest_invented);
    return text.data();
}

} // namespace boxwood::bench
