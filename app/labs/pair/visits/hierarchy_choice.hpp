// What: describes a choice of a compared hierarchy: its configuration and the test of its volumes. Converts it to and
//       from text, and proposes the next choice.
#pragma once

#include "collision/core/result.hpp"
#include "collision/query/any_hierarchy.hpp"
#include "collision/query/mesh_query.hpp"

#include <span>
#include <string>
#include <string_view>

namespace boxwood {

struct HierarchyChoice {
    HierarchyConfig config{};
    OverlapTest test = OverlapTest::sat;
    friend bool operator==(const HierarchyChoice&, const HierarchyChoice&) = default;
};
// In files and reports: "bvh8 obb binned-sah 2". A leaf size of 1 is omitted. The volume test is added if it is not the
// full SAT.
std::string name_of(const HierarchyChoice& choice);
std::string title_of(const HierarchyChoice& choice); // in the window: "BVH8 · OBB · Binned SAH · 2 per leaf"

// Parses VOLUME[/BUILDER[/KIND[/LEAF_SIZE[/TEST]]]]; omitted fields are taken from `usual`. If no kind is named and the
// kind of `usual` does not support the volume, the default kind of the volume is chosen. An Error names the setting
// compare-with.
Result<HierarchyChoice> parse_hierarchy_choice(std::string_view text, const HierarchyChoice& usual);

// Proposes a choice that is not in `taken` and is likely to differ most from `own`. If all such choices are taken,
// proposes `own` with the test SAT-lite.
HierarchyChoice propose_hierarchy_choice(const HierarchyChoice& own, std::span<const HierarchyChoice> taken);

} // namespace boxwood
