// What: stores which items of an outliner the user has hidden or shows alone. The number of items is fixed. The marks
//       affect drawing only.
#pragma once

#include <algorithm>
#include <cstddef>
#include <vector>

namespace boxwood {

class OutlinerMarks {
  public:
    // For a new list of items. None of them is marked.
    void restart(std::size_t count) { marks_.assign(count, {}); }
    void toggle_hidden(std::size_t item) { marks_[item].is_hidden = !marks_[item].is_hidden; }
    void toggle_alone(std::size_t item) { marks_[item].is_alone = !marks_[item].is_alone; }

    bool is_hidden(std::size_t item) const { return marks_[item].is_hidden; }
    bool is_alone(std::size_t item) const { return marks_[item].is_alone; }
    // False for a hidden item. If any item is marked alone, also false for all items without this mark. Items beyond
    // the count are shown.
    bool is_shown(std::size_t item) const {
        if (item >= marks_.size()) return true;
        return !marks_[item].is_hidden && (marks_[item].is_alone || !has_alone());
    }
    std::size_t hidden_count() const { // number of items that is_shown() excludes
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
