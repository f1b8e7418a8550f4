// Tests with a virtual SDL game controller, and with tones that SDL writes to a file instead of a loudspeaker.
#include "engine/platform/gamepad.hpp"
#include "engine/platform/sound.hpp"

#include <gtest/gtest.h>
#include <SDL.h>

#include <cstdlib>
#include <fstream>
#include <iterator>

namespace boxwood::platform {
namespace {

class GamepadTest : public ::testing::Test {
  protected:
    void SetUp() override {
        ASSERT_EQ(SDL_InitSubSystem(SDL_INIT_GAMECONTROLLER), 0) << SDL_GetError();
        device_ = SDL_JoystickAttachVirtual(SDL_JOYSTICK_TYPE_GAMECONTROLLER, SDL_CONTROLLER_AXIS_MAX,
                                            SDL_CONTROLLER_BUTTON_MAX, 0);
        ASSERT_GE(device_, 0) << SDL_GetError();
        joystick_ = SDL_JoystickOpen(device_);
        ASSERT_NE(joystick_, nullptr) << SDL_GetError();
        for (const int trigger : {SDL_CONTROLLER_AXIS_TRIGGERLEFT, SDL_CONTROLLER_AXIS_TRIGGERRIGHT})
            SDL_JoystickSetVirtualAxis(joystick_, trigger, -32768);
    }
    void TearDown() override {
        if (joystick_) SDL_JoystickClose(joystick_);
        if (device_ >= 0) SDL_JoystickDetachVirtual(device_);
        SDL_QuitSubSystem(SDL_INIT_GAMECONTROLLER);
    }
    Gamepad read() {
        SDL_GameControllerUpdate();
        return reader_.read();
    }
    GamepadReader reader_;
    SDL_Joystick* joystick_ = nullptr;
    int device_ = -1;
};

TEST_F(GamepadTest, sticks_triggers_and_buttons_are_read) {
    Gamepad pad = read();
    ASSERT_TRUE(pad.is_connected);
    EXPECT_EQ(pad.left_stick.x, 0.0f);
    EXPECT_EQ(pad.left_trigger, 0.0f);
    EXPECT_FALSE(pad.a);
    SDL_JoystickSetVirtualAxis(joystick_, SDL_CONTROLLER_AXIS_LEFTY, -32768);
    SDL_JoystickSetVirtualAxis(joystick_, SDL_CONTROLLER_AXIS_RIGHTX,
                               2000); // a stick at rest is rarely exactly at 0
    SDL_JoystickSetVirtualAxis(joystick_, SDL_CONTROLLER_AXIS_TRIGGERRIGHT, 32767);
    SDL_JoystickSetVirtualButton(joystick_, SDL_CONTROLLER_BUTTON_A, 1);
    pad = read();
    EXPECT_EQ(pad.left_stick.y, -1.0f) << "forward";
    EXPECT_EQ(pad.right_stick.x, 0.0f);
    EXPECT_NEAR(pad.right_trigger, 1.0f, 0.01f);
    EXPECT_TRUE(pad.a);
    EXPECT_FALSE(pad.b);
}

TEST_F(GamepadTest, a_detached_gamepad_is_not_connected) {
    ASSERT_TRUE(read().is_connected);
    SDL_JoystickClose(std::exchange(joystick_, nullptr));
    SDL_JoystickDetachVirtual(std::exchange(device_, -1));
    EXPECT_FALSE(read().is_connected);
}

TEST(SoundTest, the_output_is_silent_until_a_tone_is_played) {
    const std::string file = testing::TempDir() + "boxwood_tone.raw";
    setenv("SDL_AUDIODRIVER", "disk", 1);
    setenv("SDL_DISKAUDIOFILE", file.c_str(), 1);
    setenv("SDL_DISKAUDIODELAY", "1", 1);
    const auto is_heard = [&] {
        std::ifstream stream(file, std::ios::binary);
        const std::string bytes{std::istreambuf_iterator<char>(stream), {}};
        return bytes.find_first_not_of(char(0)) != std::string::npos;
    };
    SoundOutput tones;
    if (!tones.open()) GTEST_SKIP() << "SDL was built without sound into files: " << SDL_GetError();
    EXPECT_FALSE(is_heard());
    tones.play(440.0f, 0.05f, 0.5f);
    bool heard = false;
    for (int i = 0; i < 2000 && !heard; ++i) {
        SDL_Delay(2); // the driver's own thread writes the file
        heard = is_heard();
    }
    EXPECT_TRUE(heard);
    tones.close();
    std::remove(file.c_str());
}

} // namespace
} // namespace boxwood::platform
