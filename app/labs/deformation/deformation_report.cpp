// The setting table and the report of the deformation lab.
#include "app/labs/deformation/deformation.hpp"

#include "engine/json/json.hpp"

namespace boxwood {

SettingTable DeformationLab::settings() {
    SettingTable table;
    setup_.add_motion_settings(table);
    table.begin_group("Playback");
    table.add(speed_setting(1.0));
    setup_.add_copy_settings(table);
    display_.add_settings(table, [this] { dirty_ = true; });
    oracle_.add_setting(table);
    pause_.add_settings(table);
    table.begin_group("Pages");
    plots_.add_setting(table);
    replay_.add_setting(table);
    return table;
}

std::vector<ReportField> DeformationLab::report_fields() const {
    std::vector<ReportField> fields;
    const auto add = [&](const char* name, std::string json) { fields.push_back({name, std::move(json)}); };
    const auto quoted = [](std::string_view text) { return to_text(Json(std::string(text))); };
    const auto truth = [](bool is_true) { return is_true ? "true" : "false"; };
    const DeformingPair* pair = playback_.pair();
    const DeformationMotion& motion = setup_.motion();
    add("motion", quoted(motion.deformer().name));
    add("amplitude", std::to_string(motion.amplitude()));
    add("period", std::to_string(motion.period()));
    add("mesh", quoted(setup_.meshes().names()[setup_.meshes().chosen]));
    add("depth", std::to_string(display_.depth()));
    add("boxes", std::to_string(static_cast<int>(display_.boxes())));
    add("heat", truth(display_.heat().is_on));
    add("sentence", quoted(record_.sentence()));
    add("agree", truth(pair && pair->policies_agree()));
    add("shown_frame", std::to_string(pair && pair->next_frame() > 0 ? playback_.shown_frame() : 0));
    add("recorded", std::to_string(pair ? pair->frame_count() : 0));
    add("building", truth(builder_.is_building()));
    add("quantity", quoted(kAllNodeInflation[display_.heat().quantity].name));
    add("self_contacts", std::to_string(pair ? pair->runs()[0].self_pairs().size() : 0));
    add("self_contacts_complete", truth(!pair || pair->has_all_self_pairs()));
    add("incomplete_frames", std::to_string(record_.incomplete_frames()));
    const Nesting nesting = pair ? pair->runs()[0].nesting() : Nesting::none;
    add("inside", quoted(kNestingNames[static_cast<std::size_t>(nesting)]));
    add("mesh_solid", truth(pair && pair->mesh_shells().is_solid()));
    add("obstacle_solid", truth(pair && pair->obstacle_shells().is_solid()));
    std::string list;
    for (std::size_t i = 0; pair && i < pair->runs().size(); ++i) {
        const PolicyTotals& totals = record_.ranking().totals()[i];
        list += (list.empty() ? "" : ", ") + std::string("{\"name\": ") + quoted(totals.name) +
                ", \"rebuilds\": " + std::to_string(totals.rebuilds) +
                ", \"volume_tests\": " + std::to_string(totals.volume_tests) +
                ", \"contacts\": " + std::to_string(pair->runs()[i].pairs().size()) + "}";
    }
    add("policies", "[" + list + "]");
    add("replayed", std::to_string(replay_.result() ? replay_.result()->policies.size() : 0));
    const ShownThings& shown = outliner_.shown();
    add("hidden_copies", std::to_string(shown.copies.hidden_count()));
    add("hidden_meshes", std::to_string(shown.meshes.hidden_count()));
    add("hidden_hierarchies", std::to_string(shown.trees.hidden_count()));
    add("outliner_rows", std::to_string(outliner_.row_count()));
    return fields;
}

} // namespace boxwood
