#include "bench/experiments/peers/targets.hpp"

#include "bench/experiments/peers/cited_peers.hpp"
#include "bench/experiments/peers/peer_files.hpp"
#include "collision/query/any_hierarchy.hpp"
#include "engine/meshes/generate/generators.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>

namespace boxwood {
namespace {

constexpr std::size_t kMillion = 1'000'000;

// Finds the keys of a group by column name.
class GroupKeys {
  public:
    GroupKeys(const PeerFile& file, const PeerGroup& group)
        : file_(file)
        , group_(group) {}
    std::string_view operator[](std::string_view column) const {
        for (std::size_t i = 0; i < file_.keys.size(); ++i)
            if (file_.keys[i] == column) return group_.keys[i];
        return {};
    }
    bool is_about(const Target& target) const {
        const auto matches = [&](const auto& pair) { return (*this)[pair.first] == pair.second; };
        if (!std::all_of(target.where.begin(), target.where.end(), matches)) return false;
        if (target.mesh == MeshClass::none) return true;
        const auto triangles = std::strtoul(std::string((*this)["triangles"]).c_str(), nullptr, 10);
        if (target.mesh == MeshClass::smaller) return triangles < kMillion;
        return class_of_mesh((*this)["mesh"], triangles) == target.mesh;
    }

