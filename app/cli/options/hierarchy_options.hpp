// What: the options that choose a hierarchy by name, shared by all commands that take them.
#pragma once

#include "app/cli/options/command_line.hpp"
#include "collision/core/result.hpp"
#include "collision/query/mesh_query.hpp"

#include <memory>
#include <span>
#include <string>
#include <string_view>

namespace boxwood {

// --volume, --kind, --builder and --leaf-size. Kind and volume stay empty if they are not given; choose_defaults()
// fills them in. `default_volume` is the help text of that default.
void add_hierarchy_options(Command& verb, const std::string& default_volume,
                           const std::shared_ptr<HierarchyConfig>& out_config);
// Replaces an empty kind or volume by the fastest one for such queries.
void choose_defaults(HierarchyConfig& io_config, QueryMode mode);
// --leaf-size alone; `out_leaf_size` outlives the parsing.
void add_leaf_size_option(Command& verb, std::uint32_t& out_leaf_size);

// Ok, or an Error that names the unknown name and the known ones; checked before any file is read.
Status check_names(const HierarchyConfig& config);
Status check_name(std::string_view what, std::string_view name, std::span<const std::string_view> known);

// "a, b, c".
std::string joined(std::span<const std::string_view> names);

} // namespace boxwood
