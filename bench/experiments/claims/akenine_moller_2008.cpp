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
constexpr VerdictRule kOperations{
    "operations of a test of OBBs over one of k-DOPs, mean of the same pairs, per k", kTen, kFaster},
    kTime{"time of a test of OBBs over one of k-DOPs, the same pairs, per k", kTen, kFaster},
    kAxes{"largest number of intervals per test, over k/2, per k", below(1.001)};

constexpr std::array kAkenineMollerClaims{
    SourceClaim{"volume-tests/intervals", "[S] [Akenine-Möller 2008] 16.13.4",
                "a test of k-DOPs compares at most k/2 intervals, in one frame and shifted", "k/2", kAxes,
                Basis::counts, kIntervals},
    SourceClaim{"volume-tests/intervals-turned", "[S] [Akenine-Möller 2008] 16.13.4",
                "the same for k-DOPs rotated against each other", "k/2", kAxes, Basis::counts,
                "the source's test uses one set of directions; this library's uses those of both"},
    SourceClaim{
        "volume-tests/operations", kVolumes,
        "for moderate k, testing k-DOPs is an order of magnitude faster than testing OBBs, in one frame",
        kOrder, kOperations},
    SourceClaim{"volume-tests/operations-shifted", kVolumes, "the same, shifted", kOrder, kOperations},
    SourceClaim{"volume-tests/operations-turned", kVolumes, "the same, rotated", kOrder, kOperations},
    SourceClaim{"volume-tests/time", kVolumes, "the same by time, in one frame", kOrder, kTime, Basis::times},
    SourceClaim{"volume-tests/time-shifted", kVolumes, "the same by time, shifted", kOrder, kTime,
                Basis::times},
    SourceClaim{"volume-tests/time-turned", kVolumes, "the same by time, rotated", kOrder, kTime,
                Basis::times},
    SourceClaim{"volume-tests/closest-features",
                "[S] [Akenine-Möller 2008] 16.13.5",
                "a test of two OBBs is an order of magnitude faster than closest features",
                kOrder,
                {"time of a query of two boxes over that of their fifteen axes, per method", kTen, kFaster},
                Basis::times},
    SourceClaim{
        "builders-text/volume",
        "[S] [Akenine-Möller 2008] 17.3.1",
        "for tests of two volumes, minimize the sum of volumes; for rays, that of areas",
        "an order",
        {"correlation of the volume tests with the sum of volumes, less that with the sum of areas, over "
         "the text's trees, logarithms, per model",
         above(0.05), above(0.0)}},
    SourceClaim{"builders-text/insertion-order",
                kHierarchies,
                "a random order of insertion improves the tree",
                "an order",
                {"volume tests, shuffled over sorted along x, inserted without rotations, per model",
                 below(0.95), below(1.0)}},
    SourceClaim{"builders-text/balance",
                kHierarchies,
                "a balanced tree is best on average when all leaves are equally likely",
                "an order",
                {"nodes visited to find a leaf, splits at a share of the triangles over halves, per model",
                 above(1.05), above(1.0)}},
    SourceClaim{"builders-text/descent",
                "[S] [Akenine-Möller 2008] 17.3.2",
                "opening the node of larger volume needs fewer tests than alternating",
                "an order",
                {"volume tests, larger volume over alternating, per model", below(0.95), below(1.0)}},
    SourceClaim{
        "builders-lazy/first-query",
        kHierarchies,
        "lazy construction pays if few parts are visited",
        "an order",
        {"time to build and query at one vertex, lazy over complete, per model", below(0.95), below(1.0)},
        Basis::times},
    SourceClaim{"volume-tests/sphere-box-rejection",
                "[S] [Akenine-Möller 2008] 16.13.2",
                "quick rejections make the test of sphere and box faster",
                "an order",
                {"time per pair, with rejection over plain, per variant and share that overlaps", below(0.95),
                 below(1.0)},
                Basis::times},
    SourceClaim{
        "volume-tests/sphere-box-simd",
        "[S] [Akenine-Möller 2008] 16.13.2",
        "SIMD makes the test of sphere and box faster",
        "an order",
        {"time per pair, four pairs at once over plain, per share that overlaps", below(0.95), below(1.0)},
        Basis::times},
    SourceClaim{
        "volume-close/obb",
        "[E: Gottschalk 1996] of [Akenine-Möller 2008] 17.3",
        "between close parallel surfaces, tests of OBBs grow linearly",
        "1/gap",
        {"exponent of the volume tests over 1/gap, per scene", between(0.75, 1.25), between(0.5, 1.5)}},
    SourceClaim{"volume-close/loose",
                "[E: Gottschalk 1996] of [Akenine-Möller 2008] 17.3",
                "tests of spheres and AABBs grow with the square",
                "1/gap²",
                {"exponent of the volume tests over 1/gap, per scene and volume", between(1.75, 2.25),
                 between(1.5, 2.5)}},
    SourceClaim{"volume-close/shell",
                "[S] [Akenine-Möller 2008] 17.3, of [Krishnan 1998]",
                "spherical shells fit curved patches tightly",
                "an order",
                {"volume tests, shells over OBBs, at the smallest gap, per scene", below(0.95), below(1.0)}},
    SourceClaim{
        "volume-close/pie-slice",
        "[S] [Akenine-Möller 2008] 17.3, of [Barequet 1996]",
        "pie slices fit curved strips tightly",
        "an order",
        {"volume tests, pie slices over OBBs, at the smallest gap, per scene", below(0.95), below(1.0)}},
    SourceClaim{"volume-close/quospo",
                "[S] [Akenine-Möller 2008] 17.3, of [He 1999]",
                "QuOSPOs stand between OBBs and k-DOPs",
                "between",
                {"volume tests at the smallest gap, logarithms: 0 as OBBs, 1 as 24-DOPs, per scene",
                 between(0.0, 1.0), below(1.0)}},
};

} // namespace

std::span<const SourceClaim> list_akenine_moller_claims() {
    return kAkenineMollerClaims;
}

} // namespace boxwood
