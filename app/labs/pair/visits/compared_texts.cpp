// The texts and numbers of compared hierarchies: in a view, as parameters, in files and reports.
#include "app/labs/pair/visits/compared_hierarchies.hpp"
#include "app/labs/settings/hierarchy_fields.hpp"
#include "collision/query/query_choices.hpp"
#include "engine/ui/panel.hpp"
#include "engine/ui/text/format.hpp"

#include <array>
#include <cstdio>

namespace boxwood {

// --- in a view --------------------------------------------------------------------------------------------

std::string ComparedHierarchies::title(std::size_t number) const {
    const std::string name = title_of(number == 0 ? own_row_.choice : entry(number).wanted);
    return std::to_string(number + 1) + "  " + name;
}

std::string ComparedHierarchies::note(std::size_t number, const TraversalInspector& own) const {
    if (number > 0 && !entry(number).error.empty()) return entry(number).error;
    if (number > 0 && entry(number).builder.is_busy())
        return "building · " + ui::format_fixed(entry(number).builder.seconds(), 1) + " s";
    const ComparedRow& one = row(number);
    if (!one.has_result) return "";
    const VisitPlayer& player = view(number, own).player();
    if (own.is_open && !player.is_empty())
        return "visit " + ui::format_count(player.index() + 1) + " of " + ui::format_count(player.size());
    return ui::format_count(one.visits) + " visits";
}

std::vector<LegendEntry> ComparedHierarchies::legend(std::size_t number, const draw::Palette& palette) const {
    if (!marks_reached_alone || !row(number).has_result) return {};
    const std::string count =
        is_truncated() ? "" : ": " + ui::format_count(row(number).reached_alone_count()) + " triangles";
    return {{{ui::Sample::square, palette.rebuild}, "reached only by this query" + count},
            {{ui::Sample::square, palette.overlapping}, "also reached by other queries"}};
}

// --- at the left ------------------------------------------------------------------------------------------

void ComparedHierarchies::parameters(const HierarchyChoice& own) {
    ui::section("Side by side", {.note = is_empty() ? "" : std::string_view("further hierarchies")});
    if (count() < kMax) {
        if (ui::button("Add a hierarchy",
                       {.tooltip = "Adds a view of the same meshes and query with another hierarchy (N)"})) {
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
    Entry& edited = entry(chosen_);
    HierarchyChoice choice = edited.wanted;
    show_hierarchy_fields(choice.config);
    choice.config = resolved(choice.config);
    choice_dropdown("Volume test", "Axes on which two volumes are compared; cheaper tests prune less",
                    kAllOverlapTests, choice.test);
    if (choice.config != edited.wanted.config) {
        edited.wanted = choice;
        start_build(edited);
    } else if (choice.test != edited.wanted.test) {
        edited.wanted.test = choice.test;
        is_changed_ = true;
    }
    if (!edited.error.empty())
        ui::paragraph(std::array{ui::TextRun{edited.error, {ui::Font::small, ui::palette().bad}}});
    if (ui::button("Remove", {.tooltip = "Removes this view (Shift+N removes the last one)"}))
        remove(chosen_);
}

// --- as text ----------------------------------------------------------------------------------------------

bool ComparedHierarchies::is_truncated() const {
    for (std::size_t number = 0; number <= count(); ++number)
        if (row(number).is_truncated) return true;
    return false;
}

std::string ComparedHierarchies::csv() const {
    std::string text =
        "view,kind,volume,builder,leaf_size,test,visits,volume_tests,triangle_tests,query_ms,traced,"
        "bytes_per_triangle,build_ms,only_a,only_b\n";
    for (std::size_t number = 0; number <= count(); ++number) {
        const ComparedRow& one = row(number);
        if (!one.has_result) continue;
        const HierarchyConfig& config = one.choice.config;
        const std::string_view test =
            kAllOverlapTests[index_of_choice(kAllOverlapTests, one.choice.test)].name;
        char line[256];
        std::snprintf(line, sizeof line, "%zu,%s,%s,%s,%u,%.*s,%llu,%llu,%llu,%.6g,%d,%.6g,", number + 1,
                      config.kind.c_str(), config.volume.c_str(), config.builder.c_str(), config.leaf_size,
                      static_cast<int>(test.size()), test.data(), static_cast<unsigned long long>(one.visits),
                      static_cast<unsigned long long>(one.counters.volume_tests),
                      static_cast<unsigned long long>(one.counters.primitive_tests), one.query_ms,
                      one.is_traced ? 1 : 0, one.bytes_per_triangle.value_or(0.0));
        text += line;
        if (one.build_ms) { // empty while the build is still being timed
            std::snprintf(line, sizeof line, "%.6g", *one.build_ms);
            text += line;
        }
        for (const std::uint64_t only : one.reached_alone)
            text += "," + (is_truncated() ? std::string() : std::to_string(only));
        text += "\n";
    }
    return text;
}

std::string ComparedHierarchies::report_fields(const TraversalInspector& own) const {
    std::string text = "[";
    for (std::size_t number = 0; number <= count() && !is_empty(); ++number) {
        const ComparedRow& one = row(number);
        const VisitPlayer& player = view(number, own).player();
        if (number > 0) text += ", ";
        text += R"({"hierarchy": ")" + name_of(number == 0 ? own_row_.choice : entry(number).wanted) +
                R"(", "ready": )" + (one.has_result ? "true" : "false") + R"(, "visit": )" +
                std::to_string(player.is_empty() ? 0 : player.index() + 1) + R"(, "visits": )" +
                std::to_string(one.visits) + R"(, "volume_tests": )" +
                std::to_string(one.counters.volume_tests) + R"(, "triangle_tests": )" +
                std::to_string(one.counters.primitive_tests) + R"(, "only": [)" +
                std::to_string(one.reached_alone[0]) + ", " + std::to_string(one.reached_alone[1]) + "]}";
    }
    return text + "]";
}

} // namespace boxwood
