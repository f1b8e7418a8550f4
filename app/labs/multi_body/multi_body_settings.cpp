// The settings of the multi-body lab. To add one: a row here, and row("name") in a panel.
#include "app/labs/multi_body/multi_body.hpp"
#include "app/labs/wording.hpp"
#include "collision/broad_phase/all_broad_phases.hpp"
#include "collision/narrow_phase/all_narrow_phases.hpp"
#include "engine/explain/explanations/supporting_shapes.hpp"

#include <algorithm>
#include <array>

namespace boxwood {
namespace {

constexpr std::array kCubePercents{0.0, 100.0, 50.0, 0.0}; // of the options of "box"
constexpr std::size_t kMixed = 2, kClimbed = 3;

// What the cell size of a broad phase is relative to.
struct CellMeaning {
    std::string_view method;
    const char* label;
    std::string_view unit, help;
};
constexpr std::array kCellMeanings{
    CellMeaning{HashedGrid::kName, "Cell", "× box",
                "Edge of a cell over the mean longest side of the boxes; auto is 2"},
    CellMeaning{LooseOctree::kName, "Cell", "× box",
                "Edge of the smallest cell for a box over its longest side, at least 1; auto is 1"},
    CellMeaning{ColumnGrid::kName, "Columns", "× usual",
                "Width of the columns over their usual width; auto is 1"},
    CellMeaning{DynamicTreePhase::kName, "Margin", "× usual",
                "Margin of the boxes in the tree over a tenth of their longest side; auto is 1"}};
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

std::size_t place_of(std::span<const std::string_view> names, std::string_view name) {
    return static_cast<std::size_t>(std::ranges::find(names, name) - names.begin());
}

} // namespace

SettingTable MultiBodyLab::settings() {
    SettingTable table;
    add_scene_settings(table);
    add_broad_settings(table);
    add_narrow_settings(table);
    add_group_settings(table);
    add_display_settings(table);
    pause_.add_settings(table);
    add_page_settings(table);
    return table;
}

// Settings that make other bodies take effect with the next scene.
Status MultiBodyLab::set(std::string_view name, std::string_view value) {
    const MultiBodyParams before = params_;
    Status status = Lab::set(name, value);
    wants_restart_ |= params_ != before;
    return status;
}

bool MultiBodyLab::uses_cells() const {
    return std::ranges::find(kCellMeanings, simulation_.world.broad_phase_name(), &CellMeaning::method) !=
           kCellMeanings.end();
}

void MultiBodyLab::add_scene_settings(SettingTable& io_table) {
    MultiBodyParams& p = params_;
    const MultiBodyParams usual;
    io_table.group("Scene");
    io_table.add(
        whole({"bodies", "Bodies", "Number of bodies at the start; large scenes are built in the background"},
              {.low = 1, .high = kMaxWorkloadBodies, .reset = usual.bodies, .is_logarithmic = true},
              member(p.bodies)));
    io_table.add(whole(
        {"faces", "Faces", "Triangles of each polytope, or of the simplest ones; odd numbers are rounded up"},
        {.low = 4, .high = kMaxFaces, .reset = usual.faces, .is_logarithmic = true}, member(p.faces)));
    io_table.add(whole({"most-faces", "Maximum",
                        "Above faces: each polytope has a random number of triangles between the two"},
                       {.low = 4, .high = kMaxFaces, .reset = p.faces, .is_logarithmic = true},
                       {[&p] { return static_cast<double>(p.most_faces > 0 ? p.most_faces : p.faces); },
                        [&p](double v) { p.most_faces = static_cast<int>(v); }}));
    io_table.add(
        number({"density", "Density", "Share of the room's volume that bodies fill"},
               {.low = 0.01, .high = 40, .reset = usual.density_percent, .unit = "%", .is_logarithmic = true},
               member(p.density_percent)));
    io_table.add(number({"aspect-ratio", "Aspect ratio",
                         "Length over width of the polytopes; a fixed cube is loose around long ones"},
                        {.low = 1, .high = 20, .reset = usual.aspect_ratio, .unit = "×", .decimals = 1},
                        member(p.aspect_ratio)));
    io_table.add(
        number({"meshes", "Meshes",
                "Share of the bodies that are triangle meshes; dropped files replace the built-in ones"},
               {.low = 0, .high = 100, .reset = usual.mesh_percent, .unit = "%", .decimals = 0},
               member(p.mesh_percent)));
    io_table.add(
        flag({"solid", "Solid meshes",
              "Declares the meshes of opened files solid, so that what lies inside is in contact with "
              "them; a mesh that is not closed is refused"},
             false, member(declares_solid_)));
    io_table.group("Motion");
    io_table.add(number({"spin", "Rotation", "Rotation of each body in one step at speed 1"},
                        {.low = 0, .high = 180, .reset = usual.spin_degrees, .unit = "°/step", .decimals = 1},
                        member(p.spin_degrees)));
    io_table.add(number(
        {"velocity", "Velocity", "Motion of each body in one step at speed 1, in percent of its radius"},
        {.low = 0, .high = 100, .reset = usual.speed_percent, .unit = "% radius/step", .decimals = 1},
        member(p.speed_percent)));
    io_table.add(
        choice({"response", "Response",
                "Which pairs exchange velocities: colliding pairs that approach, or every colliding pair as "
                "in the paper"},
               {{"approaching", "approach"}, {"all-pairs", "all"}}, 0, member(simulation_.settings.response))
            .segmented());
    io_table.add(
        choice({"continuous", "Continuous",
                "Where bodies first meet within a step: not searched, as in the paper; report lists the "
                "pairs that the "
                "step misses; on stops bodies there, so that none passes through another at any speed"},
               {{"off"}, {"report"}, {"on"}}, 0, member(continuous_, [this] { timeline_.clear(); drop_branch(); dirty_ = true; }))
            .segmented());
    io_table.group("Playback");
    io_table.add(speed_setting(kUsualSpeed));
}

void MultiBodyLab::add_broad_settings(SettingTable& io_table) {
    WorldChoices& choices = choices_;
    io_table.group("Broad phase");
    const std::span<const std::string_view> names = list_broad_phases();
    io_table.add(
        choice({"broad-phase", "Method", "Algorithm that finds the pairs of overlapping boxes"},
               method_options(names), 0,
               {[this, names] {
                    return static_cast<double>(place_of(names, choices_.broad_phase.empty()
                                                                   ? simulation_.world.broad_phase_name()
                                                                   : choices_.broad_phase));
                },
                [&choices, names](double i) { choices.broad_phase = names[static_cast<std::size_t>(i)]; }}));
    io_table.add(choice(
        {"storage", "Flags",
         "Where sweep-and-prune stores the flags of each pair: dense, a matrix, or sparse, a hash map. "
         "Automatic is dense up to 16384 bodies, and up to 4096 if pairs are disabled unless named"},
        {{"automatic"}, {"dense"}, {"sparse"}}, 0, member(choices.broad.storage)));
    const auto found =
        std::ranges::find(kCellMeanings, simulation_.world.broad_phase_name(), &CellMeaning::method);
    const CellMeaning& cell = found == kCellMeanings.end() ? kAnyCell : *found;
    io_table.add(number({"cell", cell.label, cell.help},
                        {.low = 0, .high = 10, .reset = 0, .unit = cell.unit, .decimals = 1, .zero = "auto"},
                        member(choices.broad.cell_factor)));
    io_table.add(choice(
        {"box", "Box",
         "Tight box, a cube that fits every rotation, or some of each. Tight boxes of polytopes with at "
         "most 48 vertices are found by a scan of all of them, larger ones by hill climbing; climbed: "
         "all of them by hill climbing, as in I-COLLIDE"},
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
         [&choices](double i) {
             choices.cube_percent = kCubePercents[static_cast<std::size_t>(i)];
             choices.always_climb = static_cast<std::size_t>(i) == kClimbed;
         }}));
    io_table.add(
        number({"cubes", "Cubes", "Share of the bodies whose box is a fixed cube"},
               {.low = 0, .high = 100, .reset = 0, .unit = "%", .decimals = 0},
               {[this] { return cube_percent(); }, [&choices](double v) { choices.cube_percent = v; }}));
    io_table.add(number(
        {"aabb-margin", "AABB margin",
         "Each box is enlarged by this multiple of the longest possible motion in a step, so that pairs "
         "become active before they touch"},
        {.low = 0, .high = 4, .reset = SimulationSettings{}.aabb_margin, .unit = "× step"},
        member(simulation_.settings.aabb_margin)));
}

