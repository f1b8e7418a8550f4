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

// Refits in every frame, because only the volumes of the refitted tree show how loose it is. A frame with a rebuild
// therefore also costs a refit.
class ThresholdPolicy final : public CloneablePolicy<ThresholdPolicy> {
  public:
    ThresholdPolicy(double TreeSums::*watched, double threshold, const AnyHierarchy& fresh)
        : watched_(watched)
        , threshold_(threshold) {
        set_reference(fresh);
    }

    UpdateOutcome update(AnyHierarchy& io_tree, const UpdateInput& input) override {
        const std::uint64_t refitted = refit(io_tree, input);
        const double sum = measure_sum(io_tree, watched_);
        if (!reference_) reference_ = sum;
        if (ratio_to(sum, *reference_) <= threshold_) return {.volumes = refitted};
        UpdateOutcome outcome = rebuild(io_tree, input);
        outcome.volumes += refitted;
        set_reference(io_tree);
        return outcome;
    }

  private:
    // Sets the reference for the threshold. A refit of boxes and k-DOPs gives the same volumes as a build. Other
    // volumes, and kinds that derive or round their boxes, can be looser after the first refit even if nothing has
    // moved. A rebuild would make them tighter for one frame only, so their reference is the sum after the first refit
    // that follows a build.
    void set_reference(const AnyHierarchy& tree) {
        const std::string_view kind = tree.config().kind, volume = tree.config().volume;
        reference_.reset();
        if (kind == "bvh2" && (volume == "aabb" || volume.starts_with("kdop")))
            reference_ = measure_sum(tree, watched_);
    }

    double TreeSums::*watched_;
    double threshold_;
    std::optional<double> reference_; // if empty, the next refit sets it
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
            io_tree.edit_tree());
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

constexpr std::uint32_t kMinTriangles = 64; // smaller subtrees cost little even if they are loose

// The inflation of each subtree: the total area of the nodes below its root, divided by the area of the root. It does
// not change if a subtree is translated or scaled uniformly.
struct SubtreeInflation {
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
        reference_ = now_.of_node;
    }

    UpdateOutcome update(AnyHierarchy& io_tree, const UpdateInput& input) override {
        UpdateOutcome outcome{.volumes = refit(io_tree, input)};
        std::visit(
            [&]<class H>(H& tree) {
                if constexpr (requires { now_.measure(tree); }) rebuild_loose(tree, input.mesh, outcome);
            },
            io_tree.edit_tree());
        return outcome;
    }

  private:
    struct Part {
        std::uint32_t node = 0, depth = 0;
    };

    bool is_loose(std::uint32_t node) const {
        return now_.triangles[node] >= kMinTriangles && now_.of_node[node] > threshold_ * reference_[node];
    }

    // Descends from the root and rebuilds loose nodes. A loose node with exactly one loose child is not rebuilt; the
    // descent continues to both children.
    template <Volume V>
    void rebuild_loose(Bvh2<V>& io_tree, const MeshView& mesh, UpdateOutcome& io_outcome) {
        now_.measure(io_tree);
        std::vector<Part> parts{{0, 0}}, rebuilt;
        while (!parts.empty()) {
            const Part part = parts.back();
            parts.pop_back();
            if (now_.triangles[part.node] < kMinTriangles) continue;
            const std::uint32_t first = io_tree.nodes[part.node].first;
            const bool is_rebuilt_here = is_loose(part.node) && is_loose(first) == is_loose(first + 1);
            if (is_rebuilt_here && rebuild_subtree(io_tree, mesh, builder_, part.node, part.depth)) {
                rebuilt.push_back(part);
                continue;
            }
            for (const std::uint32_t child : {first, first + 1}) parts.push_back({child, part.depth + 1});
        }
        if (rebuilt.empty()) return;
        now_.measure(io_tree);
        for (const Part& part : rebuilt) {
            reference_[part.node] = now_.of_node[part.node];
            for (const std::uint32_t place : list_descendants(io_tree, part.node))
                reference_[place] = now_.of_node[place];
            io_outcome.volumes += 2 * std::uint64_t{now_.triangles[part.node]} - 1;
        }
        io_outcome.subtrees = static_cast<std::uint32_t>(rebuilt.size());
        io_outcome.kind = rebuilt[0].node == 0 ? UpdateKind::rebuild : UpdateKind::partial;
    }

    float threshold_;
    Builder builder_;
    SubtreeInflation now_;
    std::vector<float> reference_; // the inflation of each node when it was built
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
            io_tree.edit_tree());
        outcome.volumes = io_tree.node_count() + 2 * std::uint64_t{outcome.rotations};
        return outcome;
    }
};

} // namespace

std::unique_ptr<UpdatePolicy> make_rotate_policy(double, const AnyHierarchy&) {
    return std::make_unique<RotatePolicy>();
}

} // namespace boxwood
