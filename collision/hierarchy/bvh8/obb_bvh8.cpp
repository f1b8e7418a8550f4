#include "collision/hierarchy/bvh8/obb_bvh8.hpp"

#include "collision/hierarchy/quality.hpp"
#include "collision/hierarchy/refit/refit.hpp"
#include "collision/hierarchy/simd/lane_plan.hpp"
#include "collision/hierarchy/validate.hpp"

#include <algorithm>
#include <bit>
#include <string>
#include <utility>

#include <glm/geometric.hpp>

namespace boxwood {
namespace {

constexpr std::uint32_t kLanes = WideObbNode::kLanes;
static_assert(kLanes == LanePlan<Obb>::kLanes);

constexpr std::size_t kNodesPerTask = 256;

// Computes the origin of the lanes' boxes and the radius around it that contains all boxes.
ObbGap::Root find_gap_root(const Bvh2<Obb>& tree) {
    const Aabb bounds = tree.nodes[0].volume.bounds();
    const glm::dvec3 lower(bounds.lower), upper(bounds.upper);
    ObbGap::Root gap_root{0.5 * (lower + upper), 0.0, 0.5 * glm::distance(lower, upper)};
    for (const auto& node : tree.nodes)
        gap_root.radius =
            std::max(gap_root.radius, glm::distance(glm::dvec3(node.volume.center), gap_root.origin) +
                                          glm::length(glm::dvec3(node.volume.half)));
    return gap_root;
}

// --- validation ---

// Counts the lanes that cover the subtree of a binary node. Returns more than kLanes if a leaf of the subtree is
// covered by no lane.
std::uint32_t count_lanes_below(const Bvh2<Obb>& tree, std::uint32_t node,
                                std::span<const std::uint32_t> lanes, std::uint32_t depth) {
    if (std::find(lanes.begin(), lanes.end(), node) != lanes.end()) return 1;
    if (tree.nodes[node].is_leaf() || depth == kLanes) return kLanes + 1;
    return count_lanes_below(tree, tree.nodes[node].first, lanes, depth + 1) +
           count_lanes_below(tree, tree.nodes[node].first + 1, lanes, depth + 1);
}

std::string find_wide_defect(const ObbBvh8& tree, const WideObbNode& node, std::size_t index,
                             std::uint32_t above, std::uint32_t first_child) {
    const auto lanes = std::span(node.nodes).first(std::min<std::size_t>(node.lane_count, kLanes));
    if (lanes.size() != node.lane_count || lanes.empty())
        return "has a wide node with 0 lanes or more than 8";
    for (const std::uint32_t lane : lanes)
        if (lane >= tree.binary.nodes.size()) return "has a lane whose node does not exist";
    if (node.first_child != first_child)
        return "has a wide node whose children do not follow the preceding children";
    for (std::uint32_t lane = 0; lane < lanes.size(); ++lane)
        if (node.is_leaf(lane) != tree.binary.nodes[lanes[lane]].is_leaf())
            return "has a lane whose leaf bit does not match whether its binary node is a leaf";
    const bool is_root = index == 0;
    if (is_root ? lanes.size() != 1 || lanes[0] != 0
                : tree.binary.nodes[above].is_leaf() ||
                      count_lanes_below(tree.binary, tree.binary.nodes[above].first, lanes, 0) +
                              count_lanes_below(tree.binary, tree.binary.nodes[above].first + 1, lanes, 0) !=
                          lanes.size())
        return "has a wide node whose lanes do not cover its subtree";
    WideObbs expected;
    for (std::uint32_t lane = 0; lane < lanes.size(); ++lane)
        expected.set(lane, tree.binary.nodes[lanes[lane]].volume, tree.gap_root.origin);
    if (expected.center != node.boxes.center || expected.half != node.boxes.half ||
        expected.axis != node.boxes.axis)
        return "has a lane whose box differs from the box of its node";
    return "";
}

} // namespace

std::uint32_t WideObbNode::child(std::uint32_t lane) const {
    const std::uint32_t leaves_before = leaves & ((1u << lane) - 1u);
    return first_child + lane - static_cast<std::uint32_t>(std::popcount(leaves_before));
}

ObbBvh8::ObbBvh8(Bvh2<Obb> hierarchy)
    : binary(std::move(hierarchy)) {
    wide.reserve(binary.nodes.size() / kLanes + 2);
    std::vector<std::uint32_t> wide_roots; // the binary node of each wide node found so far, except wide[0]
    const auto add = [&](std::span<const std::uint32_t> lanes) {
        WideObbNode node;
        node.lane_count = static_cast<std::uint8_t>(lanes.size());
        node.first_child = static_cast<std::uint32_t>(1 + wide_roots.size());
        for (std::uint32_t lane = 0; lane < lanes.size(); ++lane) {
            node.nodes[lane] = lanes[lane];
            if (binary.is_leaf(lanes[lane]))
                node.leaves = static_cast<std::uint8_t>(node.leaves | 1u << lane);
            else
                wide_roots.push_back(lanes[lane]);
        }
        wide.push_back(node);
    };
    constexpr std::array<std::uint32_t, 1> kRoot{0};
    add(kRoot);
    const LanePlan<Obb> plan(binary);
    for (std::size_t i = 0; i < wide_roots.size(); ++i) {
        LanePlan<Obb>::Lanes lanes{};
        const std::size_t count = plan.list_lanes(wide_roots[i], lanes);
        add(std::span(lanes).first(count));
    }
    copy_boxes();
}

void ObbBvh8::copy_boxes() {
    SerialExecutor serial;
    copy_boxes(serial);
}

void ObbBvh8::copy_boxes(Executor& executor) {
    gap_root = find_gap_root(binary);
    executor.parallel_for(wide.size(), kNodesPerTask, [this](std::size_t begin, std::size_t end) {
        for (std::size_t i = begin; i < end; ++i)
            for (std::uint32_t lane = 0; lane < wide[i].lane_count; ++lane)
                wide[i].boxes.set(lane, binary.volume(wide[i].nodes[lane]), gap_root.origin);
    });
}

void refit(ObbBvh8& io_tree, const MeshView& mesh) {
    refit(io_tree.binary, mesh);
    io_tree.copy_boxes();
}

void refit(ObbBvh8& io_tree, const MeshView& mesh, Executor& executor) {
    refit(io_tree.binary, mesh, executor);
    io_tree.copy_boxes(executor);
}

HierarchyQuality measure_quality(const ObbBvh8& tree) {
    HierarchyQuality quality = measure_quality(tree.binary);
    quality.bytes_per_primitive =
        static_cast<double>(tree.size_in_bytes()) / static_cast<double>(tree.binary.primitive_count);
    return quality;
}

std::optional<ValidationError> find_defect(const ObbBvh8& tree, const MeshView& mesh) {
    if (auto defect = find_defect(tree.binary, mesh)) return defect;
    if (tree.wide.empty()) return make_defect(0, "has no wide nodes");
    std::vector<std::uint32_t> above{0}; // the binary node of each wide node
    for (std::size_t i = 0; i < tree.wide.size(); ++i) {
        if (i >= above.size()) return make_defect(0, "has more wide nodes than its inner lanes need");
        const WideObbNode& node = tree.wide[i];
        const std::string what =
            find_wide_defect(tree, node, i, above[i], static_cast<std::uint32_t>(above.size()));
        if (!what.empty()) return make_defect(above[i], what);
        for (std::uint32_t lane = 0; lane < node.lane_count; ++lane)
            if (!node.is_leaf(lane)) above.push_back(node.nodes[lane]);
    }
    if (above.size() != tree.wide.size())
        return make_defect(0, "has fewer wide nodes than its inner lanes need");
    return std::nullopt;
}

} // namespace boxwood