void MultiBodyLab::add_narrow_settings(SettingTable& io_table) {
    io_table.group("Narrow phase");
    const std::vector<std::string_view> names = narrow_phase_words();
    io_table.add(choice(
        {"narrow-phase", "Method##narrow", "Algorithm that finds the closest features of polytopes"},
        method_options(names), 0,
        {[this] {
             const std::string_view name = choices_.narrow_phase.empty()
                                               ? simulation_.world.narrow_phase_name()
                                               : choices_.narrow_phase;
             return static_cast<double>(place_of(narrow_phase_words(), name));
         },
         [this](double i) { choices_.narrow_phase = kAllNarrowPhases[static_cast<std::size_t>(i)].name; }}));
    SettingOptions starts = options_of(kWarmStartNames);
    starts[1].title = "first vertices";
    io_table.add(choice(
        {"warm-start", "Start",
         "Where the walk of a newly active pair starts: at the features where it ended when the pair was "
         "last active, at vertex 0 of both, at random vertices, or towards each other"},
        std::move(starts), 0, member(choices_.start)));
    const auto collide_again = [this] { dirty_ = true; };
    WorldSettings& world = simulation_.world.settings;
    io_table.add(flag({"closest-parts", "Closest parts",
                       "Searches the closest parts of separated compounds; off: hulls that are separated are "
                       "not opened, and distances are lower bounds"},
                      WorldSettings{}.find_closest_parts, member(world.find_closest_parts, collide_again)));
    io_table.add(flag({"query-memory", "Query memory",
                       "Each pair of meshes with wide hierarchies continues where its last query ended: the "
                       "same contacts, other counters"},
                      WorldSettings{}.use_temporal_coherence,
                      member(world.use_temporal_coherence, collide_again)));
    io_table.add(
        whole({"threads", "Threads", "Threads of box updates and narrow phase; results do not depend on it"},
              {.low = 1, .high = kMaxThreads, .reset = 1}, member(choices_.threads)));
    io_table.add(
        number({"line-below", "Lines up to",
                "Closest features at a larger distance are not drawn; auto draws all, or the 400 nearest "
                "pairs"},
               {.low = 0, .high = 1e6, .reset = 0, .unit = "m", .is_logarithmic = true, .zero = "auto"},
               member(line_below_)));
    io_table.add(
        choice(
            {"oracle", "Oracle",
             "What is verified in every frame by independent, slow methods: nothing, the selected pair, or "
             "everything"},
            {{"off"}, {"pair"}, {"all"}}, 2, member(oracle_.scope(), [this] { oracle_.new_frame(); }))
            .segmented());
}

