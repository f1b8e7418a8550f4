// How do our broad phases compare with those of other libraries, on the same boxes, in one run? In each round every
// contestant gets the same new boxes, one after another; medians of all rounds, ratios to column-sweep. A contestant
// whose answer differs makes the program fail.
//
// Options: bench/peers/options.hpp; --only names scenes.
#include "bench/broad_phase_scenes.hpp"
#include "bench/peers/broad_phase/contestants.hpp"
#include "bench/peers/options.hpp"

#include <cstdio>
#include <cstdlib>
#include <ctime>

namespace boxwood::bench {
namespace {

constexpr double kTooSlow = 0.25; // seconds per update, beyond which a contestant sits out the larger counts
constexpr double kMuchTooSlow = 0.1;  // beyond which it sits out the larger counts
constexpr double kNoPeerWaits = 0.01; // the same for the others, who are there for comparison
constexpr std::size_t kFewRounds = 3;

struct NamedMotion {
    const char* name;
    BoxMotion motion;
};
constexpr NamedMotion kMotions[] = {{"coherent", BoxMotion::coherent}, {"teleport", BoxMotion::teleport}};

std::vector<NamedContestant> list_contestants() {
    std::vector<NamedContestant> all;
    for (const std::string_view name : list_broad_phases())
        all.push_back({std::string(name), [name] { return std::make_unique<OurPhase>(name); }});
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

// Some keep boxes a little larger than they are: what does not overlap is taken out.
std::vector<BodyPair> find_answer(const Contestant& contestant, std::span<const Aabb> boxes) {
    std::vector<BodyPair> pairs = contestant.list_pairs();
    std::erase_if(pairs, [&](BodyPair pair) { return !overlap(boxes[pair.a], boxes[pair.b]); });
    std::sort(pairs.begin(), pairs.end());
    pairs.erase(std::unique(pairs.begin(), pairs.end()), pairs.end());
    return pairs;
}

// Boxes that others compute in other ways may touch or not by rounding: two pairs, and one in a thousand, may differ.
bool are_answers_equal(const std::vector<BodyPair>& x, const std::vector<BodyPair>& y) {
    std::vector<BodyPair> either;
    std::set_symmetric_difference(x.begin(), x.end(), y.begin(), y.end(), std::back_inserter(either));
    return either.size() <= 2 + x.size() / 1000;
}

// Of this process: what others do on the machine does not count.
double seconds() {
    return static_cast<double>(std::clock()) / CLOCKS_PER_SEC;
}

struct Row {
    std::string name;
    std::unique_ptr<Contestant> contestant;
    std::vector<double> times;
    bool is_equal = true;
};

double median(std::vector<double> values) {
    std::nth_element(values.begin(), values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2),
                     values.end());
    return values[values.size() / 2];
}

bool is_ours(const std::string& name) {
    const auto ours = list_broad_phases();
    return std::find(ours.begin(), ours.end(), name) != ours.end();
}

// True if all answers agree; those too slow for more boxes are struck from io_all.
bool run_cell(const NamedScene& scene, const NamedMotion& motion, BodyId count, std::size_t rounds,
              std::vector<NamedContestant>& io_all, std::FILE* out) {
    SceneBoxes moving(scene.scene, count);
    std::vector<Row> rows;
    for (const NamedContestant& one : io_all) {
        rows.push_back({one.name, one.make(), {}, true});
        rows.back().contestant->start(moving.boxes);
    }
    std::size_t pairs = 0;
    for (std::size_t round = 0; round < rounds; ++round) {
        moving.move(motion.motion);
        for (std::size_t i = 0; i < rows.size(); ++i) {
            Row& row = rows[(i + round) % rows.size()];
            if (row.times.size() >= kFewRounds && median(row.times) > kTooSlow) continue;
            const double begin = seconds();
            row.contestant->update(moving.boxes);
            row.times.push_back(seconds() - begin);
        }
        if (round % 8 != 0 && round + 1 != rounds) continue;
        // Whoever is too slow sits rounds out and knows old boxes only: nothing to compare with, or to be compared.
        const auto is_up_to_date = [round](const Row& row) { return row.times.size() == round + 1; };
        const auto reference = std::find_if(rows.begin(), rows.end(), [&](const Row& row) {
            return row.name == ColumnSweep::kName && is_up_to_date(row);
        });
        if (reference == rows.end()) continue;
        const std::vector<BodyPair> expected = find_answer(*reference->contestant, moving.boxes);
        for (Row& row : rows)
            if (is_up_to_date(row))
                row.is_equal =
                    row.is_equal && are_answers_equal(expected, find_answer(*row.contestant, moving.boxes));
        pairs = expected.size();
    }
    double ours = 1.0;
    for (const Row& row : rows)
        if (row.name == ColumnSweep::kName) ours = median(row.times);
    bool are_equal = true;
    for (const Row& row : rows) {
        const double time = median(row.times);
        std::fprintf(out, "%s,%s,%u,%s,%.1f,%.2f,%zu,%zu,%s\n", std::string(scene.name).c_str(), motion.name,
                     count, row.name.c_str(), 1e9 * time / count, time / ours, pairs, row.times.size(),
                     row.is_equal ? "equal" : "DIFFERENT");
        are_equal = are_equal && row.is_equal;
        // A matrix of flags would take a hundred times the memory, boxes inserted one by one a hundred times as long.
        const bool sits_out =
            time > (is_ours(row.name) ? kMuchTooSlow : kNoPeerWaits) ||
            (count == 10000 && (row.name == SweepAndPrune::kName || row.name == "bullet sweep and prune"));
        if (sits_out) std::erase_if(io_all, [&](const NamedContestant& one) { return one.name == row.name; });
    }
    std::fflush(out);
    return are_equal;
}

int run(int argc, char** argv) {
    const PeerOptions options = read_peer_options(argc, argv);
    std::FILE* out = open_out(options);
    const std::vector<BodyId> counts =
        options.is_quick ? std::vector<BodyId>{1000u} : std::vector<BodyId>{1000u, 10000u, 100000u};
    std::fprintf(
        out, "scene,motion,boxes,broad_phase,median_ns_per_box,ratio_to_column_sweep,pairs,rounds,answers\n");
    bool are_equal = true;
    for (const NamedScene& scene : kBoxScenes)
        for (const NamedMotion& motion : kMotions) {
            const bool is_asked = options.only.empty()
                                      ? !options.is_quick || scene.name == "cube"
                                      : std::count(options.only.begin(), options.only.end(), scene.name) > 0;
            if (!is_asked) continue;
            std::vector<NamedContestant> all = list_contestants();
            for (const BodyId count : counts)
                are_equal = run_cell(scene, motion, count, options.rounds, all, out) && are_equal;
        }
    if (out != stdout) std::fclose(out);
    return are_equal ? 0 : 1;
}

} // namespace
} // namespace boxwood::bench

int main(int argc, char** argv) {
    return boxwood::bench::run(argc, argv);
}
