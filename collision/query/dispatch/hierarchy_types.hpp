// What: the variant of all hierarchy types: every kind with every volume that it takes.
// Cost: a few seconds of compile time. Include it only where std::visit or std::get_if is applied to
//     AnyHierarchy::tree().
#pragma once

#include "collision/hierarchy/all_kinds.hpp"
#include "collision/volumes/all_volumes.hpp"

#include <tuple>
#include <type_traits>
#include <variant>

namespace boxwood {
namespace detail {

template <class Kind, class V>
constexpr auto list_tree() {
    if constexpr (Kind::template kTakes<V>)
        return std::tuple<std::type_identity<typename Kind::template Tree<V>>>{};
    else
        return std::tuple<>{};
}
template <class Kind, class... V>
constexpr auto list_trees(const std::tuple<V...>*) {
    return std::tuple_cat(list_tree<Kind, V>()...);
}
template <class... Kind>
constexpr auto list_all_trees(const std::tuple<Kind...>*) {
    return std::tuple_cat(list_trees<Kind>(static_cast<const AllVolumes*>(nullptr))...);
}
template <class... H>
std::variant<H...> as_variant(std::tuple<std::type_identity<H>...>);

} // namespace detail

// A class rather than an alias, so that headers can forward-declare it.
class HierarchyVariant
    : public decltype(detail::as_variant(detail::list_all_trees(static_cast<const AllKinds*>(nullptr)))) {
  public:
    using variant::variant;
};
inline constexpr std::size_t kHierarchyTypes = std::variant_size_v<HierarchyVariant::variant>;
template <std::size_t kIndex>
using HierarchyType = std::variant_alternative_t<kIndex, HierarchyVariant::variant>;

} // namespace boxwood
