// Results of the deformation lab: summary sentence, totals, plots, policy table.
#include "app/labs/deformation/deformation.hpp"

#include "app/labs/wording.hpp"
#include "app/panels/readouts.hpp"
#include "engine/ui/controls/controls.hpp"
#include "engine/ui/controls/table.hpp"
#include "engine/ui/panel.hpp"
#include "engine/ui/text/format.hpp"
#include "engine/ui/text/text.hpp"

#include <imgui.h>

#include <algorithm>
#include <cmath>

namespace boxwood {
void DeformationLab::headline(ViewContext& context) {
    if (!pair_) return;
    const PolicyRun& run = pair_->runs()[0];
    if (!run.pairs().empty())
        ui::stat(ui::format_count(run.pairs().size()), "pairs of triangles intersect",
                 {ui::Font::readout, context.palette.contact});
    else if (run.nesting() != Nesting::none)
        ui::stat("inside", describe_nesting(run.nesting(), "the mesh", "the obstacle"),
                 {ui::Font::readout, context.palette.contact});
    else
        ui::stat("separated", "no triangles intersect", {ui::Font::readout, context.palette.closest});
    if (made_.tree.meets_itself) {
        ui::same_line(24.0f);
        ui::stat(ui::format_count(run.self_pairs().size()),
                 run.has_all_self_pairs() ? "pairs of its own" : "pairs of its own, or more",
                 {ui::Font::readout,
                  run.self_pairs().empty() ? context.palette.closest : context.palette.contact});
    }
}

void DeformationLab::inspector(ViewContext& context) {
    const draw::Palette& palette = context.palette;
    ui::section("Does rebuilding pay?");
    ui::paragraph(std::array{ui::TextRun{sentence_, {ui::Font::title, palette.text1}}});
    ui::tooltip("Within noise: the mean difference per frame is at most half the interquartile range of "
                "its changes from frame to frame. Savings count only where the work differed.");
    ui::section("Saved so far", {.right_text = "ms, against policy 1"});
    const std::vector<ui::Series> series = series_of(&Curves::saved_ms, 1, palette);
    ui::Plot saved{.series = series};
    saved.unit = "ms";
    saved.reference = 0.0;
    add_marks(saved, palette);
    const std::vector<ui::PlotFlag> flags = break_even_flags();
    saved.flags = flags;
    follow(ui::plot("saved", saved, {ImGui::GetContentRegionAvail().x, ui::px(140.0f)}, plots_[0]));
    show_totals(palette);
}

std::vector<ui::Series> DeformationLab::series_of(std::vector<float> Curves::*values, std::size_t first,
                                                  const draw::Palette& palette) const {
    std::vector<ui::Series> series;
    for (std::size_t i = first; i < copies_.size(); ++i) {
        const CopyLook look = look_of_copy(i, palette);
        series.push_back({copies_[i].name, look.color, copies_[i].curves.*values, look.is_dashed});
    }
    return series;
}

void DeformationLab::add_marks(ui::Plot& io_plot, const draw::Palette& palette) const {
    io_plot.marks = rebuild_frames_;
    io_plot.mark_color = palette.rebuild;
    io_plot.mark_shape = ui::MarkShape::diamond;
    io_plot.lesser_marks = partial_frames_;
    io_plot.lesser_mark_color = palette.refit;
    if (pair_->place() < pair_->frames()) io_plot.cursor_x = static_cast<double>(shown_frame());
}

// The frame where the first rebuild of the cheapest policy has paid off.
std::vector<ui::PlotFlag> DeformationLab::break_even_flags() const {
    const std::optional<std::size_t> frame = standings_.break_even();
    if (!frame) return {};
    return {{static_cast<double>(*frame), "break-even"}};
}

// A click or a drag in any plot selects that frame.
void DeformationLab::follow(const ui::PlotEvents& events) {
    if (!events.picked_x) return;
    const double last = static_cast<double>(pair_->frames() - 1);
    const auto frame = static_cast<std::size_t>(std::clamp(std::round(*events.picked_x), 0.0, last));
    if (frame != goal_.value_or(shown_frame())) wanted_frame_ = frame;
}

void DeformationLab::show_totals(const draw::Palette& palette) {
    const std::size_t frames = pair_->frames();
    ui::section("Per policy", {.right_text = "tests per frame · frames 0 – " + std::to_string(frames - 1)});
    const std::vector<PolicyTotals>& totals = standings_.totals();
    std::vector<std::string> headings;
    for (std::size_t i = 0; i < totals.size(); ++i)
        headings.push_back(std::to_string(i + 1) + " " + std::string(pair_->runs()[i].config().name));
    std::vector<ui::Column> columns{{.heading = ""}};
    for (const std::string& heading : headings)
        columns.push_back({heading.c_str(),
                           totals.size() > 3   ? 50.0f
                           : totals.size() > 2 ? 64.0f
                                               : 84.0f,
                           true});
    if (!ui::begin_table("totals", columns)) return;
    int id = 0;
    const bool is_narrow = totals.size() > 3;
    const auto row = [&](const char* name, const auto& text) {
        ui::table_row(id++);
        ui::table_cell(name, palette.text2);
        for (const PolicyTotals& t : totals) ui::table_cell(text(t));
    };
    const auto per_frame = [frames](std::uint64_t count) { return ui::format_count(count / frames); };
    row("update, ms", [](const PolicyTotals& t) { return ui::format_fixed(t.update_ms, 1); });
    row("query, ms", [](const PolicyTotals& t) { return ui::format_fixed(t.query_ms, 1); });
    row("total, ms", [](const PolicyTotals& t) { return ui::format_fixed(t.total_ms(), 1); });
    row(is_narrow ? "volumes" : "volume tests",
        [&](const PolicyTotals& t) { return per_frame(t.volume_tests); });
    row(is_narrow ? "triangles" : "triangle tests",
        [&](const PolicyTotals& t) { return per_frame(t.triangle_tests); });
    row("rebuilds", [](const PolicyTotals& t) { return std::to_string(t.rebuilds); });
    row("in part", [](const PolicyTotals& t) { return std::to_string(t.partial_rebuilds); });
    ui::end_table();
}

void DeformationLab::details(ViewContext& context) {
    const float free_width = page_tabs();
    if (!pair_) return;
    if (page_ == kReplayPage) return show_replay(context.palette);
    show_plot_legend(context.palette, free_width);
    show_plots(context.palette);
}

// Controls common to all plots, at the left end of the tab row if they fit.
void DeformationLab::show_plot_legend(const draw::Palette& palette, float free_width) {
    const std::vector<ui::Series> series = series_of(&Curves::total_ms, 0, palette);
    const std::array<LegendEntry, 2> rows{{{{ui::Sample::diamond, palette.rebuild}, "rebuild in a copy"},
                                           {{ui::Sample::triangle, palette.refit}, "partial rebuild"}}};
    const std::size_t count = partial_frames_.empty() ? 1 : 2;
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

void DeformationLab::show_plots(const draw::Palette& palette) {
    struct Question {
        const char* title;
        const char* unit;
        std::vector<float> Curves::*values;
    };
    constexpr std::array<Question, 5> kQuestions{
        {{"What does the update cost?", "ms", &Curves::update_ms},
         {"What does a query cost?", "ms", &Curves::query_ms},
         {"What do both cost?", "ms", &Curves::total_ms},
         {"How many volume tests does a query take?", "k", &Curves::volume_tests},
         {"How inflated is the tree?", "×", &Curves::inflation}}};
    constexpr std::size_t kTimes = 3;
    const std::size_t first = page_ == 0 ? 0 : kTimes,
                      count = page_ == 0 ? kTimes : kQuestions.size() - kTimes;
    const ImVec2 room = ImGui::GetContentRegionAvail();
    const float gap = ui::px(16.0f);
    const float width =
        std::floor((room.x - gap * static_cast<float>(count - 1)) / static_cast<float>(count));
    for (std::size_t q = first; q < first + count; ++q) {
        if (q > first) ImGui::SameLine(0.0f, gap);
        ImGui::BeginChild(kQuestions[q].title, {width, room.y}, false, ImGuiWindowFlags_NoScrollbar);
        const std::vector<ui::Series> series = series_of(kQuestions[q].values, 0, palette);
        ui::Plot data{.title = kQuestions[q].title, .unit = kQuestions[q].unit, .series = series};
        data.has_names_elsewhere = true;
        add_marks(data, palette);
        const ImVec2 left = ImGui::GetContentRegionAvail();
        ui::PlotState& state = plots_[q + 1];
        state.hidden = hidden_copies_;
        follow(ui::plot(kQuestions[q].title, data, {left.x, left.y}, state));
        hidden_copies_ = state.hidden;
        ImGui::EndChild();
    }
}

void DeformationLab::show_replay(const draw::Palette& palette) {
    const ui::TextStyle muted{ui::Font::body, palette.text3};
    if (replay_.is_busy()) {
        if (ui::button("Cancel", {.tooltip = "Stops the replay; the displayed copies continue"}))
            replay_.cancel();
        ui::same_line();
        ui::text("replaying · " + ui::format_percent(replay_.progress(), 0) + " · " +
                     ui::format_fixed(replay_.seconds(), 1) + " s",
                 {.font = ui::Font::body, .color = palette.text2, .row_height = ui::grid::kControl});
        return;
    }
    if (ui::button("Replay under every policy",
                   {.tooltip = "Repeats the recorded frames under each policy, on a worker thread",
                    .primary = true}))
        start_replay();
    if (wants_replay_ && !is_unattended_)
        ui::text("starts by itself after a whole period of " + std::to_string(motion_.period) + " frames",
                 muted);
    if (!replayed_) {
        ui::paragraph(std::array{
            ui::TextRun{"The motion is recorded as it plays. Replayed under every policy, the same "
                        "frames show which one wins for this mesh and motion.",
                        muted}});
        return;
    }
    ui::paragraph(std::array{ui::TextRun{replayed_->sentence, {ui::Font::body, palette.text1}}});
    constexpr std::array<ui::Column, 8> kColumns{
        ui::Column{.heading = "policy"},          ui::Column{"update, ms", 84.0f, true},
        ui::Column{"query, ms", 84.0f, true},     ui::Column{"total, ms", 84.0f, true},
        ui::Column{"volume tests", 104.0f, true}, ui::Column{"triangle tests", 104.0f, true},
        ui::Column{"rebuilds", 72.0f, true},      ui::Column{"partial", 72.0f, true}};
    if (!ui::begin_table("replay", kColumns, {.height = ImGui::GetContentRegionAvail().y})) return;
    int id = 0;
    for (const PolicyTotals& t : replayed_->policies) {
        ui::table_row(id++);
        ui::table_cell(t.name);
        for (const double ms : {t.update_ms, t.query_ms, t.total_ms()})
            ui::table_cell(ui::format_fixed(ms, 1));
        for (const std::uint64_t n : {t.volume_tests, t.triangle_tests}) ui::table_cell(ui::format_count(n));
        for (const std::uint32_t n : {t.rebuilds, t.partial_rebuilds}) ui::table_cell(std::to_string(n));
    }
    ui::end_table();
}

} // namespace boxwood
