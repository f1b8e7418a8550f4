// What: simulates a motion on demand, up to the last frame that was requested.
// Frame: the mesh's own.
// Invariants: frame 0 is the mesh at rest. Each frame is simulated once, in order, and then stays unchanged.
// Cost: record() simulates the frames that are missing; frames_recorded() is the number of existing frames.
#pragma once

#include "engine/deform/deformers/motion_clip.hpp"

#include <utility>

namespace boxwood {

class MotionRecorder {
  public:
    MotionRecorder(MotionClip clip, std::size_t length)
        : clip_(std::move(clip))
        , length_(length) {}
    MotionRecorder(const MotionRecorder&) = delete;
    MotionRecorder& operator=(const MotionRecorder&) = delete;
    virtual ~MotionRecorder() = default;

    std::size_t length() const { return length_; } // total number of frames
    std::size_t frames_recorded() const { return clip_.frames.size(); }

    // Returns a clip that contains at least all frames up to `frame`. Requires frame < length().
    const MotionClip& record(std::size_t frame) {
        while (clip_.frames.size() <= frame) clip_.frames.push_back(simulate_next());
        return clip_;
    }

  private:
    virtual std::vector<glm::vec3> simulate_next() = 0;

    MotionClip clip_;
    std::size_t length_ = 0;
};

} // namespace boxwood
