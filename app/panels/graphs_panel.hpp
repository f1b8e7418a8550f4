// What: the page of graphs (engine/measure/sweeps/sweep.hpp): measures a chosen graph in the background, shows its
//       points as they arrive, and lists the findings about the claims of the paper.
// Invariants: draw() never waits for the sweep; a cancelled sweep keeps its measurements; results stay until
//             the next measurement of the same graph.
#pragma once

#include "app/jobs/sweep_job.hpp"
#include "engine/draw/sheet.hpp"
#include "engine/measure/claims/claims.hpp"

#include <array>
#include <string>
#include <vector>

namespace boxwood {

class GraphsPanel {
  public:
    enum class View : std::uint8_t { times, causes, claims };

    void draw(); // fills the rest of the panel

    void choose(int number);             // by the number of a graph of all_graphs()
    int chosen() const;                  // number of the chosen graph
    void start(SweepSize size);          // measures the chosen graph
    void start_and_wait(SweepSize size); // for headless pictures

    void show(View view) { view_ = static_cast<int>(view); }
    View view() const { return static_cast<View>(view_); }

  private:
    void take_result();
    const SweepResult* shown() const; // the chosen graph's result; null if there is none
    void draw_controls();
    void draw_progress();
    void draw_copy();
    void draw_picture();
    void draw_claims();

    SweepJob job_;
    int chosen_ = 0;   // index into all_graphs()
    int measured_ = 0; // number of the graph that is being measured, or was measured last; 0: none
    int size_ = 0;     // SweepSize
    int view_ = 0;
    std::string error_;
    std::vector<SweepResult> results_;   // at most one per graph
    std::vector<ClaimFinding> findings_; // of all graphs
    bool is_stale_ = true;               // the picture must be redrawn
    draw::Sheet picture_;
    std::array<float, 4> drawn_for_{}; // width, height, graph, view
};

} // namespace boxwood
