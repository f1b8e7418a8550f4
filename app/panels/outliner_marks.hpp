// What: which of a fixed number of things a person has hidden in an outliner, or shows alone. Only pictures depend on it.
#pragma once

#include <algorithm>
#include <cstddef>
#include <vector>

namespace boxwood {

class OutlinerMarks {
  public:
    void restart(std::size_t count) { marks_.assign(count, {}); } // other things: none is marked
    void toggle_hidden(std::size_t thing) { marks_[thing].is_hidden = !marks_[thing].is_hidden; }
    void toggle_alone(std::size_t thing) { marks_[thing].is_alone = !marks_[thing].is_alone; }

    bool is_hidden(std::size_t thing) const { return marks_[thing].is_hidden; }
    bool is_alone(std::size_t thing) const { return marks_[thing].is_alone; }
    // Not hidden, and alone if anything is. Things that are not counted are shown.
    bool is_shown(std::size_t thing) const {
        if (thing >= marks_.size()) return true;
        return !marks_[thing].is_hidden && (marks_[thing].is_alone || !has_alone());
    }
    std::size_t hidden_count() const { // that are not shown
        std::size_t count = 0;
        for (std::size_t i = 0; i < marks_.size(); ++i) count += is_shown(i) ? 0 : 1;
        return count;
    }

  private:
    struct Mark {
        bool is_hidden = false, is_alone = false;
    };
    bool has_alone() const { return std::ranges::any_of(marks_, &Mark::is_alone); }

    std::vector<Mark> marks_;
};

} // namespace boxwood
