// What: shows one query of a pair, stopped at any of its visits: the test and its result, the path from the roots, and
//       the pending pairs. It draws in the 3D view, the inspector panel and the bottom panel.
// Invariants: everything shown is computed from the recorded visits and the recorded hierarchies. The parts of an
//             inspector refer to each other, so it cannot be copied.
// Cost: while closed, only record() costs time: the query, a pass over its visits, and a pass over the nodes of each
//       hierarchy that is new or lazy. While open, going to another visit computes all separating axes of its test.
#pragma once

#include "app/labs/inspector/drawing/surface_heat.hpp"
#include "app/labs/inspector/drawing/visit_strokes.hpp"
#include "app/labs/inspector/explain/visit_explanation.hpp"
#include "app/labs/inspector/panels/visit_trees.hpp"
#include "app/labs/inspector/recording/node_marks.hpp"
#include "app/labs/inspector/recording/query_recording.hpp"
#include "app/labs/inspector/recording/shown_test.hpp"
#include "app/labs/inspector/recording/visit_player.hpp"
#include "app/labs/inspector/traversal_timeline.hpp"
#include "app/labs/parts/lab_viewport.hpp"
#include "app/labs/parts/report_field.hpp"

#include <array>
#include <optional>

namespace boxwood {

class TraversalInspector {
  public:
    bool is_open = false;      // shows a visit
    bool offers_faults = true; // the user can inject volume faults into the hierarchies

    TraversalInspector() = default;
    TraversalInspector(const TraversalInspector&) = delete;
    TraversalInspector& operator=(const TraversalInspector&) = delete;

    const QueryRecording& recording() const { return recording_; }
    const VisitPlayer& player() const { return player_; }
    const NodeMarks& marks() const { return marks_; } // picked and hidden nodes
    NodeMarks& marks() { return marks_; }
    VisitStrokes& strokes() { return strokes_; }
    SurfaceHeat& heat() { return heat_; }
    const SurfaceHeat& heat() const { return heat_; }
    NodeMeasure& measure() { return trees_.measure; } // sets the colors of the trees
    // Copies the settings of the strokes, of the heat map and of the trees.
    void copy_settings_from(const TraversalInspector& other);

    void record(QueryRecording::Subject subject);
    void forget();
    void update(); // call it once per frame: updates the display from the player

    // --- stepping through visits ---
    bool act(std::string_view action);
    // Why an action has no effect at this visit. Empty: the action is available, or it is not an action of the
    // inspector.
    std::string why_unavailable(std::string_view action) const;
    void go_to(std::size_t visit) { player_.go_to(visit); }
    // Goes to the next visit that tests the triangle. If no visit tests it, goes to the deepest visit of a node that
    // contains it. False: there is no such visit either.
    bool find_triangle(std::size_t side, std::uint32_t triangle);
    void pick_triangle(std::size_t side, std::uint32_t triangle) {
        marks_.pick_triangle(recording_, side, triangle);
    }
    void advance(double seconds) { player_.advance(seconds); }
    void pause() { player_.is_playing = false; }

    // --- display ---
    // The bounding sphere of the explained nodes or triangles. None: no visit is on screen.
    std::optional<Focus> focus() const { return is_ready() ? strokes_.focus() : std::nullopt; }
    bool shows_triangle(std::size_t side, std::uint32_t triangle) const;
    // One color per triangle of the mesh; empty while the heat map is off. The revision changes with the colors.
    std::span<const draw::Color> heat_colors(std::size_t side) const;
    std::uint32_t heat_revision() const { return heat_.colors_revision(); }
    void draw(draw::DrawList& out, const draw::Palette& palette) const;
    void add_legend(std::vector<LegendEntry>& io_rows, const draw::Palette& palette) const;
    void add_heat_legend(std::vector<LegendEntry>& io_rows, const draw::Palette& palette) const;
    void add_report_fields(std::vector<ReportField>& io_fields) const;

    // --- panels ---
    void show_inspector_page(ViewContext& context);
    void show_details(ViewContext& context);
    void show_trees(float height, const draw::Palette& palette); // both icicle plots; the height is in pixels
    void show_heat_parameters(const draw::Palette& palette) { heat_.parameters(is_ready(), palette); }
    // Shows the row of buttons that step through visits, while the inspector is open.
    void show_transport(const draw::Palette& palette);

  private:
    // The inputs from which the display was computed.
    struct DisplayInputs {
        std::uint64_t revision = 0; // of the recording
        std::size_t visit = 0;
        std::array<int, 3> stroke_settings{};
        NodeMarks::Pair nodes{}, triangles{};
        std::array<std::uint32_t, 2> filter_revisions{};
        friend bool operator==(const DisplayInputs&, const DisplayInputs&) = default;
    };
    // Whether update() has processed the current recording.
    bool is_ready() const {
        return is_open && !player_.is_empty() && drawn_inputs_.revision == recording_.revision();
    }
    DisplayInputs current_inputs() const;
    bool act_on_nodes(std::string_view action);
    void show_stack(const draw::Palette& palette);

    QueryRecording recording_;
    VisitPlayer player_;
    NodeMarks marks_;
    ShownTest test_{recording_, player_, marks_};
    VisitExplanation explanation_{test_};
    VisitStrokes strokes_{test_};
    SurfaceHeat heat_;
    VisitTrees trees_{test_, player_, marks_};
    TraversalTimeline timeline_;
    DisplayInputs drawn_inputs_;
};

} // namespace boxwood
