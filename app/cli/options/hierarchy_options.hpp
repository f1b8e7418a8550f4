// What: the options that choose a hierarchy by name, shared by several commands.
#pragma once

#include "app/cli/options/command_line.hpp"
#include "collision/core/result.hpp"
#include "collision/query/mesh_query.hpp"

#include <memory>
#include <span>
#include <string>
#include <string_view>

namespace boxwood {

// Adds --volume, --kind, --builder and --leaf-size. Without --kind or --volume, the kind or volume stays empty;
// choose_defaults() sets it. `default_volume` describes the default volume in the help.
void add_hierarchy_options(Command& verb, const std::string& default_volume,
                           const std::shared_ptr<HierarchyConfig>& out_config);
// Replaces an empty volume with the fastest one for queries of this mode if the kind supports it, otherwise with
// another volume that it supports. Replaces an empty kind with the default kind of the volume.
void choose_defaults(HierarchyConfig& io_config, QueryMode mode);
// Adds --leaf-size. `out_leaf_size` must outlive the parsing.
void add_leaf_size_option(Command& verb, std::uint32_t& out_leaf_size);

// Both return an Error that lists the known names if a name is unknown. Call them before reading any file.
Status check_names(const HierarchyConfig& config);
Status check_name(std::string_view what, std::string_view name, std::span<const std::string_view> known);

// Joins the names as "a, b, c".
std::string joined(std::span<const std::string_view> names);

} // namespace boxwood
