#include "app/panels/comparison_panel.hpp"

#include "app/panels/method_titles.hpp"
#include "engine/ui/controls/controls.hpp"
#include "engine/ui/export.hpp"
#include "engine/ui/panel.hpp"
#include "engine/ui/text/format.hpp"

#include <imgui.h>

#include <algorithm>
#include <array>
#include <span>

namespace boxwood {
namespace {

constexpr float kControlsWidth = 148.0f, kButton = 64.0f, kBarHeight = 6.0f; // pixels at scale 1
constexpr float kMinNameWidth = 64.0f; // minimum width for names, pixels at scale 1
constexpr double kPercent = 100.0;

bool is_compared(const HierarchyConfig& config, const HierarchyConfig& current, CompareBy by) {
    const bool same_kind = config.kind == current.kind, same_volume = config.volume == current.volume,
               same_builder = config.builder == current.builder;
    switch (by) {
    case CompareBy::volume:
        return same_kind && same_builder;
    case CompareBy::builder:
        return same_kind && same_volume;
    case CompareBy::kind:
        return same_volume && (same_builder || !same_kind);
    case CompareBy::everything:
        return true;
    }
    return true;
}

bool is_same(const HierarchyConfig& a, const HierarchyConfig& b) {
    return a.kind == b.kind && a.volume == b.volume && a.builder == b.builder;
}

bool have_same_poses(const std::pair<Pose, Pose>& x, const std::pair<Pose, Pose>& y) {
    const auto is_same_pose = [](const Pose& a, const Pose& b) {
        return a.linear == b.linear && a.origin == b.origin;
    };
    return is_same_pose(x.first, y.first) && is_same_pose(x.second, y.second);
}

bool is_same_question(const Comparison& x, const Comparison& y) {
    const QueryRequest &a = x.request, &b = y.request;
    return x.a.positions.data() == y.a.positions.data() && x.b.positions.data() == y.b.positions.data() &&
           a.mode == b.mode && a.test == b.test && a.descent == b.descent && a.leaf_test == b.leaf_test &&
           a.triangle_test == b.triangle_test;
}

// Describes how the state on screen differs from the compared state; empty: no difference.
std::string_view describe_change(const Comparison& compared, const Comparison& now) {
    if (!is_same_question(compared, now)) return "meshes or query changed since then";
    return std::ranges::equal(compared.poses, now.poses, have_same_poses) ? "" : "meshes moved since then";
}

double value_of(const ComparisonRow& row, int column) {
    switch (column) {
    case 1:
        return row.build_ms;
    case 2:
        return row.query_us;
    case 3:
        return static_cast<double>(row.counters.volume_tests);
    case 4:
        return static_cast<double>(row.counters.primitive_tests);
    case 5:
        return row.bytes_per_triangle;
    case 6:
        return row.depth;
    case 7:
        return row.costs.volumes.ns_each();
    case 8:
        return row.costs.primitives.ns_each();
    case 9:
        return static_cast<double>(row.costs.updates.count);
    case 10:
        return row.costs.updates.ns_each();
    case 11:
        return row.costs.residual_share();
    default:
        return 0.0;
    }
}

// Returns the title of the varied part of the configuration; if everything varies, the complete name.
std::string short_name(const HierarchyConfig& config, CompareBy by) {
    switch (by) {
    case CompareBy::volume:
        return method_title(config.volume);
    case CompareBy::builder:
        return method_title(config.builder);
    case CompareBy::kind:
        return method_title(config.kind);
    case CompareBy::everything:
        break;
    }
    return name_of(config);
}

std::string text_of(const ComparisonRow& row, int column) {
    const double value = value_of(row, column);
    switch (column) {
    case 3:
    case 4:
    case 9:
        return ui::format_count(static_cast<std::uint64_t>(value));
    case 6:
        return std::to_string(row.depth);
    case 11:
        return ui::format_fixed(kPercent * value, 1) + " %";
    default:
        return ui::format_fixed(value, column == 1 ? 2 : 1);
    }
}

constexpr std::array<ui::Column, 12> kColumns{
    ui::Column{"hierarchy", 0.0f, false, "Varied parameter: volume, builder or kind"},
    ui::Column{"build ms", 54.0f, true, "Both hierarchies"},
    ui::Column{"query µs", 60.0f, true, "Shortest of three runs"},
    ui::Column{"volumes", 60.0f, true, "Volume tests, n_v"},
    ui::Column{"triangles", 58.0f, true, "Triangle tests, n_p"},
    ui::Column{"B/tri", 46.0f, true, "Bytes per triangle for the nodes and indices of both hierarchies"},
    ui::Column{"depth", 42.0f, true, "Depth of the deeper hierarchy"},
    ui::Column{"c_v ns", 48.0f, true, "Time of one volume test, including its share of the traversal"},
    ui::Column{"c_p ns", 48.0f, true, "Time of one triangle test"},
    ui::Column{"updates", 58.0f, true, "Volumes recomputed because of motion, n_u"},
    ui::Column{"c_u ns", 48.0f, true, "Time of one update"},
    ui::Column{"rest", 46.0f, true, "Share of the time that n_v c_v + n_p c_p + n_u c_u does not explain"}};

// Returns the width that the other columns and the gaps between columns leave for the names.
float width_for_names(std::span<const int> shown, float width) {
    constexpr float kBetween = 12.0f;
    for (const int column : shown)
        width -= ui::px(kColumns[static_cast<std::size_t>(column)].width + kBetween);
    return width;
}

// Returns the smallest width at which the names still look different when their ends are cut.
float width_of_unique_prefixes(std::vector<std::string> names) {
    std::ranges::sort(names);
    float width = ui::px(kMinNameWidth);
    const auto fit_prefix = [&](std::string_view name, std::size_t length) {
        std::string prefix(name.substr(0, length));
        if (length < name.size()) prefix += "…";
        width = std::max(width, ui::text_size(ui::Font::small, prefix).x);
    };
    for (std::size_t i = 1; i < names.size();
         ++i) { // sorted: a name shares its longest prefix with a neighbor
        const std::string &before = names[i - 1], &name = names[i];
        const auto common =
            static_cast<std::size_t>(std::ranges::mismatch(before, name).in1 - before.begin());
        fit_prefix(before, common + 1);
        fit_prefix(name, common + 1);
    }
    return width;
}

// Returns the indices of the columns that fit next to names of width `names`. `chosen`: 0 for counts, 1 for costs.
std::span<const int> columns_shown(float width, int chosen, float names) {
    static constexpr std::array<int, 12> kAll{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11};
    static constexpr std::array<int, 7> kCosts{0, 2, 7, 8, 9, 10, 11}, kCounts{0, 1, 2, 3, 4, 5, 6};
    static constexpr std::array<int, 4> kFewCosts{0, 2, 7, 8},
        kFewCounts{0, 2, 3, 4}; // without room, the last columns are dropped
    if (width_for_names(kAll, width) >= names) return kAll;
    const std::span<const int> all(chosen == 1 ? kCosts : kCounts);
    if (width_for_names(all, width) >= names) return all;
    std::span<const int> few(chosen == 1 ? kFewCosts : kFewCounts);
    while (few.size() > 2 && width_for_names(few, width) < names) few = few.first(few.size() - 1);
    return few;
}

} // namespace

void ComparisonPanel::start(Subject subject) {
    measured_by_ = by_;
    error_.clear();
    rows_.clear();
    subject.comparison.configs.clear();
    for (HierarchyConfig& config : list_hierarchy_configs())
        if (is_compared(config, subject.current, static_cast<CompareBy>(by_))) {
            config.leaf_size = subject.current.leaf_size;
            subject.comparison.configs.push_back(std::move(config));
        }
    compared_ = std::move(subject);
    // The owner keeps the compared meshes alive.
    job_.start([comparison = compared_.comparison, owner = compared_.owner](ComparisonJob::Control& control) {
        return run_comparison(comparison, control);
    });
}

void ComparisonPanel::start_and_wait(Subject subject) {
    start(std::move(subject));
    job_.wait();
    take_result();
}

void ComparisonPanel::take_result() {
    if (std::optional<std::vector<ComparisonRow>> rows = job_.take_partial()) rows_ = std::move(*rows);
    if (const std::optional<Status> end = job_.take_result(); end && !*end) error_ = end->error().message;
}

void ComparisonPanel::draw(const std::function<Subject()>& make_subject) {
    take_result();
    const float height = ImGui::GetContentRegionAvail().y;
    ImGui::BeginChild("controls", {ui::px(kControlsWidth), height});
    draw_controls(make_subject);
    ImGui::EndChild();
    ui::same_line(16.0f);
    ImGui::BeginChild("rows", {0.0f, height}, false, ImGuiWindowFlags_NoScrollbar);
    if (!error_.empty())
        ui::paragraph(std::array{ui::TextRun{error_, {ui::Font::body, ui::palette().bad}}});
    else if (rows_.empty() && !job_.is_busy())
        ui::paragraph(std::array{ui::TextRun{
            "Start runs the displayed query with one hierarchy after another: same meshes, same poses.",
            {ui::Font::body, ui::palette().text3}}});
    else
        draw_rows();
    ImGui::EndChild();
}

void ComparisonPanel::draw_controls(const std::function<Subject()>& make_subject) {
    constexpr std::array<const char*, 4> kBy{"volumes", "builders", "kinds", "everything"};
    ui::dropdown(
        {.label = "##by", .options = kBy, .tooltip = "Parameter to vary; others keep their current values"},
        by_);
    constexpr std::array<const char*, 2> kSets{"counts", "costs"};
    ui::dropdown(
        {.label = "##set",
         .options = kSets,
         .tooltip =
             "Columns: the number of tests, or the time of one test of each kind; both if there is room"},
        columns_);
    const bool is_running = job_.is_busy();
    if (is_running && ui::button("Cancel", {.tooltip = "Stops and keeps the rows", .width = kButton}))
        job_.cancel();
    if (!is_running &&
        ui::button("Start", {.tooltip = "Measures on a worker thread", .primary = true, .width = kButton}))
        start(make_subject());
    if (!rows_.empty())
        ui::export_button({.name = "comparison", .tooltip = "All rows as CSV"},
                          [&] { return comparison_csv(rows_); });
    if (is_running) {
        const ImVec2 at = ImGui::GetCursorScreenPos();
        const float width = ImGui::GetContentRegionAvail().x;
        ImDrawList& list = *ImGui::GetWindowDrawList();
        list.AddRectFilled(at, {at.x + width, at.y + ui::px(kBarHeight)}, ui::packed(ui::palette().view));
        list.AddRectFilled(at,
                           {at.x + width * static_cast<float>(job_.progress()), at.y + ui::px(kBarHeight)},
                           ui::packed(ui::palette().accent));
        ImGui::Dummy({width, ui::px(kBarHeight)});
        ui::text(ui::format_fixed(job_.seconds(), 1) + " s", {ui::Font::body, ui::palette().text3});
        draw_frame(make_subject());
        return;
    }
    if (rows_.empty()) return;
    const bool is_same_everywhere =
        std::ranges::all_of(rows_, [](const ComparisonRow& row) { return row.is_same_answer; });
    ui::text(is_same_everywhere ? "✓ same answers" : "✗ answers differ",
             {ui::Font::body, is_same_everywhere ? ui::palette().ok : ui::palette().bad});
    draw_frame(make_subject());
}

// Names the measured frame, because bodies can move during and after the measurement.
void ComparisonPanel::draw_frame(const Subject& now) const {
    const std::string_view change = describe_change(compared_.comparison, now.comparison);
    std::string text = "all rows: frame " + ui::format_count(compared_.frame);
    if (!change.empty()) text.append("; ").append(change);
    ui::paragraph(std::array{ui::TextRun{text, {ui::Font::small, ui::palette().text3}}});
}

std::string ComparisonPanel::report_fields(const Subject& now) const {
    const auto own = std::ranges::find_if(
        rows_, [this](const ComparisonRow& row) { return is_same(row.config, compared_.current); });
    if (own == rows_.end()) return "null";
    return R"({"frame": )" + std::to_string(compared_.frame) + R"(, "rows": )" +
           std::to_string(rows_.size()) + R"(, "volume_tests": )" +
           std::to_string(own->counters.volume_tests) + R"(, "since": ")" +
           std::string(describe_change(compared_.comparison, now.comparison)) + R"("})";
}

