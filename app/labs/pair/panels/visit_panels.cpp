#include "app/labs/pair/panels/visit_panels.hpp"

#include "engine/ui/controls/controls.hpp"
#include "engine/ui/panel.hpp"
#include "engine/ui/text/text.hpp"

#include <imgui.h>

#include <array>

namespace boxwood {

void show_visit_inspector(const PanelRows& controls, PairVisits& io_visits, ViewContext& context) {
    const ComparedHierarchies& compared = io_visits.compared();
    if (!compared.is_empty()) {
        ui::section("Side by side");
        controls.row("follow", {.max_options = compared.count() + 1});
    }
    io_visits.with_followed([&](TraversalInspector& visits) {
        visits.show_inspector_page(context);
        return true;
    });
}

bool show_visit_page(PairVisits& io_visits, ViewContext& context) {
    if (io_visits.is_open()) {
        io_visits.with_followed([&](TraversalInspector& visits) {
            visits.show_details(context);
            return true;
        });
        return false;
    }
    ui::paragraph(std::array{ui::TextRun{
        "Shows the query at any of its visits: the test, the reason for its result, and the pending pairs.",
        {ui::Font::body, context.palette.text3}}});
    return ui::button("Show a visit",
                      {.tooltip = "Repeats the query and records its visits (V)", .primary = true});
}

bool show_side_by_side_page(SideBySideTable& io_table, PairVisits& io_visits, const HierarchyChoice& own,
                            ViewContext& context) {
    ComparedHierarchies& compared = io_visits.compared();
    if (io_visits.is_open() && !compared.is_empty())
        io_visits.with_followed([&](TraversalInspector& visits) {
            visits.advance(static_cast<double>(ImGui::GetIO().DeltaTime));
            visits.show_transport(context.palette);
            return true;
        });
    return io_table.draw(compared, io_visits.own_inspector(), own, context.palette, [&](float height) {
        io_visits.with_followed([&](TraversalInspector& visits) {
            visits.show_trees(height, context.palette);
            return true;
        });
    });
}

} // namespace boxwood
