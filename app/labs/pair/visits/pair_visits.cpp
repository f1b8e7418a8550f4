#include "app/labs/pair/visits/pair_visits.hpp"

#include "engine/draw/camera.hpp"

#include <limits>
#include <utility>

namespace boxwood {
namespace {

constexpr float kFollowedContext = 4.0f; // the camera frames this multiple of the tested nodes' radius

} // namespace

void PairVisits::set_open(bool is_open) {
    own_inspector_.is_open = is_open;
    changes_.request_update();
}

// --- every frame ------------------------------------------------------------------------------------------

void PairVisits::record(const Scene& scene, bool has_boxes) {
    for (std::vector<std::uint8_t>& verdicts : own_verdicts_) verdicts.clear();
    if (!has_boxes && !own_inspector_.is_open && compared_.is_empty()) return own_inspector_.forget();
    own_inspector_.record({{scene.shapes[0], scene.shapes[1]}, scene.world_from_shape, scene.request});
    if (has_boxes) own_verdicts_ = own_inspector_.recording().node_verdicts();
    compared_.record(scene, own_inspector_);
}

// If the user moves the camera, the camera stays there until the next visit.
void PairVisits::follow(draw::Camera& io_camera) {
    compared_.follow(own_inspector_);
    const std::optional<Focus> visit = moves_camera_ ? focus() : std::nullopt;
    if (!visit || visit->center_w == framed_w_) return;
    framed_w_ = visit->center_w;
    draw::focus(io_camera, visit->center_w, kFollowedContext * visit->radius);
}

void PairVisits::update_compared(const Scene& scene) {
    if (!std::exchange(has_changed_, false) && compared_.has_traced_times()) compared_.measure_times(scene);
    if (compared_.update()) changes_.request_update();
    for (std::string& note : compared_.take_notes()) changes_.add_message(std::move(note));
}

// --- the followed view ------------------------------------------------------------------------------------

std::optional<Focus> PairVisits::focus() const {
    return own_inspector_.is_open ? followed().focus() : std::nullopt;
}

std::size_t PairVisits::followed_view() const {
    return compared_.has_shapes(view_) && compared_.visits(view_).recording().has_visits() ? view_ : 0;
}

const TraversalInspector& PairVisits::followed() const {
    const std::size_t view = followed_view();
    return view == 0 ? own_inspector_ : compared_.visits(view);
}

void PairVisits::follow_view(std::size_t view) {
    if (view == followed_view()) return;
    with_followed([](TraversalInspector& visits) {
        visits.pause();
        return true;
    });
    view_ = view;
}

bool PairVisits::with_followed(const std::function<bool(TraversalInspector&)>& use) {
    const std::size_t view = followed_view();
    if (view == 0) return use(own_inspector_);
    TraversalInspector& visits = compared_.visits(view);
    const std::size_t before = visits.player().index();
    const bool result = use(visits);
    if (visits.player().index() != before) compared_.lead(view, own_inspector_);
    return result;
}

// --- actions ----------------------------------------------------------------------------------------------

void PairVisits::toggle_camera_follow() {
    moves_camera_ = !moves_camera_;
    framed_w_ = glm::vec3(std::numeric_limits<float>::infinity());
}

bool PairVisits::act(std::string_view action) {
    if (own_inspector_.is_open &&
        with_followed([&](TraversalInspector& visits) { return visits.act(action); }))
        return true;
    if (action == "visit.follow") {
        toggle_camera_follow();
    } else if (action == "visit.query") {
        shows_distance_query_ ^= own_inspector_.is_open;
        changes_.request_update();
    } else if (action == "compare.remove") {
        if (!compared_.is_empty()) compared_.remove(compared_.count());
    } else if (action == "compare.only") {
        compared_.marks_reached_alone = !compared_.marks_reached_alone;
    } else {
        return false;
    }
    return true;
}

std::string PairVisits::why_unavailable(std::string_view action) const {
    if (own_inspector_.is_open) {
        if (action == "show.contact-regions")
            return "Hidden while a visit is shown. V or Esc closes the visit.";
        if (action.starts_with("gizmo."))
            return "The handles are hidden while a visit is shown. V or Esc closes the visit.";
        if (std::string reason = followed().why_unavailable(action); !reason.empty()) return reason;
    } else if ((action.starts_with("visit.") && action != "visit.open") || action.starts_with("tree.")) {
        return "No visit is shown. V shows the query at a visit.";
    }
    if (action == "compare.add" && compared_.count() == ComparedHierarchies::kMax)
        return "There is room for only " + std::to_string(kMaxViews) +
               " hierarchies. Shift+N removes the last one.";
    if ((action == "compare.remove" || action == "compare.only") && compared_.is_empty())
        return "Only one hierarchy is shown. N adds another one.";
    return {};
}

void PairVisits::point_at(std::size_t side, std::uint32_t triangle, bool picks) {
    with_followed([&](TraversalInspector& visits) {
        if (picks) {
            visits.pick_triangle(side, triangle);
            return true;
        }
        visits.marks().unpick();
        return visits.find_triangle(side, triangle);
    });
}

std::string PairVisits::explain_missing(PrimitivePair pair, const Scene& scene, bool has_boxes) {
    own_inspector_.is_open = true; // not by set_open(), which would also request an update of the display
    record(scene, has_boxes);
    const std::optional<PruningFault> fault = own_inspector_.recording().find_fault(pair);
    if (!fault) return "no visit pruned the pair";
    own_inspector_.go_to(fault->visit);
    const std::string at = " at visit " + std::to_string(fault->visit + 1);
    if (!fault->side)
        return "the overlap test pruned the pair" + at + ", although both volumes contain their triangles";
    return "node " + std::to_string(fault->node) + (*fault->side == 0 ? " of A" : " of B") +
           ", which does not contain its triangle, pruned the pair" + at;
}

} // namespace boxwood
