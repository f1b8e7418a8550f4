#include "app/labs/hierarchy_fields.hpp"

#include <vector>

namespace boxwood {

bool name_dropdown(const char* label, std::string_view tooltip, std::span<const std::string_view> names,
                   std::string& io_name) {
    std::vector<std::string> words(names.begin(), names.end());
    std::vector<const char*> options;
    int chosen = 0;
    for (std::size_t i = 0; i < words.size(); ++i) {
        options.push_back(words[i].c_str());
        if (words[i] == io_name) chosen = static_cast<int>(i);
    }
    if (!ui::dropdown({.label = label, .options = options, .tooltip = tooltip}, chosen)) return false;
    io_name = words[static_cast<std::size_t>(chosen)];
    return true;
}

void hierarchy_fields(HierarchyConfig& io_config) {
    const std::vector<std::string_view> kinds = list_hierarchy_kinds(), volumes = list_volumes(),
                                        builders = list_builders();
    std::string kind = resolved(io_config).kind;
    if (name_dropdown("Kind", "How nodes are kept, and what a query carries down", kinds, kind))
        io_config.kind = kind;
    if (name_dropdown("Volume", "What bounds the triangles of a node", volumes, io_config.volume) &&
        !takes_volume(io_config.kind, io_config.volume))
        io_config.kind.clear(); // the default kind for that volume
    name_dropdown("Builder", "How the triangles are divided among nodes", builders, io_config.builder);
    int leaf_size = static_cast<int>(io_config.leaf_size);
    ui::slider(ui::IntField{.label = "Leaf size",
                            .min = 1,
                            .max = static_cast<int>(kMaxLeafSize),
                            .reset = static_cast<int>(HierarchyConfig{}.leaf_size),
                            .unit = "tri",
                            .tooltip = "Most triangles in a leaf"},
               leaf_size);
    io_config.leaf_size = static_cast<std::uint32_t>(leaf_size);
}

} // namespace boxwood
