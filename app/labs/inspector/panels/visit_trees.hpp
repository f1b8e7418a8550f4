// What: shows both hierarchies as icicles. A measure of the hierarchy or of the recorded query colors the nodes. A
//       click goes to the next visit of the node, Shift+click picks the node, a right click opens its menu.
// Cost: a pass over the nodes and visits per recording and measure; per frame, proportional to the number of visible
//       nodes.
#pragma once

#include "app/labs/inspector/recording/shown_test.hpp"
#include "app/labs/inspector/tree_icicle.hpp"
#include "engine/explain/hierarchy/node_measures.hpp"

#include <array>
#include <optional>
#include <vector>

namespace boxwood {

class VisitTrees {
  public:
    NodeMeasure measure = NodeMeasure::visits; // determines the colors of the nodes

    VisitTrees(const ShownTest& test, VisitPlayer& player, NodeMarks& marks)
        : test_(test)
        , player_(player)
        , marks_(marks) {}

    void update(); // call it after a recording or a change of the measure
    void close_menu() { menu_.reset(); }
    // Shows both trees, each `height` pixels high. With `offers_faults`, the menu of a node can inject faults.
    void show(float height, bool offers_faults, const draw::Palette& palette);
    // Shows the legend of the colors at the right end of the current row, if it fits after the last control.
    void show_ramp(const draw::Palette& palette) const;
    std::optional<NodeName> hovered(std::size_t side) const;

  private:
    const QueryRecording& recording() const { return test_.recording(); }
    float lowest() const; // lower end of the ramp
    void show_tree(std::size_t side, float height, bool offers_faults, const draw::Palette& palette);
    void show_menu(bool offers_faults);

    struct Measured {
        std::uint64_t revision = 0; // of the recording
        NodeMeasure measure = NodeMeasure::visits;
        friend bool operator==(const Measured&, const Measured&) = default;
    };

    const ShownTest& test_;
    VisitPlayer& player_;
    NodeMarks& marks_;
    std::array<TreeIcicle, 2> icicles_;
    std::array<std::vector<float>, 2> values_;
    std::array<std::vector<std::size_t>, 2> first_visits_;
    float highest_ = 1.0f;
    Measured measured_;
    NodeMarks::Pair hovered_ = NodeMarks::kNoPair;
    std::optional<NodeName> menu_;
};

} // namespace boxwood
