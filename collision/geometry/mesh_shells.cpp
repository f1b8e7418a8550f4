#include "collision/geometry/mesh_shells.hpp"

#include <algorithm>
#include <numeric>
#include <optional>
#include <string>
#include <tuple>

namespace boxwood {
namespace {

constexpr std::uint32_t kUnused = 0xFFFFFFFFu;

auto coordinates(const glm::vec3& p) {
    return std::make_tuple(p.x, p.y, p.z); // compares -0 and 0 as equal
}

std::size_t count_vertices(const MeshView& mesh) {
    std::size_t count = 0;
    for (const TriangleIndices& t : mesh.triangles)
        for (const std::uint32_t vertex : t) count = std::max(count, std::size_t{vertex} + 1);
    return count;
}

// Returns, for each vertex that a triangle uses, the first such vertex at the same position. Unused vertices get
// kUnused.
std::vector<std::uint32_t> weld(const MeshView& mesh, std::size_t vertex_count) {
    std::vector<std::uint32_t> first(vertex_count, kUnused);
    for (const TriangleIndices& t : mesh.triangles)
        for (const std::uint32_t vertex : t) first[vertex] = vertex;
    std::vector<std::uint32_t> order;
    for (const std::uint32_t vertex : first)
        if (vertex != kUnused) order.push_back(vertex);
    const auto at = [&mesh](std::uint32_t vertex) { return coordinates(mesh.positions[vertex]); };
    std::sort(order.begin(), order.end(), [&at](std::uint32_t x, std::uint32_t y) {
        return std::make_tuple(at(x), x) < std::make_tuple(at(y), y);
    });
    for (std::size_t i = 1; i < order.size(); ++i)
        if (at(order[i]) == at(order[i - 1])) first[order[i]] = first[order[i - 1]];
    return first;
}

// --- edges ------------------------------------------------------------------------------------------------------

// A side of a triangle, between welded vertices.
struct Side {
    std::uint32_t low = 0, high = 0;
    std::uint32_t triangle = 0;
    std::uint8_t corner = 0; // the corner of the triangle where the side starts
    bool is_upwards = false; // from low to high
};

std::string text_of(const MeshView& mesh, const Side& side) {
    const TriangleIndices& t = mesh.triangles[side.triangle];
    return "the edge from vertex " + std::to_string(t[side.corner]) + " to vertex " +
           std::to_string(t[(side.corner + 1u) % 3]) + " of triangle " + std::to_string(side.triangle);
}

// Requires all sides of one edge, in the order of their triangles. The numbers of sides in the two directions must
// differ.
Error make_open_edge(const MeshView& mesh, std::span<const Side> sides) {
    const auto upwards =
        std::count_if(sides.begin(), sides.end(), [](const Side& s) { return s.is_upwards; });
    const auto downwards = static_cast<std::ptrdiff_t>(sides.size()) - upwards;
    const std::string first = text_of(mesh, sides.front());
    if (sides.size() == 1) return Error{"the mesh is not closed: " + first + " is open"};
    if (upwards == 0 || downwards == 0)
        return Error{"the mesh is not consistently oriented: " + first +
                     " also has this direction in triangle " + std::to_string(sides[1].triangle) +
                     "; it must have the opposite direction there"};
    return Error{"the mesh is not closed: " + first + " belongs to " + std::to_string(sides.size()) +
                 " triangles, " + std::to_string(upwards) + " in one direction and " +
                 std::to_string(downwards) + " in the other"};
}

// Returns the Error for the first edge that is not passed equally often in both directions. Edges are in the order of
// their triangles.
std::optional<Error> find_open_edge(const MeshView& mesh, const std::vector<std::uint32_t>& first_at) {
    std::vector<Side> sides;
    sides.reserve(3 * mesh.triangles.size());
    for (std::uint32_t t = 0; t < mesh.triangles.size(); ++t)
        for (std::uint8_t corner = 0; corner < 3; ++corner) {
            const std::uint32_t tail = first_at[mesh.triangles[t][corner]],
                                head = first_at[mesh.triangles[t][(corner + 1u) % 3]];
            if (tail != head)
                sides.push_back({std::min(tail, head), std::max(tail, head), t, corner, tail < head});
        }
    std::sort(sides.begin(), sides.end(), [](const Side& x, const Side& y) {
        return std::tie(x.low, x.high, x.triangle, x.corner) < std::tie(y.low, y.high, y.triangle, y.corner);
    });
    std::span<const Side> first_defect;
    for (std::size_t begin = 0, end = 0; begin < sides.size(); begin = end) {
        std::ptrdiff_t balance = 0;
        for (;
             end < sides.size() && sides[end].low == sides[begin].low && sides[end].high == sides[begin].high;
             ++end)
            balance += sides[end].is_upwards ? 1 : -1;
        const bool is_earlier =
            first_defect.empty() || std::tie(sides[begin].triangle, sides[begin].corner) <
                                        std::tie(first_defect[0].triangle, first_defect[0].corner);
        if (balance != 0 && is_earlier) first_defect = std::span(sides).subspan(begin, end - begin);
    }
    if (first_defect.empty()) return std::nullopt;
    return make_open_edge(mesh, first_defect);
}

// --- shells -----------------------------------------------------------------------------------------------------

// Disjoint sets of vertices.
class Sets {
  public:
    explicit Sets(std::size_t count)
        : parent_(count) {
        std::iota(parent_.begin(), parent_.end(), 0u);
    }
    std::uint32_t find(std::uint32_t x) {
        while (parent_[x] != x) x = parent_[x] = parent_[parent_[x]];
        return x;
    }
    void join(std::uint32_t x, std::uint32_t y) { parent_[find(x)] = find(y); }

