#include "engine/sim/timeline.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>

namespace boxwood {
namespace {

constexpr double kShareOfSteps = 0.008; // share of the steps' time that copying takes
// The maximum number of frames between two new keyframes is the number that kShortSeek_ms suffices to recompute, but at
// least 128 and at most 256.
constexpr double kMaxKeyframeSteps = 128.0, kMaxQuickSteps = 256.0, kShortSeek_ms = 60.0;
constexpr std::uint64_t kDefaultDistance = 8;
constexpr double kLongestSeek_ms = 80.0; // of a seek across a dropped inner keyframe
constexpr double kSmoothing = 0.1;
constexpr std::size_t kMaxHashes = std::size_t{1} << 22;

template <class T>
std::size_t bytes_of(const std::vector<T>& values) {
    return values.capacity() * sizeof(T);
}

// A fingerprint of the settings that change a step.
std::string fingerprint(const Simulation& simulation) {
    const WorldSettings& world = simulation.world.settings;
    const QueryRequest& query = world.mesh_query;
    std::string text;
    const auto add = [&text](const auto& value) {
        text.append(reinterpret_cast<const char*>(&value), sizeof value);
    };
    add(simulation.settings.speed);
    add(simulation.settings.aabb_margin);
    add(simulation.settings.response);
    add(simulation.settings.respond);
    add(simulation.settings.walls);
    add(simulation.room_half);
    add(query.mode);
    add(query.test);
    add(query.descent);
    add(query.leaf_test);
    add(query.triangle_test);
    add(query.max_distance);
    add(query.tolerance);
    add(world.use_temporal_coherence);
    add(world.find_closest_parts);
    add(world.start);
    add(world.relative_margin);
    add(world.always_climb);
    add(simulation.world.broad_phase_settings().storage);
    add(simulation.world.broad_phase_settings().cell_factor);
    add(simulation.world.pair_filter().is_enabled_by_default());
    simulation.world.pair_filter().for_each_exception(add);
    text.append(simulation.world.broad_phase_name()).append("/").append(simulation.world.narrow_phase_name());
    return text;
}

std::uint64_t mixed(std::uint64_t hash, std::uint64_t bits) {
    hash = (hash ^ bits) * 0x9E3779B97F4A7C15u;
    return hash ^ hash >> 32;
}

} // namespace

// --- one frame --------------------------------------------------------------------------------------------

Keyframe::Keyframe(const Simulation& simulation)
    : frame_(simulation.frame)
    , world_(simulation.world.save())
    , motions_(simulation.motions)
    , joint_motions_(simulation.joint_motions)
    , deforming_(simulation.deforming)
    , deformation_time_(simulation.deformation_time)
    , deformation_error_(simulation.deformation_error)
    , room_half_(simulation.room_half)
    , settings_(simulation.settings)
    , output_(simulation.output)
    , fixed_contacts_(simulation.fixed_contacts)
    , fast_bodies_(simulation.fast_bodies)
    , total_fast_bodies_(simulation.total_fast_bodies)
    , stopped_bodies_(simulation.stopped_bodies)
    , total_stopped_bodies_(simulation.total_stopped_bodies) {}

void Keyframe::restore(Simulation& io_simulation, bool is_copy) const {
    io_simulation.frame = frame_;
    io_simulation.world.restore(world_, is_copy);
    io_simulation.motions = motions_;
    io_simulation.joint_motions = joint_motions_;
    io_simulation.deforming = deforming_;
    io_simulation.deformation_time = deformation_time_;
    io_simulation.deformation_error = deformation_error_;
    io_simulation.room_half = room_half_;
    io_simulation.settings = settings_;
    io_simulation.output = output_;
    io_simulation.fixed_contacts = fixed_contacts_;
    io_simulation.fast_bodies = fast_bodies_;
    io_simulation.total_fast_bodies = total_fast_bodies_;
    io_simulation.stopped_bodies = stopped_bodies_;
    io_simulation.total_stopped_bodies = total_stopped_bodies_;
}

std::size_t Keyframe::size_in_bytes() const {
    return sizeof *this + world_.size_in_bytes() + bytes_of(motions_) + bytes_of(joint_motions_) +
           bytes_of(deforming_) + bytes_of(output_.pairs) + bytes_of(output_.left) +
           bytes_of(output_.entered) + bytes_of(output_.triangle_pairs) + bytes_of(output_.part_contacts) +
           bytes_of(output_.self_contacts) + bytes_of(output_.self_triangle_pairs) + bytes_of(output_.torn) +
           bytes_of(fixed_contacts_);
}

std::uint64_t hash_bodies(const Simulation& simulation, std::vector<std::uint64_t>& out_hashes) {
    const std::span<const Body> bodies = simulation.world.bodies();
    out_hashes.resize(bodies.size());
    std::uint64_t combined = bodies.size(); // as in combine(), but its latency overlaps with the hashing
    for (BodyId id = 0; id < bodies.size(); ++id) {
        if (!bodies[id].shape) {
            out_hashes[id] = 0;
            combined = mixed(combined, 0);
            continue;
        }
        const Transform& t = bodies[id].transform;
        const Motion motion = id < simulation.motions.size() ? simulation.motions[id] : Motion{};
        // Four independent chains, so that the processor overlaps the multiplications.
        std::uint64_t x = 1, y = 2, z = 3, w = 4;
        const auto add = [](std::uint64_t& io_hash, double value) {
            io_hash = mixed(io_hash, std::bit_cast<std::uint64_t>(value));
        };
        add(x, t.q.x), add(y, t.q.y), add(z, t.q.z), add(w, t.q.w);
        add(x, t.t.x), add(y, t.t.y), add(z, t.t.z), add(w, motion.spin);
        add(x, t.s.x), add(y, t.s.y), add(z, t.s.z);
        add(x, motion.velocity_w.x), add(y, motion.velocity_w.y), add(z, motion.velocity_w.z);
        add(x, motion.spin_axis_w.x), add(y, motion.spin_axis_w.y), add(z, motion.spin_axis_w.z);
        w = mixed(w, bodies[id].generation * 8u + (bodies[id].is_enabled ? 4u : 0u) +
                         (bodies[id].is_fixed ? 2u : 0u) + static_cast<unsigned>(bodies[id].box));
        std::uint64_t hash = mixed(mixed(mixed(x, y), z), w);
        if (const HullHierarchyState* parts = bodies[id].parts.get())
            for (const double position : parts->positions()) add(hash, position);
        if (bodies[id].deforming) {
            const std::span<const glm::vec3> vertices = bodies[id].shape->mesh().positions;
            for (const glm::vec3& p : vertices)
                hash = mixed(mixed(hash, std::uint64_t{std::bit_cast<std::uint32_t>(p.x)} << 32 |
                                             std::bit_cast<std::uint32_t>(p.y)),
                             std::bit_cast<std::uint32_t>(p.z));
        }
        out_hashes[id] = hash;
        combined = mixed(combined, hash);
    }
    return combined;
}

std::uint64_t combine(const std::vector<std::uint64_t>& body_hashes) {
    std::uint64_t hash = body_hashes.size();
    for (const std::uint64_t one : body_hashes) hash = mixed(hash, one);
    return hash;
}

std::vector<BodyId> find_different_bodies(const Simulation& a, const Simulation& b) {
    std::vector<std::uint64_t> of_a, of_b;
    hash_bodies(a, of_a);
    hash_bodies(b, of_b);
    const std::size_t size = std::max(of_a.size(), of_b.size());
    of_a.resize(size, 0);
    of_b.resize(size, 0);
    std::vector<BodyId> found;
    for (BodyId id = 0; id < size; ++id)
        if (of_a[id] != of_b[id]) found.push_back(id);
    return found;
}

// --- recording --------------------------------------------------------------------------------------------

void Timeline::clear() {
    keyframes_.clear();
    hashes_.clear();
    bytes_ = 0;
    last_ = 0;
    first_difference_.reset();
    settings_.clear();
}

bool Timeline::matches(const Simulation& simulation) const {
    const std::optional<std::uint64_t> known = hash_of(simulation.frame);
    if (!has(simulation.frame) || !known || fingerprint(simulation) != settings_) return false;
    std::vector<std::uint64_t> hashes;
    return hash_bodies(simulation, hashes) == *known;
}

bool Timeline::requires_note_edit(const Simulation& simulation) const {
    return is_on() && (!has(simulation.frame) || fingerprint(simulation) != settings_);
}

void Timeline::note_step(const Simulation& simulation, double step_ms, Clock clock,
                         const TimelineHooks& hooks) {
    if (!is_on() || is_empty()) return;
    if (simulation.frame <= last_) {
        const std::optional<std::uint64_t> known = hash_of(simulation.frame);
        const std::uint64_t hash = hash_bodies(simulation, body_hashes_);
        if (known && *known != hash && !first_difference_) first_difference_ = simulation.frame;
        return;
    }
    if (step_ms > 0.0) step_ms_ += (step_ms_ == 0.0 ? 1.0 : kSmoothing) * (step_ms - step_ms_);
    if (simulation.frame > last_ + 1) hashes_.clear(); // they are those of consecutive frames
    last_ = simulation.frame;
    note_hash(simulation);
    if (simulation.frame - keyframes_.back()->keyframe.frame() < distance()) return;
    const double start = clock ? clock() : 0.0;
    push(simulation, false, hooks);
    if (clock) save_ms_ += (save_ms_ == 0.0 ? 1.0 : kSmoothing) * (clock() - start - save_ms_);
}

std::uint64_t Timeline::distance() const {
    if (step_ms_ == 0.0 || save_ms_ == 0.0) return kDefaultDistance;
    const double max_steps = std::clamp(kShortSeek_ms / step_ms_, kMaxKeyframeSteps, kMaxQuickSteps);
    return static_cast<std::uint64_t>(
        std::clamp(std::ceil(save_ms_ / (kShareOfSteps * step_ms_)), 1.0, max_steps));
}

bool Timeline::note_edit(const Simulation& simulation, const TimelineHooks& hooks) {
    if (!is_on()) return false;
    if (!has(simulation.frame)) clear();
    const bool has_dropped = drop_after(simulation.frame);
    last_ = simulation.frame;
    if (!hashes_.empty() && !is_empty()) hashes_.pop_back();
    note_hash(simulation);
    settings_ = fingerprint(simulation);
    push(simulation, true, hooks);
    return has_dropped;
}

void Timeline::note_hash(const Simulation& simulation) {
    hashes_.push_back(hash_bodies(simulation, body_hashes_));
    if (hashes_.size() > kMaxHashes) hashes_.pop_front();
}

std::optional<std::uint64_t> Timeline::hash_of(std::uint64_t frame) const {
    if (frame > last_ || last_ - frame >= hashes_.size()) return std::nullopt;
    return hashes_[hashes_.size() - 1 - static_cast<std::size_t>(last_ - frame)];
}

void Timeline::push(const Simulation& simulation, bool is_edit, const TimelineHooks& hooks) {
    // Of several edits of a frame, only the last keyframe is stored. The first frame also keeps its initial keyframe.
    if (is_edit && keyframes_.size() > 1 && keyframes_.back()->is_edit &&
        keyframes_.back()->keyframe.frame() == simulation.frame)
        drop(keyframes_.size() - 1);
    Entry entry{Keyframe(simulation), hooks.save(), 0, is_edit};
    entry.bytes = entry.keyframe.size_in_bytes() + entry.extra.bytes;
    bytes_ += entry.bytes;
    keyframes_.push_back(std::make_shared<const Entry>(std::move(entry)));
    make_room();
}

void Timeline::drop(std::size_t index) {
    bytes_ -= keyframes_[index]->bytes;
    keyframes_.erase(keyframes_.begin() + static_cast<std::ptrdiff_t>(index));
}

bool Timeline::drop_after(std::uint64_t frame) {
    const bool has_later = !is_empty() && last_ > frame;
    while (!is_empty() && keyframes_.back()->keyframe.frame() > frame) drop(keyframes_.size() - 1);
    for (; last_ > frame && !hashes_.empty(); --last_) hashes_.pop_back();
    if (first_difference_ && *first_difference_ > frame) first_difference_.reset();
    return has_later;
}

// Drops keyframes where they are densest, but no keyframe of an edit. If a seek would then take too long, drops the
// oldest keyframe instead.
void Timeline::make_room() {
    while (bytes_ > byte_limit_ && keyframes_.size() > 1) {
        std::size_t best = 0;
        std::uint64_t smallest_gap = std::numeric_limits<std::uint64_t>::max();
        for (std::size_t i = 1; i + 1 < keyframes_.size(); ++i) {
            if (keyframes_[i]->is_edit) continue;
            const std::uint64_t gap =
                keyframes_[i + 1]->keyframe.frame() - keyframes_[i - 1]->keyframe.frame();
            if (gap < smallest_gap) {
                smallest_gap = gap;
                best = i;
            }
        }
        const bool is_short = static_cast<double>(smallest_gap) * std::max(step_ms_, 0.01) <= kLongestSeek_ms;
        drop(best > 0 && is_short ? best : 0);
    }
}

// --- seeking ----------------------------------------------------------------------------------------------

const Timeline::Entry* Timeline::find_last_entry(std::uint64_t frame) const {
    const auto after = std::upper_bound(keyframes_.begin(), keyframes_.end(), frame,
                                        [](std::uint64_t f, const std::shared_ptr<const Entry>& entry) {
                                            return f < entry->keyframe.frame();
                                        });
    return after == keyframes_.begin() ? nullptr : std::prev(after)->get();
}

bool Timeline::seek(std::uint64_t frame, Simulation& io_simulation, const TimelineHooks& hooks, bool is_copy,
                    bool is_exact) {
    if (!has(frame)) return false;
    const Entry& from = *find_last_entry(frame);
    const bool can_continue = is_exact && io_simulation.frame <= frame &&
                              io_simulation.frame > from.keyframe.frame() && has(io_simulation.frame) &&
                              (is_copy || fingerprint(io_simulation) == settings_);
    if (!can_continue) {
        from.keyframe.restore(io_simulation, is_copy);
        hooks.restore(from.extra);
    }
    while (io_simulation.frame < frame) {
        hooks.step(io_simulation);
        if (!is_copy) note_step(io_simulation);
    }
    if (!is_copy) settings_ = fingerprint(io_simulation);
    return true;
}

bool Timeline::step_forward(Simulation& io_simulation, const TimelineHooks& hooks, bool is_copy) {
    if (io_simulation.frame >= last_ || !has(io_simulation.frame)) return false;
    const Entry& next = *find_last_entry(io_simulation.frame + 1);
    if (next.keyframe.frame() == io_simulation.frame + 1 && next.is_edit) {
        next.keyframe.restore(io_simulation, is_copy);
        hooks.restore(next.extra);
    } else {
        hooks.step(io_simulation);
        if (!is_copy) note_step(io_simulation);
    }
    if (!is_copy) settings_ = fingerprint(io_simulation);
    return true;
}

std::vector<std::uint64_t> Timeline::edited_frames() const {
    std::vector<std::uint64_t> frames;
    for (const std::shared_ptr<const Entry>& entry : keyframes_)
        if (entry->is_edit && (entry != keyframes_.front() || entry->keyframe.frame() > 0))
            frames.push_back(entry->keyframe.frame());
    return frames;
}

} // namespace boxwood
