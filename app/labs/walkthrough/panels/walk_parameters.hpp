// What: shows the left panel of the walkthrough: scene, oracle and recording, the held object, and the display.
#pragma once

#include "app/labs/settings/panel_rows.hpp"
#include "app/labs/walkthrough/input/walk_controls.hpp"
#include "app/labs/walkthrough/run/walk_tape.hpp"
#include "app/labs/walkthrough/scene/walk_stage.hpp"

#include <optional>

namespace boxwood {

// The requests of the user.
struct WalkRequest {
    const char* scene = nullptr; // name of a built-in scene; null: no request
    bool toggles_recording = false;
};
WalkRequest show_scene_parameters(const PanelRows& rows, const WalkStage& stage, const WalkTape& tape,
                                  std::uint64_t frame);
// Returns the result of scaling the held object. None: the user did not scale it.
std::optional<Status> show_held_parameters(const PanelRows& rows, Walk& io_walk, Simulation& io_simulation,
                                           WalkControls& io_controls);
void show_walk_display_parameters(const PanelRows& rows, bool is_outside, const draw::Palette& palette);

} // namespace boxwood
