// Hierarchies side by side in words and numbers: chips, parameter rows, the table.
#include "app/labs/hierarchy_fields.hpp"
#include "app/labs/pair/visits/compared_hierarchies.hpp"
#include "collision/query/query_choices.hpp"
#include "engine/measure/hierarchy_comparison.hpp"
#include "engine/ui/export.hpp"
#include "engine/ui/panel.hpp"
#include "engine/ui/text/format.hpp"

#include <imgui.h>

#include <algorithm>
#include <cstdio>

namespace boxwood {
namespace {

enum Column { kName, kQuery, kVisits, kVolumes, kTriangles, kTime, kBytes, kBuild, kOnly, kColumnCount };

constexpr std::array<ui::Column, kColumnCount> kColumns{
    ui::Column{"hierarchy", 0.0f, false, "Number of its view; kind, volume, builder"},
    ui::Column{"query", 0.0f, false,
               "Its visits from first to last; click or drag to go to that share of every query"},
    ui::Column{"visits", 62.0f, true, "Tests of volumes and of triangles"},
    ui::Column{"volumes", 62.0f, true, "Volume tests"},
    ui::Column{"triangles", 60.0f, true, "Triangle tests"},
    ui::Column{"ms", 76.0f, true,
               "Without a recorder, the least of three times; while the meshes move, traced: once, with one"},
    ui::Column{"B/tri", 48.0f, true, "Bytes per triangle: nodes and indices of both"},
    ui::Column{"build ms", 58.0f, true, "CPU time to build both on a worker thread"},
    ui::Column{"only", 56.0f, true, "Triangles of leaves that this query tested, reached by no other query"}};
constexpr float kWideTable = 560.0f; // pixels at scale 1 for the skylines
constexpr float kFoot = 30.0f, kRowGap = 3.0f, kMinTrees = 48.0f;

constexpr std::string_view kNothing = "–";

// What is likely to differ most comes first.
HierarchyChoice next_choice(const HierarchyChoice& own, const std::vector<HierarchyChoice>& taken) {
    std::vector<HierarchyConfig> possible = list_hierarchy_configs();
    const auto is_taken = [&](const HierarchyChoice& choice) {
        return choice == own || std::ranges::find(taken, choice) != taken.end();
    };
    for (const std::string_view volume : {"obb", "kdop18", "sphere", "aabb"}) {
        HierarchyChoice choice = own;
        choice.config.volume = volume;
        if (!takes_volume(choice.config.kind, volume)) choice.config.kind.clear();
        choice.config = resolved(choice.config);
        HierarchyConfig listed = choice.config;
        listed.leaf_size = 1;
        if (!is_taken(choice) && std::ranges::find(possible, listed) != possible.end()) return choice;
    }
    return {own.config, OverlapTest::lite};
}

} // namespace

// --- in a view --------------------------------------------------------------------------------------------

std::string ComparedHierarchies::title(std::size_t number) const {
    const std::string name = number == 0 ? name_of(own_.choice) : name_of(rival(number).wanted);
    return std::to_string(number + 1) + "  " + name;
}

std::string ComparedHierarchies::note(std::size_t number, const TraversalInspector& own) const {
    if (number > 0 && !rival(number).error.empty()) return rival(number).error;
    if (number > 0 && rival(number).builder.is_busy())
        return "building · " + ui::format_fixed(rival(number).builder.seconds(), 1) + " s";
    const Row& one = row(number);
    if (!one.is_asked) return "";
    const VisitPlayer& player = view(number, own).player();
    if (own.is_open && !player.is_empty())
        return "visit " + ui::format_count(player.index() + 1) + " of " + ui::format_count(player.size());
    return ui::format_count(one.visits) + " visits";
}

std::vector<LegendEntry> ComparedHierarchies::legend(std::size_t number, const draw::Palette& palette) const {
    if (!shows_only || !row(number).is_asked) return {};
    return {
        {{ui::Sample::square, palette.rebuild},
         "reached here only: " + ui::format_count(row(number).only[0] + row(number).only[1]) + " triangles"},
        {{ui::Sample::square, palette.overlapping}, "reached elsewhere too"}};
}

// --- at the left ------------------------------------------------------------------------------------------

void ComparedHierarchies::parameters(const HierarchyChoice& own) {
    ui::section("Side by side", {.note = is_empty() ? "" : std::string_view("further hierarchies")});
    if (count() < kMax) {
        if (ui::button(
                "Add a hierarchy",
                {.tooltip = "The same meshes and query with another hierarchy, in a second view (N)"})) {
            add(own);
        }
    }
    if (is_empty()) return;
    constexpr std::array<const char*, kMax> kNumbers{"view 2", "view 3", "view 4"};
    int chosen = static_cast<int>(chosen_) - 1;
    if (count() > 1) {
        if (ui::segmented({.label = "Edit",
                           .options = std::span(kNumbers).first(count()),
                           .tooltip = "The view that the rows below describe"},
                          chosen))
            chosen_ = static_cast<std::size_t>(chosen) + 1;
    }
    Rival& edited = rival(chosen_);
    HierarchyChoice choice = edited.wanted;
    hierarchy_fields(choice.config);
    choice.config = resolved(choice.config);
    choice_dropdown("Volume test", "What of two volumes is compared: cheaper tests prune less",
                    kAllOverlapTests, choice.test);
    if (choice.config != edited.wanted.config) {
        edited.wanted = choice;
        order(edited);
    } else if (choice.test != edited.wanted.test) {
        edited.wanted.test = choice.test;
        is_changed_ = true;
    }
    if (!edited.error.empty())
        ui::paragraph(std::array{ui::TextRun{edited.error, {ui::Font::small, ui::palette().bad}}});
    if (ui::button("Remove", {.tooltip = "Removes this view (Shift+N: the last one)"})) remove(chosen_);
}

void ComparedHierarchies::add(const HierarchyChoice& own) {
    std::vector<HierarchyChoice> taken;
    for (const std::size_t slot : used_) taken.push_back(rivals_[slot].wanted);
    try_add(next_choice(own, taken));
}

// --- the table --------------------------------------------------------------------------------------------

double ComparedHierarchies::value_of(std::size_t number, int column) const {
    const Row& one = row(number);
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
        return static_cast<double>(one.only[0] + one.only[1]);
    default:
        return static_cast<double>(number);
    }
}

