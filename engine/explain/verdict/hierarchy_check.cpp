#include "engine/explain/verdict/hierarchy_check.hpp"

#include "collision/query/dispatch/hierarchy_types.hpp"

#include <variant>

namespace boxwood {

ShownHierarchy make_shown(std::string name, const AnyHierarchy& hierarchy, const MeshView& mesh,
                          const std::shared_ptr<const void>& owner) {
    const bool is_lazy = std::visit([]<class H>(const H&) { return kIsLazy<H>; }, hierarchy.tree());
    if (is_lazy) return {std::move(name), std::make_shared<const AnyHierarchy>(hierarchy), mesh};
    return {std::move(name), std::shared_ptr<const AnyHierarchy>(owner, &hierarchy), mesh};
}

std::vector<std::string> find_defects(std::span<const ShownHierarchy> hierarchies) {
    std::vector<std::string> messages;
    for (const ShownHierarchy& one : hierarchies)
        if (const auto defect = one.hierarchy->validate(one.mesh))
            messages.push_back("the hierarchy of " + one.name + " is wrong: " + defect->message);
    return messages;
}

} // namespace boxwood
