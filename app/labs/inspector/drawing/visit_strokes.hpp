// What: a visit in 3D: the tested pair, its ancestors, the pairs pruned before, and the slabs that children cut off.
// Frame: world.
// Invariants: the strokes are those of the last draw_up().
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
    static constexpr int kUsualWay = 7, kUsualPruned = 9;

    int way_length = kUsualWay;     // number of drawn ancestors
    int pruned_kept = kUsualPruned; // number of drawn pairs pruned before
    bool shows_slabs =
        true; // of BoxTrees: what the children of the selected node, or of the visit's, cut off

    explicit VisitStrokes(const ShownTest& shown)
        : shown_(shown) {}

    void draw_up(const VisitExplanation& why);
    void clear() { strokes_.clear(); }
    // The sphere around what is explained: the selected node, or the two nodes or triangles. None: nothing is.
    std::optional<Focus> focus() const;

    void draw(const VisitExplanation& why, draw::DrawList& out, const draw::Palette& palette) const;
    void draw_outline(const NodeName& node, draw::Color color, draw::DrawList& out) const;
    void add_legend(std::vector<LegendEntry>& io_rows, const draw::Palette& palette) const;

  private:
    enum class Ink : std::uint8_t { current, way, pruned, closest, picked, slab };
    struct Stroke {
        glm::vec3 from_w, to_w;
        Ink ink;
        bool is_dashed;
    };
    const QueryRecording& recording() const { return shown_.recording(); }
    void add_way();
    void add_pruned();
    void add_visit(std::size_t visit, Ink ink);
    void add_node(std::size_t side, std::uint32_t node, Ink ink, bool is_dashed);
    void add_slabs(std::size_t side, std::uint32_t node);
    void find_bounds();
    bool has_slabs() const;
    void draw_triangles(const VisitExplanation& why, draw::DrawList& out, const draw::Palette& palette) const;

    const ShownTest& shown_;
    std::vector<Stroke> strokes_;
    Aabb explained_w_; // bounds of what focus() frames
    std::array<glm::vec3, 2> tops_w_{glm::vec3(0.0f),
                                     glm::vec3(0.0f)}; // of the current volumes, for their names
};

} // namespace boxwood
