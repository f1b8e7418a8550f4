// What: counts the outcomes of overlap tests: the fraction that found the volumes disjoint, and the fraction in which
//       only a cross axis (the cross product of two edges) separated the volumes. In these tests, no face normal
//       separated the volumes.
// Source: [van den Bergen 1997] section 3.
#pragma once

#include "collision/query/query_counters.hpp"

#include <cstdint>
#include <span>
#include <string_view>

namespace boxwood {

struct SeparationShares {
    std::uint64_t tests = 0, disjoint = 0, by_cross_axis = 0;

    double disjoint_share() const { return share(disjoint, tests); }
    double cross_share() const { return share(by_cross_axis, tests); } // of all tests
    double cross_share_of_disjoint() const { return share(by_cross_axis, disjoint); }

  private:
    static double share(std::uint64_t part, std::uint64_t total) {
        return total == 0 ? 0.0 : static_cast<double>(part) / static_cast<double>(total);
    }
};

// `axis_names` are the names of the tested volume's axes; the names of cross axes contain a ×.
inline SeparationShares share_separations(const AxisCounts& separations,
                                          std::span<const std::string_view> axis_names) {
    SeparationShares shares;
    for (std::size_t axis = 0; axis < separations.size(); ++axis) {
        shares.tests += separations[axis];
        if (axis >= axis_names.size()) continue; // the last bin counts overlaps
        shares.disjoint += separations[axis];
        if (axis_names[axis].find("×") != std::string_view::npos) shares.by_cross_axis += separations[axis];
    }
    return shares;
}

} // namespace boxwood
