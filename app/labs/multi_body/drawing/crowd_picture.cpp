#include "app/labs/multi_body/drawing/crowd_picture.hpp"

#include "engine/ui/text/format.hpp"

#include <algorithm>

#include <glm/geometric.hpp>

namespace boxwood {
namespace {

constexpr std::size_t kMinCrowd = 2000; // bodies

} // namespace

bool is_simplified(const CollisionWorld& world, bool is_software_rendered) {
    return is_software_rendered && world.bodies().size() >= kMinCrowd;
}

draw::Color label_color(draw::Color color, const draw::Palette& palette) {
    return draw::mix(color, palette.text1, 0.35f);
}

void draw_crowd(draw::DrawList& out, const CrowdPicture& picture) {
    const CrowdView& view = picture.view;
    picture.gallery.add_meshes(out);
    if (picture.is_simplified()) picture.gallery.add_coarse_meshes(out);
    const bool is_alone = view.is_walk_alone();
    draw_bodies(out, picture);
    if (!is_alone) {
        draw_former_bodies(out, picture);
        draw_boxes(out, picture);
        draw_pairs(out, picture);
    }
    if (view.is_walk_shown())
        draw_walk_step(out, picture);
    else
        draw_features(out, picture);
    draw_region(out, picture);
    if (!is_alone) {
        view.findings.contacts.draw(out, picture.palette);
        draw_missed_pairs(out, picture);
    }
    draw_own_contacts(out, picture);
    draw_names(out, picture);
    const glm::dvec3& room_half = view.simulation().room_half;
    const float extent = static_cast<float>(glm::length(room_half)), distance = view.camera().distance;
    out.depth_fade = {std::max(0.0f, distance - extent), distance + extent};
    if (room_half != glm::dvec3(0.0)) add_room(out, room_half, picture.palette);
}

// Adds the labels of the selected pair first, because later labels are dropped where labels overlap.
void draw_names(draw::DrawList& out, const CrowdPicture& picture) {
    const CrowdView& view = picture.view;
    const draw::Palette& palette = picture.palette;
    std::vector<draw::Label> labels;
    const auto add_name = [&](BodyId id, draw::Color color) {
        const Aabb& box = view.world().boxes()[id]; // above the box, so that the body stays visible
        labels.push_back({glm::vec3(box.center().x, box.upper.y, box.center().z), body_name(id), color});
    };
    const auto add_distance = [&](const auto& closest) {
        labels.push_back({glm::vec3(0.5 * (closest.point_on_a_w + closest.point_on_b_w)),
                          ui::format_fixed(closest.distance, 3) + " m", palette.closest});
    };
    const Selection& selection = view.selection();
    const std::optional<BodyPair>& pair = selection.pair();
    if (!view.is_walk_shown()) {
        if (pair) {
            add_name(pair->a, label_color(palette.body_a, palette));
            add_name(pair->b, label_color(palette.body_b, palette));
        } else if (selection.body()) {
            add_name(*selection.body(), label_color(palette.body_a, palette));
        }
        const PairResult* result = view.selected_pair();
        if (result && result->has_closest_points() && !result->is_contact()) add_distance(*result);
        if (const SurfaceDistance* found = pair ? view.findings.distances.of(*pair) : nullptr)
            add_distance(*found);
    }
    if (view.display.names && !view.is_walk_alone())
        for (BodyId id = 0; id < view.world().bodies().size(); ++id)
            if (view.world().is_live(id) && !selection.has(id) && view.is_visible(id) &&
                !view.is_deemphasized(id))
                add_name(id, palette.text2);
    out.labels.insert(out.labels.begin(), labels.begin(), labels.end());
}

} // namespace boxwood
