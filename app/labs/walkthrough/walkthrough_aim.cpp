// What the user points at in the walkthrough, taking it by one click or key, and questions before a restart.
#include "app/labs/walkthrough/walkthrough.hpp"

#include "collision/world/body_surfaces.hpp"
#include "engine/draw/picking.hpp"
#include "engine/ui/controls/controls.hpp"
#include "engine/ui/panel.hpp"

#include <imgui.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include <glm/geometric.hpp>

namespace boxwood {
namespace {

constexpr double kTakeReach = 2.5;          // metres from the eye: with a few steps
constexpr float kAssist = 0.05f;            // radians: a ray that misses a thing by less still points at it
constexpr std::uint64_t kWorthAsking = 120; // frames of a walk
constexpr std::uint64_t kToldFor = 240;     // frames

} // namespace

// The first thing on the ray; if it cannot be taken, the thing next to the ray that can.
WalkthroughLab::Aim WalkthroughLab::find_aim(const draw::Ray& ray_w) const {
    const CollisionWorld& world = simulation_.world;
    const auto is_out = [&](BodyId id) {
        return !world.is_live(id) || id == walk_.hand_id() || id == walk_.held();
    };
    Aim first{kNone, std::numeric_limits<float>::infinity()};
    for (BodyId id = 0; id < scene_.bodies.size(); ++id) {
        const Aabb& box_w = world.boxes()[id];
        if (is_out(id) || !draw::hit_box(ray_w, box_w.lower, box_w.upper)) continue;
        for (std::uint32_t k = 0; k < surface_count(world.bodies()[id]); ++k) {
            const BodySurface surface = surface_of(world.bodies()[id], k);
            const MeshView mesh = surface.shape->mesh();
            for (std::uint32_t t = 0; t < mesh.triangles.size(); ++t) {
                const Triangle64 t_w = world_triangle(surface.world_from_surface, mesh, t);
                const auto hit =
                    draw::hit_triangle(ray_w, glm::vec3(t_w[0]), glm::vec3(t_w[1]), glm::vec3(t_w[2]));
                if (hit && *hit < first.distance) first = {id, *hit};
            }
        }
    }
    if (first.body != kNone && scene_.bodies[first.body].is_movable) return first;
    float least = kAssist;
    Aim nearest = first;
    for (BodyId id = 0; id < scene_.bodies.size(); ++id) {
        if (is_out(id) || !scene_.bodies[id].is_movable) continue;
        const glm::vec3 way_w = world.boxes()[id].center() - ray_w.origin_w;
        const float length = glm::length(way_w), along = glm::dot(way_w, ray_w.direction_w);
        if (!(along > 0.0f) || length > static_cast<float>(kTakeReach)) continue;
        const float radius = glm::length(world.boxes()[id].half());
        if (length - radius > first.distance) continue; // behind what is seen
        const float off = std::acos(std::min(along / length, 1.0f)) - std::atan(0.6f * radius / length);
        if (off >= least) continue;
        least = off;
        nearest = {id, length};
    }
    return nearest;
}

bool WalkthroughLab::can_take(const Aim& aim) const {
    return walk_.detects && walk_.held() == kNone && aim.body != kNone &&
           scene_.bodies[aim.body].is_movable && static_cast<double>(aim.distance) <= kTakeReach &&
           !(player_ && !player_->is_done());
}

// One click or key: takes what is pointed at, lets go of what is held, otherwise shuts or opens the hand.
void WalkthroughLab::use_hand() {
    if (taking_) {
        taking_.reset();
        pending_.drops = true;
    } else if (walk_.held() != kNone) {
        pending_.shuts = false;
        pending_.drops = true;
    } else if (!pending_.shuts && can_take(aim_)) {
        pending_ = {};
        taking_.emplace(aim_.body);
    } else {
        toggle_grip();
    }
}

// The user goes on as soon as a key moves walker or hand.
std::optional<WalkInput> WalkthroughLab::take_by_itself() {
    if (!taking_) return std::nullopt;
    if (held_input_ != WalkInput{} || !walk_.detects) {
        taking_.reset();
        return std::nullopt;
    }
    const WalkInput input = taking_->next(walk_, simulation_);
    if (!taking_->is_done()) return input;
    if (!taking_->failure().empty()) {
        tell("The " + walk_.body(taking_->body()).name + " is not taken: " + std::string(taking_->failure()) +
             ".");
        pending_.drops = true; // opens the hand
    }
    taking_.reset();
    return input;
}

void WalkthroughLab::tell(std::string text) {
    told_ = std::move(text);
    told_until_ = simulation_.frame + kToldFor;
}

std::string WalkthroughLab::told() const {
    if (taking_) return std::string(taking_->doing()) + " the " + walk_.body(taking_->body()).name;
    return simulation_.frame < told_until_ ? told_ : std::string();
}

// --- questions --------------------------------------------------------------------------------------------

// A walk that has just begun is no loss.
void WalkthroughLab::ask_before_restart(std::string what, std::string verb, std::function<void()> yes) {
    if (simulation_.frame < kWorthAsking) return yes();
    has_mouse_ = false;
    question_ = {std::move(what), std::move(verb), std::move(yes)};
}

void WalkthroughLab::answer(bool is_yes) {
    if (!question_) return;
    const Question question = *std::exchange(question_, std::nullopt);
    if (is_yes) question.yes();
}

void WalkthroughLab::show_question(const ui::Rect& view) {
    if (!question_) return;
    const std::string text = question_->what + " This walk ends.";
    const float padding = ui::px(16.0f);
    const glm::vec2 size(std::ceil(ui::text_size(ui::Font::body, text).x) + 2.0f * padding, ui::px(92.0f));
    const ui::Rect chip{glm::floor(view.center() - 0.5f * size), glm::floor(view.center() + 0.5f * size)};
    if (!ui::begin_overlay("restart question", chip, true)) return;
    ImDrawList& list = *ImGui::GetWindowDrawList();
    list.AddRectFilled({chip.min.x, chip.min.y}, {chip.max.x, chip.max.y}, ui::packed(ui::palette().panel),
                       ui::px(ui::grid::kRounding));
    list.AddRect({chip.min.x, chip.min.y}, {chip.max.x, chip.max.y}, ui::packed(ui::palette().line2),
                 ui::px(ui::grid::kRounding));
    ImGui::SetCursorScreenPos({chip.min.x + padding, chip.min.y + padding});
    ui::text(text, {ui::Font::body, ui::palette().text1});
    ImGui::SetCursorScreenPos({chip.min.x + padding, chip.max.y - padding - ui::px(ui::grid::kControl)});
    std::optional<bool> is_yes;
    if (ui::button(question_->verb.c_str(), {.tooltip = "Enter", .primary = true})) is_yes = true;
    ui::same_line(8.0f);
    if (ui::button("Keep walking", {.tooltip = "Esc"})) is_yes = false;
    ui::end_panel();
    if (is_yes) answer(*is_yes);
}

} // namespace boxwood
