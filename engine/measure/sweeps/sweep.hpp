// What: describes an experiment: the multi-body scene at several values of one parameter, with both kinds of box and
//       several seeds.
// Units: points in the unit of the graph's axis; angles in degrees, velocities in percent of the radius, per frame.
// Source: [Cohen 1995] section 5. The paper's sample points and defaults are lost; all numbers here are this project's
//         choice.
// Departs from the source: boxes have no margin, because the margin (setting aabb-margin) is proportional to the motion
//                          per frame and would confound the graphs over velocity.
#pragma once

#include "engine/workloads/multi_body.hpp"

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace boxwood {

enum class Swept : std::uint8_t { bodies, faces, density, spin, velocity };

// One graph: its question and its parameter. To add a graph: add an entry to the list in sweep.cpp.
struct Graph {
    int number = 0;
    std::string_view name; // of files and on the command line
    std::string_view question;
    std::string_view axis, unit; // of the swept parameter; the unit can be empty
    Swept swept = Swept::bodies;
    double first = 0.0, last = 0.0; // range of the uniform sample points, both ends included
    bool has_dynamic = true, has_cubes = true;
};
std::span<const Graph> all_graphs();
const Graph* find_graph(int number); // null if there is none

// How much is measured. A quick sweep is for previews and tests: it shows the same relations with wider bands.
enum class SweepSize : std::uint8_t { full, quick };

struct Sweep {
    Graph graph;
    SweepSize size = SweepSize::full;
    std::vector<double> points;
    std::vector<BoxKind> boxes;
    int seeds = 5;        // the bands are 95 % intervals of the mean over the seeds
    int rounds = 1;       // number of times that each run is made; the fastest one counts
    int warm_frames = 0;  // first frames, not measured because contacts and caches are not yet steady
    int frames = 0;       // measured, per point, kind of box and seed
    MultiBodyParams base; // all parameters that are not swept; its seed is the first of the seeds
    double aabb_margin = 0.0;
    std::string broad_phase = "sweep-and-prune", narrow_phase = "lin-canny"; // as in the paper

    std::size_t sample_count() const {
        return points.size() * boxes.size() * static_cast<std::size_t>(seeds);
    }
    std::size_t run_count() const { return sample_count() * static_cast<std::size_t>(rounds); }
};
Sweep make_sweep(const Graph& graph, SweepSize size);

// The single measurement of the paper's abstract (more than 1000 polytopes with more than 50 faces each), as graph 0.
Sweep make_headline(SweepSize size);
inline constexpr int kHeadline = 0;

// Sets the swept parameter of one run, and leaves all other parameters unchanged. Rounds numbers of bodies to integers,
// and numbers of faces to even integers.
void set_swept(MultiBodyParams& io_params, Swept swept, double value);

std::string_view box_kind_name(BoxKind kind); // "dynamic boxes", "fixed cubes"

} // namespace boxwood
