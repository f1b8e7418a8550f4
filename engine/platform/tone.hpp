// What: short generated tones through the sound card.
// Units: hertz, seconds; loudness 0 to 1.
// Degenerate input: where there is no sound card, open() is false and play() does nothing.
#pragma once

#include <memory>

namespace boxwood::platform {

class ToneOutput {
  public:
    ToneOutput();
    ~ToneOutput();

    bool open(); // true when tones can be heard; asks the system once
    void close();
    // Adds a tone that rings out; what is still sounding goes on.
    void play(float hertz, float seconds, float loudness);

  private:
    struct State;
    std::unique_ptr<State> state_;
};

} // namespace boxwood::platform
