#include "engine/deform/deforming_pair.hpp"

#include "collision/world/collision_world.hpp"
#include "engine/deform/deformers/motion_clip.hpp"
#include "engine/deform/leaf_order.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <utility>

namespace boxwood {
namespace {

// Hashes words of up to eight bytes, which is faster than hashing bytes.
std::uint64_t hash_positions(std::uint64_t hash, std::span<const glm::vec3> positions) {
    constexpr std::uint64_t kPrime = 0x100000001B3ull;
    for (const glm::vec3& p : positions) {
        const auto bits = std::bit_cast<std::array<std::uint32_t, 3>>(p);
        hash = (hash ^ (bits[0] | std::uint64_t{bits[1]} << 32)) * kPrime;
        hash = (hash ^ bits[2]) * kPrime;
    }
    return hash;
}

} // namespace

Result<DeformingPair> DeformingPair::make(const DeformingPairConfig& config) {
    BOXWOOD_ASSERT(config.motion.deformer != nullptr && config.motion.period > 0);
    if (config.mesh.triangles.empty()) return Error{"the deforming mesh has no triangles"};
    if (config.obstacle.triangles.empty()) return Error{"the obstacle has no triangles"};
    const bool tears = config.motion.deformer->tears;
    OrderedMesh ordered = order_by_leaves(tears ? split_corners(config.mesh) : config.mesh);
    DeformingPair pair(DeformingMesh(make_rest_mesh(std::move(ordered.mesh))));
    pair.motion_ = config.motion;
    pair.executor_ = config.executor;
    pair.start_of_obstacle_ = pair.world_from_obstacle_ = config.world_from_obstacle;
    pair.path_ = config.path;
    pair.obstacle_ = std::make_shared<const Mesh>(config.obstacle);
    pair.mesh_shells_.emplace(pair.mesh_.view());
    pair.obstacle_shells_.emplace(pair.obstacle_->view());
    if (Status status = pair.set_up_motion(ordered.vertex_before); !status) return status.error();
    if (config.finds_self_pairs)
        pair.self_representatives_ = find_representatives(pair.mesh_.rest().mesh.positions);
    std::vector<AnyHierarchy> fresh; // one per kind and volume
    for (const PolicyConfig& policy : config.policies) {
        HierarchyConfig hierarchy = config.hierarchy;
        if (!policy.volume.empty()) hierarchy.volume = policy.volume;
        if (!policy.kind.empty()) hierarchy.kind = policy.kind;
        const Result<const AnyHierarchy*> met = pair.obstacle_tree_for(hierarchy);
        if (!met) return met.error();
        auto built = std::find_if(fresh.begin(), fresh.end(),
                                  [&](const AnyHierarchy& tree) { return tree.config() == hierarchy; });
        if (built == fresh.end()) {
            Result<AnyHierarchy> tree = build_any_hierarchy(hierarchy, pair.mesh_.view());
            if (!tree) return tree.error();
            built = fresh.insert(fresh.end(), std::move(*tree));
        }
        Result<PolicyRun> run = make_policy_run(policy, *built);
        if (!run) return run.error();
        pair.runs_.push_back(std::move(*run));
        pair.obstacle_tree_of_run_.push_back(*met);
    }
    pair.add_keyframe();
    return pair;
}

// Sets up the source of a played motion: a recorder, or a copy of the imported clip with its vertices reordered like
// the mesh.
Status DeformingPair::set_up_motion(const std::vector<std::uint32_t>& vertex_before) {
    const Deformer& deformer = *motion_.deformer;
    if (!deformer.plays_frames) return ok();
    if (deformer.record != nullptr) {
        motion_.recorder =
            deformer.record({mesh_.rest().mesh, obstacle_, start_of_obstacle_, path_, motion_.period});
        return ok();
    }
    if (!motion_.clip)
        return Error{"the motion '" + std::string(deformer.name) +
                     "' needs a clip: open the first file of a numbered series"};
    for (const auto& frame : motion_.clip->frames)
        if (frame.size() != vertex_before.size())
            return Error{motion_.clip->name + ": " + std::to_string(frame.size()) + " vertices instead of " +
                         std::to_string(vertex_before.size())};
    ordered_clip_ = std::make_shared<const MotionClip>(reordered(*motion_.clip, vertex_before));
    return ok();
}

Result<const AnyHierarchy*> DeformingPair::obstacle_tree_for(const HierarchyConfig& config) {
    for (const auto& tree : obstacle_trees_)
        if (tree->config() == config) return tree.get();
    Result<AnyHierarchy> tree = build_any_hierarchy(config, obstacle_->view());
    if (!tree) return tree.error();
    obstacle_trees_.push_back(std::make_shared<const AnyHierarchy>(std::move(*tree)));
    return obstacle_trees_.back().get();
}

// --- frames -----------------------------------------------------------------------------------------------

Status DeformingPair::move_mesh(double at) {
    Deformation played = motion_;
    played.clip = ordered_clip_;
    return deform(played, at, mesh_, executor_.get());
}

Status DeformingPair::run_policies(double at, Clock clock) {
    if (Status status = move_mesh(at); !status) return status;
    world_from_obstacle_ = path_.at(start_of_obstacle_, at / static_cast<double>(motion_.period));
    mesh_shells_->follow(mesh_.view());
    const Pose at_origin;
    const std::array shells{&mesh_shells_->shells(), &obstacle_shells_->shells()};
    for (std::size_t i = 0; i < runs_.size(); ++i)
        runs_[i].run_frame({mesh_.view(), mesh_.before(), executor_.get()}, at_origin,
                           {obstacle_->view(), obstacle_tree_of_run_[i], world_from_obstacle_,
                            self_representatives_, shells},
                           clock);
    ++next_frame_;
    return ok();
}

Status DeformingPair::run_frame_at(double at, Clock clock) {
    BOXWOOD_ASSERT(next_frame_ == frame_count());
    if (Status status = run_policies(at, clock); !status) return status;
    ++frame_count_;
    if (!keeps_recording_) return ok();
    recording_.push_back(at);
    if (next_frame_ >= keyframes_.back().next_frame + keyframe_distance_) add_keyframe();
    return ok();
}

Status DeformingPair::replay_frame() {
    BOXWOOD_ASSERT(next_frame_ < frame_count() && keeps_recording_);
    return run_policies(recording_[next_frame_], nullptr);
}

void DeformingPair::stop_recording() {
    BOXWOOD_ASSERT(next_frame_ == frame_count());
    keeps_recording_ = false;
    recording_ = {};
    keyframes_.resize(1);
    for (PolicyRun& run : runs_) run.keep_last_frame_only();
}

// --- going back -------------------------------------------------------------------------------------------

std::size_t DeformingPair::state_bytes() const {
    // Memory of a node with an AABB, and of the policy's data per node. Nodes with other volumes take more.
    constexpr std::size_t kBytesPerNode = 64;
    std::size_t bytes = 0;
    for (const PolicyRun& run : runs_) bytes += kBytesPerNode * run.tree().node_count();
    return bytes;
}

// Adds a keyframe. If there are too many, removes every second keyframe and doubles the distance between keyframes.
void DeformingPair::add_keyframe() {
    const std::size_t max_keyframes =
        std::max<std::size_t>(1, kKeyframeBytes / std::max<std::size_t>(1, state_bytes()));
    while (keyframes_.size() > 1 && keyframes_.size() >= max_keyframes) {
        std::size_t kept = 0;
        for (std::size_t i = 0; i < keyframes_.size(); i += 2) keyframes_[kept++] = std::move(keyframes_[i]);
        keyframes_.resize(kept);
        keyframe_distance_ *= 2;
    }
    if (!keyframes_.empty() && keyframes_.size() >= max_keyframes) return;
    Keyframe now{.next_frame = next_frame_, .states = {}};
    for (const PolicyRun& run : runs_) now.states.push_back(run.save());
    keyframes_.push_back(std::move(now));
}

Status DeformingPair::restore(const Keyframe& keyframe) {
    if (keyframe.next_frame == 0) {
        mesh_.reset();
    } else if (Status status = move_mesh(recording_[keyframe.next_frame - 1]); !status) {
        return status;
    }
    for (std::size_t i = 0; i < runs_.size(); ++i) runs_[i].restore(keyframe.states[i]);
    next_frame_ = keyframe.next_frame;
    mesh_shells_->follow(mesh_.view());
    world_from_obstacle_ =
        next_frame_ == 0
            ? start_of_obstacle_
            : path_.at(start_of_obstacle_, recording_[next_frame_ - 1] / static_cast<double>(motion_.period));
    return ok();
}

Status DeformingPair::go_before(std::size_t frame) {
    BOXWOOD_ASSERT(frame < frame_count() && keeps_recording_);
    const auto next = std::find_if(keyframes_.begin(), keyframes_.end(),
                                   [&](const Keyframe& keyframe) { return keyframe.next_frame > frame; });
    const Keyframe& last = *(next - 1);
    // If the next frame is between the keyframe and the target, there is no need to go back.
    if (next_frame_ <= frame && next_frame_ >= last.next_frame) return ok();
    return restore(last);
}

Status DeformingPair::rewind() {
    keyframes_.resize(1);
    if (Status status = restore(keyframes_[0]); !status) return status;
    recording_.clear();
    frame_count_ = 0;
    for (PolicyRun& run : runs_) run.forget_frames();
    return ok();
}

Status DeformingPair::rewind(const Deformation& motion) {
    BOXWOOD_ASSERT(motion.deformer->tears == motion_.deformer->tears && motion.period > 0);
    const Deformation before = std::exchange(motion_, motion);
    motion_.clip = before.clip;
    motion_.recorder = before.recorder;
    return rewind();
}

bool DeformingPair::has_all_self_pairs() const {
    return std::all_of(runs_.begin(), runs_.end(),
                       [](const PolicyRun& run) { return run.has_all_self_pairs(); });
}

bool DeformingPair::policies_agree() const {
    const auto complete = std::find_if(runs_.begin(), runs_.end(),
                                       [](const PolicyRun& run) { return run.has_all_self_pairs(); });
    const auto is_subset = [](const std::vector<PrimitivePair>& all, const std::vector<PrimitivePair>& part) {
        return std::includes(all.begin(), all.end(), part.begin(), part.end());
    };
    return std::all_of(runs_.begin(), runs_.end(), [&](const PolicyRun& run) {
        if (run.pairs() != runs_[0].pairs() || run.nesting() != runs_[0].nesting()) return false;
        if (complete == runs_.end()) return true; // no complete run to compare with
        return run.has_all_self_pairs() ? run.self_pairs() == complete->self_pairs()
                                        : is_subset(complete->self_pairs(), run.self_pairs());
    });
}

std::uint64_t state_hash(const DeformingPair& pair) {
    std::uint64_t hash = hash_positions(kHashSeed, pair.mesh().view().positions);
    const Pose& pose = pair.world_from_obstacle();
    hash = hash_bytes(hash, &pose.linear, sizeof pose.linear);
    hash = hash_bytes(hash, &pose.origin, sizeof pose.origin);
    const auto add = [&hash](const auto& values) {
        hash = hash_bytes(hash, values.data(), values.size() * sizeof values[0]);
    };
    for (const PolicyRun& run : pair.runs()) {
        add(run.pairs());
        add(run.self_pairs());
        if (run.nesting() != Nesting::none) add(std::array{run.nesting()});
        if (run.next_frame() == 0) continue;
        const PolicyFrame& last = run.frame(run.next_frame() - 1);
        add(std::array{last.volume_tests, last.triangle_tests, run.last_rebuild()});
    }
    return hash;
}

} // namespace boxwood
