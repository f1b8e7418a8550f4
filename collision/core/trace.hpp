// What: the policy by which algorithms record their steps. NoTrace compiles to nothing; VisitRecorder stores a list of
//       visits up to a limit. Algorithms contain no display code, and displays show only recorded visits.
// Cost: NoTrace has no cost (bench/trace_cost.cpp); VisitRecorder stores 16 bytes per visit, up to its limit.
// Use: an algorithm is a template <TracePolicy Trace> and takes `Trace& trace`. If the arguments of trace.record() are
// expensive to compute, put the call and its arguments into `if constexpr (Trace::kActive)`.
#pragma once

#include "collision/core/ids.hpp"

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace boxwood {

enum class VisitKind : std::uint8_t {
    volume_pair,
    primitive_pair,
    feature_step,
    recorded_swap,
    node_built,
    node_refitted,
    volume_bound,
    leaf_pair
};

// The method that decided whether two primitives intersect: a distance, a floating-point filter, or exact arithmetic.
enum class PrimitiveTest : std::int8_t { distance = -1, filter = 0, exact = 1 };

// One recorded step. The meaning of the members a, b, depth, verdict and axis depends on the kind:
//   volume_pair        a, b nodes; depth; verdict: overlap; axis: first separating axis (-1: none); queries on world
//                      trees (query/dispatch/world_query.hpp) record 0 for every separating axis
//   volume_bound       a, b nodes; depth; verdict: the nodes can contain the closest primitives (distance queries)
//   leaf_pair          a, b nodes, one of them a leaf; depth; verdict: a triangle of the leaf can intersect the volume
//                      of the other node
//   primitive_pair     a, b primitives; verdict: they intersect, or are the closest so far; axis: the deciding test, as
//                      in PrimitiveTest
//   feature_step       a, b features packed by pack(); depth: iteration; axis: index of the violated plane (-1: none);
//                      verdict: the next step is a jump (narrow_phase/closest_features.hpp)
//   recorded_swap      a: the body whose endpoint moved, b: the body whose endpoint it passed; axis 0..2; depth: 1 if
//                      a MIN and a MAX are swapped, else 0; verdict: their overlap on this axis begins
//   node_refitted      a: the node
//   node_built         not recorded by any algorithm
struct Visit {
    std::uint32_t a = 0;
    std::uint32_t b = 0;
    std::uint32_t depth = 0;
    VisitKind kind = VisitKind::volume_pair;
    bool verdict = false;
    std::int8_t axis = -1;

    friend bool operator==(const Visit&, const Visit&) = default;
};
static_assert(sizeof(Visit) == 16);

inline std::uint32_t pack(Feature feature) {
    return (static_cast<std::uint32_t>(feature.kind) << 30) | feature.index;
}
inline Feature unpack_feature(std::uint32_t packed) {
    return {static_cast<FeatureKind>(packed >> 30), packed & 0x3FFFFFFFu};
}

template <class T>
concept TracePolicy = requires(T& trace, const Visit& visit) {
    { T::kActive } -> std::convertible_to<bool>;
    trace.record(visit);
};

// The default: stores nothing and costs nothing.
struct NoTrace {
    static constexpr bool kActive = false;
    static void record(const Visit&) {}
};

// Stores the first `limit` visits and counts all of them.
class VisitRecorder {
  public:
    static constexpr bool kActive = true;

    explicit VisitRecorder(std::size_t limit = std::size_t{1} << 20)
        : limit_(limit) {}

    void record(const Visit& visit) {
        if (visits_.size() < limit_) visits_.push_back(visit);
        ++seen_;
    }
    void clear() {
        visits_.clear();
        seen_ = 0;
    }
    const std::vector<Visit>& visits() const { return visits_; }
    std::size_t seen() const { return seen_; } // including visits beyond the limit
    bool is_truncated() const { return seen_ > visits_.size(); }

  private:
    std::vector<Visit> visits_;
    std::size_t limit_ = 0;
    std::size_t seen_ = 0;
};

static_assert(TracePolicy<NoTrace> && TracePolicy<VisitRecorder>);

} // namespace boxwood
