#include "engine/walk/hand/hand.hpp"

#include "engine/walk/walker.hpp"

#include <algorithm>
#include <cmath>

#include <glm/geometric.hpp>

namespace boxwood {
namespace {

constexpr int kMaxBends = 8;       // rounds of closest-feature queries per joint and frame
constexpr double kMinBend = 1e-5;  // radians
constexpr double kBendNear = 0.03; // meters; the motion of a fingertip in a frame plus a margin
constexpr int kMaxTurnTries = 4;   // tries per frame; each try halves the rotation that was blocked before
constexpr std::array<double, kPhalanges> kBendFactors{1.0, 1.15, 0.8}; // joint speeds relative to the first

glm::dquat rotated_towards(const glm::dquat& from, const glm::dquat& to, double max_angle) {
    const glm::dquat nearer = glm::dot(from, to) < 0.0 ? -to : to;
    const double angle = 2.0 * std::acos(std::min(1.0, glm::dot(from, nearer)));
    if (angle <= max_angle) return to;
    return glm::normalize(glm::slerp(from, nearer, max_angle / angle));
}

double farthest_distance(const Piece& piece, const glm::dvec3& point_w) {
    double square = 0.0;
    for (const glm::vec3& p : piece.polytope().positions()) {
        const glm::dvec3 offset = piece.surface.world_from_surface * p - point_w;
        square = std::max(square, glm::dot(offset, offset));
    }
    return std::sqrt(square);
}

} // namespace

Hand::Hand()
    : positions_(hand_model().tree().joints().size(), 0.0)
    , state_(hand_model().tree()) {
    open();
}

double Hand::curl(Finger finger) const {
    const FingerModel& finger_model = model().fingers[static_cast<std::size_t>(finger)];
    double sum = 0.0;
    for (const std::uint32_t joint : finger_model.joints) {
        const Joint& limits = model().tree().joints()[joint];
        sum += (positions_[joint] - limits.lower) / (limits.upper - limits.lower);
    }
    return sum / kPhalanges;
}

void Hand::place_parts() {
    for (std::uint32_t joint = 0; joint < positions_.size(); ++joint)
        state_.set_valid_position(joint, positions_[joint]);
    state_.update();
}

void Hand::place(const glm::dvec3& origin_w, const glm::dquat& rotation) {
    rotation_ = glm::normalize(rotation);
    world_from_hand_ = {glm::mat3_cast(rotation_), origin_w};
}

void Hand::open() {
    for (const FingerModel& finger : model().fingers)
        for (const std::uint32_t joint : finger.joints)
            positions_[joint] = model().tree().joints()[joint].lower;
    place_parts();
}

void Hand::point_arm_at(const glm::dvec3& elbow_w) {
    const Joint& flexion = model().tree().joints()[model().wrist_flexion];
    const Joint& deviation = model().tree().joints()[model().wrist_deviation];
    const glm::dvec3 offset = inverse_rigid(world_from_hand_) * elbow_w - flexion.point_p;
    const double about_y = std::atan2(offset.x, offset.z);
    const double about_x = std::atan2(-offset.y, std::hypot(offset.x, offset.z));
    positions_[model().wrist_flexion] = std::clamp(about_y, flexion.lower, flexion.upper);
    positions_[model().wrist_deviation] = std::clamp(about_x, deviation.lower, deviation.upper);
    place_parts();
}

Pose Hand::world_from_part(std::uint32_t part) const {
    return world_from_hand_ * state_.body_from_part(part);
}

Piece Hand::piece(std::uint32_t part) const {
    return make_piece({model().shape->part_shape(part).get(), part,
                       model().shape->first_triangle_of_part(part), world_from_part(part)});
}

std::vector<Piece> Hand::solid_pieces() const {
    std::vector<Piece> pieces{piece(model().palm)};
    for (const FingerModel& finger : model().fingers)
        for (const std::uint32_t part : finger.parts) pieces.push_back(piece(part));
    return pieces;
}

std::vector<Piece> Hand::pieces_at(const Pose& world_from_hand, const HandLoad& load) const {
    const Pose motion = world_from_hand * inverse_rigid(world_from_hand_);
    std::vector<Piece> pieces = solid_pieces();
    for (Piece& piece : pieces) piece = moved(piece, motion * piece.surface.world_from_surface);
    for (const BodySurface& surface : load.held) {
        BodySurface moved_surface = surface;
        moved_surface.world_from_surface = motion * surface.world_from_surface;
        pieces.push_back(make_piece(moved_surface));
    }
    return pieces;
}

bool Hand::is_free(std::span<const Piece> pieces, const CollisionWorld& world, const std::vector<bool>& skips,
                   ClearanceScratch& io_scratch) const {
    Aabb around;
    for (const Piece& piece : pieces) around = merge(around, piece.box_w);
    std::vector<NearSurface> near;
    find_near(world, grown(around, kSkin), skips, io_scratch, near);
    return find_smallest_clearance(pieces, near, 0.5 * kSkin, io_scratch).clearance.distance >= 0.5 * kSkin;
}

bool Hand::is_free_at(const glm::dvec3& translation_w, const CollisionWorld& world,
                      const std::vector<bool>& skips, ClearanceScratch& io_scratch) const {
    std::vector<Piece> pieces = solid_pieces();
    for (Piece& piece : pieces) {
        piece.surface.world_from_surface.origin += translation_w;
        piece = make_piece(piece.surface);
    }
    return is_free(pieces, world, skips, io_scratch);
}

Pose Hand::follow(const CollisionWorld& world, const HandLoad& load, const glm::dvec3& origin_w,
                  const glm::dquat& rotation, bool is_detection_on, ClearanceScratch& io_scratch,
                  std::vector<Obstacle>& io_obstacles) {
    const Pose before = world_from_hand_;
    const auto motion = [&] { return world_from_hand_ * inverse_rigid(before); };
    if (!is_detection_on) {
        place(origin_w, rotation);
        return motion();
    }
    const std::vector<Piece> pieces = pieces_at(world_from_hand_, load);
    const glm::dvec3 moved_w =
        slide(world, {pieces, load.skips}, origin_w - before.origin, io_scratch, io_obstacles);
    const Pose slid{before.linear, before.origin + moved_w};
    place(slid.origin, rotation_);
    double max_angle = kHandTurnSpeed * kFrameSeconds;
    for (int i = 0; i < kMaxTurnTries; ++i, max_angle *= 0.5) {
        const glm::dquat next = rotated_towards(rotation_, rotation, max_angle);
        if (next == rotation_) break;
        // pieces_at() moves the surfaces from world_from_hand_ to the given pose. The held surfaces still have their
        // poses before the slide, so world_from_hand_ must be the pose before the slide, too.
        world_from_hand_ = before;
        const std::vector<Piece> pieces_next = pieces_at({glm::mat3_cast(next), slid.origin}, load);
        world_from_hand_ = slid;
        if (!is_free(pieces_next, world, load.skips, io_scratch)) continue;
        place(slid.origin, next);
        break;
    }
    if (load.held.empty() && glm::distance(world_from_hand_.origin, origin_w) > kLostHand) {
        const std::vector<Piece> home = pieces_at({glm::mat3_cast(glm::normalize(rotation)), origin_w}, load);
        if (is_free(home, world, load.skips, io_scratch)) place(origin_w, rotation);
    }
    return motion();
}

// A rotation of one joint of a finger.
struct Hand::Bend {
    std::size_t finger = 0, joint = 0;
    double angle = 0.0; // radians
};

void Hand::bend(const Bend& bend, const std::vector<NearSurface>& near, ClearanceScratch& io_scratch) {
    const FingerModel& finger = model().fingers[bend.finger];
    const std::uint32_t joint = finger.joints[bend.joint];
    const Joint& limits = model().tree().joints()[joint];
    const double wanted = std::clamp(positions_[joint] + bend.angle, limits.lower, limits.upper);
    for (int i = 0; i < kMaxBends; ++i) {
        const double rest = wanted - positions_[joint];
        if (std::fabs(rest) < kMinBend) return;
        double safe = std::fabs(rest);
        const glm::dvec3 hinge_w = world_from_part(finger.parts[bend.joint]).origin;
        for (std::size_t k = bend.joint; k < kPhalanges; ++k) {
            const Piece part = piece(finger.parts[k]);
            const double arm = farthest_distance(part, hinge_w), reach = std::fabs(rest) * arm + kTouch;
            const SmallestClearance smallest =
                find_smallest_clearance(std::span(&part, 1), near, reach, io_scratch);
            if (smallest.body == kNone) continue;
            if (smallest.clearance.distance <= 0.5 * (kSkin + kTouch)) {
                // In contact, the joint can continue only in a direction that separates.
                const glm::dvec3 axis_w = world_from_part(finger.parts[bend.joint]).linear[1];
                const glm::dvec3 speed_w = glm::cross(axis_w, smallest.clearance.on_a_w - hinge_w) * rest;
                if (glm::dot(speed_w, smallest.clearance.normal_w) <= 0.0) return;
                continue;
            }
            safe = std::min(safe, (smallest.clearance.distance - kSkin) / arm);
        }
        positions_[joint] += std::copysign(safe, rest);
        place_parts();
    }
}

void Hand::curl(const CollisionWorld& world, const std::vector<bool>& skips,
                const std::array<double, kFingers>& speeds, bool is_detection_on,
                ClearanceScratch& io_scratch) {
    if (std::all_of(speeds.begin(), speeds.end(), [](double speed) { return speed == 0.0; })) return;
    std::vector<NearSurface> near;
    if (is_detection_on) {
        Aabb around;
        for (const Piece& piece : solid_pieces()) around = merge(around, piece.box_w);
        find_near(world, grown(around, kBendNear), skips, io_scratch, near);
    }
    for (std::size_t f = 0; f < kFingers; ++f) {
        const double speed = std::clamp(speeds[f], -1.0, 1.0) * kCurlSpeed * kFrameSeconds;
        if (speed == 0.0) continue;
        for (std::size_t k = 0; k < kPhalanges; ++k) bend({f, k, speed * kBendFactors[k]}, near, io_scratch);
    }
}

void Hand::make_room(const CollisionWorld& world, const std::vector<bool>& skips,
                     ClearanceScratch& io_scratch) {
    constexpr double kOpening = -0.02; // radians per step of opening
    for (const FingerModel& finger : model().fingers) {
        const auto is_clear = [&] {
            std::vector<Piece> pieces;
            for (const std::uint32_t part : finger.parts) pieces.push_back(piece(part));
            return is_free(pieces, world, skips, io_scratch);
        };
        while (!is_clear()) {
            bool moves = false;
            for (const std::uint32_t joint : finger.joints) {
                const double lower = model().tree().joints()[joint].lower;
                const double next = std::max(lower, positions_[joint] + kOpening);
                moves = moves || next < positions_[joint];
                positions_[joint] = next;
            }
            if (!moves) break;
            place_parts();
        }
    }
}

} // namespace boxwood
