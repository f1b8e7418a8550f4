// What: sets up the objects of a recorded query in world space. Also has functions that the judges of all query kinds
//     use.
// Frame: world.
#pragma once

#include "engine/judge/exact_answer.hpp"
#include "engine/judge/finding.hpp"
#include "engine/judge/judge_query.hpp"
#include "engine/judge/poses.hpp"
#include "engine/judge/trees/judge_hierarchy.hpp"

#include <array>
#include <optional>
#include <string>

namespace boxwood::judge {

inline constexpr std::array<const char*, 2> kSides{"a", "b"};

Finding undecided(std::string text);
Finding wrong_input(std::string text);

// The objects of a query: one or two.
struct Scene {
    std::array<const capture::MeshRecord*, 2> meshes{};
    std::array<Pose, 2> poses;
    std::array<WorldTriangles, 2> triangles;
    double reach = 0;        // the largest world coordinate
    double error = 0;        // the length by which the producer's answer can be off
    bool needs_stage = true; // if false, the caller uses only the outcome of the finding
};

// NaN if a coordinate is NaN.
double largest_coordinate(const WorldTriangles& triangles);
// The limit of world coordinates. Beyond it, squares can overflow, and the query gets a finding of wrong input.
inline constexpr double kMaxCoordinate = 1e150;

// Sets up the scene of a query that must have `sides` objects. Returns a finding if the query cannot be judged. World
// triangles that are in the cache are moved out of it.
std::optional<Finding> set_up_scene(const capture::Capture& capture, const capture::QueryRecord& query,
                                    std::size_t sides, Scene& out, WorldCache& io_cache);

// Whether the recorded list must contain every pair (or every triangle that a ray hits). This requires the mode all and
// a list that no limit has cut. An empty list counts as not recorded if the verdict claims a contact or hit.
bool lists_all(const capture::QueryRecord& query);

// Names the error bound with its source, for example "the declared error, 0.01".
std::string error_text(const capture::QueryRecord& query, const Scene& scene);

// The solid angle of the triangles seen from a point, divided by 4 pi [Van Oosterom 1983]. For a closed surface, it is
// about 0 outside, and about 1 inside, or -1 if the triangles face inwards.
double winding_number(const WorldTriangles& triangles, const glm::dvec3& point);

// The triangle nearest to a point. The distance is infinity if there are no triangles.
struct NearestTriangle {
    std::uint32_t triangle = 0;
    double distance = 0;
};
NearestTriangle find_nearest(const WorldTriangles& triangles, const glm::dvec3& point);
inline double distance_to(const WorldTriangles& triangles, const glm::dvec3& point) {
    return find_nearest(triangles, point).distance;
}

} // namespace boxwood::judge
