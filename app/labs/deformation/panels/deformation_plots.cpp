#include "app/labs/deformation/panels/deformation_plots.hpp"

#include "app/labs/deformation/view/copy_look.hpp"
#include "engine/ui/controls/controls.hpp"
#include "engine/ui/panel.hpp"

#include <imgui.h>

#include <algorithm>
#include <cmath>

namespace boxwood {
namespace {

using CurveOf = std::vector<float> CopyCurves::*;

std::vector<ui::Series> series_of(const DeformationRecord& record, CurveOf values, std::size_t first,
                                  const draw::Palette& palette) {
    std::vector<ui::Series> series;
    for (std::size_t i = first; i < record.copy_count(); ++i) {
        const CopyLook look = look_of_copy(i, palette);
        series.push_back({record.name(i), look.color, record.curves(i).*values, look.is_dashed});
    }
    return series;
}

void add_marks(const DeformationRecord& record, const DeformationPlayback& playback,
               const draw::Palette& palette, ui::Plot& io_plot) {
    io_plot.marks = record.rebuild_frames();
    io_plot.mark_color = palette.rebuild;
    io_plot.mark_shape = ui::MarkShape::diamond;
    io_plot.bottom_marks = record.partial_frames();
    io_plot.bottom_mark_color = palette.refit;
    if (!playback.is_at_end()) io_plot.cursor_x = static_cast<double>(playback.shown_frame());
}

// Flags the frame by which a rebuild of the cheapest policy has paid for itself; see PolicyRanking::break_even().
std::vector<ui::PlotFlag> break_even_flags(const PolicyRanking& ranking) {
    const std::optional<std::size_t> frame = ranking.break_even();
    if (!frame) return {};
    return {{static_cast<double>(*frame), "break-even"}};
}

} // namespace

void DeformationPlots::add_setting(SettingTable& io_table) {
    io_table.add(
        choice({"page", "", "Page at the bottom right"},
               {{"times", "Times"}, {"work", "Work"}, {"policies", "Every policy"}, {"outliner", "Outliner"}},
               0, member(page_))
            .page());
}

// A click or a drag in any plot selects the frame at the mouse.
void DeformationPlots::follow(const ui::PlotEvents& events, const DeformationPlayback& playback) {
    if (!events.picked_x) return;
    const double last = static_cast<double>(playback.pair()->frame_count() - 1);
    const auto frame = static_cast<std::size_t>(std::clamp(std::round(*events.picked_x), 0.0, last));
    if (frame != playback.target()) wanted_frame_ = frame;
}

void DeformationPlots::show_saved(const DeformationRecord& record, const DeformationPlayback& playback,
                                  const draw::Palette& palette) {
    const std::vector<ui::Series> series = series_of(record, &CopyCurves::saved_ms, 1, palette);
    ui::Plot saved{.series = series};
    saved.unit = "ms";
    saved.reference = 0.0;
    add_marks(record, playback, palette, saved);
    const std::vector<ui::PlotFlag> flags = break_even_flags(record.ranking());
    saved.flags = flags;
    follow(ui::plot("saved", saved, {ImGui::GetContentRegionAvail().x, ui::px(140.0f)}, states_[0]),
           playback);
}

// Shows the legend that the plots of a page share, at the left end of the tab row if it fits.
void DeformationPlots::show_legend(const DeformationRecord& record, const draw::Palette& palette,
                                   float free_width) {
    const std::vector<ui::Series> series = series_of(record, &CopyCurves::total_ms, 0, palette);
    const std::array<LegendEntry, 2> rows{{{{ui::Sample::diamond, palette.rebuild}, "rebuild in a copy"},
                                           {{ui::Sample::triangle, palette.refit}, "partial rebuild"}}};
    const std::size_t count = record.partial_frames().empty() ? 1 : 2;
    float width = ui::series_names_width(series);
    for (std::size_t i = 0; i < count; ++i)
        width += ui::px(34.0f) + ui::text_size(ui::Font::small, rows[i].text).x;
    if (width < free_width) {
        ImGui::SameLine(ImGui::GetCursorPosX());
        ImGui::SetCursorPosY(ImGui::GetCursorPosY() + ui::px(6.0f)); // aligned with the tab labels
    }
    ui::series_names("copies", series, hidden_copies_);
    for (std::size_t i = 0; i < count; ++i) {
        ui::same_line(16.0f);
        ui::legend_entry(rows[i].sample, rows[i].text);
    }
}

void DeformationPlots::show_page(const DeformationRecord& record, const DeformationPlayback& playback,
                                 const draw::Palette& palette, float free_width) {
    struct Question {
        const char* title;
        const char* unit;
        CurveOf values;
    };
    constexpr std::array<Question, 5> kQuestions{
        {{"What does the update cost?", "ms", &CopyCurves::update_ms},
         {"What does a query cost?", "ms", &CopyCurves::query_ms},
         {"What do both cost?", "ms", &CopyCurves::total_ms},
         {"How many volume tests does a query take?", "k", &CopyCurves::volume_tests},
         {"How inflated is the tree?", "×", &CopyCurves::inflation}}};
    constexpr std::size_t kTimes = 3;
    show_legend(record, palette, free_width);
    const bool is_times = page_ == Page::times;
    const std::size_t first = is_times ? 0 : kTimes, count = is_times ? kTimes : kQuestions.size() - kTimes;
    const ImVec2 room = ImGui::GetContentRegionAvail();
    const float gap = ui::px(16.0f);
    const float width =
        std::floor((room.x - gap * static_cast<float>(count - 1)) / static_cast<float>(count));
    for (std::size_t q = first; q < first + count; ++q) {
        if (q > first) ImGui::SameLine(0.0f, gap);
        ImGui::BeginChild(kQuestions[q].title, {width, room.y}, false, ImGuiWindowFlags_NoScrollbar);
        const std::vector<ui::Series> series = series_of(record, kQuestions[q].values, 0, palette);
        ui::Plot data{.title = kQuestions[q].title, .unit = kQuestions[q].unit, .series = series};
        data.caller_shows_names = true;
        add_marks(record, playback, palette, data);
        const ImVec2 left = ImGui::GetContentRegionAvail();
        ui::PlotState& state = states_[q + 1];
        state.hidden = hidden_copies_;
        follow(ui::plot(kQuestions[q].title, data, {left.x, left.y}, state), playback);
        hidden_copies_ = state.hidden;
        ImGui::EndChild();
    }
}

} // namespace boxwood