void ComparisonPanel::sort_rows() {
    const int column = sort_.column;
    if (column < 0) return;
    std::ranges::stable_sort(rows_, [this, column](const ComparisonRow& x, const ComparisonRow& y) {
        if (column == 0)
            return sort_.descending ? name_of(x.config) > name_of(y.config)
                                    : name_of(x.config) < name_of(y.config);
        const double a = value_of(x, column), b = value_of(y, column);
        return sort_.descending ? a > b : a < b;
    });
}

void ComparisonPanel::draw_rows() {
    const auto by = static_cast<CompareBy>(measured_by_);
    std::vector<std::string> names;
    for (const ComparisonRow& row : rows_) names.push_back(short_name(row.config, by));
    const std::span<const int> shown =
        columns_shown(ImGui::GetContentRegionAvail().x, columns_, width_of_unique_prefixes(std::move(names)));
    std::vector<ui::Column> columns;
    ui::TableSort sort{.column = -1, .descending = sort_.descending};
    for (const int column : shown) {
        if (column == sort_.column) sort.column = static_cast<int>(columns.size());
        columns.push_back(kColumns[static_cast<std::size_t>(column)]);
    }
    const ui::TableSort before = sort;
    if (!ui::begin_table("comparison", columns,
                         {.height = ImGui::GetContentRegionAvail().y, .io_sort = &sort}))
        return;
    if (sort != before)
        sort_ = {.column = shown[static_cast<std::size_t>(sort.column)], .descending = sort.descending};
    sort_rows();
    ui::table_rows(static_cast<int>(rows_.size()), [&](int i) {
        const ComparisonRow& row = rows_[static_cast<std::size_t>(i)];
        ui::RowStyle row_style{.is_selected = is_same(row.config, compared_.current)};
        if (!row.is_same_answer) row_style.color = ui::palette().bad;
        ui::table_row(i, row_style);
        for (const int column : shown)
            ui::table_cell(column == 0 ? short_name(row.config, by) : text_of(row, column));
    });
    ui::end_table();
}

} // namespace boxwood
