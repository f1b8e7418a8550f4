// The claims of the paper on restricted BoxTrees. Its tables and curves are lost. The claims are therefore statements
// of its text.
#include "bench/experiments/claims/claim_lists.hpp"

#include <array>

namespace boxwood {
namespace {

constexpr std::string_view kNested =
    "follows from the definition: boxes that overlap by full SAT also overlap by lite and by re-boxing";

constexpr std::array kZachmannClaims{
    SourceClaim{"boxtree-sides/shared",
                "[S] [Zachmann 2002] 3",
                "on average many sides of a child coincide with its parent's",
                "lost",
                {"mean number of sides, of six, that a child shares with its parent, per model", kNoRange,
                 above(3.0)}},
    SourceClaim{"boxtree-memory/fraction",
                "[S] [Zachmann 2002] 5",
                "a BoxTree takes a fraction of the memory of an OBB tree",
                "lost",
                {"bytes per triangle: OBB tree / BoxTree", kNoRange, above(1.0)},
                Basis::counts,
                "follows from the definition of the nodes"},
    SourceClaim{"boxtree-flops/full-over-reboxing",
                "[S] [Zachmann 2002] 5",
                "full SAT costs much more than re-boxing",
                "lost",
                {"operations per pair of children: full SAT / re-boxing", kNoRange, above(2.0)}},
    SourceClaim{"boxtree-flops/full-over-obb",
                "[S] [Zachmann 2002] 5",
                "full SAT costs less than the worst case of OBBs",
                "lost",
                {"operations per pair of nodes, full SAT: BoxTree / OBB tree", kNoRange, below(1.0)}},
    SourceClaim{"boxtree-hoisting/factor",
                "[S] [Zachmann 2002] 4.3",
                "hoisting about halves the BoxTree's operations",
                "2, derived from the text",
                {"operations for four pairs of children in the worst case: recomputed / hoisted, per test",
                 between(1.7, 2.3), above(1.0)}},
    SourceClaim{
        "boxtree-hoisting/nodes",
        "[S] [Zachmann 2002] 4.3",
        "hoisting saves half of the work per node",
        "1/2",
        {"nodes prepared: hoisted / recomputed, smallest and largest of all traversals", between(0.45, 0.55)},
        Basis::counts,
        "follows from the definition: each node is prepared for two pairs"},
    SourceClaim{
        "boxtree-growth/linear",
        "[S] [Zachmann 2002] 5",
        "construction takes O(n), under an assumption that is lost",
        "linear",
        {"residual of the fit of c n / residual of the fit of c n log n, per model", below(1.0), kNoRange, 3},
        Basis::times},
    SourceClaim{"boxtree-rules/volume",
                "[S] [Zachmann 2002] 5",
                "minimizing the sum of the children's volumes gives good trees",
                "good",
                {"volume tests: tree of the paper's rule / tree of the best rule, per model", below(1.1)}},
    SourceClaim{"boxtree-lookup/no-gain",
                "[S] [Zachmann 2002] 4",
                "tables of products save no time",
                "no gain",
                {"time: products looked up / multiplied, smallest and largest of all models, tests and "
                 "widths of the moves",
                 above(0.95)},
                Basis::times},
    SourceClaim{"boxtree-tumbling/reboxing",
                "[S] [Zachmann 2002] 6",
                "lite is the best of the three tests: it is faster than re-boxing",
                "an order",
                {"time: re-boxing / lite, per model", above(1.05), above(1.0)},
                Basis::times},
    SourceClaim{"boxtree-tumbling/full",
                "[S] [Zachmann 2002] 6",
                "full SAT is not worth its effort",
                "an order",
                {"time: full SAT / lite, per model", above(1.05), above(1.0)},
                Basis::times},
    SourceClaim{"boxtree-tumbling/full-tests",
                "[S] [Zachmann 2002] 6",
                "full SAT has fewer false positives than lite",
                "an order",
                {"volume tests: full SAT / lite, per model", below(0.95), below(1.0)},
                Basis::counts,
                kNested},
    SourceClaim{"boxtree-tumbling/reboxing-tests",
                "[S] [Zachmann 2002] 6",
                "re-boxing has the most false positives of the three tests",
                "an order",
                {"volume tests: re-boxing / lite, per model", above(1.05), above(1.0)},
                Basis::counts,
                kNested},
    SourceClaim{"boxtree-tumbling/obb-league",
                "[S] [Zachmann 2002] 6",
                "BoxTrees are in the league of OBB trees",
                "in the league",
                {"time: BoxTree lite / OBB tree, per model", between(0.5, 2.0)},
                Basis::times},
    SourceClaim{"boxtree-tumbling/dop-league",
                "[S] [Zachmann 2002] 6",
                "BoxTrees are in the league of DOP trees",
                "in the league",
                {"time: BoxTree lite / tree of 24-DOPs, per model", between(0.5, 2.0)},
                Basis::times},
};

} // namespace

std::span<const SourceClaim> list_zachmann_claims() {
    return kZachmannClaims;
}

} // namespace boxwood
