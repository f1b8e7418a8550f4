// What: a hierarchy to compare with: its config and the test of its volumes; as text, and what to propose next.
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
// "wide obb binned-sah 2": omits a leaf size of 1; names the volume test if it is not the full one.
std::string name_of(const HierarchyChoice& choice);

// VOLUME[/BUILDER[/KIND[/LEAF_SIZE[/TEST]]]]; omitted fields are those of `usual`. An Error names the setting
// compare-with.
Result<HierarchyChoice> parse_hierarchy_choice(std::string_view text, const HierarchyChoice& usual);

// Likely to differ most from `own`, and not among those taken.
HierarchyChoice propose_hierarchy_choice(const HierarchyChoice& own, std::span<const HierarchyChoice> taken);

} // namespace boxwood
