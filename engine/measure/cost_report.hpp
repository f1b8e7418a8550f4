// What: the query time as t = n_v c_v + n_p c_p + n_u c_u: number and unit cost of volume tests, primitive tests and
//       volumes recomputed because of motion.
// Units: microseconds for sums, nanoseconds for unit costs.
// Invariants: the counts are the queries' own counters. Each term is timed separately as one interval, without clock
//             calls between tests: the traversal with the answers of the primitive tests from a log, less the updates;
//             the primitive tests of the log alone; the updates alone. The sum therefore does not equal the total time
//             by construction; the residual is the difference.
// Degenerate input: without poses or clock all values are zero; a term without occurrences costs 0.
// Cost: the queries once, and twice more for each repeat.
// Source: [van den Bergen 1997] section 5 (the log); RTR 17.3.3.
// Departs from the source: c_v includes the cost around the test, the stack, the descend rule and the relation.
// Oracle: tests/engine/measure/cost_report_test.cpp.
#pragma once

#include "collision/query/mesh_query.hpp"
#include "collision/query/traversal/primitive_test_record.hpp"
#include "engine/sim/simulation.hpp"

#include <cstdint>
#include <functional>
#include <span>
#include <utility>
#include <vector>

namespace boxwood {

struct CostTerm {
    std::uint64_t count = 0;
    double us = 0.0; // total
    double ns_each() const { return count == 0 ? 0.0 : 1000.0 * us / static_cast<double>(count); }
};

struct CostReport {
    CostTerm volumes, primitives, updates;
    double wall_us = 0.0;

    double sum_us() const { return volumes.us + primitives.us + updates.us; }
    double residual_us() const { return wall_us - sum_us(); }
    double residual_share() const { return wall_us > 0.0 ? residual_us() / wall_us : 0.0; }
    CostReport& operator+=(const CostReport& other);
};

struct CostSubject {
    MeshView a, b;
    const AnyHierarchy &tree_a, &tree_b;
    std::span<const std::pair<Pose, Pose>> poses;
    QueryRequest request;
};

class CostMeter {
  public:
    // `clock` in milliseconds; may be null. The minimum of `repeats` times is used.
    CostMeter(Clock clock, int repeats);

    // Calls on_answer(result) once per pose, in order, outside of the timed intervals.
    CostReport measure(const CostSubject& subject, const std::function<void(const QueryResult&)>& on_answer);

  private:
    void ask_all(const CostSubject& subject, PrimitiveTestRecord* log);
    CostReport count(const CostSubject& subject, const std::function<void(const QueryResult&)>& on_answer);
    double measure_updates(const CostSubject& subject);
    double measure_least_us(const std::function<void()>& run) const;

    Clock clock_;
    int repeats_;
    PrimitiveTestRecord log_;
    std::vector<std::size_t> log_ends_;       // per pose
    std::vector<std::uint64_t> updates_made_; // per pose
    QueryScratch scratch_;
    QueryResult result_;
};

} // namespace boxwood
