#include "app/labs/inspector/recording/query_recording.hpp"

#include "app/jobs/thread_clock.hpp"
#include "collision/hierarchy/all_kinds.hpp"

#include <algorithm>
#include <utility>

namespace boxwood {

std::array<QueryRecording::TableChange, 2> QueryRecording::record(Subject subject) {
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
    std::array changes{TableChange::none, TableChange::none};
    for (const std::size_t side : {0u, 1u}) {
        const std::shared_ptr<const Shape>& shape = subject_.shapes[side];
        if (table_shapes_[side] == shape && !is_lazy(side)) continue;
        tables_[side] = make_node_table(*shape->hierarchy());
        changes[side] = std::exchange(table_shapes_[side], shape) == shape ? TableChange::has_grown
                                                                           : TableChange::is_other;
    }
    replay_ = std::make_unique<VisitReplay>(recorder_.visits(), tables_[0], tables_[1]);
    has_leaves_ = replay_->find_leaves(VisitReplay::kNone) != VisitReplay::kNone;
    has_contacts_ = replay_->find_contact(VisitReplay::kNone) != VisitReplay::kNone;
    ++revision_;
    return changes;
}

void QueryRecording::forget() {
    replay_.reset();
    if (!recorder_.visits().empty()) recorder_ = VisitRecorder{kMaxRecordedVisits}; // releases its memory too
}

bool QueryRecording::is_lazy(std::size_t side) const {
    return hierarchy(side).config().kind == LazyBvh2Kind::kName;
}

QueriedPair QueryRecording::question() const {
    return {hierarchy(0),
            hierarchy(1),
            tables_[0],
            tables_[1],
            subject_.world_from_shape[0],
            subject_.world_from_shape[1],
            subject_.request.test};
}

QueryRecording::NodeVerdicts QueryRecording::node_verdicts() const {
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

std::optional<PruningFault> QueryRecording::find_fault(PrimitivePair pair) const {
    if (!has_visits() || replay_->is_empty() || is_distance_query()) return std::nullopt;
    return find_pruning_fault(*replay_, {&hierarchy(0), &hierarchy(1)}, {&tables_[0], &tables_[1]},
                              {mesh(0), mesh(1)}, pair);
}

} // namespace boxwood
