// Shared by the tests of all builders: checks of a hierarchy, and sets of boxes to build from.
#pragma once

#include "collision/hierarchy/quality.hpp"
#include "collision/hierarchy/validate.hpp"
#include "tests/oracles/backwards_executor.hpp"
#include "tests/oracles/sample_meshes.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <cstring>

namespace boxwood::oracle {

// A mesh with one degenerate triangle per box, from its lower to its upper corner, so that find_defect() can check a
// hierarchy of boxes.
inline SampleMesh mesh_of(std::span<const Aabb> boxes) {
    SampleMesh mesh;
    for (const Aabb& box : boxes) {
        const auto first = static_cast<std::uint32_t>(mesh.positions.size());
        mesh.positions.insert(mesh.positions.end(), {box.lower, box.upper, box.upper});
        mesh.triangles.push_back({first, first + 1, first + 2});
    }
    return mesh;
}

inline void expect_sound(const Bvh2<Aabb>& tree, std::span<const Aabb> boxes, std::uint32_t leaf_size) {
    const SampleMesh mesh = mesh_of(boxes);
    const auto defect = find_defect(tree, mesh.view());
    ASSERT_FALSE(defect.has_value()) << defect->message;
    for (std::size_t i = 0; i < tree.nodes.size(); ++i) {
        const auto& node = tree.nodes[i];
        Aabb expected;
        if (node.is_leaf()) {
            ASSERT_LE(node.count, leaf_size);
            for (std::uint32_t p : tree.primitives_of(static_cast<std::uint32_t>(i)))
                expected = merge(expected, boxes[p]);
        } else {
            expected = merge(tree.nodes[node.first].volume, tree.nodes[node.first + 1].volume);
        }
        ASSERT_EQ(node.volume, expected) << "node " << i;
    }
    if (leaf_size == 1) {
        ASSERT_EQ(tree.nodes.size(), 2 * boxes.size() - 1);
    }
    ASSERT_LE(measure_quality(tree).max_depth, kMaxBuiltDepth);
}

inline std::vector<Aabb> draw_boxes(Random& random, int count, double size) {
    std::vector<Aabb> boxes;
    for (int i = 0; i < count; ++i) {
        const glm::dvec3 center = draw_point(random, 1.0), half = glm::abs(draw_point(random, size));
        boxes.push_back({glm::vec3(center - half), glm::vec3(center + half)});
    }
    return boxes;
}

inline Aabb box_at(float x, float y = 0.0f, float z = 0.0f) {
    return {{x, y, z}, {x, y, z}};
}

// Intervals [1/2, 4n - i] for i < n - 1, and [0, 3n + 1]: each split at the spatial median cuts off only the interval
// with the largest upper end.
inline std::vector<Aabb> make_nested_intervals(int count) {
    std::vector<Aabb> boxes;
    for (int i = 0; i < count; ++i) {
        Aabb box = box_at(0.0f);
        box.lower.x = i == count - 1 ? 0.0f : 0.5f;
        box.upper.x = static_cast<float>(4 * count - i);
        boxes.push_back(box);
    }
    return boxes;
}

// Points at 2^-i: each split at the spatial median cuts off only one point.
inline std::vector<Aabb> make_halving_points(int count) {
    std::vector<Aabb> boxes;
    for (int i = 0; i < count; ++i) boxes.push_back(box_at(std::ldexp(1.0f, -i)));
    return boxes;
}

inline bool are_same_bits(const Bvh2<Aabb>& a, const Bvh2<Aabb>& b) {
    return a.primitives == b.primitives && a.nodes.size() == b.nodes.size() &&
           std::memcmp(a.nodes.data(), b.nodes.data(), a.nodes.size() * sizeof(a.nodes[0])) == 0;
}

} // namespace boxwood::oracle
