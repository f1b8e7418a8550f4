// What: the narrow phase of a world. It finds the contact of every active pair, except those that a PairPredicate
//     rejects. The walks between polytopes or parts start at the previous closest features of the pair (warm start).
// Frame: poses are world_from_body; results are in the world.
// Invariants: the results are in the order of the pairs and bit-identical on any executor: each pair reads and writes
//             only its own data, and the counters and lists of the chunks are joined in order.
// Cost: O(pairs). After sizes have stopped growing, memory is allocated only for the caches of new pairs with a
//       compound or mesh, and to build hierarchies, shells and support tables that do not exist yet.
// Source: [Cohen 1995] section 3. Oracle: the optimality certificate and all pairs of triangles for contacts.
#pragma once

#include "collision/broad_phase/broad_phase.hpp"
#include "collision/narrow_phase/all_narrow_phases.hpp"
#include "collision/narrow_phase/compound/compound_query.hpp"
#include "collision/query/mesh_query.hpp"
#include "collision/query/nesting.hpp"
#include "collision/query/query_coherence.hpp"
#include "collision/world/body.hpp"
#include "collision/world/pairs/feature_cache.hpp"
#include "collision/world/step_output.hpp"
#include "collision/world/world_settings.hpp"

#include <memory>
#include <span>
#include <vector>

namespace boxwood {

// Inputs of the stage; they must outlive the call.
struct ContactInput {
    std::span<const Body> bodies;
    const WorldSettings& settings;
    const NarrowPhase& narrow_phase;
};

class NarrowPhasePass {
  public:
    // Update the per-pair caches for pairs that left and for pairs that entered. Call leave() first: it copies the
    // features of the pairs that left to the feature cache, where enter() looks for them, and frees their other data.
    void leave(std::span<const Body> bodies, std::span<const ActivePair> left);
    void enter(std::span<const Body> bodies, std::span<const ActivePair> entered);
    // Moves the caches of pairs to the slots that a new broad phase has assigned; before[i] and after[i] are the same
    // pair.
    void move_slots(std::span<const ActivePair> before, std::span<const ActivePair> after);

    // Appends the results of the pairs, their triangles and their part contacts to io_out, and adds the counters.
    void find_contacts(const ContactInput& input, std::span<const ActivePair> pairs, StepOutput& io_out);
    // Lists the intersecting triangles of each pair of polytopes or compounds that find_contacts() reported in contact.
    void add_solid_triangles(const ContactInput& input, StepOutput& io_out);
    // Finds the contact of one pair, which need not be active. For two polytopes or compounds in contact, also lists
    // the intersecting triangles if the settings enable this. Leaves the caches of pairs unchanged, so several threads
    // can call this function. Builds the hierarchies, shells and support tables that the query needs, if they do not
    // exist yet.
    void find_contact(const ContactInput& input, BodyPair pair, StepOutput& io_out) const;

    // For keyframes (core/state_bytes.hpp).
    template <class Self, class Archive>
    static void visit_state(Self& self, Archive& archive) {
        archive(self.caches_, self.feature_cache_);
    }

  private:
    // Cached data of an active pair, by slot.
    struct PairCache {
        FeaturePair features;
        bool is_new = true;                // no walk has run since the pair entered
        bool has_stored_features = false;  // if is_new: the features were stored when the pair last left
        std::unique_ptr<PartsCache> parts; // for a compound pair, after its first query
        // for a pair of surfaces after its first query, if temporal coherence is on
        std::unique_ptr<QueryCoherence> query;
        // for a pair with a mesh and at least one solid body (which can be that mesh), after its first query; indexed
        // by surface of A, then by surface of B
        std::unique_ptr<std::vector<NestingCache>> nesting;

        template <class Self, class Archive>
        static void visit_state(Self& self, Archive& archive) {
            archive(self.features, self.is_new, self.has_stored_features, self.parts, self.query,
                    self.nesting);
        }
    };
    // The counters and lists of a chunk of pairs, before the chunks are joined.
    struct Chunk {
        std::vector<PrimitivePair> triangle_pairs;
        std::vector<PartContact> part_contacts;
        std::vector<ClosestQuery> queries; // of a block of pairs
        StepCounters counters;
        AxisCounts separations_by_axis{};
        std::uint64_t point_tests = 0;
        QueryScratch scratch;
        QueryResult result;
        PartsScratch parts_scratch;
        CompoundResult parts_result;

        void clear() {
            triangle_pairs.clear();
            part_contacts.clear();
            counters = {};
            separations_by_axis = {};
            point_tests = 0;
        }
    };

    static FeaturePair choose_start(const ContactInput& input, const PairCache& cache, BodyPair pair,
                                    const Pose& a_from_b);
    void find_block(const ContactInput& input, std::span<const ActivePair> pairs, Chunk& io_chunk,
                    std::span<PairResult> out_results);
    static void begin_result(const Chunk& chunk, PairResult& io_pair);
    static ClosestQuery make_query(const ContactInput& input, const PairCache& cache, BodyPair pair);
    static void store_result(const ContactInput& input, const ClosestQuery& query, Chunk& io_chunk,
                             PairResult& io_pair);
    static void find_other_contact(const ContactInput& input, PairCache& io_cache, Chunk& io_chunk,
                                   PairResult& io_pair);
    static void find_surface_contact(const ContactInput& input, PairCache& io_cache, Chunk& io_chunk,
                                     PairResult& io_pair);
    // In compound_contact.cpp: pairs with at least one compound.
    static void find_parts_contact(const ContactInput& input, PairCache& io_cache, Chunk& io_chunk,
                                   PairResult& io_pair);
    static void find_parts_mesh_contact(const ContactInput& input, PairCache& io_cache, Chunk& io_chunk,
                                        PairResult& io_pair);
    static void find_solid_triangles(const ContactInput& input, std::span<const PartContact> parts,
                                     Chunk& io_chunk, PairResult& io_pair);
    static bool add_part_surfaces(const QueryRequest& request, const Body& a, std::uint32_t part_a,
                                  const Body& b, std::uint32_t part_b, Chunk& io_chunk, PairResult& io_pair);
    // Adds the intersecting triangles of two surfaces to the pair, with first_a and first_b added to their indices.
    // If the operands have shells, also finds whether one surface lies inside the other (Chunk::result). Returns
    // whether they are in contact.
    static bool add_surfaces(const QueryRequest& request, const MeshOperand& a, std::uint32_t first_a,
                             const MeshOperand& b, std::uint32_t first_b, Chunk& io_chunk,
                             PairResult& io_pair);
    static QueryRequest make_request(const ContactInput& input, QueryMode mode);
    static QueryRequest make_request(const ContactInput& input, PairCache& io_cache);
    // Returns the nesting caches of the pair, indexed by surface of A, then by surface of B; null if neither body is
    // solid.
    static NestingCache* nesting_of(const Body& a, const Body& b, PairCache& io_cache);
    template <class Find>
    void run_in_chunks(const ContactInput& input, std::size_t pairs, const Find& find);
    template <class Visit>
    void visit_chunks(std::size_t pairs, const Visit& visit);
    // join_parts() appends the part contacts of a chunk to the output. join() appends the triangle pairs and adds the
    // counters. Both shift the ranges of the chunk's pairs to match the lists of the output.
    static void join_parts(const Chunk& chunk, std::span<PairResult> io_pairs, StepOutput& io_out);
    static void join(const Chunk& chunk, std::span<PairResult> io_pairs, StepOutput& io_out);

    std::vector<PairCache> caches_, caches_before_; // by slot
    std::vector<Chunk> chunks_;
    FeatureCache feature_cache_;
};

} // namespace boxwood
