// What: finds the distance of the pair lab's meshes, by a second query on the hierarchies that the query for contacts
//       also uses.
// Frame: world. Units: meters, milliseconds.
// Invariants: the query does not run if the meshes are in contact, because their distance is then 0.
#pragma once

#include "app/labs/pair/changes.hpp"
#include "app/labs/pair/meshes/pair_meshes.hpp"
#include "app/panels/window/viewport_overlay.hpp"
#include "collision/query/mesh_query.hpp"
#include "engine/draw/draw_list.hpp"
#include "engine/draw/palette.hpp"
#include "engine/sim/simulation.hpp"

#include <optional>

namespace boxwood {

class DistanceQuery {
  public:
    bool is_on() const { return is_on_; }
    double tolerance_percent() const { return tolerance_percent_; }
    // None: the query did not run.
    std::optional<double> distance() const;

    // The request for the distance with the options of the request for contacts.
    QueryRequest request(const QueryRequest& for_contacts) const;
    void run(const Simulation& simulation, const PairMeshes& meshes, Clock clock);

    void draw(draw::DrawList& out, const draw::Palette& palette) const;
    void add_legend(std::vector<LegendEntry>& io_rows, const draw::Palette& palette) const;
    void show_readout(const Simulation& simulation, const draw::Palette& palette) const;
    void add_settings(SettingTable& io_table, PairChanges changes);
    Status check_settings() const;

  private:
    struct Answer {
        QueryResult found;
        double ms = 0.0;
    };

    bool is_on_ = false;
    double tolerance_percent_ = 0.0;
    std::optional<Answer> answer_;
    QueryScratch scratch_;
};

} // namespace boxwood
