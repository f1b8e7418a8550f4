// What: which visit of a query is on screen, and how it goes on from there: by steps, by pages, by time, by jumps.
// Invariants: index() is a visit of the replay whenever there is one. A place that was asked for is kept while the
//             replay is too short for it.
#pragma once

#include "engine/explain/visit_replay.hpp"

#include <cstdint>
#include <optional>

namespace boxwood {

class VisitPlayer {
  public:
    static constexpr double kSlowest = 1.0, kFastest = 10'000.0; // visits per second
    static constexpr double kUsualSpeed = 20.0;
    static constexpr std::int64_t kPages = 50; // in the whole film

    double speed = kUsualSpeed;
    bool is_playing = false;

    // The replay stays with its owner; null or empty: nothing to show.
    void show(VisitReplay* replay);
    bool is_empty() const { return replay_ == nullptr || replay_->is_empty(); }
    std::size_t size() const { return is_empty() ? 0 : replay_->size(); }
    std::size_t index() const { return index_; }
    const VisitMoment& moment() const { return *moment_; }

    void go_to(std::size_t index);
    // kNone, which a search gives that found nothing, is no place.
    bool try_go_to(std::size_t index);
    void go_by(std::int64_t visits);
    void go_by_page(std::int64_t pages);
    // Plays on; at the end it stops.
    void pass(double seconds);

  private:
    void settle();

    VisitReplay* replay_ = nullptr;
    const VisitMoment* moment_ = nullptr;
    std::size_t index_ = 0, wanted_ = 0;
    double played_ = 0.0; // visits that are due
};

} // namespace boxwood
