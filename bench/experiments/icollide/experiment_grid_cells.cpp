// Measures the time and the work of broad phases that divide space into cells, over the cell size, for boxes of one
// size and of mixed sizes.
#include "bench/experiments/experiment.hpp"
#include "collision/broad_phase/grid/column_grid.hpp"
#include "collision/broad_phase/grid/hashed_grid.hpp"
#include "collision/broad_phase/grid/loose_octree.hpp"
#include "engine/measure/chart.hpp"
#include "engine/measure/statistics.hpp"
#include "engine/meshes/generate/random.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>

namespace boxwood {
namespace {

constexpr std::array kFactors{0.1, 0.15, 0.22, 0.32, 0.46, 0.68, 1.0, 1.5, 2.2, 3.2, 4.6, 6.8, 10.0};
constexpr double kFilled = 0.125; // total volume of the boxes as a fraction of the unit cube
constexpr double kLargest = 64.0; // ratio of the largest to the smallest edge in mixed sizes
constexpr float kStep = 0.05f;    // maximum motion of a box per frame, in multiples of its edge
constexpr double kClearlyMore = 1.5;

// Cubes in the unit cube that drift and bounce off its walls.
class DriftingBoxes {
  public:
    DriftingBoxes(std::size_t count, bool has_mixed_sizes, std::uint64_t seed)
        : random_(seed) {
        std::vector<double> edges(count, 1.0);
        if (has_mixed_sizes)
            for (double& edge : edges) edge = 1.0 / (1.0 / kLargest + random_.uniform()); // most are small
        double volume = 0.0;
        for (const double edge : edges) volume += edge * edge * edge;
        for (const double edge : edges) {
            const auto size = static_cast<float>(edge * std::cbrt(kFilled / volume));
            const glm::vec3 lower = glm::vec3(random_.in_box(glm::dvec3(0.5))) + 0.5f;
            boxes.push_back({lower, lower + size});
            velocities_.push_back(kStep * size * glm::vec3(random_.in_box(glm::dvec3(1.0))));
        }
    }
    void move() {
        for (std::size_t i = 0; i < boxes.size(); ++i) {
            const float size = boxes[i].upper.x - boxes[i].lower.x;
            for (int axis = 0; axis < 3; ++axis) {
                const float next = boxes[i].lower[axis] + velocities_[i][axis];
                if (next < 0.0f || next > 1.0f) velocities_[i][axis] *= -1.0f;
            }
            const glm::vec3 lower = boxes[i].lower + velocities_[i];
            boxes[i] = {lower, lower + size};
        }
    }
    std::vector<Aabb> boxes;

