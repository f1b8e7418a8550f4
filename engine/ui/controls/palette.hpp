// What: the command palette, opened with Ctrl+P: the user types a part of a name and chooses with the arrow keys and
//       Enter. Its text matching is also used by other search fields.
// Frame: centered in the window, in front of everything else. Escape closes it. Backspace in an empty field returns
//        from a list of values to the previous list.
// Cost: one match per entry in frames in which the typed text changes, else none.
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace boxwood::ui {

struct PaletteEntry {
    std::string id;       // for the caller
    std::string title;    // displayed; matches in it have the highest score
    std::string kind{};   // muted, after the title: "Scene", "Action"
    std::string detail{}; // on the right: the current value, a size
    std::string key{};    // on the right: a key
    std::string words{};  // also searched but not displayed: another name, a sentence
};

// Returns how well `typed` matches the text, ignoring case; none if it does not match. Every word of `typed` must
// match. A word matches if it occurs in the text. A word of several letters also matches if its letters occur in the
// text in the same order, beginning at the start of a word, with at most four skipped characters per letter on average:
// "nbod" matches "number of bodies". An empty `typed` matches every text.
std::optional<int> match_score(std::string_view text, std::string_view typed);
// True if every word of `typed` occurs in the text, ignoring case.
bool has_words(std::string_view text, std::string_view typed);
// Returns the indices of the matching entries, the best match first. Entries with the same score stay in their order.
std::vector<std::size_t> rank_entries(std::span<const PaletteEntry> entries, std::string_view typed);

class Palette {
  public:
    // Opens the palette with an empty field. If `takes_text`, Enter without a matching entry returns the typed text.
    void open(std::vector<PaletteEntry> entries, std::string hint, bool takes_text = false);
    void close() { is_open_ = false; }
    bool is_open() const { return is_open_; }
    struct Answer {
        std::string id;      // of the chosen entry; empty if the answer is typed text
        std::string typed{}; // the typed text; empty if an entry is chosen
    };
    // Call every frame, outside any other window. Returns the answer in the frame in which the user gives it.
    std::optional<Answer> draw();
    // Returns whether the user has requested to go back, with Backspace in an empty field, and clears the request.
    bool consume_back_request();

  private:
    void rank();

    std::vector<PaletteEntry> entries_;
    std::vector<std::size_t> matches_;
    std::string hint_;
    std::array<char, 256> typed_{};
    int selected_ = 0;
    int times_opened_ = 0;
    bool takes_text_ = false;
    bool is_open_ = false, wants_back_ = false;
};

} // namespace boxwood::ui
