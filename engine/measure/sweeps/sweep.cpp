#include "engine/measure/sweeps/sweep.hpp"

#include <array>
#include <cmath>

namespace boxwood {
namespace {

constexpr std::array kGraphs{
    Graph{1, "bodies", "How does the time grow with the number of polytopes?", "number of polytopes", "",
          Swept::bodies, 100, 1000},
    Graph{2, "faces", "How does the time grow with the complexity of the polytopes?", "faces per polytope",
          "", Swept::faces, 20, 200},
    Graph{3, "density", "How does the time grow with the density?", "density", "% of the volume",
          Swept::density, 1, 10},
    Graph{4, "spin-dynamic", "What does rotation cost with dynamic boxes?", "rotational velocity", "°/frame",
          Swept::spin, 0, 45, true, false},
    Graph{5, "spin-cubes", "What does rotation cost with fixed cubes?", "rotational velocity", "°/frame",
          Swept::spin, 0, 45, false, true},
    Graph{6, "velocity", "How does the time grow with the velocity?", "translational velocity",
          "% radius/frame", Swept::velocity, 5, 50},
};

struct Amount {
    int points, rounds, warm_frames, frames, bodies;
};
constexpr Amount kFull{.points = 10, .rounds = 3, .warm_frames = 40, .frames = 160, .bodies = 500};
constexpr Amount kQuick{.points = 4, .rounds = 1, .warm_frames = 8, .frames = 24, .bodies = 150};
constexpr Graph kHeadlineGraph{kHeadline,
                               "headline",
                               "How long does the scene of the paper's abstract take?",
                               "number of polytopes",
                               "",
                               Swept::bodies,
                               1024,
                               1024};
constexpr int kHeadlineFaces = 52;
constexpr double kQuickShare = 0.4; // share of the polytopes of graph 1 that a quick sweep uses

std::vector<double> uniform_points(double first, double last, int count) {
    std::vector<double> points;
    for (int i = 0; i < count; ++i) points.push_back(first + (last - first) * i / (count - 1));
    return points;
}

} // namespace

std::span<const Graph> all_graphs() {
    return kGraphs;
}

const Graph* find_graph(int number) {
    for (const Graph& graph : kGraphs)
        if (graph.number == number) return &graph;
    return nullptr;
}

Sweep make_sweep(const Graph& graph, SweepSize size) {
    const Amount& amount = size == SweepSize::full ? kFull : kQuick;
    const double share = size == SweepSize::quick && graph.swept == Swept::bodies ? kQuickShare : 1.0;
    Sweep sweep;
    sweep.graph = graph;
    sweep.size = size;
    sweep.points = uniform_points(share * graph.first, share * graph.last, amount.points);
    if (graph.has_dynamic) sweep.boxes.push_back(BoxKind::dynamic_box);
    if (graph.has_cubes) sweep.boxes.push_back(BoxKind::fixed_cube);
    sweep.rounds = amount.rounds;
    sweep.warm_frames = amount.warm_frames;
    sweep.frames = amount.frames;
    sweep.base.bodies = amount.bodies;
    sweep.base.distinct_shapes = kMaxWorkloadBodies;
    return sweep;
}

Sweep make_headline(SweepSize size) {
    Sweep sweep = make_sweep(kHeadlineGraph, size);
    sweep.points = {kHeadlineGraph.last};
    sweep.base.faces = kHeadlineFaces;
    return sweep;
}

void set_swept(MultiBodyParams& io_params, Swept swept, double value) {
    switch (swept) {
    case Swept::bodies:
        io_params.bodies = static_cast<int>(std::lround(value));
        break;
    // Triangulated polytopes have an even number of faces.
    case Swept::faces:
        io_params.faces = 2 * static_cast<int>(std::lround(value / 2.0));
        break;
    case Swept::density:
        io_params.density_percent = value;
        break;
    case Swept::spin:
        io_params.spin_degrees = value;
        break;
    case Swept::velocity:
        io_params.speed_percent = value;
        break;
    }
}

std::string_view box_kind_name(BoxKind kind) {
    return kind == BoxKind::dynamic_box ? "dynamic boxes" : "fixed cubes";
}

} // namespace boxwood
