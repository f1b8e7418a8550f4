// What: the heat map of the deformation lab. It colors each triangle by the node inflation of a copy's tree, and shows
//       a histogram over the color ramp. The trees of the copies are measured within the frame. For a large mesh, the
//       new trees for comparison are built on a background thread.
// Units: positions on the ramp are from 0 to 1. Depending on the quantity, a position stands for a ratio to a newly
//        built tree, from 1 to kMaxTimes on a logarithmic scale, or for a fraction of overlap.
// Invariants: all copies on screen were measured in the same frame. For a large mesh, that frame can be several frames
//             old.
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
    static constexpr float kMaxTimes = 10.0f; // ratio to a newly built tree at the end of the ramp

    struct Look {
        bool is_on = true;
        std::size_t quantity = 0; // index into kAllNodeInflation
        int depth = 6;
        friend bool operator==(const Look&, const Look&) = default;
    };

    // Drops the data of the previous pair.
    void restart(const DeformingPair& pair);
    // Measures the quantity at the depth that `look` selects. For a large mesh, the last part of the measurement, with
    // the comparison with new trees, runs in the background; while it runs, find() only marks the map as outdated. If
    // `look` is off, cancels the background measurement and drops the last result.
    void find(const DeformingPair& pair, const Look& look);
    // True: find() was called while a map was being measured in the background, so that map is already outdated. Call
    // find() again after take_result().
    bool is_outdated() const { return is_outdated_; }
    bool is_busy() const { return job_.is_busy(); }
    bool take_result(); // true: there is a new result to draw
    void wait() { job_.wait(); }

    // One color per triangle; empty if the copy has no measurement.
    const std::vector<draw::Color>& colors(std::size_t copy, const draw::Palette& palette);

    // Shows the ramp with its histogram and handles; true if the user changed the range.
    bool parameters(const draw::Palette& palette);
    std::string text_at(float share) const; // with unit
    float low = 0.0f, high = 1.0f;          // the handles: positions on the ramp

  private:
    std::vector<RampTick> ticks() const;
    static constexpr int kTicks = 6;                // of the ramp's scale
    // Triangles; larger meshes are compared in the background.
    static constexpr std::size_t kMaxInFrame = 60'000;
    static constexpr std::size_t kBins = 48;

    // The measured quantity of a tree: one value per triangle.
    struct CopyValues {
        HierarchyConfig config;
        std::vector<float> values;
    };
    struct Input {
        std::vector<CopyValues> copies;
        std::vector<glm::vec3> positions;
        std::shared_ptr<const std::vector<TriangleIndices>> triangles;
        Look look;
    };
    // The measurement on screen: per copy, one position on the ramp per triangle; and the histogram of all positions.
    struct Shares {
        std::vector<std::vector<float>> copies;
        std::array<std::uint32_t, kBins> bins{};
        std::size_t quantity = 0;
    };
    static Shares measure(const Input& input);
    void take(Shares shares);

    std::shared_ptr<const std::vector<TriangleIndices>> triangles_;
    Shares shares_;
    std::vector<std::vector<draw::Color>> colors_; // of shares_; computed when first drawn
    bool is_outdated_ = false;
    Job<Shares> job_;
};

} // namespace boxwood