  private:
    const PeerFile& file_;
    const PeerGroup& group_;
};

// Counts how many rows of a target reach its figure.
struct FigureTally {
    std::size_t rows = 0, passed = 0;
    double worst = 0.0; // largest value divided by the target
};
// Counts how many rows of a target reach the required ratio.
struct RatioTally {
    std::size_t rows = 0, passed = 0, unclear = 0;
    double worst = 0.0; // smallest measured ratio divided by the required ratio
};

Table make_table() {
    return {"targets",
            "Targets, row by row",
            {"target", "row", "unit", "most", "ours", "our_value", "absolute", "peer", "peer_value", "ratio",
             "peer_answers", "cited", "cited_value", "ratio_asked", "by_ratio"}};
}

void note(double ours, double most, FigureTally& io_tally) {
    ++io_tally.rows;
    io_tally.passed += ours <= most ? 1 : 0;
    io_tally.worst = std::max(io_tally.worst, ours / most);
}
std::string_view verdict_word(double ours, double most) {
    return ours <= most ? "reached" : "not reached";
}
std::string_view time_verdict_word(double ours, double most, bool is_quick) {
    return is_quick ? verdict_name(Verdict::not_judged) : verdict_word(ours, most);
}

void note(const RatioOutcome& ratio, RatioTally& io_tally) {
    if (ratio.peer == nullptr) return;
    const double part = ratio.found / ratio.required;
    io_tally.worst = io_tally.rows == 0 ? part : std::min(io_tally.worst, part);
    ++io_tally.rows;
    io_tally.passed += ratio.verdict == Verdict::reproduced ? 1 : 0;
    io_tally.unclear += ratio.verdict == Verdict::unclear ? 1 : 0;
}
std::string_view verdict_word(const RatioOutcome& ratio, bool is_quick) {
    if (is_quick) return verdict_name(Verdict::not_judged);
    if (ratio.verdict == Verdict::unclear) return "unclear";
    return ratio.verdict == Verdict::reproduced ? "reached" : "not reached";
}

// Adds a row that compares Boxwood with the fastest cited library, or with the fastest peer if no library is cited.
void add_row(const Target& target, const PeerGroup& group, const std::vector<CitedPeer>& cited, bool is_quick,
             Table& io_table, FigureTally& io_tally, RatioTally& io_ratios) {
    const PeerEntry* ours = group.best(false, target.ours);
    if (ours == nullptr) return;
    const double value = ours->value / target.per;
    note(value, target.most, io_tally);
    const RatioOutcome judged = judge_ratio(group, *ours, target.most, cited);
    note(judged, io_ratios);
    std::vector<Cell> cells{target.workload,
                            group.name,
                            target.unit,
                            Cell::exact(target.most),
                            ours->method,
                            value,
                            time_verdict_word(value, target.most, is_quick)};
    const PeerEntry* theirs = judged.peer ? judged.measured : group.best(true, target.peers);
    if (theirs != nullptr && ours->value > 0.0)
        cells.insert(cells.end(), {theirs->method, theirs->value / target.per,
                                   Cell(ratio_between(*theirs, *ours), 2), theirs->answers});
    else
        cells.insert(cells.end(), 4, "");
    if (judged.peer)
        cells.insert(cells.end(), {judged.peer->table, Cell::exact(judged.peer->figure),
                                   Cell(judged.required, 2), verdict_word(judged, is_quick)});
    else
        cells.insert(cells.end(), 4, "");
    io_table.add(std::move(cells));
}

ClaimResult claim_of(std::string_view workload, double most, std::string_view unit, const FigureTally& tally,
                     Basis basis) {
    ClaimResult claim{std::string(workload),
                      "target",
                      "at most " + exact_number(most) + " " + std::string(unit) + " in every row",
                      "no row in this run",
                      Verdict::not_judged,
                      basis};
    if (tally.rows == 0) return claim;
    claim.estimate = std::to_string(tally.passed) + " of " + std::to_string(tally.rows) +
                     (tally.rows == 1 ? " row; " : " rows; worst ") + fixed_number(tally.worst, 2) +
                     " times the target";
    claim.verdict = verdict_if(tally.passed == tally.rows);
    return claim;
}

// Lists the required ratios, for example "1.30 × for embree in place (A: Embree Morton, in place: 52)".
std::string ratios_text(const std::vector<CitedPeer>& cited, double most) {
    std::string text;
    for (const CitedPeer& peer : cited) {
        text += (text.empty() ? "" : "; ") + fixed_number(peer.figure / most, 2) + " × for ";
        text.append(peer.method).append(" (").append(peer.table).append(": ") +=
            exact_number(peer.figure) + ")";
    }
    return text;
}

ClaimResult ratio_claim_of(const Target& target, const std::vector<CitedPeer>& cited,
                           const RatioTally& tally) {
    ClaimResult claim{std::string(target.workload) + ", by ratio",
                      "ratio",
                      "time of the fastest cited library in the row / time of Boxwood, at least: " +
                          ratios_text(cited, target.most),
                      "no row in this run",
                      Verdict::not_judged,
                      Basis::times};
    if (tally.rows == 0) return claim;
    claim.estimate = std::to_string(tally.passed) + " of " + std::to_string(tally.rows) +
                     (tally.rows == 1 ? " row" : " rows") +
                     (tally.unclear > 0 ? ", " + std::to_string(tally.unclear) + " more unclear; " : "; ") +
                     (tally.rows == 1 ? "" : "least ") + fixed_number(tally.worst, 2) +
                     " times the required ratio";
    if (tally.unclear > 0)
        claim.note = "unclear: the ratio is reached, but the cited figure belongs to a library that was "
                     "built for its machine, and the measured package is slower than such a build";
    claim.verdict = tally.passed == tally.rows                   ? Verdict::reproduced
                    : tally.passed + tally.unclear == tally.rows ? Verdict::unclear
                                                                 : Verdict::not_reproduced;
    return claim;
}

// Returns one claim about the figure. If the target has cited libraries, also returns one about the ratio.
Result<std::vector<ClaimResult>> judge(const Target& target, const ExperimentRun& run, Table& io_table) {
    const std::vector<CitedPeer> cited = find_cited_peers(target.cited_as());
    FigureTally tally;
    RatioTally ratios;
    for (const OtherResult& other : run.others) {
        if (other.name != target.file) continue;
        const PeerFile& file = peer_file(target.file);
        const Result<std::vector<PeerGroup>> groups = group_rows(file, other.csv);
        if (!groups) return groups.error();
        for (const PeerGroup& group : *groups)
            if (GroupKeys(file, group).is_about(target))
                add_row(target, group, cited, run.is_quick, io_table, tally, ratios);
    }
    ClaimResult claim = claim_of(target.workload, target.most, target.unit, tally, Basis::times);
    if (target.mesh == MeshClass::horse && tally.rows == 0)
        claim.note = "needs a mesh of this size: --mesh FILE";
    std::vector<ClaimResult> claims{std::move(claim)};
    if (!cited.empty()) claims.push_back(ratio_claim_of(target, cited, ratios));
    return claims;
}

Result<ClaimResult> judge(const MemoryTarget& target, const Mesh& mesh, Table& io_table) {
    const Result<AnyHierarchy> tree =
        build_any_hierarchy({std::string(target.kind), "aabb", "binned-sah", 1}, mesh.view());
    if (!tree) return tree.error();
    // Rounds to hundredths, so that the constant part of a tree's size does not matter.
    const double bytes = std::round(100.0 * tree->measure().bytes_per_primitive) / 100.0;
    FigureTally tally;
    note(bytes, target.most, tally);
    io_table.add({target.workload, mesh.name + ", " + std::to_string(mesh.triangles.size()) + " triangles",
                  "bytes per triangle", Cell::exact(target.most), target.kind, Cell(bytes, 2),
                  verdict_word(bytes, target.most), "", "", "", "", "", "", "", ""});
    return claim_of(target.workload, target.most, "bytes per triangle", tally, Basis::counts);
}

} // namespace

MeshClass class_of_mesh(std::string_view name, std::size_t triangles) {
    if (name.find("arm") != std::string_view::npos) return MeshClass::arm;
    if (triangles >= 60'000 && triangles <= 80'000) return MeshClass::bunny;
    if (triangles >= 90'000 && triangles <= 110'000) return MeshClass::horse;
    return triangles >= kMillion && triangles <= 1'250'000 ? MeshClass::million : MeshClass::none;
}

Result<ExperimentSection> judge_targets(const ExperimentRun& run) {
    ExperimentSection section{
        "Targets",
        "The performance targets of this project, judged by the rows of this run. The targets were set for "
        "scans that are not part of the project. A generated mesh of the same size replaces each scan, and a "
        "generated concave arm replaces the rocker arm; --mesh adds other files. Each target is judged in "
        "two separate claims. The first is about the time itself, which varies by a factor of up to two with "
        "the machine. The second is about a ratio, if a library of this run is in the tables from which the "
        "targets were derived (A to E, like the workloads): the library's time there divided by the target "
        "is the factor by which it must be slower than Boxwood in this run, and the fastest of these "
        "libraries counts. If the figure belongs to a library that was compiled for its machine, a "
        "sufficient ratio to the slower package is unclear. Some workloads are measured twice, after all "
        "other methods (cold caches) and immediately again (warm caches), and both are judged. There is no "
        "peer for memory."};
    Table table = make_table();
    for (const Target& target : all_targets()) {
        Result<std::vector<ClaimResult>> claims = judge(target, run, table);
        if (!claims) return claims.error();
        for (ClaimResult& claim : *claims) section.claims.push_back(std::move(claim));
    }
    const Mesh mesh = make_bumpy_sphere({.frequency = 59});
    for (const MemoryTarget& target : all_memory_targets()) {
        Result<ClaimResult> claim = judge(target, mesh, table);
        if (!claim) return claim.error();
        section.claims.push_back(std::move(*claim));
    }
    section.tables.push_back(std::move(table));
    return section;
}

} // namespace boxwood
