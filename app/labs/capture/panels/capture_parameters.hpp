// What: shows the left panel of the capture lab: the capture, and the fault injected into it.
#pragma once

#include "app/labs/capture/capture_source.hpp"
#include "app/labs/capture/case/highlighted_parts.hpp"
#include "app/labs/settings/panel_rows.hpp"
#include "engine/draw/palette.hpp"

#include <optional>

namespace boxwood {

// True: the user wants to choose a file.
bool show_capture_parameters(CaptureSource& io_source, const draw::Palette& palette);
void show_fault_parameters(const PanelRows& rows, CaptureSource& io_source,
                           const std::optional<SeenNode>& picked, const draw::Palette& palette);

} // namespace boxwood
