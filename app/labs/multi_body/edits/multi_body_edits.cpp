// Mouse and keys of the multi-body lab.
#include "app/labs/multi_body/multi_body.hpp"
#include "collision/world/body_surfaces.hpp"
#include "engine/draw/picking.hpp"
#include "engine/explain/explanations/feature_points.hpp"

#include <algorithm>
#include <initializer_list>
#include <limits>

#include <glm/geometric.hpp>

namespace boxwood {
namespace {

constexpr double kVertexReach = 0.16; // share of the radius: pick distance of a vertex
constexpr double kEdgeReach = 0.10;   // and of an edge

struct BodyHit {
    BodyId body = 0;
    std::uint32_t part = 0; // 0 for a body without convex parts
    float distance = std::numeric_limits<float>::infinity();
};

// The first body hit by the ray; only bodies that `is_shown`.
template <class IsShown>
std::optional<BodyHit> find_body(const Simulation& simulation, const draw::Ray& ray_w, IsShown&& is_shown) {
    BodyHit found;
    for (BodyId id = 0; id < simulation.world.bodies().size(); ++id) {
        const Aabb& box_w = simulation.world.boxes()[id];
        if (!simulation.world.is_live(id) || !is_shown(id) || !draw::hit_box(ray_w, box_w.lower, box_w.upper))
            continue;
        const Body& body = simulation.world.bodies()[id];
        for (std::uint32_t k = 0; k < surface_count(body); ++k) {
            const BodySurface surface = surface_of(body, k);
            const MeshView mesh = surface.shape->mesh();
            for (std::uint32_t t = 0; t < mesh.triangles.size(); ++t) {
                const Triangle64 t_w = world_triangle(surface.world_from_surface, mesh, t);
                const auto hit =
                    draw::hit_triangle(ray_w, glm::vec3(t_w[0]), glm::vec3(t_w[1]), glm::vec3(t_w[2]));
                if (hit && *hit < found.distance) found = {id, k, *hit};
            }
        }
    }
    if (found.distance == std::numeric_limits<float>::infinity()) return std::nullopt;
    return found;
}

// Small features first: a vertex within reach, else an edge, else the face.
Feature feature_near(const Polytope& polytope, const Pose& world_from_body, const glm::dvec3& point_w) {
    Feature best;
    const auto nearest = [&](FeatureKind kind, std::size_t count) {
        double least = std::numeric_limits<double>::infinity();
        for (std::uint32_t i = 0; i < count; ++i) {
            const double away =
                closest_points_of(points_of(polytope, {kind, i}, world_from_body), {point_w}).distance;
            if (away >= least) continue;
            least = away;
            best = {kind, i};
        }
        return least;
    };
    if (nearest(FeatureKind::vertex, polytope.positions().size()) < kVertexReach * polytope.radius())
        return best;
    if (nearest(FeatureKind::edge, polytope.edges().size()) < kEdgeReach * polytope.radius()) return best;
    nearest(FeatureKind::face, polytope.faces().size());
    return best;
}

} // namespace

// A click on a body selects it, with Shift as the partner of the selected one; a click on a body of the selected pair
// picks the feature under the mouse.
bool MultiBodyLab::mouse(const ViewMouse& mouse) {
    if (mouse.gesture != MouseGesture::click) return false;
    const auto is_shown = [this](BodyId id) { return is_visible(id); };
    const std::optional<BodyHit> hit = find_body(simulation_, mouse.ray_w, is_shown);
    if (mouse.button == platform::MouseButton::right) {
        menu_body_ = hit ? std::optional(hit->body) : std::nullopt;
        wants_menu_ = menu_body_.has_value();
        return true;
    }
    if (mouse.button != platform::MouseButton::left) return false;
    if (!hit) {
        if (!is_walk_shown()) select(std::nullopt);
        return true;
    }
    const std::optional<BodyId> selected = selection_.body();
    if (mouse.modifiers.shift && selected && *selected != hit->body)
        select_pair(make_pair_of(*selected, hit->body));
    else if (selection_.pair() && selection_.has(hit->body) && show_.region)
        pick_feature(hit->body, hit->part,
                     glm::dvec3(mouse.ray_w.origin_w + hit->distance * mouse.ray_w.direction_w));
    else if (!selection_.has(hit->body))
        select(hit->body);
    return true;
}

void MultiBodyLab::pick_feature(BodyId id, std::uint32_t part, const glm::dvec3& point_w) {
    const std::optional<Solid> solid = solid_of(simulation_.world.bodies()[id], part);
    if (!solid) return;
    picked_ = PickedFeature{id, feature_near(*solid->polytope, solid->world_from_solid, point_w), part};
}

bool MultiBodyLab::act(std::string_view action) {
    if (action == "show.boxes")
        show_.boxes = static_cast<Boxes>((static_cast<int>(show_.boxes) + 1) % 3);
    else if (action == "show.features")
        show_.features = static_cast<Glyphs>((static_cast<int>(show_.features) + 1) % 3);
    else if (action == "show.lines")
        show_.lines = !show_.lines;
    else if (action == "show.triangles")
        show_.contacts = show_.triangles = !show_.contacts;
    else if (action == "show.others")
        show_.others = static_cast<Others>((static_cast<int>(show_.others) + 1) % 4);
    else if (action == "show.names")
        show_.names = !show_.names;
    else if (action == "show.velocities")
        show_.velocities = !show_.velocities;
    else if (action == "show.contact-points") {
        contacts_.which = static_cast<ContactView::Which>((static_cast<int>(contacts_.which) + 1) % 3);
        is_stale_ = true;
    } else if (action == "show.region")
        show_.region = !show_.region;
    else
        return act_on_selection(action) || act_on_walk(action);
    return true;
}

bool MultiBodyLab::act_on_selection(std::string_view action) {
    if (action == "select.none") {
        if (!std::exchange(picked_, std::nullopt)) select(std::nullopt);
        return true;
    }
    if (action == "select.back" || action == "select.forward") {
        action == "select.back" ? selection_.go_back() : selection_.go_forward();
        has_looked_at_walk_ = false;
        is_stale_ = true;
        return true;
    }
    if (action == "edit.insert") {
        edits_.insert();
    } else if (action == "edit.scatter") {
        edits_.scatter();
    } else if (action == "edit.pair") {
        if (selection_.pair()) {
            select_pair(*selection_.pair()); // keeps an inactive pair in the inspector
            edits_.toggle_pair(*selection_.pair());
        }
    } else if (action == "edit.body") {
        if (selection_.body()) edits_.toggle_body(*selection_.body());
    } else if (action == "edit.remove") {
        if (selection_.body()) edits_.remove(*selection_.body());
    } else {
        return false;
    }
    return true;
}

bool MultiBodyLab::act_on_walk(std::string_view action) {
    if (action == "walk.open")
        open_page(is_page("walk") ? "intervals" : "walk");
    else if (action == "walk.play")
        walk_.is_playing = !walk_.is_playing;
    else if (action == "walk.back")
        walk_.go_by(-1);
    else if (action == "walk.forward")
        walk_.go_by(1);
    else if (action == "walk.first")
        walk_.go_to(0);
    else if (action == "walk.last")
        walk_.go_to(walk_.replay().steps.size());
    else
        return false;
    return true;
}

std::string MultiBodyLab::why_hidden_by_walk() const {
    return is_walk_alone() ? "Hidden while the walk shows only its pair: switch off Only "
                             "this pair, or leave the walk (W)."
                           : "";
}

std::string MultiBodyLab::why_unavailable(std::string_view action) const {
    const auto is_one_of = [action](std::initializer_list<std::string_view> actions) {
        return std::ranges::find(actions, action) != actions.end();
    };
    if (action == "play.seed" && !scene_.is_own())
        return "The scene is given: no seed makes it. Edit a number below Scene for a random one.";
    if (action.starts_with("walk.") && action != "walk.open" && !is_walk_shown())
        return is_page("walk") ? "No walk is shown: select a pair of convex bodies."
                               : "No walk is shown: W opens the page of the selected pair's.";
    if (action == "select.back" && !selection_.can_go_back()) return "Nothing was selected before.";
    if (action == "select.forward" && !selection_.can_go_forward()) return "Nothing was selected after this.";
    if (action == "edit.pair" && !selection_.pair())
        return "No pair is selected: click a body that is near another one, or Shift+click a second body.";
    if (is_one_of({"edit.body", "edit.remove", "show.others"}) && !selection_.body())
        return "No body is selected: click one.";
    if (is_one_of({"edit.insert", "edit.scatter"}) && simulation_.world.body_count() == 0)
        return "No body is left; R brings them back.";
    if (is_one_of({"show.names", "show.features", "show.contact-points"}) &&
        simulation_.world.body_count() == 0)
        return "No body is left; R brings them back.";
    if (is_one_of({"show.boxes", "show.lines", "show.triangles", "show.velocities", "show.names",
                   "show.contact-points", "show.others"}))
        return why_hidden_by_walk();
    if (action == "show.region" && !picked_ && !is_walk_shown()) {
        const PairResult* pair = selected_pair();
        if (pair == nullptr || !pair->has_closest_points())
            return "No pair with closest features is selected: click a body that is near another one.";
    }
    if ((action == "walk.back" || action == "walk.first") && walk_.step() == 0)
        return "This is the first step of the walk.";
    if ((action == "walk.forward" || action == "walk.last") &&
        walk_.step() + 1 >= walk_.replay().steps.size())
        return "This is the last step of the walk.";
    if (action == "show.features" && is_walk_shown()) return "The walk draws the features of its own steps.";
    return Lab::why_unavailable(action);
}

} // namespace boxwood
