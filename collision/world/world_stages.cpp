#include "collision/world/world_stages.hpp"

#include "collision/core/executor.hpp"
#include "collision/world/prefetch.hpp"
#include "collision/world/world_box.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <string>

namespace boxwood {
namespace {

constexpr std::size_t kBodiesPerChunk = 512;
constexpr double kMaxRelativeMargin = 1e6;
// Prefetch distances in bodies.
constexpr std::size_t kHeadsAhead = 24, kBlocksAhead = 8;

// Computes tight boxes by interleaved hill climbing.
class BoxClimbs {
  public:
    void add(Body& io_body, double margin, Aabb& out_box) {
        climbs_[count_] = {
            support_graph_of(io_body), &io_body.world_from_body, &io_body.support_vertices, {}};
        boxes_[count_] = {&io_body, margin, &out_box};
        if (++count_ == kMaxBoundsAtOnce) finish();
    }
    void finish() {
        climb_bounds(std::span(climbs_).first(count_), counters_);
        for (std::size_t i = 0; i < count_; ++i)
            *boxes_[i].out = enlarge(bounds_of_all(*boxes_[i].body, climbs_[i].graph, climbs_[i].bounds),
                                     boxes_[i].margin);
        count_ = 0;
    }
    ClimbCounters& counters() { return counters_; }

