#include "engine/system/executable_path.hpp"
#include "engine/system/start_program.hpp"

#include <gtest/gtest.h>

#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <thread>
#include <unistd.h>

namespace boxwood::start_program_test {

namespace fs = std::filesystem;

constexpr const char* kCopy = "BOXWOOD_TEST_COPY";
constexpr const char* kReport = "BOXWOOD_TEST_REPORT";

// A build or an update can replace the file of the program while the program runs.
TEST(StartProgramTest, a_running_program_whose_file_was_removed_can_start_itself_again) {
    if (const char* const copy = std::getenv(kCopy)) { // this process runs the copy
        ASSERT_TRUE(fs::remove(copy));
        const Status status = start_this_program(
            {"--gtest_filter=-*", std::string("--gtest_output=xml:") + std::getenv(kReport)});
        EXPECT_TRUE(status) << status.error().message;
        return;
    }
    const fs::path folder =
        fs::temp_directory_path() / ("boxwood_start_program_" + std::to_string(::getpid()));
    const fs::path copy = folder / "program", report = folder / "report.xml";
    fs::create_directories(folder);
    fs::copy_file(executable_path(), copy);
    const std::string command = std::string(kCopy) + "='" + copy.string() + "' " + kReport + "='" +
                                report.string() + "' '" + copy.string() +
                                "' --gtest_filter=StartProgramTest.*";
    EXPECT_EQ(std::system(command.c_str()), 0);
    const auto deadline = std::chrono::steady_clock::now() + std::chrono::seconds(20);
    while (!fs::exists(report) && std::chrono::steady_clock::now() < deadline)
        std::this_thread::sleep_for(std::chrono::milliseconds(10));
    EXPECT_TRUE(fs::exists(report)) << "the program that the copy starts must write the report";
    std::error_code ignored;
    fs::remove_all(folder, ignored);
}

} // namespace boxwood::start_program_test
