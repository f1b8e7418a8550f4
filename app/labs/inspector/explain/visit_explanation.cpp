#include "app/labs/inspector/explain/visit_explanation.hpp"

namespace boxwood {

void VisitExplanation::explain() {
    explain_volume_test();
    const NodeMarks& marks = shown_.marks();
    step_why_ = marks.has_nodes() || marks.has_triangles()
                    ? std::nullopt
                    : explain_step(recording().question(), recording().replay(), shown_.moment().index);
    find_nearest_before();
    if (!shown_.are_volumes()) triangle_why_ = explain_triangles(shown_.triangle_w(0), shown_.triangle_w(1));
}

void VisitExplanation::explain_volume_test() {
    is_pruned_ = false;
    std::array is_tested{true, true}; // by the volume of that side
    if (shown_.is_leaf()) {
        leaf_why_ =
            explain_leaf(recording().question(), {recording().mesh(0), recording().mesh(1)}, shown_.nodes());
        is_pruned_ = !leaf_why_.may_meet();
        is_tested[leaf_why_.leaf_side] = false;
    } else if (shown_.are_volumes()) {
        volume_why_ = explain_volumes(recording().question(), shown_.nodes());
        is_pruned_ = shown_.is_bound() ? !shown_.visit().verdict
                                       : volume_why_.first_separating() < volume_why_.rows.size();
    }
    for (const std::size_t side : {0u, 1u})
        uncontained_[side] =
            is_pruned_ && is_tested[side]
                ? find_uncontained_triangles(recording().hierarchy(side), recording().table(side),
                                             shown_.node(side), recording().mesh(side))
                : std::nullopt;
}

void VisitExplanation::find_nearest_before() {
    nearest_before_.reset();
    if (!shown_.compares_distances()) return;
    const std::size_t before = recording().replay().closest_before(shown_.moment().index);
    if (before == VisitReplay::kNone) return;
    const PrimitivePair triangles{recording().visit(before).a, recording().visit(before).b};
    const TriangleWhy why =
        explain_triangles(recording().triangle_w(0, triangles.a), recording().triangle_w(1, triangles.b));
    nearest_before_ = {triangles, why.closest.distance};
}

bool VisitExplanation::do_triangles_meet() const {
    return shown_.marks().has_triangles() || shown_.compares_distances()
               ? triangle_why_.story == TriangleExplanation::meet
               : shown_.visit().verdict;
}

} // namespace boxwood
