#include "collision/query/dispatch/mixed_tree.hpp"

#include "collision/query/dispatch/hierarchy_types.hpp"

#include <cstring>
#include <new>
#include <type_traits>

namespace boxwood {

template <Hierarchy H>
struct MixedTree::AccessTo {
    using Inner = typename H::Cursor;
    static_assert(std::is_trivially_copyable_v<Inner> && sizeof(Inner) <= Cursor::kMaxInnerSize &&
                  alignof(Inner) <= 16);

    static const H& tree_of(const void* tree) { return *static_cast<const H*>(tree); }
    static const Inner& inner_of(const Cursor& at) {
        return *std::launder(reinterpret_cast<const Inner*>(at.inner.data()));
    }
    static Cursor make_cursor(const H& tree, const Inner& inner) {
        Cursor at;
        at.box = tree.volume(inner).bounds();
        at.name = tree.node_index(inner);
        at.is_leaf = tree.is_leaf(inner);
        at.inner = {};
        ::new (at.inner.data()) Inner(inner);
        return at;
    }

    static Cursor root(const void* tree) { return make_cursor(tree_of(tree), tree_of(tree).root()); }
    static Cursor child(const void* tree, const Cursor& at, unsigned which) {
        return make_cursor(tree_of(tree), tree_of(tree).child(inner_of(at), which));
    }
    static std::span<const std::uint32_t> primitives_of(const void* tree, const Cursor& leaf) {
        return tree_of(tree).primitives_of(inner_of(leaf));
    }
    static constexpr Access kAccess{root, child, primitives_of};
};

MixedTree::MixedTree(const HierarchyVariant& tree) {
    std::visit(
        [this]<Hierarchy H>(const H& of_type) {
            tree_ = &of_type;
            access_ = &AccessTo<H>::kAccess;
        },
        tree);
}

const Bvh8* as_bvh8(const HierarchyVariant& tree) {
    return std::get_if<Bvh8>(&tree);
}

} // namespace boxwood
