// What: draws a hierarchy as an icicle plot with the root at the top. The width of a node is proportional to its
//       triangle count; its color shows a value. Hovering names a node; a click and a right click are reported to the
//       caller; the wheel zooms about the mouse; a double click ends the zoom.
// Cost: proportional to the number of visible nodes. Nodes narrower than kMinWidth and their subtrees are skipped, so
//       the cost is bounded by the width of the plot times the depth of the tree. The visible bars are
//       cached until the view or the colors change; adjacent bars of the same color are merged.
#pragma once

#include "engine/draw/palette.hpp"
#include "engine/explain/hierarchy/node_table.hpp"
#include "engine/explain/hierarchy/subtree_filter.hpp"

#include <glm/vec2.hpp>

#include <optional>
#include <span>
#include <string_view>
#include <vector>

namespace boxwood {

// The values that color the nodes.
struct IcicleValues {
    std::span<const float> of_node; // negative: no value, and the node is pale
    float low = 0.0f, high = 1.0f;  // the values at the ends of the ramp
    bool is_logarithmic = false;
    std::string_view name, unit; // for the tooltip
};

struct IcicleLook {
    const NodeTable& table;
    std::uint64_t revision = 0; // changes with the values
    IcicleValues values;
    std::span<const std::size_t> first_visits; // per node: the first visit of the query that tests the node
    std::size_t current_visit = 0;             // current visit; later visits are dimmed
    std::uint32_t current_node = NodeTable::kNone; // node of the current visit
    std::uint32_t picked = NodeTable::kNone;
    const SubtreeFilter* filter = nullptr; // hidden nodes are pale
    float height = 0.0f;                   // pixels
    const draw::Palette& palette;
};

class TreeIcicle {
  public:
    struct Events {
        std::optional<std::uint32_t> hovered, clicked, menu; // menu: the node that was right-clicked
    };
    Events draw(const char* id, const IcicleLook& look);
    std::size_t bars_drawn() const { return bars_.size(); }

  private:
    struct Frame; // state of one draw call
    struct Bar {
        glm::vec2 min, max;
        std::uint32_t color;
    };
    // Cache key of the bars.
    struct Key {
        double first = 0.0, last = 0.0;
        glm::vec2 at{0.0f}, size{0.0f};
        std::uint64_t revision = 0, current_visit = 0;
        std::uint32_t filter = 0;
        const void *table = nullptr, *palette = nullptr;
        friend bool operator==(const Key&, const Key&) = default;
    };
    void collect_bars(const Frame& frame);
    void add_bar(const Bar& bar, std::uint32_t depth);
    void zoom(float at, float wheel);

    double first_ = 0.0, last_ = 1.0; // visible range, as fractions of the triangle count
    std::vector<Bar> bars_;           // in drawing order
    // While bars are collected: the last bar of each row, which can still grow.
    std::vector<std::size_t> last_bars_;
    Key bars_key_;
};

} // namespace boxwood
