// Compares Boxwood with other libraries, from the output of comparison programs in the same run.
#include "bench/experiments/bar_panel.hpp"
#include "bench/experiments/peers/peer_files.hpp"
#include "bench/experiments/peers/targets.hpp"
#include "engine/measure/statistics.hpp"

#include <algorithm>
#include <cmath>

namespace boxwood {
namespace {

// A file of a comparison program, with its title and description.
struct Workload {
    PeerFile file;
    std::string_view title, text, unit;
};
const std::vector<Workload>& workloads() {
    static const std::vector<Workload> kAll{
        {{"build", {"what", "mesh", "triangles"}, "method", "ns_per_triangle", ""},
         "A, B. Building and refitting",
         "From the mesh to a tree that can be asked; refit after every vertex has moved, once after all "
         "others have emptied the caches and again right after itself. One triangle per leaf, where it does "
         "not say four; Embree has up to four.",
         "ns per triangle"},
        {{"mesh_pairs",
          {"wanted", "workload", "mesh", "triangles"},
          "method",
          "us_per_query",
          "answers",
          "ratio_to_our_best"},
         "C. Mesh against mesh",
         "Two copies of a mesh, placed at random where 60 % intersect, or tumbling where half do; first "
         "contact, once after all others have emptied the caches and again right after itself, or all "
         "pairs of triangles; and at given distances of their middles, in sizes of the mesh, the distance. "
         "Answers are held against exact ones, placement by placement "
         "and pair by pair. A slow method gets fewer placements; its ratio is over those alone, its value "
         "too.",
         "µs per query"},
        {{"broad_phase", {"scene", "motion", "boxes"}, "broad_phase", "median_ns_per_box", "answers"},
         "D. Broad phase",
         "Boxes of which each overlaps about one other; all move by at most 5 % of their size, or all "
         "teleport. Pairs are compared.",
         "ns per box"},
        {{"closest", {"faces"}, "method", "median_ns", "largest_difference"},
         "E. Convex closest distance",
         "Two convex polytopes that circle each other in small steps; each method keeps what it keeps from "
         "the step before. The largest difference of the distance from ours is the answer that is compared: "
         "FCL stops within 1e-3 of polytopes of radius 1, Bullet computes in float.",
         "ns per query"},
        {{"contacts", {"question", "size"}, "method", "median_ns", "agreement"},
         "F. Depths, rays and times of impact",
         "The depth of two polytopes that penetrate each other, the first hit of a ray on a mesh, and the "
         "time of "
         "impact of two polytopes in motion. The share of answers that agree with ours is compared.",
         "ns per query"},
    };
    return kAll;
}

draw::Sheet draw_ratios(const std::vector<PeerGroup>& groups) {
    BarPanel panel{"The best peer's time by ours",
                   "times; right of the dashed line, at 1, Boxwood is ahead",
                   {},
                   true,
                   1.0};
    for (const PeerGroup& group : groups)
        if (const double ratio = group.ratio(); std::isfinite(ratio))
            panel.bars.push_back({group.name, ratio,
                                  fixed_number(ratio, 2) + " × (" + group.best(true)->method + ")",
                                  ratio >= 1.0 ? &draw::Palette::ok : &draw::Palette::bad});
    std::vector<BarPanel> panels{std::move(panel)};
    return draw_bar_panels(panels, kPictureWidth, 1);
}

// A panel with the methods of one group, from fast to slow.
BarPanel draw_methods(const Workload& workload, const PeerGroup& group) {
    BarPanel panel{group.name, std::string(workload.unit), {}, true};
    std::vector<PeerEntry> sorted = group.entries;
    std::sort(sorted.begin(), sorted.end(),
              [](const PeerEntry& a, const PeerEntry& b) { return a.value < b.value; });
    for (const PeerEntry& entry : sorted)
        panel.bars.push_back(
            {entry.method, entry.value, short_number(entry.value),
             is_peer(entry.method) ? &draw::Palette::right_series : &draw::Palette::left_series});
    return panel;
}

Table best_table(const Workload& workload, const std::vector<PeerGroup>& groups) {
    Table table{std::string(workload.file.name) + "-best",
                "Our best and the best peer, " + std::string(workload.unit),
                {"row", "ours", "our_value", "peer", "peer_value", "ratio"}};
    const std::string answers(workload.file.answers);
    if (!answers.empty()) table.columns.push_back("peer_" + answers);
    for (const PeerGroup& group : groups) {
        const PeerEntry *ours = group.best(false), *theirs = group.best(true);
        if (ours == nullptr || theirs == nullptr) continue;
        std::vector<Cell> cells{group.name,     ours->method,  ours->value,
                                theirs->method, theirs->value, {group.ratio(), 2}};
        if (!answers.empty()) cells.push_back(theirs->answers);
        table.add(std::move(cells));
    }
    return table;
}

Table method_table(const Workload& workload, const CsvText& csv) {
    Table table{std::string(workload.file.name), "Every method", csv.columns};
    for (const std::vector<std::string>& row : csv.rows) table.add(std::vector<Cell>(row.begin(), row.end()));
    table.is_on_page = false;
    return table;
}

ClaimResult judge(const std::vector<PeerGroup>& groups) {
    std::vector<double> ratios;
    std::size_t ahead = 0;
    for (const PeerGroup& group : groups)
        if (const double ratio = group.ratio(); std::isfinite(ratio)) {
            ratios.push_back(ratio);
            ahead += ratio > 1.0 ? 1 : 0;
        }
    if (ratios.empty())
        return {"ahead of every library found",
                "own",
                "best peer's time by our best; above 1 in every row",
                "no row with a peer",
                Verdict::not_judged,
                Basis::times};
    return {"ahead of every library found",
            "own",
            "best peer's time by our best; above 1 in every row",
            std::to_string(ahead) + " of " + std::to_string(ratios.size()) + " rows; median " +
                fixed_number(median_of(ratios), 2) + " ×, least " +
                fixed_number(*std::min_element(ratios.begin(), ratios.end()), 2) + " ×",
            verdict_if(ahead == ratios.size()),
            Basis::times};
}

Result<ExperimentSection> describe(const Workload& workload, const OtherResult& other) {
    const Result<std::vector<PeerGroup>> groups = group_rows(workload.file, other.csv);
    if (!groups) return groups.error();
    const Result<CsvText> csv = read_csv(other.csv); // succeeds, because group_rows has read it
    ExperimentSection section{std::string(workload.title), std::string(workload.text)};
    section.claims = {judge(*groups)};
    const std::string file(workload.file.name);
    section.pictures.push_back(
        {file + "-ratios", std::string(workload.title) + ": ratios", draw_ratios(*groups)});
    std::vector<BarPanel> methods;
    for (const PeerGroup& group : *groups) methods.push_back(draw_methods(workload, group));
    std::vector<draw::Sheet> pages = draw_bar_pages(methods, kPictureWidth, 2, kMaxPictureHeight);
    for (std::size_t i = 0; i < pages.size(); ++i) {
        const std::string number = std::to_string(i + 1);
        const bool is_alone = pages.size() == 1;
        section.pictures.push_back(
            {file + "-methods" + (is_alone ? "" : "-" + number),
             std::string(workload.title) + ": every method" +
                 (is_alone ? "" : ", " + number + " of " + std::to_string(pages.size())),
             std::move(pages[i])});
    }
    section.tables = {best_table(workload, *groups), method_table(workload, *csv)};
    return section;
}

Result<ExperimentResult> run_peers(const ExperimentRun& run) {
    ExperimentResult result{
        .sections = {},
        .method =
            "Each comparison is one program in which all libraries found take part, on the same input, one "
            "after another in every round, one thread; medians of the processor time over 15 rounds. Of a "
            "slow method fewer placements are timed, as many as its row says; only brute force has one round "
            "where it is slowest. Peers are as Debian packages them, ours a release build. Ratios within one "
            "run count, absolute times do not. A library whose answers differ is named with what it misses "
            "or invents and by how little: float against exact. One that answers less than what is asked, as "
            "Embree's boxes without triangles do, is a mark: it is drawn, and counts for nothing."};
    for (const Workload& workload : workloads()) {
        const auto other = std::ranges::find(run.others, workload.file.name, &OtherResult::name);
        if (other == run.others.end()) {
            if (!run.others.empty())
                result.sections.push_back(
                    {std::string(workload.title), "Not run: its program was not found."});
            continue;
        }
        Result<ExperimentSection> section = describe(workload, *other);
        if (!section) return section.error();
        result.sections.push_back(std::move(*section));
    }
    if (!result.sections.empty()) {
        Result<ExperimentSection> targets = judge_targets(run);
        if (!targets) return targets.error();
        result.sections.insert(result.sections.begin(), std::move(*targets));
    } else {
        result.sections.push_back(
            {"Not run",
             "The programs that compare with other libraries were not found. They are built with the "
             "benches where FCL, Bullet, ODE, CGAL or Embree are installed (libfcl-dev, libbullet-dev, "
             "libode-dev, libcgal-dev, libembree-dev); --peers names their folder."});
    }
    return result;
}

} // namespace

const PeerFile& peer_file(std::string_view name) {
    const auto found = std::find_if(workloads().begin(), workloads().end(),
                                    [name](const Workload& one) { return one.file.name == name; });
    return found->file;
}

extern const Experiment kPeers{"peers", "Where does Boxwood stand against other libraries?",
                               "own; FCL, Bullet, ODE, CGAL, Embree as packaged", run_peers};

} // namespace boxwood
