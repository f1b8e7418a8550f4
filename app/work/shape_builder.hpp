// What: the hierarchies of a pair of meshes, built on a thread of its own; the last order counts.
// Units: seconds of real time since an order; milliseconds of processor time to build.
// Invariants: one build at a time. What was cancelled or ordered before the last order is never handed out; a builder
//     that runs ends unheard, as nothing in it asks whether it is still wanted.
// Degenerate input: a config that cannot be built is an Error, and nothing is handed out.
#pragma once

#include "app/work/background_task.hpp"
#include "collision/core/result.hpp"
#include "collision/world/shape.hpp"

#include <array>
#include <memory>
#include <mutex>
#include <optional>

namespace boxwood {

using ShapePair = std::array<std::shared_ptr<Shape>, 2>;

class ShapeBuilder {
  public:
    // Both meshes again, each with a hierarchy of `config`.
    void start(ShapePair meshes, HierarchyConfig config);
    void cancel();
    void wait();
    bool is_busy() const; // with something that is wanted
    double seconds() const;
    double build_ms() const; // of both that were handed out last, hierarchies and copies of the meshes

    // The shapes of the last order, once.
    std::optional<Result<ShapePair>> take_news();

  private:
    struct Order {
        ShapePair meshes;
        HierarchyConfig config;
    };

    void work();
    std::optional<Order> next_order();

    mutable std::mutex mutex_; // of what follows
    std::optional<Order> order_;
    std::optional<Result<ShapePair>> news_;
    double news_ms_ = 0.0, build_ms_ = 0.0; // of the news; of those handed out
    bool is_working_ = false, is_wanted_ = false;
    std::chrono::steady_clock::time_point started_{};
    BackgroundTask task_; // last, so that it ends first
};

} // namespace boxwood
