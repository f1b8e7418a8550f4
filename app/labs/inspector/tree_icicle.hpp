// What: a hierarchy as an icicle: the root at the top, each node as wide as the triangles below it, colored by a number.
//     Hover names a node, a click picks it, a right click asks what can be done with it, the wheel zooms about the mouse, a double click shows everything.
// Cost: what is visible: nodes narrower than a pixel are not looked at, nor what is below them; a million nodes draw as
//     fast as a thousand. What is visible is found once, until it or its colors change; neighbours that look like one
//     bar are one.
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

struct IcicleLook {
    const NodeTable& table;
    std::uint64_t revision = 0;    // another one with other values
    std::span<const float> values; // per node; negative: none, the node is left pale
    float low = 0.0f, high = 1.0f; // the ramp's ends
    bool is_logarithmic = false;
    std::span<const std::size_t> first_visits; // per node: when the query first asked about it
    std::size_t now = 0;                       // the visit on screen: what comes later is dimmed
    std::uint32_t current = NodeTable::kNone;  // node of the visit
    std::uint32_t picked = NodeTable::kNone;
    const SubtreeFilter* filter = nullptr; // what it does not show is left hollow
    std::string_view name, unit;           // of the value, in the tooltip
    float height = 0.0f;                   // pixels
    const draw::Palette& palette;
};

class TreeIcicle {
  public:
    struct Events {
        std::optional<std::uint32_t> hovered, clicked, menu; // menu: by the right button
    };
    Events draw(const char* id, const IcicleLook& look);
    std::size_t bars_drawn() const { return bars_.size(); }

  private:
    struct Frame; // what one drawing knows
    struct Bar {
        glm::vec2 min, max;
        std::uint32_t color;
    };
    // What the bars depend on.
    struct Key {
        double first = 0.0, last = 0.0;
        glm::vec2 at{0.0f}, size{0.0f};
        std::uint64_t revision = 0, now = 0;
        std::uint32_t filter = 0;
        const void *table = nullptr, *palette = nullptr;
        friend bool operator==(const Key&, const Key&) = default;
    };
    void gather(const Frame& frame);
    void add_bar(const Bar& bar, std::uint32_t depth);
    void zoom(float at, float wheel);

    double first_ = 0.0, last_ = 1.0; // share of the triangles that is shown
    std::vector<Bar> bars_;           // in the order in which they are drawn
    std::vector<std::size_t>
        lefts_; // while they are gathered: of each row the last one, to which more may be joined
    Key gathered_;
};

} // namespace boxwood
