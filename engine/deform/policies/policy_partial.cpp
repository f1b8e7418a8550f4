#include "collision/hierarchy/refit/rebuild_subtree.hpp"

#include "collision/query/dispatch/hierarchy_types.hpp"
#include "engine/deform/policies/update_policy.hpp"

#include <algorithm>
#include <vector>

namespace boxwood {
namespace {

constexpr std::uint32_t kSmallest = 64; // triangles: what is smaller costs queries little, however loose

// How loose each node's part of the tree is: the areas of the nodes below it by its own, so that a part that grows or
// turns as a whole is not rotten.
struct NodeInflation {
    std::vector<float> of_node;
    std::vector<std::uint32_t> triangles; // below each node

    template <Volume V>
    void measure(const Bvh2<V>& tree) {
        of_node.assign(tree.nodes.size(), 0.0f);
        triangles.assign(tree.nodes.size(), 1);
        areas_.resize(tree.nodes.size());
        for (std::size_t i = tree.nodes.size(); i-- > 0;) {
            const auto& node = tree.nodes[i];
            const float own = node.volume.half_area();
            areas_[i] = own;
            if (node.is_leaf()) continue;
            const float below = areas_[node.first] + areas_[node.first + 1];
            triangles[i] = triangles[node.first] + triangles[node.first + 1];
            areas_[i] += below;
            of_node[i] = own > 0.0f ? below / own : 0.0f;
        }
    }

  private:
    std::vector<float> areas_; // of a node and all below it
};

class PartialPolicy final : public CloneablePolicy<PartialPolicy> {
  public:
    PartialPolicy(double threshold, const AnyHierarchy& fresh)
        : threshold_(static_cast<float>(threshold))
        , builder_(*std::find_if(kAllBuilders.begin(), kAllBuilders.end(),
                                 [&](const Builder& b) { return b.name == fresh.config().builder; })) {
        std::visit(
            [&]<class H>(const H& tree) {
                if constexpr (requires { now_.measure(tree); }) now_.measure(tree);
            },
            fresh.tree());
        built_ = now_.of_node;
    }

    UpdateOutcome update(AnyHierarchy& io_tree, const UpdateInput& input) override {
        UpdateOutcome outcome{.volumes = refit(io_tree, input)};
        std::visit(
            [&]<class H>(H& tree) {
                if constexpr (requires { now_.measure(tree); }) rebuild_rotten(tree, input.mesh, outcome);
            },
            io_tree.tree());
        return outcome;
    }

  private:
    struct Part {
        std::uint32_t node = 0, depth = 0;
    };

    bool is_rotten(std::uint32_t node) const {
        return now_.triangles[node] >= kSmallest && now_.of_node[node] > threshold_ * built_[node];
    }

    // From the root down. A rotten node of which only one child is rotten is left alone: the fault lies there.
    template <Volume V>
    void rebuild_rotten(Bvh2<V>& io_tree, const MeshView& mesh, UpdateOutcome& io_outcome) {
        now_.measure(io_tree);
        std::vector<Part> parts{{0, 0}}, rebuilt;
        while (!parts.empty()) {
            const Part part = parts.back();
            parts.pop_back();
            if (now_.triangles[part.node] < kSmallest) continue;
            const std::uint32_t first = io_tree.nodes[part.node].first;
            const bool is_here = is_rotten(part.node) && is_rotten(first) == is_rotten(first + 1);
            if (is_here && rebuild_subtree(io_tree, mesh, builder_, part.node, part.depth)) {
                rebuilt.push_back(part);
                continue;
            }
            for (const std::uint32_t child : {first, first + 1}) parts.push_back({child, part.depth + 1});
        }
        if (rebuilt.empty()) return;
        now_.measure(io_tree);
        for (const Part& part : rebuilt) {
            built_[part.node] = now_.of_node[part.node];
            for (const std::uint32_t place : places_below(io_tree, part.node))
                built_[place] = now_.of_node[place];
            io_outcome.volumes += 2 * std::uint64_t{now_.triangles[part.node]} - 1;
        }
        io_outcome.subtrees = static_cast<std::uint32_t>(rebuilt.size());
        io_outcome.kind = rebuilt[0].node == 0 ? UpdateKind::rebuild : UpdateKind::partial;
    }

    float threshold_;
    Builder builder_;
    NodeInflation now_;
    std::vector<float> built_; // looseness of each node when it was built
};

} // namespace

std::unique_ptr<UpdatePolicy> make_partial_policy(double parameter, const AnyHierarchy& fresh) {
    return std::make_unique<PartialPolicy>(parameter, fresh);
}

} // namespace boxwood
