// The setting rows of WorldSetup.
#include "app/labs/multi_body/scene/world_choices.hpp"
#include "app/panels/method_titles.hpp"
#include "collision/narrow_phase/all_narrow_phases.hpp"

#include <algorithm>
#include <array>

namespace boxwood {
namespace {

constexpr int kMaxThreads = 16;
constexpr std::array kCubePercents{0.0, 100.0, 50.0, 0.0}; // by option of the setting "box"
constexpr std::size_t kMixed = 2, kClimbed = 3;

// The meaning of the cell size in a broad phase.
struct CellMeaning {
    std::string_view method;
    const char* label;
    std::string_view unit, help;
};
constexpr std::array kCellMeanings{
    CellMeaning{HashedGrid::kName, "Cell", "× box",
                "Edge of a cell, divided by the mean longest side of the boxes; auto is 2"},
    CellMeaning{
        LooseOctree::kName, "Cell", "× box",
        "Edge of the smallest cell for a box, divided by the longest side of the box, at least 1; auto is 1"},
    CellMeaning{ColumnGrid::kName, "Columns", "× usual",
                "Width of the columns, divided by their usual width; auto is 1"},
    CellMeaning{DynamicTreePhase::kName, "Margin", "× usual",
                "Margin of the boxes in the tree, divided by a tenth of their longest side; auto is 1"}};
constexpr CellMeaning kAnyCell{"", "Cell", "× usual",
                               "Size of the cells of grid, octree and column-grid; margin of dynamic-tree"};

SettingOptions method_options(std::span<const std::string_view> names) {
    SettingOptions options;
    for (const std::string_view name : names)
        options.push_back({std::string(name), method_title(name), std::string(name)});
    return options;
}

std::vector<std::string_view> narrow_phase_words() {
    std::vector<std::string_view> words;
    for (const NarrowPhase& one : kAllNarrowPhases) words.push_back(one.name);
    return words;
}

std::size_t index_of(std::span<const std::string_view> names, std::string_view name) {
    return static_cast<std::size_t>(std::ranges::find(names, name) - names.begin());
}

} // namespace

bool WorldSetup::uses_cells() const {
    return std::ranges::find(kCellMeanings, simulation_.world.broad_phase_name(), &CellMeaning::method) !=
           kCellMeanings.end();
}

void WorldSetup::add_broad_settings(SettingTable& io_table) {
    io_table.begin_group("Broad phase");
    const std::span<const std::string_view> names = list_broad_phases();
    io_table.add(
        choice({"broad-phase", "Method", "Algorithm that finds the pairs of overlapping boxes"},
               method_options(names), 0,
               {[this, names] {
                    return static_cast<double>(index_of(names, choices_.broad_phase.empty()
                                                                   ? simulation_.world.broad_phase_name()
                                                                   : choices_.broad_phase));
                },
                [this, names](double i) { choices_.broad_phase = names[static_cast<std::size_t>(i)]; }}));
    io_table.add(choice(
        {"storage", "Flags",
         "Where sweep-and-prune stores the flags of each pair: in a dense matrix or in a sparse hash map. "
         "Automatic means dense up to 16384 bodies, but only up to 4096 if all pairs except named ones are "
         "disabled"},
        {{"automatic"}, {"dense"}, {"sparse"}}, 0, member(choices_.broad.storage)));
    const auto found =
        std::ranges::find(kCellMeanings, simulation_.world.broad_phase_name(), &CellMeaning::method);
    const CellMeaning& cell = found == kCellMeanings.end() ? kAnyCell : *found;
    io_table.add(number({"cell", cell.label, cell.help},
                        {.low = 0, .high = 10, .reset = 0, .unit = cell.unit, .decimals = 1, .zero = "auto"},
                        member(choices_.broad.cell_factor)));
    add_box_settings(io_table);
}

void WorldSetup::add_box_settings(SettingTable& io_table) {
    io_table.add(choice(
        {"box", "Box",
         "Tight box, a cube that fits every rotation, or some of each. The tight box of a polytope is found "
         "by a scan if it has at most 48 vertices, and otherwise by hill climbing; climbed uses hill "
         "climbing for all polytopes, as in I-COLLIDE"},
        {{"dynamic", "dynamic box"}, {"cube", "fixed cube"}, {"mixed"}, {"climbed", "dynamic box, climbed"}},
        0,
        {[this] {
             const double percent = cube_percent();
             const std::size_t box = percent == 100.0        ? 1
                                     : percent != 0.0        ? kMixed
                                     : choices_.always_climb ? kClimbed
                                                             : 0;
             return static_cast<double>(box);
         },
         [this](double i) {
             choices_.cube_percent = kCubePercents[static_cast<std::size_t>(i)];
             choices_.always_climb = static_cast<std::size_t>(i) == kClimbed;
         }}));
    io_table.add(
        number({"cubes", "Cubes", "Share of the bodies whose box is a fixed cube"},
               {.low = 0, .high = 100, .reset = 0, .unit = "%", .decimals = 0},
               {[this] { return cube_percent(); }, [this](double v) { choices_.cube_percent = v; }}));
    io_table.add(number(
        {"aabb-margin", "AABB margin",
         "Each box is enlarged by this multiple of the longest possible motion in a step, so that pairs "
         "become active before they touch"},
        {.low = 0, .high = 4, .reset = SimulationSettings{}.aabb_margin, .unit = "× step"},
        member(simulation_.settings.aabb_margin)));
}

void WorldSetup::add_narrow_settings(SettingTable& io_table) {
    io_table.begin_group("Narrow phase");
    const std::vector<std::string_view> names = narrow_phase_words();
    io_table.add(choice(
        {"narrow-phase", "Method##narrow", "Algorithm that finds the closest features of polytopes"},
        method_options(names), 0,
        {[this] {
             const std::string_view name = choices_.narrow_phase.empty()
                                               ? simulation_.world.narrow_phase_name()
                                               : choices_.narrow_phase;
             return static_cast<double>(index_of(narrow_phase_words(), name));
         },
         [this](double i) { choices_.narrow_phase = kAllNarrowPhases[static_cast<std::size_t>(i)].name; }}));
    SettingOptions starts = options_of(kWarmStartNames);
    starts[1].title = "first vertices";
    io_table.add(choice(
        {"warm-start", "Start",
         "Where the walk of a newly active pair starts: at the features where it ended when the pair was "
         "last active, at vertex 0 of both, at random vertices, or at the vertices that face the other body"},
        std::move(starts), 0, member(choices_.start)));
    const auto collide_again = [this] { requests_.collide_again(); };
    WorldSettings& world = simulation_.world.settings;
    io_table.add(flag({"closest-parts", "Closest parts",
                       "Searches the closest parts of separated compounds; off: hulls that are separated are "
                       "not opened, and distances are lower bounds"},
                      WorldSettings{}.find_closest_parts, member(world.find_closest_parts, collide_again)));
    io_table.add(flag({"query-memory", "Query memory",
                       "Each pair of meshes with wide hierarchies continues where its last query ended; "
                       "this changes the counters, but not the contacts"},
                      WorldSettings{}.use_temporal_coherence,
                      member(world.use_temporal_coherence, collide_again)));
    io_table.add(whole({"threads", "Threads",
                        "Threads of box updates and narrow phase; results do not depend on their number"},
                       {.low = 1, .high = kMaxThreads, .reset = 1}, member(choices_.threads)));
}

} // namespace boxwood
