#include "app/labs/settings/hierarchy_fields.hpp"

#include "app/labs/settings/setting_rows.hpp"

#include <algorithm>
#include <vector>

namespace boxwood {

void add_hierarchy_settings(SettingTable& io_table, const std::function<HierarchyConfig()>& get,
                            const std::function<void(const HierarchyConfig&)>& set) {
    const HierarchyConfig usual = resolved({});
    const auto add = [&](SettingText text, const std::vector<std::string_view>& names,
                         std::string HierarchyConfig::*field) {
        const auto place = [names, field](const HierarchyConfig& config) {
            return static_cast<std::size_t>(std::ranges::find(names, config.*field) - names.begin());
        };
        io_table.add(choice(std::move(text), options_of(names), place(usual),
                            {[get, place] { return static_cast<double>(place(resolved(get()))); },
                             [get, set, names, field](double i) {
                                 HierarchyConfig config = get();
                                 config.*field = names[static_cast<std::size_t>(i)];
                                 set(config);
                             }}));
    };
    add({"kind", "Kind", "How nodes are stored, and what a query computes per node"}, list_hierarchy_kinds(),
        &HierarchyConfig::kind);
    add({"volume", "Volume", "Bounding volume of the nodes"}, list_volumes(), &HierarchyConfig::volume);
    add({"builder", "Builder", "How the triangles are divided among nodes"}, list_builders(),
        &HierarchyConfig::builder);
    io_table.add(whole({"leaf-size", "Leaf size", "Maximum number of triangles in a leaf"},
                       {.low = 1, .high = kMaxLeafSize, .reset = usual.leaf_size, .unit = "tri"},
                       {[get] { return static_cast<double>(get().leaf_size); },
                        [get, set](double v) {
                            HierarchyConfig config = get();
                            config.leaf_size = static_cast<std::uint32_t>(v);
                            set(config);
                        }}));
}

void show_hierarchy_fields(HierarchyConfig& io_config) {
    SettingTable table;
    add_hierarchy_settings(
        table, [&io_config] { return io_config; },
        [&io_config](const HierarchyConfig& config) { io_config = config; });
    for (const Setting& setting : table.all())
        if (setting_row(setting) && setting.text.name == "volume" &&
            !takes_volume(io_config.kind, io_config.volume))
            io_config.kind.clear();
}

} // namespace boxwood
