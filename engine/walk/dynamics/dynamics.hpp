// What: simulates the dynamics of loose rigid bodies. They fall, bounce, come to rest on other bodies, are pushed, and
//     swing on hinges.
// Frame: world. Units: meters, seconds; one step is kFrameSeconds.
// Invariants: the same inputs give bit-identical results. Bodies at rest sleep: they cost nothing, and move only after
//     they are woken. Hinged bodies never sleep. Fixed bodies never move.
// Cost: closest-feature queries for the pairs with an awake body, and 12 solver iterations over their contact points.
// Source: [Catto 2005] (sequential impulses, speculative contact points); restitution as in [Cohen 1995] section 5, but
//     for different masses and with kRestitution below 1.
// Oracle: tests/engine/walk/solids_test.cpp, walk_test.cpp.
#pragma once

#include "engine/sim/simulation.hpp"
#include "engine/walk/dynamics/contact_points.hpp"
#include "engine/walk/dynamics/loose_body.hpp"

#include <span>
#include <vector>

namespace boxwood {

inline constexpr double kRestitution = 0.28; // separating speed / approaching speed of an impact
inline constexpr double kFriction = 0.55;

// The hand or the held body. It is kinematic: contacts do not change its motion.
struct Driven {
    BodyId id = kNone;
    Pose motion_w; // maps world positions before this step to positions after it
};

class Dynamics {
  public:
    void clear() { bodies_.clear(), index_.clear(); }
    void add(BodyId id, const CollisionWorld& world, const WalkBody& body);
    void remove(BodyId id);

    std::span<const LooseBody> bodies() const { return bodies_; }
    const LooseBody* find(BodyId id) const;

    // Wakes the body and, transitively, all sleeping bodies whose boxes are within 2 mm of the box of a woken body.
    void wake(BodyId id, const CollisionWorld& world);
    void hold(BodyId id);
    void release(BodyId id, const CollisionWorld& world, const glm::dvec3& velocity_w,
                 const glm::dvec3& spin_w);
    // Simulates the impact of a much heavier body at a point. After the push, the speed of the point in the direction
    // of `velocity_w` is at least the smaller of |velocity_w| and 2 m/s; for a body of more than 4 kg, this limit is
    // multiplied by 4 kg / mass. A held body, and a hinged body with a lever arm of at most 1 mm, ignore the push.
    void push(BodyId id, const CollisionWorld& world, const glm::dvec3& point_w,
              const glm::dvec3& velocity_w);

    // Applies the velocities of the awake bodies, except held ones, to their poses. Returns the number of bodies that
    // stopped because their next position would be beyond kMaxTranslation or not finite. They keep their positions and
    // lose velocity and spin.
    std::uint64_t integrate(CollisionWorld& io_world);
    // Applies gravity and contacts to the velocities. Bodies fall asleep after 24 consecutive steps in which they were
    // in contact and nearly at rest.
    void respond(const CollisionWorld& world, std::span<const PairResult> pairs,
                 std::span<const Driven> driven, ClearanceScratch& io_scratch);

    // Returns whether bodies were added, removed, woken, put to sleep, held or released since the last call.
    bool take_change() { return std::exchange(is_changed_, false); }
    std::uint64_t hash(std::uint64_t seed) const;

  private:
    struct Contact;
    LooseBody* loose(BodyId id);
    // Computes the inertias, and applies gravity and damping.
    void prepare(const CollisionWorld& world);
    void find_contacts(const CollisionWorld& world, std::span<const PairResult> pairs,
                       std::span<const Driven> driven, ClearanceScratch& io_scratch);
    void add_contacts(const CollisionWorld& world, BodyId id, BodyId other, std::span<const Driven> driven,
                      ClearanceScratch& io_scratch);
    void solve();
    void settle();                                                  // puts calm bodies to sleep
    bool move_hinged(CollisionWorld& io_world, LooseBody& io_body); // false: the body stopped

    std::vector<LooseBody> bodies_;
    std::vector<std::uint32_t> index_; // by body id: the index in bodies_
    std::vector<Contact> contacts_;
    std::vector<ContactPoint> points_; // scratch
    bool is_changed_ = false;
};

// One contact point and its accumulated impulses.
struct Dynamics::Contact {
    // Indices in bodies_. b is kNone if contacts do not move the other body: if it is fixed, asleep, held or the hand.
    std::uint32_t a = kNone, b = kNone;
    glm::dvec3 other_velocity_w{0.0}; // of the other body at the point, if b is kNone
    glm::dvec3 point_w{0.0}, normal_w{0.0}, along_w{0.0}, across_w{0.0};
    double target_speed = 0.0; // minimum separating speed
    double normal_mass = 0.0, along_mass = 0.0, across_mass = 0.0;
    double normal_impulse = 0.0, along_impulse = 0.0, across_impulse = 0.0;
};

} // namespace boxwood
