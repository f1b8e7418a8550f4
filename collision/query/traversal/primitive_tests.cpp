#include "collision/query/traversal/primitive_tests.hpp"

#include "collision/core/trace.hpp"

namespace boxwood::detail {

template <TracePolicy Trace>
bool PrimitiveTests<Trace>::decide(PrimitivePair pair) {
    const std::uint64_t exact_before = out_.counters.exact_tests;
    const bool are_separated = is_filtered_ && relation_.are_separated(mesh_a_, pair.a, mesh_b_, pair.b);
    const bool intersects = !are_separated && triangle_test_(triangles_a_[pair.a], triangles_b_[pair.b],
                                                             out_.counters.exact_tests);
    trace_pair(pair, intersects,
               out_.counters.exact_tests == exact_before ? PrimitiveTest::filter : PrimitiveTest::exact);
    return intersects;
}

template <TracePolicy Trace>
PrimitiveAnswer PrimitiveTests<Trace>::compare(PrimitivePair pair, TriangleDistance& out_found) {
    if (closest_frame_.are_beyond(pair, out_.distance)) return PrimitiveAnswer::beyond;
    out_found = find_closest_points(triangles_a_[pair.a], triangles_b_[pair.b]);
    const bool is_closer = out_found.distance < out_.distance ||
                           (out_found.distance == out_.distance && order_of(pair) < order_of(out_.closest));
    trace_pair(pair, is_closer, PrimitiveTest::distance);
    if (is_closer) closest_frame_.set(out_found);
    return is_closer ? PrimitiveAnswer::closer : PrimitiveAnswer::farther;
}

template <TracePolicy Trace>
bool PrimitiveTests<Trace>::test_with_log(PrimitivePair pair) {
    if (log_->is_replayed()) return log_->next(pair, false) == PrimitiveAnswer::intersects;
    const bool intersects = decide(pair);
    log_->add(pair, intersects ? PrimitiveAnswer::intersects : PrimitiveAnswer::disjoint);
    return intersects;
}

template <TracePolicy Trace>
void PrimitiveTests<Trace>::measure_with_log(PrimitivePair pair) {
    TriangleDistance found;
    const bool is_replayed = log_->is_replayed();
    const PrimitiveAnswer answer = is_replayed ? log_->next(pair, true) : compare(pair, found);
    if (!is_replayed) log_->add(pair, answer, found);
    if (is_replayed && answer == PrimitiveAnswer::closer) found = log_->next_closest();
    store(pair, answer, found);
}

template <TracePolicy Trace>
void PrimitiveTests<Trace>::trace_pair(PrimitivePair pair, bool verdict, PrimitiveTest test) {
    if constexpr (Trace::kActive)
        trace_.record({.a = pair.a,
                       .b = pair.b,
                       .kind = VisitKind::primitive_pair,
                       .verdict = verdict,
                       .axis = static_cast<std::int8_t>(test)});
}

template class PrimitiveTests<NoTrace>;
template class PrimitiveTests<VisitRecorder>;

} // namespace boxwood::detail
