// What: simulates a first-person walk through a scene with a hand that touches, lifts, rotates, scales and drops
//     bodies. One step() is one frame of kFrameSeconds in the world. The walk needs no window.
// Frame: world, y up. Units: meters, seconds, radians, kilograms.
// Invariants: the same scene and inputs give bit-identical results. The hand is one body of the world, a compound. The
//     hand and awake loose bodies collide with all bodies. Hinged bodies collide with all bodies except immovable ones.
//     Sleeping and immovable bodies are fixed in the world, so they are not tested against each other. With detection
//     off, hand and walker pass through everything, no body except the hand and the held body moves, and a step runs
//     queries only to scale the held body.
// Degenerate input: rates beyond their range are clamped. A scene without bodies is valid. A start whose feet have a
//     coordinate beyond +-1.001e9 is an Error. A body whose next transform would be invalid in a world stops, and
//     Simulation::stopped_bodies counts it.
// Source: [Cohen 1995] section 6.
// Oracle: tests/engine/walk/walk_test.cpp; the log tests/cases/walks/tour.log of the script assets/walks/tour.walk.
#pragma once

#include "engine/sim/simulation.hpp"
#include "engine/walk/dynamics/dynamics.hpp"
#include "engine/walk/hand/hand.hpp"
#include "engine/walk/walk_input.hpp"
#include "engine/walk/walker.hpp"

#include <array>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace boxwood {

// A part of the hand, or a piece of the held body, that is within kTouch of a body. For the held body, `part` is kNone.
struct Touch {
    std::uint32_t part = kNone;
    std::uint32_t own_piece = 0; // index of the piece of the held body; for the hand, equal to `part`
    BodyId body = kNone;
    BodySurface surface; // of the body
    Clearance clearance;
};

// The surface nearest to a fingertip, if one is within kTipReach.
struct TipDistance {
    BodyId body = kNone;
    double distance = 0.0; // 0 in contact
    glm::dvec3 on_tip_w{0.0}, on_body_w{0.0};
    bool is_touching() const { return body != kNone && distance <= kTouch; }
};
inline constexpr double kTipReach = 0.12; // meters

// An event, for logs and sounds.
struct WalkEvent {
    enum class Kind : std::uint8_t { touch, leave, grasp, release, wake, rest };
    std::uint64_t frame = 0;
    Kind kind = Kind::touch;
    std::string who;    // for example "index", "palm", "held cup"; empty for wake and rest
    std::string what;   // the name of the body
    double speed = 0.0; // of a touch, in meters per second
};
std::string to_text(const WalkEvent& event);

class Walk {
  public:
    // Prepares the world of `io_simulation`: adds the hand, sets fixed bodies and disabled pairs, and runs the first
    // collision detection. `bodies` is indexed by body id.
    Status begin(Simulation& io_simulation, std::vector<WalkBody> bodies, const WalkStart& start);
    // Fills the simulation's output and increments its frame number. The time "update" contains the motion of the
    // walker, the hand and the loose bodies, including the queries of this motion, and the update of the boxes. The
    // time "respond" contains grasping, the response of loose bodies to contacts, and the events.
    void step(Simulation& io_simulation, const WalkInput& input, Clock clock = nullptr);
    // Repeats only the detection, in the current state.
    void detect(Simulation& io_simulation, Clock clock = nullptr);

    bool is_detection_on = true; // can be changed between steps

    const Walker& walker() const { return walker_; }
    const Hand& hand() const { return hand_; }
    BodyId hand_id() const { return hand_id_; }
    BodyId held() const { return held_; }
    glm::dvec3 scale_of(BodyId id) const { return states_[id].scale; }
    const WalkBody& body(BodyId id) const { return states_[id].body; }
    bool is_awake(BodyId id) const;
    const Dynamics& dynamics() const { return dynamics_; }

