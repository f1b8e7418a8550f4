#include "collision/world/narrow_phase_pass.hpp"

#include "collision/core/executor.hpp"
#include "collision/world/body_surfaces.hpp"
#include "collision/world/prefetch.hpp"

#include <algorithm>
#include <cmath>
#include <functional>

namespace boxwood {
namespace {

// The number of pairs that an executor processes per call: at least kMinChunk, and large enough that there are no
// more than kMaxChunks calls.
constexpr std::size_t kMinChunk = 64, kMaxChunks = 256;
std::size_t chunk_size(std::size_t pairs) {
    return std::max(kMinChunk, (pairs + kMaxChunks - 1) / kMaxChunks);
}
// The number of pairs per block. One call of the narrow phase processes all pairs of polytopes in a block. Their
// queries fit in the first-level cache.
constexpr std::size_t kPairsPerBlock = 64;

// True for pairs that are tested as polytopes or convex parts. Only find_solid_triangles tests their surfaces.
bool are_polytopes_or_compounds(const Body& a, const Body& b) {
    return (a.polytope || a.parts) && (b.polytope || b.parts);
}

// Builds the lazily built data of the shapes before several threads share it.
void prepare_shapes(const ContactInput& input, BodyPair pair) {
    const Body& a = input.bodies[pair.a];
    const Body& b = input.bodies[pair.b];
    if (!are_polytopes_or_compounds(a, b)) {
        a.shape->build_hierarchy();
        b.shape->build_hierarchy();
        if (a.shape->is_solid() || b.shape->is_solid()) {
            a.shape->build_shells();
            b.shape->build_shells();
        }
    }
    if (a.polytope && b.polytope && input.settings.start == WarmStart::directional) {
        a.shape->build_support_table();
        b.shape->build_support_table();
    }
}

// Finds the axis on which the centroids are farthest apart. Returns, for each body, the extremal vertex of its dynamic
// box that faces the other body on this axis. A fixed cube does not update extremal vertices: those of the last dynamic
// box are used, or vertex 0 if there was none.
FeaturePair find_facing_vertices(const Body& a, const Body& b) {
    const glm::dvec3 towards_b_w =
        b.world_from_body * b.polytope->centroid() - a.world_from_body * a.polytope->centroid();
    glm::length_t axis = 0;
    for (glm::length_t k = 1; k < 3; ++k)
        if (std::fabs(towards_b_w[k]) > std::fabs(towards_b_w[axis])) axis = k;
    const auto side = static_cast<std::size_t>(2 * axis);
    const bool is_b_above = towards_b_w[axis] > 0.0;
    return {{FeatureKind::vertex, a.support_vertices.vertex[side + (is_b_above ? 1 : 0)]},
            {FeatureKind::vertex, b.support_vertices.vertex[side + (is_b_above ? 0 : 1)]}};
}

} // namespace

// --- cached data per pair ---------------------------------------------------------------------------------------

void NarrowPhasePass::leave(std::span<const Body> bodies, std::span<const ActivePair> left) {
    feature_cache_.reserve(bodies.size());
    for (const ActivePair& pair : left) {
        const Body& a = bodies[pair.bodies.a];
        const Body& b = bodies[pair.bodies.b];
        PairCache& cache = caches_[pair.slot];
        cache.parts.reset();
        cache.query.reset();
        cache.nesting.reset();
        if (a.polytope && b.polytope && !cache.is_new)
            feature_cache_.store({a.generation, b.generation}, cache.features);
    }
}

void NarrowPhasePass::enter(std::span<const Body> bodies, std::span<const ActivePair> entered) {
    for (const ActivePair& pair : entered) {
        if (pair.slot >= caches_.size()) caches_.resize(pair.slot + std::size_t{1});
        const FeaturePair* known =
            feature_cache_.find({bodies[pair.bodies.a].generation, bodies[pair.bodies.b].generation});
        caches_[pair.slot] = {
            known ? *known : FeaturePair{}, true, known != nullptr, nullptr, nullptr, nullptr};
    }
}

void NarrowPhasePass::move_slots(std::span<const ActivePair> before, std::span<const ActivePair> after) {
    caches_.swap(caches_before_);
    caches_.clear();
    for (std::size_t i = 0; i < after.size(); ++i) {
        if (after[i].slot >= caches_.size()) caches_.resize(after[i].slot + std::size_t{1});
        caches_[after[i].slot] = std::move(caches_before_[before[i].slot]);
    }
}

// --- all pairs --------------------------------------------------------------------------------------------------

// Calls find(chunk, begin, end) for ranges of the pairs, on the executor's threads. Each range has its own chunk.
template <class Find>
void NarrowPhasePass::run_in_chunks(const ContactInput& input, std::size_t pairs, const Find& find) {
    const std::size_t size = chunk_size(pairs);
    chunks_.resize(std::max(chunks_.size(), (pairs + size - 1) / size));
    SerialExecutor serial;
    Executor& executor = input.settings.executor ? *input.settings.executor : serial;
    const auto find_chunk = [&](std::size_t begin, std::size_t end) {
        Chunk& own = chunks_[begin / size];
        own.clear();
        find(own, begin, end);
    };
    executor.parallel_for(pairs, size, std::ref(find_chunk)); // a copy would allocate
}

// Calls visit(chunk, begin, end) for the same ranges, in their order.
template <class Visit>
void NarrowPhasePass::visit_chunks(std::size_t pairs, const Visit& visit) {
    const std::size_t size = chunk_size(pairs);
    for (std::size_t begin = 0; begin < pairs; begin += size)
        visit(chunks_[begin / size], begin, std::min(begin + size, pairs));
}

void NarrowPhasePass::find_contacts(const ContactInput& input, std::span<const ActivePair> pairs,
                                    StepOutput& io_out) {
    for (const ActivePair& pair : pairs) prepare_shapes(input, pair.bodies);
    const std::size_t first_pair = io_out.pairs.size();
    io_out.pairs.resize(first_pair + pairs.size());
    const std::span<PairResult> results = std::span(io_out.pairs).subspan(first_pair);
    run_in_chunks(input, pairs.size(), [&](Chunk& own, std::size_t begin, std::size_t end) {
        for (std::size_t i = begin; i < end; i += kPairsPerBlock) {
            const std::size_t size = std::min(kPairsPerBlock, end - i);
            find_block(input, pairs.subspan(i, size), own, results.subspan(i, size));
        }
    });
    visit_chunks(pairs.size(), [&](const Chunk& chunk, std::size_t begin, std::size_t end) {
        join_parts(chunk, results.subspan(begin, end - begin), io_out);
        join(chunk, results.subspan(begin, end - begin), io_out);
    });
}

void NarrowPhasePass::add_solid_triangles(const ContactInput& input, StepOutput& io_out) {
    const std::span<PairResult> pairs = io_out.pairs;
    const auto is_wanted = [&input](const PairResult& pair) {
        return pair.is_contact() &&
               are_polytopes_or_compounds(input.bodies[pair.bodies.a], input.bodies[pair.bodies.b]);
    };
    bool is_any_wanted = false;
    for (const PairResult& pair : pairs) {
        if (!is_wanted(pair)) continue;
        is_any_wanted = true;
        input.bodies[pair.bodies.a].shape->build_hierarchy();
        input.bodies[pair.bodies.b].shape->build_hierarchy();
    }
    if (!is_any_wanted) return;
    // Each chunk lists the triangles of all its pairs again, including the known ones, so that they stay in the order
    // of the pairs.
    run_in_chunks(input, pairs.size(), [&](Chunk& own, std::size_t begin, std::size_t end) {
        for (PairResult& pair : pairs.subspan(begin, end - begin)) {
            const std::span<const PrimitivePair> known = io_out.triangles_of(pair);
            pair.first_triangle_pair = static_cast<std::uint32_t>(own.triangle_pairs.size());
            if (is_wanted(pair)) {
                pair.triangle_pair_count = 0;
                find_solid_triangles(input, io_out.parts_of(pair), own, pair);
            } else {
                own.triangle_pairs.insert(own.triangle_pairs.end(), known.begin(), known.end());
            }
        }
    });
    io_out.triangle_pairs.clear();
    visit_chunks(pairs.size(), [&](const Chunk& chunk, std::size_t begin, std::size_t end) {
        join(chunk, pairs.subspan(begin, end - begin), io_out);
    });
}

void NarrowPhasePass::join_parts(const Chunk& chunk, std::span<PairResult> io_pairs, StepOutput& io_out) {
    const auto first = static_cast<std::uint32_t>(io_out.part_contacts.size());
    for (PairResult& pair : io_pairs) pair.first_part_contact += first;
    io_out.part_contacts.insert(io_out.part_contacts.end(), chunk.part_contacts.begin(),
                                chunk.part_contacts.end());
}

void NarrowPhasePass::join(const Chunk& chunk, std::span<PairResult> io_pairs, StepOutput& io_out) {
    const auto first = static_cast<std::uint32_t>(io_out.triangle_pairs.size());
    for (PairResult& pair : io_pairs) pair.first_triangle_pair += first;
    io_out.triangle_pairs.insert(io_out.triangle_pairs.end(), chunk.triangle_pairs.begin(),
                                 chunk.triangle_pairs.end());
    io_out.counters.contacts += chunk.counters.contacts;
    io_out.counters.walk_iterations += chunk.counters.walk_iterations;
    io_out.counters.fallbacks += chunk.counters.fallbacks;
    io_out.counters.volume_tests += chunk.counters.volume_tests;
    io_out.counters.volume_updates += chunk.counters.volume_updates;
    io_out.counters.triangle_tests += chunk.counters.triangle_tests;
    io_out.counters.exact_tests += chunk.counters.exact_tests;
    io_out.counters.part_tests += chunk.counters.part_tests;
    for (std::size_t axis = 0; axis < io_out.separations_by_axis.size(); ++axis)
        io_out.separations_by_axis[axis] += chunk.separations_by_axis[axis];
    io_out.point_tests += chunk.point_tests;
    io_out.counters.triangle_contacts = io_out.triangle_pairs.size();
}

void NarrowPhasePass::find_contact(const ContactInput& input, BodyPair pair, StepOutput& io_out) const {
    prepare_shapes(input, pair);
    const FeaturePair* known =
        feature_cache_.find({input.bodies[pair.a].generation, input.bodies[pair.b].generation});
    PairCache cache{known ? *known : FeaturePair{}, true, known != nullptr, nullptr, nullptr, nullptr};
    Chunk chunk;
    PairResult& result = io_out.pairs.emplace_back();
    result.bodies = pair;
    if (input.bodies[pair.a].polytope && input.bodies[pair.b].polytope) {
        ClosestQuery query = make_query(input, cache, pair);
        input.narrow_phase.find_closest_many({&query, 1});
        store_result(input, query, chunk, result);
    } else {
        find_other_contact(input, cache, chunk, result);
    }
    const Body &a = input.bodies[pair.a], &b = input.bodies[pair.b];
    if (input.settings.find_polytope_triangles && result.is_contact() && are_polytopes_or_compounds(a, b)) {
        a.shape->build_hierarchy();
        b.shape->build_hierarchy();
        find_solid_triangles(input, chunk.part_contacts, chunk, result);
    }
    join_parts(chunk, {&result, 1}, io_out);
    join(chunk, {&result, 1}, io_out);
}

// First collects the queries, so that the narrow phase can process many in one call. Then stores the results in the
// order of the pairs.
void NarrowPhasePass::find_block(const ContactInput& input, std::span<const ActivePair> pairs,
                                 Chunk& io_chunk, std::span<PairResult> out_results) {
    constexpr std::size_t kBodies = 8, kHeads = 4; // prefetch distances in pairs
    io_chunk.queries.clear();
    for (std::size_t i = 0; i < pairs.size(); ++i) {
        if (i + kBodies < pairs.size()) {
            prefetch_pose(input.bodies[pairs[i + kBodies].bodies.a]);
            prefetch_pose(input.bodies[pairs[i + kBodies].bodies.b]);
            prefetch(&caches_[pairs[i + kBodies].slot]);
        }
        if (i + kHeads < pairs.size()) {
            prefetch_head(input.bodies[pairs[i + kHeads].bodies.a].polytope);
            prefetch_head(input.bodies[pairs[i + kHeads].bodies.b].polytope);
        }
        const Body& a = input.bodies[pairs[i].bodies.a];
        const Body& b = input.bodies[pairs[i].bodies.b];
        if (a.polytope && b.polytope)
            io_chunk.queries.push_back(make_query(input, caches_[pairs[i].slot], pairs[i].bodies));
    }
    input.narrow_phase.find_closest_many(io_chunk.queries);
    std::size_t next_query = 0;
    for (std::size_t i = 0; i < pairs.size(); ++i) {
        PairResult& result = out_results[i];
        PairCache& cache = caches_[pairs[i].slot];
        result.bodies = pairs[i].bodies;
        const bool are_polytopes =
            input.bodies[result.bodies.a].polytope && input.bodies[result.bodies.b].polytope;
        if (!are_polytopes) {
            find_other_contact(input, cache, io_chunk, result);
            continue;
        }
        const ClosestQuery& query = io_chunk.queries[next_query++];
        cache.features = query.cache;
        cache.is_new = false;
        store_result(input, query, io_chunk, result);
    }
}

// --- one pair ---------------------------------------------------------------------------------------------------

void NarrowPhasePass::begin_result(const Chunk& chunk, PairResult& io_pair) {
    io_pair.first_triangle_pair = static_cast<std::uint32_t>(chunk.triangle_pairs.size());
    io_pair.first_part_contact = static_cast<std::uint32_t>(chunk.part_contacts.size());
}

// For pairs in which at least one body is not a polytope.
void NarrowPhasePass::find_other_contact(const ContactInput& input, PairCache& io_cache, Chunk& io_chunk,
                                         PairResult& io_pair) {
    begin_result(io_chunk, io_pair);
    if (input.bodies[io_pair.bodies.a].parts || input.bodies[io_pair.bodies.b].parts)
        find_parts_contact(input, io_cache, io_chunk, io_pair);
    else
        find_surface_contact(input, io_cache, io_chunk, io_pair);
    io_chunk.counters.contacts += io_pair.is_contact() ? 1 : 0;
}

FeaturePair NarrowPhasePass::choose_start(const ContactInput& input, const PairCache& cache, BodyPair pair,
                                          const Pose& a_from_b) {
    const Body& a = input.bodies[pair.a];
    const Body& b = input.bodies[pair.b];
    const WarmStartCache start_cache{.stored = cache.has_stored_features ? cache.features
                                                                         : find_facing_vertices(a, b),
                                     .seed = (std::uint64_t{a.generation} << 32) | b.generation,
                                     .table_a = a.shape->support_table(),
                                     .table_b = b.shape->support_table()};
    return make_start(input.settings.start, *a.polytope, *b.polytope, a_from_b, start_cache);
}

ClosestQuery NarrowPhasePass::make_query(const ContactInput& input, const PairCache& cache, BodyPair pair) {
    const Body& a = input.bodies[pair.a];
    const Body& b = input.bodies[pair.b];
    ClosestQuery query{a.polytope,     b.polytope, inverse_rigid(a.world_from_body) * b.world_from_body,
                       cache.features, {},         {}};
    if (cache.is_new) query.start = choose_start(input, cache, pair, query.a_from_b);
    query.cache = query.start;
    return query;
}

void NarrowPhasePass::store_result(const ContactInput& input, const ClosestQuery& query, Chunk& io_chunk,
                                   PairResult& io_pair) {
    const Pose& world_from_a = input.bodies[io_pair.bodies.a].world_from_body;
    const ClosestFeatures& found = query.found;
    begin_result(io_chunk, io_pair);
    io_pair.are_polytopes = true;
    io_pair.status = found.status;
    io_pair.is_fallback = found.is_fallback;
    io_pair.features = found.features;
    io_pair.start = query.start;
    io_pair.point_on_a_w = world_from_a * found.point_on_a_a;
    io_pair.point_on_b_w = world_from_a * found.point_on_b_a;
    io_pair.distance = found.distance;
    io_pair.iterations = found.iterations;
    io_chunk.counters.walk_iterations += found.iterations;
    io_chunk.counters.fallbacks += found.is_fallback ? 1 : 0;
    io_chunk.counters.contacts += io_pair.is_contact() ? 1 : 0;
}

QueryRequest NarrowPhasePass::make_request(const ContactInput& input, QueryMode mode) {
    QueryRequest request = input.settings.mesh_query;
    request.mode = mode;
    request.coherence = nullptr; // a coherence cache is for a single pair
    request.nesting = nullptr;
    request.log = nullptr; // a log is for a single query
    return request;
}
QueryRequest NarrowPhasePass::make_request(const ContactInput& input, PairCache& io_cache) {
    QueryRequest request = make_request(input, input.settings.mesh_query.mode);
    if (!input.settings.use_temporal_coherence) return request;
    if (io_cache.query == nullptr) io_cache.query = std::make_unique<QueryCoherence>();
    request.coherence = io_cache.query.get();
    return request;
}

NestingCache* NarrowPhasePass::nesting_of(const Body& a, const Body& b, PairCache& io_cache) {
    if (!a.shape->is_solid() && !b.shape->is_solid()) return nullptr;
    const std::size_t count = std::size_t{surface_count(a)} * surface_count(b);
    if (io_cache.nesting == nullptr) io_cache.nesting = std::make_unique<std::vector<NestingCache>>();
    if (io_cache.nesting->size() < count) io_cache.nesting->resize(count);
    return io_cache.nesting->data();
}

void NarrowPhasePass::find_surface_contact(const ContactInput& input, PairCache& io_cache, Chunk& io_chunk,
                                           PairResult& io_pair) {
    const Body& a = input.bodies[io_pair.bodies.a];
    const Body& b = input.bodies[io_pair.bodies.b];
    QueryRequest request = make_request(input, io_cache);
    request.nesting = nesting_of(a, b, io_cache);
    const bool intersects = add_surfaces(
        request, {a.shape->mesh(), a.shape->hierarchy(), &a.world_from_body, a.shape->shells()}, 0,
        {b.shape->mesh(), b.shape->hierarchy(), &b.world_from_body, b.shape->shells()}, 0, io_chunk, io_pair);
    io_pair.status = intersects ? ContactStatus::penetrating : ContactStatus::disjoint;
    io_pair.nesting = io_chunk.result.nesting;
}

// Leaves the status unchanged, because nested solids penetrate although their surfaces do not intersect.
void NarrowPhasePass::find_solid_triangles(const ContactInput& input, std::span<const PartContact> parts,
                                           Chunk& io_chunk, PairResult& io_pair) {
    const QueryRequest request = make_request(input, QueryMode::all);
    const Body& a = input.bodies[io_pair.bodies.a];
    const Body& b = input.bodies[io_pair.bodies.b];
    if (io_pair.are_polytopes) {
        add_surfaces(request, {a.shape->mesh(), a.shape->hierarchy(), &a.world_from_body}, 0,
                     {b.shape->mesh(), b.shape->hierarchy(), &b.world_from_body}, 0, io_chunk, io_pair);
        return;
    }
    for (const PartContact& contact : parts)
        add_part_surfaces(request, a, contact.part_a, b, contact.part_b, io_chunk, io_pair);
    std::sort(io_chunk.triangle_pairs.begin() + io_pair.first_triangle_pair, io_chunk.triangle_pairs.end());
}

bool NarrowPhasePass::add_surfaces(const QueryRequest& request, const MeshOperand& a, std::uint32_t first_a,
                                   const MeshOperand& b, std::uint32_t first_b, Chunk& io_chunk,
                                   PairResult& io_pair) {
    QueryResult& result = io_chunk.result;
    const Status status = query_meshes(a, b, request, io_chunk.scratch, result);
    BOXWOOD_REQUIRE(status); // the world has validated shapes, poses and settings
    io_pair.triangle_pair_count += static_cast<std::uint32_t>(result.pairs.size());
    for (const PrimitivePair& pair : result.pairs)
        io_chunk.triangle_pairs.push_back({first_a + pair.a, first_b + pair.b});
    io_chunk.counters.volume_tests += result.counters.volume_tests;
    io_chunk.counters.volume_updates += result.counters.volume_updates;
    io_chunk.counters.triangle_tests += result.counters.primitive_tests;
    io_chunk.counters.exact_tests += result.counters.exact_tests;
    io_chunk.point_tests += result.counters.point_tests;
    for (std::size_t axis = 0; axis < io_chunk.separations_by_axis.size(); ++axis)
        io_chunk.separations_by_axis[axis] += result.counters.separations_by_axis[axis];
    return result.intersects;
}

} // namespace boxwood
