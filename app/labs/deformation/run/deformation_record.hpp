// What: what the frames of the deformation lab cost so far, copy by copy: the plotted curves, the frames with rebuilds, and
//       the ranking of the policies with its sentence.
// Units: milliseconds; thousands of volume tests; ratios.
// Invariants: curves have one value per frame that was run, unless the past is not kept. Going back adds nothing.
#pragma once

#include "engine/deform/deforming_pair.hpp"
#include "engine/deform/policies/policy_ranking.hpp"

#include <span>
#include <string>
#include <vector>

namespace boxwood {

// The plotted series of a copy, frame by frame. The first frame has no times: NaN.
struct CopyCurves {
    std::vector<float> update_ms, query_ms, total_ms, volume_tests, inflation, saved_ms;
};

class DeformationRecord {
  public:
    // Of another pair, before its first frame.
    void restart(const DeformingPair& pair);
    void clear(); // the same pair, from frame 0
    // The last frame of the pair, which was run for the first time.
    void note_frame(const DeformingPair& pair, bool keeps_past);

    std::size_t copies() const { return names_.size(); }
    const std::string& name(std::size_t copy) const { return names_[copy]; }
    const CopyCurves& curves(std::size_t copy) const { return curves_[copy]; }
    const PolicyRanking& ranking() const { return ranking_; }
    const std::string& sentence() const { return sentence_; }
    // Frames in which any copy was rebuilt, not counting policies that always rebuild, or rebuilt in part.
    std::span<const float> rebuild_frames() const { return rebuild_frames_; }
    std::span<const float> partial_frames() const { return partial_frames_; }
    // Frames with a truncated search for self-contacts.
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
