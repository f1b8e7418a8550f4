// What: the start features of the walk of a newly active pair.
// Frame: A's, as for the narrow phases.
// Invariants: every start gives the same distance; only the number of steps depends on it. The same inputs give the
//             same start.
// Cost: directional: two look-ups; the others nothing.
// Source: [Cohen 1995] section 4.2.
// Oracle: warm_start_test.
#pragma once

#include "collision/core/pose.hpp"
#include "collision/narrow_phase/closest_features.hpp"
#include "collision/narrow_phase/support_table.hpp"

#include <array>
#include <string_view>

namespace boxwood {

enum class WarmStart : std::uint8_t {
    stored,      // final features of the pair's last query; for a new pair, vertices known to face each other
    first,       // vertex 0 of both
    random,      // a vertex of each, by the hash of `seed`
    directional, // the vertices of both that lie towards the other's centroid, from their tables
};

// Names for options and menus, in the order of the enum.
inline constexpr std::array<std::string_view, 4> kWarmStartNames{"stored", "first", "random", "directional"};

// Input of make_start; missing data (an empty table) gives vertex 0.
struct WarmStartCache {
    FeaturePair stored;     // or the best start known without a search
    std::uint64_t seed = 0; // of the pair, e.g. its two ids in one number
    const SupportTable* table_a = nullptr;
    const SupportTable* table_b = nullptr;
};

FeaturePair make_start(WarmStart guess, const Polytope& a, const Polytope& b, const Pose& a_from_b,
                       const WarmStartCache& memory);

} // namespace boxwood
