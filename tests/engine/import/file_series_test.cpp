#include "engine/import/file_series.hpp"

#include <gtest/gtest.h>

#include <fstream>

namespace boxwood {
namespace {

class FileSeriesTest : public testing::Test {
  protected:
    void SetUp() override {
        const std::string test =
            // A folder per test, because tests run in parallel.
            testing::UnitTest::GetInstance()->current_test_info()->name();
        folder_ = std::filesystem::path(testing::TempDir()) / ("file_series_" + test);
        std::filesystem::remove_all(folder_);
        std::filesystem::create_directories(folder_);
    }
    void TearDown() override { std::filesystem::remove_all(folder_); }
    void make(std::initializer_list<const char*> names) {
        for (const char* name : names) std::ofstream(folder_ / name) << "v 0 0 0\n";
    }
    std::vector<std::string> names_from(const char* first) {
        std::vector<std::string> names;
        for (const auto& file : find_series(folder_ / first)) names.push_back(file.filename().string());
        return names;
    }
    std::filesystem::path folder_;
};
using Names = std::vector<std::string>;

TEST_F(FileSeriesTest, a_series_ends_before_the_first_missing_number) {
    make({"a_008.obj", "a_009.obj", "a_010.obj", "a_012.obj", "b_011.obj", "a_011.ply"});
    EXPECT_EQ(names_from("a_008.obj"), (Names{"a_008.obj", "a_009.obj", "a_010.obj"}));
    EXPECT_EQ(names_from("a_012.obj"), (Names{"a_012.obj"}));
}

TEST_F(FileSeriesTest, numbers_without_leading_zeros_can_gain_a_digit) {
    make({"9.obj", "10.obj", "011.obj"});
    EXPECT_EQ(names_from("9.obj"), (Names{"9.obj", "10.obj"}));
}

TEST_F(FileSeriesTest, a_file_without_a_number_is_a_series_of_one) {
    make({"rock.obj", "rock1.obj"});
    EXPECT_EQ(names_from("rock.obj"), (Names{"rock.obj"}));
}

} // namespace
} // namespace boxwood
