#include "engine/import/text_file.hpp"

#include <gtest/gtest.h>

#include <csignal>
#include <filesystem>
#include <string>

#include <sys/resource.h>

namespace boxwood::text_file_test {
namespace {

namespace fs = std::filesystem;

class TextFileTest : public testing::Test {
  protected:
    TextFileTest() { fs::create_directories(folder_); }
    ~TextFileTest() override { fs::remove_all(folder_); }
    std::string content(const fs::path& path) const { return read_text_file(path, 1u << 20).value(); }
    fs::path folder_ = fs::path(testing::TempDir()) / "boxwood_text_file_test";
};

// Simulates a full disk by a limit on the size of files.
TEST_F(TextFileTest, a_failed_write_leaves_the_file_as_it_was) {
    const fs::path path = folder_ / "scene.json";
    ASSERT_TRUE(write_text_file(path, "first"));
    const auto handler = std::signal(SIGXFSZ, SIG_IGN);
    rlimit before{};
    getrlimit(RLIMIT_FSIZE, &before);
    const rlimit small{1000, before.rlim_max};
    setrlimit(RLIMIT_FSIZE, &small);
    const Status status = write_text_file(path, std::string(100'000, 'x'));
    setrlimit(RLIMIT_FSIZE, &before);
    std::signal(SIGXFSZ, handler);
    EXPECT_FALSE(status);
    EXPECT_EQ(content(path), "first");
    // No temporary file is left.
    EXPECT_EQ(std::distance(fs::directory_iterator(folder_), fs::directory_iterator()), 1);
}

TEST_F(TextFileTest, a_link_stays_a_link) {
    const fs::path target = folder_ / "target.json", link = folder_ / "link.json";
    ASSERT_TRUE(write_text_file(target, "first"));
    fs::create_symlink(target, link);
    ASSERT_TRUE(write_text_file(link, "second"));
    EXPECT_TRUE(fs::is_symlink(link));
    EXPECT_EQ(content(target), "second");
    ASSERT_TRUE(append_text_file(link, " third"));
    EXPECT_EQ(content(target), "second third");
}

TEST_F(TextFileTest, errors_name_the_file) {
    const Status missing = write_text_file(folder_ / "none" / "x.json", "text");
    ASSERT_FALSE(missing);
    EXPECT_NE(missing.error().message.find("x.json"), std::string::npos);
    EXPECT_FALSE(write_text_file("", "text"));
    EXPECT_FALSE(write_text_file(folder_, "text"));
}

} // namespace
} // namespace boxwood::text_file_test
