// Draws pairs in the view of the multi-body lab: lines between closest features, contacts, and pairs that a step
// missed.
#include "app/labs/multi_body/drawing/crowd_picture.hpp"
#include "app/labs/multi_body/edits/body_joints.hpp"
#include "engine/explain/explanations/supporting_shapes.hpp"

#include <algorithm>
#include <limits>
#include <set>

namespace boxwood {
namespace {

constexpr float kLineWidth = 2.0f;
constexpr float kContactSize = 7.0f;
constexpr std::size_t kMaxContactLabels = 5; // more would hide the contacts themselves
constexpr std::size_t kMaxMissedLabels = 6;

// Pairs of surfaces have no witness points; for them, returns the center of the intersection of their boxes.
glm::vec3 place_of_contact(const CollisionWorld& world, const PairResult& pair) {
    if (pair.has_distance()) return glm::vec3(pair.point_on_a_w);
    const Aabb &a = world.boxes()[pair.bodies.a], &b = world.boxes()[pair.bodies.b];
    return 0.5f * (glm::max(a.lower, b.lower) + glm::min(a.upper, b.upper));
}

std::string pair_label(const char* prefix, BodyPair pair) {
    return prefix + body_name(pair.a) + " · " + body_name(pair.b);
}

template <class Closest>
void add_line(draw::DrawList& out, const Closest& closest, bool is_selected, const draw::Palette& palette) {
    add_closest_line(out, closest.point_on_a_w, closest.point_on_b_w,
                     {palette.closest, is_selected ? kSelectedWidth : kLineWidth, false, draw::Layer::xray});
}

// Adds at most one label per body, because nearby labels would overlap. Pairs are visited in the order of their ids, so
// that the same pairs keep their labels over several frames.
void label_contacts(draw::DrawList& out, const CrowdPicture& picture) {
    const CrowdView& view = picture.view;
    std::vector<bool> is_named(view.world().bodies().size(), false);
    std::size_t labels = 0;
    const PairResult* selected = view.selected_pair();
    for (const PairResult& pair : view.simulation().output.pairs) {
        if (labels == kMaxContactLabels) return;
        if (!pair.is_contact() || &pair == selected || !view.shows_pair(pair.bodies)) continue;
        if (is_named[pair.bodies.a] || is_named[pair.bodies.b]) continue;
        is_named[pair.bodies.a] = is_named[pair.bodies.b] = true;
        ++labels;
        out.labels.push_back({place_of_contact(view.world(), pair), pair_label("contact ", pair.bodies),
                              label_color(picture.palette.contact, picture.palette)});
    }
}

void draw_surface_lines(draw::DrawList& out, const CrowdPicture& picture, double longest) {
    const CrowdView& view = picture.view;
    for (const SurfaceDistance& found : view.findings.distances.all()) {
        const bool is_selected = view.selection().pair() == found.bodies;
        if (!view.shows_pair(found.bodies) || (found.distance > longest && !is_selected)) continue;
        add_line(out, found, is_selected, picture.palette);
    }
}

} // namespace

double longest_line(const CrowdView& view) {
    if (view.display.line_below > 0.0) return view.display.line_below;
    std::vector<double> lengths;
    for (const PairResult& pair : view.simulation().output.pairs)
        if (!pair.is_contact() && pair.has_closest_points()) lengths.push_back(pair.distance);
    for (const SurfaceDistance& found : view.findings.distances.all()) lengths.push_back(found.distance);
    if (lengths.size() <= kMaxLines) return std::numeric_limits<double>::infinity();
    std::ranges::nth_element(lengths, lengths.begin() + kMaxLines - 1);
    return lengths[kMaxLines - 1];
}

void draw_pairs(draw::DrawList& out, const CrowdPicture& picture) {
    const CrowdView& view = picture.view;
    const Display& display = view.display;
    const PairResult* selected = view.selected_pair();
    const double longest = longest_line(view);
    if (display.triangles) add_self_contacts(out, view.simulation(), picture.palette);
    for (const PairResult& pair : view.simulation().output.pairs) {
        if (!view.shows_pair(pair.bodies)) continue;
        if (pair.is_contact()) {
            if (display.triangles) add_colliding_triangles(out, view.simulation(), pair, picture.palette);
        } else if (display.lines && pair.has_closest_points() &&
                   (pair.distance <= longest || &pair == selected)) {
            add_line(out, pair, &pair == selected, picture.palette);
        }
    }
    if (display.contacts) label_contacts(out, picture);
    if (display.lines) draw_surface_lines(out, picture, longest);
}

// Marks the points where missed pairs meet during the step.
void draw_missed_pairs(draw::DrawList& out, const CrowdPicture& picture) {
    const CrowdView& view = picture.view;
    const draw::Palette& palette = picture.palette;
    std::size_t labels = 0;
    for (const SweptImpact& impact : view.findings.continuous.missed(view.simulation().frame)) {
        if (!view.shows_pair(impact.bodies)) continue;
        const glm::vec3 at_w(impact.point_on_a_w);
        out.points.push_back({at_w, palette.bad, 8.0f, draw::Layer::on_top});
        if (labels++ < kMaxMissedLabels)
            out.labels.push_back(
                {at_w, pair_label("missed ", impact.bodies), label_color(palette.bad, palette)});
    }
}

void draw_own_contacts(draw::DrawList& out, const CrowdPicture& picture) {
    const CrowdView& view = picture.view;
    const draw::Color color = picture.palette.contact;
    const std::optional<BodyId> selected = view.selection().body();
    if (!view.display.contacts || view.findings.self_collision.contacts.empty()) return;
    if (parts_of_body(view.world(), selected) == nullptr) return;
    const Body& body = view.world().bodies()[*selected];
    std::set<std::uint32_t> touching;
    for (const PartPair& contact : view.findings.self_collision.contacts) {
        touching.insert({contact.part_a, contact.part_b});
        const glm::vec3 at_w(body.world_from_body * contact.closest.point_on_a_a);
        out.points.push_back({at_w, color, kContactSize, draw::Layer::on_top});
    }
    for (const std::uint32_t part : touching) {
        const Solid solid = *solid_of(body, part);
        const auto at = [&solid](std::uint32_t v) {
            return glm::vec3(solid.world_from_solid * solid.polytope->positions()[v]);
        };
        for (const Polytope::Edge& edge : solid.polytope->edges())
            out.lines.push_back({at(edge.tail), at(edge.head), color, 1.5f, false, draw::Layer::xray});
    }
}

} // namespace boxwood
