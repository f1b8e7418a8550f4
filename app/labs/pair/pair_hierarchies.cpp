// The meshes and hierarchies of the pair lab. Hierarchies are built on a background thread: until they are ready, and
// if they cannot be built, the current ones stay on screen.
#include "app/labs/pair/pair.hpp"

#include "engine/draw/camera.hpp"
#include "engine/meshes/measure.hpp"

#include <algorithm>
#include <utility>

namespace boxwood {
namespace {

// Polytopes have a hierarchy chosen by the library, and no scale: they are rebuilt as surfaces.
bool is_ready(const Shape& shape, const HierarchyConfig& config) {
    return !shape.polytope() && shape.hierarchy() && shape.hierarchy()->config() == config;
}

} // namespace

// One mesh replaces the selected side, two replace both.
Status PairLab::take_meshes(std::vector<UserMesh> meshes) {
    if (meshes.empty()) return ok();
    if (meshes.size() > 2) return Error{meshes[2].name + ": the pair lab takes two meshes"};
    if (!sides_[kA].shape) (void)restart(0);
    std::array<Side, 2> sides = coming_ ? *coming_ : sides_;
    const auto make_side = [this](const UserMesh& mesh) {
        return Side{
            mesh.name,       mesh.shape, make_report(mesh.shape->mesh()), true, mesh.shape->is_solid(),
            ++meshes_opened_};
    };
    if (meshes.size() == 2)
        sides = {make_side(meshes[0]), make_side(meshes[1])};
    else
        sides[selected_] = make_side(meshes[0]);
    order(std::move(sides), wanted_);
    return ok();
}

void PairLab::set_hierarchy(const HierarchyConfig& config) {
    const bool is_same = resolved(config) == resolved(wanted_);
    wanted_ = config;
    if (is_same && sides_[kA].shape) return;
    hierarchy_error_.clear();
    if (!sides_[kA].shape) { // restart() builds
        installed_ = config;
        config_ = resolved(config);
        return;
    }
    order(coming_ ? *coming_ : sides_, config);
}

void PairLab::order(std::array<Side, 2> sides, const HierarchyConfig& wanted) {
    const HierarchyConfig config = resolved(wanted);
    builder_.cancel();
    coming_ = std::move(sides);
    if (faults_.empty() &&
        std::ranges::all_of(*coming_, [&](const Side& side) { return is_ready(*side.shape, config); }))
        install();
    else
        builder_.start([meshes = ShapePair{(*coming_)[kA].shape, (*coming_)[kB].shape}, config] {
            return build_shape_pair(meshes, config);
        });
}

void PairLab::cancel_building() {
    builder_.cancel();
    coming_.reset();
    coming_at_.reset();
    wanted_ = installed_;
}

void PairLab::update() {
    visits_.update();
    if (const std::optional<TraversalInspector::NodeName> node = visits_.take_fault_request())
        inject(static_cast<BodyId>(node->side), node->node);
    if (wanted_fault_ && sides_[kA].shape && !builder_.is_busy()) {
        const Fault fault = *std::exchange(wanted_fault_, std::nullopt);
        inject(fault.side, fault.node);
    }
    compared_.follow(visits_);
    follow_visit();
    if (!std::exchange(has_moved_, false) && compared_.has_traced_times())
        compared_.take_times(compared_scene());
    is_stale_ |= compared_.update();
    for (std::string& note : compared_.take_notes()) notes_.push_back(std::move(note));
    if (compared_.take_open_request()) open_visits(true);
    take_answer();
    update_tumbling();
    cut_surfaces();
    std::optional<Result<BuiltShapes>> outcome = builder_.take_result();
    if (!outcome) return;
    if (!*outcome) {
        hierarchy_error_ = outcome->error().message;
        notes_.push_back(name_of(wanted_) + ": " + hierarchy_error_);
        cancel_building();
        return;
    }
    for (const BodyId id : {kA, kB}) (*coming_)[id].shape = (*outcome)->shapes[id];
    install();
}

void PairLab::settle() {
    builder_.wait();
    oracle_.wait();
    quality_.wait();
    update();
    compared_.wait(); // for its pending builds
    tumbling_.wait();
    update();
    // Called once before the first frame and once after the last.
    if (std::exchange(is_unattended_, true) && std::exchange(wants_comparison_, false))
        comparison_.start_and_wait(comparison_subject());
}

// Shows the built hierarchies. Other meshes are placed from scratch; the same meshes keep their poses.
void PairLab::install() {
    const bool are_placed = !(*coming_)[kA].is_new && !(*coming_)[kB].is_new;
    Edit before = are_placed ? Edit{} : whole_edit();
    sides_ = std::move(*coming_);
    for (Side& side : sides_) side.is_new = false;
    coming_.reset();
    installed_ = wanted_;
    config_ = resolved(wanted_);
    faults_.clear();
    const std::optional<Placement> at = std::exchange(coming_at_, std::nullopt);
    compared_.take_meshes({sides_[kA].shape, sides_[kB].shape}, config_, !are_placed || at);
    if (are_placed) {
        make_world(at.value_or(placement()));
        if (!at) return;
    } else {
        place_meshes();
        note_edit_since(std::move(before), "opened meshes");
    }
    const Focus all = focus(false);
    draw::focus(camera, all.center_w, all.radius);
}

} // namespace boxwood
