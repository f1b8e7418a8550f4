#include "app/panels/outliner.hpp"

#include "engine/ui/controls/controls.hpp"
#include "engine/ui/controls/table.hpp"
#include "engine/ui/panel.hpp"
#include "engine/ui/text/format.hpp"

#include <imgui.h>

#include <algorithm>
#include <cctype>
#include <string_view>

namespace boxwood {
namespace {

constexpr float kKindsWidth = 300.0f, kSearchWidth = 180.0f, kWideOutliner = 620.0f; // pixels at scale 1

std::string lower_case(std::string_view text) {
    std::string lowered(text);
    for (char& c : lowered) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    return lowered;
}

// True if the text contains every typed word.
bool has_all_words(const std::string& text, std::string_view typed) {
    while (!typed.empty()) {
        const std::size_t end = std::min(typed.find(' '), typed.size());
        if (text.find(typed.substr(0, end)) == std::string::npos) return false;
        typed.remove_prefix(std::min(end + 1, typed.size()));
    }
    return true;
}

// Draws a cell with a clickable word, in the accent color if `is_on`. Returns true if the word was clicked.
bool word_cell(const char* id, std::string_view word, bool is_on, std::string_view tip) {
    const glm::vec2 size = ui::table_custom_cell();
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const bool is_clicked = ImGui::InvisibleButton(id, {std::max(size.x, 1.0f), std::max(size.y, 1.0f)});
    const bool is_hovered = ImGui::IsItemHovered();
    ui::tooltip(tip);
    const glm::vec2 text = ui::text_size(ui::Font::small, word);
    ui::draw_text(*ImGui::GetWindowDrawList(), ui::Font::small,
                  {at.x, std::floor(at.y + 0.5f * (size.y - text.y))},
                  is_on        ? ui::palette().accent
                  : is_hovered ? ui::palette().text1
                               : ui::palette().text3,
                  word);
    return is_clicked;
}

} // namespace

void Outliner::search(std::string_view words) {
    typed_.fill(0);
    std::copy_n(words.begin(), std::min(words.size(), typed_.size() - 1), typed_.begin());
}

void Outliner::find(const OutlinerKind& kind, std::uint64_t revision) {
    const std::string typed = lower_case(typed_.data());
    if (searched_kind_ == kind_ && searched_revision_ == revision && searched_count_ == kind.count &&
        searched_text_ == typed)
        return;
    searched_count_ = kind.count;
    searched_kind_ = kind_;
    searched_revision_ = revision;
    searched_text_ = typed;
    found_.clear();
    for (std::size_t i = 0; i < kind.count; ++i)
        if (typed.empty() || has_all_words(lower_case(kind.name(i) + " " + kind.words(i)), typed))
            found_.push_back(i);
}

OutlinerEvent Outliner::draw(std::span<const OutlinerKind> kinds, std::uint64_t revision,
                             const draw::Palette& palette) {
    described_ = 0;
    if (kinds.empty()) return {};
    kind_ = std::clamp(kind_, 0, static_cast<int>(kinds.size()) - 1);
    std::vector<const char*> titles;
    for (const OutlinerKind& kind : kinds) titles.push_back(kind.title);
    ImGui::BeginChild("outliner kinds", {ui::px(kKindsWidth), ui::px(ui::grid::kPitch)}, false,
                      ImGuiWindowFlags_NoScrollbar);
    ui::segmented({.label = "##kinds", .options = titles, .tooltip = "Kind of listed items"}, kind_);
    ImGui::EndChild();
    ui::same_line(8.0f);
    ImGui::SetNextItemWidth(ui::px(kSearchWidth));
    ImGui::InputTextWithHint("##search", "Name or kind", typed_.data(), typed_.size());
    const OutlinerKind& kind = kinds[static_cast<std::size_t>(kind_)];
    find(kind, revision);
    ui::same_line(8.0f);
    ui::text(found_.size() == kind.count
                 ? ui::format_count(kind.count)
                 : ui::format_count(found_.size()) + " of " + ui::format_count(kind.count),
             {ui::Font::small, palette.text3, ui::grid::kControl});

    OutlinerEvent event;
    const auto report = [&](OutlinerAction act, std::size_t item) {
        event = {act, static_cast<std::size_t>(kind_), item};
    };
    const bool is_wide = ImGui::GetContentRegionAvail().x > ui::px(kWideOutliner);
    std::vector<ui::Column> columns{
        {"name", is_wide ? 150.0f : 96.0f}, {"kind", is_wide ? 110.0f : 76.0f}, {"", 0.0f}};
    if (kind.can_hide) columns.insert(columns.end(), {{"", 34.0f}, {"", 34.0f}});
    if (kind.can_hide && kind.can_color) columns.push_back({"", 36.0f});
    columns.push_back({"", 38.0f});
    if (!ui::begin_table("outliner", columns, {ImGui::GetContentRegionAvail().y - ui::px(6.0f)}))
        return event;
    ui::table_rows(static_cast<int>(found_.size()), [&](int row) {
        const std::size_t item = found_[static_cast<std::size_t>(row)];
        const OutlinerRow row_data = kind.describe(item);
        ++described_;
        ImGui::PushID(row);
        const ui::RowEvents events = ui::table_row(
            row,
            {.is_selectable = true, .is_selected = row_data.is_selected, .is_dimmed = row_data.is_hidden});
        if (events.clicked)
            report(events.double_clicked ? OutlinerAction::focus : OutlinerAction::select, item);
        if (row_data.color)
            ui::table_name_cell(*row_data.color, kind.name(item));
        else
            ui::table_cell(kind.name(item));
        ui::table_cell(row_data.kind);
        ui::table_cell(row_data.detail, palette.text3);
        if (kind.can_hide) {
            if (word_cell("hide", row_data.is_hidden ? "show" : "hide", row_data.is_hidden,
                          "Hides this item in the view, or shows it again"))
                report(OutlinerAction::hide, item);
            if (word_cell("alone", "only", row_data.is_alone, "Shows only the items with this mark"))
                report(OutlinerAction::alone, item);
            if (kind.can_color &&
                word_cell("color", "color", false, "Next color; after the last one, the item's own color"))
                report(OutlinerAction::color, item);
        }
        if (word_cell("focus", "focus", false, "Selects and frames this item, like a double click"))
            report(OutlinerAction::focus, item);
        ImGui::PopID();
    });
    ui::end_table();
    if (found_.empty()) ui::text("No item has this name or kind.", {ui::Font::small, palette.text3});
    return event;
}

} // namespace boxwood
