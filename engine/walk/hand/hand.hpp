// What: the hand in the world. It follows the eye as far as obstacles allow. Its fingers close until they touch
//     something. It carries a body between the thumb and a finger.
// Frame: poses are world_from_hand; the hand's frame is the palm's frame (hand_model.hpp). Units: meters, radians.
// Invariants: palm, phalanges and the held body keep a distance of at least kSkin, or kSkin / 2 after a rotation, from
//     all other bodies, except from bodies that have moved into them. Wrist and forearm point at the elbow and collide
//     with nothing.
// Cost: closest-feature queries against surfaces within a few centimeters.
// Oracle: tests/engine/walk/walk_test.cpp, with an exhaustive narrow phase.
#pragma once

#include "engine/walk/dynamics/slide.hpp"
#include "engine/walk/hand/hand_model.hpp"

#include <array>
#include <optional>
#include <span>
#include <vector>

namespace boxwood {

// The surfaces of the held body, which move with the hand, and the bodies that the hand does not collide with.
struct HandLoad {
    std::span<const BodySurface> held; // with their current poses
    const std::vector<bool>& skips;    // per body: the hand itself and the held body
};

class Hand {
  public:
    Hand();

    const HandModel& model() const { return hand_model(); }
    const Pose& world_from_hand() const { return world_from_hand_; }
    const glm::dquat& rotation() const { return rotation_; }
    std::span<const double> positions() const { return positions_; } // of the joints
    // How far a finger is closed, from 0 to 1, as the mean over its joints.
    double curl(Finger finger) const;

    void place(const glm::dvec3& origin_w, const glm::dquat& rotation);
    void open();
    // Sets the joints of wrist and forearm so that the arm points at the elbow, within their limits.
    void point_arm_at(const glm::dvec3& elbow_w);

    // Moves and rotates towards a pose, and slides along obstacles. The hand is free of collisions along the
    // translation and at the end of the rotation; the path of the rotation is not tested. If `is_detection_on` is
    // false, the hand takes the pose directly. Returns the motion, which maps world positions before the motion to
    // positions after it.
    Pose follow(const CollisionWorld& world, const HandLoad& load, const glm::dvec3& origin_w,
                const glm::dquat& rotation, bool is_detection_on, ClearanceScratch& io_scratch,
                std::vector<Obstacle>& io_obstacles);
    // Closes (speed > 0) or opens (speed < 0) each finger; speeds are fractions of kCurlSpeed. Each joint rotates until
    // a phalanx that it moves touches a body.
    void curl(const CollisionWorld& world, const std::vector<bool>& skips,
              const std::array<double, kFingers>& speeds, bool is_detection_on, ClearanceScratch& io_scratch);
    // After the held body has grown: opens each finger until it touches nothing or is completely open.
    void make_room(const CollisionWorld& world, const std::vector<bool>& skips, ClearanceScratch& io_scratch);

    // Whether palm and fingers, moved by this translation, touch nothing.
    bool is_free_at(const glm::dvec3& translation_w, const CollisionWorld& world,
                    const std::vector<bool>& skips, ClearanceScratch& io_scratch) const;

    Pose world_from_part(std::uint32_t part) const;
    Piece piece(std::uint32_t part) const;
    // Palm and phalanges.
    std::vector<Piece> solid_pieces() const;
    glm::dvec3 grip_center_w() const {
        return world_from_hand_ * glm::dvec3(kGripCenter[0], kGripCenter[1], kGripCenter[2]);
    }

  private:
    struct Bend;
    void bend(const Bend& bend, const std::vector<NearSurface>& near, ClearanceScratch& io_scratch);
    void place_parts();
    bool is_free(std::span<const Piece> pieces, const CollisionWorld& world, const std::vector<bool>& skips,
                 ClearanceScratch& io_scratch) const;
    std::vector<Piece> pieces_at(const Pose& world_from_hand, const HandLoad& load) const;

    glm::dquat rotation_{1.0, 0.0, 0.0, 0.0};
    Pose world_from_hand_;
    std::vector<double> positions_;
    HullHierarchyState state_;
};

inline constexpr double kCurlSpeed = 2.6;     // radians per second, of the first joint of a finger
inline constexpr double kHandTurnSpeed = 5.0; // radians per second
// Meters. If an empty hand is farther than this from its target pose, it jumps to the target if the target is free.
inline constexpr double kLostHand = 0.45;

} // namespace boxwood
