// What: conversions between the types of the facade and the types of the layer below. Internal: not installed.
#pragma once

#include "collision/api/pose.hpp"
#include "collision/api/query.hpp"
#include "collision/core/ids.hpp"
#include "collision/core/pose.hpp"

#include <array>
#include <bit>

namespace boxwood::api::detail {

static_assert(sizeof(boxwood::Pose) == 12 * sizeof(double) && sizeof(glm::dmat3) == 9 * sizeof(double));

inline boxwood::Pose to_layer(const Pose& pose) {
    return std::bit_cast<boxwood::Pose>(pose.columns());
}
inline glm::dvec3 to_layer(const Vec3& v) {
    return {v.x, v.y, v.z};
}
inline Vec3 to_api(const glm::dvec3& v) {
    return {v.x, v.y, v.z};
}
// A feature of a part. `part` is kNone for shapes without parts.
inline Feature to_api(const boxwood::Feature& feature, std::uint32_t part) {
    constexpr std::array kKinds{FeatureKind::vertex, FeatureKind::edge, FeatureKind::face};
    return {kKinds[static_cast<std::size_t>(feature.kind)], feature.index, part == kNone ? 0 : part};
}
inline Transform to_transform(const Pose& pose) {
    const Quaternion q = pose.rotation();
    return {{q.w, q.x, q.y, q.z}, to_layer(pose.translation()), to_layer(pose.scale())};
}

// Makes a Pose of the facade from a valid transform, whose quaternion must be a unit quaternion, and from the pose that
// the layer below computed from that transform.
struct PoseOfBody {
    static Pose make(const Transform& transform, const boxwood::Pose& world_from_body) {
        Pose pose;
        pose.linear_ = std::bit_cast<std::array<double, 12>>(world_from_body);
        pose.rotation_ = {transform.q.w, transform.q.x, transform.q.y, transform.q.z};
        pose.scale_ = to_api(transform.s);
        pose.is_rigid_ = transform.s == glm::dvec3(1.0);
        return pose;
    }
};

} // namespace boxwood::api::detail
