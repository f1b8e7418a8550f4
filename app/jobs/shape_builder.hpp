// What: builds the hierarchies of a pair of meshes on a background thread; a new order supersedes the previous one.
// Units: seconds of real time since an order; milliseconds of processor time to build.
// Invariants: one build at a time. Results of cancelled or superseded orders are discarded; a builder runs to its end,
//             as it has no cancellation check.
// Degenerate input: a config that cannot be built is an Error, and no shapes are returned.
#pragma once

#include "app/jobs/job.hpp"
#include "collision/core/result.hpp"
#include "collision/world/shape.hpp"

#include <array>
#include <memory>
#include <optional>

namespace boxwood {

using ShapePair = std::array<std::shared_ptr<Shape>, 2>;

class ShapePairBuilder {
  public:
    // Rebuilds both meshes' hierarchies with `config`; what is solid stays so.
    void start(ShapePair meshes, HierarchyConfig config);
    void cancel() { job_.cancel(); }
    void wait() { job_.wait(); }
    bool is_busy() const { return job_.is_busy(); }
    double seconds() const { return job_.seconds(); }
    double build_ms() const { return build_ms_; } // of the last returned pair: hierarchies and mesh copies

    // The shapes of the last order, once.
    std::optional<Result<ShapePair>> take_result();

  private:
    struct Built {
        Result<ShapePair> shapes;
        double ms = 0.0;
    };

    double build_ms_ = 0.0;
    Job<Built> job_;
};

} // namespace boxwood
