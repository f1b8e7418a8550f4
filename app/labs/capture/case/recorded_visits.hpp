// What: stores the current visit of the query on screen, and plays its visits.
// Invariants: if there are visits, index() is one of them. A requested visit is stored until take_request().
#pragma once

#include <cstddef>
#include <optional>
#include <utility>

namespace boxwood {

class RecordedVisits {
  public:
    // Shows another query with `count` visits, starting at `visit`. Starts at its first visit if `visit` is none or out
    // of range.
    void show(std::size_t count, std::optional<std::size_t> visit);
    std::size_t index() const { return index_; }
    bool is_first() const { return index_ == 0; }
    bool is_last() const { return index_ + 1 >= count_; }
    void go_to(std::size_t visit); // stops playing

    bool is_playing() const { return is_playing_; }
    void toggle_playing(); // restarts at the first visit if the last one is shown
    void advance(double seconds);

    void request(std::size_t visit) { requested_ = visit; }
    std::optional<std::size_t> take_request() { return std::exchange(requested_, std::nullopt); }

  private:
    std::size_t count_ = 0, index_ = 0;
    bool is_playing_ = false;
    double due_visits_ = 0.0; // visits still to advance, with a fraction
    std::optional<std::size_t> requested_;
};

} // namespace boxwood
