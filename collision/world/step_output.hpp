// What: everything that one step of a world answers: pairs, contacts, times and counters. Cleared each step, never freed.
// Frame: world, unless a name says otherwise. Units: lengths as in the scene, times in milliseconds.
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

// highlight: triangles of solids in contact, which only a drawing needs; see WorldSettings.
enum class Phase : std::uint8_t { update, broad, narrow, highlight, respond, draw };
inline constexpr std::size_t kPhaseCount = 6;
inline constexpr std::array<std::string_view, kPhaseCount> kPhaseNames{"update",    "broad",   "narrow",
                                                                       "highlight", "respond", "draw"};

// Milliseconds per phase; phases that did not run are 0.
struct PhaseTimes {
    std::array<double, kPhaseCount> ms{};
    double& operator[](Phase phase) { return ms[static_cast<std::size_t>(phase)]; }
    double operator[](Phase phase) const { return ms[static_cast<std::size_t>(phase)]; }
    double collision() const {
        return (*this)[Phase::update] + (*this)[Phase::broad] + (*this)[Phase::narrow];
    }
    double total() const { return std::accumulate(ms.begin(), ms.end(), 0.0); }
};

// Counts of one step. kCounterNames gives each its name for tables and reports, in the order of list().
struct StepCounters {
    std::uint64_t bodies = 0;
    std::uint64_t coordinate_evaluations = 0; // hill climbing of dynamic boxes
    std::uint64_t climb_steps = 0;
    std::uint64_t swaps = 0; // of endpoints, all axes
    std::uint64_t flag_toggles = 0;
    std::uint64_t pairs = 0; // boxes overlap
    std::uint64_t entered = 0;
    std::uint64_t left = 0;
    std::uint64_t contacts = 0;
    std::uint64_t walk_iterations = 0; // of the closest-feature walks
    std::uint64_t fallbacks = 0;       // walks that an exhaustive search had to answer
    std::uint64_t volume_tests = 0;    // n_v of mesh queries
    std::uint64_t volume_updates = 0;  // n_u
    std::uint64_t triangle_tests = 0;  // n_p
    std::uint64_t exact_tests = 0;
    std::uint64_t triangle_contacts = 0;
    std::uint64_t part_tests = 0; // of pairs of nodes of hull trees

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
inline constexpr std::array<std::string_view, StepCounters::kCount> kCounterNames{"bodies",
                                                                                  "coordinate_evaluations",
                                                                                  "climb_steps",
                                                                                  "exchanges",
                                                                                  "flag_toggles",
                                                                                  "pairs",
                                                                                  "entered",
                                                                                  "left",
                                                                                  "contacts",
                                                                                  "walk_iterations",
                                                                                  "fallbacks",
                                                                                  "volume_tests",
                                                                                  "volume_updates",
                                                                                  "triangle_tests",
                                                                                  "exact_tests",
                                                                                  "triangle_contacts",
                                                                                  "part_tests"};

// What the narrow phase found for one pair of bodies with overlapping boxes.
struct PairResult {
    BodyPair bodies;
    bool are_polytopes =
        false; // features, points and distance are set; otherwise the pair was asked as surfaces
    // One of them consists of parts: points and distance are set, and of the closest parts the numbers (of a
    // polytope: 0) and features; in contact of the first with the gravest status.
    bool are_parts = false;
    bool is_lower_bound = false; // parts that are apart, with find_closest_parts off: no numbers, no features
    bool is_fallback = false;
    ContactStatus status = ContactStatus::disjoint;
    FeaturePair features;
    FeaturePair start; // where the walk between the two polytopes, or the two parts, began
    glm::dvec3 point_on_a_w{0.0}, point_on_b_w{0.0};
    double distance = 0.0;
    std::uint32_t iterations = 0;
    std::uint32_t first_triangle_pair = 0, triangle_pair_count = 0; // into StepOutput::triangle_pairs

    std::uint32_t part_a = kNone, part_b = kNone;
    std::uint32_t first_part_contact = 0, part_contact_count = 0; // into StepOutput::part_contacts

    bool has_distance() const { return are_polytopes || are_parts; }
    bool is_contact() const { return status != ContactStatus::disjoint; }
};

// Two parts in contact. A polytope's number is 0; a mesh's is kNone.
struct PartContact {
    std::uint32_t part_a = kNone, part_b = kNone;
    ContactStatus status = ContactStatus::touching;
    glm::dvec3 point_w{0.0};
};

struct StepOutput {
    std::vector<PairResult> pairs;             // sorted by bodies
    std::vector<BodyPair> left, entered;       // since the step before, sorted; `left` happened first
    std::vector<PrimitivePair> triangle_pairs; // intersecting triangles of the pairs in contact
    std::vector<PartContact> part_contacts;    // of the pairs with parts in contact, sorted within a pair
    PhaseTimes times;
    StepCounters counters;
    std::array<std::uint64_t, 3> swaps_by_axis{};
    AxisCounts separations_by_axis{}; // of mesh queries, as in QueryCounters

    std::span<const PrimitivePair> triangles_of(const PairResult& pair) const {
        return {triangle_pairs.data() + pair.first_triangle_pair, pair.triangle_pair_count};
    }
    std::span<const PartContact> parts_of(const PairResult& pair) const {
        return {part_contacts.data() + pair.first_part_contact, pair.part_contact_count};
    }
    void clear() {
        pairs.clear();
        left.clear();
        entered.clear();
        triangle_pairs.clear();
        part_contacts.clear();
        times = {};
        counters = {};
        swaps_by_axis = {};
        separations_by_axis = {};
    }
};

} // namespace boxwood
