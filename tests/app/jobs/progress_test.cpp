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

TEST(ProgressTest, command_that_ends_before_the_delay_prints_nothing) {
    const File file(std::tmpfile());
    {
        Progress progress({file.get(), false, std::chrono::hours(1)});
        progress.begin("frame", 10);
        progress.set_done(3);
    }
    EXPECT_EQ(read_back(file.get()), "");
}

TEST(ProgressTest, longer_command_prints_its_phase_and_its_progress) {
    const File file(std::tmpfile());
    Progress progress({file.get(), false, milliseconds(1)});
    progress.set_done(3);
    std::this_thread::sleep_for(milliseconds(5)); // no line is printed before begin()
    progress.begin("frame", 10);
    progress.set_done(3);
    wait_for_text(file.get());
    progress.end();
    const std::string text = read_back(file.get());
    EXPECT_EQ(text.rfind("boxwood: progress: frame ", 0), 0u) << text;
    EXPECT_NE(text.find(" of 10, "), std::string::npos) << text;
    // If the line is printed before set_done(), it does not give the time left.
    EXPECT_TRUE(text.ends_with(" of 10, 0 s\n") || text.ends_with(" s left\n")) << text;
    EXPECT_EQ(text.find('\r'), std::string::npos) << text;
    progress.begin("more");
    std::this_thread::sleep_for(milliseconds(5));
    EXPECT_EQ(read_back(file.get()), text); // no output after end()
}

TEST(ProgressTest, time_left_does_not_count_items_of_an_earlier_run) {
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
    // 99999 queries are left, and the first took at least 1 ms.
    EXPECT_GE(std::stoul(text.substr(at + 6)), 100u) << text;
}

TEST(ProgressTest, line_on_a_terminal_is_removed_at_the_end) {
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
