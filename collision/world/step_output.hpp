// What: the output of one step of a world: pairs, contacts, times and counters. Each step clears it and reuses its
//     memory.
// Frame: world, unless a name says otherwise. Units: lengths as in the scene, times in milliseconds.
// Degenerate input: a step without bodies or pairs gives empty lists. Distance and points of a PairResult are set only
//     if has_distance() is true.
// Cost: 136 bytes per pair, 8 bytes per triangle pair.
#pragma once

#include "collision/broad_phase/broad_phase.hpp"
#include "collision/narrow_phase/closest_features.hpp"
#include "collision/query/query_result.hpp"

#include <array>
#include <cstdint>
#include <numeric>
#include <span>
#include <string_view>
#include <vector>

namespace boxwood {

// The phases of a frame. deform: the caller moves the vertices of deforming bodies. refit: the world updates the
// hierarchies of these bodies. highlight: lists the intersecting triangles of polytopes and parts in contact, only for
// display (WorldSettings::find_polytope_triangles). Only refit, update, broad and narrow count as collision time.
enum class Phase : std::uint8_t { deform, refit, update, broad, narrow, highlight, respond, draw };
inline constexpr std::size_t kPhaseCount = 8;
inline constexpr std::array<std::string_view, kPhaseCount> kPhaseNames{
    "deform", "refit", "update", "broad", "narrow", "highlight", "respond", "draw"};

// Milliseconds per phase; 0 for phases that did not run.
struct PhaseTimes {
    std::array<double, kPhaseCount> ms{};
    double& operator[](Phase phase) { return ms[static_cast<std::size_t>(phase)]; }
    double operator[](Phase phase) const { return ms[static_cast<std::size_t>(phase)]; }
    double collision() const {
        return (*this)[Phase::refit] + (*this)[Phase::update] + (*this)[Phase::broad] +
               (*this)[Phase::narrow];
    }
    double total() const { return std::accumulate(ms.begin(), ms.end(), 0.0); }
};

// Counts of one step. kCounterNames contains their names for tables and reports, in the order of list().
struct StepCounters {
    std::uint64_t bodies = 0;
    std::uint64_t coordinate_evaluations = 0; // by scan or hill climbing, for dynamic boxes
    std::uint64_t climb_steps = 0;
    std::uint64_t swaps = 0; // endpoint swaps, all axes
    std::uint64_t flag_toggles = 0;
    std::uint64_t pairs = 0; // from the broad phase, including those that a PairPredicate rejects
    std::uint64_t entered = 0;
    std::uint64_t left = 0;
    std::uint64_t contacts = 0;
    std::uint64_t walk_iterations = 0; // of closest-feature walks
    std::uint64_t fallbacks = 0;       // walks replaced by GJK or an exhaustive search
    std::uint64_t volume_tests = 0;    // n_v of mesh queries
    std::uint64_t volume_updates = 0;  // n_u
    std::uint64_t triangle_tests = 0;  // n_p
    std::uint64_t exact_tests = 0;
    std::uint64_t triangle_contacts = 0;
    std::uint64_t part_tests = 0; // narrow-phase queries between nodes of hull hierarchies

    static constexpr std::size_t kCount = 17;
    std::array<std::uint64_t, kCount> list() const {
        return {bodies,         coordinate_evaluations,
                climb_steps,    swaps,
                flag_toggles,   pairs,
                entered,        left,
                contacts,       walk_iterations,
                fallbacks,      volume_tests,
                volume_updates, triangle_tests,
                exact_tests,    triangle_contacts,
                part_tests};
    }
};
inline constexpr std::array<std::string_view, StepCounters::kCount> kCounterNames{
    "bodies",         "coordinate_evaluations",
    "climb_steps",    "swaps",
    "flag_toggles",   "pairs",
    "entered",        "left",
    "contacts",       "walk_iterations",
    "fallbacks",      "volume_tests",
    "volume_updates", "triangle_tests",
    "exact_tests",    "triangle_contacts",
    "part_tests"};

// The narrow-phase result for one pair of bodies. In the output of a step, the enlarged boxes of the two bodies
// overlap.
struct PairResult {
    BodyPair bodies;
    // True if both bodies are polytopes. Features, points and distance are then set. If are_polytopes and
    // are_convex_parts are both false, at least one body is a mesh. The query has then tested the surfaces. If they do
    // not intersect, it has also tested, for each body that is a solid, whether the other body lies inside it.
    bool are_polytopes = false;
    // True if one body is a compound and the other a compound or a polytope. Points and distance are then set, and
    // also the features and indices of the closest parts; the index of a polytope is 0. If the bodies are in contact,
    // all these fields describe the first pair of parts with the most severe status.
    bool are_convex_parts = false;
    // True if the parts are separated and find_closest_parts is off. The distance is then a lower bound, the part
    // indices are kNone, and points and features have no meaning.
    bool is_lower_bound = false;
    bool is_fallback = false;
    ContactStatus status = ContactStatus::disjoint;
    // For a pair with a mesh, if the surfaces have no common point: the body that lies inside the other body, which is
    // a solid. A body counts as inside if one of its parts or shells is inside. Unless this is `none`, the bodies are
    // in contact, and no triangles are listed.
    Nesting nesting = Nesting::none;
    FeaturePair features;
    FeaturePair start; // the features at which the walk between the two polytopes or parts started
    glm::dvec3 point_on_a_w{0.0}, point_on_b_w{0.0};
    double distance = 0.0;
    std::uint32_t iterations = 0;
    std::uint32_t first_triangle_pair = 0, triangle_pair_count = 0; // into StepOutput::triangle_pairs

