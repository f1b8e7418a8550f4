#include "app/labs/pair/pair.hpp"

#include "engine/ui/text/format.hpp"

#include <utility>

namespace boxwood {

// --- meshes and poses -------------------------------------------------------------------------------------

Status PairLab::restart(std::uint64_t) {
    if (!meshes_.are_loaded())
        if (const Status status = meshes_.load_built_in(); !status) return status;
    simulation_.frame = 0;
    ComparedHierarchies& compared = visits_.compared();
    compared.take_meshes(meshes_.shapes(), meshes_.config(), !compared.has_meshes());
    place_meshes();
    pages_.tumbling.begin(pages_.is_tumbling());
    return ok();
}

// One mesh replaces the mesh that was selected last; two meshes replace both.
Status PairLab::take_meshes(std::vector<UserMesh> meshes) {
    if (meshes.empty()) return ok();
    if (meshes.size() > 2)
        return Error{meshes[2].name + ": not opened, because the pair lab takes at most two meshes"};
    if (!meshes_.are_loaded()) (void)restart(0);
    if (meshes_.open(meshes, poses_.last_selected())) install();
    return ok();
}

// Places A at the identity pose, and moves B towards A until the surfaces intersect.
void PairLab::place_meshes() {
    make_world(initial_placement(meshes_));
    if (const Status status = bring_into_contact(simulation_, meshes_); !status)
        changes().add_message(status.error().message);
}

void PairLab::make_world(const Placement& placement) {
    for (std::string& note : meshes_.declare_solids()) changes().add_message(std::move(note));
    make_pair_world(simulation_, meshes_, placement, spin_.degrees());
    surfaces_.take_world(simulation_.world);
    forget_frames();
    changes().request_query();
}

// Puts the pending meshes on screen. New meshes get initial poses; the same meshes keep their poses.
void PairLab::install() {
    const bool are_placed = meshes_.pending_meshes_have_poses();
    Edit before = are_placed ? Edit{} : complete_edit();
    const std::optional<Placement> placement = meshes_.install();
    visits_.compared().take_meshes(meshes_.shapes(), meshes_.config(), !are_placed || placement);
    if (are_placed) {
        make_world(placement.value_or(placement_of(simulation_)));
        if (!placement) return;
    } else {
        place_meshes();
        note_edit_since(std::move(before), "opened meshes");
    }
    const Focus all = focus_on_both(simulation_);
    draw::focus(camera, all.center_w, all.radius);
}

void PairLab::choose_hierarchy(const HierarchyConfig& config) {
    if (meshes_.choose(config)) install();
}

void PairLab::take_built() {
    switch (meshes_.take_built()) {
    case PairMeshes::Built::nothing:
        return;
    case PairMeshes::Built::failed:
        changes().add_message(name_of(meshes_.wanted()) + ": " + meshes_.error());
        return meshes_.cancel();
    case PairMeshes::Built::ready:
        return install();
    }
}

void PairLab::inject(const PairMeshes::Fault& fault) {
    Edit before = complete_edit();
    if (const Status status = meshes_.inject(fault); !status)
        return changes().add_message(status.error().message);
    rebuild_world();
    oracle_.set_on(true);
    note_edit_since(std::move(before), "fault at " + name_of(fault), false); // undo leaves the oracle on
}

void PairLab::rebuild() {
    if (const Status status = meshes_.rebuild(); !status)
        return changes().add_message(status.error().message);
    rebuild_world();
}

void PairLab::apply_spin() {
    if (spin_.apply(simulation_, pages_.is_tumbling())) changes().request_query();
}

// --- undo -------------------------------------------------------------------------------------------------

// Keeps the current hierarchies if their configuration has changed since the edit.
void PairLab::apply(const Edit& edit) {
    changes().request_query();
    if (edit.meshes && meshes_.has_other_meshes(*edit.meshes)) {
        if (meshes_.restore_meshes(*edit.meshes, edit.at)) install();
    } else if (meshes_.set_pending_placement(edit.at)) {
        return;
    } else if (edit.meshes && meshes_.try_restore(*edit.meshes)) {
        make_world(edit.at);
    } else {
        for (const BodyId id : kBothBodies) simulation_.world.set_valid_transform(id, edit.at[id]);
    }
}

void PairLab::note_edit_since(Edit before, std::string title, bool with_settings) {
    Edit after = before.meshes ? complete_edit() : Edit{placement_of(simulation_)};
    history_.note(
        std::move(title), [this, before = std::move(before)] { apply(before); },
        [this, after = std::move(after)] { apply(after); }, with_settings);
}

void PairLab::note_move() {
    if (const std::optional<Placement> before = poses_.take_move())
        note_edit_since({*before}, "pose of " + meshes_[poses_.last_selected()].name);
}

// --- frames -----------------------------------------------------------------------------------------------

void PairLab::step(Clock clock) {
    if (pages_.is_tumbling()) pages_.tumbling.step(simulation_, meshes_, spin_.degrees());
    if (!spin_.is_applied(simulation_, pages_.is_tumbling())) apply_spin();
    LabFrames::step(clock);
}

void PairLab::refresh(Clock clock) {
    query_ = collide_after_edit(clock);
    update_results(FrameChange::edit, clock);
}

void PairLab::update_results(FrameChange change, Clock clock) {
    if (change == FrameChange::step || change == FrameChange::back) query_ = record_of(simulation_.output);
    if (change == FrameChange::back && !pages_.is_tumbling()) spin_.read_back(simulation_);
    if (change != FrameChange::none) {
        visits_.note_change();
        if (pages_.is_tumbling()) pages_.tumbling.measure(simulation_);
    }
    visits_.record(scene(), display_.boxes.is_shown);
    distance_.run(simulation_, meshes_, clock);
    display_.contacts.update(simulation_, BodyPair{kBodyA, kBodyB});
    oracle_.start(simulation_, meshes_,
                  oracle_.is_on() ? shown_hierarchies() : std::vector<ShownHierarchy>());
    surfaces_.update(simulation_, meshes_, visits_);
}

void PairLab::update() {
    visits_.own_inspector().update();
    if (const std::optional<NodeName> node = visits_.own_inspector().marks().take_fault_request())
        inject({static_cast<BodyId>(node->side), node->node});
    while (const std::optional<PairMeshes::Fault> fault = meshes_.take_requested_fault()) inject(*fault);
    visits_.follow(camera);
    if (!meshes_.are_loaded()) return; // before the first restart()
    visits_.update_compared(scene());
    display_.visibility.update(visits_.compared());
    take_answer();
    if (pages_.is_tumbling()) {
        Edit before{placement_of(simulation_)};
        pages_.tumbling.prepare(simulation_, meshes_);
        if (pages_.tumbling.take_opening())
            note_edit_since(std::move(before), "pose of " + meshes_[kBodyB].name + " for the page Tumbling");
    }
    if (pages_.tumbling.update() && pages_.is_tumbling()) pages_.tumbling.measure(simulation_);
    surfaces_.update(simulation_, meshes_, visits_);
    take_built();
}

void PairLab::settle() {
    meshes_.wait();
    oracle_.wait();
    pages_.wait();
    update();
    visits_.compared().wait(); // update() can have started builds
    pages_.tumbling.wait();
    update();
    pages_.finish_unattended([this] { return comparison_subject(); });
}

// --- the query and its visits -----------------------------------------------------------------------------

PairVisits::Scene PairLab::scene() const {
    const QueryRequest& query = simulation_.world.settings.mesh_query;
    return {meshes_.shapes(), meshes_.config(), poses_of(simulation_),
            visits_.shows_distance_query() ? distance_.request(query) : query};
}

HierarchyChoice PairLab::own_choice() const {
    return {resolved(meshes_.wanted()), simulation_.world.settings.mesh_query.test};
}

// The world's mesh query at the displayed poses. A displayed distance query is not compared.
ComparisonPanel::Subject PairLab::comparison_subject() const {
    const std::array<Pose, 2> poses = poses_of(simulation_);
    ComparisonPanel::Subject subject;
    subject.comparison.a = meshes_[kBodyA].shape->mesh();
    subject.comparison.b = meshes_[kBodyB].shape->mesh();
    subject.comparison.poses = {{poses[kBodyA], poses[kBodyB]}};
    subject.comparison.request = simulation_.world.settings.mesh_query;
    subject.owner = std::make_shared<ShapePair>(meshes_.shapes());
    subject.current = meshes_.config();
    subject.frame = simulation_.frame;
    return subject;
}

std::vector<ShownHierarchy> PairLab::shown_hierarchies() const {
    std::vector<ShownHierarchy> shown;
    const auto add = [&](const std::string& name, const std::shared_ptr<Shape>& shape) {
        shown.push_back(make_shown(name, *shape->hierarchy(), shape->mesh(), shape));
    };
    add("A", meshes_[kBodyA].shape);
    add("B", meshes_[kBodyB].shape);
    const ComparedHierarchies& compared = visits_.compared();
    for (std::size_t number = 1; number <= compared.count(); ++number) {
        if (!compared.has_shapes(number)) continue;
        const std::string view = " in view " + std::to_string(number + 1);
        add("A" + view, compared.shapes(number)[kBodyA]);
        add("B" + view, compared.shapes(number)[kBodyB]);
    }
    return shown;
}

void PairLab::open_visits(bool open) {
    visits_.set_open(open);
    if (open && pages_.page() == PairPage::compare) pages_.open(PairPage::visits);
}

void PairLab::judge() {
    oracle_.wait();
    take_answer();
}

std::string PairLab::why_pause() {
    std::string wrong;
    if (pause_.needs_verdict() && oracle_.is_on()) {
        judge();
        if (const std::optional<OracleStatus>& verdict = oracle_.verdict(); verdict && !verdict->agrees)
            wrong = verdict->tooltip;
    }
    return pause_.check(simulation_, query_.times[Phase::narrow], wrong);
}

// If the answer is wrong, opens the visit that pruned a missing pair. Does nothing while another query is due, because
// the check belongs to the previous query; the due query starts another check.
void PairLab::take_answer() {
    if (dirty_) return;
    oracle_.take_answer(simulation_, [this](PrimitivePair missing) {
        pages_.open(PairPage::visits);
        return visits_.explain_missing(missing, scene(), display_.boxes.is_shown);
    });
}

// --- the window ---------------------------------------------------------------------------------

Presentation PairLab::presentation() const {
    constexpr float kWideShare = 0.66f;
    const bool has_visit = visits_.is_open();
    Presentation presentation{.scene = meshes_.title(),
                              .details_share = pages_.is_wide(has_visit) ? kWideShare : kDetailsShare,
                              .is_animating = has_visit && visits_.followed().player().is_playing};
    presentation.magnified = visits_.magnified();
    if (meshes_.is_building())
        presentation.progress = "Building " + name_of(meshes_.wanted()) + " · " +
                                ui::format_fixed(meshes_.building_seconds(), 1) + " s";
    else if (oracle_.is_running())
        presentation.progress =
            "Brute force runs in the background and can increase the measured times: " + oracle_.progress();
    return presentation;
}

// Shows boxes, a verified answer, and the visit whose pruning saved the most triangle pairs.
bool PairLab::show_example() {
    display_.boxes.is_shown = true;
    oracle_.set_on(true);
    open_visits(true);
    visits_.record(scene(), display_.boxes.is_shown);
    visits_.own_inspector().act("visit.rejected");
    return true;
}

Focus PairLab::focus(bool of_selection) const {
    if (of_selection) {
        if (const std::optional<Focus> visit = visits_.focus()) return *visit;
        if (const std::optional<BodyId> body = poses_.selected())
            return focus_on(simulation_.world.bodies()[*body]);
    }
    return focus_on_both(simulation_);
}

} // namespace boxwood
