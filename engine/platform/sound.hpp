// What: short generated tones through the sound device.
// Units: hertz, seconds; loudness 0 to 1.
// Degenerate input: without a sound device, open() is false and play() does nothing.
#pragma once

#include <memory>

namespace boxwood::platform {

class SoundOutput {
  public:
    SoundOutput();
    ~SoundOutput();

    bool open(); // true if tones can be played; tries to open the device only once until close()
    void close();
    // Adds a decaying tone; tones that are already playing continue. If eight are playing, replaces the one that would
    // end first.
    void play(float hertz, float seconds, float loudness);

  private:
    struct State;
    std::unique_ptr<State> state_;
};

} // namespace boxwood::platform
