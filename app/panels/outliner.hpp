// What: a searchable list of the items of a scene, with actions on each item: select, focus, hide, show alone, color.
// Cost: only rows on screen are described. The search runs again when the typed words, the chosen kind, the number of
//       its items or the revision have changed.
#pragma once

#include "engine/draw/palette.hpp"

#include <array>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace boxwood {

// A row on screen.
struct OutlinerRow {
    std::string kind, detail;
    bool is_selected = false, is_hidden = false, is_alone = false;
    std::optional<draw::Color> color{}; // swatch; none: the item has no color of its own
};

// The items of one kind, numbered from 0.
struct OutlinerKind {
    const char* title = ""; // plural
    std::size_t count = 0;
    std::function<std::string(std::size_t)> name; // searched together with `words`
    std::function<std::string(std::size_t)> words;
    std::function<OutlinerRow(std::size_t)> describe;
    bool can_hide = true;  // items can be hidden and shown alone
    bool can_color = true; // items can be colored, if can_hide
};

enum class OutlinerAction : std::uint8_t { none, select, focus, hide, alone, color };
struct OutlinerEvent {
    OutlinerAction act = OutlinerAction::none;
    std::size_t kind = 0, item = 0;
};

class Outliner {
  public:
    // Fills the rest of the panel. `revision` must change whenever the items, their names or their words change.
    OutlinerEvent draw(std::span<const OutlinerKind> kinds, std::uint64_t revision,
                       const draw::Palette& palette);
    // Sets the search text, for tests.
    void search(std::string_view words);
    std::string_view searched() const { return typed_.data(); }
    void choose(std::size_t kind) { kind_ = static_cast<int>(kind); }
    std::size_t chosen() const { return static_cast<std::size_t>(kind_); }
    std::size_t found_count() const { return found_.size(); }
    std::size_t described_count() const { return described_; } // rows of the last draw()

  private:
    void find(const OutlinerKind& kind, std::uint64_t revision);

    std::array<char, 96> typed_{};
    int kind_ = 0;
    std::vector<std::size_t> found_;
    std::size_t described_ = 0;
    std::string searched_text_;
    int searched_kind_ = -1;
    std::uint64_t searched_revision_ = 0;
    std::size_t searched_count_ = 0; // number of items at the last search
};

} // namespace boxwood