std::string ComparedHierarchies::text_of(std::size_t number, int column) const {
    const Row& one = row(number);
    const double value = value_of(number, column);
    switch (column) {
    case kName:
        return title(number);
    case kTime:
        return !one.is_asked
                   ? std::string(kNothing)
                   : (one.is_traced ? "traced " : "") + ui::format_fixed(value, ui::decimals_for(value, 3));
    case kBytes:
        return one.bytes_per_triangle ? ui::format_fixed(value, 1) : std::string(kNothing);
    case kBuild:
        return one.build_ms ? ui::format_fixed(value, 1) : std::string(kNothing);
    default:
        return one.is_asked ? ui::format_count(static_cast<std::uint64_t>(value)) : std::string(kNothing);
    }
}

std::vector<std::size_t> ComparedHierarchies::sorted_rows(std::span<const int> shown) const {
    std::vector<std::size_t> order(count() + 1);
    for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
    if (sort_.column < 0 || sort_.column >= static_cast<int>(shown.size())) return order;
    const int column = shown[static_cast<std::size_t>(sort_.column)];
    if (column == kQuery) return order;
    std::ranges::stable_sort(order, [&](std::size_t x, std::size_t y) {
        if (column == kName) {
            const std::string a = title(x).substr(3), b = title(y).substr(3);
            return sort_.descending ? a > b : a < b;
        }
        const double a = value_of(x, column), b = value_of(y, column);
        return sort_.descending ? a > b : a < b;
    });
    return order;
}

void ComparedHierarchies::details(ViewContext& context, TraversalInspector& io_own,
                                  const HierarchyChoice& own, const std::function<void(float)>& trees) {
    if (is_empty()) {
        ui::paragraph(std::array{ui::TextRun{
            "The same meshes, poses and query on up to three more hierarchies, each in a view of its own "
            "with one camera and one scrubber.",
            {ui::Font::body, context.palette.text3}}});
        if (ui::button("Add a hierarchy", {.tooltip = "In a second view (N)", .primary = true})) add(own);
        return;
    }
    const float room =
        std::max(ImGui::GetContentRegionAvail().y - ui::px(kFoot), ui::px(2.0f * ui::grid::kTableRow));
    const float rows = ui::px(static_cast<float>(count() + 2) * ui::grid::kTableRow + kRowGap);
    const bool has_trees = io_own.is_open && room - rows > ui::px(kMinTrees);
    draw_table(context, io_own, has_trees ? rows : room);
    if (has_trees) trees(room - rows);
    if (count() < kMax) {
        if (ui::button("Add a hierarchy", {.tooltip = "In a second view (N)"})) add(own);
        ui::same_line();
    }
    ui::export_button({.name = "side-by-side", .tooltip = "All rows, comma-separated"},
                      [&] { return csv(); });
    ui::same_line(16.0f);
    ui::check_row(
        {.label = "Reached by this only",
         .sample = {ui::Sample::square, context.palette.rebuild},
         .key = "U",
         .tooltip =
             "Paints, in each view, all triangles of the leaves that this query tested and no other did",
         .width = 276.0f},
        shows_only);
}

