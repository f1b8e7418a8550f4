#include "engine/render/gl/image.hpp"

#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

#include <gtest/gtest.h>
#include <unistd.h>

namespace boxwood::render {
namespace {

namespace fs = std::filesystem;

class ImageTest : public ::testing::Test {
  protected:
    void SetUp() override {
        folder = fs::temp_directory_path() / ("boxwood_image_test_" + std::to_string(::getpid()));
        fs::create_directories(folder);
    }
    void TearDown() override { fs::remove_all(folder); }
    static std::string content(const fs::path& path) {
        std::ifstream file(path, std::ios::binary);
        return {std::istreambuf_iterator<char>(file), {}};
    }
    std::ptrdiff_t files() const {
        return std::distance(fs::directory_iterator(folder), fs::directory_iterator());
    }
    static Image image(int width, int height) {
        return {width, height, std::vector<std::uint8_t>(4 * static_cast<std::size_t>(width * height), 200)};
    }
    fs::path folder;
};

TEST_F(ImageTest, png_has_its_signature_and_size) {
    const fs::path path = folder / "a picture.png";
    EXPECT_EQ(save_png(path, image(300, 7)), "");
    const std::string bytes = content(path);
    ASSERT_GT(bytes.size(), 33u);
    EXPECT_EQ(bytes.substr(0, 8), "\x89PNG\r\n\x1a\n");
    EXPECT_EQ(bytes.substr(12, 12), std::string("IHDR\0\0\x01\x2c\0\0\0\x07", 12));
    EXPECT_EQ(bytes.substr(bytes.size() - 8, 4), "IEND");
    EXPECT_EQ(files(), 1);
}

TEST_F(ImageTest, saving_replaces_an_older_picture) {
    const fs::path path = folder / "p.png";
    ASSERT_EQ(save_png(path, image(10, 10)), "");
    const std::string before = content(path);
    ASSERT_EQ(save_png(path, image(20, 10)), "");
    EXPECT_NE(content(path), before);
    EXPECT_EQ(files(), 1);
}

TEST_F(ImageTest, a_failed_save_is_an_error_that_names_the_path_and_leaves_no_file) {
    const std::string missing = folder / "no" / "such" / "folder.png";
    const std::string error = save_png(missing, image(4, 4));
    EXPECT_NE(error.find(missing), std::string::npos) << error;
    EXPECT_EQ(error.find('\n'), std::string::npos);
    fs::create_directory(folder / "taken.png");
    EXPECT_NE(save_png(folder / "taken.png", image(4, 4)), "");
    EXPECT_TRUE(fs::is_directory(folder / "taken.png"));
    EXPECT_NE(save_png("", image(4, 4)), "");
    EXPECT_EQ(files(), 1); // only the folder "taken.png"
}

TEST_F(ImageTest, an_empty_picture_is_an_error) {
    EXPECT_NE(save_png(folder / "e.png", Image{}), "");
    EXPECT_EQ(files(), 0);
}

TEST_F(ImageTest, pixels_are_found_by_column_and_row) {
    Image two = image(3, 2);
    two.rgba[4 * (1 * 3 + 2)] = 7;
    EXPECT_EQ(*two.at(2, 1), 7);
    EXPECT_EQ(*two.at(1, 1), 200);
}

} // namespace
} // namespace boxwood::render
