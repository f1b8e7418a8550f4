#include "engine/judge/trees/node_volumes.hpp"

#include "collision/core/check.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace boxwood::judge {
namespace {

using capture::BoundsRecord;
using capture::HierarchyRecord;
using LongVec = glm::vec<3, long double>;

constexpr double kUnbounded = std::numeric_limits<double>::infinity();
constexpr double kAxisError = 1e-4; // allowed error of an axis's length, and of the cosine between two axes
constexpr std::array<const char*, 3> kAxisNames{"x", "y", "z"};

std::size_t stride_of(const BoundsRecord& bounds) {
    if (bounds.type == "aabb" || bounds.type == "aabb-quantized") return 6;
    if (bounds.type == "sphere") return 4;
    if (bounds.type == "obb" || bounds.type == "rss") return 15;
    if (bounds.type == "kdop") return static_cast<std::size_t>(bounds.k);
    if (bounds.type == "capsule") return 7;
    if (bounds.type == "box-tree") return 3;
    return 0;
}

LongVec at(std::span<const double> values, std::size_t first) {
    return {values[first], values[first + 1], values[first + 2]};
}

double excess_of_box(std::span<const double> box, double margin, const glm::dvec3& point,
                     std::string& out_side, glm::dvec3& out_outward) {
    double largest = -kUnbounded;
    for (int axis = 0; axis < 3; ++axis) {
        const auto i = static_cast<std::size_t>(axis);
        const double below = (box[i] - margin) - point[axis], above = point[axis] - (box[i + 3] + margin);
        if (below > largest) {
            largest = below;
            out_side = std::string("the lower ") + kAxisNames[i] + " side";
            out_outward = glm::dvec3(0);
            out_outward[axis] = -1;
        }
        if (above > largest) {
            largest = above;
            out_side = std::string("the upper ") + kAxisNames[i] + " side";
            out_outward = glm::dvec3(0);
            out_outward[axis] = 1;
        }
    }
    return largest;
}

// The offset of the point from the nearest point of the segment.
LongVec offset_from_segment(const LongVec& point, const LongVec& from, const LongVec& to) {
    const LongVec edge = to - from;
    const long double squared_length = glm::dot(edge, edge);
    const long double t =
        squared_length > 0 ? std::clamp(glm::dot(point - from, edge) / squared_length, 0.0L, 1.0L) : 0.0L;
    return point - (from + t * edge);
}

// The offset of the point from the nearest point of the rectangle of an RSS, in coordinates along the axes of the RSS.
// `rss`: a corner, three axes, two side lengths and a radius.
LongVec offset_from_rectangle(const LongVec& point, std::span<const double> rss) {
    const LongVec offset = point - at(rss, 0);
    const long double u = glm::dot(offset, at(rss, 3)), v = glm::dot(offset, at(rss, 6)),
                      w = glm::dot(offset, at(rss, 9));
    const auto outside = [](long double x, double length) {
        return x - std::clamp(x, 0.0L, static_cast<long double>(length));
    };
    return {outside(u, rss[12]), outside(v, rss[13]), w};
}

// "" if the axes at `first` are orthonormal and right-handed.
std::string axis_defect(std::span<const double> values, std::size_t first) {
    const LongVec x = at(values, first), y = at(values, first + 3), z = at(values, first + 6);
    for (const LongVec& axis : {x, y, z})
        if (!(std::abs(glm::length(axis) - 1) < kAxisError)) return "an axis is not of unit length";
    if (!(std::abs(glm::dot(x, y)) < kAxisError && std::abs(glm::dot(y, z)) < kAxisError &&
          std::abs(glm::dot(z, x)) < kAxisError))
        return "its axes are not perpendicular";
    if (glm::dot(glm::cross(x, y), z) < 0) return "its axes are left-handed";
    return "";
}

std::string number_defect(std::string_view type, std::span<const double> values) {
    if (std::any_of(values.begin(), values.end(), [](double value) { return std::isnan(value); }))
        return "its bounds contain a NaN";
    const std::size_t half = values.size() / 2;
    if (type == "aabb" || type == "kdop")
        for (std::size_t i = 0; i < half; ++i)
            if (values[i] > values[i + half])
                return type == "aabb" ? std::string("its box is inverted on ") + kAxisNames[i]
                                      : "its slab " + std::to_string(i) + " is inverted";
    if (type == "sphere" && values[3] < 0) return "its radius is negative";
    if (type == "capsule" && values[6] < 0) return "its radius is negative";
    if (type == "obb") {
        if (values[3] < 0 || values[4] < 0 || values[5] < 0) return "a half extent is negative";
        return axis_defect(values, 6);
    }
    if (type == "rss") {
        if (values[12] < 0 || values[13] < 0 || values[14] < 0)
            return "a side length or the radius is negative";
        return axis_defect(values, 3);
    }
    return "";
}

Finding wrong_bounds(const HierarchyRecord& record, std::string text) {
    return {Outcome::wrong, Stage::volume, {}, record.id, {}, std::move(text)};
}

// Applies the record's rule of dequantization in the producer's precision.
std::vector<double> dequantized(const HierarchyRecord& record, const BoundsRecord& bounds,
                                std::string& out_error) {
    const std::size_t count = bounds.quantized.size() / 6;
    // The number of list elements from one volume to the next; 0 if one entry applies to all volumes.
    const auto step_of = [&](const capture::Reals& reals, const char* name) -> std::size_t {
        if (reals.size() == 3) return 0;
        if (reals.size() == 3 * count) return 3;
        out_error = std::string("quantized bounds need ") + name + " for all volumes or one per volume";
        return 0;
    };
    const std::size_t origin_step = step_of(bounds.origin, "an origin"),
                      scale_step = step_of(bounds.scale, "a scale");
    if (bounds.rule != "origin+q*scale" && bounds.rule != "origin+q/scale")
        out_error = "quantized bounds need the rule origin+q*scale or origin+q/scale";
    if (!out_error.empty()) return {};
    const bool is_single = record.scalar_bits == 32, divides = bounds.rule == "origin+q/scale";
    std::vector<double> values(6 * count);
    for (std::size_t i = 0; i < values.size(); ++i) {
        const std::size_t axis = i % 3, volume = i / 6;
        const double origin = bounds.origin[volume * origin_step + axis],
                     scale = bounds.scale[volume * scale_step + axis], q = bounds.quantized[i];
        if (is_single) {
            const float step = divides ? static_cast<float>(q) / static_cast<float>(scale)
                                       : static_cast<float>(q) * static_cast<float>(scale);
            values[i] = static_cast<float>(origin) + step;
        } else {
            values[i] = origin + (divides ? q / scale : q * scale);
        }
    }
    return values;
}

} // namespace

