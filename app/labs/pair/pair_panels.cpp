// The panels and views of the pair lab, composed from the panels and views of its parts.
#include "app/labs/pair/pair.hpp"

#include "app/labs/pair/panels/pair_parameters.hpp"
#include "app/labs/pair/panels/pair_readouts.hpp"
#include "app/labs/pair/panels/visit_panels.hpp"

#include <imgui.h>

#include <utility>

namespace boxwood {

void PairLab::parameters(ViewContext& context) {
    const PanelRows rows = panel_rows();
    const MeshButtons mesh_buttons = show_mesh_parameters(meshes_, poses_, context.palette);
    wants_file_ |= mesh_buttons.opens_file;
    if (mesh_buttons.resets_poses) {
        Edit before{placement_of(simulation_)};
        place_meshes();
        note_edit_since(std::move(before), "reset of the poses");
    }
    const HierarchyButtons hierarchy_buttons = show_hierarchy_parameters(meshes_);
    if (hierarchy_buttons.chosen) choose_hierarchy(*hierarchy_buttons.chosen);
    if (hierarchy_buttons.cancels) meshes_.cancel();
    if (hierarchy_buttons.rebuilds) rebuild();
    visits_.compared().parameters(own_choice());
    if (show_query_parameters(rows, meshes_, distance_, oracle_)) {
        oracle_.set_on(false);
        changes().request_update();
    }
    poses_.parameters(rows, visits_.is_open() ? why_unavailable("gizmo.move") : "");
    note_move();
    pause_.parameters(rows);
    if (const std::optional<bool> shows_visit =
            show_display_parameters(rows, display_, visits_, surfaces_, context.palette))
        open_visits(*shows_visit);
}

void PairLab::headline(ViewContext& context) {
    show_headline(query_, meshes_, simulation_.world.settings.mesh_query.test, context);
}

void PairLab::inspector(ViewContext& context) {
    if (visits_.is_open()) return show_visit_inspector(panel_rows(), visits_, context);
    show_answer(query_, simulation_, meshes_, distance_, display_.contacts, context.palette);
}

void PairLab::details(ViewContext& context) {
    page_tabs();
    switch (pages_.page()) {
    case PairPage::visits:
        if (show_visit_page(visits_, context)) open_visits(true);
        return;
    case PairPage::compare:
        return pages_.show_compare([this] { return comparison_subject(); });
    case PairPage::quality:
        return show_quality(context.palette);
    case PairPage::side_by_side:
        if (show_side_by_side_page(pages_.side_by_side, visits_, own_choice(), context)) open_visits(true);
        return;
    case PairPage::tumbling:
        return pages_.tumbling.draw(panel_rows(), context.palette);
    case PairPage::contacts:
        if (display_.contacts.show_table(context.palette, ImGui::GetContentRegionAvail().y - ui::px(6.0f))) {
            open_visits(false); // contact points are hidden while a visit is shown
            display_.show_contacts(true);
        }
        return;
    case PairPage::outliner:
        return show_outliner(context.palette);
    }
}

void PairLab::show_outliner(const draw::Palette& palette) {
    PairVisibility& visibility = display_.visibility;
    const PairOutlinerPage::Event event =
        pages_.outliner.draw(meshes_, visits_.compared(), visibility, poses_.selected(), palette);
    switch (event.act) {
    case OutlinerAction::hide:
        return visibility.toggle_hidden(event.things);
    case OutlinerAction::alone:
        if (visibility.toggle_alone(event.things) && event.view) display_.show_boxes(true);
        return;
    case OutlinerAction::select:
    case OutlinerAction::focus:
        poses_.select(event.body);
        if (event.view) visits_.follow_view(*event.view);
        if (event.act == OutlinerAction::focus) {
            const Focus body = focus_on(simulation_.world.bodies()[event.body]);
            draw::focus(camera, body.center_w, body.radius);
        }
        return;
    case OutlinerAction::none:
    case OutlinerAction::color:
        return;
    }
}

// A click on a node opens the visits of the lab's own hierarchies with the node selected.
void PairLab::show_quality(const draw::Palette& palette) {
    const auto picked = pages_.show_quality(meshes_, visits_.own_inspector(), palette);
    if (!picked) return;
    if (!visits_.is_open()) open_visits(true);
    visits_.follow_view(0);
    visits_.own_inspector().marks().select(picked->side, picked->node);
}

// --- views ------------------------------------------------------------------------------------------------

PairPicture PairLab::picture() const {
    return {simulation_, branch(), meshes_, visits_, distance_, display_, surfaces_, poses_};
}

void PairLab::draw(draw::DrawList& out, const draw::Palette& palette) const {
    picture().draw(0, out, palette);
}

std::vector<LegendEntry> PairLab::legend(const draw::Palette& palette) const {
    return picture().legend(palette);
}

std::vector<LabView> PairLab::views(const draw::Palette& palette) const {
    const ComparedHierarchies& compared = visits_.compared();
    std::vector<LabView> views;
    if (compared.is_empty()) return views;
    compared.update_reach_colors(palette);
    for (std::size_t view = 0; view <= compared.count(); ++view) {
        std::vector<LegendEntry> legend = compared.legend(view, palette);
        if (visits_.is_open() && legend.empty() && (view == 0 || compared.has_shapes(view)))
            visits_.of_view(view).add_heat_legend(legend, palette); // each view has its own ramp
        const bool is_followed = visits_.is_open() && view == visits_.followed_view();
        views.push_back({compared.title(view),
                         (is_followed ? "followed · " : "") + compared.note(view, visits_.own_inspector()),
                         [this, view](draw::DrawList& out, const draw::Palette& colors) {
                             picture().draw(view, out, colors);
                         },
                         std::move(legend)});
    }
    return views;
}

} // namespace boxwood
