#include "engine/ui/controls/file_dialog.hpp"
#include "tests/engine/ui/ui_harness.hpp"

#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

namespace boxwood::ui {
namespace {

using platform::Key;

class FileDialogTest : public UiTest {
  protected:
    void SetUp() override {
        folder_ =
            std::filesystem::path(testing::TempDir()) /
            (std::string("boxwood_files_") + testing::UnitTest::GetInstance()->current_test_info()->name());
        std::filesystem::remove_all(folder_);
        std::filesystem::create_directories(folder_ / "scenes");
        for (const char* name : {"bunny.OBJ", "Teapot.obj", "notes.txt", ".hidden.obj", "scenes/pair.json"}) {
            std::ofstream(folder_ / name) << "twelve bytes";
        }
        draw_ = [this] {
            if (auto chosen = dialog_.draw()) chosen_ = *chosen;
        };
    }
    void TearDown() override { std::filesystem::remove_all(folder_); }

    std::string names(const FileFilter& filter) const {
        std::string all;
        for (const FileEntry& entry : list_folder(folder_, filter).entries)
            all += entry.name + (entry.is_folder ? "/ " : " ");
        return all;
    }

    std::filesystem::path folder_, chosen_;
    FileDialog dialog_;
    const std::vector<std::string> extensions_{".obj", ".json"};
};

TEST_F(FileDialogTest, folders_come_first_and_filters_apply) {
    EXPECT_EQ(names({extensions_, "", false}), "scenes/ bunny.OBJ Teapot.obj ");
    EXPECT_EQ(names({{}, "", false}), "scenes/ bunny.OBJ notes.txt Teapot.obj ");
    EXPECT_EQ(names({extensions_, "TEA", false}), "Teapot.obj ");
    EXPECT_EQ(names({extensions_, "", true}), "scenes/ .hidden.obj bunny.OBJ Teapot.obj ");
    EXPECT_EQ(list_folder(folder_, {extensions_, "bunny", false}).entries.front().bytes, 12u);
}

TEST_F(FileDialogTest, a_folder_that_cannot_be_read_says_so) {
    const FileList list = list_folder(folder_ / "nowhere", {});
    EXPECT_TRUE(list.entries.empty());
    EXPECT_NE(list.error.find("nowhere"), std::string::npos);
}

TEST_F(FileDialogTest, sizes_have_3_digits_and_a_unit) {
    EXPECT_EQ(format_bytes(999), "999 B");
    EXPECT_EQ(format_bytes(15800), "15.8 kB");
    EXPECT_EQ(format_bytes(2420000), "2.42 MB");
    EXPECT_EQ(format_bytes(999999), "1.00 MB");
}

TEST_F(FileDialogTest, a_file_is_opened_by_keyboard_alone) {
    dialog_.open(folder_, extensions_);
    frames(5);
    type("tea");
    tap(Key::enter);
    EXPECT_EQ(chosen_.filename(), "Teapot.obj");
    EXPECT_FALSE(dialog_.is_open());
}

TEST_F(FileDialogTest, arrow_keys_select_enter_opens_and_backspace_leaves_a_folder) {
    dialog_.open(folder_, extensions_);
    frames(5);
    tap(Key::enter);
    frames(5);
    EXPECT_TRUE(dialog_.is_open()) << "a folder is entered, not opened";
    tap(Key::backspace);
    frames(5);
    tap(Key::down);
    tap(Key::enter);
    EXPECT_EQ(chosen_.filename(), "bunny.OBJ");
}

TEST_F(FileDialogTest, entering_a_folder_clears_the_typed_filter) {
    dialog_.open(folder_, extensions_);
    frames(5);
    type("scen");
    tap(Key::enter);
    frames(5);
    EXPECT_TRUE(dialog_.is_open());
    tap(Key::enter);
    EXPECT_EQ(chosen_.filename(), "pair.json") << "the whole folder must be listed";

    dialog_.open(folder_, extensions_);
    frames(5);
    type("scen");
    tap(Key::enter);
    frames(5);
    type("air");
    tap(Key::enter);
    EXPECT_EQ(chosen_.filename(), "pair.json") << "the filter must start empty in the folder";
}

TEST_F(FileDialogTest, a_pasted_path_opens_its_file_or_folder) {
    for (const std::string& pasted :
         {(folder_ / "scenes" / "pair.json").string(),
          "file://" + (folder_ / "scenes/pair.json").string() + " ", std::string("scenes/pair.json"),
          "file://" + (folder_ / "sc%65nes/pair%2Ejson").string(), std::string("\"./scenes/pair.json\"")}) {
        SCOPED_TRACE(pasted);
        chosen_.clear();
        dialog_.open(folder_, extensions_);
        frames(5);
        type(pasted);
        tap(Key::enter);
        EXPECT_EQ(chosen_.filename(), "pair.json");
        EXPECT_FALSE(dialog_.is_open());
    }
    dialog_.open(folder_, extensions_);
    frames(5);
    type((folder_ / "scenes").string());
    tap(Key::enter);
    frames(5);
    EXPECT_TRUE(dialog_.is_open()) << "a folder is entered, not opened";
    chosen_.clear();
    tap(Key::enter);
    EXPECT_EQ(chosen_.filename(), "pair.json");
    chosen_.clear();
    dialog_.open(folder_, extensions_);
    frames(5);
    type("scenes/pa"); // filters the folder scenes
    tap(Key::enter);
    EXPECT_EQ(chosen_.filename(), "pair.json");
    chosen_.clear();
    dialog_.open(folder_, extensions_);
    frames(5);
    type("/no/such/file.obj");
    tap(Key::enter);
    EXPECT_TRUE(dialog_.is_open());
    EXPECT_TRUE(chosen_.empty());
    tap(Key::escape);
}

TEST_F(FileDialogTest, a_shortcut_is_opened_with_one_click) {
    dialog_.open(folder_, extensions_, {{"Recent files", "teapot", folder_ / "Teapot.obj"}});
    frames(5);
    click({500.0f - 350.0f + 60.0f, 400.0f - 260.0f + 12.0f + 24.0f + 8.0f + 24.0f + 10.0f});
    EXPECT_EQ(chosen_.filename(), "Teapot.obj");
    EXPECT_FALSE(dialog_.is_open());
}

TEST_F(FileDialogTest, escape_closes_the_dialog_without_a_file) {
    dialog_.open(folder_, extensions_);
    frames(5);
    tap(Key::escape);
    EXPECT_FALSE(dialog_.is_open());
    EXPECT_TRUE(chosen_.empty());
}

} // namespace
} // namespace boxwood::ui