void MultiBodyLab::add_group_settings(SettingTable& io_table) {
    io_table.group("Pairs");
    SettingOptions options;
    for (std::string& name : groups_.names()) options.push_back({std::move(name)});
    io_table.add(choice({"group-a", "Group", "Group of bodies whose pairs the buttons below switch"}, options,
                        0, member(group_a_)));
    io_table.add(choice({"group-b", "With", "The other group of these pairs"}, options, 0, member(group_b_)));
    const auto rules = [this](bool is_enabled) {
        return [this, is_enabled](std::string_view text) -> Status {
            Result<std::vector<GroupRule>> read = read_group_rules(text, is_enabled);
            if (!read) return read.error();
            group_rules_.insert(group_rules_.end(), read->begin(), read->end());
            are_rules_applied_ = false;
            dirty_ = true;
            return ok();
        };
    };
    io_table.add(
        free_text({"disable-pairs", "",
                   "Disables every pair of two groups of bodies, such as meshes:polytopes; several with "
                   "commas between. Groups are all, polytopes, meshes, compounds, deforming, fixed, "
                   "moving and those of the scene file"},
                  rules(false)));
    io_table.add(free_text({"enable-pairs", "", "The opposite, after disable-pairs=all"}, rules(true)));
}

void MultiBodyLab::add_display_settings(SettingTable& io_table) {
    const Show usual;
    io_table.group("Show");
    io_table.add(choice({"boxes", "Boxes", "World boxes: none, of overlapping pairs, or all (B)"},
                        {{"none"}, {"overlapping", "pairs"}, {"all"}}, static_cast<std::size_t>(usual.boxes),
                        member(show_.boxes))
                     .segmented());
    io_table.add(choice({"others", "Others",
                         "Bodies that are not selected, while one is: shown, dimmed, glass, or hidden (I)"},
                        {{"shown"}, {"dimmed", "dim"}, {"glass"}, {"hidden", "hide"}}, 0,
                        member(show_.others))
                     .segmented());
    io_table.add(
        choice({"features", "Features",
                "Closest features as a dot, a thick line or a filled face: none, of the selected pair, or of "
                "all pairs (C)"},
               {{"none"}, {"selected", "pair"}, {"all"}}, static_cast<std::size_t>(usual.features),
               member(show_.features))
            .segmented());
    io_table.add(flag({"lines", "Closest-feature lines",
                       "A line between the closest points of each pair; the setting line-below limits them"},
                      usual.lines, member(show_.lines)));
    io_table.add(
        choice(
            {"mesh-distances", "Mesh distances",
             "Closest points and distance of separated pairs with a mesh, searched only for this: none, of "
             "the selected pair, or of all pairs"},
            {{"none"}, {"selected", "pair"}, {"all"}}, static_cast<std::size_t>(usual.mesh_distances),
            member(show_.mesh_distances, [this] { is_stale_ = true; }))
            .segmented());
    io_table.add(flag({"contacts", "Bodies in contact", "Tints and hatches colliding bodies"}, usual.contacts,
                      member(show_.contacts)));
    io_table.add(flag({"triangles", "Colliding triangles",
                       "Paints the triangles that intersect solid red; those of solids are searched only for "
                       "this, in the phase "
                       "highlight"},
                      usual.triangles,
                      member(show_.triangles, [this] { asks_for_triangles_ = show_.triangles; })));
    io_table.add(
        flag({"part-colors", "Colors of parts", "Tints the convex parts of a body, each differently"},
             usual.part_colors, member(show_.part_colors)));
    io_table.add(
        choice({"contact-points", "Contact points",
                "Points of the contacts, and an arrow along the normal with a length by the depth: none, of "
                "the selected pair, or of all pairs if at most 12 are in contact (Shift+C)"},
               {{"none"}, {"selected", "pair"}, {"all"}}, static_cast<std::size_t>(ContactView{}.which),
               member(contacts_.which, [this] { is_stale_ = true; }))
            .segmented());
    io_table.add(
        number({"contact-scale", "Arrow length",
                "Length of a contact arrow over the depth; auto fits the deepest to the bodies"},
               {.low = 0, .high = 1e4, .reset = 0, .unit = "× depth", .is_logarithmic = true, .zero = "auto"},
               member(contacts_.chosen_scale, [this] { is_stale_ = true; })));
    io_table.add(flag(
        {"region", "Voronoi region",
         "The points nearer to one feature of the selected pair than to any other; click a selected body "
         "to pick the feature"},
        usual.region, member(show_.region)));
    io_table.add(flag({"velocities", "Velocities", "The motion of every body in 20 steps"}, usual.velocities,
                      member(show_.velocities)));
    io_table.add(flag({"names", "Names", "The name of every body"}, usual.names, member(show_.names)));
    io_table.group("Walk");
    SettingOptions starts = options_of(kWalkStartNames);
    constexpr std::array<std::array<const char*, 2>, kWalkStartNames.size()> kStarts{
        {{"last frame", "The start of the world's own walk in this frame: the features of the frame before"},
         {"first vertices", "Vertex 0 of both"},
         {"random", "A random vertex of each"},
         {"directional", "Support vertices along the line of centers, from a table"},
         {"far sides", "The vertices that face away from each other: the longest walk"}}};
    for (std::size_t i = 0; i < starts.size(); ++i) {
        starts[i].title = kStarts[i][0];
        starts[i].help = kStarts[i][1];
    }
    io_table.add(choice({"walk-start", "Start", "Where the displayed walk starts"}, std::move(starts),
                        static_cast<std::size_t>(FeatureWalkPlayer{}.start),
                        member(walk_.start, [this] { is_stale_ = true; })));
    io_table.add(whole({"walk-step", "", "Displayed step of the walk, from 1"}, {.low = 1, .high = 1e6},
                       {{}, [this](double v) { walk_.go_to(static_cast<std::size_t>(v) - 1); }}));
    io_table.add(flag({"only-pair", "Only this pair", "Hides all other bodies while the walk is shown"},
                      usual.only_pair, member(show_.only_pair)));
}

