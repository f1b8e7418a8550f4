// What: the table scene with a walker, and the movements that several tests need.
#pragma once

#include "collision/narrow_phase/exhaustive.hpp"
#include "engine/walk/table_scene.hpp"
#include "engine/walk/walk.hpp"

#include <gtest/gtest.h>

#include <glm/geometric.hpp>
#include <glm/gtc/quaternion.hpp>

#include <string>
#include <vector>

namespace boxwood::test {

struct WalkTable {
    WalkScene scene = make_table_scene();
    Walk walk;
    std::vector<std::string> log;

    WalkTable() { EXPECT_TRUE(walk.begin(scene.simulation, scene.bodies, scene.start)); }

    void run(int frames, const WalkInput& input = {}) {
        for (int i = 0; i < frames; ++i) {
            walk.step(scene.simulation, input);
            for (const WalkEvent& event : walk.events()) log.push_back(to_text(event));
        }
    }
    BodyId id(std::string_view name) const {
        for (BodyId i = 0; i < scene.bodies.size(); ++i)
            if (scene.bodies[i].name == name) return i;
        ADD_FAILURE() << name;
        return 0;
    }
    const Body& body(BodyId id) const { return scene.simulation.world.bodies()[id]; }
    glm::dvec3 center(BodyId id) const { return body(id).world_from_body * body(id).shape->center(); }

    // Moves the grip center toward target_w for `frames` frames, with the same kind of input that a user gives.
    void reach(const glm::dvec3& target_w, int frames) {
        for (int i = 0; i < frames; ++i) {
            const glm::dvec3 to_target =
                glm::conjugate(walk.walker().world_from_look()) * (target_w - walk.hand().grip_center_w());
            WalkInput input;
            input.aside = 20.0 * to_target.x;
            input.raise = 20.0 * to_target.y;
            input.reach = -20.0 * to_target.z;
            run(1, input);
        }
    }
    // Walks to the table and closes the thumb and fingers around the cup.
    void grasp_cup() {
        run(60, {.forward = 1.0});
        run(40, {.look_up = -0.01});
        run(20, {.wrist = {0.02, 0.0, 0.0}});
        reach({0.12, 0.85, -0.5}, 60);
        reach({0.0, 0.81, -0.5}, 90);
        shut();
    }
    void shut() {
        WalkInput shut;
        shut.curl = {1.0, 1.0, 1.0, 1.0, 1.0};
        run(60, shut);
    }
    bool has_logged(std::string_view words) const {
        for (const std::string& line : log)
            if (line.find(words) != std::string::npos) return true;
        return false;
    }
    // The minimum distance from the solid pieces of the hand to any body, by the exhaustive narrow phase. -1 if a piece
    // penetrates a body.
    double least_hand_distance() const;
};

inline double WalkTable::least_hand_distance() const {
    double least = 1e9;
    for (const Piece& piece : walk.hand().solid_pieces())
        for (BodyId other = 0; other < scene.bodies.size(); ++other)
            for (std::uint32_t i = 0; i < surface_count(body(other)); ++i) {
                const BodySurface surface = surface_of(body(other), i);
                FeaturePair cache;
                const ClosestFeatures found = closest_exhaustive(
                    piece.polytope(), *surface.shape->polytope(),
                    inverse_rigid(piece.surface.world_from_surface) * surface.world_from_surface, cache);
                least = std::min(least, found.status == ContactStatus::penetrating ? -1.0 : found.distance);
            }
    return least;
}

} // namespace boxwood::test
