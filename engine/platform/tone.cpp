#include "engine/platform/tone.hpp"

#include <SDL.h>

#include <algorithm>
#include <array>
#include <cmath>

namespace boxwood::platform {
namespace {

constexpr int kRate = 44100;
constexpr float kRise = 0.004f; // seconds to full loudness, which avoids clicks
constexpr float kTurn = 6.2831853f;

struct Voice {
    float hertz = 0.0f, seconds = 0.0f, loudness = 0.0f;
    float at = 0.0f; // seconds since it began; beyond `seconds` the voice is free
};

} // namespace

struct ToneOutput::State {
    SDL_AudioDeviceID device = 0;
    bool is_started = false, is_tried = false;
    std::array<Voice, 8> voices{}; // guarded by SDL_LockAudioDevice

    static void fill(void* user, Uint8* bytes, int size) {
        auto* samples = reinterpret_cast<float*>(bytes);
        const auto count = static_cast<std::size_t>(size) / sizeof(float);
        std::fill_n(samples, count, 0.0f);
        for (Voice& voice : static_cast<State*>(user)->voices)
            for (std::size_t i = 0; i < count && voice.at < voice.seconds; ++i) {
                const float rest = 1.0f - voice.at / voice.seconds;
                const float envelope = std::min(1.0f, voice.at / kRise) * rest * rest;
                samples[i] += voice.loudness * envelope * std::sin(kTurn * voice.hertz * voice.at);
                voice.at += 1.0f / static_cast<float>(kRate);
            }
    }
};

ToneOutput::ToneOutput()
    : state_(std::make_unique<State>()) {}

ToneOutput::~ToneOutput() {
    close();
}

bool ToneOutput::open() {
    if (state_->is_tried) return state_->device != 0;
    state_->is_tried = true;
    state_->is_started = SDL_InitSubSystem(SDL_INIT_AUDIO) == 0;
    if (!state_->is_started) return false;
    SDL_AudioSpec wanted{};
    wanted.freq = kRate;
    wanted.format = AUDIO_F32SYS;
    wanted.channels = 1;
    wanted.samples = 512;
    wanted.callback = &State::fill;
    wanted.userdata = state_.get();
    state_->device = SDL_OpenAudioDevice(nullptr, 0, &wanted, nullptr, 0);
    if (state_->device != 0) SDL_PauseAudioDevice(state_->device, 0);
    return state_->device != 0;
}

void ToneOutput::close() {
    if (state_->device != 0) SDL_CloseAudioDevice(state_->device);
    if (state_->is_started) SDL_QuitSubSystem(SDL_INIT_AUDIO);
    *state_ = {};
}

void ToneOutput::play(float hertz, float seconds, float loudness) {
    if (state_->device == 0) return;
    SDL_LockAudioDevice(state_->device);
    const auto next =
        std::max_element(state_->voices.begin(), state_->voices.end(),
                         [](const Voice& a, const Voice& b) { return a.at - a.seconds < b.at - b.seconds; });
    *next = {hertz, seconds, loudness, 0.0f};
    SDL_UnlockAudioDevice(state_->device);
}

} // namespace boxwood::platform
