#include "engine/scene/queries/results.hpp"

#include <fstream>
#include <gtest/gtest.h>
#include <limits>
#include <sstream>
#include <unistd.h>
#include <vector>

namespace boxwood {
namespace {

std::string line_of(const ResultLine& result) {
    std::string text;
    append_json_line(text, result);
    return text;
}

TEST(ResultsTest, each_mode_writes_its_own_fields) {
    const std::vector<PrimitivePair> pairs{{0, 3}, {2, 1}};
    ResultLine line{.id = 4, .intersects = true, .volume_tests = 12, .primitive_tests = 5, .us = 1.5};
    EXPECT_EQ(line_of(line),
              "{\"id\":4,\"intersects\":true,\"volume_tests\":12,\"primitive_tests\":5,\"us\":1.5}\n");
    line.pairs = pairs;
    EXPECT_EQ(line_of(line), "{\"id\":4,\"intersects\":true,\"pairs\":[[0,3],[2,1]],\"volume_tests\":12,"
                             "\"primitive_tests\":5,\"us\":1.5}\n");
    line.pairs = std::span<const PrimitivePair>{};
    line.intersects = false;
    EXPECT_NE(line_of(line).find("\"intersects\":false,\"pairs\":[],"), std::string::npos);
    line.pairs.reset();
    line.closest = ClosestPoints{0.1, {glm::dvec3(1.0, 2.0, 1.0 / 3.0), glm::dvec3(-1e300, 5e-324, 0.0)}};
    EXPECT_EQ(line_of(line),
              "{\"id\":4,\"intersects\":false,\"distance\":0.1,\"points\":[[1,2,0.3333333333333333],"
              "[-1e+300,5e-324,0]],\"volume_tests\":12,\"primitive_tests\":5,\"us\":1.5}\n");
}

TEST(ResultsTest, infinity_and_nan_are_written_as_null) {
    ResultLine line;
    line.closest = ClosestPoints{std::numeric_limits<double>::infinity(), {}};
    line.us = std::numeric_limits<double>::quiet_NaN();
    EXPECT_NE(line_of(line).find("\"distance\":null"), std::string::npos);
    EXPECT_NE(line_of(line).find("\"us\":null"), std::string::npos);
}

TEST(ResultsTest, a_file_holds_the_lines_in_order) {
    const auto path =
        std::filesystem::temp_directory_path() / ("boxwood_results_" + std::to_string(::getpid()) + ".jsonl");
    auto writer = ResultWriter::open(path);
    ASSERT_TRUE(writer) << writer.error().message;
    for (int i = 0; i < 3; ++i) {
        ResultLine line;
        line.id = i;
        EXPECT_TRUE(writer->write(line));
    }
    EXPECT_TRUE(writer->close());
    std::ostringstream text;
    text << std::ifstream(path).rdbuf();
    std::filesystem::remove(path);
    EXPECT_EQ(text.str().find("{\"id\":0,"), 0u);
    EXPECT_LT(text.str().find("{\"id\":1,"), text.str().find("{\"id\":2,"));
}

TEST(ResultsTest, unwritable_paths_are_errors) {
    EXPECT_FALSE(ResultWriter::open("no/such/folder/out.jsonl"));
    EXPECT_FALSE(ResultWriter::open("."));
    if (!std::filesystem::exists("/dev/full")) GTEST_SKIP();
    auto writer = ResultWriter::open("/dev/full");
    ASSERT_TRUE(writer);
    (void)writer->write(ResultLine{});
    EXPECT_FALSE(writer->close());
}

} // namespace
} // namespace boxwood
