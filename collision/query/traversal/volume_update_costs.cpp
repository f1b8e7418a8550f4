#include "collision/query/traversal/volume_update_costs.hpp"

#include "collision/query/dispatch/hierarchy_types.hpp"

#include <vector>

namespace boxwood {
namespace {

constexpr std::size_t kMaxVolumes = 1024; // volumes of B; few enough to stay in the cache, as in a traversal

template <Hierarchy H>
auto make_relation_of(const MeshOperand& a, const MeshOperand& b, const H& tree_a, const H& tree_b,
                      OverlapTest test) {
    return H::VolumeType::make_relation(*a.world_from_mesh, *b.world_from_mesh, tree_a.volume(tree_a.root()),
                                        tree_b.volume(tree_b.root()), test);
}

template <Volume V>
std::function<double(std::uint64_t)> repeat_by_volume(std::vector<V> volumes, typename V::Relation relation) {
    return [volumes = std::move(volumes), relation](std::uint64_t count) {
        double sum = 0.0;
        for (std::uint64_t done = 0; done < count;)
            for (std::size_t i = 0; i < volumes.size() && done < count; ++i, ++done)
                sum += detail::update_for_motion(volumes[i], relation).x;
        return sum;
    };
}

template <Hierarchy H>
std::function<double(std::uint64_t)> repeat_for(const MeshOperand& a, const MeshOperand& b, const H& tree_a,
                                                const H& tree_b, OverlapTest test) {
    using V = typename H::VolumeType;
    if constexpr (updates_per_gap<V>() > 0) {
        std::vector<V> volumes;
        visit_nodes(tree_b, [&](const V& volume, std::uint32_t, std::uint32_t, bool) {
            if (volumes.size() < kMaxVolumes) volumes.push_back(volume);
        });
        return repeat_by_volume<V>(std::move(volumes), make_relation_of(a, b, tree_a, tree_b, test));
    } else if constexpr (requires(const typename V::Relation& relation) { relation.updates; }) {
        return [&tree_a, &tree_b, test, pose_a = *a.world_from_mesh,
                pose_b = *b.world_from_mesh](std::uint64_t count) {
            double sum = 0.0;
            for (std::uint64_t done = 0; done < count;) {
                const auto relation = V::make_relation(pose_a, pose_b, tree_a.volume(tree_a.root()),
                                                       tree_b.volume(tree_b.root()), test);
                sum += relation.squared_world_scale_a;
                done += relation.updates > 0 ? relation.updates : count; // without updates, ends the loop
            }
            return sum;
        };
    } else {
        return {};
    }
}

} // namespace

VolumeUpdateCosts::VolumeUpdateCosts(const MeshOperand& a, const MeshOperand& b, OverlapTest test) {
    std::visit(
        [&]<class H>(const H& tree_a) {
            if (const H* tree_b = std::get_if<H>(&b.hierarchy->tree()))
                repeat_ = repeat_for(a, b, tree_a, *tree_b, test);
        },
        a.hierarchy->tree());
}

} // namespace boxwood
