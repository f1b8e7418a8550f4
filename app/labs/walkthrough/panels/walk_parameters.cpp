#include "app/labs/walkthrough/panels/walk_parameters.hpp"

#include "app/panels/readouts.hpp"
#include "engine/ui/controls/controls.hpp"
#include "engine/ui/panel.hpp"
#include "engine/ui/text/format.hpp"
#include "engine/ui/text/text.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

namespace boxwood {

WalkRequest show_scene_parameters(const PanelRows& rows, const WalkStage& stage, const WalkTape& tape,
                                  std::uint64_t frame) {
    WalkRequest request;
    ui::section("Walk");
    // The current scene; if it is neither of the two built-in ones, an extra entry shows its name.
    std::vector<const char*> scenes{"Kitchen and porch", "Table"};
    const std::string& choice = stage.scene().choice;
    int scene = stage.has_user_scene() ? 2 : choice == "kitchen" ? 0 : choice == "table" ? 1 : 2;
    if (scene == 2) scenes.push_back(stage.scene().name.c_str());
    if (ui::dropdown(
            {.label = "Scene",
             .options = scenes,
             .tooltip =
                 "Choosing another scene begins a new walk; open or drop a scene file for more scenes"},
            scene) &&
        scene < 2)
        request.scene = scene == 1 ? "table" : "kitchen";
    rows.row("detection", {.key = "Z"});
    rows.row("oracle");
    bool records = tape.is_recording();
    request.toggles_recording = ui::check_row({.label = "Record",
                                               .key = "P",
                                               .tooltip = "Begins a new walk and records it; a second click "
                                                          "saves the recording as a .walk file, which "
                                                          "Ctrl+O opens"},
                                              records)
                                    .changed;
    if (tape.has_script()) {
        const std::uint64_t frames = tape.script_frames();
        value_row("Script",
                  ui::format_count(std::min(frame, frames)) + " of " + ui::format_count(frames) + " frames");
    }
    return request;
}

std::optional<Status> show_held_parameters(const PanelRows& rows, Walk& io_walk, Simulation& io_simulation,
                                           WalkControls& io_controls) {
    std::optional<Status> outcome;
    ui::section("Held", {.note = io_walk.held() == kNone ? "nothing" : io_walk.body(io_walk.held()).name});
    if (io_walk.held() == kNone) {
        ui::paragraph(std::array{ui::TextRun{
            "Close the thumb and a finger on a loose object to lift it. The held object can be scaled here.",
            {}}});
        return outcome;
    }
    const glm::dvec3 scale = io_walk.scale_of(io_walk.held());
    const auto scale_to = [&](const glm::dvec3& factor) {
        outcome = io_walk.scale_held(io_simulation, factor);
    };
    float all = static_cast<float>(std::cbrt(scale.x * scale.y * scale.z));
    const float before = all;
    const auto field = [](const char* label) {
        return ui::FloatField{
            .label = label,
            .min = 0.25f,
            .max = 4.0f,
            .reset = 1.0f,
            .unit = "times",
            .decimals = 2,
            .logarithmic = true,
            .tooltip = "Size relative to the initial size; the collision shape and the mass change with it"};
    };
    if (ui::slider(field("Scale"), all).changed) scale_to(glm::dvec3(static_cast<double>(all / before)));
    constexpr std::array kNames{"Along x", "Along y", "Along z"};
    for (int axis = 0; axis < 3; ++axis) {
        float along = static_cast<float>(scale[axis]);
        if (!ui::slider(field(kNames[static_cast<std::size_t>(axis)]), along).changed) continue;
        glm::dvec3 factor(1.0);
        factor[axis] = static_cast<double>(along) / scale[axis];
        scale_to(factor);
    }
    rows.row("scale-axis");
    if (ui::button("Let go", {.tooltip = "Drops the held object (V)"})) io_controls.drop();
    return outcome;
}

void show_walk_display_parameters(const PanelRows& rows, bool is_outside, const draw::Palette& palette) {
    rows.section("Display");
    rows.row("structure");
    rows.row("tips", {.sample = {ui::Sample::dots, palette.closest}, .key = "N"});
    rows.row("triangles", {.sample = {ui::Sample::hatch, palette.contact}, .key = "T"});
    rows.rows({"names", "shadows", "edges"});
    rows.row("spectator", {.key = "O"});
    {
        const ui::Unavailable because(is_outside ? "Has an effect only in the view from the walker's eyes. "
                                                   "Press O to return to that view."
                                                 : "");
        rows.row("field-of-view");
    }
    rows.row("mouse-speed");
    rows.row("sound", {.key = "M"});
    rows.row("reduced-motion");
}

} // namespace boxwood
