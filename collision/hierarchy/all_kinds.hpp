// What: the list of all kinds of hierarchies. Types, names, queries and checks are generated from kinds x volumes.
// Invariants: a kind defines the volume types that it supports, the hierarchy type for each of them, and how to build
//     it. If it does not support all volumes, kTakesOnly gives the reason. A hierarchy type must satisfy the Hierarchy
//     concept and have these functions: refit(tree, mesh), measure_quality(tree), find_defect(tree, mesh),
//     visit_nodes(tree, visit), node_count_of(tree) and primitive_count_of(tree).
#pragma once

#include "collision/hierarchy/box_tree/box_tree.hpp"
#include "collision/hierarchy/box_tree/box_tree8.hpp"
#include "collision/hierarchy/box_tree/shrunk_box_tree.hpp"
#include "collision/hierarchy/build/all_builders.hpp"
#include "collision/hierarchy/bvh2/lazy_bvh2.hpp"
#include "collision/hierarchy/bvh8/collapse_to_bvh8.hpp"
#include "collision/hierarchy/bvh8/obb_bvh8.hpp"
#include "collision/hierarchy/kdop_tree/kdop_tree.hpp"
#include "collision/hierarchy/quality.hpp"
#include "collision/hierarchy/refit/fit_volumes.hpp"
#include "collision/hierarchy/refit/refit.hpp"
#include "collision/hierarchy/validate.hpp"

#include <concepts>
#include <tuple>
#include <type_traits>

namespace boxwood {

struct Bvh2Kind {
    static constexpr std::string_view kName = "bvh2";
    template <Volume V>
    static constexpr bool kTakes = true;
    template <Volume V>
    using Tree = Bvh2<V>;

    // Requires a mesh with triangles and a leaf size of 1 to kMaxLeafSize.
    template <Volume V>
    static Bvh2<V> build(const MeshView& mesh, const Builder& builder, std::uint32_t leaf_size,
                         Executor& executor) {
        return fit_volumes<V>(builder.build(make_primitive_boxes(mesh, executor), leaf_size, executor), mesh);
    }
};

struct BoxTreeKind {
    static constexpr std::string_view kName = "box-tree";
    static constexpr std::string_view kTakesOnly =
        "boxes, because a node stores which side of its parent's box moves";
    template <Volume V>
    static constexpr bool kTakes = std::same_as<V, Aabb>;
    template <Volume V>
    using Tree = BoxTree;

    // Same requirements as Bvh2Kind, and at most BoxTreeNode::kMaxIndex nodes.
    template <Volume V>
    static BoxTree build(const MeshView& mesh, const Builder& builder, std::uint32_t leaf_size,
                         Executor& executor) {
        return restrict_boxes(builder.build(make_primitive_boxes(mesh, executor), leaf_size, executor));
    }
};

struct ShrunkBoxTreeKind {
    static constexpr std::string_view kName = "box-tree-shrunk";
    static constexpr std::string_view kTakesOnly =
        "boxes, because a node stores which side of its parent's box moves";
    template <Volume V>
    static constexpr bool kTakes = std::same_as<V, Aabb>;
    template <Volume V>
    using Tree = ShrunkBoxTree;

    // Same requirements as BoxTreeKind.
    template <Volume V>
    static ShrunkBoxTree build(const MeshView& mesh, const Builder& builder, std::uint32_t leaf_size,
                               Executor& executor) {
        return shrink_boxes(builder.build(make_primitive_boxes(mesh, executor), leaf_size, executor));
    }
};

struct BoxTree8Kind {
    static constexpr std::string_view kName = "box-tree8";
    static constexpr std::string_view kTakesOnly =
        "boxes, because a node stores the distances from the sides of its box to those of its children's "
        "boxes";
    template <Volume V>
    static constexpr bool kTakes = std::same_as<V, Aabb>;
    template <Volume V>
    using Tree = BoxTree8;

    // Same requirements as Bvh2Kind, and at most BoxTreeNode8::kMaxIndex nodes.
    template <Volume V>
    static BoxTree8 build(const MeshView& mesh, const Builder& builder, std::uint32_t leaf_size,
                          Executor& executor) {
        return collapse_to_box_tree8(
            builder.build(make_primitive_boxes(mesh, executor), leaf_size, executor));
    }
};

struct KdopTreeKind {
    static constexpr std::string_view kName = "kdop-tree";
    static constexpr std::string_view kTakesOnly =
        "18-DOPs (kdop18), because a node stores which slab of its parent's DOP narrows";
    template <Volume V>
    static constexpr bool kTakes = std::same_as<V, Kdop18>;
    template <Volume V>
    using Tree = KdopTree<18>;

    // Same requirements as Bvh2Kind, and at most SlabMove::kMaxIndex nodes.
    template <Volume V>
    static KdopTree<18> build(const MeshView& mesh, const Builder& builder, std::uint32_t leaf_size,
                              Executor& executor) {
        return restrict_slabs(Bvh2Kind::build<V>(mesh, builder, leaf_size, executor));
    }
};

struct LazyBvh2Kind {
    static constexpr std::string_view kName = "bvh2-lazy";
    template <Volume V>
    static constexpr bool kTakes = true;
    template <Volume V>
    using Tree = LazyBvh2<V>;

    // Same requirements as Bvh2Kind.
    template <Volume V>
    static LazyBvh2<V> build(const MeshView& mesh, const Builder& builder, std::uint32_t leaf_size,
                             Executor& executor) {
        return builder.split != nullptr ? LazyBvh2<V>(mesh, leaf_size, builder.split)
                                        : LazyBvh2<V>(Bvh2Kind::build<V>(mesh, builder, leaf_size, executor));
    }
};

struct Bvh8Kind {
    static constexpr std::string_view kName = "bvh8";
    static constexpr std::string_view kTakesOnly =
        "boxes, aligned (aabb) or oriented (obb), because eight of them are tested at once";
    template <Volume V>
    static constexpr bool kTakes = std::same_as<V, Aabb> || std::same_as<V, Obb>;
    template <Volume V>
    using Tree = std::conditional_t<std::same_as<V, Obb>, ObbBvh8, Bvh8>;

    // Same requirements as Bvh2Kind.
    template <Volume V>
    static Tree<V> build(const MeshView& mesh, const Builder& builder, std::uint32_t leaf_size,
                         Executor& executor) {
        if constexpr (std::same_as<V, Obb>)
            return ObbBvh8(Bvh2Kind::build<V>(mesh, builder, leaf_size, executor));
        else
            return collapse_to_bvh8(builder.build(make_primitive_boxes(mesh, executor), leaf_size, executor));
    }
};

using AllKinds =
    std::tuple<Bvh2Kind, LazyBvh2Kind, BoxTreeKind, ShrunkBoxTreeKind, BoxTree8Kind, KdopTreeKind, Bvh8Kind>;

// Hierarchies of AABBs whose queries test the eight children of a node at once.
template <class H>
concept WideAabbHierarchy = std::same_as<H, Bvh8> || std::same_as<H, BoxTree8>;

} // namespace boxwood
