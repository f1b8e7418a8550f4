// What: chooses the features at which the walk of a newly active pair starts.
// Frame: A's.
// Invariants: a narrow phase finds the same distance from every start, within rounding; the number of steps depends on
//     the start. The same inputs give the same start.
// Cost: two table look-ups for `directional`; negligible for the others.
// Source: [Cohen 1995] section 4.2.
// Oracle: warm_start_test checks the features at which each kind of start begins.
#pragma once

#include "collision/core/pose.hpp"
#include "collision/narrow_phase/closest_features.hpp"
#include "collision/narrow_phase/support_table.hpp"

#include <array>
#include <string_view>

namespace boxwood {

enum class WarmStart : std::uint8_t {
    stored,      // final features of the pair's last query; for a new pair, vertices known to face each other
    first,       // vertex 0 of both polytopes
    random,      // a vertex of each polytope, by a hash of `seed`
    directional, // vertices in the direction of the other polytope's centroid, from the tables
};

// Names for options and menus, in the order of the enum.
inline constexpr std::array<std::string_view, 4> kWarmStartNames{"stored", "first", "random", "directional"};

// Input of make_start. If a table is empty or null, the start of its polytope is vertex 0.
struct WarmStartCache {
    FeaturePair stored;     // final features of the last query, or the best known start
    std::uint64_t seed = 0; // identifies the pair, e.g. its two ids in one number
    const SupportTable* table_a = nullptr;
    const SupportTable* table_b = nullptr;
};

FeaturePair make_start(WarmStart choice, const Polytope& a, const Polytope& b, const Pose& a_from_b,
                       const WarmStartCache& cache);

} // namespace boxwood
