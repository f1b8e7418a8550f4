// What: fits the volumes of a hierarchy to the mesh as it is now; the topology stays.
// Frame: the mesh's own.
// Invariants: a leaf's volume is fitted to the vertices of its primitives, a node's is the merge of its
//     children's. For boxes that is the tightest box of each node, bit for bit.
// Cost: one loop over the nodes, last to first, so children precede parents; no recursion. See
//     bench/mesh_query.cpp.
// Source: [van den Bergen 1997] section 4.
// Oracle: O8 (a recursive refit in the tests).
#pragma once

#include "collision/core/trace.hpp"
#include "collision/hierarchy/bvh.hpp"

#include <array>
#include <vector>

namespace boxwood {

// The tightest volume of the vertices of some primitives; at most kMaxLeafSize of them.
template <Volume V>
V fit_primitives(const MeshView& mesh, std::span<const std::uint32_t> primitives) {
    if constexpr (requires { V::fit(mesh, primitives); }) {
        return V::fit(mesh, primitives);
    } else {
        std::array<glm::vec3, 3 * std::size_t{kMaxLeafSize}> points;
        std::size_t count = 0;
        for (const std::uint32_t primitive : primitives)
            for (const glm::vec3& p : triangle_of(mesh, primitive)) points[count++] = p;
        return V::fit(std::span(points).first(count));
    }
}

// Requires the triangles that the hierarchy was built over, in the same order; positions may have changed.
template <Volume V, TracePolicy Trace>
void refit(Bvh<V>& io_tree, const MeshView& mesh, Trace& io_trace) {
    BOXWOOD_ASSERT(io_tree.primitive_count == mesh.triangles.size());
    for (std::size_t i = io_tree.nodes.size(); i-- > 0;) {
        auto& node = io_tree.nodes[i];
        if (node.is_leaf())
            node.volume = fit_primitives<V>(mesh, io_tree.primitives_of(static_cast<std::uint32_t>(i)));
        else
            node.volume = merge(io_tree.nodes[node.first].volume, io_tree.nodes[node.first + 1].volume);
        if constexpr (Trace::kActive)
            io_trace.record({.a = static_cast<std::uint32_t>(i), .kind = VisitKind::node_refitted});
    }
}

template <Volume V>
void refit(Bvh<V>& io_tree, const MeshView& mesh) {
    NoTrace no_trace;
    refit(io_tree, mesh, no_trace);
}

// Refits only what changed: `is_dirty[p]` says that a vertex of primitive p moved. A parent is merged anew
// only if a child's volume differs, so the walk up stops where a box stays what it was. The same bits as a
// full refit. Returns the number of volumes computed. `io_changed` is scratch, one entry per node.
template <Volume V>
std::size_t refit_dirty(Bvh<V>& io_tree, const MeshView& mesh, const std::vector<bool>& is_dirty,
                        std::vector<std::uint8_t>& io_changed) {
    BOXWOOD_ASSERT(is_dirty.size() == mesh.triangles.size());
    io_changed.assign(io_tree.nodes.size(), 0);
    std::size_t computed = 0;
    for (std::size_t i = io_tree.nodes.size(); i-- > 0;) {
        auto& node = io_tree.nodes[i];
        V volume = node.volume;
        if (node.is_leaf()) {
            const auto primitives = io_tree.primitives_of(static_cast<std::uint32_t>(i));
            bool needed = false;
            for (const std::uint32_t primitive : primitives) needed = needed || is_dirty[primitive];
            if (!needed) continue;
            volume = fit_primitives<V>(mesh, primitives);
        } else {
            if (!io_changed[node.first] && !io_changed[node.first + 1]) continue;
            volume = merge(io_tree.nodes[node.first].volume, io_tree.nodes[node.first + 1].volume);
        }
        ++computed;
        io_changed[i] = !(volume == node.volume);
        node.volume = volume;
    }
    return computed;
}

inline std::vector<Aabb> make_primitive_boxes(const MeshView& mesh) {
    std::vector<Aabb> boxes(mesh.triangles.size());
    for (std::uint32_t i = 0; i < boxes.size(); ++i) boxes[i] = Aabb::fit(mesh, std::span(&i, 1));
    return boxes;
}

// Another volume in the topology of a hierarchy of boxes.
template <Volume V>
Bvh<V> fit_volumes(Bvh<Aabb> boxes, const MeshView& mesh) {
    if constexpr (std::same_as<V, Aabb>) {
        return boxes;
    } else {
        Bvh<V> tree;
        tree.nodes.resize(boxes.nodes.size());
        for (std::size_t i = 0; i < tree.nodes.size(); ++i) {
            tree.nodes[i].first = boxes.nodes[i].first;
            tree.nodes[i].count = boxes.nodes[i].count;
        }
        tree.primitives = std::move(boxes.primitives);
        tree.primitive_count = boxes.primitive_count;
        refit(tree, mesh);
        return tree;
    }
}

} // namespace boxwood
