// What: records the costs of all frames of the deformation lab: the curves to plot for each copy, the frames with
//       rebuilds, and the ranking of the policies with a sentence about it.
// Units: times are in milliseconds, volume tests in thousands; inflation is a ratio.
// Invariants: a curve has one value per frame that was run. It is empty if the past is not kept. Replayed frames add no
//             values.
#pragma once

#include "engine/deform/deforming_pair.hpp"
#include "engine/deform/policies/policy_ranking.hpp"

#include <span>
#include <string>
#include <vector>

namespace boxwood {

// The curves of a copy, one value per frame. The update, query and total times of the first frame are NaN, unless that
// frame was timed.
struct CopyCurves {
    std::vector<float> update_ms, query_ms, total_ms, volume_tests, inflation, saved_ms;
};

class DeformationRecord {
  public:
    // Starts the record of another pair. Call it before the pair's first frame.
    void restart(const DeformingPair& pair);
    void clear(); // the same pair restarts from frame 0
    // Adds the last frame of the pair, which was just run for the first time.
    void note_frame(const DeformingPair& pair, bool keeps_past);

    std::size_t copy_count() const { return names_.size(); }
    const std::string& name(std::size_t copy) const { return names_[copy]; }
    const CopyCurves& curves(std::size_t copy) const { return curves_[copy]; }
    const PolicyRanking& ranking() const { return ranking_; }
    const std::string& sentence() const { return sentence_; }
    // Frames in which any copy was rebuilt completely or in part. Copies under the policy `always` do not count. Empty
    // if the past is not kept.
    std::span<const float> rebuild_frames() const { return rebuild_frames_; }
    std::span<const float> partial_frames() const { return partial_frames_; }
    // The number of frames in which the search for self-contacts stopped early.
    std::size_t incomplete_frames() const { return incomplete_frames_; }

  private:
    void add_to_curves(std::size_t copy, const DeformingPair& pair);

    std::vector<std::string> names_;
    std::vector<CopyCurves> curves_;
    std::vector<float> rebuild_frames_, partial_frames_;
    PolicyRanking ranking_;
    std::size_t incomplete_frames_ = 0;
    std::string sentence_;
};

} // namespace boxwood
