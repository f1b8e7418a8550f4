#include "engine/explain/explanations/box_tree_step_explanation.hpp"

#include "collision/hierarchy/box_tree/box_tree.hpp"
#include "collision/query/dispatch/hierarchy_types.hpp"
#include "collision/volumes/box/incremental_box_sat.hpp"

#include <algorithm>

namespace boxwood {
namespace {

struct Trees {
    const BoxTree& a;
    const BoxTree& b;
    const BoxTree& of(std::size_t side) const { return side == 0 ? a : b; }
};

template <OverlapTest kTest>
class Walk {
  public:
    using Steps = IncrementalBoxSat<kTest>;
    using Overlaps = typename Steps::Overlaps;

    Walk(const Trees& trees, const BoxRelation& relation)
        : trees_(trees)
        , steps_(make_incremental_box_sat<kTest>(relation, {trees.a.root_box, trees.a.depth},
                                                 {trees.b.root_box, trees.b.depth}))
        , now_(steps_.root)
        , before_(now_)
        , axis_(Steps::separated_axis(now_)) {}

    // Like BoxStepTest: if one node changes, takes one step; if both change, subtracts the scaled weights of both.
    void descend(const NodePair& from, const NodePair& to) {
        slabs_.clear();
        before_ = now_;
        if (from.a != to.a) slabs_.push_back(slab(0, to.a));
        if (from.b != to.b) slabs_.push_back(slab(1, to.b));
        Overlaps after{};
        if (slabs_.size() == 2)
            axis_ = Steps::subtract_decreases(before_, Steps::scaled(weights(slabs_[0]), move(slabs_[0])),
                                              Steps::scaled(weights(slabs_[1]), move(slabs_[1])), after);
        else
            axis_ = Steps::step(before_, weights(slabs_[0]), move(slabs_[0]), after);
        now_ = after;
    }

    BoxTreeStepExplanation explanation() const {
        BoxTreeStepExplanation result{slabs_, {}, axis_};
        const std::vector<float> before = numbers(before_), after = numbers(now_);
        const auto add = [&](std::size_t axis, std::size_t first, std::size_t count) {
            for (const std::size_t end : {0u, 1u}) {
                const std::size_t at = first + end * count + axis;
                const std::size_t named = axis + (first == 0 ? 0 : Steps::kFaces);
                result.ends.push_back(
                    {static_cast<int>(named), Aabb::kAxisNames[named], end == 0, before[at], after[at]});
            }
        };
        for (std::size_t axis = 0; axis < Steps::kFaces; ++axis) add(axis, 0, Steps::kFaces);
        for (std::size_t axis = 0; axis < Steps::kCrosses; ++axis)
            add(axis, 4 * Steps::kFaceVectors, Steps::kCrosses);
        return result;
    }

  private:
    MovedSlab slab(std::size_t side, std::uint32_t node) const {
        const BoxTreeNode& at = trees_.of(side).nodes[node];
        return {side, node, at.axis(), at.is_upper(), at.move()};
    }
    const Overlaps& weights(const MovedSlab& slab) const {
        return steps_.weights[slab.side][slab.axis][slab.is_lower ? 1 : 0];
    }
    static Float4 move(const MovedSlab& slab) { return splat4(slab.move); }
    static std::vector<float> numbers(const Overlaps& overlaps) {
        std::vector<float> all;
        for (const Float4& lanes : overlaps) {
            std::array<float, 4> four;
            store4(lanes, four.data());
            all.insert(all.end(), four.begin(), four.end());
        }
        return all;
    }

    const Trees& trees_;
    Steps steps_;
    Overlaps now_, before_;
    int axis_;
    std::vector<MovedSlab> slabs_;
};

template <OverlapTest kTest>
BoxTreeStepExplanation walk(const Trees& trees, const BoxRelation& relation,
                            const std::vector<NodePair>& path) {
    Walk<kTest> walk(trees, relation);
    for (std::size_t i = 1; i < path.size(); ++i) walk.descend(path[i - 1], path[i]);
    return walk.explanation();
}

} // namespace

const StepEnd* BoxTreeStepExplanation::rejecting() const {
    for (const StepEnd& end : ends)
        if (end.axis == separated_axis && end.after < 0.0f) return &end;
    return nullptr;
}

std::optional<BoxTreeStepExplanation> explain_step(const QueriedPair& pair, const VisitReplay& replay,
                                                   std::size_t visit) {
    const auto* tree_a = std::get_if<BoxTree>(&pair.a.tree());
    const auto* tree_b = std::get_if<BoxTree>(&pair.b.tree());
    if (tree_a == nullptr || tree_b == nullptr || replay[visit].kind != VisitKind::volume_pair)
        return std::nullopt;
    std::vector<NodePair> path;
    for (std::size_t at = visit; at != VisitReplay::kNone; at = replay.parent(at)) {
        if (replay[at].kind != VisitKind::volume_pair)
            return std::nullopt; // a query with leaf tests tests all boxes from scratch
        path.push_back({replay[at].a, replay[at].b});
    }
    std::reverse(path.begin(), path.end());
    const Trees trees{*tree_a, *tree_b};
    const BoxRelation relation = Aabb::make_relation(pair.world_from_a, pair.world_from_b, tree_a->root_box,
                                                     tree_b->root_box, pair.test);
    switch (relation.test) {
    case OverlapTest::aabb_of_obb:
        return walk<OverlapTest::aabb_of_obb>(trees, relation, path);
    case OverlapTest::sat_lite:
        return walk<OverlapTest::sat_lite>(trees, relation, path);
    case OverlapTest::sat:
        break;
    }
    return walk<OverlapTest::sat>(trees, relation, path);
}

} // namespace boxwood
