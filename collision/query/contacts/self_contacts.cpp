#include "collision/query/contacts/self_contacts.hpp"

#include "collision/geometry/triangle/triangle_intersect.hpp"
#include "collision/query/check_operand.hpp"
#include "collision/query/dispatch/hierarchy_types.hpp"

#include <algorithm>
#include <bit>
#include <concepts>
#include <string>
#include <unordered_map>
#include <utility>

namespace boxwood {
namespace {

struct PositionHash {
    std::size_t operator()(const glm::vec3& p) const {
        std::uint64_t hash = 0;
        for (int axis = 0; axis < 3; ++axis) // adding 0 maps -0 to 0
            hash = (hash ^ std::bit_cast<std::uint32_t>(p[axis] + 0.0f)) * 0x9E3779B97F4A7C15ull;
        return static_cast<std::size_t>(hash ^ (hash >> 29));
    }
};

Triangle64 to_double(const Triangle& t) {
    return {glm::dvec3(t[0]), glm::dvec3(t[1]), glm::dvec3(t[2])};
}

template <Hierarchy H>
class SelfWalk {
    using V = typename H::VolumeType;

  public:
    SelfWalk(const MeshView& mesh, const H& tree, std::span<const std::uint32_t> representatives,
             std::uint64_t max_tests, SelfContacts& out)
        : max_tests_(max_tests)
        , mesh_(mesh)
        , tree_(tree)
        , representatives_(representatives)
        , out_(out)
        , relation_(V::make_relation(Pose{}, Pose{}, tree.volume(tree.root()), tree.volume(tree.root()),
                                     OverlapTest::sat)) {}

    // Tests the root against itself: that is, each child against itself and the two children against each other.
    void run() {
        std::vector<typename H::Cursor> nodes{tree_.root()};
        while (!nodes.empty() && out_.is_complete) {
            const typename H::Cursor node = nodes.back();
            nodes.pop_back();
            if (tree_.is_leaf(node)) {
                test_leaf(node);
                continue;
            }
            const typename H::Cursor left = tree_.child(node, 0), right = tree_.child(node, 1);
            nodes.push_back(right);
            nodes.push_back(left);
            test_subtrees(left, right);
        }
        std::sort(out_.pairs.begin(), out_.pairs.end());
    }

  private:
    // For boxes in the same frame, the axes of the frame are sufficient as separating axes.
    bool do_overlap(const V& a, const V& b) const {
        if constexpr (std::same_as<V, Aabb>)
            return overlap(a, b);
        else
            return overlap(a, b, relation_);
    }

    void test_subtrees(const typename H::Cursor& first, const typename H::Cursor& second) {
        pairs_.assign(1, {first, second});
        while (!pairs_.empty()) {
            const auto [a, b] = pairs_.back();
            pairs_.pop_back();
            if (out_.volume_tests + out_.triangle_tests >= max_tests_) {
                out_.is_complete = false;
                return;
            }
            const V &volume_a = tree_.volume(a), &volume_b = tree_.volume(b);
            ++out_.volume_tests;
            if (!do_overlap(volume_a, volume_b)) continue;
            const bool is_leaf_a = tree_.is_leaf(a), is_leaf_b = tree_.is_leaf(b);
            if (is_leaf_a && is_leaf_b) {
                for (const std::uint32_t i : tree_.primitives_of(a))
                    for (const std::uint32_t j : tree_.primitives_of(b)) test(i, j);
            } else if (is_leaf_b || (!is_leaf_a && volume_a.half_area() > volume_b.half_area())) {
                pairs_.push_back({tree_.child(a, 1), b});
                pairs_.push_back({tree_.child(a, 0), b});
            } else {
                pairs_.push_back({a, tree_.child(b, 1)});
                pairs_.push_back({a, tree_.child(b, 0)});
            }
        }
    }

    void test_leaf(const typename H::Cursor& leaf) {
        const std::span<const std::uint32_t> inside = tree_.primitives_of(leaf);
        for (std::size_t i = 0; i < inside.size(); ++i)
            for (std::size_t j = i + 1; j < inside.size(); ++j) test(inside[i], inside[j]);
    }

    void test(std::uint32_t i, std::uint32_t j) {
        for (const std::uint32_t v : mesh_.triangles[i])
            for (const std::uint32_t w : mesh_.triangles[j])
                if (representatives_[v] == representatives_[w]) return;
        ++out_.triangle_tests;
        if (triangles_intersect(to_double(triangle_of(mesh_, i)), to_double(triangle_of(mesh_, j))))
            out_.pairs.push_back({std::min(i, j), std::max(i, j)});
    }

    std::uint64_t max_tests_ = 0;
    const MeshView& mesh_;
    const H& tree_;
    std::span<const std::uint32_t> representatives_;
    SelfContacts& out_;
    typename V::Relation relation_; // pair transform of the mesh with itself
    std::vector<std::pair<typename H::Cursor, typename H::Cursor>> pairs_;
};

} // namespace

std::vector<std::uint32_t> find_representatives(std::span<const glm::vec3> rest_positions) {
    std::unordered_map<glm::vec3, std::uint32_t, PositionHash> first;
    first.reserve(rest_positions.size());
    std::vector<std::uint32_t> representatives;
    representatives.reserve(rest_positions.size());
    for (std::uint32_t i = 0; i < rest_positions.size(); ++i)
        representatives.push_back(first.try_emplace(rest_positions[i], i).first->second);
    return representatives;
}

Status find_self_contacts(const MeshView& mesh, const AnyHierarchy& hierarchy,
                          std::span<const std::uint32_t> representatives, SelfContacts& out_contacts,
                          std::uint64_t max_tests) {
    out_contacts.pairs.clear();
    out_contacts.volume_tests = out_contacts.triangle_tests = 0;
    out_contacts.is_complete = true;
    const Pose at_origin;
    if (Status status = check_operand_fast({mesh, &hierarchy, &at_origin}, "mesh"); !status) return status;
    if (representatives.size() != mesh.positions.size())
        return Error{"representatives: has " + std::to_string(representatives.size()) +
                     " entries, but the mesh has " + std::to_string(mesh.positions.size()) + " vertices"};
    std::visit(
        [&]<class H>(const H& tree) {
            SelfWalk<H>(mesh, tree, representatives, max_tests, out_contacts).run();
        },
        hierarchy.tree());
    return ok();
}

} // namespace boxwood
