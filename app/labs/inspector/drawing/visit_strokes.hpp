// What: draws a visit in 3D: the tested pair, its ancestors, pairs pruned earlier, and the slabs that children cut off.
// Frame: world.
// Invariants: only rebuild() and clear() change the strokes.
#pragma once

#include "app/labs/inspector/explain/visit_explanation.hpp"
#include "app/labs/inspector/recording/shown_test.hpp"
#include "app/labs/view.hpp"
#include "app/panels/window/viewport_overlay.hpp"
#include "engine/draw/draw_list.hpp"
#include "engine/draw/palette.hpp"

#include <array>
#include <optional>
#include <vector>

namespace boxwood {

class VisitStrokes {
  public:
    static constexpr int kDefaultAncestors = 7, kDefaultPruned = 9;

    int ancestor_count = kDefaultAncestors; // largest number of ancestors drawn, the nearest ones
    int pruned_count = kDefaultPruned;      // largest number of earlier pruned pairs drawn, the last ones
    // For box-trees: draws the slab that each child cuts off its parent's box. The parent is the selected node or, if
    // no node is selected, each node of the visit.
    bool shows_slabs = true;

    explicit VisitStrokes(const ShownTest& test)
        : test_(test) {}

    void rebuild(const VisitExplanation& why);
    void clear() { strokes_.clear(); }
    // The bounding sphere of the selected node; if none is selected, of the two nodes or triangles of the test. None:
    // the last rebuild() found none of these outlines.
    std::optional<Focus> focus() const;

    void draw(const VisitExplanation& why, draw::DrawList& out, const draw::Palette& palette) const;
    void draw_outline(const NodeName& node, draw::Color color, draw::DrawList& out) const;
    void add_legend(std::vector<LegendEntry>& io_rows, const draw::Palette& palette) const;

  private:
    enum class Ink : std::uint8_t { current, ancestor, pruned, closest, picked, slab };
    struct Stroke {
        glm::vec3 from_w, to_w;
        Ink ink;
        bool is_dashed;
    };
    const QueryRecording& recording() const { return test_.recording(); }
    void add_ancestors();
    void add_pruned();
    void add_visit(std::size_t visit, Ink ink);
    void add_node(std::size_t side, std::uint32_t node, Ink ink, bool is_dashed);
    void add_slabs(std::size_t side, std::uint32_t node);
    void find_focus_box();
    bool has_slabs() const;
    void draw_triangles(const VisitExplanation& why, draw::DrawList& out, const draw::Palette& palette) const;

    const ShownTest& test_;
    std::vector<Stroke> strokes_;
    Aabb focus_box_w_; // bounds of the objects that focus() frames
    // Highest points of the two current volumes, where their names are drawn.
    std::array<glm::vec3, 2> label_points_w_{glm::vec3(0.0f), glm::vec3(0.0f)};
};

} // namespace boxwood
