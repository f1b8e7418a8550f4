// What: a page that runs the displayed query with one hierarchy after another and shows the results in a table.
// Units: milliseconds to build, microseconds per query, bytes per triangle.
// Invariants: draw() never waits for the measurement; rows stay until the next measurement starts. All rows of a table
//             use the poses and the query of the frame in which the measurement started; the page shows the number of
//             that frame.
#pragma once

#include "app/jobs/comparison_job.hpp"
#include "engine/ui/controls/table.hpp"

#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace boxwood {

// Parameter to vary. The others keep their current values, with two exceptions: `kind` includes every builder of the
// other kinds, and `everything` varies kind, volume and builder.
enum class CompareBy : std::uint8_t { volume, builder, kind, everything };

class ComparisonPanel {
  public:
    // Input of the comparison: the displayed meshes, poses and request. The panel adds the configs.
    struct Subject {
        Comparison comparison;
        std::shared_ptr<const void> owner;
        HierarchyConfig current;
        std::uint64_t frame = 0;
    };

    void draw(const std::function<Subject()>& make_subject); // fills the rest of the panel
    std::string report_fields(const Subject& now) const;     // JSON
    void choose(CompareBy by) { by_ = static_cast<int>(by); }
    void start(Subject subject);
    void start_and_wait(Subject subject); // for headless pictures

  private:
    void take_result();
    void draw_controls(const std::function<Subject()>& make_subject);
    void draw_frame(const Subject& now) const;
    void draw_rows();
    void sort_rows();

    ComparisonJob job_;
    int by_ = 0;          // index of the varied parameter
    int measured_by_ = 0; // index of the parameter that the rows vary
    int columns_ = 0;     // 0: counts, 1: costs
    Subject compared_;    // input of the current rows
    std::string error_;
    std::vector<ComparisonRow> rows_;
    ui::TableSort sort_{}; // its column is an index in the list of all columns
};

} // namespace boxwood
