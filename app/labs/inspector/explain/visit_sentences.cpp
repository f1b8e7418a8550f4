// The sentences that explain a visit.
#include "app/labs/inspector/explain/visit_explanation.hpp"

#include "app/labs/length_text.hpp"
#include "engine/ui/text/format.hpp"

#include <algorithm>
#include <array>

#include <glm/geometric.hpp>

namespace boxwood {

std::string VisitExplanation::describe() const {
    if (test_.is_leaf_test()) return describe_wrong_pruning() + describe_leaf();
    if (test_.is_volume_test()) return describe_wrong_pruning() + describe_volume_test();
    return describe_triangles();
}

std::string VisitExplanation::describe_volume_test() const {
    return test_.is_bound_test() ? describe_bound() : describe_volumes();
}

std::string VisitExplanation::describe_wrong_pruning() const {
    std::string text;
    const NodePair nodes = test_.nodes();
    for (const std::size_t side : {0u, 1u}) {
        if (!uncontained_[side]) continue;
        const std::uint32_t node = side == 0 ? nodes.a : nodes.b;
        const std::size_t count = uncontained_[side]->count;
        text += std::string("The volume of ") + (side == 0 ? "A" : "B") + "'s node " +
                ui::format_count(node) + " does not contain its triangles: " +
                (count == 1 ? "triangle " + ui::format_count(uncontained_[side]->first) + " reaches"
                            : ui::format_count(count) + " of " +
                                  ui::format_count(recording().table(side).nodes[node].count) + ", such as " +
                                  ui::format_count(uncontained_[side]->first) + ", reach") +
                " out of it. ";
    }
    return text.empty() ? text : text + "This pruning is therefore wrong. ";
}

std::string VisitExplanation::describe_leaf() const {
    const LeafTestExplanation& why = leaf_why_;
    const std::string leaf = why.leaf_side == 0 ? "A" : "B", inner = why.leaf_side == 0 ? "B" : "A";
    const auto meeting =
        static_cast<std::size_t>(std::ranges::count_if(why.triangles, &LeafTriangle::may_meet));
    const std::size_t count = why.triangles.size();
    const LeafTriangle& nearest = why.nearest();
    const std::string first = "The leaf's own triangles were tested, not its volume. ";
    if (meeting > 0)
        return first +
               (count == 1 ? "Triangle "
                           : ui::format_count(meeting) + " of " + ui::format_count(count) + ", such as ") +
               ui::format_count(nearest.triangle) + " of " + leaf + (count == 1 ? "" : ",") +
               " can intersect the volume of " + inner + "'s inner node, so that node is opened.";
    return first +
           (count == 1 ? "Its triangle " + ui::format_count(nearest.triangle) + " does not intersect"
                       : "None of its " + ui::format_count(count) + " triangles intersects") +
           " the volume of " + inner + "'s inner node: " +
           (nearest.gap > 0.0 ? (count == 1 ? "a plane separates them by " : "the nearest is separated by ") +
                                    length_text(nearest.gap) + "."
                              : "the gap is too small to be drawn.");
}

std::string VisitExplanation::describe_step() const {
    const BoxTreeStepExplanation& why = *step_why_;
    constexpr std::array<const char*, 3> kAxes{"x", "y", "z"};
    if (why.slabs.empty()) return "The boxes of the two roots are compared; no slab has been cut away yet.";
    std::string text = "The box of a box-tree's node is its parent's box with one slab cut away. Here ";
    for (std::size_t i = 0; i < why.slabs.size(); ++i) {
        const MovedSlab& slab = why.slabs[i];
        text += std::string(i == 0 ? "" : " and ") + (slab.side == 0 ? "A" : "B") + "'s node " +
                ui::format_count(slab.node) + " cuts away " +
                ui::format_significant(static_cast<double>(slab.move), 3) + " at its " +
                (slab.is_lower ? "lower " : "upper ") + kAxes[slab.axis] + " side";
    }
    const StepEnd* end = why.rejecting();
    if (end == nullptr) return text + ". The remaining boxes still overlap along every axis.";
    return text + ". This rejects the pair: along " + std::string(end->name) + ", where " +
           (end->is_upper_end_of_a ? "A ends and B begins" : "B ends and A begins") + ", the overlap of " +
           ui::format_significant(static_cast<double>(end->before), 3) + " became " +
           ui::format_significant(static_cast<double>(end->after), 3) + ".";
}

std::string VisitExplanation::describe_volumes() const {
    const std::vector<AxisRow>& rows = volume_why_.rows;
    const NodePair nodes = test_.nodes();
    const std::string pairs = ui::format_count(std::uint64_t{recording().table(0).nodes[nodes.a].count} *
                                               recording().table(1).nodes[nodes.b].count);
    const std::size_t first = volume_why_.first_separating();
    const bool is_one = rows.size() == 1;
    if (first < rows.size()) {
        const std::string gap = length_text(rows[first].gap);
        std::string text = is_one ? "They are separated by " + gap + "."
                                  : "Axis " + std::to_string(first + 1) + " of " +
                                        std::to_string(rows.size()) + " (" + std::string(rows[first].name) +
                                        ") separates the volumes by " + gap + ".";
        if (first > 0)
            text += first == 1 ? " The axis before it does not separate them."
                               : " The " + std::to_string(first) + " axes before it do not separate them.";
        return text + " " + pairs +
               (pairs == "1" ? " triangle pair is not tested." : " triangle pairs are not tested.");
    }
    const AxisRow& widest = rows[volume_why_.widest()];
    const std::string depth = length_text(-widest.gap);
    const bool are_leaves =
        recording().table(0).has_primitives(nodes.a) && recording().table(1).has_primitives(nodes.b);
    return (is_one ? "The volumes overlap by " + depth + "."
                   : "No axis of " + std::to_string(rows.size()) + " separates the volumes; " +
                         "the smallest overlap is " + depth + ", along " + std::string(widest.name) + ".") +
           (are_leaves
                ? " Both are leaves, so their triangles are tested."
                : " Any of " + pairs + " triangle pairs can intersect, so one of the two nodes is opened.");
}

// The largest gap along an axis is also a lower bound of the distance; the lower bound that the query uses can be
// tighter.
std::string VisitExplanation::describe_bound() const {
    const NodePair nodes = test_.nodes();
    const std::string pairs = ui::format_count(std::uint64_t{recording().table(0).nodes[nodes.a].count} *
                                               recording().table(1).nodes[nodes.b].count);
    const AxisRow& widest = volume_why_.rows[volume_why_.widest()];
    const std::string gap = widest.gap > 0.0
                                ? "The distance of the volumes is at least " + length_text(widest.gap)
                                : std::string("The volumes overlap or nearly touch");
    if (!nearest_before_) return gap + ". No triangles were compared yet, so the nearer child is opened.";
    const std::string nearest = length_text(nearest_before_->distance) +
                                " of the closest triangles so far (" +
                                ui::format_count(nearest_before_->triangles.a) + " of A and " +
                                ui::format_count(nearest_before_->triangles.b) + " of B)";
    const bool are_leaves =
        recording().table(0).has_primitives(nodes.a) && recording().table(1).has_primitives(nodes.b);
    if (test_.visit().verdict)
        return gap + ". The query's lower bound does not exceed the " + nearest +
               (are_leaves ? ", so their triangles are compared, unless closer ones are found first."
                           : ", so one of the two nodes is opened, unless closer triangles are found first.");
    const std::string farther = widest.gap > nearest_before_->distance
                                    ? ", farther than the " + nearest
                                    : ". The query's lower bound exceeds the " + nearest;
    return gap + farther + ". " + pairs +
           (pairs == "1" ? " triangle pair is not compared." : " triangle pairs are not compared.");
}

std::string VisitExplanation::describe_distance() const {
    std::string text = "The distance of the triangles is " + length_text(triangle_why_.closest.distance);
    if (!nearest_before_) return text + "; no triangles were compared before.";
    const std::string nearest = length_text(nearest_before_->distance);
    return test_.visit().verdict
               ? text + ", the smallest so far. The previous smallest distance was " + nearest + "."
               : text + ", not below the smallest so far, " + nearest + ".";
}

std::string VisitExplanation::describe_triangles() const {
    if (test_.compares_distances() && !test_.marks().has_triangle_pair()) return describe_distance();
    const TriangleExplanation& why = triangle_why_;
    const std::string distance = length_text(why.closest.distance);
    std::string text;
    switch (why.outcome) {
    case TriangleOutcome::intersecting:
        if (why.section.is_flat || why.section.contact == TriangleContact::coplanar_overlap)
            text = "The triangles share points in a common plane.";
        else if (why.section.contact == TriangleContact::point)
            text = "The triangles touch at a point.";
        else
            text = "The triangles cross along a segment of " +
                   length_text(glm::distance(why.section.ends[0].point, why.section.ends[1].point)) + ".";
        break;
    case TriangleOutcome::separated_by_plane_of_a:
        text = "B's triangle lies on one side of the plane of A's, at least " + length_text(why.plane_gap) +
               " from it. The distance of the triangles is " + distance + ".";
        break;
    case TriangleOutcome::separated_by_plane_of_b:
        text = "A's triangle lies on one side of the plane of B's, at least " + length_text(why.plane_gap) +
               " from it. The distance of the triangles is " + distance + ".";
        break;
    case TriangleOutcome::disjoint_otherwise:
        text = "Each triangle crosses or touches the plane of the other, but outside the other triangle. "
               "Their distance is " +
               distance + ".";
        break;
    }
    return text + (why.is_exact_test ? " Floating-point arithmetic could not decide; exact arithmetic did."
                                     : " Floating-point arithmetic decided, with a certified error bound.");
}

} // namespace boxwood
