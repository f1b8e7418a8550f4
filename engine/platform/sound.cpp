#include "engine/platform/sound.hpp"

#include <SDL.h>

#include <algorithm>
#include <array>
#include <cmath>

namespace boxwood::platform {
namespace {

constexpr int kSampleRate = 44100;
constexpr float kAttackSeconds = 0.004f; // time to full loudness; a gradual start avoids clicks
constexpr float kTwoPi = 6.2831853f;

struct Voice {
    float hertz = 0.0f, seconds = 0.0f, loudness = 0.0f;
    float elapsed = 0.0f; // seconds since the tone began; the voice is free when this reaches `seconds`
};

} // namespace

struct SoundOutput::State {
    SDL_AudioDeviceID device = 0;
    bool is_started = false, was_open_tried = false;
    std::array<Voice, 8> voices{}; // guarded by SDL_LockAudioDevice

    static void fill(void* user, Uint8* bytes, int size) {
        auto* samples = reinterpret_cast<float*>(bytes);
        const auto count = static_cast<std::size_t>(size) / sizeof(float);
        std::fill_n(samples, count, 0.0f);
        for (Voice& voice : static_cast<State*>(user)->voices)
            for (std::size_t i = 0; i < count && voice.elapsed < voice.seconds; ++i) {
                const float remaining = 1.0f - voice.elapsed / voice.seconds;
                const float envelope = std::min(1.0f, voice.elapsed / kAttackSeconds) * remaining * remaining;
                samples[i] += voice.loudness * envelope * std::sin(kTwoPi * voice.hertz * voice.elapsed);
                voice.elapsed += 1.0f / static_cast<float>(kSampleRate);
            }
    }
};

SoundOutput::SoundOutput()
    : state_(std::make_unique<State>()) {}

SoundOutput::~SoundOutput() {
    close();
}

bool SoundOutput::open() {
    if (state_->was_open_tried) return state_->device != 0;
    state_->was_open_tried = true;
    state_->is_started = SDL_InitSubSystem(SDL_INIT_AUDIO) == 0;
    if (!state_->is_started) return false;
    SDL_AudioSpec wanted{};
    wanted.freq = kSampleRate;
    wanted.format = AUDIO_F32SYS;
    wanted.channels = 1;
    wanted.samples = 512;
    wanted.callback = &State::fill;
    wanted.userdata = state_.get();
    state_->device = SDL_OpenAudioDevice(nullptr, 0, &wanted, nullptr, 0);
    if (state_->device != 0) SDL_PauseAudioDevice(state_->device, 0);
    return state_->device != 0;
}

void SoundOutput::close() {
    if (state_->device != 0) SDL_CloseAudioDevice(state_->device);
    if (state_->is_started) SDL_QuitSubSystem(SDL_INIT_AUDIO);
    *state_ = {};
}

void SoundOutput::play(float hertz, float seconds, float loudness) {
    if (state_->device == 0) return;
    SDL_LockAudioDevice(state_->device);
    const auto next =
        std::max_element(state_->voices.begin(), state_->voices.end(), [](const Voice& a, const Voice& b) {
            return a.elapsed - a.seconds < b.elapsed - b.seconds;
        });
    *next = {hertz, seconds, loudness, 0.0f};
    SDL_UnlockAudioDevice(state_->device);
}

} // namespace boxwood::platform
