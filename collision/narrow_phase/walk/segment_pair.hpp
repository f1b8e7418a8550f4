// What: the closest points of two segments, and for each point whether it is an end of its segment.
// Frame: both segments in one frame.
// Degenerate input: if parallel segments overlap along their direction, the result is the middle of the overlap, so
//     that witnesses do not jump.
// Cost: about 60 flops.
// Source: [Ericson 2005] section 5.1.9 for the order of clamping.
// Departs from the source: the position s on the first segment is computed from the cross product of the directions u
//     and w. The expression 1 - (u.w)^2 of the source would lose half the digits of a small angle.
// Oracle: segment_pair_test searches along both segments.
#pragma once

#include <algorithm>
#include <cmath>

#include <glm/geometric.hpp>
#include <glm/vec3.hpp>

namespace boxwood {

struct Segment {
    glm::dvec3 tail{0.0};
    glm::dvec3 direction{0.0}; // unit
    double length = 0.0;
    glm::dvec3 at(double s) const { return tail + s * direction; }
};

enum class SegmentPart { inner, tail, head };

struct SegmentPair {
    glm::dvec3 on_p{0.0}, on_q{0.0};
    SegmentPart part_p = SegmentPart::inner, part_q = SegmentPart::inner;
};

namespace segment_pair_detail {

struct Clamped {
    double value = 0.0;
    SegmentPart part = SegmentPart::inner;
};
inline Clamped clamp_to(const Segment& segment, double s) {
    if (s < 0.0) return {0.0, SegmentPart::tail};
    if (s > segment.length) return {segment.length, SegmentPart::head};
    return {s, SegmentPart::inner};
}

inline SegmentPair make(const Segment& p, const Segment& q, const Clamped& s, const Clamped& t) {
    return {p.at(s.value), q.at(t.value), s.part, t.part};
}

// Returns the middle of the overlap along p. If there is no overlap, returns the ends that face each other.
inline SegmentPair closest_of_parallel(const Segment& p, const Segment& q) {
    const double at_tail = glm::dot(q.tail - p.tail, p.direction);
    const double at_head = at_tail + q.length * glm::dot(q.direction, p.direction);
    const double lower = std::fmax(0.0, std::fmin(at_tail, at_head));
    const double upper = std::fmin(p.length, std::fmax(at_tail, at_head));
    if (lower <= upper) {
        const double s = 0.5 * (lower + upper);
        const double t = std::clamp(glm::dot(p.at(s) - q.tail, q.direction), 0.0, q.length);
        return make(p, q, {s}, {t});
    }
    const Clamped s =
        clamp_to(p, lower > p.length ? std::fmin(at_tail, at_head) : std::fmax(at_tail, at_head));
    return make(p, q, s, clamp_to(q, (at_tail < at_head) == (lower > p.length) ? -1.0 : q.length + 1.0));
}

} // namespace segment_pair_detail

// Sine of the angle below which two segments count as parallel. At smaller angles, rounding decides where the closest
// points are.
inline constexpr double kParallelSine = 1e-14;

inline SegmentPair closest_points(const Segment& p, const Segment& q) {
    using namespace segment_pair_detail;
    const glm::dvec3 across = glm::cross(p.direction, q.direction);
    const double sine_squared = glm::dot(across, across);
    if (sine_squared < kParallelSine * kParallelSine) return closest_of_parallel(p, q);
    const glm::dvec3 gap = q.tail - p.tail;
    Clamped s = clamp_to(p, glm::dot(glm::cross(gap, q.direction), across) / sine_squared);
    // The point of p at s, projected onto q. At small angles s has a large error along the lines; with this projection
    // the two points have the same error and still face each other.
    const Clamped t = clamp_to(q, glm::dot(p.at(s.value) - q.tail, q.direction));
    if (t.part != SegmentPart::inner) s = clamp_to(p, glm::dot(q.at(t.value) - p.tail, p.direction));
    return make(p, q, s, t);
}

} // namespace boxwood
