#include "app/labs/capture/panels/capture_parameters.hpp"

#include "app/panels/readouts.hpp"
#include "engine/ui/controls/controls.hpp"
#include "engine/ui/panel.hpp"
#include "engine/ui/text/format.hpp"
#include "engine/ui/text/text.hpp"

#include <array>

namespace boxwood {

bool show_capture_parameters(CaptureSource& io_source, const draw::Palette& palette) {
    const OpenedCapture* opened = io_source.opened();
    ui::section("Capture");
    if (opened) {
        value_row("file", opened->name);
        if (!opened->capture.producer.empty())
            value_row("producer", capture::printable(opened->capture.producer));
        count_row("meshes", opened->capture.meshes.size());
        count_row("hierarchies", opened->capture.hierarchies.size());
        count_row("queries", opened->capture.queries.size());
        if (!opened->capture.frames.empty()) count_row("frames", opened->capture.frames.size());
        if (!opened->capture.problems.empty() || !opened->capture.is_finished) {
            ui::text("The file is damaged; only its complete records are shown.",
                     {ui::Font::body, palette.bad});
            for (const std::string& problem : opened->capture.problems)
                ui::paragraph(std::array{ui::TextRun{problem, {ui::Font::small, palette.bad}}});
        }
    }
    const bool wants_file = ui::button(
        "Open a capture…", {.tooltip = "Opens a recorded capture, an MCAP file (Ctrl+O, or drop a file)"});
    if (!io_source.is_judging()) return wants_file;
    ui::same_line();
    if (ui::button("Cancel",
                   {.tooltip = "Cancels and keeps the capture on screen", .enabled = opened != nullptr}) &&
        opened)
        io_source.cancel();
    return wants_file;
}

void show_fault_parameters(const PanelRows& rows, CaptureSource& io_source,
                           const std::optional<SeenNode>& picked, const draw::Palette& palette) {
    rows.section("Fault");
    rows.row("fault");
    if (!io_source.fault()) return;
    ui::paragraph(std::array{ui::TextRun{io_source.fault()->meaning, {ui::Font::small, palette.text3}}});
    const std::optional<std::uint32_t> node = io_source.fault_node();
    value_row("node of a", node ? ui::format_count(*node) : "chosen automatically");
    if (picked && picked->object == 0 && node != picked->node &&
        ui::button("Inject at the selected node", {.tooltip = "Moves the fault to the selected node"}))
        io_source.move_fault(picked->node);
}

} // namespace boxwood
