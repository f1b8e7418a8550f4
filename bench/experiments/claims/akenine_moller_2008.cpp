// The claims of Real-Time Rendering, 3rd edition, sections 16.13, 17.3 and 17.4, that can be measured.
#include "bench/experiments/claims/claim_lists.hpp"

#include <array>

namespace boxwood {
namespace {

constexpr Basis kCounts = Basis::counts, kTimes = Basis::times;
constexpr std::string_view kVolumes = "[S] [Akenine-Möller 2008] 16.13.4, of [Klosowski 1998]",
                           kHierarchies = "[S] [Akenine-Möller 2008] 17.3", kOrder = "an order of magnitude",
                           kIntervals = "follows from the definition: a k-DOP has k/2 directions";
// Ten, with the reading error of a rounded figure. 3.2 is not an order of magnitude.
constexpr ClaimRange kTen = above(7.0), kFaster = above(1.0);
constexpr VerdictRule kOperations{
    "operations of a test of OBBs over one of k-DOPs, mean of the same pairs, per k", kTen, kFaster},
    kTime{"time of a test of OBBs over one of k-DOPs, the same pairs, per k", kTen, kFaster},
    kAxes{"intervals that one test looks at, at most, over k/2, per k", below(1.001)};

constexpr std::array kClaims{
    SourceClaim{"volume-tests/intervals", "[S] [Akenine-Möller 2008] 16.13.4",
                "a test of k-DOPs looks at k/2 intervals at most, in one frame and shifted", "k/2", kAxes,
                kCounts, kIntervals},
    SourceClaim{"volume-tests/intervals-turned", "[S] [Akenine-Möller 2008] 16.13.4",
                "the same of k-DOPs that are rotated against each other", "k/2", kAxes, kCounts,
                "the source's test is of equal directions; this library's looks at those of both"},
    SourceClaim{
        "volume-tests/operations", kVolumes,
        "for moderate k a test of k-DOPs is an order of magnitude faster than one of OBBs, in one frame",
        kOrder, kOperations},
    SourceClaim{"volume-tests/operations-shifted", kVolumes, "the same, shifted", kOrder, kOperations},
    SourceClaim{"volume-tests/operations-turned", kVolumes, "the same, rotated", kOrder, kOperations},
    SourceClaim{"volume-tests/time", kVolumes, "the same by time, in one frame", kOrder, kTime, kTimes},
    SourceClaim{"volume-tests/time-shifted", kVolumes, "the same by time, shifted", kOrder, kTime, kTimes},
    SourceClaim{"volume-tests/time-turned", kVolumes, "the same by time, rotated", kOrder, kTime, kTimes},
    SourceClaim{"volume-tests/closest-features",
                "[S] [Akenine-Möller 2008] 16.13.5",
                "a test of two OBBs is an order of magnitude faster than closest features",
                kOrder,
                {"time of a query of two boxes over that of their fifteen axes, per method", kTen, kFaster},
                kTimes},
    SourceClaim{"builders-rules/volume",
                "[S] [Akenine-Möller 2008] 17.3.1",
                "for volumes against volumes the sum of volumes is to be least, for rays that of areas",
                "an order",
                {"volume tests, binned volume over binned SAH, per model", below(1.02)}},
    SourceClaim{"insertion-order",
                kHierarchies,
                "a random order of insertion improves the tree",
                "none",
                {"volume tests, shuffled over sorted order"},
                kCounts,
                "builders-ways compares with the mesh's own order, not with a sorted one"},
    SourceClaim{"balance",
                kHierarchies,
                "a balanced tree is best on average when all leaves are equally likely",
                "none",
                {"volume tests over the variance of the depth"},
                kCounts,
                "no experiment varies the balance alone"},
    SourceClaim{"lazy",
                kHierarchies,
                "a hierarchy that is built where it is first visited pays where few parts are visited",
                "none",
                {"time of the first queries, lazy over built"},
                kTimes,
                "bench_first_query measures it, without an interval"},
    SourceClaim{"sphere-box",
                "[S] [Akenine-Möller 2008] 16.13.2",
                "quick rejections and SIMD make the test of sphere and box faster",
                "none",
                {"time per pair, over the plain test"},
                kTimes,
                "no experiment measures the variants with an interval"},
    SourceClaim{"volume-descent",
                "[S] [Akenine-Möller 2008] 17.3.2",
                "opening the node of larger volume needs fewer tests than alternating",
                "none",
                {"volume tests, larger volume over alternating"},
                kCounts,
                "no experiment compares the descend rules over the models"},
};

} // namespace

std::span<const SourceClaim> list_akenine_moller_claims() {
    return kClaims;
}

} // namespace boxwood
