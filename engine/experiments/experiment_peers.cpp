// Where Boxwood stands against the libraries that a user would pick instead: read from what the comparing programs wrote in
// the same run.
#include "engine/experiments/bar_panel.hpp"
#include "engine/experiments/csv_text.hpp"
#include "engine/experiments/experiment.hpp"
#include "engine/experiments/statistics.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <cmath>

namespace boxwood {
namespace {

constexpr std::array<std::string_view, 5> kLibraries{"fcl", "bullet", "ode", "cgal", "embree"};

bool is_peer(std::string_view method) {
    return std::any_of(kLibraries.begin(), kLibraries.end(), [method](std::string_view library) {
        return method.size() >= library.size() &&
               std::equal(library.begin(), library.end(), method.begin(),
                          [](char a, char b) { return a == std::tolower(static_cast<unsigned char>(b)); });
    });
}

// One of the files: which columns name a row of the comparison, the method and its value.
struct Workload {
    std::string_view file, title, text;
    std::vector<std::string_view> keys;            // columns that tell rows apart
    std::string_view method, value, unit, answers; // answers: empty if there are none to compare
};
const std::vector<Workload>& workloads() {
    static const std::vector<Workload> kAll{
        {"build",
         "A, B. Building and refitting",
         "From the mesh to a tree that can be asked; refit after every vertex has moved.",
         {"what", "mesh", "triangles"},
         "method",
         "ns_per_triangle",
         "ns per triangle",
         ""},
        {"mesh_pairs",
         "C. Mesh against mesh",
         "Two copies of a mesh, placed at random where 60 % intersect, or tumbling where half do; first "
         "contact, or all pairs of "
         "triangles. Answers are held against exact ones, placement by placement and pair by pair.",
         {"wanted", "workload", "mesh", "triangles"},
         "method",
         "us_per_query",
         "µs per query",
         "answers"},
        {"broad_phase",
         "D. Broad phase",
         "Boxes of which each overlaps about one other; all move by at most 5 % of their size, or all "
         "teleport. Pairs are compared.",
         {"scene", "motion", "boxes"},
         "broad_phase",
         "median_ns_per_box",
         "ns per box",
         "answers"},
        {"closest",
         "E. Convex closest distance",
         "Two convex polytopes that circle each other in small steps; each method keeps what it keeps from "
         "the step before. The "
         "largest difference of the distance from ours is the answer that is compared: FCL stops within 1e-3 "
         "of polytopes of "
         "radius 1, Bullet computes in float.",
         {"faces"},
         "method",
         "median_ns",
         "ns per query",
         "largest_difference"},
    };
    return kAll;
}

struct Entry {
    std::string method, answers;
    double value = 0.0;
};
struct Group { // one row of the comparison
    std::string name;
    std::vector<Entry> entries;

