// Scaling of the held body. It grows away from the palm, gets its own shape, and grows only if there is room.
#include "engine/walk/dynamics/scaled_shape.hpp"
#include "engine/walk/hand/stick_range.hpp"
#include "engine/walk/walk.hpp"

#include <algorithm>
#include <utility>

#include <glm/geometric.hpp>

namespace boxwood {
glm::dvec3 Walk::nearest_to_palm(const Simulation& simulation) {
    const Piece palm = hand_.piece(hand_.model().palm);
    Clearance nearest;
    nearest.distance = std::numeric_limits<double>::infinity();
    for (const BodySurface& surface : held_surfaces(simulation))
        if (const Clearance clearance = find_clearance(palm, surface, scratch_);
            clearance.distance < nearest.distance)
            nearest = clearance;
    return nearest.on_b_w;
}

// Returns a translation of the hand. If the scaled body penetrates others, the translation moves it out along contact
// normals, for example when a cup is held low over a table and grows downwards.
Result<glm::dvec3> Walk::find_room(const Simulation& simulation, Shape& grown_shape,
                                   const Pose& world_from_grown, const glm::dvec3& factor) {
    constexpr int kMaxTries = 12;
    constexpr double kRounding = 1e-5;        // meters beyond the plane
    constexpr double kMinTranslation = 0.004; // meters that the hand can move even if the body hardly grows
    const CollisionWorld& world = simulation.world;
    Body body;
    body.shape = std::shared_ptr<Shape>(std::shared_ptr<Shape>(), &grown_shape); // non-owning
    body.polytope = grown_shape.polytope();
    body.world_from_body = world_from_grown;
    if (grown_shape.parts()) body.parts = std::make_shared<HullHierarchyState>(*grown_shape.parts());
    std::vector<Piece> pieces, pieces_now;
    Aabb around;
    for (std::uint32_t i = 0; i < surface_count(body); ++i) {
        pieces.push_back(make_piece(surface_of(body, i)));
        around = merge(around, pieces.back().box_w);
    }
    const double growth = std::max({factor.x, factor.y, factor.z}) - 1.0;
    const double max_translation = kMinTranslation + 2.0 * std::max(growth, 0.0) * grown_shape.radius();
    near_.clear();
    find_near(world, grown(around, max_translation), skips_hand_and_held_, scratch_, near_);
    for (const BodySurface& surface : held_surfaces(simulation)) pieces_now.push_back(make_piece(surface));
    glm::dvec3 translation(0.0);
    double initial_distance = 0.0; // without a translation
    for (int i = 0; i < kMaxTries && glm::length(translation) <= max_translation; ++i) {
        const SmallestClearance smallest = find_smallest_clearance(pieces, near_, kSkin, scratch_);
        if (i == 0) initial_distance = smallest.clearance.distance;
        if (smallest.clearance.distance >= 0.5 * kSkin) {
            if (i == 0 || hand_.is_free_at(translation, world, skips_hand_and_held_, scratch_))
                return translation;
            break;
        }
        const glm::dvec3 out =
            (kSkin + kRounding - smallest.clearance.distance) * smallest.clearance.normal_w;
        if (out == glm::dvec3(0.0)) break; // inside a mesh, which defines no direction
        translation += out;
        for (Piece& piece : pieces) {
            piece.surface.world_from_surface.origin += out;
            piece = make_piece(piece.surface);
        }
    }
    // A body that already penetrates can grow as long as the depth does not increase.
    const double now = find_smallest_clearance(pieces_now, near_, kSkin, scratch_).clearance.distance;
    if (initial_distance >= now - kRounding) return glm::dvec3(0.0);
    return Error{"has no room to grow"};
}

// The body grows away from the palm. grow_held() adapts the fingers in the next frame.
Status Walk::scale_held(Simulation& io_simulation, const glm::dvec3& factor) {
    constexpr double kMinWalkScale = 0.25, kMaxWalkScale = 4.0;
    if (held_ == kNone) return Error{"the hand holds no body to scale"};
    CollisionWorld& world = io_simulation.world;
    BodyState& state = states_[held_];
    const glm::dvec3 scale =
        glm::clamp(state.scale * factor, glm::dvec3(kMinWalkScale), glm::dvec3(kMaxWalkScale));
    if (scale == state.scale)
        return Error{state.body.name + " can only be scaled between 0.25 and 4 times its original size"};
    Result<std::shared_ptr<Shape>> shape = make_scaled(*state.original, scale, glm::dvec3(0.0));
    if (!shape) return Error{state.body.name + ": " + shape.error().message};
    const glm::dvec3 fixed_b =
        inverse_rigid(world.bodies()[held_].world_from_body) * nearest_to_palm(io_simulation);
    const Pose hand_from_scaled{hand_from_held_.linear,
                                hand_from_held_.origin +
                                    hand_from_held_.linear * (fixed_b - scale / state.scale * fixed_b)};
    const Result<glm::dvec3> translation_w =
        find_room(io_simulation, **shape, hand_.world_from_hand() * hand_from_scaled, scale / state.scale);
    if (!translation_w) return Error{state.body.name + " " + translation_w.error().message};
    hand_.place(hand_.world_from_hand().origin + *translation_w, hand_.rotation());
    if (Status status = world.set_shape(held_, *shape); !status) return status;
    const glm::dvec3 grown_by = scale / state.scale;
    state.scale = scale;
    state.body.kilograms *= (grown_by.x * grown_by.y) * grown_by.z;
    hand_from_held_ = hand_from_scaled;
    place_held(io_simulation);
    dynamics_.remove(held_);
    dynamics_.add(held_, world, state.body);
    dynamics_.hold(held_);
    is_grip_stale_ = true;
    return ok();
}

// Changes the shape in one frame and adapts the fingers in the next. Both together would take longer than a frame.
void Walk::grow_held(Simulation& io_simulation, const WalkInput& input) {
    if (held_ == kNone) {
        growth_ = glm::dvec3(0.0);
        is_grip_stale_ = false;
        return;
    }
    growth_ += kGrowth * kFrameSeconds *
               glm::dvec3(clamped(input.scale.x), clamped(input.scale.y), clamped(input.scale.z));
    if (std::exchange(is_grip_stale_, false)) {
        const CollisionWorld& world = io_simulation.world;
        hand_.make_room(world, skips_hand_, scratch_);
        for (int i = 0; i < 3; ++i) hand_.curl(world, skips_hand_, {1.0, 1.0, 1.0, 1.0, 1.0}, true, scratch_);
        return;
    }
    if (growth_ == glm::dvec3(0.0)) return;
    (void)scale_held(io_simulation, glm::exp(growth_)); // an Error leaves the body unchanged
    growth_ = glm::dvec3(0.0);
}

} // namespace boxwood
