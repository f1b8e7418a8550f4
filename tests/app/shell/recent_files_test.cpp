#include "app/shell/files/recent_files.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

namespace boxwood {
namespace {

namespace fs = std::filesystem;

TEST(RecentFiles, any_path_comes_back_from_a_saved_file) {
    const fs::path settings = fs::temp_directory_path() / "boxwood_recent_files_test" / "settings";
    const std::vector<fs::path> files{"/a/plain.obj", "/with space/a#b.ply", "/100%/%41 é.stl", "/tab\there.obj"};
    Preferences preferences;
    for (const fs::path& file : files) note_recent_file(preferences, file);
    ASSERT_TRUE(preferences.save(settings));
    const std::vector<fs::path> read = recent_files(Preferences::load(settings));
    EXPECT_EQ(read, std::vector<fs::path>(files.rbegin(), files.rend())) << "the last one first";
    fs::remove_all(settings.parent_path());
}

TEST(RecentFiles, a_file_is_listed_once_and_the_oldest_leave) {
    Preferences preferences;
    for (int i = 0; i < 20; ++i) {
        note_recent_file(preferences, "/mesh" + std::to_string(i) + ".obj");
        note_recent_file(preferences, "/often.obj");
    }
    const std::vector<fs::path> files = recent_files(preferences);
    EXPECT_EQ(files.size(), kMaxRecentFiles);
    EXPECT_EQ(files[0], "/often.obj");
    EXPECT_EQ(files[1], "/mesh19.obj");
    EXPECT_EQ(std::count(files.begin(), files.end(), fs::path("/often.obj")), 1);
}

} // namespace
} // namespace boxwood
