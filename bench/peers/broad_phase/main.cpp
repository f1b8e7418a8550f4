// Question: how do Boxwood's broad phases compare with those of other libraries, on the same boxes, in one run? In
// each round, every competitor gets the same new boxes, one competitor after another. Reports medians and means over
// the timed rounds of each competitor, and ratios of the medians to column-grid. Answers are compared in the last
// round and in every eighth round. The program fails if a competitor's answer differs by more than rounding can
// explain. Every competitor has a row in every cell. The row gives a reason instead of times for a peer that was too
// slow with fewer boxes, and for a broad phase of Boxwood that would need too much memory or time to start.
//
// Options: bench/peers/options.hpp; --only takes scene names.
#include "bench/broad_phase_scenes.hpp"
#include "bench/peers/broad_phase/competitors.hpp"
#include "bench/peers/options.hpp"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <numeric>

namespace boxwood::bench {
namespace {

constexpr double kSlow = 0.5;         // seconds per update; slower competitors get one round
constexpr double kMaxPeerTime = 0.01; // seconds per update; slower peers skip the larger counts

struct NamedMotion {
    const char* name;
    BoxMotion motion;
};
constexpr NamedMotion kMotions[] = {{"coherent", BoxMotion::coherent},
                                    {"teleport", BoxMotion::teleport},
                                    {"few", BoxMotion::few}}; // moves a fiftieth of the boxes like `coherent`

std::vector<NamedCompetitor> list_competitors() {
    std::vector<NamedCompetitor> all;
    add_ours(all);
#ifdef BOXWOOD_HAS_FCL
    add_fcl(all);
#endif
#ifdef BOXWOOD_HAS_BULLET
    add_bullet(all);
#endif
#ifdef BOXWOOD_HAS_ODE
    add_ode(all);
#endif
#ifdef BOXWOOD_HAS_CGAL
    add_cgal(all);
#endif
#ifdef BOXWOOD_HAS_EMBREE
    add_embree(all);
#endif
    return all;
}

// Returns the overlapping pairs, sorted and without duplicates. Competitors that enlarge boxes list further pairs.
std::vector<BodyPair> find_answer(const Competitor& competitor, std::span<const Aabb> boxes) {
    std::vector<BodyPair> pairs = competitor.list_pairs();
    std::erase_if(pairs, [&](BodyPair pair) { return !overlap(boxes[pair.a], boxes[pair.b]); });
    std::sort(pairs.begin(), pairs.end());
    pairs.erase(std::unique(pairs.begin(), pairs.end()), pairs.end());
    return pairs;
}

// Returns true if at most 2 pairs plus 0.1 % of all pairs differ. The competitors round the boxes differently, and
// rounding decides whether nearly touching boxes overlap.
bool do_answers_agree(const std::vector<BodyPair>& x, const std::vector<BodyPair>& y) {
    std::vector<BodyPair> different;
    std::set_symmetric_difference(x.begin(), x.end(), y.begin(), y.end(), std::back_inserter(different));
    return different.size() <= 2 + x.size() / 1000;
}

// Processor time, which other load disturbs less than wall time.
double seconds() {
    return static_cast<double>(std::clock()) / CLOCKS_PER_SEC;
}

struct Row {
    std::string name;
    bool is_ours = false;
    std::unique_ptr<Competitor> competitor;
    std::vector<double> times;
    bool is_equal = true;
};

double median(std::vector<double> values) {
    std::nth_element(values.begin(), values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2),
                     values.end());
    return values[values.size() / 2];
}

// Broad phases that enlarge boxes do most of their work in a few updates. The mean includes these updates; the median
// hides them.
double mean(const std::vector<double>& values) {
    return std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
}

bool is_too_slow(const std::vector<double>& times) {
    return !times.empty() && times[0] > kSlow;
}

struct Cell {
    const NamedScene& scene;
    const NamedMotion& motion;
    BodyId count;
};

void write_absent(const Cell& cell, const std::string& name, const std::string& reason, std::FILE* out) {
    std::fprintf(out, "%s,%s,%u,%s,,,,,0,not run: %s\n", std::string(cell.scene.name).c_str(),
                 cell.motion.name, cell.count, name.c_str(), reason.c_str());
}

// Compares each competitor that is up to date after `round` with column-grid, and sets io_pairs to the number of
// pairs. Does nothing if column-grid is not up to date.
void compare_answers(std::size_t round, std::span<const Aabb> boxes, std::vector<Row>& io_rows,
                     std::size_t& io_pairs) {
    // A slow competitor skips rounds and then has old boxes, so it is neither compared nor used as the reference.
    const auto is_up_to_date = [round](const Row& row) { return row.times.size() == round + 1; };
    const auto reference = std::find_if(io_rows.begin(), io_rows.end(), [&](const Row& row) {
        return row.name == ColumnGrid::kName && is_up_to_date(row);
    });
    if (reference == io_rows.end()) return;
    const std::vector<BodyPair> all = find_answer(*reference->competitor, boxes);
    io_pairs = all.size();
    for (Row& row : io_rows) {
        if (!is_up_to_date(row)) continue;
        std::vector<BodyPair> expected = all;
        row.competitor->keep_reported(expected);
        row.is_equal = row.is_equal && do_answers_agree(expected, find_answer(*row.competitor, boxes));
    }
}

std::vector<Row> start_rows(const Cell& cell, std::span<const Aabb> boxes,
                            const std::vector<NamedCompetitor>& all, std::FILE* out) {
    std::vector<Row> rows;
    for (const NamedCompetitor& one : all) {
        const std::string obstacle = one.find_obstacle ? one.find_obstacle(boxes) : "";
        if (!obstacle.empty()) {
            write_absent(cell, one.name, obstacle, out);
            continue;
        }
        rows.push_back({one.name, one.is_ours, one.make(), {}, true});
        rows.back().competitor->start(boxes);
    }
    return rows;
}

// Returns the reason why a peer skips the larger counts, or an empty string. Bullet's sweep and prune inserts the
// boxes one by one, which takes a hundred times as long as an update.
std::string reason_to_stop(const Row& row, double time, BodyId count) {
    if (row.is_ours) return "";
    if (count == 10000 && row.name == "bullet sweep and prune") return "inserts boxes one by one";
    std::array<char, 64> text;
    std::snprintf(text.data(), text.size(), "%.0f ms for %u boxes", 1e3 * time, count);
    return time > kMaxPeerTime ? text.data() : "";
}

// Returns whether all answers agree. Sets find_obstacle in io_all for peers that are too slow for cells with more
// boxes.
bool run_cell(const Cell& cell, std::size_t rounds, std::vector<NamedCompetitor>& io_all, std::FILE* out) {
    SceneBoxes moving(cell.scene.scene, cell.count);
    std::vector<Row> rows = start_rows(cell, moving.boxes, io_all, out);
    std::size_t pairs = 0;
    for (std::size_t round = 0; round < rounds; ++round) {
        moving.move(cell.motion.motion);
        for (std::size_t i = 0; i < rows.size(); ++i) {
            Row& row = rows[(i + round) % rows.size()];
            if (is_too_slow(row.times)) continue;
            const double begin = seconds();
            row.competitor->update(moving.boxes);
            row.times.push_back(seconds() - begin);
        }
        if (round % 8 == 0 || round + 1 == rounds) compare_answers(round, moving.boxes, rows, pairs);
    }
    double ours = 1.0;
    for (const Row& row : rows)
        if (row.name == ColumnGrid::kName) ours = median(row.times);
    bool are_equal = true;
    for (const Row& row : rows) {
        const double time = median(row.times);
        std::fprintf(out, "%s,%s,%u,%s,%.1f,%.1f,%.2f,%zu,%zu,%s\n", std::string(cell.scene.name).c_str(),
                     cell.motion.name, cell.count, row.name.c_str(), 1e9 * time / cell.count,
                     1e9 * mean(row.times) / cell.count, time / ours, pairs, row.times.size(),
                     row.is_equal ? "equal" : "DIFFERENT");
        are_equal = are_equal && row.is_equal;
        const std::string reason = reason_to_stop(row, time, cell.count);
        for (NamedCompetitor& one : io_all)
            if (one.name == row.name && !reason.empty())
                one.find_obstacle = [reason](std::span<const Aabb>) { return reason; };
    }
    std::fflush(out);
    return are_equal;
}

int run(int argc, char** argv) {
    const PeerOptions options = read_peer_options(argc, argv);
    std::FILE* out = open_out(options);
    const std::vector<BodyId> counts =
        options.is_quick ? std::vector<BodyId>{1000u} : std::vector<BodyId>{1000u, 10000u, 100000u};
    std::fprintf(out, "scene,motion,boxes,broad_phase,median_ns_per_box,mean_ns_per_box,ratio_to_column_grid,"
                      "pairs,rounds,answers\n");
    bool are_equal = true;
    for (const NamedScene& scene : kBoxScenes)
        for (const NamedMotion& motion : kMotions) {
            const bool is_selected =
                options.only.empty() ? !options.is_quick || scene.name == "cube"
                                     : std::count(options.only.begin(), options.only.end(), scene.name) > 0;
            if (!is_selected) continue;
            std::vector<NamedCompetitor> all = list_competitors();
            for (const BodyId count : counts)
                are_equal = run_cell({scene, motion, count}, options.rounds, all, out) && are_equal;
        }
    if (out != stdout) std::fclose(out);
    return are_equal ? 0 : 1;
}

} // namespace
} // namespace boxwood::bench

int main(int argc, char** argv) {
    return boxwood::bench::run(argc, argv);
}
