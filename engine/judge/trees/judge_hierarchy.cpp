#include "engine/judge/trees/judge_hierarchy.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <map>

namespace boxwood::judge {
namespace {

using capture::HierarchyRecord;
using capture::MeshRecord;

double largest_coordinate(const MeshRecord& mesh) {
    double largest = 0;
    for (const double x : mesh.positions.values) largest = std::max(largest, std::abs(x));
    return largest;
}

// A node that does not contain all its triangles: the triangle that extends farthest beyond it, and by how much.
struct Worst {
    std::uint32_t triangle = 0;
    Excess excess;
    std::size_t count = 0; // number of triangles that extend beyond the node
};

std::string shortfall_text(std::uint32_t node, const Worst& worst, std::string_view unit) {
    std::string text = "node " + std::to_string(node) + " does not contain triangle " +
                       std::to_string(worst.triangle) + " below it: it extends beyond " + worst.excess.side +
                       " by " + length_text(worst.excess.length, unit);
    if (worst.count > 1)
        text += "; in addition, " + std::to_string(worst.count - 1) +
                (worst.count == 2 ? " other triangle extends" : " other triangles extend") +
                " beyond the node";
    return text;
}

void judge_containment(JudgedHierarchy& io_judged) {
    std::map<std::uint32_t, Worst> short_nodes;
    for (std::uint32_t triangle = 0; triangle < io_judged.links.leaves_of.size(); ++triangle)
        for (const std::uint32_t leaf : io_judged.links.leaves_of[triangle])
            for (std::uint32_t node = leaf; node != TreeLinks::kNone; node = io_judged.links.parent[node]) {
                const auto found = io_judged.shortfall_of(node, triangle);
                if (!found) continue;
                Worst& worst = short_nodes[node];
                if (worst.count++ == 0 || found->excess.length > worst.excess.length) {
                    worst.triangle = triangle;
                    worst.excess = found->excess;
                }
            }
    // All shortfalls within the producer's rounding share one finding. Larger shortfalls are reported below.
    std::vector<std::uint32_t> wrong;
    std::size_t rounded = 0;
    double largest_rounding = 0;
    for (const auto& [node, worst] : short_nodes) {
        if (worst.excess.is_exact || worst.excess.length > io_judged.tolerance) {
            wrong.push_back(node);
            continue;
        }
        ++rounded;
        largest_rounding = std::max(largest_rounding, worst.excess.length);
    }
    const std::string_view unit = io_judged.record->length_unit;
    const auto add = [&](Outcome outcome, std::optional<std::uint32_t> node, std::string text) {
        Finding finding{outcome, Stage::volume, {}, io_judged.record->id, node, std::move(text)};
        if (node) finding.evidence.triangle = short_nodes.at(*node).triangle;
        io_judged.findings.push_back(std::move(finding));
    };
    if (rounded > 0)
        add(Outcome::within_precision, {},
            std::to_string(rounded) + " of " + std::to_string(io_judged.links.order.size()) +
                " nodes fall short of the primitives below them by at most " +
                length_text(largest_rounding, unit) + ": rounding of " +
                std::to_string(io_judged.record->scalar_bits) + "-bit arithmetic");
    // If most leaves are wrong, the mesh has probably deformed since the last refit, and no single node is at fault.
    std::size_t leaves = 0;
    for (const std::uint32_t node : io_judged.links.order)
        leaves += io_judged.record->primitive_count[node] != 0 ? 1 : 0;
    const auto short_leaves =
        static_cast<std::size_t>(std::count_if(wrong.begin(), wrong.end(), [&](std::uint32_t node) {
            return io_judged.record->primitive_count[node] != 0;
        }));
    if (leaves > 1 && 2 * short_leaves > leaves) {
        const std::uint32_t node =
            *std::max_element(wrong.begin(), wrong.end(), [&](std::uint32_t a, std::uint32_t b) {
                return short_nodes.at(a).excess.length < short_nodes.at(b).excess.length;
            });
        add(Outcome::wrong, node,
            std::to_string(short_leaves) + " of " + std::to_string(leaves) +
                " leaves do not contain their own triangles: the hierarchy was not refitted to these "
                "positions; " +
                shortfall_text(node, short_nodes.at(node), unit));
        return;
    }
    constexpr std::size_t kMaxReported = 20;
    // Sorts the deepest nodes first: a node is often too small only because a node below it is too small.
    std::stable_sort(wrong.begin(), wrong.end(), [&](std::uint32_t a, std::uint32_t b) {
        return io_judged.links.depth[a] > io_judged.links.depth[b];
    });
    for (std::size_t i = 0; i < std::min(wrong.size(), kMaxReported); ++i)
        add(Outcome::wrong, wrong[i], shortfall_text(wrong[i], short_nodes.at(wrong[i]), unit));
    if (wrong.size() > kMaxReported)
        add(Outcome::wrong, {},
            std::to_string(wrong.size() - kMaxReported) +
                " more nodes do not contain the primitives below them");
}

} // namespace

std::string length_text(double length, std::string_view unit) {
    std::array<char, 32> text{};
    std::snprintf(text.data(), text.size(), "%.4g", length);
    std::string out = text.data();
    if (!unit.empty()) out.append(" ").append(capture::printable(unit));
    return out;
}

std::string mesh_defect(const MeshRecord& mesh) {
    if (mesh.positions.size() % 3 != 0) return "the number of coordinates is not a multiple of 3";
    if (mesh.triangles.size() % 3 != 0) return "the number of triangle corners is not a multiple of 3";
    for (std::size_t i = 0; i < mesh.triangles.size(); ++i)
        if (mesh.triangles[i] >= mesh.vertex_count())
            return "triangle " + std::to_string(i / 3) + ": vertex " + std::to_string(mesh.triangles[i]) +
                   " is out of range";
    for (std::size_t i = 0; i < mesh.positions.size(); ++i)
        if (!std::isfinite(mesh.positions[i]))
            return "vertex " + std::to_string(i / 3) + ": a coordinate is not finite";
    return "";
}

bool JudgedHierarchy::is_sound() const {
    return std::none_of(findings.begin(), findings.end(),
                        [](const Finding& f) { return f.outcome == Outcome::wrong; });
}

std::optional<JudgedHierarchy::Shortfall> JudgedHierarchy::shortfall_of(std::uint32_t node,
                                                                        std::uint32_t triangle) const {
    if (!volumes.has(node)) return std::nullopt; // NodeVolumes has already reported the invalid volume
    Shortfall worst{node, {.length = 0, .side = {}}};
    for (std::size_t corner = 0; corner < 3; ++corner) {
        Excess excess =
            volumes.excess(node, vertex_of(*mesh, mesh->triangles[3 * std::size_t{triangle} + corner]));
        if (excess.length > worst.excess.length) worst.excess = std::move(excess);
    }
    // The rounding error of NodeVolumes for volumes other than exact boxes is far below this threshold.
    const double threshold = worst.excess.is_exact ? 0.0 : 0x1p-10 * tolerance;
    return worst.excess.length > threshold ? std::optional(worst) : std::nullopt;
}

std::optional<JudgedHierarchy::Shortfall> JudgedHierarchy::find_shortfall(std::uint32_t leaf,
                                                                          std::uint32_t triangle) const {
    for (std::uint32_t node = leaf; node != TreeLinks::kNone; node = links.parent[node])
        if (auto found = shortfall_of(node, triangle)) return found;
    return std::nullopt;
}

JudgedHierarchy judge_hierarchy(const HierarchyRecord& record, const MeshRecord& mesh) {
    JudgedHierarchy judged{.record = &record, .mesh = &mesh};
    judged.tolerance = default_error(record.scalar_bits, largest_coordinate(mesh));
    const bool has_triangles = record.primitive == "triangle";
    judged.links = link_nodes(record, has_triangles ? std::optional(mesh.triangle_count()) : std::nullopt,
                              judged.findings);
    if (!judged.links.is_readable) return judged;
    judged.volumes = NodeVolumes::make(record, judged.links, judged.findings);
    if (has_triangles) judge_containment(judged);
    const auto add_undecided = [&](const std::string& what) {
        judged.findings.push_back(
            {Outcome::undecided, Stage::volume, {}, record.id, {}, what + " are not judged"});
    };
    if (!has_triangles) add_undecided("volumes over primitives that are not triangles");
    if (!record.edge_bounds.empty())
        add_undecided("volumes of children that are stored in their parents (edge_bounds)");
    if (!record.primitive_margins.empty()) add_undecided("margins of primitives");
    return judged;
}

} // namespace boxwood::judge
