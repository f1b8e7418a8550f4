// What: the distance of the pair lab's meshes: a second query, next to that for contacts, on the same hierarchies.
// Frame: world. Units: metres, milliseconds.
// Invariants: of meshes that intersect nothing is asked, as the answer is known: 0.
#pragma once

#include "app/labs/pair/changes.hpp"
#include "app/labs/pair/meshes/pair_meshes.hpp"
#include "collision/query/mesh_query.hpp"
#include "engine/sim/simulation.hpp"

#include <optional>

namespace boxwood {

class DistanceQuery {
  public:
    bool is_asked() const { return is_asked_; }
    double tolerance_percent() const { return tolerance_percent_; }
    // None: it was not asked.
    std::optional<double> distance() const;

    // The request for contacts, turned into that for the distance.
    QueryRequest request(const QueryRequest& for_contacts) const;
    void ask(const Simulation& simulation, const PairMeshes& meshes, Clock clock);

    void draw(draw::DrawList& out, const draw::Palette& palette) const;
    void add_legend(std::vector<LegendEntry>& io_rows, const draw::Palette& palette) const;
    void readout(const Simulation& simulation, const draw::Palette& palette) const;
    void add_settings(SettingTable& io_table, PairChanges changes);
    Status check_settings() const;

  private:
    struct Answer {
        QueryResult found;
        double ms = 0.0;
    };

    bool is_asked_ = false;
    double tolerance_percent_ = 0.0;
    std::optional<Answer> answer_;
    QueryScratch scratch_;
};

} // namespace boxwood
