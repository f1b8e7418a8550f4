// The claims of the I-COLLIDE paper except the claims about its graphs (engine/measure/claims/claims.cpp).
#include "bench/experiments/claims/claim_lists.hpp"

#include <array>

namespace boxwood {
namespace {

// The source gives no factor; a cost counts as reproduced if it is at least 1.5 times as much.
constexpr VerdictRule kValley{
    "cost with cells of 0.1 and of 10 times the box size / cost with the best cells", above(1.5), above(1.0)};

constexpr std::array kCohenClaims{
    SourceClaim{"icollide-climb/coordinates",
                "[S] [Cohen 1995] 4.1",
                "evaluating only the coordinate that a climb needs saves two thirds of the transform",
                "2/3",
                {"share of the additions and multiplications that is saved", between(0.66, 0.67)},
                Basis::counts,
                "follows from the definition: one coordinate of three"},
    SourceClaim{"icollide-walks/steps",
                "[S] [Cohen 1995] 4.2",
                "steps per query do not depend on the number of faces under coherence",
                "constant",
                {"exponent e of steps ~ faces^e, at 0.1° per pose", between(-0.1, 0.1)}},
    SourceClaim{"icollide-walks/time",
                "[S] [Cohen 1995] 4.2",
                "expected constant time under coherence",
                "constant",
                {"exponent e of time ~ faces^e, at 0.1° per pose", between(-0.1, 0.1)},
                Basis::times},
    SourceClaim{"icollide-walks/proportional",
                "[S] [Cohen 1995] 4.2",
                "without coherence, time is proportional to the number of feature pairs traversed",
                "proportional",
                {"exponent e of time ~ steps^e", between(0.8, 1.2), between(0.5, 2.0)},
                Basis::times},
    SourceClaim{"grid-cells/time", "[S] [Cohen 1995] 4", "cells of a wrong size cost time", "none", kValley,
                Basis::times},
    SourceClaim{"grid-cells/work", "[S] [Cohen 1995] 4",
                "cells of a wrong size cost work: copies of boxes, or tests", "none", kValley},
    SourceClaim{"grid-cells/sizes",
                "[S] [Cohen 1995] 4",
                "a grid works badly if the sizes of the boxes differ",
                "none",
                {"work per pair with the best cells: boxes with edges of 1 to 64 / boxes of one size",
                 above(1.5), above(1.0)}},
    SourceClaim{
        "scaling-bodies/broad",
        "[E: open copy] [Cohen 1995]",
        "sweep and prune reduces O(n²) pair tests to O(n + m)",
        "linear",
        {"exponent e of the time of the broad phase ~ bodies^e", between(0.85, 1.25), between(0.75, 1.75)},
        Basis::times},
    SourceClaim{
        "scaling-bodies/total",
        "[S] [Cohen 1995] 5",
        "the time of a frame grows nearly linearly with the number of bodies",
        "a straight line",
        {"exponent e of the time of collision detection ~ bodies^e", between(0.9, 1.25), between(0.75, 1.5)},
        Basis::times},
    SourceClaim{"rectangles",
                "[S] [Cohen 1995] 4",
                "rectangles overlap less often than intervals, which saves time where projections cluster",
                "none",
                {"time of an update with each variant, on clustered scenes"},
                Basis::times,
                "no experiment compares the two variants on clustered scenes"},
    SourceClaim{"walkthrough",
                "[S] [Cohen 1995] 6",
                "no perceptible loss of frame rate with collision detection on",
                "none",
                {"share of the frame time that collision detection takes"},
                Basis::times,
                "a statement about perception on a machine of 1995"},
};

} // namespace

std::span<const SourceClaim> list_cohen_claims() {
    return kCohenClaims;
}

} // namespace boxwood
