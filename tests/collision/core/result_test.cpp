#include "collision/core/result.hpp"

#include <gtest/gtest.h>

#include <memory>
#include <vector>

namespace boxwood {
namespace {

Result<std::vector<int>> three_numbers() {
    return std::vector<int>{1, 2, 3};
}

TEST(Result, TheValueOfATemporaryResultOutlivesTheResult) {
    int sum = 0;
    for (const int number : three_numbers().value()) sum += number;
    EXPECT_EQ(sum, 6);
    const std::unique_ptr<int> moved = Result<std::unique_ptr<int>>(std::make_unique<int>(7)).value();
    EXPECT_EQ(*moved, 7);
}

TEST(Result, TheValueOfANamedResultIsAReferenceToItsContent) {
    Result<std::vector<int>> result = three_numbers();
    result.value().push_back(4);
    EXPECT_EQ(result->size(), 4u);
    const Result<std::vector<int>>& fixed = result;
    EXPECT_EQ(&fixed.value(), &*fixed);
}

TEST(ResultDeathTest, CallingValueOnAnErrorEndsTheProcessWithTheMessage) {
    const Result<int> failed = Error{"mesh: has no triangles"};
    EXPECT_DEATH(static_cast<void>(failed.value()), "mesh: has no triangles");
    EXPECT_DEATH(static_cast<void>(Result<int>(Error{"no such file"}).value()), "no such file");
}

} // namespace
} // namespace boxwood
