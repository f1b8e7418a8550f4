// Every claim of a source is complete, and names an experiment or the reason why it is not judged. The page judges the
// stored estimates by the rules of the claims.
#include "bench/experiments/claims/claims_page.hpp"
#include "bench/experiments/claims/source_claims.hpp"
#include "bench/experiments/experiment.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

namespace boxwood {
namespace {

TEST(SourceClaims, each_claim_is_complete_and_its_ranges_are_nested) {
    std::set<std::string_view> keys;
    for (const SourceOfClaims& source : all_source_claims())
        for (const SourceClaim& claim : source.claims) {
            EXPECT_TRUE(keys.insert(claim.key).second) << claim.key;
            EXPECT_TRUE(claim.source.starts_with("[S] ") || claim.source.starts_with("[E: ")) << claim.key;
            EXPECT_NE(claim.source.find(source.key), std::string_view::npos) << claim.key;
            EXPECT_FALSE(claim.statement.empty() || claim.figure.empty() || claim.rule.quantity.empty())
                << claim.key;
            const ClaimRange &inner = claim.rule.reproduced, &outer = claim.rule.direction;
            const bool is_contained = outer.low <= inner.low && inner.high <= outer.high;
            EXPECT_TRUE(!claim.not_judged.empty() || !inner.is_empty() || !outer.is_empty()) << claim.key;
            EXPECT_TRUE(inner.is_empty() || outer.is_empty() || is_contained) << claim.key;
            // a lost figure cannot be reproduced
            EXPECT_TRUE(claim.figure != "lost" || inner.is_empty()) << claim.key;
        }
    EXPECT_GT(keys.size(), 80u);
}

TEST(SourceClaims, a_claim_without_experiment_says_why_it_is_not_judged) {
    const std::span<const Experiment> all = all_experiments();
    for (const SourceOfClaims& source : all_source_claims())
        for (const SourceClaim& claim : source.claims) {
            const std::size_t slash = claim.key.find('/');
            if (slash == std::string_view::npos) {
                EXPECT_FALSE(claim.not_judged.empty()) << claim.key;
                continue;
            }
            EXPECT_TRUE(std::ranges::any_of(all, [&](const Experiment& one) {
                return one.name == claim.key.substr(0, slash);
            })) << claim.key;
        }
}

constexpr const char* kHead = "section,key,shape,source,figure,test,estimate,verdict,basis,note\n";

Result<std::string> page_of(const char* row) {
    return claims_page([row](std::string_view experiment) -> Result<std::optional<std::string>> {
        if (experiment != "boxtree-tumbling") return std::optional<std::string>{};
        return std::optional(std::string(kHead) + row);
    });
}

TEST(ClaimsPage, judges_stored_estimates_and_counts_verdicts) {
    const Result<std::string> page = page_of(",obb-league,,,,,\"sphere 1.5, rock 3.1\",reproduced,times,\n");
    ASSERT_TRUE(page) << page.error().message;
    EXPECT_NE(page->find("sphere 1.5, rock 3.1 ([`boxtree-tumbling`]"), std::string::npos);
    EXPECT_NE(page->find("| [Zachmann 2002] | 0 | 0 | 1 | 14 |"), std::string::npos) << page->substr(0, 600);
    const Result<std::string> none = page_of("");
    ASSERT_TRUE(none);
    EXPECT_NE(none->find("| [Zachmann 2002] | 0 | 0 | 0 | 15 |"), std::string::npos);
}

TEST(ClaimsPage, unreadable_claims_are_errors) {
    const Result<std::string> page = page_of(",obb-league,,,,,sphere much,reproduced,times,\n");
    ASSERT_FALSE(page);
    EXPECT_NE(page.error().message.find("boxtree-tumbling/claims.csv: claim 'obb-league'"),
              std::string::npos);
    EXPECT_FALSE(page_of(",obb-league,1.5\n"));
}

} // namespace
} // namespace boxwood