    std::span<const Touch> touches() const { return touches_; }
    // Whether the hand or the held body touches the body, or the body is held and touches anything.
    bool is_touched(BodyId id) const;
    bool is_part_touching(std::uint32_t part) const;
    const std::array<TipDistance, kFingers>& tips() const { return tips_; }
    std::span<const WalkEvent> events() const { return events_; } // of the last step
    // Of the last step: closest-feature queries, and distance queries of meshes.
    std::uint64_t query_count() const { return scratch_.query_count; }

    // Multiplies the scale of the held body by `factor`, and clamps the result to the range from 0.25 to 4. Returns an
    // Error if no body is held, if the clamped result equals the current scale, if the shape cannot be scaled, or if
    // the scaled body would penetrate others (deeper than before, if it already does) and the hand cannot move it out.
    Status scale_held(Simulation& io_simulation, const glm::dvec3& factor);

    std::uint64_t hash(const Simulation& simulation) const;

  private:
    struct BodyState {
        WalkBody body;
        std::shared_ptr<Shape> original;
        glm::dvec3 scale{1.0};
    };

    void move_walker(const Simulation& simulation, const WalkInput& input);
    void move_hand(Simulation& io_simulation, const WalkInput& input);
    void grow_held(Simulation& io_simulation, const WalkInput& input);
    void curl_fingers(const Simulation& simulation, const WalkInput& input);
    void place_hand(Simulation& io_simulation);
    void place_held(Simulation& io_simulation);
    void push(const Simulation& simulation, std::span<const Obstacle> obstacles);
    void disable_pairs(CollisionWorld& io_world) const;
    void fix_resting(CollisionWorld& io_world) const;
    std::vector<BodySurface> held_surfaces(const Simulation& simulation) const;

    Result<glm::dvec3> find_room(const Simulation& simulation, Shape& grown_shape,
                                 const Pose& world_from_grown, const glm::dvec3& factor);

    void find_touches(const Simulation& simulation);
    void find_touches_of(const Simulation& simulation, std::span<const Piece> pieces, bool is_held);
    void find_tips(const Simulation& simulation);
    void note_touches(std::uint64_t frame);
    BodyId find_grasp() const;
    glm::dvec3 nearest_to_palm(const Simulation& simulation); // returns a point of the held body
    void grasp_or_release(Simulation& io_simulation, const WalkInput& input);
    void note_rest(std::uint64_t frame);
    void note(std::uint64_t frame, WalkEvent::Kind kind, std::string who, std::string what,
              double speed = 0.0);

    Walker walker_;
    Hand hand_;
    Dynamics dynamics_;
    ClearanceScratch scratch_;
    std::vector<BodyState> states_; // per body
    BodyId hand_id_ = kNone, held_ = kNone;
    Pose hand_from_held_;
    glm::dvec3 growth_{0.0};     // pending scale factor of the held body, per axis, as a logarithm
    bool is_grip_stale_ = false; // true if the fingers are not yet adapted to the growth of the held body
    double reach_ = 0.0, raise_ = 0.0, aside_ = 0.0;
    glm::dquat look_from_hand_{1.0, 0.0, 0.0, 0.0};
    // Indexed by body id. skips_hand_: true for the hand; skips_hand_and_held_: true for the hand and the held body.
    std::vector<bool> skips_hand_, skips_hand_and_held_;
    std::vector<bool> was_awake_;
    Pose motion_w_; // of the hand, in this step
    bool is_opening_ = false, is_closing_ = false;
    std::vector<Obstacle> obstacles_;
    std::vector<NearSurface> near_;
    std::vector<Touch> touches_;
    // The touches at the last call of note_touches(), sorted: the name of a part of the hand or of the held body, and
    // the body that it touches.
    std::vector<std::pair<std::string, BodyId>> noted_touches_;
    std::array<TipDistance, kFingers> tips_;
    std::vector<WalkEvent> events_;
};

} // namespace boxwood
