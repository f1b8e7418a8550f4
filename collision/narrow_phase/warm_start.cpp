#include "collision/narrow_phase/warm_start.hpp"

#include <glm/geometric.hpp>

namespace boxwood {
namespace {

// The output function of SplitMix64. Every bit of the seed affects every bit of the result.
std::uint64_t scramble(std::uint64_t seed) {
    seed += 0x9E3779B97F4A7C15ull;
    seed = (seed ^ (seed >> 30)) * 0xBF58476D1CE4E5B9ull;
    seed = (seed ^ (seed >> 27)) * 0x94D049BB133111EBull;
    return seed ^ (seed >> 31);
}

Feature random_vertex(const Polytope& polytope, std::uint64_t bits) {
    return {FeatureKind::vertex, static_cast<std::uint32_t>(bits % polytope.positions().size())};
}

Feature look_up(const SupportTable* table, const glm::dvec3& direction) {
    if (table == nullptr || table->is_empty()) return {};
    return {FeatureKind::vertex, table->look_up_start(direction)};
}

} // namespace

FeaturePair make_start(WarmStart choice, const Polytope& a, const Polytope& b, const Pose& a_from_b,
                       const WarmStartCache& cache) {
    switch (choice) {
    case WarmStart::stored:
        return cache.stored;
    case WarmStart::first:
        return {};
    case WarmStart::random: {
        const std::uint64_t bits = scramble(cache.seed);
        return {random_vertex(a, bits >> 32), random_vertex(b, bits & 0xFFFFFFFFu)};
    }
    case WarmStart::directional: {
        const glm::dvec3 direction_to_b_a = a_from_b * b.centroid() - a.centroid();
        return {look_up(cache.table_a, direction_to_b_a),
                look_up(cache.table_b, -(direction_to_b_a * a_from_b.linear))};
    }
    }
    return {};
}

} // namespace boxwood
