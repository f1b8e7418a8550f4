// What: the pages of the capture lab that compare with trees of our own: the quality of the recorded trees against ours, and
//       all our hierarchies on the same meshes and poses.
// Invariants: both are of the case on screen. Our trees are built off the frame.
#pragma once

#include "app/jobs/job.hpp"
#include "app/labs/capture/case/case_on_screen.hpp"
#include "app/labs/capture/recorded_comparison.hpp"
#include "app/panels/comparison_panel.hpp"

#include <memory>
#include <optional>
#include <string>

namespace boxwood {

class QualityPage {
  public:
    void clear(); // another case is shown
    // Starts the comparison, unless it is there or under way; `owner` keeps what the case refers to.
    void start(const CaseOnScreen& shown, std::shared_ptr<const OpenedCapture> owner);
    void take_result();
    void wait() { job_.wait(); }
    bool is_busy() const { return job_.is_busy(); }
    std::optional<std::string> sentence() const; // or what prevents a comparison; none: not compared
    void draw(const CaseOnScreen& shown, const draw::Palette& palette) const;

  private:
    Job<RecordedComparison> job_;
    std::optional<RecordedComparison> comparison_;
};

class BuildersPage {
  public:
    void clear() { meshes_.reset(); } // another case is shown
    void draw(const CaseOnScreen& shown, std::uint64_t frame, const draw::Palette& palette);

  private:
    ComparisonPanel panel_;
    std::shared_ptr<const OwnMeshes> meshes_; // null: not made yet
};

} // namespace boxwood
