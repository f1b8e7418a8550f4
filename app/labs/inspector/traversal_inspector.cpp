#include "app/labs/inspector/traversal_inspector.hpp"

#include "app/jobs/thread_clock.hpp"
#include "collision/hierarchy/all_kinds.hpp"

#include <algorithm>

#include <glm/geometric.hpp>

namespace boxwood {

void TraversalInspector::record(Subject subject) {
    subject_ = std::move(subject);
    const auto operand = [&](std::size_t side) {
        const Shape& shape = *subject_.shapes[side];
        return MeshOperand{shape.mesh(), shape.hierarchy(), &subject_.world_from_shape[side]};
    };
    recorder_.clear();
    QueryScratch scratch;
    QueryResult result;
    const double start = thread_milliseconds();
    require_ok(query_meshes(operand(0), operand(1), subject_.request, scratch, recorder_, result));
    traced_ms_ = thread_milliseconds() - start;
    counters_ = result.counters;
    for (std::size_t side = 0; side < 2; ++side) {
        const AnyHierarchy& hierarchy = *subject_.shapes[side]->hierarchy();
        // The query may have split nodes of a lazy hierarchy, so its table is always renewed.
        if (tables_of_[side] == subject_.shapes[side] && hierarchy.config().kind != LazyBvh2Kind::kName)
            continue;
        tables_[side] = make_node_table(hierarchy);
        if (std::exchange(tables_of_[side], subject_.shapes[side]) == subject_.shapes[side])
            filters_[side].touch(); // a former leaf may be an inner node now
        else
            drop_marks(side);
    }
    replay_ = std::make_unique<VisitReplay>(recorder_.visits(), tables_[0], tables_[1]);
    player_.show(replay_.get());
    has_leaves_ = replay_->find_leaves(VisitReplay::kNone) != VisitReplay::kNone;
    has_contacts_ = replay_->find_contact(VisitReplay::kNone) != VisitReplay::kNone;
    ++revision_;
    fulfil();
    update();
}

void TraversalInspector::forget() {
    player_.show(nullptr);
    replay_.reset();
    if (!recorder_.visits().empty())
        recorder_ = VisitRecorder{kMaxRecordedVisits}; // discards its capacity too
    strokes_.clear();
}

TraversalInspector::NodeVerdicts TraversalInspector::node_verdicts() const {
    NodeVerdicts verdicts;
    for (const std::size_t side : {0u, 1u}) verdicts[side].assign(tables_[side].nodes.size(), 0);
    for (const Visit& visit : recorder_.visits()) {
        if (visit.kind == VisitKind::primitive_pair) continue;
        const std::uint8_t verdict = visit.verdict ? 2 : 1;
        verdicts[0][visit.a] = std::max(verdicts[0][visit.a], verdict);
        verdicts[1][visit.b] = std::max(verdicts[1][visit.b], verdict);
    }
    return verdicts;
}

PairInQuestion TraversalInspector::question() const {
    return {
        *subject_.shapes[0]->hierarchy(), *subject_.shapes[1]->hierarchy(), tables_[0],           tables_[1],
        subject_.world_from_shape[0],     subject_.world_from_shape[1],     subject_.request.test};
}

Triangle64 TraversalInspector::triangle_w(std::size_t side) const {
    return world_triangle(subject_.world_from_shape[side], subject_.shapes[side]->mesh(),
                          shown_triangle(side));
}

// --- stepping through visits ------------------------------------------------------------------------------

bool TraversalInspector::act(std::string_view action) {
    if (!is_open || player_.is_empty()) return false;
    const std::size_t at = player_.index();
    const auto go_to_next = [&](auto find) { // wraps around at the end
        if (!player_.try_go_to((*replay_.*find)(at))) player_.try_go_to((*replay_.*find)(VisitReplay::kNone));
    };
    if (action == "visit.play") {
        if (!player_.is_playing && at + 1 == player_.size()) player_.go_to(0);
        player_.is_playing = !player_.is_playing;
    } else if (action == "nudge.left")
        player_.go_by(-1);
    else if (action == "nudge.right")
        player_.go_by(1);
    else if (action == "nudge.away")
        player_.go_by_page(-1);
    else if (action == "nudge.near")
        player_.go_by_page(1);
    else if (action == "nudge.up")
        player_.try_go_to(replay_->parent(at));
    else if (action == "visit.first")
        player_.try_go_to(0);
    else if (action == "visit.last")
        player_.try_go_to(player_.size() - 1);
    else if (action == "nudge.down" || action == "visit.leaves")
        go_to_next(&VisitReplay::find_leaves);
    else if (action == "visit.contact")
        go_to_next(&VisitReplay::find_contact);
    else if (action == "visit.rejected")
        player_.try_go_to(replay_->largest_rejected());
    else
        return act_on_nodes(action);
    return true;
}

std::string TraversalInspector::why_unavailable(std::string_view action) const {
    if (!is_ready()) return {};
    const bool has_leaves_ahead = action == "nudge.down" || action == "visit.leaves";
    if (has_leaves_ahead && !has_leaves_) return "No two leaves overlap in this query.";
    if (action == "visit.contact" && is_of_distance() && !has_contacts_)
        return "No two triangles were compared in this query.";
    if (action == "visit.contact" && !has_contacts_) return "No two triangles intersect in this query.";
    if (action == "visit.rejected" && replay_->largest_rejected() == VisitReplay::kNone)
        return "Nothing was pruned in this query.";
    if (action == "visit.rejected" && replay_->largest_rejected() == player_.index())
        return "This is the pruned pair that saved the most.";
    if (action == "nudge.up" && replay_->parent(player_.index()) == VisitReplay::kNone)
        return "This is the visit of the two roots; it has no parent.";
    if (action == "tree.all" && !filters_[0].is_active() && !filters_[1].is_active())
        return "Both trees are shown whole.";
    if (action == "tree.hide") {
        const std::optional<NodeName> node = selected();
        const NodePair nodes = shown_nodes();
        if (node ? node->node == 0 : nodes.a == 0 && nodes.b == 0) return "A root cannot be hidden.";
    }
    return {};
}

bool TraversalInspector::find_triangle(std::size_t side, std::uint32_t triangle) {
    return is_open && !player_.is_empty() &&
           player_.try_go_to(replay_->find_primitive(side, triangle, player_.index()));
}

bool TraversalInspector::find_node(std::size_t side, std::uint32_t node) {
    for (std::size_t k = 1; k <= player_.size(); ++k) {
        const std::size_t i = (player_.index() + k) % player_.size();
        const Visit& visit = (*replay_)[i];
        if (visit.kind != VisitKind::primitive_pair && (side == 0 ? visit.a : visit.b) == node)
            return player_.try_go_to(i);
    }
    return false;
}

std::optional<PruningFault> TraversalInspector::find_fault(PrimitivePair pair) const {
    if (player_.is_empty() || is_of_distance()) return std::nullopt;
    const Shape &a = *subject_.shapes[0], &b = *subject_.shapes[1];
    return find_pruning_fault(*replay_, {a.hierarchy(), b.hierarchy()}, {&tables_[0], &tables_[1]},
                              {a.mesh(), b.mesh()}, pair);
}

// --- data of the current visit ----------------------------------------------------------------------------

void TraversalInspector::measure_trees() {
    if (measured_revision_ == revision_ && measured_ == measure) return;
    measured_revision_ = revision_;
    measured_ = measure;
    highest_ = 0.0f;
    for (const std::size_t side : {0u, 1u}) {
        values_[side] =
            measure_nodes(measure, *subject_.shapes[side]->hierarchy(), tables_[side], *replay_, side);
        first_visits_[side] = first_visits_of(*replay_, tables_[side], side);
        for (const float value : values_[side]) highest_ = std::max(highest_, value);
    }
}

void TraversalInspector::update() {
    if (!is_open || player_.is_empty()) return;
    measure_trees();
    if (heat != Heat::none)
        heat_up(draw::dark_palette()); // both themes share the ramp; headless runs have no theme
    const std::array with{way_length, pruned_kept, shows_slabs ? 1 : 0};
    const std::array filters{filters_[0].revision(), filters_[1].revision()};
    if (looked_at_revision_ == revision_ && looked_at_ == player_.index() && looked_with_ == with &&
        looked_at_picked_ == picked_ && looked_at_triangles_ == picked_triangles_ &&
        looked_at_filters_ == filters)
        return;
    looked_at_picked_ = picked_;
    looked_at_triangles_ = picked_triangles_;
    if (looked_at_filters_ != filters)
        for (const std::size_t side : {0u, 1u})
            shown_[side] = filters_[side].is_active() ? filters_[side].shown_triangles(tables_[side])
                                                      : std::vector<bool>();
    looked_at_filters_ = filters;
    looked_at_revision_ = revision_;
    looked_at_ = player_.index();
    looked_with_ = with;
    look();
}

void TraversalInspector::look() {
    strokes_.clear();
    const VisitMoment& moment = player_.moment();
    const std::size_t way = moment.way.size();
    for (std::size_t i = way - std::min(way, static_cast<std::size_t>(way_length)); i < way; ++i)
        add_strokes(moment.way[i], Ink::way);
    int pruned = 0;
    for (std::size_t i = moment.index; i-- > 0 && pruned < pruned_kept;) {
        const Visit& visit = (*replay_)[i];
        if (visit.verdict || visit.kind == VisitKind::primitive_pair) continue;
        if (!filters_[0].shows(tables_[0], visit.a) || !filters_[1].shows(tables_[1], visit.b)) continue;
        add_strokes(i, Ink::pruned);
        ++pruned;
    }
    bool is_pruned = false;
    std::array is_tested{true, true}; // by the volume of that side
    if (shows_leaf()) {
        leaf_why_ =
            explain_leaf(question(), {subject_.shapes[0]->mesh(), subject_.shapes[1]->mesh()}, shown_nodes());
        is_pruned = !leaf_why_.may_meet();
        is_tested[leaf_why_.leaf_side] = false;
    } else if (shows_volumes()) {
        volume_why_ = explain_volumes(question(), shown_nodes());
        is_pruned =
            shows_bound() ? !moment.visit.verdict : volume_why_.first_separating() < volume_why_.rows.size();
    }
    for (const std::size_t side : {0u, 1u}) {
        const std::uint32_t node = side == 0 ? shown_nodes().a : shown_nodes().b;
        uncontained_[side] =
            is_pruned && is_tested[side]
                ? find_uncontained_triangles(*subject_.shapes[side]->hierarchy(), tables_[side], node,
                                             subject_.shapes[side]->mesh())
                : std::nullopt;
    }
    step_why_ =
        has_picked() || has_triangles() ? std::nullopt : explain_step(question(), *replay_, moment.index);
    add_node(0, shown_nodes().a, Ink::current, is_pruned);
    add_node(1, shown_nodes().b, Ink::current, is_pruned);
    if (const std::optional<NodeName> node = selected()) {
        add_node(node->side, node->node, Ink::picked, false);
        add_slabs(node->side, node->node);
    } else if (shows_volumes()) {
        add_slabs(0, shown_nodes().a);
        add_slabs(1, shown_nodes().b);
    }
    find_bounds();
    nearest_before_.reset();
    if (compares_distances()) {
        const std::size_t before = replay_->closest_before(moment.index);
        if (before != VisitReplay::kNone) {
            const PrimitivePair triangles{(*replay_)[before].a, (*replay_)[before].b};
            nearest_before_ = {triangles, distance_of(triangles)};
        }
    }
    if (shows_volumes()) return;
    triangle_why_ = explain_triangles(triangle_w(0), triangle_w(1));
    if (triangle_why_.story != TriangleExplanation::meet)
        strokes_.push_back({glm::vec3(triangle_why_.closest.point_on_a),
                            glm::vec3(triangle_why_.closest.point_on_b), Ink::closest, false});
}

double TraversalInspector::distance_of(const PrimitivePair& triangles) const {
    const auto corners_w = [this](std::size_t side, std::uint32_t triangle) {
        return world_triangle(subject_.world_from_shape[side], subject_.shapes[side]->mesh(), triangle);
    };
    return explain_triangles(corners_w(0, triangles.a), corners_w(1, triangles.b)).closest.distance;
}

void TraversalInspector::find_bounds() {
    std::vector<glm::vec3> points_w;
    const bool has_node = selected().has_value();
    if (!has_node && !shows_volumes()) {
        for (const std::size_t side : {0u, 1u})
            for (const glm::dvec3& corner_w : triangle_w(side)) points_w.emplace_back(corner_w);
    } else {
        for (const Stroke& stroke : strokes_)
            if (stroke.ink == (has_node ? Ink::picked : Ink::current))
                points_w.insert(points_w.end(), {stroke.from_w, stroke.to_w});
    }
    explained_w_ = points_w.empty() ? Aabb() : Aabb::fit(points_w);
}

std::optional<Focus> TraversalInspector::focus() const {
    if (!is_ready() || explained_w_.is_empty()) return std::nullopt;
    return Focus{explained_w_.center(), glm::length(explained_w_.half())};
}

void TraversalInspector::add_facts(std::vector<ReportField>& io_facts) const {
    io_facts.push_back({"visit_open", is_open ? "true" : "false"});
    if (!is_ready()) return;
    const VisitMoment& moment = player_.moment();
    const auto add = [&](const char* name, std::uint64_t value) {
        io_facts.push_back({name, std::to_string(value)});
    };
    add("visit", moment.index + 1);
    add("visits", player_.size());
    add("visit_kind", static_cast<std::uint64_t>(moment.visit.kind));
    add("visit_a", moment.visit.a);
    add("visit_b", moment.visit.b);
    add("visit_verdict", moment.visit.verdict ? 1 : 0);
    add("visit_waiting", moment.stack.size());
    io_facts.push_back({"visit_of", is_of_distance() ? "\"distance\"" : "\"contacts\""});
    io_facts.push_back({"visit_picked", has_picked() ? "true" : "false"});
    io_facts.push_back({"triangles_picked", has_triangles() ? "true" : "false"});
    for (const std::size_t side : {0u, 1u}) {
        const std::string suffix = side == 0 ? "_a" : "_b";
        const auto shown = shown_[side].empty()
                               ? subject_.shapes[side]->mesh().triangles.size()
                               : static_cast<std::size_t>(std::ranges::count(shown_[side], true));
        io_facts.push_back(
            {"picked" + suffix, picked_[side] == NodeTable::kNone ? "null" : std::to_string(picked_[side])});
        io_facts.push_back({"triangles_shown" + suffix, std::to_string(shown)});
    }
    if (heat != Heat::none) {
        add("cost_queries", costs_.queries());
        add("cost_sum", heat == Heat::triangle_tests ? costs_.triangle_tests() : costs_.volume_tests());
    }
    add("visit_volume_tests", moment.counters.volume_tests);
    add("visit_triangle_tests", moment.counters.primitive_tests);
    std::string why;
    const std::string told = shows_leaf()      ? describe_wrong_pruning() + describe_leaf()
                             : shows_bound()   ? describe_wrong_pruning() + describe_bound()
                             : shows_volumes() ? describe_wrong_pruning() + describe_volumes()
                                               : describe_triangles();
    for (const char c : told)
        if (c != '"' && c != '\\') why += c;
    io_facts.push_back({"why", '"' + why + '"'});
}

} // namespace boxwood
