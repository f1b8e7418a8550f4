#include "app/labs/inspector/explain/visit_explanation.hpp"

namespace boxwood {

void VisitExplanation::explain() {
    explain_volume_test();
    const NodeMarks& marks = test_.marks();
    step_why_ = marks.has_node_pair() || marks.has_triangle_pair()
                    ? std::nullopt
                    : explain_step(recording().question(), recording().replay(), test_.moment().index);
    find_nearest_before();
    if (!test_.is_volume_test()) triangle_why_ = explain_triangles(test_.triangle_w(0), test_.triangle_w(1));
}

void VisitExplanation::explain_volume_test() {
    is_pruned_ = false;
    std::array is_tested{true, true}; // per side: the volume was tested, not the leaf's triangles
    if (test_.is_leaf_test()) {
        leaf_why_ =
            explain_leaf(recording().question(), {recording().mesh(0), recording().mesh(1)}, test_.nodes());
        is_pruned_ = !leaf_why_.may_meet();
        is_tested[leaf_why_.leaf_side] = false;
    } else if (test_.is_volume_test()) {
        volume_why_ = explain_volumes(recording().question(), test_.nodes());
        is_pruned_ = test_.is_bound_test() ? !test_.visit().verdict
                                           : volume_why_.first_separating() < volume_why_.rows.size();
    }
    for (const std::size_t side : {0u, 1u})
        uncontained_[side] =
            is_pruned_ && is_tested[side]
                ? find_uncontained_triangles(recording().hierarchy(side), recording().table(side),
                                             test_.node(side), recording().mesh(side))
                : std::nullopt;
}

void VisitExplanation::find_nearest_before() {
    nearest_before_.reset();
    if (!test_.compares_distances()) return;
    const std::size_t nearest = recording().replay().closest_before(test_.moment().index);
    if (nearest == VisitReplay::kNone) return;
    const PrimitivePair triangles{recording().visit(nearest).a, recording().visit(nearest).b};
    const TriangleExplanation why =
        explain_triangles(recording().triangle_w(0, triangles.a), recording().triangle_w(1, triangles.b));
    nearest_before_ = {triangles, why.closest.distance};
}

bool VisitExplanation::do_triangles_meet() const {
    return test_.marks().has_triangle_pair() || test_.compares_distances()
               ? triangle_why_.outcome == TriangleOutcome::intersecting
               : test_.visit().verdict;
}

} // namespace boxwood
