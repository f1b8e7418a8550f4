// What: the hierarchies of a pair of meshes, built on a thread of its own; the last order counts.
// Units: seconds of real time since an order; milliseconds of processor time to build.
// Invariants: one build at a time. What was cancelled or ordered before the last order is never handed out; a builder
//     that runs ends unheard, as nothing in it asks whether it is still wanted.
// Degenerate input: a config that cannot be built is an Error, and nothing is handed out.
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
    // Both meshes again, each with a hierarchy of `config`.
    void start(ShapePair meshes, HierarchyConfig config);
    void cancel() { job_.cancel(); }
    void wait() { job_.wait(); }
    bool is_busy() const { return job_.is_busy(); }
    double seconds() const { return job_.seconds(); }
    double build_ms() const {
        return build_ms_;
    } // of both that were handed out last, hierarchies and copies of the meshes

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
