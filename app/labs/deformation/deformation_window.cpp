// The panels, views and actions of the deformation lab in a window.
#include "app/labs/deformation/deformation.hpp"

#include "app/labs/deformation/panels/deformation_parameters.hpp"
#include "app/labs/deformation/panels/deformation_results.hpp"
#include "app/labs/deformation/view/copy_look.hpp"
#include "engine/ui/text/format.hpp"

namespace boxwood {

Presentation DeformationLab::presentation() const {
    const DeformingPair* pair = playback_.pair();
    Presentation presentation{.scene = pair ? pair->mesh().rest().mesh.name + " and " + pair->obstacle().name
                                            : "deformation",
                              .details_share = 0.76f,
                              .is_animating = builder_.is_building() || playback_.is_seeking()};
    if (builder_.is_building())
        presentation.progress =
            "Building the hierarchies of the copies · " + ui::format_fixed(builder_.seconds(), 1) + " s";
    return presentation;
}

std::vector<LabView> DeformationLab::views(const draw::Palette& palette) const {
    std::vector<LabView> views;
    for (std::size_t i = 0; i < record_.copy_count(); ++i) {
        if (!outliner_.shown().copies.is_shown(i)) continue;
        const PolicyRun& run = playback_.pair()->runs()[i];
        LabView view{
            .title = name_of(run.config()), .note = note_of_copy(run, playback_.shown_frame()), .draw = {}};
        view.draw = [this, i](draw::DrawList& out, const draw::Palette& colors) {
            draw_copy(i, out, colors);
        };
        const CopyLook look = look_of_copy(i, palette);
        view.legend.push_back(
            {{look.is_dashed ? ui::Sample::dashed : ui::Sample::line, look.color}, "its line in the plots"});
        views.push_back(std::move(view));
    }
    return views;
}

void DeformationLab::draw_copy(std::size_t copy, draw::DrawList& out, const draw::Palette& palette) const {
    if (playback_.pair()) view_.draw_copy(copy, *playback_.pair(), display_, outliner_.shown(), out, palette);
}

Focus DeformationLab::focus(bool of_selection) const {
    const DeformingPair* pair = playback_.pair();
    if (!pair) return {};
    if (of_selection)
        if (const std::optional<Focus> selected = outliner_.focus_of_selection(*pair)) return *selected;
    return focus_of(*pair);
}

// --- panels -----------------------------------------------------------------------------------------------

void DeformationLab::parameters(ViewContext& context) {
    const PanelRows rows = panel_rows();
    if (show_deformation_parameters(rows, builder_, playback_.pair())) wants_file_ = true;
    setup_.show_copy_parameters(rows);
    show_hierarchy_parameters(rows, context.palette);
    show_display_parameters(rows, display_, view_, context.palette);
    pause_.show_parameters(rows);
}

void DeformationLab::headline(ViewContext& context) {
    if (playback_.pair())
        show_contacts(*playback_.pair(), playback_.plan().hierarchy.finds_self_pairs, context.palette);
}

void DeformationLab::inspector(ViewContext& context) {
    show_ranking(record_, context.palette);
    if (!playback_.pair()) return;
    plots_.show_saved(record_, playback_, context.palette);
    show_policy_totals(record_, *playback_.pair(), context.palette);
}

void DeformationLab::details(ViewContext& context) {
    const float free_width = page_tabs();
    if (!playback_.pair()) return;
    switch (plots_.page()) {
    case DeformationPlots::Page::times:
    case DeformationPlots::Page::work:
        return plots_.show_page(record_, playback_, context.palette, free_width);
    case DeformationPlots::Page::every_policy: {
        const bool starts = replay_.is_wanted() && !is_unattended_;
        const std::optional<int> start_frame =
            starts ? std::optional(setup_.motion().period()) : std::nullopt;
        if (show_replay(replay_, start_frame, context.palette)) start_replay();
        return;
    }
    case DeformationPlots::Page::outliner:
        if (!outliner_.draw(playback_, context.palette)) return;
        draw::focus(camera, focus(true).center_w, focus(true).radius);
    }
}

bool DeformationLab::act(std::string_view action) {
    if (action != "deform.replay") return display_.act(action, [this] { dirty_ = true; });
    plots_.open(DeformationPlots::Page::every_policy); // that page shows the progress
    start_replay();
    return true;
}

std::string DeformationLab::why_unavailable(std::string_view action) const {
    const DeformingPair* pair = playback_.pair();
    if (action == "play.back")
        return pair && pair->frame_count() > 0 && playback_.target() > 0 ? "" : "This is the first frame.";
    if (action == "deform.replay" && !pair)
        return "There is nothing to replay yet: the hierarchies are still being built.";
    if (std::string reason = display_.why_unavailable(action); !reason.empty()) return reason;
    return Lab::why_unavailable(action);
}

} // namespace boxwood
