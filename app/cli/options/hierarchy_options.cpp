#include "app/cli/options/hierarchy_options.hpp"

#include "engine/import/text_file.hpp"

#include <algorithm>

namespace boxwood {

void add_hierarchy_options(Command& verb, const std::string& default_volume,
                           const std::shared_ptr<HierarchyConfig>& out_config) {
    out_config->volume.clear();
    verb.option("--volume", &out_config->volume,
                "Bounding volume (boxwood list volumes); by default " + default_volume)
        .not_empty();
    verb.option(
            "--kind", &out_config->kind,
            "Kind of hierarchy (boxwood list kinds); by default bvh8 if it supports the volume, else bvh2")
        .not_empty();
    verb.option("--builder", &out_config->builder, "Builder of the hierarchy (boxwood list builders)")
        .not_empty()
        .show_default();
    add_leaf_size_option(verb, out_config->leaf_size);
}

void choose_defaults(HierarchyConfig& io_config, QueryMode mode) {
    if (io_config.volume.empty()) {
        const std::string fastest = default_config(mode).volume;
        const auto is_supported = [&](std::string_view volume) {
            return io_config.kind.empty() || takes_volume(io_config.kind, volume);
        };
        // Falls back to aabb, which most kinds support, and then to any volume that the kind supports.
        io_config.volume = is_supported(fastest) ? fastest : "aabb";
        for (const std::string_view volume : list_volumes())
            if (!is_supported(io_config.volume) && is_supported(volume)) io_config.volume = volume;
    }
    io_config = resolved(std::move(io_config));
}

void add_leaf_size_option(Command& verb, std::uint32_t& out_leaf_size) {
    verb.option("--leaf-size", &out_leaf_size, "Largest number of triangles in a leaf")
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
