#include "engine/ui/controls/palette.hpp"

#include "engine/ui/controls/modal.hpp"
#include "engine/ui/controls/row.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace boxwood::ui {

namespace {

constexpr glm::vec2 kPaletteSize{620.0f, 420.0f};
constexpr int kMaxSkippedPerLetter = 4; // skipped characters per typed letter

char lower_case(char c) {
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}

std::string in_lower_case(std::string_view text) {
    std::string result(text);
    std::ranges::transform(result, result.begin(), lower_case);
    return result;
}

bool starts_word(std::string_view text, std::size_t at) {
    const auto is_letter = [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || static_cast<unsigned char>(c) >= 0x80;
    };
    return at == 0 || !is_letter(text[at - 1]);
}

// Returns the score of a word that occurs in the text. A word at the start of the text scores best, then one at the
// start of any other word.
std::optional<int> part_score(std::string_view text, std::string_view word) {
    int best = 0;
    for (std::size_t at = text.find(word); at != std::string_view::npos; at = text.find(word, at + 1))
        best = std::max(best, at == 0 ? 100 : starts_word(text, at) ? 80 : 50);
    if (best == 0) return std::nullopt;
    return best +
           static_cast<int>(10 * word.size() / text.size()); // a complete match scores above a partial one
}

// Returns the score of a word whose letters occur in the text in the same order, beginning at the start of a word.
std::optional<int> letters_score(std::string_view text, std::string_view word) {
    std::optional<int> best;
    if (word.size() < 2) return best;
    for (std::size_t start = text.find(word[0]); start != std::string_view::npos;
         start = text.find(word[0], start + 1)) {
        if (!starts_word(text, start)) continue;
        std::size_t at = start;
        for (std::size_t i = 1; i < word.size() && at != std::string_view::npos; ++i)
            at = text.find(word[i], at + 1);
        if (at == std::string_view::npos) break;
        const int spread = static_cast<int>(at - start + 1 - word.size());
        if (spread > kMaxSkippedPerLetter * static_cast<int>(word.size())) continue;
        best = std::max(best.value_or(1), 40 - spread);
    }
    return best;
}

template <class Use>
void for_each_word(std::string_view typed, Use&& use) {
    while (!typed.empty()) {
        const std::size_t end = std::min(typed.find(' '), typed.size());
        if (end > 0) use(typed.substr(0, end));
        typed.remove_prefix(std::min(end + 1, typed.size()));
    }
}

} // namespace

std::optional<int> match_score(std::string_view text, std::string_view typed) {
    const std::string lowered = in_lower_case(text), wanted = in_lower_case(typed);
    int score = 0;
    bool fits = true;
    for_each_word(wanted, [&](std::string_view word) {
        std::optional<int> word_score = part_score(lowered, word);
        if (!word_score) word_score = letters_score(lowered, word);
        fits = fits && word_score.has_value();
        score += word_score.value_or(0);
    });
    return fits ? std::optional(score) : std::nullopt;
}

bool has_words(std::string_view text, std::string_view typed) {
    const std::string in = in_lower_case(text);
    bool has_all = true;
    for_each_word(in_lower_case(typed),
                  [&](std::string_view word) { has_all = has_all && in.find(word) != std::string::npos; });
    return has_all;
}

// The score of an entry is the sum of the best matches of all typed words. A match outside the title counts a quarter.
std::vector<std::size_t> rank_entries(std::span<const PaletteEntry> entries, std::string_view typed) {
    struct Match {
        std::size_t index = 0;
        int score = 0;
    };
    std::vector<Match> found;
    for (std::size_t i = 0; i < entries.size(); ++i) {
        const PaletteEntry& entry = entries[i];
        const std::string others = in_lower_case(entry.kind + " " + entry.detail + " " + entry.words);
        Match match{i, 0};
        bool fits = true;
        for_each_word(in_lower_case(typed), [&](std::string_view word) {
            std::optional<int> score = match_score(entry.title, word);
            if (const std::optional<int> other = part_score(others, word))
                score = std::max(score.value_or(0), *other / 4);
            fits = fits && score.has_value();
            match.score += score.value_or(0);
        });
        if (fits) found.push_back(match);
    }
    std::ranges::stable_sort(found, std::greater<>(), &Match::score);
    std::vector<std::size_t> indices;
    for (const Match& match : found) indices.push_back(match.index);
    return indices;
}

