// What: an adapter that presents a hierarchy of any type as a tree of its nodes' boxes, so that hierarchies of two
//     different types can be traversed together.
// Frame: the mesh's own.
// Invariants: nodes, links, leaves and node indices agree with the underlying hierarchy; the volume of a node is the
//     box around its volume in that hierarchy.
// Cost: two indirect calls per opened node, and a cursor of 128 bytes. A box around a volume of another type prunes
//     less than that volume. query_meshes does not use it for two hierarchies of the same type.
// Oracle: all pairs of triangles (tests/collision/query/mixed_kinds_test.cpp).
#pragma once

#include "collision/hierarchy/bvh2/bvh2.hpp"
#include "collision/hierarchy/bvh8/bvh8.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

namespace boxwood {

class HierarchyVariant;

class MixedTree {
  public:
    static constexpr std::string_view kKind = "mixed";
    using VolumeType = Aabb;

    struct Cursor {
        static constexpr std::size_t kMaxInnerSize = 96;

        Aabb box;
        std::uint32_t name = 0; // node_index() of the underlying hierarchy
        bool is_leaf = false;
        alignas(16) std::array<std::byte, kMaxInnerSize> inner; // the cursor of the underlying hierarchy
    };

    // `tree` must outlive the adapter.
    explicit MixedTree(const HierarchyVariant& tree);

    Cursor root() const { return access_->root(tree_); }
    bool is_leaf(const Cursor& at) const { return at.is_leaf; }
    Cursor child(const Cursor& at, unsigned which) const { return access_->child(tree_, at, which); }
    const Aabb& volume(const Cursor& at) const { return at.box; }
    // The span is valid during the cursor's lifetime.
    std::span<const std::uint32_t> primitives_of(const Cursor& leaf) const {
        return access_->primitives_of(tree_, leaf);
    }
    std::uint32_t node_index(const Cursor& at) const { return at.name; }

  private:
    struct Access {
        Cursor (*root)(const void* tree);
        Cursor (*child)(const void* tree, const Cursor& at, unsigned which);
        std::span<const std::uint32_t> (*primitives_of)(const void* tree, const Cursor& leaf);
    };
    template <Hierarchy H>
    struct AccessTo;

    const void* tree_ = nullptr; // has the type that access_ expects
    const Access* access_ = nullptr;
};
static_assert(Hierarchy<MixedTree>);

// Returns the wide hierarchy, for traversals that test eight boxes at once; null for other types.
const Bvh8* as_bvh8(const HierarchyVariant& tree);

} // namespace boxwood