NodeVolumes NodeVolumes::make(const HierarchyRecord& record, const TreeLinks& links,
                              std::vector<Finding>& io_findings) {
    NodeVolumes out;
    out.index_ = record.node_bounds;
    out.is_sound_.assign(record.node_count(), false);
    std::vector<bool> has_bad_move(record.node_count(), false); // of a box-tree
    if (record.bounds.empty()) io_findings.push_back(wrong_bounds(record, "the hierarchy has no bounds"));
    for (const BoundsRecord& bounds : record.bounds) {
        Volumes volumes{.type = bounds.type, .stride = stride_of(bounds), .values = bounds.values.values};
        if (volumes.stride == 0) {
            io_findings.push_back(
                {Outcome::undecided,
                 Stage::volume,
                 {},
                 record.id,
                 {},
                 "bounds of type \"" + capture::printable(bounds.type) + "\" cannot be evaluated"});
            continue;
        }
        if (bounds.type == "aabb-quantized") {
            std::string error;
            volumes.values = dequantized(record, bounds, error);
            if (!error.empty()) {
                io_findings.push_back(wrong_bounds(record, error));
                continue;
            }
            volumes.type = "aabb";
            volumes.is_quantized = true;
        }
        if (bounds.type == "kdop") {
            const std::size_t normals = bounds.normals.size();
            if (bounds.k < 6 || bounds.k % 2 != 0 || normals % 3 != 0 || normals / 3 != bounds.k / 2) {
                io_findings.push_back(
                    wrong_bounds(record, "a k-DOP needs an even k of 6 or more, and k/2 normals"));
                continue;
            }
            for (std::size_t i = 0; i < bounds.normals.size(); i += 3)
                volumes.normals.emplace_back(bounds.normals[i], bounds.normals[i + 1], bounds.normals[i + 2]);
            const auto has_direction = [](const glm::dvec3& normal) {
                const long double length = glm::length(LongVec(normal));
                return length > 0 && std::isfinite(length);
            };
            if (!std::all_of(volumes.normals.begin(), volumes.normals.end(), has_direction)) {
                io_findings.push_back(wrong_bounds(record, "a normal of the k-DOP is zero or not finite"));
                continue;
            }
        }
        if (bounds.type == "box-tree") {
            // Each box is its parent's box with one side moved, computed in the producer's precision. A root starts
            // from the six leading numbers.
            if (volumes.values.size() != 6 + 3 * record.node_count()) {
                io_findings.push_back(
                    wrong_bounds(record, "box-tree bounds need the root's box and three numbers per node"));
                continue;
            }
            const std::vector<double> moves = std::move(volumes.values);
            volumes.values.assign(6 * record.node_count(), 0.0);
            for (const std::uint32_t node : links.order) {
                const std::uint32_t parent = links.parent[node];
                double* box = volumes.values.data() + 6 * std::size_t{node};
                std::copy_n(parent == TreeLinks::kNone ? moves.data()
                                                       : volumes.values.data() + 6 * std::size_t{parent},
                            6, box);
                const double axis = moves[6 + 3 * std::size_t{node}], side = moves[7 + 3 * std::size_t{node}],
                             offset = moves[8 + 3 * std::size_t{node}];
                if (!(axis == 0 || axis == 1 || axis == 2) || !(side == 0 || side == 1)) {
                    io_findings.push_back(
                        {Outcome::wrong,
                         Stage::volume,
                         {},
                         record.id,
                         node,
                         "node " + std::to_string(node) + ": its axis or its side is out of range"});
                    has_bad_move[node] = true;
                    continue;
                }
                double& moved = box[static_cast<std::size_t>(axis) + (side == 1 ? 3 : 0)];
                const double by = side == 1 ? -offset : offset;
                moved = record.scalar_bits == 32
                            ? static_cast<double>(static_cast<float>(moved) + static_cast<float>(by))
                            : moved + by;
            }
            volumes.type = "aabb";
            volumes.stride = 6;
            for (std::uint32_t node = 0; node < record.node_count(); ++node) out.index_[node] = node;
        }
        const std::size_t count = volumes.values.size() / volumes.stride;
        if (volumes.values.size() % volumes.stride != 0) {
            io_findings.push_back(wrong_bounds(record, "the numbers of the bounds of type " + bounds.type +
                                                           " are not a multiple of " +
                                                           std::to_string(volumes.stride)));
            continue;
        }
        if (bounds.margins.size() > 1 && bounds.margins.size() != count) {
            io_findings.push_back(
                wrong_bounds(record, "the bounds need one margin for all volumes, or one per volume"));
            continue;
        }
        volumes.margins.assign(count, bounds.margins.empty() ? 0.0 : bounds.margins[0]);
        if (bounds.margins.size() == count) volumes.margins = bounds.margins.values;
        out.arrays_.push_back(std::move(volumes));
    }
    for (const std::uint32_t node : links.order) {
        bool is_sound = !out.arrays_.empty() && !has_bad_move[node];
        for (const Volumes& volumes : out.arrays_) {
            const std::size_t first = out.index_[node] * volumes.stride;
            std::string defect =
                first + volumes.stride > volumes.values.size() ? "its volume index is out of range" : "";
            if (defect.empty())
                defect =
                    number_defect(volumes.type, std::span(volumes.values).subspan(first, volumes.stride));
            if (defect.empty() && std::isnan(volumes.margins[out.index_[node]]))
                defect = "its margin is a NaN";
            if (defect.empty()) continue;
            is_sound = false;
            io_findings.push_back({Outcome::wrong,
                                   Stage::volume,
                                   {},
                                   record.id,
                                   node,
                                   "node " + std::to_string(node) + ": " + defect});
        }
        out.is_sound_[node] = is_sound;
    }
    return out;
}

