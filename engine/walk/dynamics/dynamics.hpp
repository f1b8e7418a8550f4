// What: rigid body dynamics of loose bodies: they fall, bounce with damped elastic response, come to rest on other
//     bodies, are pushed away, and swing on hinges.
// Frame: world. Units: metres, seconds; one step is kFrameSeconds.
// Invariants: bit-equal for equal inputs. Bodies at rest sleep: they cost nothing and do not move until they are woken.
//     Fixed bodies never move.
// Cost: closest-feature queries of the pairs of awake bodies, kIterations passes over their contact points.
// Source: [Catto 2005] (sequential impulses, speculative contact points); restitution as in [Cohen 1995] section 5, for
//     bodies that differ in mass and with kRestitution below 1.
// Oracle: tests/engine/walk/solids_test.cpp, walk_test.cpp.
#pragma once

#include "engine/sim/simulation.hpp"
#include "engine/walk/dynamics/contact_points.hpp"
#include "engine/walk/dynamics/loose_body.hpp"

#include <span>
#include <vector>

namespace boxwood {

inline constexpr double kRestitution = 0.28; // of the speed of an impact
inline constexpr double kFriction = 0.55;

// The hand, or the body that it holds: kinematic, so contacts do not change its motion.
struct Driven {
    BodyId id = kNone;
    Pose motion_w; // of the world, in this step
};

class Dynamics {
  public:
    void clear() { bodies_.clear(), index_.clear(); }
    void add(BodyId id, const CollisionWorld& world, const WalkBody& body);
    void remove(BodyId id);

    std::span<const LooseBody> bodies() const { return bodies_; }
    const LooseBody* find(BodyId id) const;

    // Wakes the body, all bodies that touch it, and so on.
    void wake(BodyId id, const CollisionWorld& world);
    void hold(BodyId id);
    void release(BodyId id, const CollisionWorld& world, const glm::dvec3& velocity_w,
                 const glm::dvec3& spin_w);
    // A heavy body hits it at a point with this velocity, which it takes over along its direction.
    void push(BodyId id, const CollisionWorld& world, const glm::dvec3& point_w,
              const glm::dvec3& velocity_w);

    // Moves awake bodies by their velocities. Returns the number of bodies that stopped because their next position is
    // invalid in a world: beyond kMaxTranslation, or not finite. They keep their positions and lose velocity and spin.
    std::uint64_t integrate(CollisionWorld& io_world);
    // Gravity and contacts change velocities; bodies that have been calm for a while fall asleep.
    void respond(const CollisionWorld& world, std::span<const PairResult> pairs,
                 std::span<const Driven> driven, ClearanceScratch& io_scratch);

    // True once after the set of awake bodies changed.
    bool take_change() { return std::exchange(is_changed_, false); }
    std::uint64_t hash(std::uint64_t seed) const;

  private:
    struct Contact;
    LooseBody* loose(BodyId id);
    void prepare(const CollisionWorld& world);
    void find_contacts(const CollisionWorld& world, std::span<const PairResult> pairs,
                       std::span<const Driven> driven, ClearanceScratch& io_scratch);
    void add_contacts(const CollisionWorld& world, BodyId id, BodyId other, std::span<const Driven> driven,
                      ClearanceScratch& io_scratch);
    void solve();
    void settle();
    bool move_hinged(CollisionWorld& io_world, LooseBody& io_body); // false: it stopped

    std::vector<LooseBody> bodies_;
    std::vector<std::uint32_t> index_; // by body id: place in bodies_
    std::vector<Contact> contacts_;
    std::vector<ContactPoint> points_; // scratch
    bool is_changed_ = false;
};

// One point of contact and the impulses so far.
struct Dynamics::Contact {
    std::uint32_t a = kNone, b = kNone; // indices in bodies_; b is kNone if it is immovable
    glm::dvec3 other_velocity_w{0.0};   // of b at the point, if it is immovable
    glm::dvec3 point_w{0.0}, normal_w{0.0}, along_w{0.0}, across_w{0.0};
    double wanted = 0.0; // minimum separating velocity
    double normal_mass = 0.0, along_mass = 0.0, across_mass = 0.0;
    double normal_impulse = 0.0, along_impulse = 0.0, across_impulse = 0.0;
};

} // namespace boxwood
