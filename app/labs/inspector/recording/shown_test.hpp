// What: the test that the inspector explains. It is the test of the current visit, or a test of the two nodes or
//       triangles that the user picked.
// Invariants: refers to the recording, the player and the marks. It is valid while the recording has visits.
#pragma once

#include "app/labs/inspector/recording/node_marks.hpp"
#include "app/labs/inspector/recording/query_recording.hpp"
#include "app/labs/inspector/recording/visit_player.hpp"

namespace boxwood {

class ShownTest {
  public:
    ShownTest(const QueryRecording& recording, const VisitPlayer& player, const NodeMarks& marks)
        : recording_(recording)
        , player_(player)
        , marks_(marks) {}

    const QueryRecording& recording() const { return recording_; }
    const NodeMarks& marks() const { return marks_; }
    const VisitMoment& moment() const { return player_.moment(); }
    const Visit& visit() const { return player_.moment().visit; }

    bool is_volume_test() const {
        return marks_.has_node_pair() ||
               (!marks_.has_triangle_pair() && visit().kind != VisitKind::primitive_pair);
    }
    bool is_leaf_test() const { // a leaf's triangles are tested, not its volume
        return is_volume_test() && !marks_.has_node_pair() && visit().kind == VisitKind::leaf_pair;
    }
    bool is_bound_test() const { // the test computes the lower bound of a distance query
        return is_volume_test() && !marks_.has_node_pair() && visit().kind == VisitKind::volume_bound;
    }
    // The visit belongs to the second phase of a distance query, which searches for the closest triangles. The first
    // phase searches for a contact.
    bool compares_distances() const { return player_.index() >= recording_.replay().first_bound(); }
    // The picked node, if only one is picked.
    std::optional<NodeName> selected() const { return marks_.selected(recording_); }
    NodePair nodes() const;
    std::uint32_t node(std::size_t side) const { return side == 0 ? nodes().a : nodes().b; }
    std::uint32_t triangle(std::size_t side) const;
    Triangle64 triangle_w(std::size_t side) const { return recording_.triangle_w(side, triangle(side)); }

  private:
    const QueryRecording& recording_;
    const VisitPlayer& player_;
    const NodeMarks& marks_;
};

} // namespace boxwood