    // Fastest of ours or theirs; null if there is none. What only finds boxes gives no answer, so it takes no part.
    const Entry* best(bool of_peers) const {
        const Entry* found = nullptr;
        for (const Entry& entry : entries)
            if (is_peer(entry.method) == of_peers && entry.answers != "boxes only" &&
                (!found || entry.value < found->value))
                found = &entry;
        return found;
    }
    double ratio() const { // of the best peer to our best
        const Entry *ours = best(false), *theirs = best(true);
        return ours && theirs && ours->value > 0.0 ? theirs->value / ours->value : std::nan("");
    }
};

Result<std::vector<Group>> group_rows(const Workload& workload, const CsvText& csv) {
    std::vector<Group> groups;
    for (std::size_t row = 0; row < csv.rows.size(); ++row) {
        std::string name;
        for (const std::string_view key : workload.keys) {
            const Result<std::string> cell = csv.at(row, key);
            if (!cell) return cell.error();
            name.append(name.empty() ? "" : ", ").append(*cell);
            if (key == "triangles" || key == "boxes" || key == "faces") name.append(" ").append(key);
        }
        const Result<std::string> method = csv.at(row, workload.method), value = csv.at(row, workload.value);
        if (!method || !value) return method ? value.error() : method.error();
        Entry entry{*method, "", std::strtod(value->c_str(), nullptr)};
        if (!workload.answers.empty())
            if (const Result<std::string> answers = csv.at(row, workload.answers)) entry.answers = *answers;
        auto found = std::find_if(groups.begin(), groups.end(),
                                  [&](const Group& group) { return group.name == name; });
        if (found == groups.end()) found = groups.insert(groups.end(), {name, {}});
        found->entries.push_back(std::move(entry));
    }
    return groups;
}

draw::Sheet draw_ratios(const std::vector<Group>& groups) {
    BarPanel panel{"The best peer's time by ours",
                   "times; right of the dashed line, at 1, Boxwood is ahead",
                   {},
                   true,
                   1.0};
    for (const Group& group : groups)
        if (const double ratio = group.ratio(); std::isfinite(ratio))
            panel.bars.push_back({group.name, ratio,
                                  fixed_number(ratio, 2) + " × (" + group.best(true)->method + ")",
                                  ratio >= 1.0 ? &draw::Palette::ok : &draw::Palette::bad});
    std::vector<BarPanel> panels{std::move(panel)};
    return draw_bar_panels(panels, kPictureWidth, 1);
}

// The methods of one group, fastest first.
BarPanel draw_methods(const Workload& workload, const Group& group) {
    BarPanel panel{group.name, std::string(workload.unit), {}, true};
    std::vector<Entry> sorted = group.entries;
    std::sort(sorted.begin(), sorted.end(), [](const Entry& a, const Entry& b) { return a.value < b.value; });
    for (const Entry& entry : sorted)
        panel.bars.push_back(
            {entry.method, entry.value, short_number(entry.value),
             is_peer(entry.method) ? &draw::Palette::right_series : &draw::Palette::left_series});
    return panel;
}

Table best_table(const Workload& workload, const std::vector<Group>& groups) {
    Table table{std::string(workload.file) + "-best",
                "Our best and the best peer, " + std::string(workload.unit),
                {"row", "ours", "our_value", "peer", "peer_value", "ratio", "peer_answers"}};
    for (const Group& group : groups) {
        const Entry *ours = group.best(false), *theirs = group.best(true);
        if (ours && theirs)
            table.add({group.name,
                       ours->method,
                       ours->value,
                       theirs->method,
                       theirs->value,
                       {group.ratio(), 2},
                       theirs->answers});
    }
    return table;
}

Table method_table(const Workload& workload, const CsvText& csv) {
    Table table{std::string(workload.file), "Every method", csv.columns};
    for (const std::vector<std::string>& row : csv.rows) table.add(std::vector<Cell>(row.begin(), row.end()));
    table.is_on_page = false;
    return table;
}

JudgedClaim judge(const std::vector<Group>& groups) {
    std::vector<double> ratios;
    std::size_t ahead = 0;
    for (const Group& group : groups)
        if (const double ratio = group.ratio(); std::isfinite(ratio)) {
            ratios.push_back(ratio);
            ahead += ratio > 1.0 ? 1 : 0;
        }
    if (ratios.empty())
        return {"ahead of every library found",
                "own",
                "best peer's time by our best; above 1 in every row",
                "no row with a peer",
                Verdict::not_run,
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
    const Result<CsvText> csv = read_csv(other.csv);
    if (!csv) return Error{other.name + ".csv: " + csv.error().message};
    const Result<std::vector<Group>> groups = group_rows(workload, *csv);
    if (!groups) return Error{other.name + ".csv: " + groups.error().message};
    ExperimentSection section{std::string(workload.title), std::string(workload.text)};
    section.claims = {judge(*groups)};
    const std::string file(workload.file);
    section.pictures.push_back(
        {file + "-ratios", std::string(workload.title) + ": ratios", draw_ratios(*groups)});
    std::vector<BarPanel> methods;
    for (const Group& group : *groups) methods.push_back(draw_methods(workload, group));
    section.pictures.push_back({file + "-methods", std::string(workload.title) + ": every method",
                                draw_bar_panels(methods, kPictureWidth, 2)});
    section.tables = {best_table(workload, *groups), method_table(workload, *csv)};
    return section;
}

Result<ExperimentResult> run_peers(const ExperimentRun& run) {
    ExperimentResult result{
        .sections = {},
        .method =
            "Each comparison is one program in which all libraries found take part, on the same input, one "
            "after another in every round, one thread; medians of the processor time over the rounds (a slow "
            "method gets fewer). Peers are as Debian packages them, ours a release build. Ratios within one "
            "run count, absolute times do not. A library whose answers differ is named with what it misses "
            "or invents and by how little: float against exact."};
    for (const Workload& workload : workloads())
        for (const OtherResult& other : run.others) {
            if (other.name != workload.file) continue;
            Result<ExperimentSection> section = describe(workload, other);
            if (!section) return section.error();
            result.sections.push_back(std::move(*section));
        }
    if (result.sections.empty())
        result.sections.push_back(
            {"Not run",
             "The programs that compare with other libraries were not found. They are built with the "
             "benches where FCL, Bullet, ODE, CGAL or Embree are installed (libfcl-dev, libbullet-dev, "
             "libode-dev, libcgal-dev, libembree-dev); --peers names their folder."});
    return result;
}

} // namespace

extern const Experiment kPeers{"peers", "Where does Boxwood stand against other libraries?",
                               "own; FCL, Bullet, ODE, CGAL, Embree as packaged", run_peers};

} // namespace boxwood
