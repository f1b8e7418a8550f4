#include "engine/meshes/weld.hpp"

#include "collision/core/ids.hpp"

#include <bit>

namespace boxwood {
namespace {

// Adding 0 turns -0 into 0: the two compare equal, so they must have the same hash.
std::uint32_t key(float value) {
    return std::bit_cast<std::uint32_t>(value + 0.0f);
}

std::uint64_t hash(const glm::vec3& p) {
    std::uint64_t h = key(p.x) * 0x9E3779B97F4A7C15ull;
    h = (h ^ (h >> 29) ^ key(p.y)) * 0xBF58476D1CE4E5B9ull;
    h = (h ^ (h >> 29) ^ key(p.z)) * 0x94D049BB133111EBull;
    return h ^ (h >> 32);
}

void renumber(Mesh& io_mesh, const std::vector<std::uint32_t>& new_index) {
    for (TriangleIndices& triangle : io_mesh.triangles)
        for (std::uint32_t& index : triangle) index = new_index[index];
}

} // namespace

void weld_vertices(Mesh& io_mesh) {
    // An open-addressing table of indices of distinct vertices, at most half full.
    const std::size_t slots = std::bit_ceil(2 * io_mesh.positions.size() + 1);
    std::vector<std::uint32_t> table(slots, kNone);
    std::vector<std::uint32_t> new_index(io_mesh.positions.size());
    std::uint32_t kept = 0;
    for (std::size_t v = 0; v < io_mesh.positions.size(); ++v) {
        const glm::vec3 p = io_mesh.positions[v];
        std::size_t slot = hash(p) & (slots - 1);
        while (table[slot] != kNone && io_mesh.positions[table[slot]] != p) slot = (slot + 1) & (slots - 1);
        if (table[slot] == kNone) {
            io_mesh.positions[kept] = p;
            table[slot] = kept++;
        }
        new_index[v] = table[slot];
    }
    io_mesh.positions.resize(kept);
    renumber(io_mesh, new_index);
}

void drop_unused_vertices(Mesh& io_mesh) {
    std::vector<std::uint32_t> new_index(io_mesh.positions.size(), kNone);
    for (const TriangleIndices& triangle : io_mesh.triangles)
        for (const std::uint32_t index : triangle) new_index[index] = 0;
    std::uint32_t kept = 0;
    for (std::size_t v = 0; v < io_mesh.positions.size(); ++v) {
        if (new_index[v] == kNone) continue;
        io_mesh.positions[kept] = io_mesh.positions[v];
        new_index[v] = kept++;
    }
    io_mesh.positions.resize(kept);
    renumber(io_mesh, new_index);
}

} // namespace boxwood
