// The 3D view of the multi-body lab: bodies, boxes, contacts, names. Feature glyphs are in multi_body_glyphs.cpp.
#include "app/labs/multi_body/multi_body.hpp"
#include "app/labs/wording.hpp"
#include "engine/ui/text/format.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include <glm/geometric.hpp>

namespace boxwood {
namespace {

constexpr float kBoxWidth = 1.0f;
constexpr float kLineWidth = 2.0f;
constexpr float kSelectedWidth = 2.5f;
constexpr float kFill = 0.66f; // of the room's bounding sphere: its corners may touch the view's edges
constexpr std::size_t kMaxContactLabels = 5;                   // more would hide the contacts themselves
constexpr std::uint8_t kNearBoxAlpha = 190, kFarBoxAlpha = 56; // boxes fade with distance, like bodies
constexpr std::size_t kMaxLines = 400;                         // more would cover the bodies
constexpr double kVelocitySteps = 20.0;                        // length of a velocity line, in steps

std::vector<bool> bodies_of(const Simulation& simulation, bool only_contacts) {
    std::vector<bool> is_in(simulation.world.bodies().size(), false);
    for (const PairResult& pair : simulation.output.pairs) {
        if (only_contacts && !pair.is_contact()) continue;
        is_in[pair.bodies.a] = is_in[pair.bodies.b] = true;
    }
    return is_in;
}

glm::vec3 center_of(const Body& body) {
    return glm::vec3(body.world_from_body * body.shape->center());
}

// Surface pairs have no witness points: uses the center of the intersection of their boxes.
glm::vec3 place_of_contact(const CollisionWorld& world, const PairResult& pair) {
    if (pair.has_distance()) return glm::vec3(pair.point_on_a_w);
    const Aabb &a = world.boxes()[pair.bodies.a], &b = world.boxes()[pair.bodies.b];
    return 0.5f * (glm::max(a.lower, b.lower) + glm::min(a.upper, b.upper));
}

// Where drawing is slow, bodies of a crowd are drawn coarse below this share of the view's height, and without boxes and
// lines.
constexpr std::size_t kCrowd = 2000;
constexpr float kCoarseShare = 0.03f;
// A body behind the selection: nearly the background, or a pane of it.
void set_back(draw::MeshInstance& io_instance, bool is_glass, const draw::Palette& palette) {
    constexpr float kBackground = 0.72f;
    constexpr std::uint8_t kGlassAlpha = 36;
    io_instance.color = is_glass ? draw::with_alpha(palette.body, kGlassAlpha)
                                 : draw::mix(palette.body, palette.view, kBackground);
    io_instance.edges = false;
    io_instance.recedes = true;
}

// Colored text is blended towards the text color for contrast.
draw::Color softened(draw::Color color, const draw::Palette& palette) {
    return draw::mix(color, palette.text1, 0.35f);
}

} // namespace

bool MultiBodyLab::is_other(BodyId id) const {
    return show_.others != Others::shown && selection_.body() && !selection_.has(id);
}

bool MultiBodyLab::is_visible(BodyId id) const {
    if (is_walk_alone()) return selection_.has(id);
    return marks_.is_shown(id) && !(show_.others == Others::hidden && is_other(id));
}

// Of a body without a pair, all of its pairs.
bool MultiBodyLab::shows_pair(BodyPair pair) const {
    if (!marks_.is_shown(pair.a) || !marks_.is_shown(pair.b)) return false;
    const bool is_of_selected = !selection_.pair() && (selection_.has(pair.a) || selection_.has(pair.b));
    return is_of_selected || !(is_other(pair.a) || is_other(pair.b));
}

void MultiBodyLab::draw(draw::DrawList& out, const draw::Palette& palette) const {
    gallery_.add_meshes(out);
    if (is_crowd()) gallery_.add_coarse_meshes(out);
    const bool is_alone = is_walk_alone();
    draw_bodies(out, palette);
    if (!is_alone) draw_former(out, palette);
    if (!is_alone) draw_boxes(out, palette);
    if (!is_alone) draw_pairs(out, palette);
    if (is_walk_shown())
        draw_walk(out, palette);
    else
        draw_glyphs(out, palette);
    draw_region(out, palette);
    if (!is_alone) contacts_.draw(out, palette);
    if (!is_alone) draw_missed(out, palette);
    draw_own_contacts(out, palette);
    draw_names(out, palette);
    const float extent = static_cast<float>(glm::length(simulation_.room_half));
    out.depth_fade = {std::max(0.0f, camera.distance - extent), camera.distance + extent};
    if (simulation_.room_half != glm::dvec3(0.0)) add_room(out, simulation_.room_half, palette);
}

// Where missed pairs meet, on both bodies as they are then.
void MultiBodyLab::draw_missed(draw::DrawList& out, const draw::Palette& palette) const {
    constexpr std::size_t kMaxMissedLabels = 6;
    std::size_t labels = 0;
    for (const SweptImpact& impact : missed()) {
        if (!shows_pair(impact.bodies)) continue;
        out.points.push_back({glm::vec3(impact.point_on_a_w), palette.bad, 8.0f, draw::Layer::on_top});
        if (labels++ < kMaxMissedLabels)
            out.labels.push_back({glm::vec3(impact.point_on_a_w),
                                  "missed " + body_name(impact.bodies.a) + " · " + body_name(impact.bodies.b),
                                  softened(palette.bad, palette)});
    }
}

bool MultiBodyLab::is_crowd() const {
    return is_drawn_slowly && simulation_.world.bodies().size() >= kCrowd;
}

void MultiBodyLab::draw_bodies(draw::DrawList& out, const draw::Palette& palette) const {
    const std::vector<bool> touching = bodies_of(simulation_, true);
    const std::span<const Body> bodies = simulation_.world.bodies();
    const std::optional<BodyPair>& pair = selection_.pair();
    const bool is_alone = is_walk_alone();
    const bool is_coarse = is_crowd() && !show_.velocities;
    const glm::vec3 eye_w = camera.eye_w(), forward_w = glm::normalize(camera.target_w - eye_w);
    const float least = kCoarseShare * std::tan(0.5f * camera.fov_y); // radius at distance 1
    const auto is_small = [&](const Body& body, const glm::vec3& center_w) {
        const glm::dvec3 scale = glm::abs(body.transform.s);
        const double radius = body.shape->radius() * std::max({scale.x, scale.y, scale.z});
        return static_cast<float>(radius) < least * glm::dot(center_w - eye_w, forward_w);
    };
    for (BodyId id = 0; id < bodies.size(); ++id) {
        if (!simulation_.world.is_live(id) || !is_visible(id)) continue;
        draw::MeshInstance instance;
        instance.color = marks_.color(id).value_or(palette.body);
        const draw::Color plain = instance.color;
        instance.pick_id = id + 1;
        if (selection_.body() == id) instance.color = palette.body_a;
        if (pair && pair->a == id) instance.color = palette.body_a;
        if (pair && pair->b == id) instance.color = palette.body_b;
        instance.edges = instance.color != plain;
        instance.recedes = !instance.edges;
        if (!bodies[id].is_enabled) instance.color.a = 70; // disabled bodies are translucent
        const bool is_set_back = is_other(id);
        if (is_set_back) set_back(instance, show_.others == Others::glass, palette);
        const draw::MeshInstance calm = instance;
        const glm::vec3 center_w = center_of(bodies[id]);
        const bool is_in_contact = !is_set_back && show_.contacts && touching[id] && !is_walk_shown();
        if (is_coarse && !instance.edges && !is_in_contact && is_small(bodies[id], center_w)) {
            if (const std::optional<std::uint32_t> mesh = gallery_.coarse_mesh_of(bodies[id], id)) {
                instance.mesh = *mesh;
                instance.world_from_mesh = to_mat4(bodies[id].world_from_body);
                out.instances.push_back(instance);
                continue;
            }
        }
        if (is_in_contact) {
            instance.color = contact_tint(instance.color, palette);
            instance.hatched = instance.edges = true;
            instance.layer = draw::Layer::shine_through;
        }
        gallery_.add_instances(out, simulation_, id, instance, calm,
                               show_.part_colors && !is_set_back ? &palette : nullptr);
        if (!show_.velocities || is_alone || is_set_back) continue;
        const glm::vec3 from_w = center_w;
        const glm::dvec3 way = kVelocitySteps * simulation_.motions[id].velocity_w;
        out.lines.push_back({from_w, from_w + glm::vec3(way), palette.text2, 1.5f});
        out.points.push_back({from_w + glm::vec3(way), palette.text2, 4.0f});
    }
}

// The bodies of the former future that are elsewhere: outlines, and a line to where the body is now.
void MultiBodyLab::draw_former(draw::DrawList& out, const draw::Palette& palette) const {
    const Branch* former = branch();
    if (former == nullptr || !former->is_shown) return;
    const CollisionWorld& world = simulation_.world;
    for (const BodyId id : former->different) {
        if (!former->ghost.world.is_live(id)) continue;
        const Body& body = former->ghost.world.bodies()[id];
        const BoxLook look{palette.text2, kBoxWidth, true};
        if (world.is_live(id) && world.bodies()[id].shape == body.shape) {
            draw::MeshInstance instance;
            instance.color = palette.text1;
            instance.color.a = 90;
            instance.edges = true;
            gallery_.add_instances(out, former->ghost, id, instance, instance);
            out.lines.push_back(
                {center_of(body), center_of(world.bodies()[id]), palette.text2, kBoxWidth, true});
        } else {
            add_box(out, former->ghost.world.boxes()[id], glm::mat4(1.0f), look);
        }
    }
}

void MultiBodyLab::draw_boxes(draw::DrawList& out, const draw::Palette& palette) const {
    if (show_.boxes == Boxes::none) return;
    const std::vector<bool> in_pair = bodies_of(simulation_, false);
    const std::span<const Aabb> boxes = simulation_.world.boxes();
    const float extent = std::max(1e-3f, static_cast<float>(glm::length(simulation_.room_half)));
    for (BodyId id = 0; id < boxes.size(); ++id) {
        if (!simulation_.world.is_live(id) || !marks_.is_shown(id) || is_other(id)) continue;
        const bool is_selected = selection_.has(id);
        if (show_.boxes == Boxes::overlapping && !in_pair[id] && !is_selected) continue;
        if (is_crowd() && !is_selected) continue;
        const float away = glm::distance(camera.eye_w(), boxes[id].center()) - camera.distance;
        const float depth = std::clamp(0.5f + 0.6f * away / extent, 0.0f, 1.0f);
        const auto alpha = static_cast<std::uint8_t>(
            glm::mix(static_cast<float>(kNearBoxAlpha), static_cast<float>(kFarBoxAlpha), depth));
        BoxLook look{draw::with_alpha(palette.pruned, alpha), kBoxWidth, true};
        if (in_pair[id]) look = {draw::with_alpha(palette.overlapping, alpha), kBoxWidth};
        if (is_selected)
            look = {in_pair[id] ? palette.overlapping : palette.pruned, kSelectedWidth, !in_pair[id]};
        add_box(out, boxes[id], glm::mat4(1.0f), look);
    }
}

// Closest features beyond this distance are not drawn, except those of the selected pair.
double MultiBodyLab::longest_line() const {
    if (line_below_ > 0.0) return line_below_;
    std::vector<double> lengths;
    for (const PairResult& pair : simulation_.output.pairs)
        if (!pair.is_contact() && pair.has_closest_points()) lengths.push_back(pair.distance);
    for (const SurfaceDistance& found : surface_distances_) lengths.push_back(found.distance);
    if (lengths.size() <= kMaxLines) return std::numeric_limits<double>::infinity();
    std::ranges::nth_element(lengths, lengths.begin() + kMaxLines - 1);
    return lengths[kMaxLines - 1];
}

void MultiBodyLab::draw_pairs(draw::DrawList& out, const draw::Palette& palette) const {
    std::vector<bool> is_named(simulation_.world.bodies().size(), false);
    std::size_t labels = 0;
    const PairResult* selected = selected_pair();
    const double longest = longest_line();
    // One label per body, as nearby labels would overlap. In order of ids, so that labels are stable over frames.
    const auto is_worth_a_label = [&](const PairResult& pair) {
        if (!show_.contacts || &pair == selected || labels == kMaxContactLabels) return false;
        if (is_named[pair.bodies.a] || is_named[pair.bodies.b]) return false;
        is_named[pair.bodies.a] = is_named[pair.bodies.b] = true;
        ++labels;
        return true;
    };
    if (show_.triangles) add_self_contacts(out, simulation_, palette);
    for (const PairResult& pair : simulation_.output.pairs) {
        if (!shows_pair(pair.bodies)) continue;
        if (pair.is_contact()) {
            if (show_.triangles) add_colliding_triangles(out, simulation_, pair, palette);
            if (is_worth_a_label(pair))
                out.labels.push_back(
                    {place_of_contact(simulation_.world, pair),
                     "contact " + body_name(pair.bodies.a) + " · " + body_name(pair.bodies.b),
                     softened(palette.contact, palette)});
            continue;
        }
        if (!show_.lines || !pair.has_closest_points()) continue;
        if (pair.distance > longest && &pair != selected) continue;
        const float width = &pair == selected ? kSelectedWidth : kLineWidth;
        add_closest_line(out, pair.point_on_a_w, pair.point_on_b_w,
                         {palette.closest, width, false, draw::Layer::shine_through});
    }
    if (!show_.lines) return;
    for (const SurfaceDistance& found : surface_distances_) {
        const bool is_selected = selection_.pair() == found.bodies;
        if (!shows_pair(found.bodies)) continue;
        if (found.distance > longest && !is_selected) continue;
        const float width = is_selected ? kSelectedWidth : kLineWidth;
        add_closest_line(out, found.point_on_a_w, found.point_on_b_w,
                         {palette.closest, width, false, draw::Layer::shine_through});
    }
}

// The selected pair first: on overlap, later labels are dropped.
void MultiBodyLab::draw_names(draw::DrawList& out, const draw::Palette& palette) const {
    const std::span<const Body> bodies = simulation_.world.bodies();
    std::vector<draw::Label> labels;
    const auto name = [&](BodyId id, draw::Color color) {
        const Aabb& box = simulation_.world.boxes()[id]; // above the box, so that the body stays visible
        labels.push_back({glm::vec3(box.center().x, box.upper.y, box.center().z), body_name(id), color});
    };
    const std::optional<BodyPair>& pair = selection_.pair();
    if (!is_walk_shown()) {
        if (pair) {
            name(pair->a, softened(palette.body_a, palette));
            name(pair->b, softened(palette.body_b, palette));
        } else if (selection_.body()) {
            name(*selection_.body(), softened(palette.body_a, palette));
        }
        const auto add_distance = [&](const auto& closest) {
            labels.push_back({glm::vec3(0.5 * (closest.point_on_a_w + closest.point_on_b_w)),
                              ui::format_fixed(closest.distance, 3) + " m", palette.closest});
        };
        const PairResult* result = selected_pair();
        if (result && result->has_closest_points() && !result->is_contact()) add_distance(*result);
        if (const SurfaceDistance* found = pair ? surface_distance(*pair) : nullptr) add_distance(*found);
    }
    if (show_.names && !is_walk_alone())
        for (BodyId id = 0; id < bodies.size(); ++id)
            if (simulation_.world.is_live(id) && !selection_.has(id) && is_visible(id) && !is_other(id))
                name(id, palette.text2);
    out.labels.insert(out.labels.begin(), labels.begin(), labels.end());
}

std::vector<LegendEntry> MultiBodyLab::legend(const draw::Palette& palette) const {
    std::vector<LegendEntry> rows;
    if (is_crowd())
        rows.push_back({{ui::Sample::square, palette.body},
                        "simplified bodies, boxes of the selection only: no graphics card"});
    const bool is_walk = is_walk_shown(), is_alone = is_walk_alone();
    if (is_walk)
        rows.push_back(walk_.current().moves == WalkSide::none
                           ? LegendEntry{{ui::Sample::dots, palette.closest}, "the answer: closest features"}
                           : LegendEntry{{ui::Sample::dots, palette.current},
                                         "this step: two features and their closest points"});
    if (!is_alone && show_.boxes != Boxes::none)
        rows.push_back({{ui::Sample::line, palette.overlapping}, "box of an overlapping pair"});
    if (!is_alone && show_.boxes == Boxes::all)
        rows.push_back({{ui::Sample::dashed, palette.pruned}, "box without a pair"});
    const bool has_too_many = line_below_ == 0.0 && std::isfinite(longest_line());
    if (!is_alone && show_.lines)
        rows.push_back({{ui::Sample::dots, palette.closest},
                        has_too_many
                            ? "closest features of the " + std::to_string(kMaxLines) + " nearest pairs"
                            : "closest features"});
    if (!is_alone && show_.contacts)
        rows.push_back({{ui::Sample::hatch, contact_tint(palette.body, palette)}, "body in contact"});
    if (!is_alone && show_.triangles)
        rows.push_back({{ui::Sample::square, palette.contact}, "colliding triangles"});
    if (!is_alone) contacts_.add_legend(rows, palette);
    if (!is_alone && !missed().empty())
        rows.push_back({{ui::Sample::dots, palette.bad}, "where a missed pair meets"});
    if (const std::optional<PickedFeature> picked = region_feature()) {
        const bool is_b = selection_.pair() && selection_.pair()->b == picked->body;
        rows.push_back({{ui::Sample::square, is_b ? palette.body_b : palette.body_a},
                        "region of " + feature_name(picked->feature) + " of " + body_name(picked->body)});
        if (failed_plane() >= 0) rows.push_back({{ui::Sample::square, palette.current}, "plane crossed"});
    }
    if (show_.velocities && !is_alone)
        rows.push_back({{ui::Sample::line, palette.text2},
                        "way in " + ui::format_fixed(kVelocitySteps, 0) + " steps at speed 1"});
    return rows;
}

Focus MultiBodyLab::focus(bool of_selection) const {
    const std::span<const Body> bodies = simulation_.world.bodies();
    const auto is_live = [this](BodyId id) { return simulation_.world.is_live(id); };
    const std::optional<BodyPair>& pair = selection_.pair();
    if (of_selection && pair && is_live(pair->a) && is_live(pair->b)) {
        const Aabb both = merge(simulation_.world.boxes()[pair->a], simulation_.world.boxes()[pair->b]);
        return {both.center(), 0.85f * glm::length(both.half())};
    }
    if (of_selection && selection_.body() && is_live(*selection_.body())) {
        const Body& body = bodies[*selection_.body()];
        return {center_of(body), 3.0f * static_cast<float>(body.shape->radius())};
    }
    if (simulation_.room_half != glm::dvec3(0.0))
        return {glm::vec3(0.0f), kFill * static_cast<float>(glm::length(simulation_.room_half))};
    Aabb bounds;
    for (BodyId id = 0; id < bodies.size(); ++id)
        if (is_live(id)) bounds = merge(bounds, simulation_.world.boxes()[id]);
    if (bounds.is_empty()) return {};
    return {bounds.center(), glm::length(bounds.half())};
}

} // namespace boxwood
