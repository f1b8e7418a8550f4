#include "app/labs/pair/pair.hpp"

#include "engine/meshes/generate/generators.hpp"
#include "engine/meshes/measure.hpp"
#include "engine/ui/text/format.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include <glm/geometric.hpp>

namespace boxwood {
namespace {

constexpr std::array kActions{
    LabAction{"show.hierarchy", "Hierarchy boxes", "H"},
    LabAction{"depth.less", "Hierarchy depth down", "[", true},
    LabAction{"depth.more", "Hierarchy depth up", "]", true},
    LabAction{"select.next", "Select the other mesh", "X"},
    LabAction{"gizmo.move", "Move the selection", "G"},
    LabAction{"gizmo.rotate", "Rotate the selection", "Shift+R"},
    LabAction{"gizmo.scale", "Scale the selection", "S"},
    LabAction{"oracle.ask", "Check the answer by brute force", "O"},
    LabAction{"visit.open", "Stop the query at a visit, or go on", "V"},
    LabAction{"visit.follow", "The camera follows the visits", "Shift+F"},
    LabAction{"visit.play", "Play the visits", "P"},
    LabAction{"visit.first", "First visit", "Home"},
    LabAction{"visit.last", "Last visit", "End"},
    LabAction{"visit.leaves", "Next visit of two leaves that overlap, or may be the closest", "J", true},
    LabAction{"visit.contact", "Next visit of two triangles that intersect, or are the closest so far", "K",
              true},
    LabAction{"visit.query", "Visits of the query for contacts, or of that for the distance", "Shift+V"},
    LabAction{"compare.add", "Add a comparison view", "N"},
    LabAction{"compare.remove", "Remove the last comparison view", "Shift+N"},
    LabAction{"compare.only", "Surfaces that only one of the hierarchies reached", "U"},
    LabAction{"visit.rejected", "Visit that saved the most triangle pairs", "M"},
    LabAction{"tree.isolate", "Show only the subtree of the selected node, or the visit's", "I"},
    LabAction{"tree.hide", "Hide the subtree of the selected node, or the visit's", "Shift+I"},
    LabAction{"tree.all", "Show both trees whole", "Shift+A"},
    LabAction{"show.contact-regions", "Contact points, normals and depths", "Shift+C"},
    LabAction{"slice.next", "Cut surfaces open: across no axis, x, y, z", "C"},
    LabAction{"nudge.left", "Nudge left, or one visit back", "Left", true},
    LabAction{"nudge.right", "Nudge right, or one visit on", "Right", true},
    LabAction{"nudge.up", "Nudge up, or to the visit that led here", "Up", true},
    LabAction{"nudge.down", "Nudge down, or to the next leaves", "Down", true},
    LabAction{"nudge.away", "Nudge away, or a page of visits back", "PageUp", true},
    LabAction{"nudge.near", "Nudge nearer, or a page of visits on", "PageDown", true},
};

const LabRegistration kRegistration(
    {.name = "pair",
     .title = "Pair and hierarchies",
     .question = "Which triangles of two meshes intersect, and what did the query do to find out?",
     .order = 20,
     .make = []() -> std::unique_ptr<Lab> { return std::make_unique<PairLab>(); },
     .actions = kActions,
     .max_meshes = 2});

constexpr double kLargestRatio = 20; // of radii: beyond it, B is shown at A's size, and the panel says so

} // namespace

// --- scenes -----------------------------------------------------------------------------------------------

Status PairLab::restart(std::uint64_t) {
    if (!sides_[kA].shape) {
        const std::array<std::pair<const char*, Mesh>, 2> built_in{
            std::pair{"rock", make_bumpy_sphere({.frequency = 32, .seed = 11})},
            std::pair{"torus knot",
                      make_torus_knot({.major_radius = 0.5, .minor_radius = 0.22, .tube_radius = 0.09})}};
        for (const BodyId side : {kA, kB}) {
            Result<std::shared_ptr<Shape>> shape = make_shape(built_in[side].second.view(), config_);
            if (!shape) return shape.error();
            sides_[side] = {
                built_in[side].first,  *shape, make_report(built_in[side].second.view()), false, true,
                static_cast<int>(side)};
        }
    }
    simulation_.frame = 0;
    compared_.take_meshes({sides_[kA].shape, sides_[kB].shape}, config_, !compared_.has_meshes());
    place_meshes();
    wants_tumbling_ = page_ == kTumbling;
    return ok();
}

// The query on screen, at the poses on screen.
ComparisonPanel::Subject PairLab::comparison_subject() const {
    const std::span<const Body> bodies = simulation_.world.bodies();
    ComparisonPanel::Subject subject;
    subject.comparison.a = sides_[kA].shape->mesh();
    subject.comparison.b = sides_[kB].shape->mesh();
    subject.comparison.poses = {{bodies[kA].world_from_body, bodies[kB].world_from_body}};
    subject.comparison.request = simulation_.world.settings.mesh_query;
    subject.owner = std::make_shared<std::pair<std::shared_ptr<Shape>, std::shared_ptr<Shape>>>(
        sides_[kA].shape, sides_[kB].shape);
    subject.current = config_;
    subject.frame = simulation_.frame;
    return subject;
}

// A at its own pose; B next to A's center, so that the surfaces intersect at the start.
void PairLab::place_meshes() {
    Placement start;
    const double radius_a = sides_[kA].shape->radius(), radius_b = sides_[kB].shape->radius();
    const double ratio = radius_b / radius_a;
    if (ratio > kLargestRatio || ratio * kLargestRatio < 1.0)
        start[kB].s = glm::dvec3(std::clamp(radius_a / radius_b, kMinScale, kMaxScale));
    make_world(start);
    bring_into_contact();
}

// Makes solid or not what does not match its side. Other labs may share the shape, so it is copied.
void PairLab::declare_solids() {
    for (const BodyId id : {kA, kB}) {
        Side& side = sides_[id];
        if (wanted_solid_) side.is_solid = (*wanted_solid_)[id];
        if (side.shape->is_solid() == side.is_solid) continue;
        side.shape = make_unchecked_shape(side.shape->mesh(), *side.shape->hierarchy());
        if (!side.is_solid) continue;
        if (const Status status = side.shape->declare_solid(); !status) {
            notes_.push_back(side.name + " stays a surface: " + status.error().message);
            side.is_solid = false;
            if (wanted_solid_) (*wanted_solid_)[id] = false;
        }
    }
}

// The world of the two meshes; settings stay, and frames go on counting.
void PairLab::make_world(const Placement& at) {
    declare_solids();
    const SimulationSettings settings = simulation_.settings;
    const WorldSettings world_settings = simulation_.world.settings;
    const std::uint64_t frame = simulation_.frame;
    simulation_ = {};
    simulation_.frame = frame;
    simulation_.settings = settings;
    simulation_.settings.respond = simulation_.settings.walls = false;
    simulation_.settings.aabb_margin = 0.0;
    simulation_.world.settings = world_settings;
    simulation_.motions.assign(2, {});
    simulation_.motions[kB].spin_axis_w = glm::normalize(glm::dvec3(0.25, 1.0, 0.1));
    simulation_.motions[kB].spin = glm::radians(spin_degrees_);
    const std::array<BodyDesc, 2> bodies{BodyDesc{sides_[kA].shape, at[kA], {}},
                                         BodyDesc{sides_[kB].shape, at[kB], {}}};
    const Result<std::vector<BodyHandle>> ids = simulation_.world.add_bodies(bodies);
    BOXWOOD_ASSERT(ids); // both shapes exist and the poses are ours
    gallery_.update(simulation_.world);
    timeline_.clear();
    drop_branch();
    dirty_ = true;
}

// Moves B in from the side until the surfaces touch, so that both are visible and some triangles collide.
void PairLab::bring_into_contact() {
    constexpr double kStep = 0.05, kDeeper = 0.1; // of the way from side by side to center on center
    const glm::dvec3 direction_w = glm::normalize(glm::dvec3(0.8, 0.25, -0.55)); // across the usual view
    const auto reach = [&](BodyId id) {
        return glm::dot(glm::dvec3(sides_[id].shape->bounds().half()) *
                            simulation_.world.bodies()[id].transform.s,
                        direction_w);
    };
    const double side_by_side = reach(kA) + reach(kB);
    const auto place_at = [&](double share) {
        Transform b = simulation_.world.bodies()[kB].transform;
        b.t = sides_[kA].shape->center() + share * side_by_side * direction_w -
              b.s * sides_[kB].shape->center();
        const Status status = simulation_.world.set_transform(kB, b);
        if (status) require_ok(simulation_.world.step(simulation_.output));
        return status;
    };
    for (double share = 1.0; share > 0.0; share -= kStep) {
        Status status = place_at(share);
        if (status && !contact()) continue;
        if (status) status = place_at(std::max(0.0, share - kDeeper));
        if (status && !contact()) status = place_at(share);
        // Of a mesh far from its own origin that is shown at another size.
        if (!status)
            notes_.push_back(sides_[kB].name + " cannot be placed at " + sides_[kA].name + ": " +
                             status.error().message);
        return;
    }
}

Presentation PairLab::presentation() const {
    constexpr float kWideShare = 0.66f;
    const bool is_wide = (visits_.is_open && page_ == 0) || page_ >= kQuality;
    Presentation presentation{.scene = sides_[kA].name + " and " + sides_[kB].name,
                              .details_share = is_wide ? kWideShare : kDetailsShare,
                              .is_animating = visits_.is_open && followed().player().is_playing};
    if (has_magnifier_) presentation.magnified = visit_focus();
    if (builder_.is_busy())
        presentation.progress =
            "Building " + name_of(wanted_) + " · " + ui::format_fixed(builder_.seconds(), 1) + " s";
    else if (oracle_.is_busy())
        presentation.progress = "Brute force runs in the background and may lengthen the times: " + oracle_progress();
    return presentation;
}

// Boxes, a checked answer, and the visit whose pruning saved the most.
bool PairLab::show_example() {
    show_.hierarchy = asks_oracle_ = true;
    open_visits(true);
    record_visits();
    visits_.act("visit.rejected");
    return true;
}

void PairLab::spin_b() {
    if (simulation_.motions.size() <= kB) return; // before there are bodies
    simulation_.motions[kB].spin = page_ == kTumbling ? 0.0 : glm::radians(spin_degrees_);
    dirty_ = true;
}

void PairLab::step(Clock clock) {
    if (page_ == kTumbling) {
        tumbling_.turn_by(spin_degrees_);
        tumble();
    }
    const double spin = page_ == kTumbling ? 0.0 : glm::radians(spin_degrees_);
    if (simulation_.motions.size() > kB && simulation_.motions[kB].spin != spin) spin_b();
    Lab::step(clock);
}

void PairLab::refresh(Clock clock) {
    query_ = collide_after_edit(clock);
    look(FrameChange::edit, clock);
}

void PairLab::look(FrameChange change, Clock clock) {
    if (change == FrameChange::step || change == FrameChange::back) query_ = record_of(simulation_.output);
    if (change == FrameChange::back && page_ != kTumbling)
        spin_degrees_ = 1e-6 * std::round(1e6 * glm::degrees(simulation_.motions[kB].spin));
    has_moved_ |= change != FrameChange::none;
    if (change != FrameChange::none) measure_tumbling();
    record_visits();
    ask_distance(clock);
    contacts_.update(simulation_, BodyPair{kA, kB});
    ask_oracle();
    cut_surfaces();
}

// The same query once more with a recording trace; its time is shown nowhere.
void PairLab::record_visits() {
    for (std::vector<std::uint8_t>& verdicts : node_verdicts_) verdicts.clear();
    if (!show_.hierarchy && !visits_.is_open && compared_.is_empty()) return visits_.forget();
    const std::span<const Body> bodies = simulation_.world.bodies();
    visits_.record({{sides_[kA].shape, sides_[kB].shape},
                    {bodies[kA].world_from_body, bodies[kB].world_from_body},
                    recorded_request()});
    if (show_.hierarchy) node_verdicts_ = visits_.node_verdicts();
    record_compared();
}

QueryRequest PairLab::recorded_request() const {
    return are_visits_of_distance_ ? distance_request() : simulation_.world.settings.mesh_query;
}

void PairLab::record_compared() {
    compared_.record(compared_scene(), visits_);
}

ComparedHierarchies::Scene PairLab::compared_scene() const {
    const std::span<const Body> bodies = simulation_.world.bodies();
    return {{sides_[kA].shape, sides_[kB].shape},
            config_,
            {bodies[kA].world_from_body, bodies[kB].world_from_body},
            recorded_request()};
}

HierarchyChoice PairLab::own_choice() const {
    return {resolved(wanted_), simulation_.world.settings.mesh_query.test};
}

void PairLab::open_visits(bool open) {
    visits_.is_open = open;
    if (open && page_ == 1) page_ = 0;
    is_stale_ = true;
}

const PairResult* PairLab::contact() const {
    for (const PairResult& pair : simulation_.output.pairs)
        if (pair.is_contact()) return &pair;
    return nullptr;
}

std::vector<ReportField> PairLab::facts() const {
    const auto flag = [](bool on) { return std::string(on ? "true" : "false"); };
    const std::span<const Body> bodies = simulation_.world.bodies();
    const auto position = [&](BodyId id) {
        const glm::dvec3 p = bodies[id].transform.t;
        std::string text = "[";
        return text.append(std::to_string(p.x))
            .append(",")
            .append(std::to_string(p.y))
            .append(",")
            .append(std::to_string(p.z))
            .append("]");
    };
    const auto triangles = [&](BodyId id) {
        return std::to_string(sides_[id].shape->mesh().triangles.size());
    };
    std::vector<ReportField> facts{
        {"triangles_a", triangles(kA)},
        {"triangles_b", triangles(kB)},
        {"position_a", position(kA)},
        {"position_b", position(kB)},
        {"colliding_pairs", std::to_string(simulation_.output.triangle_pairs.size())},
        {"show_triangles", flag(show_.triangles)},
        {"contact_regions", std::to_string(contacts_.details().size())},
        {"contact_points", std::to_string(contacts_.point_count())},
        {"show_hierarchy", flag(show_.hierarchy)},
        {"depth", std::to_string(depth_low_)},
        {"hierarchy", std::string(1, '"').append(name_of(config_)).append(1, '"')},
        {"building", flag(builder_.is_busy())},
        {"selected", is_selected_ ? (selected_ == kA ? "\"A\"" : "\"B\"") : "null"}};
    const PairResult* pair = contact();
    facts.push_back(
        {"inside", pair && pair->nesting != Nesting::none
                       ? '"' + std::string(kNestingNames[static_cast<std::size_t>(pair->nesting)]) + '"'
                       : "null"});
    facts.push_back({"solid", std::string("[")
                                  .append(flag(sides_[kA].is_solid))
                                  .append(", ")
                                  .append(flag(sides_[kB].is_solid))
                                  .append("]")});
    facts.push_back({"distance", distance_ ? std::to_string(distance_->found.distance) : "null"});
    facts.push_back({"query_volume_tests", std::to_string(query_.counters.volume_tests)});
    facts.push_back({"faults", std::to_string(faults_.size())});
    facts.push_back({"slice", std::to_string(slice_.axis)});
    facts.push_back({"slice_at", std::to_string(slice_.percent)});
    facts.push_back({"cost_range", "[" + std::to_string(visits_.heat_low) + ", " +
                                       std::to_string(visits_.heat_high) + "]"});
    if (verdict_) {
        std::string text;
        for (const char c : verdict_->tooltip)
            if (c != '"' && c != '\\') text += c;
        facts.push_back({"verdict", '"' + text + '"'});
    }
    facts.push_back({"oracle", verdict_ ? flag(verdict_->agrees) : "null"});
    facts.push_back({"compared", compared_.facts(visits_)});
    facts.push_back({"comparison", comparison_.facts(comparison_subject())});
    if (page_ == kTumbling) facts.push_back({"tumbling", tumbling_.facts()});
    facts.push_back({"followed", std::to_string(followed_view() + 1)});
    if (followed_view() > 0 && !visits_.is_open)
        facts.push_back({"visit_open", "false"});
    else
        followed().add_facts(facts);
    return facts;
}

} // namespace boxwood
