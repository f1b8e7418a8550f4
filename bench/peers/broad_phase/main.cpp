// Question: how do our broad phases compare with those of other libraries, on the same boxes, in one run? In each round
// every contestant gets the same new boxes, one after another; reports medians and means of all rounds, and ratios of the medians to column-grid.
// The program fails if a contestant's answer differs. Each of ours has a row in every cell, one of another library
// until it is too slow; a row without a figure says why.
//
// Options: bench/peers/options.hpp; --only names scenes.
#include "bench/broad_phase_scenes.hpp"
#include "bench/peers/broad_phase/contestants.hpp"
#include "bench/peers/options.hpp"

#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <numeric>

namespace boxwood::bench {
namespace {

constexpr double kSlow = 0.5;       // seconds per update; slower contestants get one round
constexpr double kPeerWaits = 0.01; // seconds; slower ones of another library skip the larger counts

struct NamedMotion {
    const char* name;
    BoxMotion motion;
};
constexpr NamedMotion kMotions[] = {{"coherent", BoxMotion::coherent},
                                    {"teleport", BoxMotion::teleport},
                                    {"few", BoxMotion::few}}; // every fiftieth box, as far as in coherent

std::vector<NamedContestant> list_contestants() {
    std::vector<NamedContestant> all;
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

// Some store slightly enlarged boxes: pairs that do not overlap are removed.
std::vector<BodyPair> find_answer(const Contestant& contestant, std::span<const Aabb> boxes) {
    std::vector<BodyPair> pairs = contestant.list_pairs();
    std::erase_if(pairs, [&](BodyPair pair) { return !overlap(boxes[pair.a], boxes[pair.b]); });
    std::sort(pairs.begin(), pairs.end());
    pairs.erase(std::unique(pairs.begin(), pairs.end()), pairs.end());
    return pairs;
}

// Rounding of differently computed boxes may decide whether they touch: two pairs, and one in a thousand, may differ.
bool are_answers_equal(const std::vector<BodyPair>& x, const std::vector<BodyPair>& y) {
    std::vector<BodyPair> either;
    std::set_symmetric_difference(x.begin(), x.end(), y.begin(), y.end(), std::back_inserter(either));
    return either.size() <= 2 + x.size() / 1000;
}

// Processor time of this process, independent of other load.
double seconds() {
    return static_cast<double>(std::clock()) / CLOCKS_PER_SEC;
}

struct Row {
    std::string name;
    bool is_ours = false;
    std::unique_ptr<Contestant> contestant;
    std::vector<double> times;
    bool is_equal = true;
};

double median(std::vector<double> values) {
    std::nth_element(values.begin(), values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2),
                     values.end());
    return values[values.size() / 2];
}

// Phases that enlarge boxes do their work in few of the updates, which the median does not show.
double mean(const std::vector<double>& values) {
    return std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
}

bool has_enough(const std::vector<double>& times) {
    return !times.empty() && times[0] > kSlow;
}

struct Cell {
    const NamedScene& scene;
    const NamedMotion& motion;
    BodyId count;
};

void write_absent(const Cell& cell, const std::string& name, const std::string& why, std::FILE* out) {
    std::fprintf(out, "%s,%s,%u,%s,,,,,0,not run: %s\n", std::string(cell.scene.name).c_str(),
                 cell.motion.name, cell.count, name.c_str(), why.c_str());
}

// Compares the contestants that are up to date after `round` with column-grid, if that is. Then counts the pairs.
void compare_answers(std::size_t round, std::span<const Aabb> boxes, std::vector<Row>& io_rows,
                     std::size_t& io_pairs) {
    // A slow contestant skips rounds and has old boxes: it can neither be compared nor serve as the reference.
    const auto is_up_to_date = [round](const Row& row) { return row.times.size() == round + 1; };
    const auto reference = std::find_if(io_rows.begin(), io_rows.end(), [&](const Row& row) {
        return row.name == ColumnGrid::kName && is_up_to_date(row);
    });
    if (reference == io_rows.end()) return;
    const std::vector<BodyPair> all = find_answer(*reference->contestant, boxes);
    io_pairs = all.size();
    for (Row& row : io_rows) {
        if (!is_up_to_date(row)) continue;
        std::vector<BodyPair> expected = all;
        row.contestant->keep_asked(expected);
        row.is_equal = row.is_equal && are_answers_equal(expected, find_answer(*row.contestant, boxes));
    }
}

std::vector<Row> start_rows(const Cell& cell, std::span<const Aabb> boxes,
                            const std::vector<NamedContestant>& all, std::FILE* out) {
    std::vector<Row> rows;
    for (const NamedContestant& one : all) {
        const std::string why = one.why_not ? one.why_not(boxes) : "";
        if (!why.empty()) {
            write_absent(cell, one.name, why, out);
            continue;
        }
        rows.push_back({one.name, one.is_ours, one.make(), {}, true});
        rows.back().contestant->start(boxes);
    }
    return rows;
}

// Whether a peer skips the larger counts; inserting boxes one by one takes a hundred times as long.
std::string why_not_more(const Row& row, double time, BodyId count) {
    if (row.is_ours) return "";
    if (count == 10000 && row.name == "bullet sweep and prune") return "inserts boxes one by one";
    std::array<char, 64> text;
    std::snprintf(text.data(), text.size(), "%.0f ms for %u boxes", 1e3 * time, count);
    return time > kPeerWaits ? text.data() : "";
}

// True if all answers agree. Contestants too slow for more boxes get a reason in io_all.
bool run_cell(const Cell& cell, std::size_t rounds, std::vector<NamedContestant>& io_all, std::FILE* out) {
    SceneBoxes moving(cell.scene.scene, cell.count);
    std::vector<Row> rows = start_rows(cell, moving.boxes, io_all, out);
    std::size_t pairs = 0;
    for (std::size_t round = 0; round < rounds; ++round) {
        moving.move(cell.motion.motion);
        for (std::size_t i = 0; i < rows.size(); ++i) {
            Row& row = rows[(i + round) % rows.size()];
            if (has_enough(row.times)) continue;
            const double begin = seconds();
            row.contestant->update(moving.boxes);
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
        const std::string why = why_not_more(row, time, cell.count);
        for (NamedContestant& one : io_all)
            if (one.name == row.name && !why.empty())
                one.why_not = [why](std::span<const Aabb>) { return why; };
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
            const bool is_asked = options.only.empty()
                                      ? !options.is_quick || scene.name == "cube"
                                      : std::count(options.only.begin(), options.only.end(), scene.name) > 0;
            if (!is_asked) continue;
            std::vector<NamedContestant> all = list_contestants();
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
