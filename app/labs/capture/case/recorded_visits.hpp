// What: the visit of the query on screen, and playing its recorded visits.
// Invariants: index() is a visit, if there are any. A visit that is requested before there are visits waits for them.
#pragma once

#include <cstddef>
#include <optional>
#include <utility>

namespace boxwood {

class RecordedVisits {
  public:
    // Another query: its first visit, or the one given, if there is one.
    void show(std::size_t count, std::optional<std::size_t> visit);
    std::size_t index() const { return index_; }
    bool is_first() const { return index_ == 0; }
    bool is_last() const { return index_ + 1 >= count_; }
    void go_to(std::size_t visit); // stops playing

    bool is_playing() const { return is_playing_; }
    void toggle_playing(); // from the first one, if the last one is shown
    void pass(double seconds);

    void request(std::size_t visit) { requested_ = visit; }
    std::optional<std::size_t> take_request() { return std::exchange(requested_, std::nullopt); }

  private:
    std::size_t count_ = 0, index_ = 0;
    bool is_playing_ = false;
    double due_ = 0.0; // visits, with fraction
    std::optional<std::size_t> requested_;
};

} // namespace boxwood
