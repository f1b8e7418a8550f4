// What: the page that asks the query on screen of one hierarchy after another and shows them side by side.
// Units: milliseconds to build, microseconds per query, bytes per triangle.
// Invariants: the frame never waits; rows stay until measured anew. All rows of a table are of the poses and the query of
//     one frame, which the page names: that of the start.
#pragma once

#include "app/jobs/comparison_worker.hpp"
#include "engine/ui/controls/table.hpp"

#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace boxwood {

// What is varied; the other names stay as the query has them.
enum class CompareBy : std::uint8_t { volume, builder, kind, everything };

class ComparisonPanel {
  public:
    // What to compare: meshes, poses and request as on screen; the configs are filled in here.
    struct Subject {
        Comparison comparison;
        std::shared_ptr<const void> owner;
        HierarchyConfig current;
        std::uint64_t frame = 0;
    };

    void draw(const std::function<Subject()>& make_subject); // fills what is left of the panel
    std::string facts(const Subject& now) const;             // JSON
    void choose(CompareBy by) { by_ = static_cast<int>(by); }
    void start(Subject subject);
    void start_and_wait(Subject subject); // for pictures without a person

  private:
    void take_result();
    void draw_controls(const std::function<Subject()>& make_subject);
    void draw_frame(const Subject& now) const;
    void draw_rows();
    void sort_rows(std::span<const int> shown);

    ComparisonWorker worker_;
    int by_ = 0;          // of the choice
    int measured_by_ = 0; // of the rows
    int columns_ = 0;     // counts or costs
    Subject asked_;       // whose rows these are
    std::string error_;
    std::vector<ComparisonRow> rows_;
    ui::TableSort sort_{};
};

} // namespace boxwood