  private:
    std::vector<std::uint32_t> parent_;
};

std::vector<MeshShells::Shell> find_shells(const MeshView& mesh, const std::vector<std::uint32_t>& first_at) {
    Sets sets(first_at.size());
    for (const TriangleIndices& t : mesh.triangles) {
        sets.join(first_at[t[0]], first_at[t[1]]);
        sets.join(first_at[t[0]], first_at[t[2]]);
    }
    std::vector<std::uint32_t> shell_of(first_at.size(), kUnused); // by the root of its set
    std::vector<MeshShells::Shell> shells;
    for (const TriangleIndices& t : mesh.triangles) {
        std::uint32_t& index = shell_of[sets.find(first_at[t[0]])];
        if (index == kUnused) {
            index = static_cast<std::uint32_t>(shells.size());
            shells.emplace_back().extremes.fill(t[0]);
        }
        std::array<std::uint32_t, 6>& extremes = shells[index].extremes;
        for (const std::uint32_t vertex : t)
            for (glm::length_t axis = 0; axis < 3; ++axis) {
                const auto low = static_cast<std::size_t>(2 * axis), high = low + 1;
                const float at = mesh.positions[vertex][axis];
                if (at < mesh.positions[extremes[low]][axis]) extremes[low] = vertex;
                if (at > mesh.positions[extremes[high]][axis]) extremes[high] = vertex;
            }
    }
    return shells;
}

} // namespace

MeshShells::MeshShells(const MeshView& mesh, const std::vector<std::uint32_t>& first_at)
    : shells_(find_shells(mesh, first_at))
    , triangle_count_(mesh.triangles.size())
    , vertex_count_(first_at.size()) {
    for (std::uint32_t vertex = 0; vertex < first_at.size(); ++vertex)
        if (first_at[vertex] != kUnused && first_at[vertex] != vertex)
            duplicates_.emplace_back(vertex, first_at[vertex]);
}

MeshShells MeshShells::of_surface(const MeshView& mesh) {
    return {mesh, weld(mesh, count_vertices(mesh))};
}

Result<MeshShells> MeshShells::of_solid(const MeshView& mesh) {
    const std::vector<std::uint32_t> first_at = weld(mesh, count_vertices(mesh));
    if (std::optional<Error> open = find_open_edge(mesh, first_at)) return *open;
    MeshShells shells(mesh, first_at);
    shells.is_solid_ = true;
    return shells;
}

bool MeshShells::are_still_joined(const MeshView& mesh) const {
    BOXWOOD_REQUIRE(mesh.triangles.size() == triangle_count_ && mesh.positions.size() >= vertex_count_);
    return std::all_of(duplicates_.begin(), duplicates_.end(), [&mesh](const auto& pair) {
        return mesh.positions[pair.first] == mesh.positions[pair.second];
    });
}

Status MeshShells::check_closed(const MeshView& mesh) const {
    if (are_still_joined(mesh) && is_solid_) return ok();
    if (std::optional<Error> open = find_open_edge(mesh, weld(mesh, vertex_count_))) return *open;
    return ok();
}

} // namespace boxwood
