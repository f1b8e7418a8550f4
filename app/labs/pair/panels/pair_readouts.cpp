#include "app/labs/pair/panels/pair_readouts.hpp"

#include "app/labs/inspector/box_intervals.hpp"
#include "app/labs/pair/meshes/placement.hpp"
#include "app/labs/wording.hpp"
#include "app/panels/readouts.hpp"
#include "engine/ui/controls/controls.hpp"
#include "engine/ui/panel.hpp"
#include "engine/ui/text/format.hpp"
#include "engine/ui/text/text.hpp"

#include <imgui.h>

#include <array>
#include <string>

namespace boxwood {

void show_headline(const FrameRecord& query, const PairMeshes& meshes, OverlapTest test,
                   const ViewContext& context) {
    const draw::Palette& palette = context.palette;
    const bool is_lite = test == OverlapTest::sat_lite;
    ui::text(hierarchy_title(meshes.config()) + (is_lite ? ", SAT-lite" : ""),
             {ui::Font::title_bold, palette.text1});
    const std::string volumes = ui::format_count(query.counters.volume_tests),
                      triangles = ui::format_count(query.counters.triangle_tests),
                      contacts = ui::format_count(query.counters.triangle_contacts);
    // In the same unit as the step time in the top bar.
    const double query_ms = query.times[Phase::narrow],
                 step_ms = context.times.frames().empty() ? query_ms : context.times.summarize_step().median;
    const ui::TimeReadout time = ui::format_times(query_ms, step_ms, step_ms);
    const std::string unit = std::string(time.unit) + " for the query";
    const ui::TextStyle label{ui::Font::body, palette.text3}, number{ui::Font::title_bold, palette.text1};
    std::vector<ui::TextRun> runs{ui::TextRun{volumes, number},
                                  ui::TextRun{"volume tests", label, 6},
                                  ui::TextRun{triangles, number, 20},
                                  ui::TextRun{"triangle tests", label, 6},
                                  ui::TextRun{contacts, {ui::Font::title_bold, palette.contact}, 20},
                                  ui::TextRun{"colliding pairs", label, 6},
                                  ui::TextRun{time.now, number, 20},
                                  ui::TextRun{unit, label, 6}};
    const auto is_too_wide = [&runs] { return ui::text_line_width(runs) > ImGui::GetContentRegionAvail().x; };
    if (is_too_wide())
        for (const auto& [at, text] : {std::pair{1, "volumes"}, {3, "triangles"}, {5, "pairs"}})
            runs[static_cast<std::size_t>(at)].text = text;
    if (is_too_wide()) runs.back().text = time.unit;
    if (is_too_wide()) runs.resize(runs.size() - 2); // drops the time; the top bar also shows a time
    if (is_too_wide())
        // Drops the triangle tests, which the inspector also shows.
        runs.erase(runs.begin() + 2, runs.begin() + 4);
    ui::text_backing({ui::text_line_width(runs), ui::text_size(ui::Font::title_bold, volumes).y});
    ui::text_line(runs);
    ui::tooltip("The time of the query is the time of the narrow phase. The step time in the top bar also "
                "includes the update of the boxes and the broad phase.");
}

namespace {

// Shows how often each axis was the first to separate two volumes.
void show_separating_axes(const AxisCounts& separations, const PairMeshes& meshes,
                          const draw::Palette& palette) {
    ui::section("First separating axis", {.right_text = "tests"});
    const std::span<const std::string_view> names = meshes[kBodyA].shape->hierarchy()->axis_names();
    std::vector<Bar> rows;
    for (std::size_t axis = 0; axis < names.size(); ++axis)
        if (separations[axis] > 0)
            rows.push_back({std::string(names[axis]), separations[axis], palette.pruned});
    rows.push_back({"none", separations.back(), palette.overlapping});
    bars(rows);
}

void show_mesh_report(const PairSide& side, const char* letter) {
    const MeshReport& report = side.report;
    ui::section(std::string(letter) + "  " + side.name);
    count_row("triangles", report.triangles);
    count_row("vertices", report.vertices);
    value_row("surface", report.is_closed ? "closed" : "open");
    if (report.border_edges > 0) count_row("border edges", report.border_edges);
    if (report.non_manifold_edges > 0)
        count_row("edges of more than two triangles", report.non_manifold_edges);
    if (report.degenerate_triangles > 0) count_row("triangles without area", report.degenerate_triangles);
    count_row("components", report.components);
    count_row("hierarchy nodes", side.shape->hierarchy()->node_count());
}

} // namespace

void show_answer(const FrameRecord& query, const Simulation& simulation, const PairMeshes& meshes,
                 const DistanceQuery& distance, const ContactView& contacts, const draw::Palette& palette) {
    const StepCounters& counters = query.counters;
    ui::section("Answer");
    if (const PairResult* pair = contact_of(simulation); pair && pair->nesting != Nesting::none)
        ui::stat("inside", describe_nesting(pair->nesting, "A", "B"),
                 {ui::Font::readout_large, palette.contact});
    else if (pair)
        ui::stat(ui::format_count(pair->triangle_pair_count), "triangle pairs intersect",
                 {ui::Font::readout_large, palette.contact});
    else
        ui::stat("separated", "no triangles intersect", {ui::Font::readout_large, palette.closest});
    count_row("volume tests", counters.volume_tests);
    count_row("volumes updated for the motion", counters.volume_updates);
    count_row("triangle tests", counters.triangle_tests);
    count_row("of them decided by exact arithmetic", counters.exact_tests);
    distance.show_readout(simulation, palette);
    contacts.show_readout({kBodyA, kBodyB});
    ui::section("World boxes", {.right_text = "the broad phase"});
    const BoxTestExplanation boxes =
        explain_boxes(simulation.world.boxes()[kBodyA], simulation.world.boxes()[kBodyB]);
    const std::string sentence = describe_boxes(boxes, "A", "B");
    ui::paragraph(std::array{ui::TextRun{sentence, {ui::Font::small, palette.text3}}});
    show_box_intervals(boxes, palette);
    show_separating_axes(query.separations_by_axis, meshes, palette);
    for (const BodyId id : kBothBodies) show_mesh_report(meshes[id], id == kBodyA ? "A" : "B");
}

} // namespace boxwood
