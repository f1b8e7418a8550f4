// What: the narrow phase of a world: asks every active pair for its contact, from the features it ended with.
// Frame: in: poses world_from_body; out: world.
// Invariants: the results stand in the order of the pairs, and are the same bits on any executor: each pair reads
//             and writes only what is its own, and what chunks of pairs count and list is put together in order.
// Cost: O(pairs). Nothing is allocated once sizes settle.
// Source: [Cohen 1995] section 3. Oracle: the optimality certificate and all pairs of triangles on contacts.
#pragma once

#include "collision/broad_phase/broad_phase.hpp"
#include "collision/narrow_phase/all_narrow_phases.hpp"
#include "collision/narrow_phase/compound/compound_query.hpp"
#include "collision/query/mesh_query.hpp"
#include "collision/query/query_coherence.hpp"
#include "collision/world/body.hpp"
#include "collision/world/feature_cache.hpp"
#include "collision/world/step_output.hpp"
#include "collision/world/world_settings.hpp"

#include <memory>
#include <span>
#include <vector>

namespace boxwood {

// What the stage reads; all of it outlives the call.
struct ContactInput {
    std::span<const Body> bodies;
    const WorldSettings& settings;
    const NarrowPhase& narrow_phase;
};

class NarrowPhasePass {
  public:
    // The features of pairs that came and went; `left` first. Remembers those of pairs that left.
    void leave(std::span<const Body> bodies, std::span<const ActivePair> left);
    void enter(std::span<const Body> bodies, std::span<const ActivePair> entered);
    // Pairs that a new broad phase gave other slots: before[i] and after[i] are the same pair.
    void move_slots(std::span<const ActivePair> before, std::span<const ActivePair> after);

    // Fills pairs, triangle_pairs and their counters of io_out.
    void find_contacts(const ContactInput& input, std::span<const ActivePair> pairs, StepOutput& io_out);
    // Adds the intersecting triangles of the solids in contact that find_contacts has found.
    void add_solid_triangles(const ContactInput& input, StepOutput& io_out);
    // The contact of one pair, active or not, with its triangles if the settings ask for them. Changes nothing that is kept, so
    // several threads may ask.
    void find_contact(const ContactInput& input, BodyPair pair, StepOutput& io_out) const;

  private:
    // What is kept of an active pair, at its slot.
    struct Kept {
        FeaturePair features;
        bool is_new = true;                    // no walk has started yet
        bool is_known = false;                 // the features are those of an earlier meeting, if is_new
        std::unique_ptr<PartsCache> parts;     // of a pair with parts that has been asked
        std::unique_ptr<QueryCoherence> query; // of a pair of surfaces that has been asked, if that is wanted
    };
    // What a chunk of pairs counts and lists until the chunks are put together.
    struct Chunk {
        std::vector<PrimitivePair> triangle_pairs;
        std::vector<PartContact> part_contacts;
        std::vector<ClosestQuery> queries; // of a block of pairs
        StepCounters counters;
        AxisCounts separations_by_axis{};
        QueryScratch scratch;
        QueryResult result;
        PartsScratch parts_scratch;
        CompoundResult parts_result;

        void clear() {
            triangle_pairs.clear();
            part_contacts.clear();
            counters = {};
            separations_by_axis = {};
        }
    };

    static FeaturePair choose_start(const ContactInput& input, const Kept& kept, BodyPair pair,
                                    const Pose& a_from_b);
    void find_block(const ContactInput& input, std::span<const ActivePair> pairs, Chunk& io_chunk,
                    std::span<PairResult> out_results);
    static void begin_result(const Chunk& chunk, PairResult& io_pair);
    static ClosestQuery make_query(const ContactInput& input, const Kept& kept, BodyPair pair);
    static void take_answer(const ContactInput& input, const ClosestQuery& query, Chunk& io_chunk,
                            PairResult& io_pair);
    static void find_other_contact(const ContactInput& input, Kept& io_kept, Chunk& io_chunk,
                                   PairResult& io_pair);
    static void find_surface_contact(const ContactInput& input, const QueryRequest& request, Chunk& io_chunk,
                                     PairResult& io_pair);
    // In compound_contact.cpp: a pair of which at least one consists of parts.
    static void find_parts_contact(const ContactInput& input, Kept& io_kept, Chunk& io_chunk,
                                   PairResult& io_pair);
    static void find_parts_mesh_contact(const ContactInput& input, Chunk& io_chunk, PairResult& io_pair);
    static void find_solid_triangles(const ContactInput& input, std::span<const PartContact> parts,
                                     Chunk& io_chunk, PairResult& io_pair);
    static bool add_part_surfaces(const QueryRequest& request, const Body& a, std::uint32_t part_a,
                                  const Body& b, std::uint32_t part_b, Chunk& io_chunk, PairResult& io_pair);
    // Adds what two surfaces have in common to the pair; triangles are counted from these numbers on.
    static bool add_surfaces(const QueryRequest& request, const MeshOperand& a, std::uint32_t first_a,
                             const MeshOperand& b, std::uint32_t first_b, Chunk& io_chunk,
                             PairResult& io_pair);
    static QueryRequest make_request(const ContactInput& input, QueryMode mode);
    static QueryRequest make_request(const ContactInput& input, Kept& io_kept);
    template <class Find>
    void run_in_chunks(const ContactInput& input, std::size_t pairs, const Find& find);
    template <class Visit>
    void visit_chunks(std::size_t pairs, const Visit& visit);
    // Append a chunk's lists to the output and add its counters. The ranges of its pairs then count from the start of the
    // output's lists.
    static void join_parts(const Chunk& chunk, std::span<PairResult> io_pairs, StepOutput& io_out);
    static void join(const Chunk& chunk, std::span<PairResult> io_pairs, StepOutput& io_out);

    std::vector<Kept> kept_, kept_before_; // by slot
    std::vector<Chunk> chunks_;
    FeatureCache memory_;
};

} // namespace boxwood
