#include "collision/world/pairs/pair_filter.hpp"
#include "tests/oracles/effort.hpp"

#include <gtest/gtest.h>

#include <random>
#include <set>

namespace boxwood {
namespace {

TEST(PairSwitchesTest, equals_a_set_of_exceptions) {
    std::mt19937 random(1);
    PairFilter filter;
    std::set<BodyPair> exceptions;
    bool by_default = true;
    constexpr BodyId kBodies = 12;
    for (std::size_t i = 0; i < test::choose_effort(4000, 1000000); ++i) {
        const auto a = static_cast<BodyId>(random() % kBodies), b = static_cast<BodyId>(random() % kBodies);
        const auto what = random() % 100;
        if (what == 0) {
            by_default = random() % 2 == 0;
            filter.set_all(by_default);
            exceptions.clear();
        } else if (what < 8) {
            filter.erase(a);
            std::erase_if(exceptions, [a](const BodyPair& pair) { return pair.a == a || pair.b == a; });
        } else if (a != b) {
            const bool on = random() % 2 == 0;
            filter.set(make_pair_of(a, b), on);
            exceptions.erase(make_pair_of(a, b));
            if (on != by_default) exceptions.insert(make_pair_of(a, b));
        }
        ASSERT_EQ(filter.exception_count(), exceptions.size());
        std::set<BodyPair> listed;
        filter.for_each_exception([&](const BodyPair& pair) { listed.insert(pair); });
        ASSERT_EQ(listed, exceptions);
        if (a != b) {
            ASSERT_EQ(filter.is_enabled(make_pair_of(a, b)),
                      exceptions.contains(make_pair_of(a, b)) != by_default);
        }
    }
}

} // namespace
} // namespace boxwood
