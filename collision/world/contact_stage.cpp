#include "collision/world/contact_stage.hpp"

#include <algorithm>

namespace boxwood {
namespace {

// Pairs that one call of an executor's body asks; at most kMostChunks calls, whatever the number of pairs.
constexpr std::size_t kLeastChunk = 64, kMostChunks = 256;

// What is built on first use must be there before threads share it.
void prepare_shapes(const ContactInput& input, BodyPair pair) {
    const Body& a = input.bodies[pair.a];
    const Body& b = input.bodies[pair.b];
    const bool are_polytopes = a.polytope && b.polytope;
    const bool are_solids = (a.polytope || a.parts) && (b.polytope || b.parts);
    if (!are_solids || input.settings.find_polytope_triangles) {
        a.shape->build_hierarchy();
        b.shape->build_hierarchy();
    }
    if (are_polytopes && input.settings.start == StartGuess::directional) {
        a.shape->build_support_table();
        b.shape->build_support_table();
    }
}

} // namespace

// --- what is kept per pair --------------------------------------------------------------------------------

void ContactStage::leave(std::span<const Body> bodies, std::span<const ActivePair> left) {
    memory_.reserve(bodies.size());
    for (const ActivePair& pair : left) {
        const Body& a = bodies[pair.bodies.a];
        const Body& b = bodies[pair.bodies.b];
        Kept& kept = kept_[pair.slot];
        kept.parts.reset();
        if (a.polytope && b.polytope && !kept.is_new) memory_.store({a.birth, b.birth}, kept.features);
    }
}

void ContactStage::enter(std::span<const Body> bodies, std::span<const ActivePair> entered) {
    for (const ActivePair& pair : entered) {
        if (pair.slot >= kept_.size()) kept_.resize(pair.slot + std::size_t{1});
        const FeaturePair* known = memory_.find({bodies[pair.bodies.a].birth, bodies[pair.bodies.b].birth});
        kept_[pair.slot] = {known ? *known : FeaturePair{}, true, nullptr};
    }
}

void ContactStage::move_slots(std::span<const ActivePair> before, std::span<const ActivePair> after) {
    kept_.swap(kept_before_);
    kept_.clear();
    for (std::size_t i = 0; i < after.size(); ++i) {
        if (after[i].slot >= kept_.size()) kept_.resize(after[i].slot + std::size_t{1});
        kept_[after[i].slot] = std::move(kept_before_[before[i].slot]);
    }
}

// --- all pairs --------------------------------------------------------------------------------------------

void ContactStage::find_contacts(const ContactInput& input, std::span<const ActivePair> pairs,
                                 StepOutput& io_out) {
    for (const ActivePair& pair : pairs) prepare_shapes(input, pair.bodies);
    const std::size_t first_pair = io_out.pairs.size();
    io_out.pairs.resize(first_pair + pairs.size());
    const std::size_t chunk = std::max(kLeastChunk, (pairs.size() + kMostChunks - 1) / kMostChunks);
    const std::size_t count = (pairs.size() + chunk - 1) / chunk;
    if (chunks_.size() < count) chunks_.resize(count);

    const auto find = [&](std::size_t begin, std::size_t end) {
        Chunk& own = chunks_[begin / chunk];
        own.triangle_pairs.clear();
        own.part_contacts.clear();
        own.counters = {};
        own.exits_by_axis = {};
        for (std::size_t i = begin; i < end; ++i) {
            PairResult& result = io_out.pairs[first_pair + i];
            result.bodies = pairs[i].bodies;
            find_one(input, kept_[pairs[i].slot], own, result);
        }
    };
    SerialExecutor serial;
    Executor& executor = input.settings.executor ? *input.settings.executor : serial;
    executor.parallel_for(pairs.size(), chunk, find);

    std::size_t next = first_pair;
    for (std::size_t k = 0; k < count; ++k) {
        const std::size_t end = std::min(next + chunk, first_pair + pairs.size());
        join(chunks_[k], {io_out.pairs.data() + next, end - next}, io_out);
        next = end;
    }
    io_out.counters.triangle_contacts = io_out.triangle_pairs.size();
}

void ContactStage::join(const Chunk& chunk, std::span<PairResult> io_pairs, StepOutput& io_out) {
    const auto first = static_cast<std::uint32_t>(io_out.triangle_pairs.size());
    const auto first_part = static_cast<std::uint32_t>(io_out.part_contacts.size());
    for (PairResult& pair : io_pairs) {
        pair.first_triangle_pair += first;
        pair.first_part_contact += first_part;
    }
    io_out.part_contacts.insert(io_out.part_contacts.end(), chunk.part_contacts.begin(),
                                chunk.part_contacts.end());
    io_out.triangle_pairs.insert(io_out.triangle_pairs.end(), chunk.triangle_pairs.begin(),
                                 chunk.triangle_pairs.end());
    io_out.counters.contacts += chunk.counters.contacts;
    io_out.counters.walk_iterations += chunk.counters.walk_iterations;
    io_out.counters.fallbacks += chunk.counters.fallbacks;
    io_out.counters.volume_tests += chunk.counters.volume_tests;
    io_out.counters.triangle_tests += chunk.counters.triangle_tests;
    io_out.counters.exact_tests += chunk.counters.exact_tests;
    io_out.counters.part_tests += chunk.counters.part_tests;
    for (std::size_t axis = 0; axis < io_out.exits_by_axis.size(); ++axis)
        io_out.exits_by_axis[axis] += chunk.exits_by_axis[axis];
}

void ContactStage::find_contact(const ContactInput& input, BodyPair pair, StepOutput& io_out) const {
    prepare_shapes(input, pair);
    const FeaturePair* known = memory_.find({input.bodies[pair.a].birth, input.bodies[pair.b].birth});
    Kept kept{known ? *known : FeaturePair{}, true, nullptr};
    Chunk chunk;
    PairResult& result = io_out.pairs.emplace_back();
    result.bodies = pair;
    find_one(input, kept, chunk, result);
    join(chunk, {&result, 1}, io_out);
    io_out.counters.triangle_contacts = io_out.triangle_pairs.size();
}

// --- one pair ---------------------------------------------------------------------------------------------

void ContactStage::find_one(const ContactInput& input, Kept& io_kept, Chunk& io_chunk, PairResult& io_pair) {
    io_pair.are_polytopes =
        input.bodies[io_pair.bodies.a].polytope && input.bodies[io_pair.bodies.b].polytope;
    io_pair.first_triangle_pair = static_cast<std::uint32_t>(io_chunk.triangle_pairs.size());
    io_pair.first_part_contact = static_cast<std::uint32_t>(io_chunk.part_contacts.size());
    if (input.bodies[io_pair.bodies.a].parts || input.bodies[io_pair.bodies.b].parts)
        find_parts_contact(input, io_kept, io_chunk, io_pair);
    else if (io_pair.are_polytopes)
        find_polytope_contact(input, io_kept, io_chunk, io_pair);
    else
        find_surface_contact(input, input.settings.mesh_query.mode, io_chunk, io_pair);
    io_chunk.counters.contacts += io_pair.is_contact() ? 1 : 0;
}

FeaturePair ContactStage::choose_start(const ContactInput& input, const Kept& kept, BodyPair pair,
                                       const Pose& a_from_b) {
    const Body& a = input.bodies[pair.a];
    const Body& b = input.bodies[pair.b];
    const StartMemory memory{.stored = kept.features,
                             .seed = (std::uint64_t{a.birth} << 32) | b.birth,
                             .table_a = a.shape->support_table(),
                             .table_b = b.shape->support_table()};
    return make_start(input.settings.start, *a.polytope, *b.polytope, a_from_b, memory);
}

void ContactStage::find_polytope_contact(const ContactInput& input, Kept& io_kept, Chunk& io_chunk,
                                         PairResult& io_pair) {
    const Body& a = input.bodies[io_pair.bodies.a];
    const Body& b = input.bodies[io_pair.bodies.b];
    const Pose a_from_b = inverse_rigid(a.world_from_body) * b.world_from_body;
    if (io_kept.is_new) io_kept = {choose_start(input, io_kept, io_pair.bodies, a_from_b), false, nullptr};
    const ClosestFeatures found =
        input.narrow_phase.find_closest(*a.polytope, *b.polytope, a_from_b, io_kept.features);
    io_pair.status = found.status;
    io_pair.is_fallback = found.is_fallback;
    io_pair.features = found.features;
    io_pair.point_on_a_w = a.world_from_body * found.point_on_a_a;
    io_pair.point_on_b_w = a.world_from_body * found.point_on_b_a;
    io_pair.distance = found.distance;
    io_pair.iterations = found.iterations;
    io_chunk.counters.walk_iterations += found.iterations;
    io_chunk.counters.fallbacks += found.is_fallback ? 1 : 0;
    if (io_pair.is_contact() && input.settings.find_polytope_triangles) {
        find_surface_contact(input, QueryMode::all, io_chunk, io_pair);
        io_pair.status = found.status; // nested polytopes penetrate although their surfaces do not meet
    }
}

void ContactStage::find_surface_contact(const ContactInput& input, QueryMode mode, Chunk& io_chunk,
                                        PairResult& io_pair) {
    const Body& a = input.bodies[io_pair.bodies.a];
    const Body& b = input.bodies[io_pair.bodies.b];
    const bool intersects =
        add_surfaces(input, mode, {a.shape->mesh(), a.shape->hierarchy(), &a.world_from_body}, 0,
                     {b.shape->mesh(), b.shape->hierarchy(), &b.world_from_body}, 0, io_chunk, io_pair);
    io_pair.status = intersects ? ContactStatus::penetrating : ContactStatus::disjoint;
}

bool ContactStage::add_surfaces(const ContactInput& input, QueryMode mode, const MeshOperand& a,
                                std::uint32_t first_a, const MeshOperand& b, std::uint32_t first_b,
                                Chunk& io_chunk, PairResult& io_pair) {
    QueryResult& result = io_chunk.result;
    QueryRequest request = input.settings.mesh_query;
    request.mode = mode;
    query_meshes(a, b, request, io_chunk.scratch, result);
    io_pair.triangle_pair_count += static_cast<std::uint32_t>(result.pairs.size());
    for (const PrimitivePair& pair : result.pairs)
        io_chunk.triangle_pairs.push_back({first_a + pair.a, first_b + pair.b});
    io_chunk.counters.volume_tests += result.counters.volume_tests;
    io_chunk.counters.triangle_tests += result.counters.primitive_tests;
    io_chunk.counters.exact_tests += result.counters.exact_tests;
    for (std::size_t axis = 0; axis < io_chunk.exits_by_axis.size(); ++axis)
        io_chunk.exits_by_axis[axis] += result.counters.exits_by_axis[axis];
    return result.intersects;
}

} // namespace boxwood