Excess NodeVolumes::excess_of(const Volumes& volumes, std::uint32_t index, const glm::dvec3& point) const {
    const std::span<const double> v =
        std::span(volumes.values).subspan(index * volumes.stride, volumes.stride);
    const double margin = volumes.margins[index];
    Excess out{.side = {}, .point = point};
    if (volumes.type == "aabb") {
        out.length = excess_of_box(v, margin, point, out.side, out.outward);
        out.is_exact = !volumes.is_quantized;
        return out;
    }
    out.is_exact = false;
    out.side = "the " + volumes.type;
    const LongVec p(point);
    long double length = 0;
    const auto take_round = [&](const LongVec& offset, double radius) {
        const long double away = glm::length(offset);
        length = away - radius;
        if (away > 0) out.outward = glm::dvec3(offset / away);
    };
    if (volumes.type == "sphere") take_round(p - at(v, 0), v[3]);
    if (volumes.type == "capsule") take_round(offset_from_segment(p, at(v, 0), at(v, 3)), v[6]);
    if (volumes.type == "rss") {
        take_round(offset_from_rectangle(p, v), v[14]);
        const glm::dvec3 on_axes = out.outward;
        out.outward = glm::dvec3(0);
        for (int axis = 0; axis < 3; ++axis)
            out.outward += on_axes[axis] * glm::dvec3(at(v, 3 + 3 * static_cast<std::size_t>(axis)));
    }
    if (volumes.type == "obb") {
        length = -kUnbounded;
        for (std::size_t axis = 0; axis < 3; ++axis) {
            const long double along = glm::dot(p - at(v, 0), at(v, 6 + 3 * axis));
            const long double beyond = std::abs(along) - v[3 + axis];
            if (beyond > length) {
                out.side = "axis " + std::to_string(axis) + " of the obb";
                out.outward = glm::dvec3(at(v, 6 + 3 * axis)) * (along < 0 ? -1.0 : 1.0);
            }
            length = std::max(length, beyond);
        }
    }
    if (volumes.type == "kdop") {
        length = -kUnbounded;
        const std::size_t half = volumes.stride / 2;
        for (std::size_t i = 0; i < half; ++i) {
            const LongVec normal(volumes.normals[i]);
            const long double scale = glm::length(normal), along = glm::dot(p, normal);
            const long double beyond = std::max(v[i] - along, along - v[i + half]) / scale;
            if (beyond > length) {
                out.side = "slab " + std::to_string(i) + " of the k-DOP";
                out.outward = glm::dvec3(normal / scale) * (along < v[i] ? -1.0 : 1.0);
            }
            length = std::max(length, beyond);
        }
    }
    out.length = static_cast<double>(length - margin);
    return out;
}

