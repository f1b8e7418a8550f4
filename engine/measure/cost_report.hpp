// What: splits the query time as t = n_v c_v + n_p c_p + n_u c_u, with the numbers and unit costs of volume tests,
//       primitive tests and volume updates. A volume update recomputes a volume after motion.
// Units: microseconds for sums, nanoseconds for unit costs.
// Invariants: the counts are the queries' own counters. Each term is timed separately, as one interval without clock
//             calls between tests. The queries first record their primitive tests in a log. The tests in the log are
//             then repeated and timed without traversal, and the updates without tests. The time of the volume tests is
//             the time of a traversal that reads the answers of its primitive tests from the log, minus the time of the
//             updates. The sum of the three terms therefore differs from the total time. The difference is reported as
//             the residual.
// Degenerate input: without poses, all counts are zero; without a clock, all times are zero; a term with a count of
//                   zero has the unit cost 0.
// Cost: each query once, plus two queries and their primitive tests and updates per repeat.
// Source: [van den Bergen 1997] section 5 for the log; RTR 17.3.3.
// Departs from the source: c_v includes the cost of the stack, the descent rule and the pair transform.
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
    // `clock` counts milliseconds and can be null. Of `repeats` measurements, the minimum is used.
    CostMeter(Clock clock, int repeats);

    // Calls on_answer(result) once per pose, in order, outside the timed intervals.
    CostReport measure(const CostSubject& subject, const std::function<void(const QueryResult&)>& on_answer);

  private:
    void run_queries(const CostSubject& subject, PrimitiveTestRecord* log);
    CostReport count(const CostSubject& subject, const std::function<void(const QueryResult&)>& on_answer);
    double measure_updates(const CostSubject& subject);
    double measure_min_us(const std::function<void()>& run) const;

    Clock clock_;
    int repeats_;
    PrimitiveTestRecord log_;
    std::vector<std::size_t> log_ends_;        // per pose: end of its range of the log
    std::vector<std::uint64_t> update_counts_; // per pose
    QueryScratch scratch_;
    QueryResult result_;
};

} // namespace boxwood
