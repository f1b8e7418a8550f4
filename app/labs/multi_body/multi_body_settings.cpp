// The settings of the multi-body lab. To add one: a row here, and row("name") in a panel.
#include "app/labs/multi_body/multi_body.hpp"
#include "app/labs/wording.hpp"
#include "engine/explain/explanations/supporting_shapes.hpp"

#include <algorithm>
#include <array>

namespace boxwood {

SettingTable MultiBodyLab::settings() {
    SettingTable table;
    scene_.add_settings(table);
    add_continuous_setting(table);
    world_.add_broad_settings(table);
    world_.add_narrow_settings(table);
    add_check_settings(table);
    rules_.add_settings(table);
    add_display_settings(table);
    pause_.add_settings(table);
    add_page_settings(table);
    return table;
}

// Settings that make other bodies take effect with the next scene.
Status MultiBodyLab::set(std::string_view name, std::string_view value) {
    const MultiBodyParams before = scene_.params();
    Status status = Lab::set(name, value);
    wants_restart_ |= scene_.params() != before;
    return status;
}

void MultiBodyLab::add_continuous_setting(SettingTable& io_table) {
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

void MultiBodyLab::add_check_settings(SettingTable& io_table) {
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
    if (Status status = rules_.check(); !status) return status;
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
