#include "collision/hierarchy/kdop_tree/kdop_tree.hpp"

#include "collision/core/check.hpp"
#include "collision/hierarchy/refit/refit.hpp"

#include <algorithm>

namespace boxwood {
namespace {

// Returns a number of steps below SlabMove::kSteps that does not move an end past `tight`: the largest one, except for
// rounding. `sign` is the direction of the move. Returns 0 for NaN.
std::uint16_t find_steps(float end, float tight, float step, float sign) {
    const float exact_steps = sign * (tight - end) / step;
    auto steps = static_cast<std::uint32_t>(
        exact_steps >= 0.0f ? std::min(exact_steps, static_cast<float>(SlabMove::kSteps - 1)) : 0.0f);
    while (steps > 0 && !(sign * (tight - SlabMove::move_end(end, sign * step, steps)) >= 0.0f)) --steps;
    return static_cast<std::uint16_t>(steps);
}

struct SlabCut {
    std::uint32_t slab = 0;
    float share = 0.0f; // of the slab's width
};

// Finds the slab in which the tight DOP leaves the largest fraction empty, and among ties the first one.
template <int K>
SlabCut find_best_cut(const Kdop<K>& dop, const Kdop<K>& tight) {
    SlabCut best;
    for (std::uint32_t i = 0; i < K / 2; ++i) {
        const float width = dop.upper[i] - dop.lower[i],
                    cut = (tight.lower[i] - dop.lower[i]) + (dop.upper[i] - tight.upper[i]);
        if (width > 0.0f && cut / width > best.share) best = {i, cut / width};
    }
    return best;
}

// Narrows the slab by the steps of find_steps(). It still contains the tight DOP.
template <int K>
void set_move(const Kdop<K>& tight, std::uint32_t slab, SlabMove& io_move, Kdop<K>& io_dop) {
    const float lower = io_dop.lower[slab], upper = io_dop.upper[slab],
                step = SlabMove::step_of(lower, upper);
    io_move.set(slab, find_steps(lower, tight.lower[slab], step, 1.0f),
                find_steps(upper, tight.upper[slab], step, -1.0f));
    io_move.narrow(io_dop);
}

// Sets the moves of one node. Each move narrows the slab with the largest empty fraction of the DOP that the preceding
// moves give. Further moves are added while `tight` leaves at least io_tree.share of a slab empty. `io_dop` is the
// parent's DOP on entry and the node's DOP on return.
template <int K>
void set_moves_of(std::uint32_t node, const Kdop<K>& tight, SlabMove content, KdopTree<K>& io_tree,
                  Kdop<K>& io_dop) {
    SlabMove last = content;
    set_move(tight, find_best_cut(io_dop, tight).slab, last, io_dop);
    SlabMove* place_of_last = &io_tree.nodes[node];
    for (std::size_t move_count = 1; move_count < KdopTree<K>::kMaxMoves; ++move_count) {
        const SlabCut cut = find_best_cut(io_dop, tight);
        if (!(cut.share >= io_tree.share)) break;
        const auto place = static_cast<std::uint32_t>(io_tree.moves.size());
        BOXWOOD_REQUIRE(place < SlabMove::kMaxIndex);
        SlabMove continued = SlabMove::make_continued(place);
        continued.set(last.slab(), last.lower_move(), last.upper_move());
        *place_of_last = continued;
        last = content;
        set_move(tight, cut.slab, last, io_dop);
        io_tree.moves.push_back(last);
        place_of_last = &io_tree.moves.back();
    }
    *place_of_last = last;
}

// Lists the content of each node (links or primitives), which the last move of the node stores.
template <int K>
std::vector<SlabMove> list_contents(const KdopTree<K>& tree) {
    std::vector<SlabMove> contents;
    contents.reserve(tree.nodes.size());
    for (SlabMove at : tree.nodes) {
        for (std::uint32_t place = at.index(); at.is_continued(); ++place) at = tree.moves[place];
        contents.push_back(at);
    }
    return contents;
}

// Copies the topology, with empty DOPs.
template <int K>
Bvh2<Kdop<K>> copy_topology(const KdopTree<K>& tree, std::span<const SlabMove> contents) {
    Bvh2<Kdop<K>> copy;
    copy.nodes.resize(contents.size());
    copy.primitives = tree.primitives;
    copy.primitive_count = tree.primitive_count;
    for (std::size_t i = 0; i < contents.size(); ++i) {
        const std::uint32_t index = contents[i].index();
        copy.nodes[i].first = contents[i].is_large() ? index + 1 : index;
        copy.nodes[i].count = contents[i].is_large() ? tree.primitives[index] : contents[i].is_leaf() ? 1 : 0;
    }
    return copy;
}

// Sets every move. Replaces the tight DOPs by the DOPs that cursors derive.
template <int K>
void set_moves(std::span<const SlabMove> contents, Bvh2<Kdop<K>>& io_tight, KdopTree<K>& io_tree) {
    io_tree.moves.clear();
    io_tree.root_dop = io_tight.nodes[0].volume;
    io_tree.nodes[0] = contents[0];
    for (std::uint32_t i = 0; i < contents.size(); ++i) {
        if (contents[i].is_leaf()) continue;
        for (const std::uint32_t child : {contents[i].index(), contents[i].index() + 1}) {
            Kdop<K> dop = io_tight.nodes[i].volume;
            set_moves_of(child, io_tight.nodes[child].volume, contents[child], io_tree, dop);
            io_tight.nodes[child].volume = dop;
        }
    }
    io_tree.moves.shrink_to_fit();
}

// Follows the moves of a node to its content. Returns the first defect of a move, if any.
template <int K>
std::optional<ValidationError> find_content(const KdopTree<K>& tree, std::uint32_t node,
                                            SlabMove& out_content) {
    out_content = tree.nodes[node];
    std::size_t place = out_content.index();
    for (std::size_t count = 1;; ++count, ++place) {
        if (out_content.slab() >= K / 2)
            return make_defect(node, "narrows slab " + std::to_string(out_content.slab()) +
                                         ", but the slabs are 0 to " + std::to_string(K / 2 - 1));
        if (!out_content.is_continued()) return std::nullopt;
        if (place >= tree.moves.size()) return make_defect(node, "its next move is not in the list");
        if (count == KdopTree<K>::kMaxMoves) return make_defect(node, "has more moves than a DOP has slabs");
        out_content = tree.moves[place];
    }
}

// Lists the links for find_link_defect, and checks the moves and the indices into `primitives`.
template <int K>
std::optional<ValidationError> collect_links(const KdopTree<K>& tree, std::vector<NodeLinks>& out_links) {
    out_links.reserve(tree.nodes.size());
    for (std::uint32_t i = 0; i < tree.nodes.size(); ++i) {
        SlabMove content;
        if (auto defect = find_content(tree, i, content)) return defect;
        if (i == 0 && tree.nodes[0].is_continued())
            return make_defect(0, "is the root and must have no moves");
        const std::uint32_t first = content.index();
        if (content.is_large() && (first >= tree.primitives.size() || tree.primitives[first] < 2))
            return make_defect(
                i, "the index of its primitive count is out of range, or the count is less than 2");
        out_links.push_back(content.is_large() ? NodeLinks{first + 1, tree.primitives[first]}
                                               : NodeLinks{first, content.is_leaf() ? 1u : 0u});
    }
    return std::nullopt;
}

} // namespace

template <int K>
KdopTree<K> restrict_slabs(const Bvh2<Kdop<K>>& tight, float share) {
    BOXWOOD_REQUIRE(!tight.nodes.empty() && tight.nodes.size() <= SlabMove::kMaxIndex);
    KdopTree<K> tree;
    tree.primitive_count = tight.primitive_count;
    tree.share = share;
    std::vector<SlabMove> contents;
    contents.reserve(tight.nodes.size());
    for (const auto& node : tight.nodes) {
        if (node.count < 2) {
            contents.push_back(node.is_leaf() ? SlabMove::make_leaf(node.first)
                                              : SlabMove::make_internal(node.first));
            continue;
        }
        contents.push_back(SlabMove::make_large_leaf(static_cast<std::uint32_t>(tree.primitives.size())));
        tree.primitives.push_back(node.count);
        for (std::uint32_t i = 0; i < node.count; ++i)
            tree.primitives.push_back(tight.primitives[node.first + i]);
    }
    tree.primitives.shrink_to_fit();
    tree.nodes.resize(contents.size());
    Bvh2<Kdop<K>> dops = tight;
    set_moves(contents, dops, tree);
    return tree;
}

template <int K>
void refit(KdopTree<K>& io_tree, const MeshView& mesh) {
    BOXWOOD_REQUIRE(!io_tree.nodes.empty() && io_tree.primitive_count == mesh.triangles.size());
    const std::vector<SlabMove> contents = list_contents(io_tree);
    Bvh2<Kdop<K>> tight = copy_topology(io_tree, contents);
    refit(tight, mesh);
    set_moves(contents, tight, io_tree);
}

template <int K>
Bvh2<Kdop<K>> derive_volumes(const KdopTree<K>& tree) {
    Bvh2<Kdop<K>> derived = copy_topology(tree, list_contents(tree));
    std::vector<typename KdopTree<K>::Cursor> at(tree.nodes.size());
    at[0] = tree.root();
    for (std::size_t i = 0; i < at.size(); ++i) {
        derived.nodes[i].volume = at[i].dop;
        if (tree.is_leaf(at[i])) continue;
        for (unsigned which = 0; which < 2; ++which) at[at[i].index + which] = tree.child(at[i], which);
    }
    return derived;
}

template <int K>
HierarchyQuality measure_quality(const KdopTree<K>& tree) {
    HierarchyQuality quality = measure_quality(derive_volumes(tree));
    quality.bytes_per_primitive =
        static_cast<double>(tree.size_in_bytes()) / static_cast<double>(tree.primitive_count);
    return quality;
}

template <int K>
std::optional<ValidationError> find_defect(const KdopTree<K>& tree, const MeshView& mesh) {
    if (auto defect = find_count_defect(tree.primitive_count, mesh.triangles.size())) return defect;
    std::vector<NodeLinks> links;
    if (auto defect = collect_links(tree, links)) return defect;
    if (auto defect = find_link_defect(links, tree.primitives, mesh.triangles.size()))
        if (defect->lost == kNone) return defect;
    return find_defect(derive_volumes(tree), mesh);
}

template KdopTree<14> restrict_slabs(const Bvh2<Kdop<14>>&, float);
template void refit(KdopTree<14>&, const MeshView&);
template Bvh2<Kdop<14>> derive_volumes(const KdopTree<14>&);
template HierarchyQuality measure_quality(const KdopTree<14>&);
template std::optional<ValidationError> find_defect(const KdopTree<14>&, const MeshView&);
template KdopTree<18> restrict_slabs(const Bvh2<Kdop<18>>&, float);
template void refit(KdopTree<18>&, const MeshView&);
template Bvh2<Kdop<18>> derive_volumes(const KdopTree<18>&);
template HierarchyQuality measure_quality(const KdopTree<18>&);
template std::optional<ValidationError> find_defect(const KdopTree<18>&, const MeshView&);
template KdopTree<26> restrict_slabs(const Bvh2<Kdop<26>>&, float);
template void refit(KdopTree<26>&, const MeshView&);
template Bvh2<Kdop<26>> derive_volumes(const KdopTree<26>&);
template HierarchyQuality measure_quality(const KdopTree<26>&);
template std::optional<ValidationError> find_defect(const KdopTree<26>&, const MeshView&);

} // namespace boxwood
