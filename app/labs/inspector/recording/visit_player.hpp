// What: stores the current visit of a query, and advances it by steps, pages, time or jumps.
// Invariants: if the replay is not empty, index() is one of its visits. show() goes to the last requested position; in
//             a shorter replay, to its last visit. A position requested without a replay is stored unchanged.
#pragma once

#include "engine/explain/visit_replay.hpp"

#include <cstdint>
#include <optional>

namespace boxwood {

class VisitPlayer {
  public:
    static constexpr double kSlowest = 1.0, kFastest = 10'000.0; // visits per second
    static constexpr double kDefaultSpeed = 20.0;
    static constexpr std::int64_t kPages = 50; // number of pages in the replay

    double speed = kDefaultSpeed;
    bool is_playing = false;

    // The caller owns the replay; it can be null or empty.
    void show(VisitReplay* replay);
    bool is_empty() const { return replay_ == nullptr || replay_->is_empty(); }
    std::size_t size() const { return is_empty() ? 0 : replay_->size(); }
    std::size_t index() const { return index_; }
    const VisitMoment& moment() const { return *moment_; }

    void go_to(std::size_t index);
    // Stops playback and goes to the visit. Ignores kNone, the result of a search without a hit, and returns false.
    bool try_go_to(std::size_t index);
    bool try_go_to_node(std::size_t side, std::uint32_t node); // wraps around
    void go_by(std::int64_t visits);
    void go_by_page(std::int64_t pages);
    // Advances playback; stops at the end.
    void advance(double seconds);

  private:
    void seek_requested();

    VisitReplay* replay_ = nullptr;
    const VisitMoment* moment_ = nullptr;
    std::size_t index_ = 0, requested_ = 0;
    double played_ = 0.0; // visits still to advance, with a fraction
};

} // namespace boxwood
