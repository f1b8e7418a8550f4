#include "app/labs/deformation/setup/deformation_hierarchy.hpp"

#include <algorithm>
#include <vector>

namespace boxwood {

HierarchyConfig DeformationHierarchy::config(const PolicyConfig& policy) const {
    return {policy.kind, policy.volume, builder, static_cast<std::uint32_t>(leaf_size)};
}

void DeformationHierarchy::add_settings(SettingTable& io_table, const std::function<void()>& changed) {
    const DeformationHierarchy usual;
    const std::vector<std::string_view> builders = list_builders();
    const auto place_of = [builders](std::string_view name) {
        return static_cast<std::size_t>(std::ranges::find(builders, name) - builders.begin());
    };
    io_table.begin_group("Hierarchy");
    io_table.add(choice({"builder", "Builder",
                         "How a rebuild divides the triangles among nodes, in every copy; restarts"},
                        options_of(builders), place_of(usual.builder),
                        {[this, place_of] { return static_cast<double>(place_of(builder)); },
                         [this, builders](double i) { builder = builders[static_cast<std::size_t>(i)]; }})
                     .then(changed));
    io_table.add(
        whole({"leaf-size", "Leaf size", "Maximum number of triangles in a leaf, in every copy; restarts"},
              {.low = 1, .high = kMaxLeafSize, .reset = usual.leaf_size, .unit = "tri"}, member(leaf_size))
            .then(changed));
    io_table.add(whole({"threads", "Threads",
                        "Threads for refit, rebuild and deformation; results do not depend on their number. "
                        "With more than one, "
                        "times are wall-clock times; restarts"},
                       {.low = 1, .high = 64, .reset = usual.threads}, member(threads))
                     .then(changed));
    io_table.add(
        flag({"self", "Self-contacts",
              "Also finds intersections of the deforming mesh with itself; triangles that share a vertex are "
              "excluded. A search stops at 5 million tests; restarts"},
             usual.finds_self_pairs, member(finds_self_pairs))
            .then(changed));
}

} // namespace boxwood
