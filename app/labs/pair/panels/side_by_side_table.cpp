#include "app/labs/pair/panels/side_by_side_table.hpp"

#include "engine/ui/controls/controls.hpp"
#include "engine/ui/export.hpp"
#include "engine/ui/panel.hpp"
#include "engine/ui/text/format.hpp"

#include <imgui.h>

#include <algorithm>
#include <span>
#include <string>

namespace boxwood {
namespace {

enum Column { kName, kQuery, kVisits, kVolumes, kTriangles, kTime, kBytes, kBuild, kOnly, kColumnCount };

constexpr std::array<ui::Column, kColumnCount> kColumns{
    ui::Column{"hierarchy", 0.0f, false, "Number of the view, then kind, volume and builder"},
    ui::Column{
        "query", 0.0f, false,
        "Visits of the query from first to last; click or drag to go to the same fraction of every query"},
    ui::Column{"visits", 62.0f, true, "Tests of volumes and of triangles"},
    ui::Column{"volumes", 62.0f, true, "Volume tests"},
    ui::Column{"triangles", 60.0f, true, "Triangle tests"},
    ui::Column{"ms", 76.0f, true,
               "Minimum of three times without recording; while the meshes move, the time of one query with "
               "recording (traced)"},
    ui::Column{"B/tri", 48.0f, true, "Bytes per triangle for the nodes and indices of both hierarchies"},
    ui::Column{"build ms", 58.0f, true, "CPU time to build both hierarchies on a worker thread"},
    ui::Column{"only", 56.0f, true,
               "Triangles in leaves that this query tested and no other query reached; "
               "– if a query has more visits than are recorded"}};
constexpr float kWideTable = 560.0f; // pixels at scale 1; a wider table also shows the traversal timelines
constexpr float kFooter = 30.0f, kRowGap = 3.0f, kMinTrees = 48.0f;

constexpr std::string_view kNothing = "–";

double value_of(const ComparedHierarchies& compared, std::size_t number, int column) {
    const ComparedRow& one = compared.row(number);
    switch (column) {
    case kVisits:
        return static_cast<double>(one.visits);
    case kVolumes:
        return static_cast<double>(one.counters.volume_tests);
    case kTriangles:
        return static_cast<double>(one.counters.primitive_tests);
    case kTime:
        return one.query_ms;
    case kBytes:
        return one.bytes_per_triangle.value_or(0.0);
    case kBuild:
        return one.build_ms.value_or(0.0);
    case kOnly:
        return static_cast<double>(one.reached_alone_count());
    default:
        return static_cast<double>(number);
    }
}

std::string text_of(const ComparedHierarchies& compared, std::size_t number, int column) {
    const ComparedRow& one = compared.row(number);
    const double value = value_of(compared, number, column);
    switch (column) {
    case kName:
        return compared.title(number);
    case kTime:
        return !one.has_result
                   ? std::string(kNothing)
                   : (one.is_traced ? "traced " : "") + ui::format_fixed(value, ui::decimals_for(value, 3));
    case kBytes:
        return one.bytes_per_triangle ? ui::format_fixed(value, 1) : std::string(kNothing);
    case kOnly:
        return one.has_result && !compared.is_truncated()
                   ? ui::format_count(static_cast<std::uint64_t>(value))
                   : std::string(kNothing);
    case kBuild:
        return one.build_ms ? ui::format_fixed(value, 1) : std::string(kNothing);
    default:
        return one.has_result ? ui::format_count(static_cast<std::uint64_t>(value)) : std::string(kNothing);
    }
}

} // namespace

std::vector<std::size_t> SideBySideTable::sorted_rows(const ComparedHierarchies& compared) const {
    std::vector<std::size_t> order(compared.count() + 1);
    for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
    const int column = sort_.column;
    if (column < 0 || column == kQuery) return order;
    std::ranges::stable_sort(order, [&](std::size_t x, std::size_t y) {
        if (column == kName) {
            const std::string a = compared.title(x).substr(3), b = compared.title(y).substr(3);
            return sort_.descending ? a > b : a < b;
        }
        const double a = value_of(compared, x, column), b = value_of(compared, y, column);
        return sort_.descending ? a > b : a < b;
    });
    return order;
}

bool SideBySideTable::draw(ComparedHierarchies& io_compared, TraversalInspector& io_own,
                           const HierarchyChoice& own, const draw::Palette& palette,
                           const std::function<void(float)>& trees) {
    if (io_compared.is_empty()) {
        ui::paragraph(std::array{ui::TextRun{"Compares up to three more hierarchies on the same meshes, "
                                             "poses and query. Each has its own view; "
                                             "all views share the camera and the position in the query.",
                                             {ui::Font::body, palette.text3}}});
        if (ui::button("Add a hierarchy", {.tooltip = "In a second view (N)", .primary = true}))
            io_compared.add(own);
        return false;
    }
    const float room =
        std::max(ImGui::GetContentRegionAvail().y - ui::px(kFooter), ui::px(2.0f * ui::grid::kTableRow));
    const float rows = ui::px(static_cast<float>(io_compared.count() + 2) * ui::grid::kTableRow + kRowGap);
    const bool has_trees = io_own.is_open && room - rows > ui::px(kMinTrees);
    const std::optional<double> share = draw_table(io_compared, io_own, has_trees ? rows : room, palette);
    if (share) io_compared.go_to_share(*share, io_own);
    if (has_trees) trees(room - rows);
    if (io_compared.count() < ComparedHierarchies::kMax) {
        if (ui::button("Add a hierarchy", {.tooltip = "In a second view (N)"})) io_compared.add(own);
        ui::same_line();
    }
    ui::export_button({.name = "side-by-side", .tooltip = "All rows as CSV"},
                      [&] { return io_compared.csv(); });
    ui::same_line(16.0f);
    ui::check_row({.label = "Reached by this only",
                   .sample = {ui::Sample::square, palette.rebuild},
                   .key = "U",
                   .tooltip = "Colors, in each view, the triangles in leaves that the view's query tested "
                              "and no other query tested",
                   .width = 276.0f},
                  io_compared.marks_reached_alone);
    return share && !io_own.is_open;
}

std::optional<double> SideBySideTable::draw_table(const ComparedHierarchies& compared,
                                                  const TraversalInspector& own, float height,
                                                  const draw::Palette& palette) {
    static constexpr std::array<int, 9> kAll{kName, kQuery, kVisits, kVolumes, kTriangles,
                                             kTime, kBytes, kBuild,  kOnly};
    static constexpr std::array<int, 6> kFew{kName, kVisits, kVolumes, kTriangles, kTime, kOnly};
    const bool is_wide = ImGui::GetContentRegionAvail().x > ui::px(kWideTable);
    const std::span<const int> shown = is_wide ? std::span<const int>(kAll) : std::span<const int>(kFew);
    std::vector<ui::Column> columns;
    ui::TableSort sort{.column = -1, .descending = sort_.descending};
    for (const int column : shown) {
        if (column == sort_.column) sort.column = static_cast<int>(columns.size());
        columns.push_back(kColumns[static_cast<std::size_t>(column)]);
    }
    const ui::TableSort before = sort;
    if (!ui::begin_table("side by side", columns, {.height = height, .io_sort = &sort})) return std::nullopt;
    if (sort != before)
        sort_ = {.column = shown[static_cast<std::size_t>(sort.column)], .descending = sort.descending};
    std::optional<double> clicked_share;
    for (const std::size_t number : sorted_rows(compared)) {
        ui::table_row(static_cast<int>(number));
        for (const int column : shown) {
            if (column != kQuery) {
                ui::table_cell(text_of(compared, number, column));
                continue;
            }
            ui::table_custom_cell();
            const TraversalInspector& visits = compared.view(number, own);
            if (!compared.row(number).has_result || visits.player().is_empty()) continue;
            ImGui::PushID(static_cast<int>(number));
            ImGui::SetCursorPosY(ImGui::GetCursorPosY() + ui::px(0.5f * kRowGap));
            const std::optional<std::size_t> visit = timelines_[number].draw(
                {.visits = visits.recording().recorder().visits(),
                 .revision = compared.revision(),
                 .current = own.is_open ? std::optional(visits.player().index()) : std::nullopt,
                 .palette = palette,
                 .is_distance_query = visits.recording().is_distance_query(),
                 .height = ui::px(ui::grid::kTableRow - kRowGap)});
            ImGui::PopID();
            if (visit && visits.player().size() > 1)
                clicked_share = static_cast<double>(*visit) / static_cast<double>(visits.player().size() - 1);
        }
    }
    ui::end_table();
    return clicked_share;
}

} // namespace boxwood
