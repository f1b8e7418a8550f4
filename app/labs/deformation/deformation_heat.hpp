// What: the deformation lab's heat map: how loose each copy's tree is, triangle by triangle, with a histogram over the
//       ramp. Small meshes are measured on the frame, large ones on a thread of their own.
// Units: shares of the ramp, 0 to 1: times a fresh tree from 1 to kMaxTimes, logarithmic, or percent of overlap.
// Invariants: what is on screen was measured in one frame of all copies; a large mesh's may be some frames old.
#pragma once

#include "app/jobs/job.hpp"
#include "app/panels/ramp_range.hpp"
#include "engine/deform/deforming_pair.hpp"
#include "engine/deform/node_inflation.hpp"
#include "engine/draw/palette.hpp"

#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace boxwood {

class TreeHeat {
  public:
    static constexpr float kMaxTimes = 10.0f; // a fresh tree's: the end of the ramp

    struct Look {
        bool is_on = true;
        std::size_t quantity = 0; // place in kAllNodeInflation
        int depth = 6;
        friend bool operator==(const Look&, const Look&) = default;
    };

    // Forgets what it knows of another pair.
    void restart(const DeformingPair& pair);
    // Measures as `look` has it; a large mesh in the background, if it is not at it already.
    void find(const DeformingPair& pair, const Look& look);
    bool take_result(); // true: there is something new to draw
    void wait() { job_.wait(); }

    // Per triangle, or none.
    const std::vector<draw::Color>& colors(std::size_t copy, const draw::Palette& palette);

    // The ramp with its histogram and handles; true if it changed.
    bool parameters(const draw::Palette& palette);
    std::string text_at(float share) const; // with its unit
    float low = 0.0f, high = 1.0f;          // handles

  private:
    std::vector<RampTick> ticks() const;
    static constexpr int kTicks = 6;                // of the ramp's scale
    static constexpr std::size_t kOnFrame = 60'000; // triangles
    static constexpr std::size_t kBins = 48;

    struct Kept {
        HierarchyConfig config;
        std::vector<float> values;
    };
    struct Input {
        std::vector<Kept> copies;
        std::vector<glm::vec3> positions;
        std::shared_ptr<const std::vector<TriangleIndices>> triangles;
        Look look;
    };
    struct Shares {
        std::vector<std::vector<float>> copies;
        std::array<std::uint32_t, kBins> bins{};
        std::size_t quantity = 0;
    };
    static Shares measure(const Input& input);
    void take(Shares shares);

    std::shared_ptr<const std::vector<TriangleIndices>> triangles_;
    Shares shares_;
    std::vector<std::vector<draw::Color>> colors_; // of shares_, where not empty
    Job<Shares> job_;
};

} // namespace boxwood
