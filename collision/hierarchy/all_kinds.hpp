// What: every kind of hierarchy, once. Types, names, queries and checks follow from kinds x volumes.
// Invariants: a kind says which volumes it takes (and why, where it does not take all), what type it is of a volume, and how
//     that is made. Of the type, the rest of the library asks the Hierarchy concept and, as functions: refit(tree, mesh),
//     measure_quality(tree), find_defect(tree, mesh), visit_nodes(tree, visit), node_count_of(tree),
//     primitive_count_of(tree) and root_bounds(tree).
#pragma once

#include "collision/hierarchy/all_builders.hpp"
#include "collision/hierarchy/box_tree.hpp"
#include "collision/hierarchy/collapse_wide.hpp"
#include "collision/hierarchy/fit_volumes.hpp"
#include "collision/hierarchy/lazy_bvh.hpp"
#include "collision/hierarchy/quality.hpp"
#include "collision/hierarchy/refit.hpp"
#include "collision/hierarchy/shrunk_box_tree.hpp"
#include "collision/hierarchy/validate.hpp"
#include "collision/hierarchy/wide_obb_bvh.hpp"

#include <concepts>
#include <tuple>
#include <type_traits>

namespace boxwood {

struct BvhKind {
    static constexpr std::string_view kName = "bvh";
    template <Volume V>
    static constexpr bool kTakes = true;
    template <Volume V>
    using Tree = Bvh<V>;

    // Requires a mesh with triangles and a leaf size of 1 to kMaxLeafSize.
    template <Volume V>
    static Bvh<V> build(const MeshView& mesh, const Builder& builder, std::uint32_t leaf_size,
                        Executor& executor) {
        return fit_volumes<V>(builder.build(make_primitive_boxes(mesh, executor), leaf_size, executor), mesh);
    }
};

struct BoxTreeKind {
    static constexpr std::string_view kName = "box-tree";
    static constexpr std::string_view kTakesOnly =
        "boxes, because a node says which side of its parent's box moves";
    template <Volume V>
    static constexpr bool kTakes = std::same_as<V, Aabb>;
    template <Volume V>
    using Tree = BoxTree;

    // Requires what BvhKind does, and at most BoxTreeNode::kMaxIndex nodes.
    template <Volume V>
    static BoxTree build(const MeshView& mesh, const Builder& builder, std::uint32_t leaf_size,
                         Executor& executor) {
        return restrict_boxes(builder.build(make_primitive_boxes(mesh, executor), leaf_size, executor));
    }
};

struct ShrunkBoxTreeKind {
    static constexpr std::string_view kName = "box-tree-shrunk";
    static constexpr std::string_view kTakesOnly =
        "boxes, because a node says which side of its parent's box moves";
    template <Volume V>
    static constexpr bool kTakes = std::same_as<V, Aabb>;
    template <Volume V>
    using Tree = ShrunkBoxTree;

    // Requires what BoxTreeKind does.
    template <Volume V>
    static ShrunkBoxTree build(const MeshView& mesh, const Builder& builder, std::uint32_t leaf_size,
                               Executor& executor) {
        return shrink_boxes(builder.build(make_primitive_boxes(mesh, executor), leaf_size, executor));
    }
};

struct LazyBvhKind {
    static constexpr std::string_view kName = "lazy-bvh";
    template <Volume V>
    static constexpr bool kTakes = true;
    template <Volume V>
    using Tree = LazyBvh<V>;

    // Requires what BvhKind does.
    template <Volume V>
    static LazyBvh<V> build(const MeshView& mesh, const Builder& builder, std::uint32_t leaf_size,
                            Executor& executor) {
        return builder.divide != nullptr ? LazyBvh<V>(mesh, leaf_size, builder.divide)
                                         : LazyBvh<V>(BvhKind::build<V>(mesh, builder, leaf_size, executor));
    }
};

struct WideKind {
    static constexpr std::string_view kName = "wide";
    static constexpr std::string_view kTakesOnly =
        "boxes, because eight of them, aligned (aabb) or oriented (obb), are tested at once";
    template <Volume V>
    static constexpr bool kTakes = std::same_as<V, Aabb> || std::same_as<V, Obb>;
    template <Volume V>
    using Tree = std::conditional_t<std::same_as<V, Obb>, WideObbBvh, WideBvh>;

    // Requires what BvhKind does.
    template <Volume V>
    static Tree<V> build(const MeshView& mesh, const Builder& builder, std::uint32_t leaf_size,
                         Executor& executor) {
        if constexpr (std::same_as<V, Obb>)
            return WideObbBvh(BvhKind::build<V>(mesh, builder, leaf_size, executor));
        else
            return collapse_wide(builder.build(make_primitive_boxes(mesh, executor), leaf_size, executor));
    }
};

using AllKinds = std::tuple<BvhKind, LazyBvhKind, BoxTreeKind, ShrunkBoxTreeKind, WideKind>;

} // namespace boxwood
