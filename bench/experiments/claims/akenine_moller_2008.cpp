// The measurable claims of Real-Time Rendering, 3rd edition, sections 16.13, 17.3 and 17.4.
#include "bench/experiments/claims/claim_lists.hpp"

#include <array>

namespace boxwood {
namespace {

constexpr std::string_view kVolumes = "[S] [Akenine-Möller 2008] 16.13.4, of [Klosowski 1998]",
                           kHierarchies = "[S] [Akenine-Möller 2008] 17.3", kOrder = "an order of magnitude",
                           kIntervals = "follows from the definition: a k-DOP has k/2 directions";
// kTen: an order of magnitude, with a tolerance because the source's figure is rounded. Half an order of magnitude, a
// factor of 3.2, does not count.
constexpr ClaimRange kTen = above(7.0), kFaster = above(1.0);
constexpr VerdictRule kOperations{"operations per test: OBBs / k-DOPs, over the same pairs, per k", kTen,
                                  kFaster},
    kTime{"time per test: OBBs / k-DOPs, over the same pairs, per k", kTen, kFaster},
    kAxes{"largest number of intervals per test / (k/2), per k", below(1.001)};

constexpr std::array kAkenineMollerClaims{
    SourceClaim{"volume-tests/intervals", "[S] [Akenine-Möller 2008] 16.13.4",
                "a test of two k-DOPs in one frame, or shifted, compares at most k/2 intervals", "k/2", kAxes,
                Basis::counts, kIntervals},
    SourceClaim{"volume-tests/intervals-turned", "[S] [Akenine-Möller 2008] 16.13.4",
                "a test of two k-DOPs that are rotated relative to each other compares at most k/2 intervals",
                "k/2", kAxes, Basis::counts,
                "the source's test uses one set of directions; this library's uses those of both"},
    SourceClaim{"volume-tests/operations", kVolumes,
                "for moderate k, testing k-DOPs is an order of magnitude faster than testing OBBs: "
                "operations, in one frame",
                kOrder, kOperations},
    SourceClaim{"volume-tests/operations-shifted", kVolumes,
                "for moderate k, testing k-DOPs is an order of magnitude faster than testing OBBs: "
                "operations, shifted",
                kOrder, kOperations},
    SourceClaim{"volume-tests/operations-turned", kVolumes,
                "for moderate k, testing k-DOPs is an order of magnitude faster than testing OBBs: "
                "operations, rotated",
                kOrder, kOperations},
    SourceClaim{"volume-tests/time", kVolumes,
                "for moderate k, testing k-DOPs is an order of magnitude faster than testing OBBs: time, in "
                "one frame",
                kOrder, kTime, Basis::times},
    SourceClaim{
        "volume-tests/time-shifted", kVolumes,
        "for moderate k, testing k-DOPs is an order of magnitude faster than testing OBBs: time, shifted",
        kOrder, kTime, Basis::times},
    SourceClaim{
        "volume-tests/time-turned", kVolumes,
        "for moderate k, testing k-DOPs is an order of magnitude faster than testing OBBs: time, rotated",
        kOrder, kTime, Basis::times},
    SourceClaim{"volume-tests/closest-features",
                "[S] [Akenine-Möller 2008] 16.13.5",
                "a test of two OBBs is an order of magnitude faster than a query for their closest features",
                kOrder,
                {"time: query for the closest features of two boxes / test of their fifteen axes, per method",
                 kTen, kFaster},
                Basis::times},
    SourceClaim{"builders-text/volume",
                "[S] [Akenine-Möller 2008] 17.3.1",
                "for tests of two volumes, minimize the sum of volumes; for rays, the sum of areas",
                "an order",
                {"correlation of the volume tests with the sum of volumes, minus their correlation with the "
                 "sum of areas, all as logarithms, over the trees of the text, per model",
                 above(0.05), above(0.0)}},
    SourceClaim{
        "builders-text/insertion-order",
        kHierarchies,
        "a random order of insertion improves the tree",
        "an order",
        {"volume tests: insertion in random order / in order along x, both without rotations, per model",
         below(0.95), below(1.0)}},
    SourceClaim{"builders-text/balance",
                kHierarchies,
                "a balanced tree is best on average when all leaves are equally likely",
                "an order",
                {"nodes visited by a point query: uneven splits / splits into halves, per model and share of "
                 "the triangles on one side",
                 above(1.05), above(1.0)}},
    SourceClaim{
        "builders-text/descent",
        "[S] [Akenine-Möller 2008] 17.3.2",
        "opening the node of larger volume needs fewer tests than opening nodes of both trees in turn",
        "an order",
        {"volume tests: larger volume / alternating, per model", below(0.95), below(1.0)}},
    SourceClaim{"builders-lazy/first-query",
                kHierarchies,
                "lazy construction saves time if queries visit only a few parts of the tree",
                "an order",
                {"time of a build and a query at one vertex: lazy / complete build, per model and volume",
                 below(0.95), below(1.0)},
                Basis::times},
    SourceClaim{"volume-tests/sphere-box-rejection",
                "[S] [Akenine-Möller 2008] 16.13.2",
                "quick rejections make the test of a sphere and a box faster",
                "an order",
                {"time per pair: with rejection / without, per variant and share of pairs that overlap",
                 below(0.95), below(1.0)},
                Basis::times},
    SourceClaim{"volume-tests/sphere-box-simd",
                "[S] [Akenine-Möller 2008] 16.13.2",
                "SIMD makes the test of a sphere and a box faster",
                "an order",
                {"time per pair: four pairs at once / one pair at a time, per share of pairs that overlap",
                 below(0.95), below(1.0)},
                Basis::times},
    SourceClaim{
        "volume-close/obb",
        "[E: Gottschalk 1996] of [Akenine-Möller 2008] 17.3",
        "between close parallel surfaces, tests of OBBs grow linearly",
        "1/gap",
        {"exponent e of volume tests ~ (1/gap)^e, per scene", between(0.75, 1.25), between(0.5, 1.5)}},
    SourceClaim{"volume-close/loose",
                "[E: Gottschalk 1996] of [Akenine-Möller 2008] 17.3",
                "between close parallel surfaces, tests of spheres and AABBs grow quadratically",
                "1/gap²",
                {"exponent e of volume tests ~ (1/gap)^e, per scene and volume", between(1.75, 2.25),
                 between(1.5, 2.5)}},
    SourceClaim{"volume-close/shell",
                "[S] [Akenine-Möller 2008] 17.3, of [Krishnan 1998]",
                "spherical shells fit curved patches tightly",
                "an order",
                {"volume tests at the smallest gap: shells / OBBs, per scene", below(0.95), below(1.0)}},
    SourceClaim{"volume-close/pie-slice",
                "[S] [Akenine-Möller 2008] 17.3, of [Barequet 1996]",
                "pie slices fit curved strips tightly",
                "an order",
                {"volume tests at the smallest gap: pie slices / OBBs, per scene", below(0.95), below(1.0)}},
    SourceClaim{"volume-close/quospo",
                "[S] [Akenine-Möller 2008] 17.3, of [He 1999]",
                "QuOSPOs lie between OBBs and k-DOPs",
                "between",
                {"logarithm of the volume tests at the smallest gap, scaled so that OBBs give 0 and 24-DOPs "
                 "give 1, per scene",
                 between(0.0, 1.0), below(1.0)}},
};

} // namespace

std::span<const SourceClaim> list_akenine_moller_claims() {
    return kAkenineMollerClaims;
}

} // namespace boxwood
