#include "app/commands/hierarchy_options.hpp"

#include "engine/import/text_file.hpp"

#include <algorithm>

namespace boxwood {

void add_hierarchy_options(Command& verb, const std::shared_ptr<HierarchyConfig>& out_config) {
    verb.option("--volume", &out_config->volume, "Bounding volume (boxwood list volumes)").show_default();
    verb.option("--kind", &out_config->kind, "Kind of hierarchy (boxwood list kinds)").show_default();
    verb.option("--builder", &out_config->builder, "How it is built (boxwood list builders)").show_default();
    add_leaf_size_option(verb, out_config->leaf_size);
}

void add_leaf_size_option(Command& verb, std::uint32_t& out_leaf_size) {
    verb.option("--leaf-size", &out_leaf_size, "Most triangles in a leaf")
        .within(1u, kMaxLeafSize)
        .show_default();
}

std::string joined(std::span<const std::string_view> names) {
    std::string text;
    for (const std::string_view name : names) text.append(text.empty() ? "" : ", ").append(name);
    return text;
}

Status check_name(std::string_view what, std::string_view name, std::span<const std::string_view> known) {
    if (std::ranges::find(known, name) != known.end()) return ok();
    return Error{"unknown " + std::string(what) + " '" + one_line(name, 80) + "' (known: " + joined(known) +
                 ")"};
}

Status check_names(const HierarchyConfig& config) {
    if (Status s = check_name("volume", config.volume, list_volumes()); !s) return s;
    if (Status s = check_name("kind", config.kind, list_hierarchy_kinds()); !s) return s;
    return check_name("builder", config.builder, list_builders());
}

} // namespace boxwood
