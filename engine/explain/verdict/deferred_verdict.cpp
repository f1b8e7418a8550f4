#include "engine/explain/verdict/deferred_verdict.hpp"

#include "collision/core/check.hpp"

#include <algorithm>

namespace boxwood {
namespace {

// A copy of the body that does not change in later steps: with its own joints, or its own deformed shape.
Body frozen(const Body& body) {
    Body copy = body;
    if (body.parts) {
        copy.parts = std::make_shared<HullHierarchyState>(body.parts->tree());
        for (std::uint32_t joint = 0; joint < body.parts->positions().size(); ++joint)
            copy.parts->set_valid_position(joint, body.parts->positions()[joint]);
        copy.parts->update();
    }
    if (body.deforming) {
        copy.shape = make_unchecked_shape(body.shape->mesh(), *body.shape->hierarchy());
        if (body.shape->is_solid()) require_ok(copy.shape->declare_solid());
    }
    return copy;
}

} // namespace

std::shared_ptr<const Body> DeferredVerdicts::store_body(const CollisionWorld& world, BodyId id) {
    std::shared_ptr<const Body>& kept = bodies_[id];
    if (!kept) kept = std::make_shared<const Body>(frozen(world.bodies()[id]));
    return kept;
}

std::size_t DeferredVerdicts::store(const Simulation& simulation, const FrameVerdict& verdict) {
    BOXWOOD_REQUIRE(is_empty());
    clear();
    const CollisionWorld& world = simulation.world;
    const StepOutput& output = simulation.output;
    frame_ = simulation.frame;
    settings_ = world.settings;
    settings_.executor = nullptr;
    verdict_ = verdict;
    const std::size_t count = std::min(verdict.left_out.size(), kMaxPairs);
    for (const BodyPair bodies : std::span(verdict.left_out).first(count)) {
        Stored stored;
        stored.a = store_body(world, bodies.a);
        stored.b = store_body(world, bodies.b);
        if (bodies.a == bodies.b) {
            const auto self = std::ranges::find(output.self_contacts, bodies.a, &SelfContactResult::body);
            stored.self = *self;
            const std::span<const PrimitivePair> triangles = output.triangles_of(*self);
            stored.triangles.assign(triangles.begin(), triangles.end());
            stored.result.bodies = bodies;
        } else {
            stored.result = *std::ranges::lower_bound(output.pairs, bodies, {}, &PairResult::bodies);
            const std::span<const PrimitivePair> triangles = output.triangles_of(stored.result);
            stored.triangles.assign(triangles.begin(), triangles.end());
            const std::span<const PartContact> parts = output.parts_of(stored.result);
            stored.parts.assign(parts.begin(), parts.end());
        }
        pairs_.push_back(std::move(stored));
    }
    verdict_.left_out.erase(verdict_.left_out.begin(),
                            verdict_.left_out.begin() + static_cast<std::ptrdiff_t>(count));
    verdict_.unchecked -= count;
    return count;
}

bool DeferredVerdicts::is_pending(BodyPair pair) const {
    return std::ranges::any_of(pairs_, [pair](const Stored& one) { return one.result.bodies == pair; });
}

std::vector<BodyPair> DeferredVerdicts::pending() const {
    std::vector<BodyPair> pairs;
    for (const Stored& one : pairs_) pairs.push_back(one.result.bodies);
    return pairs;
}

SurfaceVerdict DeferredVerdicts::judge(Stored& io_pair, JudgeBudget& io_budget) const {
    if (io_pair.self) return judge_self_contacts(*io_pair.a, *io_pair.self, io_pair.triangles, io_budget);
    return judge_pair({*io_pair.a, *io_pair.b, io_pair.result, io_pair.triangles, io_pair.parts, settings_},
                      io_budget, io_pair.search);
}

FrameVerdict DeferredVerdicts::advance(JudgeBudget budget) {
    FrameVerdict finished;
    while (!pairs_.empty() && budget > 0) {
        Stored& next = pairs_.front();
        const JudgeBudget given = next.saved + budget;
        if (given < next.needed) {
            next.saved = given;
            break;
        }
        JudgeBudget remaining = given;
        const SurfaceVerdict found = judge(next, remaining);
        if (!found.is_checked && !found.is_undecided) {
            next.saved = 0;
            next.needed = next.search.is_interrupted() ? 0 : 2 * given;
            break;
        }
        add_verdict(found, next.result.bodies, finished);
        add_verdict(found, next.result.bodies, verdict_);
        pairs_.pop_front();
        budget = std::min(budget, remaining);
    }
    if (pairs_.empty()) bodies_.clear();
    return finished;
}

} // namespace boxwood