  private:
    struct Box {
        const Body* body = nullptr;
        double margin = 0.0;
        Aabb* out = nullptr;
    };
    std::array<BoundsClimb, kMaxBoundsAtOnce> climbs_;
    std::array<Box, kMaxBoundsAtOnce> boxes_;
    std::size_t count_ = 0;
    ClimbCounters counters_;
};

// Compares two ascending lists. Calls left(old), entered(new) or stayed(old, new) for each pair, in ascending order
// of the pairs.
template <class Left, class Entered, class Stayed>
void compare_pairs(std::span<const ActivePair> before, std::span<const ActivePair> after, Left&& left,
                   Entered&& entered, Stayed&& stayed) {
    std::size_t i = 0, j = 0;
    while (i < before.size() || j < after.size()) {
        if (j == after.size() || (i < before.size() && before[i].bodies < after[j].bodies))
            left(before[i++]);
        else if (i == before.size() || after[j].bodies < before[i].bodies)
            entered(after[j++]);
        else
            stayed(before[i++], after[j++]);
    }
}

void list_bodies(std::span<const ActivePair> pairs, std::vector<BodyPair>& out) {
    out.clear();
    for (const ActivePair& pair : pairs) out.push_back(pair.bodies);
}

} // namespace

// --- hierarchies ------------------------------------------------------------------------------------------------

void CollisionWorld::update_hierarchies(StepOutput& io_out) {
    Stages& stages = *stages_;
    if (stages.next != Stages::Next::hierarchies) return;
    stages.changes.assign(stages.deforming.size(), {});
    SerialExecutor serial;
    Executor& executor = settings.executor ? *settings.executor : serial;
    executor.parallel_for(stages.deforming.size(), 1, [&](std::size_t begin, std::size_t end) {
        for (std::size_t i = begin; i < end; ++i) {
            Body& body = bodies_[stages.deforming[i]];
            if (!body.deforming->has_next()) continue;
            stages.changes[i] = body.deforming->apply_next();
            body.radius = body.shape->radius();
            is_box_stale_[stages.deforming[i]] = 1;
        }
    });
    for (std::size_t i = 0; i < stages.changes.size(); ++i) {
        const HierarchyChange& change = stages.changes[i];
        if (change.is_torn) io_out.torn.push_back(stages.deforming[i]);
        io_out.deformation.bodies += change.volumes > 0 ? 1 : 0;
        io_out.deformation.volumes += change.volumes;
        io_out.deformation.rebuilds += change.is_rebuilt ? 1 : 0;
    }
    stages.next = Stages::Next::boxes;
}

// --- boxes ------------------------------------------------------------------------------------------------------

double CollisionWorld::margin_of(const Body& body) const {
    double diameter = 2.0 * body.radius;
    if (!body.polytope) diameter *= largest_scale(body.transform);
    return std::max(settings.relative_margin * diameter, body.margin);
}

void CollisionWorld::update_boxes(StepOutput& io_out) {
    BOXWOOD_REQUIRE(check_settings());
    Stages& stages = *stages_;
    BOXWOOD_REQUIRE(stages.next != Stages::Next::hierarchies); // update_hierarchies comes first
    if (stages.relative_margin != settings.relative_margin) {
        stages.relative_margin = settings.relative_margin;
        std::fill(is_box_stale_.begin(), is_box_stale_.end(), std::uint8_t{1});
    }
    stages.climbs.assign((bodies_.size() + kBodiesPerChunk - 1) / kBodiesPerChunk, {});
    const auto update = [this, &stages, climbs_all = settings.always_climb](std::size_t begin,
                                                                            std::size_t end) {
        BoxClimbs climbs;
        for (std::size_t id = begin; id < end; ++id) {
            Body& body = bodies_[id];
            if (is_box_stale_[id] == 0 || !body.shape) continue;
            is_box_stale_[id] = 0;
            if (id + kHeadsAhead < bodies_.size()) prefetch_head(bodies_[id + kHeadsAhead].polytope);
            if (id + kBlocksAhead < bodies_.size()) prefetch_blocks(bodies_[id + kBlocksAhead].polytope);
            if (climbs_box(body, climbs_all))
                climbs.add(body, margin_of(body), boxes_[id]);
            else
                boxes_[id] = make_world_box(body, margin_of(body), climbs_all, climbs.counters());
        }
        climbs.finish();
        stages.climbs[begin / kBodiesPerChunk] = climbs.counters();
    };
    SerialExecutor serial;
    Executor& executor = settings.executor ? *settings.executor : serial;
    executor.parallel_for(bodies_.size(), kBodiesPerChunk, std::ref(update)); // a copy would allocate

    io_out.counters.bodies = body_count_;
    for (const ClimbCounters& climb : stages.climbs) {
        io_out.counters.coordinate_evaluations += climb.evaluations;
        io_out.counters.climb_steps += climb.steps;
    }
    stages.next = Stages::Next::pairs;
}

// --- pairs ------------------------------------------------------------------------------------------------------

void CollisionWorld::find_pairs(StepOutput& io_out) {
    Stages& stages = *stages_;
    BOXWOOD_REQUIRE(stages.next >= Stages::Next::pairs); // update_boxes comes first
    broad_phase_.update(boxes_);
    stages.next = Stages::Next::contacts;
    if (stages.is_broad_phase_new) {
        take_over_pairs(io_out);
    } else {
        const BroadPhaseEvents& events = broad_phase_.events();
        stages.contacts.leave(bodies_, events.left);
        stages.contacts.enter(bodies_, events.entered);
        list_bodies(events.left, io_out.left);
        list_bodies(events.entered, io_out.entered);
    }
    free_ids_.insert(free_ids_.end(), removed_ids_.rbegin(), removed_ids_.rend());
    removed_ids_.clear();

    const BroadPhaseCounters counters = broad_phase_.counters();
    io_out.swaps_by_axis = counters.swaps;
    io_out.counters.swaps = counters.swaps[0] + counters.swaps[1] + counters.swaps[2];
    io_out.counters.flag_toggles = counters.flag_toggles;
    io_out.counters.pairs = broad_phase_.pairs().size();
    io_out.counters.entered = io_out.entered.size();
    io_out.counters.left = io_out.left.size();
}

// In its first update, a new broad phase reports all pairs as entered. The world reports only pairs that are really
// new.
void CollisionWorld::take_over_pairs(StepOutput& io_out) {
    Stages& stages = *stages_;
    stages.is_broad_phase_new = false;
    for (std::vector<ActivePair>* list :
         {&stages.left, &stages.entered, &stages.stayed_before, &stages.stayed_after})
        list->clear();
    const std::vector<ActivePair>& now = broad_phase_.events().entered;
    compare_pairs(
        stages.previous_pairs, now, [&](const ActivePair& pair) { stages.left.push_back(pair); },
        [&](const ActivePair& pair) { stages.entered.push_back(pair); },
        [&](const ActivePair& before, const ActivePair& after) {
            stages.stayed_before.push_back(before);
            stages.stayed_after.push_back(after);
        });
    stages.contacts.leave(bodies_, stages.left);
    stages.contacts.move_slots(stages.stayed_before, stages.stayed_after);
    stages.contacts.enter(bodies_, stages.entered);
    stages.previous_pairs = {};
    list_bodies(stages.left, io_out.left);
    list_bodies(stages.entered, io_out.entered);
}

// --- contacts ---------------------------------------------------------------------------------------------------

void CollisionWorld::find_contacts(StepOutput& io_out) {
    find_contacts_of_accepted({}, io_out);
}

void CollisionWorld::find_contacts_of_accepted(const PairPredicate& accepts, StepOutput& io_out) {
    Stages& stages = *stages_;
    BOXWOOD_REQUIRE(stages.next >= Stages::Next::contacts); // find_pairs comes first
    BOXWOOD_REQUIRE(check_settings());
    std::span<const ActivePair> pairs = broad_phase_.pairs();
    if (accepts) {
        stages.accepted.clear();
        for (const ActivePair& pair : pairs)
            if (accepts(pair.bodies)) stages.accepted.push_back(pair);
        pairs = stages.accepted;
    }
    stages.contacts.find_contacts({bodies_, settings, *narrow_phase_}, pairs, io_out);
    find_self_contacts(io_out);
    stages.next = Stages::Next::highlights;
}

void CollisionWorld::find_self_contacts(StepOutput& io_out) {
    io_out.self_contacts.clear();
    io_out.self_triangle_pairs.clear();
    const std::vector<BodyId>& deforming = stages_->deforming;
    if (deforming.empty()) return;
    SerialExecutor serial;
    Executor& executor = settings.executor ? *settings.executor : serial;
    executor.parallel_for(deforming.size(), 1, [&](std::size_t begin, std::size_t end) {
        for (std::size_t i = begin; i < end; ++i) bodies_[deforming[i]].deforming->find_self_contacts();
    });
    for (const BodyId id : deforming) {
        const DeformingSurface& surface = *bodies_[id].deforming;
        if (!surface.desc().finds_self_contacts) continue;
        const SelfContacts& found = surface.self_contacts();
        io_out.self_contacts.push_back({id, static_cast<std::uint32_t>(io_out.self_triangle_pairs.size()),
                                        static_cast<std::uint32_t>(found.pairs.size()), found.is_complete});
        io_out.self_triangle_pairs.insert(io_out.self_triangle_pairs.end(), found.pairs.begin(),
                                          found.pairs.end());
        io_out.deformation.self_tests += found.volume_tests + found.triangle_tests;
    }
}

void CollisionWorld::find_highlights(StepOutput& io_out) {
    BOXWOOD_REQUIRE(stages_->next == Stages::Next::highlights); // find_contacts comes first
    BOXWOOD_REQUIRE(check_settings());
    if (settings.find_polytope_triangles)
        stages_->contacts.add_solid_triangles({bodies_, settings, *narrow_phase_}, io_out);
}

Status CollisionWorld::check_settings() const {
    if (!(settings.relative_margin >= 0.0 && settings.relative_margin <= kMaxRelativeMargin))
        return Error{"settings: relative margin must be a number of 0 to 1e6"};
    if (settings.start > WarmStart::directional) return Error{"settings: unknown kind of warm start"};
    return check_request(settings.mesh_query);
}

Status CollisionWorld::query_pair(BodyRef ref_a, BodyRef ref_b, StepOutput& out) const {
    if (Status status = check_pair(ref_a, ref_b); !status) return status;
    if (Status status = check_settings(); !status) return status;
    const BodyId a = ref_a.id, b = ref_b.id;
    for (const BodyId id : {a, b})
        if (!bodies_[id].is_enabled)
            return Error{"body " + std::to_string(id) + ": is disabled; enable it first"};
    const BodyPair pair = make_pair_of(a, b);
    if (!pair_filter_.is_enabled(pair))
        return Error{"pair " + std::to_string(pair.a) + ", " + std::to_string(pair.b) +
                     ": is disabled; enable it first"};
    if (bodies_[a].is_fixed && bodies_[b].is_fixed)
        return Error{"pair " + std::to_string(pair.a) + ", " + std::to_string(pair.b) +
                     ": both bodies are fixed; two fixed bodies form no pair"};
    out.clear();
    stages_->contacts.find_contact({bodies_, settings, *narrow_phase_}, pair, out);
    return ok();
}

Status CollisionWorld::step(StepOutput& out, Clock clock) {
    return step(out, PairPredicate{}, clock);
}

Status CollisionWorld::step(StepOutput& out, const PairPredicate& accepts, Clock clock) {
    const auto now = [clock] { return clock ? clock() : 0.0; };
    out.clear();
    if (Status status = check_settings(); !status) return status;
    const double start = now();
    update_hierarchies(out);
    const double refitted = now();
    update_boxes(out);
    const double updated = now();
    find_pairs(out);
    const double paired = now();
    find_contacts_of_accepted(accepts, out);
    const double narrowed = now();
    find_highlights(out);
    out.times[Phase::refit] = refitted - start;
    out.times[Phase::update] = updated - refitted;
    out.times[Phase::broad] = paired - updated;
    out.times[Phase::narrow] = narrowed - paired;
    out.times[Phase::highlight] = now() - narrowed;
    return ok();
}

} // namespace boxwood