// Requests: they name what exists once the scene is there. check_settings() checks them then.
void MultiBodyLab::add_page_settings(SettingTable& io_table) {
    const auto body = [](std::optional<BodyId>& io_id) {
        return SettingAccess{{}, [&io_id](double v) { io_id = static_cast<BodyId>(v); }};
    };
    const auto pick = [this](FeatureKind kind) {
        return SettingAccess{{}, [this, kind](double v) {
                                 picked_ = PickedFeature{kNone, {kind, static_cast<std::uint32_t>(v)}, 0};
                                 show_.region = true;
                             }};
    };
    io_table.group("Selection");
    io_table.add(
        whole({"select", "", "Selected body"}, {.low = 0, .high = kMaxWorkloadBodies}, body(chosen_body_)));
    io_table.add(whole({"with", "", "Selects the pair of the selected body with this one"},
                       {.low = 0, .high = kMaxWorkloadBodies}, body(chosen_partner_)));
    io_table.add(whole({"joint", "", "Joint of the selected body that position moves; the first by default"},
                       {.low = 0, .high = 4095},
                       {{}, [this](double v) { chosen_joint_ = static_cast<std::uint32_t>(v); }}));
    io_table.add(number({"position", "", "Position of the joint: degrees, or a length for a prismatic joint"},
                        {.low = -kMaxJointPosition, .high = kMaxJointPosition},
                        {{}, [this](double v) { chosen_position_ = v; }}));
    constexpr double kMaxFeatures = 1e6;
    io_table.add(whole({"pick-vertex", "", "Vertex of the selected body whose Voronoi region is shown"},
                       {.low = 0, .high = kMaxFeatures}, pick(FeatureKind::vertex)));
    io_table.add(whole({"pick-edge", "", "The same for an edge"}, {.low = 0, .high = kMaxFeatures},
                       pick(FeatureKind::edge)));
    io_table.add(whole({"pick-face", "", "The same for a face"}, {.low = 0, .high = kMaxFeatures},
                       pick(FeatureKind::face)));
    io_table.group("Pages");
    io_table.add(choice({"page", "", "Page at the bottom right"}, page_options(), 0,
                        member(page_, [this] { is_stale_ = true; }))
                     .page());
    io_table.add(whole({"graph", "", "Graph of the page graphs"}, {.low = 1, .high = 6, .reset = 1},
                       {[this] { return static_cast<double>(graphs_.chosen()); },
                        [this](double v) { graphs_.choose(static_cast<int>(v)); }})
                     .page());
    io_table.add(choice({"graph-view", "",
                         "What the page graphs shows: times, the counts behind them, or claims with "
                         "a verdict each"},
                        {{"times"}, {"causes"}, {"claims"}}, 0,
                        {[this] { return static_cast<double>(graphs_.view()); },
                         [this](double i) { graphs_.show(static_cast<GraphsPanel::View>(i)); }})
                     .page());
    io_table.add(choice({"sweep", "",
                         "quick measures the graph before the first frame, or in the window in the "
                         "background"},
                        {{"off"}, {"quick"}}, std::nullopt,
                        {{}, [this](double i) { wants_sweep_ = i == 1.0; }}));
}

