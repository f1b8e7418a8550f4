// What: measures and plots the queries of the page "Tumbling" in the pair lab. B rotates at a given distance from A.
//       Curves plot the number of volume tests and the time of the query against the angle, one curve per kind of
//       hierarchy.
// Units: the distance of the centers is in percent of the sum of both radii, angles in degrees, times in microseconds.
// Invariants: a curve has one value per multiple of kStep degrees: the last measurement at an angle that rounds to it.
//             Measured queries are not recorded. Another distance, mesh, query, pose of A or scale of B starts new
//             curves. All kinds run the same query at the same pose.
// Cost: none until the page is first opened. Then the hierarchies of all kinds are built in the background, and each
//       pose costs kTimedRuns queries per kind.
// Source: [Zachmann 2002] section 7 (two objects at a distance, one tumbles about z and x).
// Departs from the source: the source measures all pairs of angles. Here, B rotates once about z while it rotates twice
//                          about x.
#pragma once

#include "app/jobs/shape_pair_job.hpp"
#include "app/labs/settings/panel_rows.hpp"
#include "app/labs/settings/settings.hpp"
#include "collision/query/mesh_query.hpp"
#include "engine/ui/plot/plot.hpp"

#include <array>
#include <string>
#include <string_view>
#include <vector>

namespace boxwood {

class Tumbling {
  public:
    static constexpr int kStep = 3; // degrees between successive values of a curve
    static constexpr double kDefaultDistance = 60.0;

    double distance_percent = kDefaultDistance;
    double angle_degrees = 0.0;

    // Starts the builds of the hierarchies if these meshes are new.
    void take_meshes(const ShapePair& meshes);
    bool update(); // true once after the hierarchies were built
    void wait() { builder_.wait(); }
    bool is_ready() const { return !built_.empty(); }

    void rotate_by(double degrees);
    // The rotation of B, and the vector from A's center to B's center.
    glm::dquat rotation() const;
    glm::dvec3 offset_w(double radius_a, double radius_b) const;

    // Measures all kinds at these poses. Another pose of A or scale of B starts new curves.
    void measure(const std::array<Pose, 2>& world_from_shape, const glm::dvec3& scale_b,
                 const QueryRequest& request);

    void draw(const draw::Palette& palette); // fills the rest of the panel
    std::string report_fields() const;       // JSON

  private:
    struct Curves {
        std::vector<float> tests, us; // one value per kStep degrees; NaN: not measured
    };

    // The conditions under which the curves were measured.
    struct Measured {
        QueryRequest request;
        Pose world_from_a;
        glm::dvec3 scale_b{1.0};
        double percent = 0.0;
    };

    using BuilderJob = Job<Result<std::vector<ShapePair>>>;

    void clear();
    std::vector<ui::Series> series_of(std::vector<float> Curves::*values, const draw::Palette& palette) const;

    ShapePair meshes_;
    BuilderJob builder_;
    std::string error_;
    std::vector<ShapePair> built_; // by kind
    std::vector<Curves> curves_;   // by kind
    Measured measured_;
    QueryScratch scratch_;
    std::array<ui::PlotState, 2> plots_{};
};

} // namespace boxwood
