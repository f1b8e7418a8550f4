#include "app/labs/deformation/deformation.hpp"

#include "app/labs/deformation/deformation_scenes.hpp"
#include "collision/parallel/tbb_executor.hpp"
#include "engine/draw/palette.hpp"
#include "engine/ui/text/format.hpp"

#include <algorithm>
#include <array>
#include <utility>

namespace boxwood {
namespace {

constexpr std::array kActions{
    LabAction{"deform.boxes", "Boxes at one depth: the worst five, or none", "H"},
    LabAction{"deform.less", "Depth of the boxes down", "[", true},
    LabAction{"deform.more", "Depth of the boxes up", "]", true},
    LabAction{"deform.heat", "Node inflation as colors", "L"},
    LabAction{"deform.replay", "Replay the frames so far under every policy", "P"},
};

const LabRegistration
    kRegistration({.name = "deformation",
                   .title = "Deformation",
                   .question = "When does a hierarchy of a deforming mesh pay for being rebuilt?",
                   .order = 40,
                   .make = []() -> std::unique_ptr<Lab> { return std::make_unique<DeformationLab>(); },
                   .actions = kActions});

std::shared_ptr<const Mesh> copy_mesh(const UserMesh& user_meshes) {
    const MeshView view = user_meshes.shape->mesh();
    auto mesh = std::make_shared<Mesh>();
    mesh->name = user_meshes.name;
    mesh->positions.assign(view.positions.begin(), view.positions.end());
    mesh->triangles.assign(view.triangles.begin(), view.triangles.end());
    return mesh;
}

} // namespace

CopyLook look_of_copy(std::size_t copy, const draw::Palette& palette) {
    switch (copy) {
    case 0:
        return {palette.left_series, false};
    case 1:
        return {palette.right_series, true};
    case 2:
        return {palette.overlapping, false};
    default:
        return {palette.phase_narrow, true};
    }
}

std::vector<PolicyConfig> DeformationLab::default_policies() {
    std::vector<PolicyConfig> policies{default_policy("never"), default_policy("area")};
    for (PolicyConfig& policy : policies) {
        policy.volume = kUsualVolume;
        policy.kind = kUsualKind;
    }
    return policies;
}

// --- building the scene -----------------------------------------------------------------------------------

std::vector<const char*> DeformationLab::mesh_names() const {
    std::vector<const char*> names;
    for (const DeformationMesh& mesh : all_deformation_meshes()) names.push_back(mesh.name);
    if (meshes_.user_meshes) names.push_back(meshes_.user_meshes->name.c_str());
    return names;
}

std::vector<const Deformer*> DeformationLab::all_motions() {
    std::vector<const Deformer*> motions;
    for (const std::span<const Deformer> list : {all_deformers(), all_played_deformers()})
        for (const Deformer& deformer : list) motions.push_back(&deformer);
    return motions;
}

DeformationLab::Made DeformationLab::wanted() const {
    Made made{meshes_, tree_, policies_, deformer().tears};
    if (deformer().is_played) {
        made.played = &deformer();
        made.period = motion_.period;
    }
    return made;
}

// Kind and volume of the first copy are the scene's; other copies are named after theirs where they differ.
DeformingPairConfig DeformationLab::describe(const Made& made, const Deformation& motion) {
    DeformingPairConfig config;
    config.motion = motion;
    config.hierarchy = hierarchy_of(made.policies[0], made.tree);
    config.policies = made.policies;
    for (PolicyConfig& policy : config.policies) {
        if (policy.volume == config.hierarchy.volume) policy.volume.clear();
        if (policy.kind == config.hierarchy.kind) policy.kind.clear();
    }
    config.meets_itself = made.tree.meets_itself;
    if (made.tree.threads > 1) config.executor = make_tbb_executor(made.tree.threads);
    const auto built_in = all_deformation_meshes();
    config.mesh =
        made.meshes.chosen < built_in.size() ? built_in[made.meshes.chosen].make() : *made.meshes.user_meshes;
    const bool falls = motion.deformer->record != nullptr;
    if (falls && made.meshes.chosen < built_in.size()) lay_flat(config.mesh);
    const RestMesh rest = make_rest_mesh(config.mesh);
    Transform placed{.t = rest.center};
    if (falls) {
        config.path = {.rise = 0.2 * rest.radius, .turns = 1.0};
        placed.t.y -= 0.55 * rest.radius;
    }
    if (made.meshes.obstacle) {
        config.obstacle = *made.meshes.obstacle;
        placed.t -= make_rest_mesh(config.obstacle).center;
    } else {
        config.obstacle = falls ? make_boulder(0.35 * rest.radius) : make_rings(rest.radius);
    }
    config.world_from_obstacle = make_pose(placed);
    return config;
}

// Restarts the current pair at once if it fits the settings; otherwise builds first.
Status DeformationLab::restart(std::uint64_t seed) {
    seed_ = seed;
    maker_.cancel();
    coming_.reset();
    wants_build_ = false;
    if (pair_ && made_ == wanted()) {
        start_over();
        return ok();
    }
    Result<DeformingPair> pair = DeformingPair::make(describe(wanted(), deformation()));
    if (!pair) {
        error_ = pair.error().message;
        return pair.error();
    }
    adopt(std::move(*pair), wanted());
    return ok();
}

void DeformationLab::adopt(DeformingPair pair, Made made) {
    pair_.emplace(std::move(pair));
    made_ = std::move(made);
    if (!keeps_past_) pair_->keep_no_recording();
    copies_.clear();
    copies_.resize(pair_->runs().size());
    for (std::size_t i = 0; i < copies_.size(); ++i)
        copies_[i].name = std::to_string(i + 1) + " " + name_of(pair_->runs()[i].config());
    hidden_copies_ = 0;
    mesh_key_ = draw::next_mesh_key();
    obstacle_key_ = draw::next_mesh_key();
    heat_.restart(*pair_);
    start_over();
}

// From frame 0, with the current motion settings.
void DeformationLab::start_over() {
    error_.clear();
    replay_.cancel();
    goal_.reset();
    if (Status status = pair_->rewind(deformation()); !status) notes_.push_back(status.error().message);
    for (Copy& copy : copies_) copy.curves = {};
    rebuild_frames_.clear();
    partial_frames_.clear();
    standings_ = {};
    incomplete_frames_ = 0;
    at_ = 0.0;
    has_begun_ = true;
    run_next_frame(nullptr);
}

// The first mesh is the deforming one; a second replaces the rings.
Status DeformationLab::take_meshes(std::vector<UserMesh> meshes) {
    if (meshes.empty()) return ok();
    if (meshes.size() > 2) return Error{meshes[2].name + ": the deformation lab takes two meshes"};
    if (meshes.size() == 1 && may_move(meshes[0].path)) {
        motion_reader_.start([file = meshes[0].path] { return read_motion(file); });
        return ok();
    }
    Meshes opened{all_deformation_meshes().size(), copy_mesh(meshes[0]), nullptr, nullptr};
    if (meshes.size() == 2) opened.obstacle = copy_mesh(meshes[1]);
    open_meshes(std::move(opened));
    return ok();
}

void DeformationLab::open_meshes(Meshes opened) {
    if (!meshes_before_) meshes_before_ = meshes_;
    const auto choose = [this](const Meshes& meshes) {
        return [this, meshes] {
            meshes_ = meshes;
            wants_build_ = true;
        };
    };
    history_.note("opened mesh", choose(meshes_), choose(opened));
    meshes_ = std::move(opened);
    wants_build_ = true;
}

void DeformationLab::take_motion() {
    std::optional<Result<MeshInMotion>> outcome = motion_reader_.take_result();
    if (!outcome) return;
    if (!*outcome) {
        notes_.push_back(outcome->error().message);
        return;
    }
    open_meshes({all_deformation_meshes().size(), (*outcome)->mesh, nullptr, (*outcome)->clip});
    if (!meshes_.clip) return;
    const auto motions = all_motions();
    const auto frames = std::find_if(motions.begin(), motions.end(),
                                     [](const Deformer* d) { return d->is_played && d->record == nullptr; });
    choose_deformer(static_cast<std::size_t>(frames - motions.begin()));
    motion_.period = static_cast<int>(meshes_.clip->frames.size());
}

void DeformationLab::choose_deformer(std::size_t place) {
    motion_.deformer = place;
    motion_.amplitude = deformer().default_value;
    wants_build_ = true;
}

void DeformationLab::choose_policy(std::size_t copy, std::string_view name) {
    while (policies_.size() <= copy) {
        policies_.push_back(default_policy("always"));
        policies_.back().volume = policies_[0].volume;
        policies_.back().kind = policies_[0].kind;
    }
    const PolicyConfig before = policies_[copy];
    policies_[copy] = default_policy(name);
    policies_[copy].volume = before.volume;
    policies_[copy].kind = before.kind;
    wants_build_ = true;
}

HierarchyConfig DeformationLab::hierarchy_of(const PolicyConfig& policy, const Tree& tree) {
    return {policy.kind, policy.volume, tree.builder, static_cast<std::uint32_t>(tree.leaf_size)};
}

// A new copy gets the kind of the first one, so its policy must support that kind.
std::string_view DeformationLab::policy_of_fourth() const {
    return takes(*find_policy("rotate"), hierarchy_of(policies_[0], tree_)) ? "rotate" : "every";
}

// --- background jobs --------------------------------------------------------------------------------------

void DeformationLab::update() {
    take_motion();
    start_build();
    take_made();
    if (!is_unattended_ && wants_replay_ && has_whole_period()) {
        wants_replay_ = false;
        start_replay();
    }
    take_replay();
    if (heat_.take_result()) ++revision_;
    if (const auto frame = std::exchange(wanted_frame_, std::nullopt);
        frame && keeps_past_ && *frame < pair_->frames())
        go_to(*frame);
    else if (goal_)
        catch_up(kPerFrame_ms);
}

void DeformationLab::start_build() {
    if (!std::exchange(wants_build_, false)) return;
    if (pair_ && made_ == wanted()) {
        maker_.cancel();
        coming_.reset();
        start_over();
        return;
    }
    coming_ = wanted();
    maker_.start(
        [made = *coming_, motion = deformation()] { return DeformingPair::make(describe(made, motion)); });
}

void DeformationLab::take_made() {
    std::optional<Result<DeformingPair>> outcome = maker_.take_result();
    if (!outcome) return;
    const std::optional<Meshes> before = std::exchange(meshes_before_, std::nullopt);
    if (*outcome) {
        adopt(std::move(**outcome), *coming_);
        if (before) draw::focus(camera, focus(false).center_w, focus(false).radius);
    } else {
        error_ = outcome->error().message;
        notes_.push_back(error_);
        if (before) meshes_ = *before;
    }
    coming_.reset();
}

// A replay requested by the settings needs the recording.
void DeformationLab::run_unseen() {
    Lab::run_unseen();
    keeps_past_ = wants_replay_;
    if (pair_ && !keeps_past_) pair_->keep_no_recording();
}

void DeformationLab::settle() {
    is_unattended_ = true;
    motion_reader_.wait();
    take_motion();
    start_build();
    maker_.wait();
    take_made();
    if (goal_) catch_up(kUnlimited_ms);
    heat_.wait();
    if (heat_.take_result()) ++revision_;
    if (wants_replay_ && pair_ && pair_->frames() > 1) {
        wants_replay_ = false;
        start_replay();
    }
    replay_.wait();
    take_replay();
}

// --- queries of the shell ---------------------------------------------------------------------------------

Presentation DeformationLab::presentation() const {
    Presentation presentation{
        .scene = pair_ ? pair_->mesh().rest().mesh.name + " and " + pair_->obstacle().name : "deformation",
        .details_share = 0.76f,
        .is_animating = maker_.is_busy() || goal_.has_value()};
    if (maker_.is_busy())
        presentation.progress =
            "Building the hierarchies of the copies · " + ui::format_fixed(maker_.seconds(), 1) + " s";
    return presentation;
}

bool DeformationLab::act(std::string_view action) {
    const auto change_depth = [this](int by) {
        if (show_.boxes == Boxes::none) show_.boxes = Boxes::worst;
        show_.heat.depth = std::clamp(show_.heat.depth + by, 0, kDeepest);
        dirty_ = true;
    };
    if (action == "show.triangles")
        show_.triangles = !show_.triangles;
    else if (action == "deform.boxes")
        show_.boxes = show_.boxes == Boxes::none ? Boxes::worst : Boxes::none;
    else if (action == "deform.less")
        change_depth(-1);
    else if (action == "deform.more")
        change_depth(1);
    else if (action == "deform.heat") {
        show_.heat.is_on = !show_.heat.is_on;
        dirty_ = true;
    } else if (action == "deform.replay") {
        page_ = kReplayPage; // it shows the progress
        start_replay();
    } else
        return false;
    return true;
}

std::string DeformationLab::why_unavailable(std::string_view action) const {
    if (action == "play.back")
        return pair_ && pair_->frames() > 0 && goal_.value_or(shown_frame()) > 0 ? ""
                                                                                 : "This is the first frame.";
    if (action == "deform.less" && show_.boxes != Boxes::none && show_.heat.depth == 0)
        return "The roots' volumes are shown: there is nothing above them.";
    if (action == "deform.more" && show_.boxes != Boxes::none && show_.heat.depth == kDeepest)
        return "Deeper levels are not shown.";
    if (action == "deform.replay" && !pair_) return "No mesh deforms yet.";
    return Lab::why_unavailable(action);
}

} // namespace boxwood