Error MultiBodyLab::needs_chosen_body(std::string_view setting) {
    return Error{"setting " + std::string(setting) + ": select=BODY must say which body it is about"};
}

Status MultiBodyLab::check_settings() const {
    for (const GroupRule& rule : group_rules_)
        if (Status status = groups_.check(rule); !status)
            return Error{"setting " + std::string(rule.is_enabled ? "enable" : "disable") +
                         "-pairs: " + status.error().message};
    const std::uint64_t bodies = simulation_.world.bodies().size();
    if (chosen_body_)
        if (Status status = check_is_there("select", *chosen_body_, bodies, "bodies"); !status) return status;
    if (chosen_partner_) {
        if (!chosen_body_) return needs_chosen_body("with");
        if (Status status = check_is_there("with", *chosen_partner_, bodies, "bodies"); !status)
            return status;
        if (*chosen_partner_ == *chosen_body_)
            return Error{"setting with: a pair is of two bodies, but " + std::to_string(*chosen_body_) +
                         " is the selected one"};
    }
    if (Status status = check_chosen_joint(); !status) return status;
    return check_picked_feature();
}

// Of the first convex part of a body, for the pick settings.
Status MultiBodyLab::check_picked_feature() const {
    if (!picked_ || picked_->body != kNone) return ok();
    const std::array kinds{std::pair{"pick-vertex", "vertices"}, std::pair{"pick-edge", "edges"},
                           std::pair{"pick-face", "faces"}};
    const auto& [setting, things] = kinds[static_cast<std::size_t>(picked_->feature.kind)];
    if (!chosen_body_) return needs_chosen_body(setting);
    const std::optional<Solid> solid = solid_of(simulation_.world.bodies()[*chosen_body_], picked_->part);
    if (!solid)
        return Error{std::string("setting ") + setting + ": body " + std::to_string(*chosen_body_) +
                     " is a mesh; features are picked on polytopes"};
    const std::array counts{solid->polytope->positions().size(), solid->polytope->edges().size(),
                            solid->polytope->faces().size()};
    return check_is_there(setting, picked_->feature.index,
                          counts[static_cast<std::size_t>(picked_->feature.kind)], things);
}

} // namespace boxwood
