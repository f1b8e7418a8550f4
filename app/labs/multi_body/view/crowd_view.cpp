#include "app/labs/multi_body/view/crowd_view.hpp"

#include "app/labs/multi_body/edits/body_joints.hpp"
#include "app/labs/multi_body/scene/scene_numbers.hpp"

#include <glm/geometric.hpp>

namespace boxwood {
namespace {

// Radius of the framed sphere divided by the radius of the room's bounding sphere. Corners of the room can touch the
// edges of the view.
constexpr float kFill = 0.66f;

} // namespace

// --- the selection ----------------------------------------------------------------------------------------

const PairResult* CrowdView::selected_pair() const {
    return selection_.pair() ? find_pair(simulation_.output, *selection_.pair()) : nullptr;
}

void CrowdView::select(std::optional<BodyId> body) {
    selection_.choose_body(body);
    restart_walk();
}

void CrowdView::select_pair(BodyPair pair) {
    selection_.choose_pair(pair, pair.a);
    restart_walk();
}

void CrowdView::set_initial_selection(BodyId body, std::optional<BodyId> partner) {
    if (partner && world().is_live(*partner) && *partner != body)
        selection_.choose_pair(make_pair_of(body, *partner), body);
    else
        selection_.choose_body(body);
}

void CrowdView::restart_walk() {
    walk.go_to(0);
    walk_camera_.frame_again();
    requests_.update_display();
}

Focus CrowdView::focus(bool of_selection) const {
    const std::span<const Body> bodies = world().bodies();
    const std::span<const Aabb> boxes = world().boxes();
    const auto is_live = [this](BodyId id) { return world().is_live(id); };
    const std::optional<BodyPair>& pair = selection_.pair();
    if (of_selection && pair && is_live(pair->a) && is_live(pair->b)) {
        const Aabb both = merge(boxes[pair->a], boxes[pair->b]);
        return {both.center(), 0.85f * glm::length(both.half())};
    }
    if (of_selection && selection_.body() && is_live(*selection_.body())) {
        const Body& body = bodies[*selection_.body()];
        return {glm::vec3(body.world_from_body * body.shape->center()),
                3.0f * static_cast<float>(find_world_radius(body))};
    }
    if (simulation_.room_half != glm::dvec3(0.0))
        return {glm::vec3(0.0f), kFill * static_cast<float>(glm::length(simulation_.room_half))};
    Aabb bounds;
    for (BodyId id = 0; id < bodies.size(); ++id)
        if (is_live(id)) bounds = merge(bounds, boxes[id]);
    if (bounds.is_empty()) return {};
    return {bounds.center(), glm::length(bounds.half())};
}

void CrowdView::frame_selection() {
    const Focus selected = focus(true);
    draw::focus(camera_, selected.center_w, selected.radius);
}

// --- the frame --------------------------------------------------------------------------------------------

void CrowdView::update_results(FrameChange change) {
    selection_.follow(simulation_.output, simulation_.frame);
    findings.contacts.update(simulation_, selection_.pair());
    find_own_contacts();
    if (!is_unseen_) findings.distances.find(simulation_, selection_.pair());
    follow_swaps(change);
    walk.update(simulation_, selection_.pair());
    region.follow(selection_);
    if (is_walk_shown())
        walk_camera_.follow(camera_, focus(true));
    else if (!page.is(CrowdPage::walk))
        walk_camera_.leave(camera_);
}

void CrowdView::find_own_contacts() {
    findings.self_collision = {};
    if (parts_of_body(world(), selection_.body()) == nullptr) return;
    if (Status status = world().self_collide(*selection_.body(), findings.self_collision); !status)
        findings.self_collision = {};
}

// Swaps belong to the step of their frame. Edits and steps back only update the observed boxes.
void CrowdView::follow_swaps(FrameChange change) {
    SwapHistory& swaps = findings.swaps;
    if (!page.is(CrowdPage::intervals)) {
        if (swaps.is_watching()) swaps.restart();
    } else if (change == FrameChange::step) {
        swaps.step(world(), simulation_.frame);
    } else if (change != FrameChange::none || !swaps.is_watching()) {
        swaps.follow(world());
    }
}

void CrowdView::begin_scene() {
    selection_.forget_dead(world());
    region.drop_pick();
    marks.clear();
    walk.update(simulation_, std::nullopt);
    findings.swaps.restart();
    findings.continuous.clear();
    findings.distances.clear();
    findings.oracle.forget_deferred();
}

void CrowdView::forget_dead() {
    marks.forget_dead(world());
    selection_.forget_dead(world());
    region.forget_dead(world());
}

// --- visibility -------------------------------------------------------------------------------------------

bool CrowdView::is_deemphasized(BodyId id) const {
    return display.others != Display::Others::shown && selection_.body() && !selection_.has(id);
}

bool CrowdView::is_visible(BodyId id) const {
    if (is_walk_alone()) return selection_.has(id);
    return marks.is_shown(id) && !(display.others == Display::Others::hidden && is_deemphasized(id));
}

// If a body is selected without a pair, all of its pairs are shown, except pairs with hidden bodies.
bool CrowdView::shows_pair(BodyPair pair) const {
    if (!marks.is_shown(pair.a) || !marks.is_shown(pair.b)) return false;
    const bool is_of_selected = !selection_.pair() && (selection_.has(pair.a) || selection_.has(pair.b));
    return is_of_selected || !(is_deemphasized(pair.a) || is_deemphasized(pair.b));
}

std::size_t CrowdView::count_hidden() const {
    std::size_t hidden = 0;
    for (BodyId id = 0; id < world().bodies().size(); ++id)
        hidden += world().is_live(id) && !is_visible(id) ? 1 : 0;
    return hidden;
}

} // namespace boxwood
