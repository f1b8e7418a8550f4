// What: the list of everything by name, opened by Ctrl+P: type a part of a name, choose with the arrow keys and Enter.
//       And the match that it uses, for other search fields.
// Frame: in the middle of the window, over everything; Escape closes it, and Backspace in an empty field leaves a list of
//        values.
// Cost: one match per entry in a frame in which something was typed, else none.
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
    std::string title;    // shown, and searched first
    std::string kind{};   // muted, after the title: "Scene", "Action"
    std::string detail{}; // at the right: the present value, a size
    std::string key{};    // at the right: a key
    std::string words{};  // searched too: another name, a sentence
};

// How well `typed` fits: every word of it must be part of the text, or its letters must follow each other from the start
// of a word ("nbod" in "number of bodies"). Ignores case. None: it does not fit; an empty one fits everything.
std::optional<int> match_score(std::string_view text, std::string_view typed);
// Whether every word of `typed` is a part of the text; ignores case.
bool has_words(std::string_view text, std::string_view typed);
// Indices of the entries that fit, best first; equal ones in their order.
std::vector<std::size_t> rank_entries(std::span<const PaletteEntry> entries, std::string_view typed);

class Palette {
  public:
    // With an empty field. `entries` stay until the next call.
    void open(std::vector<PaletteEntry> entries, std::string hint, bool takes_text = false);
    void close() { is_open_ = false; }
    bool is_open() const { return is_open_; }
    // Call every frame, at the outermost level. The chosen entry's id, or, where text is taken, what was typed.
    struct Answer {
        std::string id; // empty: text was typed
        std::string typed{};
    };
    std::optional<Answer> draw();
    // True once after Backspace in an empty field.
    bool take_back_request();

  private:
    void rank();

    std::vector<PaletteEntry> entries_;
    std::vector<std::size_t> found_;
    std::string hint_;
    std::array<char, 256> typed_{};
    int chosen_ = 0;
    int times_opened_ = 0;
    bool takes_text_ = false;
    bool is_open_ = false, wants_back_ = false;
};

} // namespace boxwood::ui
