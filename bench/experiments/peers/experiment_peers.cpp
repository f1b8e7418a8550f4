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
         "Builds start from the mesh and end with a tree that is ready for queries. Refits assume that every "
         "vertex has moved. They are measured twice: after all other methods, which have filled the caches "
         "with their data, and again directly after themselves. Trees have one triangle per leaf unless the "
         "name says four; Embree has up to four.",
         "ns per triangle"},
        {{"mesh_pairs",
          {"wanted", "workload", "mesh", "triangles"},
          "method",
          "us_per_query",
          "answers",
          "ratio_to_our_best"},
         "C. Mesh against mesh",
         "Two copies of a mesh at random placements, of which 60 % intersect, or tumbling, where half "
         "intersect. Queries: first contact, measured after all other methods, which have filled the caches "
         "with their data, and again directly after itself; all pairs of triangles; and the distance, at "
         "given distances between the centers, in multiples of the mesh's longest side. Answers are compared "
         "with exact ones, for each placement and pair. A slow method gets fewer placements; its value and "
         "its ratio cover only these placements. ",
         "µs per query"},
        {{"broad_phase", {"scene", "motion", "boxes"}, "broad_phase", "median_ns_per_box", "answers"},
         "D. Broad phase",
         "Each box overlaps about one other box. All boxes move by at most 5 % of their size (coherent), a "
         "fiftieth of them moves in this way (few), or all teleport. The pairs found are compared.",
         "ns per box"},
        {{"closest", {"faces"}, "method", "median_ns", "largest_difference"},
         "E. Convex closest distance",
         "Two convex polytopes that circle around each other in small steps. Each method can reuse its "
         "data from the previous step. The column of answers is the largest difference from Boxwood's "
         "distance: FCL stops within 1e-3 for polytopes of radius 1, and Bullet computes in float.",
         "ns per query"},
        {{"contacts", {"question", "size"}, "method", "median_ns", "agreement"},
         "F. Depths, rays and times of impact",
         "The penetration depth of two polytopes, the first hit of a ray on a mesh, and the time of impact "
         "of two moving polytopes. The column of answers is the fraction of the inputs for which the method "
         "and Boxwood agree on whether a depth, a hit or an impact exists.",
         "ns per query"},
    };
    return kAll;
}

draw::Sheet draw_ratios(const std::vector<PeerGroup>& groups) {
    BarPanel panel{"Time of the fastest other library / time of Boxwood's fastest method",
                   "ratio; to the right of the dashed line at 1, Boxwood is faster",
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
                "The fastest method of Boxwood and of the other libraries (peers), " +
                    std::string(workload.unit),
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
        return {"Boxwood is faster than every library that was found",
                "own",
                "time of the fastest peer / time of Boxwood's fastest method; above 1 in every row",
                "no row with a peer",
                Verdict::not_judged,
                Basis::times};
    return {"Boxwood is faster than every library that was found",
            "own",
            "time of the fastest peer / time of Boxwood's fastest method; above 1 in every row",
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
            "Each comparison is one program. All libraries that were found run in it on the same input, one "
            "after another in every round, on one thread. Values are medians of the processor time over 15 "
            "rounds. For meshes, they are means over the placements of such medians, of wall time if a query "
            "is short. Slow methods are timed at fewer placements, whose number is in their row. A broad "
            "phase whose first update takes over half a second runs a single round. Peers are built as "
            "Debian packages them, Boxwood as a release build. Compare only ratios within one run, not "
            "absolute times. If the answers of a library differ, the row says at how many placements. For "
            "all pairs of triangles, it also gives the number of missed pairs with their longest "
            "intersection, and the number of invented pairs with their largest distance; float means that "
            "rounding explains these differences. A method that answers only a part of the question, such as "
            "Embree's boxes without triangle tests, is drawn but not counted."};
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

extern const Experiment kPeers{"peers", "How does Boxwood compare with other libraries?",
                               "own; FCL, Bullet, ODE, CGAL, Embree as packaged", run_peers};

} // namespace boxwood
