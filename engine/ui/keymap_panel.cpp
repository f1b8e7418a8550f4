#include "engine/ui/keymap_panel.hpp"

#include "engine/ui/controls/modal.hpp"
#include "engine/ui/controls/palette.hpp"
#include "engine/ui/controls/row.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <vector>

namespace boxwood::ui {

namespace {

constexpr glm::vec2 kPanelSize{640.0f, 560.0f};

std::vector<const Action*> actions_with_keys(const Keymap& keymap, std::string_view context,
                                             bool everywhere) {
    std::vector<const Action*> matches;
    for (const Action& action : keymap.actions()) {
        const bool fits = everywhere ? action.context == kEverywhere : action.context == context;
        if (fits && action.chord.is_set()) matches.push_back(&action);
    }
    return matches;
}

void draw_action(const Action& action, const Rect& row, draw::Color color) {
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const std::string keys = chord_name(action.chord);
    const glm::vec2 key_size = keys.empty() ? glm::vec2(0.0f) : key_chip_size(keys);
    const float key_x = row.max.x - key_size.x;
    if (!keys.empty()) draw_key_chip(list, {key_x, std::floor(row.center().y - 0.5f * key_size.y)}, keys);
    draw_text_fitted(list, Font::body, centered_text_pos(row, Font::body, row.min.x), color, action.title,
                     key_x - row.min.x - px(grid::kGap));
}

// Two columns; the left column is filled first, from top to bottom.
void draw_columns(std::span<const Action* const> actions) {
    const float gap = px(32.0f);
    const glm::vec2 at = cursor();
    const float width = std::floor(0.5f * (ImGui::GetContentRegionAvail().x - gap));
    const std::size_t rows = (actions.size() + 1) / 2;
    for (std::size_t i = 0; i < actions.size(); ++i) {
        const glm::vec2 cell(static_cast<float>(i / rows), static_cast<float>(i % rows));
        const glm::vec2 min = at + cell * glm::vec2(width + gap, px(grid::kPitch));
        draw_action(*actions[i], {min, min + glm::vec2(width, px(grid::kControl))}, palette().text2);
    }
    ImGui::Dummy({1.0f, static_cast<float>(rows) * px(grid::kPitch)});
}

void draw_group(std::string_view heading, std::span<const Action* const> actions) {
    if (actions.empty()) return;
    ImGui::Dummy({1.0f, px(4.0f)});
    text(heading, {Font::small_bold, palette().text3, grid::kControl});
    draw_columns(actions);
}

void draw_topic(const HelpTopic& topic) {
    ImGui::Dummy({1.0f, px(4.0f)});
    const std::array heading{TextRun{topic.title, {Font::body_bold, palette().text1}},
                             TextRun{topic.where, {Font::small, palette().text3}, 8.0f}};
    text_line(heading);
    const TextRun run{topic.text, {Font::body, palette().text2}};
    paragraph({&run, 1});
}

} // namespace

void HelpPanel::open(std::string_view search) {
    typed_.fill(0);
    search.copy(typed_.data(), typed_.size() - 1);
    ++times_opened_;
    is_open_ = true;
}

void HelpPanel::draw_search_results(const Keymap& keymap, std::string_view context,
                                    std::span<const HelpTopic> topics) const {
    std::vector<PaletteEntry> entries;
    std::vector<const Action*> actions;
    for (const Action& action : keymap.actions())
        if (is_active_in(action.context, context)) {
            actions.push_back(&action);
            entries.push_back({.id = "", .title = action.title});
        }
    for (const HelpTopic& topic : topics)
        entries.push_back({.id = "", .title = topic.title, .kind = topic.where, .words = topic.text});
    const std::vector<std::size_t> matches = rank_entries(entries, typed_.data());
    if (matches.empty())
        text("No key or topic matches the typed text.", {Font::body, palette().text3, grid::kControl});
    for (const std::size_t index : matches) {
        if (index < actions.size()) {
            const glm::vec2 at = cursor();
            const glm::vec2 size(ImGui::GetContentRegionAvail().x, px(grid::kControl));
            draw_action(*actions[index], {at, at + size}, palette().text1);
            ImGui::Dummy({1.0f, px(grid::kPitch)});
            continue;
        }
        draw_topic(topics[index - actions.size()]);
    }
}

void HelpPanel::draw(const Keymap& keymap, std::string_view context, std::span<const HelpTopic> topics) {
    if (!begin_modal("##keymap", "Keys and help", kPanelSize, is_open_)) return;
    ImGui::PushID(times_opened_); // with the same id, Dear ImGui would restore the previous text
    (void)search_field("Search keys, settings and topics", typed_);
    ImGui::PopID();
    ImGui::BeginChild("##keys", {0.0f, 0.0f});
    if (typed_[0] != 0) {
        draw_search_results(keymap, context, topics);
    } else {
        draw_group(context, actions_with_keys(keymap, context, false));
        draw_group("Everywhere", actions_with_keys(keymap, context, true));
        ImGui::Dummy({1.0f, px(8.0f)});
        for (const HelpTopic& topic : topics)
            if (topic.where.empty()) draw_topic(topic);
    }
    ImGui::EndChild();
    end_modal(is_open_);
}

} // namespace boxwood::ui
