#include "collision/hierarchy/refit/rebuild_subtree.hpp"
#include "collision/hierarchy/refit/rotate.hpp"
#include "collision/query/dispatch/hierarchy_types.hpp"
#include "engine/deform/policies/update_policy.hpp"
#include "engine/deform/tree_sums.hpp"

#include <algorithm>
#include <optional>
#include <vector>

namespace boxwood {
namespace {

class NeverPolicy final : public CloneablePolicy<NeverPolicy> {
  public:
    UpdateOutcome update(AnyHierarchy& io_tree, const UpdateInput& input) override {
        return {.volumes = refit(io_tree, input)};
    }
};

} // namespace

std::unique_ptr<UpdatePolicy> make_never_policy(double, const AnyHierarchy&) {
    return std::make_unique<NeverPolicy>();
}

namespace {

class AlwaysPolicy final : public CloneablePolicy<AlwaysPolicy> {
  public:
    UpdateOutcome update(AnyHierarchy& io_tree, const UpdateInput& input) override {
        return rebuild(io_tree, input);
    }
};

} // namespace

std::unique_ptr<UpdatePolicy> make_always_policy(double, const AnyHierarchy&) {
    return std::make_unique<AlwaysPolicy>();
}

namespace {

class EveryPolicy final : public CloneablePolicy<EveryPolicy> {
  public:
    explicit EveryPolicy(std::uint64_t interval)
        : interval_(interval) {}

    UpdateOutcome update(AnyHierarchy& io_tree, const UpdateInput& input) override {
        if (++age_ < interval_) return {.volumes = refit(io_tree, input)};
        age_ = 0;
        return rebuild(io_tree, input);
    }

  private:
    std::uint64_t interval_, age_ = 0;
};

} // namespace

std::unique_ptr<UpdatePolicy> make_every_policy(double parameter, const AnyHierarchy&) {
    return std::make_unique<EveryPolicy>(static_cast<std::uint64_t>(parameter));
}

namespace {

// Refits first, because only the refitted tree shows how loose it has become: a frame with a rebuild pays for both.
class ThresholdPolicy final : public CloneablePolicy<ThresholdPolicy> {
  public:
    ThresholdPolicy(double TreeSums::*watched, double threshold, const AnyHierarchy& fresh)
        : watched_(watched)
        , threshold_(threshold) {
        note_build(fresh);
    }

    UpdateOutcome update(AnyHierarchy& io_tree, const UpdateInput& input) override {
        const std::uint64_t refitted = refit(io_tree, input);
        const double sum = measure_sum(io_tree, watched_);
        if (!built_) built_ = sum;
        if (ratio_to(sum, *built_) <= threshold_) return {.volumes = refitted};
        UpdateOutcome outcome = rebuild(io_tree, input);
        outcome.volumes += refitted;
        note_build(io_tree);
        return outcome;
    }

  private:
    // Merged boxes and k-DOPs equal those of a build. Other volumes, and kinds that derive or round their boxes, may be
    // looser after the first refit whatever moves, and a rebuild gains nothing that lasts beyond the next refit: their
    // reference is that refit.
    void note_build(const AnyHierarchy& tree) {
        const std::string_view kind = tree.config().kind, volume = tree.config().volume;
        built_.reset();
        if (kind == "bvh2" && (volume == "aabb" || volume.starts_with("kdop")))
            built_ = measure_sum(tree, watched_);
    }

    double TreeSums::*watched_;
    double threshold_;
    std::optional<double> built_; // none: the next refit sets it
};

} // namespace

std::unique_ptr<UpdatePolicy> make_area_policy(double parameter, const AnyHierarchy& fresh) {
    return std::make_unique<ThresholdPolicy>(&TreeSums::area, parameter, fresh);
}

std::unique_ptr<UpdatePolicy> make_volume_policy(double parameter, const AnyHierarchy& fresh) {
    return std::make_unique<ThresholdPolicy>(&TreeSums::volume, parameter, fresh);
}

std::unique_ptr<UpdatePolicy> make_overlap_policy(double parameter, const AnyHierarchy& fresh) {
    return std::make_unique<ThresholdPolicy>(&TreeSums::overlap, parameter, fresh);
}

namespace {

class DirtyPolicy final : public CloneablePolicy<DirtyPolicy> {
  public:
    UpdateOutcome update(AnyHierarchy& io_tree, const UpdateInput& input) override {
        const MeshView& mesh = input.mesh;
        has_moved_.resize(mesh.positions.size());
        for (std::size_t i = 0; i < has_moved_.size(); ++i)
            has_moved_[i] = mesh.positions[i] != input.positions_before[i] ? 1 : 0;
        is_dirty_.resize(mesh.triangles.size());
        for (std::size_t i = 0; i < is_dirty_.size(); ++i) {
            const TriangleIndices& t = mesh.triangles[i];
            is_dirty_[i] = (has_moved_[t[0]] | has_moved_[t[1]] | has_moved_[t[2]]) != 0;
        }
        UpdateOutcome outcome;
        std::visit(
            [&]<class H>(H& tree) {
                if constexpr (requires { refit_dirty(tree, mesh, is_dirty_, scratch_); })
                    outcome.volumes = refit_dirty(tree, mesh, is_dirty_, scratch_);
            },
            io_tree.tree());
        return outcome;
    }

  private:
    std::vector<std::uint8_t> has_moved_, scratch_;
    std::vector<bool> is_dirty_;
};

} // namespace

std::unique_ptr<UpdatePolicy> make_dirty_policy(double, const AnyHierarchy&) {
    return std::make_unique<DirtyPolicy>();
}

namespace {

constexpr std::uint32_t kSmallest = 64; // triangles: smaller subtrees cost little even if loose

// Looseness of each subtree: total area of the nodes below relative to the node's own, so that a subtree that scales or
// rotates as a whole does not count as loose.
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
    std::vector<float> areas_; // total area of each subtree
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

    // From the root down. A loose node with exactly one loose child is not rebuilt itself; the descent continues.
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

namespace {

class RotatePolicy final : public CloneablePolicy<RotatePolicy> {
  public:
    UpdateOutcome update(AnyHierarchy& io_tree, const UpdateInput& input) override {
        UpdateOutcome outcome;
        std::visit(
            [&]<class H>(H& tree) {
                if constexpr (requires { refit_and_rotate(tree, input.mesh); })
                    outcome.rotations = refit_and_rotate(tree, input.mesh);
            },
            io_tree.tree());
        outcome.volumes = io_tree.node_count() + 2 * std::uint64_t{outcome.rotations};
        return outcome;
    }
};

} // namespace

std::unique_ptr<UpdatePolicy> make_rotate_policy(double, const AnyHierarchy&) {
    return std::make_unique<RotatePolicy>();
}

} // namespace boxwood
