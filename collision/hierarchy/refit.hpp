// What: fits the volumes of a hierarchy to the mesh as it is now; the topology stays.
// Frame: the mesh's own.
// Invariants: a leaf's volume is fitted to the vertices of its primitives, a node's is the merge of its
//     children's. For volumes whose merge is tight (boxes, k-DOPs) that is the tightest of each node, bit for
//     bit; the others grow looser up the tree than fit_volumes made them.
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

// Of triangles' corners, three each.
template <Volume V>
V fit_corners(std::span<const glm::vec3> corners) {
    if constexpr (requires { V::fit_triangles(corners); })
        return V::fit_triangles(corners);
    else
        return V::fit(corners);
}

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
        return fit_corners<V>(std::span(points).first(count));
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

} // namespace boxwood