void ComparedHierarchies::draw_table(ViewContext& context, TraversalInspector& io_own, float height) {
    static constexpr std::array<int, 9> kAll{kName, kQuery, kVisits, kVolumes, kTriangles,
                                             kTime, kBytes, kBuild,  kOnly};
    static constexpr std::array<int, 6> kFew{kName, kVisits, kVolumes, kTriangles, kTime, kOnly};
    const bool is_wide = ImGui::GetContentRegionAvail().x > ui::px(kWideTable);
    const std::span<const int> shown = is_wide ? std::span<const int>(kAll) : std::span<const int>(kFew);
    std::vector<ui::Column> columns;
    for (const int column : shown) columns.push_back(kColumns[static_cast<std::size_t>(column)]);
    if (!ui::begin_table("side by side", columns, {.height = height, .io_sort = &sort_})) return;
    std::optional<double> wanted;
    for (const std::size_t number : sorted_rows(shown)) {
        ui::table_row(static_cast<int>(number));
        for (const int column : shown) {
            if (column != kQuery) {
                ui::table_cell(text_of(number, column));
                continue;
            }
            ui::table_custom_cell();
            const TraversalInspector& visits = view(number, io_own);
            if (!row(number).is_asked || visits.player().is_empty()) continue;
            ImGui::PushID(static_cast<int>(number));
            ImGui::SetCursorPosY(ImGui::GetCursorPosY() + ui::px(0.5f * kRowGap));
            const std::optional<std::size_t> place = skylines_[number].draw(
                {.visits = visits.recorder().visits(),
                 .revision = revision_,
                 .current = io_own.is_open ? std::optional(visits.player().index()) : std::nullopt,
                 .palette = context.palette,
                 .height = ui::px(ui::grid::kTableRow - kRowGap)});
            ImGui::PopID();
            if (place && visits.player().size() > 1)
                wanted = static_cast<double>(*place) / static_cast<double>(visits.player().size() - 1);
        }
    }
    ui::end_table();
    if (!wanted) return;
    wants_open_ = !io_own.is_open;
    go_to_share(*wanted, io_own);
}

// --- as text ----------------------------------------------------------------------------------------------

std::string ComparedHierarchies::csv() const {
    std::string text =
        "view,kind,volume,builder,leaf_size,test,visits,volume_tests,triangle_tests,query_ms,traced,"
        "bytes_per_triangle,build_ms,only_a,only_b\n";
    for (std::size_t number = 0; number <= count(); ++number) {
        const Row& one = row(number);
        if (!one.is_asked) continue;
        const HierarchyConfig& config = one.choice.config;
        const std::string_view test = kAllOverlapTests[place_of(kAllOverlapTests, one.choice.test)].name;
        char line[256];
        std::snprintf(line, sizeof line, "%zu,%s,%s,%s,%u,%.*s,%llu,%llu,%llu,%.6g,%d,%.6g,", number + 1,
                      config.kind.c_str(), config.volume.c_str(), config.builder.c_str(), config.leaf_size,
                      static_cast<int>(test.size()), test.data(), static_cast<unsigned long long>(one.visits),
                      static_cast<unsigned long long>(one.counters.volume_tests),
                      static_cast<unsigned long long>(one.counters.primitive_tests), one.query_ms,
                      one.is_traced ? 1 : 0, one.bytes_per_triangle.value_or(0.0));
        text += line;
        if (one.build_ms) { // nothing while it is still being timed
            std::snprintf(line, sizeof line, "%.6g", *one.build_ms);
            text += line;
        }
        text += "," + std::to_string(one.only[0]) + "," + std::to_string(one.only[1]) + "\n";
    }
    return text;
}

std::string ComparedHierarchies::facts(const TraversalInspector& own) const {
    std::string text = "[";
    for (std::size_t number = 0; number <= count() && !is_empty(); ++number) {
        const Row& one = row(number);
        const VisitPlayer& player = view(number, own).player();
        if (number > 0) text += ", ";
        text += R"({"hierarchy": ")" + title(number).substr(3) + R"(", "ready": )" +
                (one.is_asked ? "true" : "false") + R"(, "visit": )" +
                std::to_string(player.is_empty() ? 0 : player.index() + 1) + R"(, "visits": )" +
                std::to_string(one.visits) + R"(, "volume_tests": )" +
                std::to_string(one.counters.volume_tests) + R"(, "triangle_tests": )" +
                std::to_string(one.counters.primitive_tests) + R"(, "only": [)" +
                std::to_string(one.only[0]) + ", " + std::to_string(one.only[1]) + "]}";
    }
    return text + "]";
}

} // namespace boxwood