std::array<glm::dvec3, 2> NodeVolumes::box(std::uint32_t node) const {
    const Volumes& boxes = arrays_.front();
    BOXWOOD_ASSERT(boxes.type == "aabb");
    const std::size_t index = index_[node];
    const double *v = boxes.values.data() + 6 * index, margin = boxes.margins[index];
    return {glm::dvec3(v[0], v[1], v[2]) - margin, glm::dvec3(v[3], v[4], v[5]) + margin};
}

std::vector<NodeVolumes::Shape> NodeVolumes::shapes(std::uint32_t node) const {
    std::vector<Shape> out;
    if (!has(node)) return out;
    for (const Volumes& volumes : arrays_) {
        const std::size_t index = index_[node];
        out.push_back({volumes.type,
                       std::span(volumes.values).subspan(index * volumes.stride, volumes.stride),
                       volumes.normals, volumes.margins[index]});
    }
    return out;
}

Excess NodeVolumes::excess(std::uint32_t node, const glm::dvec3& point) const {
    Excess largest{.length = -kUnbounded, .side = {}};
    for (const Volumes& volumes : arrays_) {
        const Excess one = excess_of(volumes, index_[node], point);
        if (one.length > largest.length) largest = one;
    }
    return largest;
}

} // namespace boxwood::judge
