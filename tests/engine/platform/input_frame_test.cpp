#include "engine/platform/input_frame.hpp"

#include <set>
#include <string>

#include <gtest/gtest.h>

namespace boxwood::platform {
namespace {

TEST(KeyTest, every_key_has_a_unique_name_and_is_found_by_it) {
    std::set<std::string> names;
    for (int i = 1; i < static_cast<int>(Key::count); ++i) {
        const Key key = static_cast<Key>(i);
        const std::string name = key_name(key);
        EXPECT_FALSE(name.empty()) << "key " << i;
        EXPECT_TRUE(names.insert(name).second) << name;
        EXPECT_EQ(key_from_name(name), key) << name;
    }
}

TEST(KeyTest, names_match_the_labels_on_a_keyboard) {
    EXPECT_STREQ(key_name(Key::a), "A");
    EXPECT_STREQ(key_name(Key::z), "Z");
    EXPECT_STREQ(key_name(Key::digit_0), "0");
    EXPECT_STREQ(key_name(Key::digit_9), "9");
    EXPECT_STREQ(key_name(Key::f12), "F12");
    EXPECT_STREQ(key_name(Key::left), "Left");
    EXPECT_STREQ(key_name(Key::del), "Delete");
    EXPECT_STREQ(key_name(Key::escape), "Esc");
    EXPECT_STREQ(key_name(Key::left_bracket), "[");
    EXPECT_STREQ(key_name(Key::backslash), "\\");
    EXPECT_STREQ(key_name(Key::grave), "`");
    EXPECT_STREQ(key_name(Key::shift), "Shift");
    EXPECT_STREQ(key_name(Key::super), "Super");
}

TEST(KeyTest, names_ignore_case_and_unknown_names_give_no_key) {
    EXPECT_EQ(key_from_name("escape"), Key::none);
    EXPECT_EQ(key_from_name("ESC"), Key::escape);
    EXPECT_EQ(key_from_name("pagedown"), Key::page_down);
    EXPECT_EQ(key_from_name(""), Key::none);
    EXPECT_EQ(key_from_name("F13"), Key::none);
    EXPECT_STREQ(key_name(Key::none), "");
    EXPECT_STREQ(key_name(Key::count), "");
}

} // namespace
} // namespace boxwood::platform
