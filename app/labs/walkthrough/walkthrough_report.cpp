// The setting table and the report of the walkthrough.
#include "app/labs/walkthrough/walkthrough.hpp"

#include "engine/json/json.hpp"

namespace boxwood {

std::vector<ReportField> WalkthroughLab::report_fields() const {
    std::vector<ReportField> fields;
    const WalkthroughScene& scene = stage_.scene();
    const auto add = [&](const char* name, std::string json) { fields.push_back({name, std::move(json)}); };
    const auto quoted = [](const std::string& text) { return to_text(text); };
    const glm::dvec3 feet = walk_.walker().feet_w(), grip = walk_.hand().grip_center_w();
    const auto triple = [](const glm::dvec3& v) {
        return "[" + std::to_string(v.x) + ", " + std::to_string(v.y) + ", " + std::to_string(v.z) + "]";
    };
    add("feet", triple(feet));
    add("grip", triple(grip));
    add("look", triple({walk_.walker().yaw(), walk_.walker().pitch(), 0.0}));
    std::string scaled;
    for (BodyId id = 0; id < scene.bodies.size(); ++id)
        if (walk_.scale_of(id) != glm::dvec3(1.0))
            scaled += (scaled.empty() ? "" : ", ") + quoted(scene.bodies[id].name) + ": " +
                      triple(walk_.scale_of(id));
    add("scaled", "{" + scaled + "}");
    add("held", walk_.held() == kNone ? "null" : quoted(walk_.body(walk_.held()).name));
    add("detection", walk_.is_detection_on ? "true" : "false");
    add("has_mouse", controls_.has_mouse() ? "true" : "false");
    add("taking", target_.is_taking() ? quoted(walk_.body(target_.taken()).name) : "null");
    const BodyId aim = target_.aim().body;
    add("aim", aim == kNone ? "null" : quoted(walk_.body(aim).name));
    add("asks_before_restart", overlay_.asks() ? "true" : "false");
    add("recording", tape_.is_recording() ? "true" : "false");
    add("spectator", eye_.is_outside() ? "true" : "false");
    add("convex_pieces", std::to_string(scene.convex_pieces));
    add("meshes", std::to_string(scene.meshes));
    add("hand_parts", std::to_string(walk_.hand().model().tree().part_count()));
    std::string touched;
    for (BodyId id = 0; id < scene.bodies.size(); ++id)
        if (walk_.is_touched(id)) touched += (touched.empty() ? "" : ", ") + quoted(scene.bodies[id].name);
    add("touched", "[" + touched + "]");
    add("touches", std::to_string(walk_.touches().size()));
    add("log_lines", std::to_string(journal_.log.line_count()));
    add("worst_step_ms", std::to_string(journal_.costs.worst_ms()));
    add("worst_step_frame", std::to_string(journal_.costs.worst_frame()));
    add("hidden_things", std::to_string(outliner_.marks().hidden_count()));
    add("outliner_rows", std::to_string(outliner_.row_count()));
    add("selected", outliner_.selected() == kNone ? "null" : quoted(scene.bodies[outliner_.selected()].name));
    return fields;
}

SettingTable WalkthroughLab::settings() {
    SettingTable table;
    table.begin_group("Walk");
    table.add(free_text(
        {"scene", "", "`kitchen`, `table` or a scene file"},
        [this](std::string_view v) {
            stage_.choose(std::string(v));
            wants_restart_ = true;
            return ok();
        },
        [this] { return stage_.choice(); }));
    table.add(free_text({"script", "", "Walk file to play; a headless run is as long as the walk"},
                        [this](std::string_view v) { return load_script(std::string(v)); }));
    journal_.log.add_setting(table);
    table.add(flag({"detection", "Detection",
                    "Off: the hand passes through everything, and only scaling a held body runs queries"},
                   true,
                   {[this] { return walk_.is_detection_on ? 1.0 : 0.0; },
                    [this](double v) { set_detection(v != 0.0); }}));
    oracle_.add_setting(table);
    controls_.add_axis_setting(table);
    table.begin_group("Display");
    display_.add_settings(table);
    eye_.add_view_settings(table, [this] {
        if (stage_.scene().name.empty())
            eye_.toggle_outside(); // before the walk begins
        else
            toggle_outside();
    });
    controls_.add_mouse_setting(table);
    journal_.sounds.add_setting(table);
    eye_.add_motion_setting(table);
    pause_.add_settings(table);
    table.begin_group("Pages");
    outliner_.add_setting(table);
    return table;
}

} // namespace boxwood
