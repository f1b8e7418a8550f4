#include "app/jobs/progress.hpp"

#include <gtest/gtest.h>

#include <array>
#include <memory>

namespace boxwood {
namespace {

using std::chrono::milliseconds;

struct CloseFile {
    void operator()(std::FILE* file) const { std::fclose(file); }
};
using File = std::unique_ptr<std::FILE, CloseFile>;

std::string read_back(std::FILE* file) {
    std::string text;
    std::array<char, 256> piece;
    std::rewind(file);
    while (const std::size_t size = std::fread(piece.data(), 1, piece.size(), file))
        text.append(piece.data(), size);
    return text;
}

void wait_for_text(std::FILE* file) {
    while (std::ftell(file) == 0) std::this_thread::sleep_for(milliseconds(1));
}

TEST(ProgressTest, what_ends_in_time_prints_nothing) {
    const File file(std::tmpfile());
    {
        Progress progress({file.get(), false, std::chrono::hours(1)});
        progress.begin("frame", 10);
        progress.set_done(3);
    }
    EXPECT_EQ(read_back(file.get()), "");
}

TEST(ProgressTest, what_takes_longer_says_what_it_does_and_how_far_it_is) {
    const File file(std::tmpfile());
    Progress progress({file.get(), false, milliseconds(1)});
    progress.set_done(3);
    std::this_thread::sleep_for(milliseconds(5)); // too early for a line
    progress.begin("frame", 10);
    progress.set_done(3);
    wait_for_text(file.get());
    progress.end();
    const std::string text = read_back(file.get());
    EXPECT_EQ(text.rfind("boxwood: progress: frame ", 0), 0u) << text;
    EXPECT_NE(text.find(" of 10, "), std::string::npos) << text;
    // The line may be printed before set_done().
    EXPECT_TRUE(text.ends_with(" of 10, 0 s\n") || text.ends_with(" s left\n")) << text;
    EXPECT_EQ(text.find('\r'), std::string::npos) << text;
    progress.begin("more");
    std::this_thread::sleep_for(milliseconds(5));
    EXPECT_EQ(read_back(file.get()), text); // nothing after end()
}

TEST(ProgressTest, the_time_left_does_not_count_what_an_earlier_run_did) {
    const File file(std::tmpfile());
    Progress progress({file.get(), false, milliseconds(20)});
    progress.begin("query", 1'000'000, 900'000);
    progress.set_done(900'001);
    wait_for_text(file.get());
    progress.end();
    const std::string text = read_back(file.get());
    EXPECT_NE(text.find(" 900001 of 1000000, "), std::string::npos) << text;
    const std::size_t at = text.find("about ");
    ASSERT_NE(at, std::string::npos) << text;
    EXPECT_GE(std::stoul(text.substr(at + 6)), 100u) << text; // one query took 1 ms or more
}

TEST(ProgressTest, on_a_terminal_the_line_is_removed_at_the_end) {
    const File file(std::tmpfile());
    {
        Progress progress({file.get(), true, milliseconds(1)});
        progress.begin("reading a.obj");
        wait_for_text(file.get());
    }
    const std::string text = read_back(file.get());
    EXPECT_EQ(text.rfind("\r\x1b[Kboxwood: progress: reading a.obj, ", 0), 0u) << text;
    EXPECT_TRUE(text.ends_with("\r\x1b[K")) << text;
}

} // namespace
} // namespace boxwood
