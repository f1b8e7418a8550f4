#include "engine/render/gl/shared_vertices.hpp"

#include <algorithm>
#include <array>

namespace boxwood::render {

namespace {
using Triangle = std::array<std::uint32_t, 3>;

constexpr std::uint32_t kNoCopy = ~0u;
// All assignments of three different labels to three corners.
constexpr std::array<Triangle, 6> kLabelings{
    {{0, 1, 2}, {1, 2, 0}, {2, 0, 1}, {0, 2, 1}, {2, 1, 0}, {1, 0, 2}}};
} // namespace

void SharedMesh::pack(const draw::MeshData& mesh, const MeshTopology& topology) {
    is_inside_out_ = topology.closed && signed_volume(mesh) < 0.0;
    assign_labels(mesh);
    positions_.assign(mesh.positions.begin(), mesh.positions.end());
    has_changed_.assign(positions_.size(), 1);
    normals_.assign(positions_.size(), glm::vec3(0.0f));
    find_normals(mesh);
    vertices_.resize(sources_.size());
    write(mesh, {0, static_cast<std::uint32_t>(vertices_.size())});
}

// Each triangle gets the labels that require the fewest new copies.
void SharedMesh::assign_labels(const draw::MeshData& mesh) {
    copies_.assign(3 * mesh.positions.size(), kNoCopy);
    sources_.clear();
    labels_.clear();
    indices_.clear();
    indices_.reserve(3 * mesh.triangles.size());
    for (const Triangle& t : mesh.triangles) {
        const auto missing = [&](const Triangle& labels) {
            int count = 0;
            for (std::size_t k = 0; k < 3; ++k) count += copies_[3 * t[k] + labels[k]] == kNoCopy ? 1 : 0;
            return count;
        };
        const Triangle& labels = *std::ranges::min_element(kLabelings, {}, missing);
        Triangle shared;
        for (std::size_t k = 0; k < 3; ++k) shared[k] = copy_with(t[k], labels[k]);
        if (is_inside_out_) std::swap(shared[1], shared[2]);
        indices_.insert(indices_.end(), shared.begin(), shared.end());
    }
}

std::uint32_t SharedMesh::copy_with(std::uint32_t vertex, std::uint32_t label) {
    std::uint32_t& copy = copies_[3 * vertex + label];
    if (copy == kNoCopy) {
        copy = static_cast<std::uint32_t>(sources_.size());
        sources_.push_back(vertex);
        labels_.push_back(static_cast<std::uint8_t>(label));
    }
    return copy;
}

std::vector<IndexRange> SharedMesh::update(const draw::MeshData& mesh, const MeshTopology& topology) {
    const bool was_inside_out = is_inside_out_;
    is_inside_out_ = topology.closed && signed_volume(mesh) < 0.0;
    if (was_inside_out != is_inside_out_) {
        pack(mesh, topology);
        return {};
    }
    has_moved_.resize(positions_.size());
    for (std::size_t i = 0; i < positions_.size(); ++i)
        has_moved_[i] = mesh.positions[i] != positions_[i] ? 1 : 0;
    has_changed_ = has_moved_;
    for (const Triangle& t : mesh.triangles)
        if (has_moved_[t[0]] | has_moved_[t[1]] | has_moved_[t[2]])
            for (const std::uint32_t corner : t) has_changed_[corner] = 1;
    find_normals(mesh);
    std::vector<IndexRange> ranges;
    const auto count = static_cast<std::uint32_t>(vertices_.size());
    for (std::uint32_t first = 0; first < count; first += kBlock) {
        const IndexRange block{first, std::min(first + kBlock, count)};
        const bool is_dirty = std::any_of(sources_.begin() + block.first, sources_.begin() + block.end,
                                          [&](std::uint32_t vertex) { return has_changed_[vertex] != 0; });
        if (!is_dirty) continue;
        write(mesh, block);
        if (!ranges.empty() && ranges.back().end == block.first)
            ranges.back().end = block.end;
        else
            ranges.push_back(block);
    }
    positions_.assign(mesh.positions.begin(), mesh.positions.end());
    return ranges;
}

// Computes the normals of the changed vertices: the sum of the area normals of all triangles at a vertex, in the order
// of the triangles.
void SharedMesh::find_normals(const draw::MeshData& mesh) {
    for (std::size_t i = 0; i < normals_.size(); ++i)
        if (has_changed_[i]) normals_[i] = glm::vec3(0.0f);
    for (const Triangle& t : mesh.triangles) {
        if (!(has_changed_[t[0]] | has_changed_[t[1]] | has_changed_[t[2]])) continue;
        const glm::vec3 normal = area_normal(mesh, t);
        for (const std::uint32_t corner : t)
            if (has_changed_[corner]) normals_[corner] += normal;
    }
    for (std::size_t i = 0; i < normals_.size(); ++i)
        if (has_changed_[i]) normals_[i] = unit_or_up(normals_[i]);
}

void SharedMesh::write(const draw::MeshData& mesh, IndexRange range) {
    for (std::uint32_t i = range.first; i < range.end; ++i) {
        const std::uint32_t source = sources_[i];
        vertices_[i].position_m = mesh.positions[source];
        pack_normal(is_inside_out_ ? -normals_[source] : normals_[source], vertices_[i].normal_m);
    }
}

IndexRange TriangleColors::update(std::span<const draw::Color> colors) {
    IndexRange changed{0, static_cast<std::uint32_t>(colors.size())};
    if (colors.size() == colors_.size()) {
        while (changed.first < changed.end && colors[changed.first] == colors_[changed.first])
            ++changed.first;
        while (changed.first < changed.end && colors[changed.end - 1] == colors_[changed.end - 1])
            --changed.end;
    }
    colors_.assign(colors.begin(), colors.end());
    return changed;
}

} // namespace boxwood::render
