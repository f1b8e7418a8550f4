// What: shows the panels of the capture lab about findings: all findings as a table and as bars, and the details of one
//       finding.
#pragma once

#include "app/labs/capture/case/case_on_screen.hpp"
#include "app/labs/capture/opened_capture.hpp"
#include "engine/draw/palette.hpp"

#include <optional>

namespace boxwood {

draw::Color color_of(judge::Outcome outcome, const draw::Palette& palette);
float details_height(); // available below the cursor, in pixels

// Shows the number of findings per outcome at the top left of the view.
void show_outcomes(const OpenedCapture& opened, const draw::Palette& palette);
// Both return the index of the finding that was clicked. `current_index` is the index of the finding on screen.
std::optional<std::size_t> show_findings(const OpenedCapture& opened, std::size_t current_index,
                                         const draw::Palette& palette);
std::optional<std::size_t> show_verdict_bars(const OpenedCapture& opened, std::size_t current_index,
                                             const draw::Palette& palette, float width, float height);

// Shows the text of the finding. True: the user wants to see its node. Requires a finding.
bool show_why(const CaseOnScreen& current_case, const draw::Palette& palette);
void show_claim(const CaseOnScreen& current_case, const draw::Palette& palette);
void show_node(const CaseOnScreen& current_case, const draw::Palette& palette);

} // namespace boxwood
