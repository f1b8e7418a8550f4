// The settings of the pair lab. Each part adds its own settings.
#include "app/labs/pair/pair.hpp"

#include "app/labs/pair/query/query_settings.hpp"

#include <algorithm>

namespace boxwood {

SettingTable PairLab::settings() {
    SettingTable table;
    meshes_.add_hierarchy_settings(table,
                                   [this](const HierarchyConfig& config) { choose_hierarchy(config); });
    add_query_settings(table, simulation_.world.settings.mesh_query, [this] { changes().request_query(); });
    distance_.add_settings(table, changes());
    oracle_.add_settings(table, changes());
    spin_.add_setting(table, [this] { apply_spin(); });
    meshes_.add_solid_setting(table, [this] { rebuild_world(); });
    table.begin_group("Playback");
    table.add(speed_setting(kDefaultSpeed));
    pause_.add_settings(table);
    poses_.add_settings(table);
    visits_.add_visit_settings(table, [this] { open_visits(true); });
    meshes_.add_fault_settings(table);
    display_.add_settings(table);
    surfaces_.add_settings(table);
    visits_.add_side_by_side_settings(table, [this]() -> HierarchyChoice {
        pages_.open(PairPage::side_by_side);
        return {meshes_.wanted(), simulation_.world.settings.mesh_query.test};
    });
    pages_.add_settings(table);
    return table;
}

// Reports a selected node or triangle that does not exist. If the user sets a volume that the chosen kind does not
// support, the library chooses the kind, as it does after a change of the volume in the panel.
void PairLab::on_settings_edited(std::span<const std::string> names) {
    NodeMarks& marks = visits_.own_inspector().marks();
    if (const Status status = meshes_.are_loaded() ? marks.check_pending(meshes_.shapes()) : ok(); !status) {
        changes().add_message(status.error().message);
        marks.pending = {};
    }
    HierarchyConfig config = meshes_.wanted();
    if (std::ranges::find(names, "volume") == names.end() || config.kind.empty() ||
        takes_volume(config.kind, config.volume))
        return;
    config.kind.clear();
    choose_hierarchy(config);
}

Status PairLab::check_settings() const {
    if (Status status = visits_.check_settings(); !status) return status;
    if (Status status = distance_.check_settings(); !status) return status;
    return visits_.own_inspector().marks().check_pending(meshes_.shapes());
}

} // namespace boxwood
