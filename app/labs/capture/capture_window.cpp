// The panels of the capture lab in a window.
#include "app/labs/capture/capture_lab.hpp"

#include "app/labs/capture/panels/capture_parameters.hpp"
#include "app/labs/capture/panels/finding_panels.hpp"
#include "engine/ui/panel.hpp"
#include "engine/ui/text/text.hpp"

#include <imgui.h>

#include <array>
#include <cmath>

namespace boxwood {

Presentation CaptureLab::presentation() const {
    constexpr float kWideShare = 0.6f;
    Presentation presentation{.scene = source_.opened() ? source_.opened()->name : std::string("capture"),
                              .length = 0,
                              .hint = "drag orbits · wheel zooms · F focuses · N next wrong finding",
                              .details_share = kWideShare,
                              .is_animating =
                                  visits_.is_playing() || source_.is_opening() || quality_.is_busy()};
    if (source_.is_judging()) presentation.progress = source_.progress();
    if (const std::optional<Focus> small = case_.focus_of_selection();
        small && !case_.highlighted().bounds.is_empty)
        presentation.magnified = small;
    return presentation;
}

Focus CaptureLab::focus(bool of_selection) const {
    if (of_selection)
        if (const auto selected = case_.focus_of_selection(); selected && selected->radius > 0.0f)
            return *selected;
    return case_.focus();
}

void CaptureLab::parameters(ViewContext& context) {
    const PanelRows rows = panel_rows();
    if (show_capture_parameters(source_, context.palette)) wants_file_ = true;
    show_fault_parameters(rows, source_, case_.picked(), context.palette);
    rows.section("Show");
    rows.row("hierarchy", {.sample = {ui::Sample::line, context.palette.overlapping}, .key = "H"});
    rows.rows({"depth", "depth-high", "edges", "tree"});
}

void CaptureLab::headline(ViewContext& context) {
    if (source_.opened())
        show_outcomes(*source_.opened(), context.palette);
    else
        ui::text("Judging the capture…", {ui::Font::title, context.palette.text2});
}

void CaptureLab::inspector(ViewContext& context) {
    if (!case_.finding()) {
        ui::section("Why");
        ui::text(source_.opened() ? "The capture contains no claims." : "The capture is being judged.",
                 {ui::Font::body, context.palette.text3});
        return;
    }
    if (show_why(case_, context.palette)) {
        case_.pick(SeenNode{*case_.seen().faulty_object, *case_.finding()->node});
        frame_selection();
    }
    for (const auto& [action, title, key] :
         {std::array{"finding.previous-wrong", "Previous wrong", "Shift+N"},
          {"finding.next-wrong", "Next wrong", "N"}}) {
        const std::string reason = why_unavailable(action);
        if (ui::button(title, {.tooltip = reason.empty() ? std::string_view(key) : std::string_view(reason),
                               .enabled = reason.empty()}))
            act(action);
        ui::same_line();
    }
    ImGui::NewLine();
    show_claim(case_, context.palette);
    show_node(case_, context.palette);
}

void CaptureLab::details(ViewContext& context) {
    page_tabs();
    switch (page_) {
    case Page::findings:
        if (!source_.opened())
            ui::text("The capture is being judged.", {ui::Font::body, context.palette.text3});
        else if (const auto clicked = show_findings(*source_.opened(), shown_index(), context.palette))
            select(*clicked);
        return;
    case Page::trees:
        if (trees_.draw(case_, visits_, measures_,
                        {[this](std::string_view action) { act(action); },
                         [this](std::string_view action) { return why_unavailable(action); }},
                        context.palette))
            frame_selection();
        return;
    case Page::quality:
        return quality_.draw(case_, context.palette);
    case Page::hierarchies:
        return hierarchies_.draw(case_, simulation_.frame, context.palette);
    }
}

bool CaptureLab::draw_frames(ViewContext& context) {
    constexpr float kStripBelow = 34.0f; // pixels at scale 1
    const ImVec2 room = ImGui::GetContentRegionAvail();
    const float height = room.y - ui::px(kStripBelow), width = std::floor(room.x - ui::px(4.0f));
    const OpenedCapture* opened = source_.opened();
    if (!opened || opened->count() == 0 || height < ui::px(24.0f) || width < ui::px(40.0f))
        ui::text(opened ? "The capture contains no claims." : "The capture is being judged.",
                 {ui::Font::body, context.palette.text3});
    else if (const auto clicked = show_verdict_bars(*opened, shown_index(), context.palette, width, height))
        select(*clicked);
    return true;
}

} // namespace boxwood
