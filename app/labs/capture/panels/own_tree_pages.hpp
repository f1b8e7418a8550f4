// What: shows two pages of the capture lab. One compares the quality of the recorded trees with trees that Boxwood
//       builds. The other repeats the recorded query with Boxwood's own hierarchies, on the recorded meshes and poses.
//       Each run uses hierarchies with another volume, builder or kind.
// Invariants: the quality page is about the case on screen. The hierarchies page keeps the rows of its last
//     measurement, and names their frame and changes since then. Boxwood's trees are built on a background thread.
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
    void clear(); // call it when another case is shown
    // Starts the comparison unless it is done or running, or the case does not show a query of two objects. `owner`
    // keeps the records of the case alive.
    void start(const CaseOnScreen& current_case, std::shared_ptr<const OpenedCapture> owner);
    void take_result();
    void wait() { job_.wait(); }
    bool is_busy() const { return job_.is_busy(); }
    // The result as a sentence, or the reason why the trees cannot be compared. None: no comparison has ended for this
    // case.
    std::optional<std::string> sentence() const;
    void draw(const CaseOnScreen& current_case, const draw::Palette& palette) const;

  private:
    Job<RecordedComparison> job_;
    std::optional<RecordedComparison> comparison_;
};

class HierarchiesPage {
  public:
    void clear() { meshes_.reset(); } // call it when another case is shown
    void draw(const CaseOnScreen& current_case, std::uint64_t frame, const draw::Palette& palette);

  private:
    ComparisonPanel panel_;
    std::shared_ptr<const OwnMeshes> meshes_; // null until the page is drawn for this case
};

} // namespace boxwood