  private:
    Random random_;
    std::vector<glm::vec3> velocities_;
};

// Costs per box and update.
struct Cost {
    double factor = 1.0;
    double ns = 0.0, tests = 0.0, visits = 0.0, copies = 0.0;
    std::uint64_t pairs = 0; // sum over all frames
    double work() const { return tests + visits + copies; }
};

struct Scene {
    std::size_t boxes = 0;
    bool has_mixed_sizes = false;
    int frames = 0;
};

template <class Phase>
Cost measure(const Scene& scene, double factor, const ExperimentRun& run) {
    DriftingBoxes moving(scene.boxes, scene.has_mixed_sizes, run.seed);
    std::vector<BodyId> bodies(scene.boxes);
    std::iota(bodies.begin(), bodies.end(), BodyId{0});
    Phase phase;
    phase.configure({PairStorage::automatic, static_cast<float>(factor)});
    phase.insert(bodies, moving.boxes);
    phase.update(moving.boxes);
    Cost cost{factor};
    std::vector<double> times;
    const double share = 1.0 / (scene.frames * static_cast<double>(scene.boxes));
    for (int frame = 0; frame < scene.frames; ++frame) {
        moving.move();
        const double start = run.now();
        phase.update(moving.boxes);
        times.push_back(run.now() - start);
        cost.tests += share * static_cast<double>(phase.counters().volume_tests);
        cost.visits += share * static_cast<double>(phase.counters().node_visits);
        if constexpr (requires { phase.reference_count(); })
            cost.copies += share * static_cast<double>(phase.reference_count());
        cost.pairs += phase.pairs().size();
    }
    cost.ns = 1e6 * median_of(times) / static_cast<double>(scene.boxes);
    return cost;
}

struct Curve {
    std::string_view phase;
    std::vector<Cost> costs; // one per factor
    const Cost& least(double (*cost_of)(const Cost&)) const {
        return *std::min_element(costs.begin(), costs.end(),
                                 [cost_of](const Cost& a, const Cost& b) { return cost_of(a) < cost_of(b); });
    }
};

template <class Phase>
Curve sweep(const Scene& scene, const ExperimentRun& run) {
    Curve curve{Phase::kName, {}};
    for (const double factor : kFactors) curve.costs.push_back(measure<Phase>(scene, factor, run));
    run.report_progress(std::string(Phase::kName) + (scene.has_mixed_sizes ? ", sizes mixed" : ", one size"));
    return curve;
}

draw::Sheet draw_cells(const std::vector<Curve>& curves, const std::string& title) {
    draw::Sheet sheet;
    sheet.size = {kPictureWidth, 300.0f};
    double low = 1e300, high = 0.0;
    for (const Curve& curve : curves)
        for (const Cost& cost : curve.costs) {
            low = std::min(low, std::max(cost.ns, 1e-3));
            high = std::max(high, cost.ns);
        }
    Chart chart(sheet, {.min = glm::vec2(0.0f),
                        .max = sheet.size,
                        .x_low = kFactors.front(),
                        .x_high = kFactors.back(),
                        .y_high = draw::log_end_above(std::max(high, low)),
                        .title = title,
                        .x_label = "edge of a cell / mean longest side of the boxes (logarithmic)",
                        .y_label = "ns per box (logarithmic)",
                        .y_low = draw::log_end_below(low),
                        .is_log_x = true,
                        .is_log_y = true});
    constexpr std::array<draw::Ink, 3> kInks{&draw::Palette::left_series, &draw::Palette::right_series,
                                             &draw::Palette::phase_broad};
    for (std::size_t i = 0; i < curves.size(); ++i) {
        std::vector<Chart::Point> points;
        for (const Cost& cost : curves[i].costs)
            points.push_back(
                {cost.factor, std::max(cost.ns, 1e-3), std::nan(""), std::nan(""),
                 "cells of " + short_number(cost.factor) + ": " + short_number(cost.ns) + " ns per box"});
        chart.add_curve(points, {kInks[i], 2.0f, i == 1, std::string(curves[i].phase)});
    }
    return sheet;
}

// Judges whether both the smallest and the largest cells cost clearly more than the best ones.
ClaimResult judge_valley(std::string_view key, const Curve& grid, double (*cost_of)(const Cost&)) {
    const Cost& least = grid.least(cost_of);
    const double small = cost_of(grid.costs.front()) / cost_of(least),
                 large = cost_of(grid.costs.back()) / cost_of(least);
    return judge_source_claim(key, {{"small cells", small}, {"large cells", large}},
                              "least cost with cells of " + short_number(least.factor) +
                                  " times the box size");
}

// Work is measured per pair, because the scene with mixed sizes has fewer pairs, and most of its boxes are small.
ClaimResult judge_sizes(const Curve& grid_of_one, const Curve& grid_of_many) {
    const auto work = [](const Cost& cost) { return cost.work() / static_cast<double>(cost.pairs); };
    const auto at_mean = [&](const Curve& curve) {
        return work(*std::ranges::find(curve.costs, 1.0, &Cost::factor)) / work(curve.least(work));
    };
    const double more = work(grid_of_many.least(work)) / work(grid_of_one.least(work));
    return judge_source_claim(
        "grid-cells/sizes", {{"", more}},
        "work: box tests, node visits and cell references. Cells of the mean box size take " +
            fixed_number(at_mean(grid_of_many), 1) +
            " times the work of the best cells with edges of 1 to 64, and " +
            fixed_number(at_mean(grid_of_one), 1) + " times with one size");
}

Result<ExperimentResult> run_cells(const ExperimentRun& run) {
    ExperimentResult result;
    result.method =
        "The cubes fill an eighth of the unit cube and move by up to a twentieth of their edge per frame. "
        "Times are medians over the frames, on one thread. Every broad phase must find the same number of "
        "pairs. The grid enlarges its cells if the boxes together overlap too many cells.";
    Table table{
        "cells",
        "Means per box and update; ns: median over the frames; pairs: per box and frame",
        {"sizes", "broad_phase", "cell_over_box", "ns", "box_tests", "node_visits", "copies", "pairs"}};
    std::vector<Curve> grids;
    ExperimentSection section;
    for (const bool has_mixed_sizes : {false, true}) {
        const Scene scene{run.is_quick ? 1000u : 5000u, has_mixed_sizes, run.is_quick ? 3 : 9};
        const std::vector<Curve> curves{sweep<HashedGrid>(scene, run), sweep<LooseOctree>(scene, run),
                                        sweep<ColumnGrid>(scene, run)};
        const std::string words = has_mixed_sizes ? "1 to 64" : "one";
        for (const Curve& curve : curves)
            for (const Cost& cost : curve.costs) {
                if (cost.pairs != curves[0].costs[0].pairs)
                    return Error{std::string(curve.phase) + " finds another number of pairs with cells of " +
                                 short_number(cost.factor)};
                table.add(
                    {words,
                     std::string(curve.phase),
                     {cost.factor, 2},
                     {cost.ns, 1},
                     {cost.tests, 2},
                     {cost.visits, 2},
                     {cost.copies, 2},
                     {static_cast<double>(cost.pairs) / (scene.frames * static_cast<double>(scene.boxes)),
                      3}});
            }
        section.pictures.push_back(
            {has_mixed_sizes ? "cells-sizes" : "cells-one-size",
             has_mixed_sizes ? "Boxes with edges of 1 to 64" : "Boxes of one size",
             draw_cells(curves, has_mixed_sizes ? "Time of an update over cell size, edges of 1 to 64"
                                                : "Time of an update over cell size, boxes of one size")});
        grids.push_back(curves[0]);
    }
    section.claims = {judge_valley("grid-cells/time", grids[0], [](const Cost& cost) { return cost.ns; }),
                      judge_valley("grid-cells/work", grids[0], [](const Cost& cost) { return cost.work(); }),
                      judge_sizes(grids[0], grids[1])};
    section.tables.push_back(std::move(table));
    result.sections.push_back(std::move(section));
    return result;
}

} // namespace

extern const Experiment kGridCells{"grid-cells", "How large should the cells of a grid be?",
                                   "[Cohen 1995] section 4", run_cells};

} // namespace boxwood
