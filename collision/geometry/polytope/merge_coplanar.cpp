#include "collision/geometry/polytope/merge_coplanar.hpp"

#include "collision/core/ids.hpp"

#include <algorithm>
#include <numeric>
#include <string>

namespace boxwood {
namespace {

class Merger {
  public:
    Merger(const Surface& surface, std::span<const glm::vec3> positions, std::span<const Polygon> faces,
           const Rounding& rounding)
        : surface_(surface)
        , positions_(positions)
        , faces_(faces)
        , rounding_(rounding)
        , region_of_(faces.size(), kNone) {
        for (const Polygon& face : faces) area_vectors_.push_back(area_vector(positions, face));
    }

    // Large faces first: their planes are the most accurate.
    void grow_regions() {
        std::vector<std::uint32_t> order(faces_.size());
        std::iota(order.begin(), order.end(), 0u);
        std::stable_sort(order.begin(), order.end(), [&](std::uint32_t x, std::uint32_t y) {
            return glm::length(area_vectors_[x]) > glm::length(area_vectors_[y]);
        });
        for (const std::uint32_t face : order)
            if (region_of_[face] == kNone) grow_region(face);
        number_regions_by_first_face();
    }

    Result<std::vector<Polygon>> polygons() const {
        std::vector<std::vector<std::uint32_t>> rims(seeds_.size());
        for (std::uint32_t h = 0; h < surface_.half_edges.size(); ++h)
            if (is_rim(h)) rims[region_of_[surface_.half_edges[h].face]].push_back(h);
        std::vector<Polygon> result;
        std::vector<std::uint32_t> next(positions_.size(), kNone);
        for (std::uint32_t region = 0; region < seeds_.size(); ++region) {
            result.push_back(join(rims[region], next));
            if (result.back().empty()) return not_a_polygon(region);
        }
        drop_flat_vertices(result);
        for (std::uint32_t region = 0; region < seeds_.size(); ++region)
            if (result[region].size() < 3) return not_a_polygon(region);
        return result;
    }

  private:
    void grow_region(std::uint32_t seed) {
        const auto region = static_cast<std::uint32_t>(seeds_.size());
        seeds_.push_back(seed);
        region_of_[seed] = region;
        Polygon members = faces_[seed];
        glm::dvec3 area = area_vectors_[seed];
        std::vector<std::uint32_t> open{seed};
        while (!open.empty()) {
            const std::uint32_t face = open.back();
            open.pop_back();
            for (const HalfEdge& h : surface_.face(face)) {
                const std::uint32_t beyond = surface_.half_edges[h.twin].face;
                if (region_of_[beyond] != kNone || !try_add(beyond, members, area)) continue;
                region_of_[beyond] = region;
                open.push_back(beyond);
            }
        }
    }

    // Renumbers the regions. Faces that are not merged then keep their order.
    void number_regions_by_first_face() {
        std::vector<std::uint32_t> number(seeds_.size(), kNone);
        std::vector<std::uint32_t> seeds;
        for (std::uint32_t& region : region_of_) {
            if (number[region] == kNone) {
                number[region] = static_cast<std::uint32_t>(seeds.size());
                seeds.push_back(seeds_[region]);
            }
            region = number[region];
        }
        seeds_ = std::move(seeds);
    }

    bool try_add(std::uint32_t face, Polygon& io_members, glm::dvec3& io_area) const {
        const glm::dvec3 area = io_area + area_vectors_[face];
        const glm::dvec3 normal = glm::normalize(area);
        Polygon members = io_members;
        members.insert(members.end(), faces_[face].begin(), faces_[face].end());
        // Also rejects NaN, which results if the two sides of a plate cancel.
        if (!(range_along(positions_, members, normal).size() <= rounding_.along(normal))) return false;
        io_members = std::move(members);
        io_area = area;
        return true;
    }

    bool is_rim(std::uint32_t half_edge) const {
        const HalfEdge& h = surface_.half_edges[half_edge];
        return region_of_[h.face] != region_of_[surface_.half_edges[h.twin].face];
    }

    // Joins half-edges head to tail. The result is empty if they do not form one cycle. All elements of `io_next` must
    // be kNone on entry, and are kNone on return.
    Polygon join(std::span<const std::uint32_t> rim, std::vector<std::uint32_t>& io_next) const {
        Polygon polygon;
        if (rim.empty()) return polygon;
        bool is_simple = true;
        for (const std::uint32_t h : rim) {
            std::uint32_t& next = io_next[surface_.half_edges[h].tail];
            is_simple = is_simple && next == kNone;
            next = surface_.half_edges[h].head;
        }
        const std::uint32_t start = surface_.half_edges[rim[0]].tail;
        for (std::uint32_t v = start; is_simple && (v != start || polygon.empty()); v = io_next[v])
            polygon.push_back(v);
        for (const std::uint32_t h : rim) io_next[surface_.half_edges[h].tail] = kNone;
        if (polygon.size() != rim.size()) polygon.clear();
        return polygon;
    }

    // A vertex that belongs to only two faces lies on a straight edge and is dropped.
    void drop_flat_vertices(std::vector<Polygon>& io_polygons) const {
        std::vector<std::uint32_t> degree(positions_.size(), 0);
        for (const Polygon& polygon : io_polygons)
            for (const std::uint32_t v : polygon) ++degree[v];
        for (Polygon& polygon : io_polygons)
            std::erase_if(polygon, [&](std::uint32_t v) { return degree[v] < 3; });
    }

    Error not_a_polygon(std::uint32_t region) const {
        return Error{"face " + std::to_string(seeds_[region]) +
                     " and the faces coplanar with it do not merge into one polygon; the polytope is too "
                     "flat there"};
    }

    const Surface& surface_;
    std::span<const glm::vec3> positions_;
    std::span<const Polygon> faces_;
    const Rounding& rounding_;
    std::vector<glm::dvec3> area_vectors_;
    std::vector<std::uint32_t> region_of_; // per face
    std::vector<std::uint32_t> seeds_;     // per region
};

} // namespace

Result<std::vector<Polygon>> merge_coplanar(const Surface& surface, std::span<const glm::vec3> positions,
                                            std::span<const Polygon> faces, const Rounding& rounding) {
    Merger merger(surface, positions, faces, rounding);
    merger.grow_regions();
    return merger.polygons();
}

} // namespace boxwood
