#include "engine/explain/visit_replay.hpp"

#include <algorithm>
#include <array>
#include <unordered_map>

namespace boxwood {
namespace {

bool is_of_volumes(const Visit& visit) {
    return visit.kind == VisitKind::volume_pair || visit.kind == VisitKind::leaf_pair ||
           visit.kind == VisitKind::volume_bound;
}

std::uint64_t key_of(std::uint32_t a, std::uint32_t b) {
    return std::uint64_t{a} << 32 | b;
}

// Finds the parent visit of each visit, for a query that opens pairs in any order or searches several times. The parent
// is the last visit of a pair whose opening leads to this visit. The parent of a visit of kind volume_bound must also
// be one level above the visit. The result is NodeTable::kNone for the root pair, and for visits of kind volume_bound
// without a parent among the visits from `first_bound` on.
std::vector<std::uint32_t> find_parents(std::span<const Visit> visits, std::size_t first_bound,
                                        const NodeTable& a, const NodeTable& b) {
    std::unordered_map<std::uint64_t, std::uint32_t> found; // the last visit of each pair that was not pruned
    std::vector<std::uint32_t> parents;
    parents.reserve(visits.size());
    for (std::uint32_t i = 0; i < visits.size(); ++i) {
        const Visit& visit = visits[i];
        if (i == first_bound) found.clear();
        std::uint32_t last = NodeTable::kNone;
        const auto look_up = [&](std::uint32_t of_a, std::uint32_t of_b) {
            const auto at = found.find(key_of(of_a, of_b));
            if (at == found.end()) return;
            if (visit.kind == VisitKind::volume_bound && visits[at->second].depth + 1 != visit.depth) return;
            if (last == NodeTable::kNone || at->second > last) last = at->second;
        };
        if (visit.kind == VisitKind::primitive_pair) {
            look_up(a.leaves[visit.a], b.leaves[visit.b]);
        } else if (is_of_volumes(visit)) {
            const NodeTable::Node &of_a = a.nodes[visit.a], &of_b = b.nodes[visit.b];
            for (const std::uint32_t above : {of_a.opener, of_a.parent}) look_up(above, visit.b);
            for (const std::uint32_t above : {of_b.opener, of_b.parent}) look_up(visit.a, above);
            look_up(of_a.parent, of_b.parent);
            if (visit.verdict) found.insert_or_assign(key_of(visit.a, visit.b), i);
        }
        parents.push_back(last);
    }
    return parents;
}

} // namespace

VisitReplay::VisitReplay(std::span<const Visit> visits, const NodeTable& a, const NodeTable& b)
    : visits_(visits)
    , a_(&a)
    , b_(&b)
    , is_wide_(a.is_wide || b.is_wide)
    , first_bound_(static_cast<std::size_t>(std::ranges::find(visits, VisitKind::volume_bound, &Visit::kind) -
                                            visits.begin())) {
    if (is_wide_ || first_bound_ < visits.size()) parents_ = find_parents(visits, first_bound_, a, b);
    parents_.resize(visits.size(), kNoParent);
    State state;
    std::uint64_t max_pairs = 0;
    for (std::size_t i = 0; i < visits.size(); ++i) {
        if (i % kStride == 0) kept_.push_back(state);
        advance(state);
        if (!is_in_any_order(i)) parents_[i] = state.opened;
        if (visits[i].kind == VisitKind::primitive_pair || visits[i].verdict) continue;
        if (const std::uint64_t pairs = pairs_below(i); pairs > max_pairs) {
            max_pairs = pairs;
            largest_rejected_ = i;
        }
    }
}

bool VisitReplay::are_leaves(const Visit& visit) const {
    return (visit.kind == VisitKind::volume_pair || visit.kind == VisitKind::volume_bound) &&
           a_->has_primitives(visit.a) && b_->has_primitives(visit.b);
}

std::uint64_t VisitReplay::pairs_below(std::size_t volume_visit) const {
    const Visit& visit = visits_[volume_visit];
    return std::uint64_t{a_->nodes[visit.a].count} * b_->nodes[visit.b].count;
}

// Pops the top of the stack. The next visits are its two or four child pairs, or its pairs of primitives.
void VisitReplay::open_next(State& io_state) const {
    if (io_state.stack.empty()) { // the next visit is the root pair
        io_state.opened = kNoParent;
        io_state.left = 1;
        return;
    }
    io_state.opened = io_state.stack.back();
    io_state.stack.pop_back();
    const Visit &opened = visits_[io_state.opened], &next = visits_[io_state.next - 1];
    const bool are_both_opened = next.a != opened.a && next.b != opened.b;
    io_state.tested = are_both_opened ? 4 : 2;
    io_state.left = are_leaves(opened) ? pairs_below(io_state.opened) : io_state.tested;
}

// Advances over the visit io_state.next.
void VisitReplay::advance(State& io_state) const {
    const auto index = static_cast<std::uint32_t>(io_state.next++);
    if (index >= first_bound_)
        advance_distance_stack(io_state, index);
    else if (is_wide_)
        advance_wide_stack(io_state, index);
    else
        advance_stack(io_state, index);
    const Visit& visit = visits_[index];
    add_visit(visit, io_state.counters);
    if (visit.kind == VisitKind::primitive_pair && visit.verdict &&
        visit.axis != static_cast<std::int8_t>(PrimitiveTest::distance))
        ++io_state.contacts;
}

// Does the same as traverse(): tests all child pairs, then pushes the overlapping pairs. Two child pairs are pushed in
// reverse order, four in the order of their tests.
void VisitReplay::advance_stack(State& io_state, std::uint32_t index) const {
    if (io_state.left == 0) {
        // Pushes the overlapping pairs of the previous visits onto the stack.
        const bool were_children = index > 0 && (visits_[index - 1].kind == VisitKind::volume_pair ||
                                                 visits_[index - 1].kind == VisitKind::leaf_pair);
        const std::uint32_t tested =
            std::min(io_state.opened == kNoParent ? 1 : io_state.tested, were_children ? index : 0);
        for (std::uint32_t i = 1; i <= tested; ++i) {
            const std::uint32_t child = tested == 4 ? index - 5 + i : index - i;
            if (visits_[child].verdict) io_state.stack.push_back(child);
        }
        open_next(io_state);
    }
    --io_state.left;
}

// An overlapping pair stays on the stack until the first of its child pairs or pairs of primitives is visited.
void VisitReplay::advance_wide_stack(State& io_state, std::uint32_t index) const {
    if (index > 0 && is_of_volumes(visits_[index - 1]) && visits_[index - 1].verdict)
        io_state.stack.push_back(index - 1);
    std::erase(io_state.stack, parents_[index]);
}

// The traversal is depth first and opens the nearest child first. When a pair is opened, all pairs that were pushed
// after it have been opened or dropped, except its farther siblings.
void VisitReplay::advance_distance_stack(State& io_state, std::uint32_t index) const {
    const auto has_no_parent = [this](std::uint32_t visit) {
        return is_of_volumes(visits_[visit]) && parents_[visit] == kNoParent;
    };
    const bool is_first = index == first_bound_;
    if (!is_first && is_of_volumes(visits_[index - 1]) && visits_[index - 1].verdict)
        io_state.stack.push_back(index - 1);
    const std::uint32_t opened = parents_[index];
    if (opened == kNoParent) { // the children of a pair that was not recorded are visited one after another
        const bool starts_new_stack =
            is_first || !has_no_parent(index - 1) || visits_[index - 1].depth != visits_[index].depth;
        if (starts_new_stack) io_state.stack.clear();
        return;
    }
    std::erase_if(io_state.stack, [&](std::uint32_t pending) {
        return pending == opened ||
               (pending > opened && parents_[pending] != parents_[opened] && parents_[pending] != opened);
    });
}

const VisitMoment& VisitReplay::seek(std::size_t index) {
    State state = kept_[index / kStride];
    while (state.next <= index) advance(state);
    moment_.index = index;
    moment_.visit = visits_[index];
    moment_.counters = state.counters;
    moment_.contacts = state.contacts;
    moment_.stack.assign(state.stack.begin(), state.stack.end());
    moment_.path.clear();
    for (std::size_t at = parent(index); at != kNone; at = parent(at)) moment_.path.push_back(at);
    std::reverse(moment_.path.begin(), moment_.path.end());
    const bool is_primitive = moment_.visit.kind == VisitKind::primitive_pair;
    moment_.nodes = is_primitive ? NodePair{a_->leaves[moment_.visit.a], b_->leaves[moment_.visit.b]}
                                 : NodePair{moment_.visit.a, moment_.visit.b};
    return moment_;
}

std::size_t VisitReplay::find_leaves(std::size_t after) const {
    for (std::size_t i = after + 1; i < visits_.size(); ++i)
        if (visits_[i].verdict && are_leaves(visits_[i])) return i;
    return kNone;
}

std::size_t VisitReplay::find_contact(std::size_t after) const {
    for (std::size_t i = after + 1; i < visits_.size(); ++i)
        if (visits_[i].verdict && visits_[i].kind == VisitKind::primitive_pair) return i;
    return kNone;
}

std::size_t VisitReplay::closest_before(std::size_t index) const {
    while (index-- > first_bound_)
        if (visits_[index].verdict && visits_[index].kind == VisitKind::primitive_pair) return index;
    return kNone;
}

std::size_t VisitReplay::find_primitive(std::size_t side, std::uint32_t primitive, std::size_t after) const {
    const NodeTable& nodes = table(side);
    if (primitive >= nodes.places.size()) return kNone;
    std::size_t deepest = kNone;
    std::uint32_t depth = 0;
    for (std::size_t k = 1; k <= visits_.size(); ++k) {
        const std::size_t i = (after + k) % visits_.size();
        const Visit& visit = visits_[i];
        const std::uint32_t id = side == 0 ? visit.a : visit.b;
        if (visit.kind == VisitKind::primitive_pair) {
            if (id == primitive) return i;
        } else if (nodes.holds(id, primitive) && (deepest == kNone || visit.depth > depth)) {
            deepest = i;
            depth = visit.depth;
        }
    }
    return deepest;
}

} // namespace boxwood