    // With are_convex_parts, the closest parts. For a compound in contact with a mesh, the first part in contact, and
    // kNone for the mesh.
    std::uint32_t part_a = kNone, part_b = kNone;
    std::uint32_t first_part_contact = 0, part_contact_count = 0; // into StepOutput::part_contacts

    bool has_distance() const { return are_polytopes || are_convex_parts; }
    bool has_closest_points() const { return has_distance() && !is_lower_bound; }
    bool is_contact() const { return status != ContactStatus::disjoint; }
};

// A contact of two convex parts, or of a convex part and a mesh. The part number is 0 for a polytope and kNone for a
// mesh. point_w depends on the contact. For two parts: a common point, within rounding. For a part and a mesh: a vertex
// of an intersecting triangle of A; a vertex of the inner one if one lies inside the other; the center of A's shape if
// the surfaces intersect but the query mode (distance, within) lists no triangles.
struct PartContact {
    std::uint32_t part_a = kNone, part_b = kNone;
    ContactStatus status = ContactStatus::touching;
    glm::dvec3 point_w{0.0};
};

// The intersections of a deforming body's triangles with each other.
struct SelfContactResult {
    BodyId body = kNone;
    std::uint32_t first_triangle_pair = 0, triangle_pair_count = 0; // into StepOutput::self_triangle_pairs
    // False if the search has reached its limit (query/contacts/self_contacts.hpp). Only some intersections are then
    // listed.
    bool is_complete = true;
};

// The work for deforming bodies in a step.
struct DeformationCounts {
    std::uint64_t bodies = 0;     // bodies with recomputed volumes
    std::uint64_t volumes = 0;    // recomputed volumes
    std::uint64_t rebuilds = 0;   // complete rebuilds of a hierarchy
    std::uint64_t self_tests = 0; // volume and triangle tests for self-contacts
};

struct StepOutput {
    std::vector<PairResult> pairs;                // sorted by bodies
    std::vector<BodyPair> left, entered;          // changes since the last step, sorted; apply `left` first
    std::vector<PrimitivePair> triangle_pairs;    // intersecting triangles of the pairs in contact
    std::vector<PartContact> part_contacts;       // of the compound pairs in contact; by parts within a pair
    std::vector<SelfContactResult> self_contacts; // ascending by body, if DeformableDesc::finds_self_contacts
    std::vector<PrimitivePair> self_triangle_pairs;
    // Deforming bodies, ascending, that were solid before this step and count as surfaces after it
    // (HierarchyChange::is_torn). Body::deforming->tear_reason() states the reason.
    std::vector<BodyId> torn;
    PhaseTimes times;
    StepCounters counters;
    DeformationCounts deformation;
    std::array<std::uint64_t, 3> swaps_by_axis{};
    AxisCounts separations_by_axis{}; // of mesh queries, as in QueryCounters
    std::uint64_t point_tests = 0;    // of mesh queries

    std::span<const PrimitivePair> triangles_of(const PairResult& pair) const {
        return {triangle_pairs.data() + pair.first_triangle_pair, pair.triangle_pair_count};
    }
    std::span<const PartContact> parts_of(const PairResult& pair) const {
        return {part_contacts.data() + pair.first_part_contact, pair.part_contact_count};
    }
    std::span<const PrimitivePair> triangles_of(const SelfContactResult& result) const {
        return {self_triangle_pairs.data() + result.first_triangle_pair, result.triangle_pair_count};
    }
    void clear() {
        self_contacts.clear();
        self_triangle_pairs.clear();
        torn.clear();
        deformation = {};
        pairs.clear();
        left.clear();
        entered.clear();
        triangle_pairs.clear();
        part_contacts.clear();
        times = {};
        counters = {};
        swaps_by_axis = {};
        separations_by_axis = {};
        point_tests = 0;
    }
};

} // namespace boxwood
