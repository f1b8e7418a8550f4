#include "engine/explain/verdict/nesting_verdict.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <map>
#include <numbers>
#include <vector>

#include <glm/common.hpp>
#include <glm/geometric.hpp>

namespace boxwood {
namespace {

using LongVector = glm::vec<3, long double>;
using CornerKey = std::array<double, 3>;

CornerKey key_of(const glm::dvec3& p) {
    return {p.x + 0.0, p.y + 0.0, p.z + 0.0}; // -0 becomes 0
}

struct CornerBox {
    glm::dvec3 lower{std::numeric_limits<double>::infinity()},
        upper{-std::numeric_limits<double>::infinity()};
    void include(const Triangle64& t) {
        for (const glm::dvec3& p : t) {
            lower = glm::min(lower, p);
            upper = glm::max(upper, p);
        }
    }
    bool contains(const CornerBox& other) const {
        return glm::all(glm::lessThanEqual(lower, other.lower)) &&
               glm::all(glm::lessThanEqual(other.upper, upper));
    }
};

struct ConnectedPart {
    CornerBox box;
    std::vector<std::size_t> triangles;
};

// The sets of triangles that are connected by shared corners, found by flood fill.
std::vector<ConnectedPart> connected_parts(std::span<const Triangle64> surface) {
    std::map<CornerKey, std::vector<std::size_t>> around;
    for (std::size_t t = 0; t < surface.size(); ++t)
        for (const glm::dvec3& p : surface[t]) around[key_of(p)].push_back(t);
    std::vector<ConnectedPart> parts;
    std::vector<bool> is_reached(surface.size(), false);
    std::vector<std::size_t> pending;
    for (std::size_t first = 0; first < surface.size(); ++first) {
        if (is_reached[first]) continue;
        ConnectedPart& part = parts.emplace_back();
        is_reached[first] = true;
        pending = {first};
        while (!pending.empty()) {
            const std::size_t t = pending.back();
            pending.pop_back();
            part.triangles.push_back(t);
            part.box.include(surface[t]);
            for (const glm::dvec3& p : surface[t])
                for (const std::size_t next : around[key_of(p)])
                    if (!is_reached[next]) {
                        is_reached[next] = true;
                        pending.push_back(next);
                    }
        }
    }
    return parts;
}

// At most this many vertices of a part are tried. The first vertex with a winding number close to an integer decides.
constexpr std::size_t kMaxPoints = 8;

std::optional<bool> contains_one(std::span<const Triangle64> solid, std::span<const Triangle64> inner,
                                 const ConnectedPart& part, std::size_t& io_budget) {
    constexpr long double kMaxDeviation = 0.01L; // from an integer
    const std::size_t step = (part.triangles.size() + kMaxPoints - 1) / kMaxPoints;
    for (std::size_t i = 0; i < part.triangles.size(); i += step) {
        if (io_budget < solid.size()) return std::nullopt;
        io_budget -= solid.size();
        const long double winding = winding_number(solid, inner[part.triangles[i]][0]);
        const long double nearest = std::nearbyint(winding);
        if (std::fabs(winding - nearest) <= kMaxDeviation) return nearest != 0.0L;
    }
    return std::nullopt;
}

} // namespace

long double winding_number(std::span<const Triangle64> surface, const glm::dvec3& point) {
    long double sum = 0.0L;
    for (const Triangle64& t : surface) {
        const LongVector a = LongVector(t[0]) - LongVector(point), b = LongVector(t[1]) - LongVector(point),
                         c = LongVector(t[2]) - LongVector(point);
        const long double la = glm::length(a), lb = glm::length(b), lc = glm::length(c);
        sum += std::atan2(glm::dot(a, glm::cross(b, c)),
                          la * lb * lc + glm::dot(a, b) * lc + glm::dot(b, c) * la + glm::dot(c, a) * lb);
    }
    return sum / (2.0L * std::numbers::pi_v<long double>);
}

std::optional<bool> contains_part(std::span<const Triangle64> solid, std::span<const Triangle64> inner,
                                  std::size_t& io_budget) {
    CornerBox solid_box;
    for (const Triangle64& t : solid) solid_box.include(t);
    bool is_certain = true;
    for (const ConnectedPart& part : connected_parts(inner)) {
        if (!solid_box.contains(part.box)) continue;
        const std::optional<bool> is_inside = contains_one(solid, inner, part, io_budget);
        if (is_inside && *is_inside) return true;
        is_certain &= is_inside.has_value();
    }
    return is_certain ? std::optional(false) : std::nullopt;
}

} // namespace boxwood
