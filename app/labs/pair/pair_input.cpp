// Keys and mouse of the pair lab, and its registration.
#include "app/labs/pair/pair.hpp"

#include "engine/draw/picking.hpp"

#include <array>

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
    LabAction{"visit.open", "Show a visit of the query, or hide it", "V"},
    LabAction{"visit.follow", "The camera follows the visits", "Shift+F"},
    LabAction{"visit.play", "Play the visits", "P"},
    LabAction{"visit.first", "First visit", "Home"},
    LabAction{"visit.last", "Last visit", "End"},
    LabAction{"visit.leaves", "Next visit of two leaves that overlap or can contain the closest triangles",
              "J", true},
    LabAction{"visit.contact", "Next visit of two triangles that intersect or are the closest so far", "K",
              true},
    LabAction{"visit.query", "Visits of the query for contacts or for the distance", "Shift+V"},
    LabAction{"compare.add", "Add a comparison view", "N"},
    LabAction{"compare.remove", "Remove the last comparison view", "Shift+N"},
    LabAction{"compare.only", "Surfaces that only one of the hierarchies reached", "U"},
    LabAction{"visit.rejected", "Visit whose pruning saved the most triangle pairs", "M"},
    LabAction{"tree.isolate", "Show only the subtree of the selected node, or the visit's", "I"},
    LabAction{"tree.hide", "Hide the subtree of the selected node, or the visit's", "Shift+I"},
    LabAction{"tree.all", "Show both trees completely", "Shift+A"},
    LabAction{"show.contact-regions", "Contact points, normals and depths", "Shift+C"},
    LabAction{"slice.next", "Cut surfaces open: across no axis, x, y, z", "C"},
    LabAction{"nudge.left", "Nudge left, or one visit back", "Left", true},
    LabAction{"nudge.right", "Nudge right, or one visit on", "Right", true},
    LabAction{"nudge.up", "Nudge up, or to the visit that led here", "Up", true},
    LabAction{"nudge.down", "Nudge down, or to the next leaves", "Down", true},
    LabAction{"nudge.away", "Nudge away, or a page of visits back", "PageUp", true},
    LabAction{"nudge.near", "Nudge nearer, or a page of visits on", "PageDown", true},
};

constexpr std::array<std::string_view, 7> kMenu{"select.next", "visit.open",  "tree.isolate", "tree.hide",
                                                "tree.all",    "compare.add", "oracle.ask"};

const LabRegistration kRegistration(
    {.name = "pair",
     .title = "Pair and hierarchies",
     .question = "Which triangles of two meshes intersect, and what did the query do to find out?",
     .order = 20,
     .make = []() -> std::unique_ptr<Lab> { return std::make_unique<PairLab>(); },
     .actions = kActions,
     .menu = kMenu,
     .max_meshes = 2});

} // namespace

bool PairLab::act(std::string_view action) {
    if (visits_.act(action) || display_.act(action)) return true;
    if (poses_.act(action)) {
        note_move();
    } else if (action == "visit.open") {
        open_visits(!visits_.is_open());
    } else if (action == "oracle.ask") {
        oracle_.set_on(!oracle_.is_on());
        changes().request_update();
    } else if (action == "select.none") {
        if (visits_.is_open())
            open_visits(false);
        else
            poses_.select(std::nullopt);
    } else if (action == "select.next") {
        poses_.select_other();
    } else if (action == "compare.add") {
        pages_.open(PairPage::side_by_side);
        visits_.compared().add(own_choice());
    } else if (action == "slice.next") {
        surfaces_.advance_slice_axis();
    } else {
        return false;
    }
    return true;
}

std::string PairLab::why_unavailable(std::string_view action) const {
    if (std::string reason = visits_.why_unavailable(action); !reason.empty()) return reason;
    if (!visits_.is_open())
        if (std::string reason = poses_.why_unavailable(action); !reason.empty()) return reason;
    if (action == "play.seed") return "This lab uses no random numbers.";
    return Lab::why_unavailable(action);
}

bool PairLab::mouse(const ViewMouse& mouse) {
    const bool is_click = mouse.gesture == MouseGesture::click && mouse.button == platform::MouseButton::left;
    if (visits_.is_open()) return is_click && click_on_visit(mouse);
    // Handles are drawn only if their mesh is shown.
    const bool has_handles = display_.visibility.shows({poses_.last_selected()});
    const bool is_consumed = has_handles && poses_.mouse(mouse);
    note_move();
    if (!is_click || mouse.modifiers.alt) return is_consumed;
    draw::DrawList list;
    draw(list, draw::dark_palette());
    const std::optional<draw::Hit> hit = draw::pick(list, mouse.ray_w);
    poses_.select(hit ? std::optional<BodyId>(hit->pick_id - 1) : std::nullopt);
    return true;
}

// A click in a view also selects the view to follow.
bool PairLab::click_on_visit(const ViewMouse& mouse) {
    const std::size_t view = visits_.shows_compared(mouse.view) ? mouse.view : 0;
    draw::DrawList list;
    picture().draw(view, list, draw::dark_palette());
    visits_.follow_view(view);
    if (const std::optional<draw::Hit> hit = draw::pick(list, mouse.ray_w)) {
        const std::size_t side = hit->pick_id - 1;
        visits_.point_at(side, surfaces_.source(view, side, hit->triangle), mouse.modifiers.shift);
    }
    return true;
}

} // namespace boxwood
