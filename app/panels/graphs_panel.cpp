#include "app/panels/graphs_panel.hpp"

#include "engine/draw/sheet_svg.hpp"
#include "engine/measure/result_csv.hpp"
#include "engine/measure/sweeps/graph_picture.hpp"
#include "engine/ui/controls/controls.hpp"
#include "engine/ui/controls/table.hpp"
#include "engine/ui/export.hpp"
#include "engine/ui/panel.hpp"
#include "engine/ui/plot/sheet_view.hpp"
#include "engine/ui/text/format.hpp"
#include "engine/ui/text/text.hpp"

#include <imgui.h>

#include <algorithm>
#include <array>

namespace boxwood {
namespace {

constexpr float kSweepControlsWidth = 208.0f, kSweepButton = 64.0f,
                kSweepBarHeight = 6.0f; // pixels at scale 1
constexpr double kMinProgress = 0.02; // minimum share of finished work for an estimate of the remaining time
constexpr glm::vec2 kSvgSize{1080.0f, 300.0f};
constexpr glm::vec2 kSmallestPicture{420.0f, 120.0f};

constexpr std::array<const char*, 6> kGraphNames{"1  polytopes",     "2  faces",       "3  density",
                                                 "4  spin, dynamic", "5  spin, cubes", "6  velocity"};

draw::Color color_of(Verdict verdict) {
    if (verdict == Verdict::reproduced) return ui::palette().ok;
    if (verdict == Verdict::not_reproduced) return ui::palette().bad;
    return ui::palette().text2;
}

std::string marked(Verdict verdict) {
    constexpr std::array<const char*, kVerdictCount> kMarks{"✓ ", "~ ", "✗ ", "? ", "", "· "};
    return std::string(kMarks[static_cast<std::size_t>(verdict)]).append(verdict_name(verdict));
}

} // namespace

void GraphsPanel::choose(int number) {
    for (std::size_t i = 0; i < all_graphs().size(); ++i)
        if (all_graphs()[i].number == number) chosen_ = static_cast<int>(i);
    is_stale_ = true;
}

int GraphsPanel::chosen() const {
    return all_graphs()[static_cast<std::size_t>(chosen_)].number;
}

void GraphsPanel::start(SweepSize size) {
    const Graph& graph = all_graphs()[static_cast<std::size_t>(chosen_)];
    size_ = static_cast<int>(size);
    measured_ = graph.number;
    error_.clear();
    job_.start(
        [sweep = make_sweep(graph, size)](SweepJob::Control& control) { return run_sweep(sweep, control); });
}

void GraphsPanel::start_and_wait(SweepSize size) {
    start(size);
    job_.wait();
    take_result();
}

void GraphsPanel::take_result() {
    std::optional<SweepResult> outcome = job_.take_partial();
    if (const std::optional<Status> end = job_.take_result(); end && !*end) error_ = end->error().message;
    if (!outcome) return;
    const int number = outcome->sweep.graph.number;
    std::erase_if(results_, [number](const SweepResult& old) { return old.sweep.graph.number == number; });
    results_.push_back(std::move(*outcome));
    findings_ = judge_all(results_);
    is_stale_ = true;
}

const SweepResult* GraphsPanel::shown() const {
    const int number = all_graphs()[static_cast<std::size_t>(chosen_)].number;
    for (const SweepResult& result : results_)
        if (result.sweep.graph.number == number) return &result;
    return nullptr;
}

void GraphsPanel::draw() {
    take_result();
    const float height = ImGui::GetContentRegionAvail().y;
    ImGui::BeginChild("controls", {ui::px(kSweepControlsWidth), height});
    draw_controls();
    ImGui::EndChild();
    ui::same_line(16.0f);
    ImGui::BeginChild("picture", {0.0f, height}, false, ImGuiWindowFlags_NoScrollbar);
    if (!error_.empty())
        ui::paragraph(std::array{ui::TextRun{error_, {ui::Font::body, ui::palette().bad}}});
    else if (static_cast<View>(view_) == View::claims)
        draw_claims();
    else
        draw_picture();
    ImGui::EndChild();
}

void GraphsPanel::draw_controls() {
    constexpr std::array<const char*, 3> kViews{"times", "causes", "claims"};
    constexpr std::array<const char*, 2> kSizes{"full", "quick"};
    is_stale_ |=
        ui::dropdown({.label = "##graph", .options = kGraphNames, .tooltip = "Parameter to vary"}, chosen_)
            .changed;
    is_stale_ |=
        ui::segmented({.label = "##view",
                       .options = kViews,
                       .tooltip =
                           "Times by phase, the counts that cause them, or the claims of the paper with "
                           "verdicts"},
                      view_)
            .changed;
    ui::segmented({.label = "##size",
                   .options = kSizes,
                   .tooltip = "Ten points with five seeds, each run three times for 160 frames, or a preview "
                              "in a few seconds"},
                  size_);
    draw_progress(); // above the buttons, because the tooltips appear below the buttons
    const bool is_running = job_.is_busy();
    if (is_running &&
        ui::button("Cancel", {.tooltip = "Stops and keeps the measured points", .width = kSweepButton}))
        job_.cancel();
    if (!is_running &&
        ui::button("Start",
                   {.tooltip = "Measures on a worker thread", .primary = true, .width = kSweepButton}))
        start(static_cast<SweepSize>(size_));
    draw_copy();
}

void GraphsPanel::draw_progress() {
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const float width = ImGui::GetContentRegionAvail().x, height = ui::px(kSweepBarHeight);
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const auto bar = [&](float share, draw::Color color) {
        list.AddRectFilled(at, {at.x + share * width, at.y + height}, ui::packed(color), 0.5f * height);
    };
    bar(1.0f, ui::palette().view);
    const double share = measured_ == 0 ? 0.0 : job_.progress(), seconds = job_.seconds();
    if (share > 0.0) bar(static_cast<float>(share), ui::palette().accent);
    ImGui::Dummy({width, height});
    if (measured_ == 0) return ui::text("nothing measured yet", {ui::Font::small, ui::palette().text3});
    ui::tooltip("Progress of graph " + std::to_string(measured_));
    std::string progress_text =
        "graph " + std::to_string(measured_) + " · " + ui::format_fixed(seconds, 1) + " s";
    if (!job_.is_busy())
        progress_text += share < 1.0 ? ", cancelled" : "";
    else if (share > kMinProgress)
        progress_text += ", about " + ui::format_fixed(seconds * (1.0 / share - 1.0), 0) + " s left";
    ui::text(progress_text, {ui::Font::small, ui::palette().text3});
}

void GraphsPanel::draw_copy() {
    if (!shown()) return;
    ui::same_line();
    ui::export_button({.name = "graph",
                       .tooltip = "The estimates per point, with their intervals, as a table",
                       .width = kSweepButton},
                      [&] { return to_csv(graph_table(*shown())); });
    ui::same_line();
    ui::export_button({.label = "SVG",
                       .name = "graph",
                       .extension = "svg",
                       .tooltip = "The picture as SVG",
                       .width = kSweepButton},
                      [&] {
                          const bool is_causes = static_cast<View>(view_) == View::causes;
                          const draw::Sheet sheet = is_causes ? causes_picture(*shown(), kSvgSize)
                                                              : times_picture(*shown(), kSvgSize);
                          return draw::to_svg(sheet, draw::SvgColors::light, shown()->sweep.graph.question);
                      });
}

void GraphsPanel::draw_picture() {
    const SweepResult* result = shown();
    if (!result) {
        const Graph& graph = all_graphs()[static_cast<std::size_t>(chosen_)];
        const std::string hint =
            std::string(graph.question) + " Press Start to measure; the simulation continues meanwhile.";
        ui::paragraph(std::array{ui::TextRun{hint, {ui::Font::body, ui::palette().text3}}});
        return;
    }
    const ImVec2 room = ImGui::GetContentRegionAvail();
    const glm::vec2 size =
        glm::max(glm::vec2(room.x, room.y) / ui::theme().scale - glm::vec2(0.0f, 6.0f), kSmallestPicture);
    const std::array<float, 4> drawn_for{size.x, size.y, static_cast<float>(chosen_),
                                         static_cast<float>(view_)};
    if (is_stale_ || drawn_for != drawn_for_) {
        const bool is_causes = static_cast<View>(view_) == View::causes;
        picture_ = is_causes ? causes_picture(*result, size) : times_picture(*result, size);
        drawn_for_ = drawn_for;
        is_stale_ = false;
    }
    ui::sheet_view(picture_);
}

void GraphsPanel::draw_claims() {
    if (const SweepResult* result = shown(); result && result->sweep.size == SweepSize::quick) {
        const Sweep& sweep = result->sweep;
        ui::text("Quick: " + std::to_string(sweep.points.size()) + " points of " +
                     std::to_string(sweep.frames) + " frames, " + std::to_string(sweep.seeds) +
                     " seeds. This is a preview, not a measurement.",
                 {ui::Font::small, ui::palette().text2});
    }
    constexpr float kWide = 880.0f, kNarrow = 620.0f,
                    kShape = 264.0f; // pixels at scale 1, so that no words are cut
    const float room = ImGui::GetContentRegionAvail().x;
    const bool has_test = room > ui::px(kNarrow);
    std::vector<ui::Column> columns{
        {.heading = "reported shape", .width = room > ui::px(kWide) ? kShape : 0.0f}};
    if (has_test) columns.push_back({.heading = "test"});
    columns.push_back({"estimate (95 %)", 212.0f, true});
    columns.push_back({"verdict", 96.0f});
    if (!ui::begin_table("claims", columns, {.height = ImGui::GetContentRegionAvail().y})) return;
    const int number = all_graphs()[static_cast<std::size_t>(chosen_)].number;
    if (findings_.empty()) findings_ = judge_all(results_);
    int row = 0;
    for (const ClaimFinding& finding : findings_) {
        if (finding.claim->graph != number) continue;
        const ClaimOutcome& outcome = finding.outcome;
        ui::table_row(row++);
        ui::table_cell(finding.claim->source_claim.statement);
        if (has_test) ui::table_cell(rule_text(finding.claim->source_claim.rule), ui::palette().text3);
        ui::table_cell(estimate_text(*finding.claim, outcome.estimate));
        ui::table_cell(marked(outcome.verdict), color_of(outcome.verdict));
    }
    ui::end_table();
}

} // namespace boxwood