void Palette::open(std::vector<PaletteEntry> entries, std::string hint, bool takes_text) {
    entries_ = std::move(entries);
    hint_ = std::move(hint);
    takes_text_ = takes_text;
    typed_.fill(0);
    ++times_opened_;
    is_open_ = true;
    wants_back_ = false;
    rank();
}

void Palette::rank() {
    matches_ = rank_entries(entries_, typed_.data());
    selected_ = 0;
}

bool Palette::consume_back_request() {
    return std::exchange(wants_back_, false);
}

std::optional<Palette::Answer> Palette::draw() {
    if (!begin_modal("##palette", "", kPaletteSize, is_open_)) return std::nullopt;
    const bool was_empty = typed_[0] == 0;
    ImGui::PushID(times_opened_); // with the same id, Dear ImGui would restore the previous text
    const auto [is_edited, is_entered] = search_field(hint_.c_str(), typed_);
    if (is_edited) rank();
    ImGui::PopID();
    if (was_empty && is_pressed(PressedKey::backspace)) wants_back_ = true;
    const int last = static_cast<int>(matches_.size()) - 1;
    int moved = (is_pressed(PressedKey::down) ? 1 : 0) - (is_pressed(PressedKey::up) ? 1 : 0);
    moved += 10 * ((is_pressed(PressedKey::page_down) ? 1 : 0) - (is_pressed(PressedKey::page_up) ? 1 : 0));
    selected_ = std::clamp(selected_ + moved, 0, std::max(last, 0));

    std::optional<Answer> answer;
    const auto choose = [&](int row_index) {
        answer = Answer{entries_[matches_[static_cast<std::size_t>(row_index)]].id};
    };
    if (is_entered && last >= 0)
        choose(selected_);
    else if (is_entered && takes_text_ && typed_[0] != 0)
        answer = Answer{"", typed_.data()};
    ImGui::BeginChild("##entries", {0.0f, 0.0f});
    if (matches_.empty())
        text(takes_text_ ? "Press Enter to use the typed text." : "No entry matches the typed text.",
             {Font::body, palette().text3, grid::kControl});
    ImGuiListClipper clipper;
    clipper.Begin(last + 1, px(grid::kControl) + ImGui::GetStyle().ItemSpacing.y);
    if (moved != 0)
        ImGui::SetScrollY(std::max(0.0f, (static_cast<float>(selected_) - 4.0f) *
                                             (px(grid::kControl) + ImGui::GetStyle().ItemSpacing.y)));
    while (clipper.Step())
        for (int i = clipper.DisplayStart; i < clipper.DisplayEnd; ++i) {
            const PaletteEntry& entry = entries_[matches_[static_cast<std::size_t>(i)]];
            const glm::vec2 at = cursor();
            const glm::vec2 size(ImGui::GetContentRegionAvail().x, px(grid::kControl));
            ImGui::PushID(i);
            if (ImGui::Selectable("##entry", i == selected_, ImGuiSelectableFlags_DontClosePopups, im(size)))
                choose(i);
            ImGui::PopID();
            ImDrawList& list = *ImGui::GetWindowDrawList();
            const Rect row{at + px(4.0f, 0.0f), at + size - px(4.0f, 0.0f)};
            float right = row.max.x;
            if (!entry.key.empty()) {
                const glm::vec2 key_size = key_chip_size(entry.key);
                right -= key_size.x;
                draw_key_chip(list, {right, std::floor(row.center().y - 0.5f * key_size.y)}, entry.key);
                right -= px(grid::kGap);
            }
            if (!entry.detail.empty()) {
                const float width = std::min(text_size(Font::body, entry.detail).x, 0.5f * row.width());
                right -= width;
                draw_text_fitted(list, Font::body, centered_text_pos(row, Font::body, right), palette().text2,
                                 entry.detail, width + 1.0f);
                right -= px(grid::kGap);
            }
            const float title_room = right - row.min.x;
            const float width = std::min(text_size(Font::body, entry.title).x, title_room);
            draw_text_fitted(list, Font::body, centered_text_pos(row, Font::body, row.min.x),
                             i == selected_ ? palette().text1 : palette().text2, entry.title, title_room);
            if (const float kind_width = title_room - width - px(12.0f); kind_width > px(24.0f))
                draw_text_cut(list, Font::small,
                              centered_text_pos(row, Font::small, row.min.x + width + px(12.0f)),
                              palette().text3, entry.kind, kind_width);
        }
    clipper.End();
    ImGui::EndChild();
    if (answer) is_open_ = false;
    end_modal(is_open_);
    return answer;
}

} // namespace boxwood::ui
