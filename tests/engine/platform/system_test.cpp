#include "engine/platform/system.hpp"

#include <cstdlib>
#include <string>

#include <gtest/gtest.h>

namespace boxwood::platform {
namespace {

TEST(SystemTest, clock_never_goes_back) {
    double last = now_seconds();
    for (int i = 0; i < 1000; ++i) {
        const double now = now_seconds();
        EXPECT_GE(now, last);
        last = now;
    }
}

class FolderTest : public ::testing::Test {
  protected:
    static void set(const char* name, const char* value) {
        if (value)
            ::setenv(name, value, 1);
        else
            ::unsetenv(name);
    }
    void SetUp() override {
        const char* xdg = std::getenv("XDG_CONFIG_HOME");
        const char* home = std::getenv("HOME");
        had_xdg = xdg != nullptr;
        had_home = home != nullptr;
        old_xdg = xdg ? xdg : "";
        old_home = home ? home : "";
    }
    void TearDown() override {
        set("XDG_CONFIG_HOME", had_xdg ? old_xdg.c_str() : nullptr);
        set("HOME", had_home ? old_home.c_str() : nullptr);
    }
    std::string old_xdg, old_home;
    bool had_xdg = false, had_home = false;
};

TEST_F(FolderTest, user_config_folder_follows_the_xdg_rules) {
    set("HOME", "/people/somebody");
    set("XDG_CONFIG_HOME", "/elsewhere/config");
    EXPECT_EQ(user_config_folder(), "/elsewhere/config/boxwood");
    set("XDG_CONFIG_HOME", "relative");
    EXPECT_EQ(user_config_folder(), "/people/somebody/.config/boxwood");
    set("XDG_CONFIG_HOME", "");
    EXPECT_EQ(user_config_folder(), "/people/somebody/.config/boxwood");
    set("XDG_CONFIG_HOME", nullptr);
    EXPECT_EQ(user_config_folder(), "/people/somebody/.config/boxwood");
    set("HOME", nullptr);
    EXPECT_EQ(user_config_folder(), "");
}

} // namespace
} // namespace boxwood::platform
