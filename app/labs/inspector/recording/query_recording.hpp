// What: records one query of a pair visit by visit, together with tables of the nodes of both hierarchies.
// Invariants: the replay and the tables belong to the last recorded query. A table is rebuilt when its side gets
//             another hierarchy. The table of a lazy hierarchy is rebuilt after every query, because the query can
//             split nodes.
// Cost: recording costs the query, a pass over its visits, and a pass over the nodes of each new or lazy hierarchy. At
//       most kMaxRecordedVisits visits are stored.
#pragma once

#include "collision/query/mesh_query.hpp"
#include "collision/world/shape.hpp"
#include "engine/explain/explanations/volume_test_explanation.hpp"
#include "engine/explain/verdict/pair_oracle.hpp"
#include "engine/explain/visit_replay.hpp"

#include <array>
#include <memory>
#include <optional>
#include <vector>

namespace boxwood {

// A node of one of the two hierarchies.
struct NodeName {
    std::size_t side = 0; // 0: A, 1: B
    std::uint32_t node = 0;
};

class QueryRecording {
  public:
    struct Subject {
        std::array<std::shared_ptr<const Shape>, 2> shapes;
        std::array<Pose, 2> world_from_shape;
        QueryRequest request;
    };
    // How the table of a side changed. `is_other`: the table belongs to another hierarchy. `has_grown`: the hierarchy
    // is the same and lazy, so the query can have split nodes.
    enum class TableChange : std::uint8_t { none, has_grown, is_other };
    using NodeVerdicts = std::array<std::vector<std::uint8_t>, 2>;

    std::array<TableChange, 2> record(Subject subject);
    void forget(); // drops the visits and keeps the tables
    bool has_visits() const { return replay_ != nullptr; }
    std::uint64_t revision() const { return revision_; } // changes with every record()

    const AnyHierarchy& hierarchy(std::size_t side) const { return *subject_.shapes[side]->hierarchy(); }
    MeshView mesh(std::size_t side) const { return subject_.shapes[side]->mesh(); }
    const Pose& world_from_shape(std::size_t side) const { return subject_.world_from_shape[side]; }
    Triangle64 triangle_w(std::size_t side, std::uint32_t triangle) const {
        return world_triangle(world_from_shape(side), mesh(side), triangle);
    }
    QueriedPair question() const;
    const std::array<NodeTable, 2>& tables() const { return tables_; }
    const NodeTable& table(std::size_t side) const { return tables_[side]; }
    bool is_lazy(std::size_t side) const; // queries split the nodes of this hierarchy

    bool is_distance_query() const { return subject_.request.mode == QueryMode::distance; }
    const VisitRecorder& recorder() const { return recorder_; }
    VisitReplay& replay() const { return *replay_; }
    const Visit& visit(std::size_t index) const { return (*replay_)[index]; }
    const QueryCounters& counters() const { return counters_; }
    // Processor time of the query, including the recording of its visits.
    double traced_ms() const { return traced_ms_; }
    bool has_leaves() const { return has_leaves_; } // the query visits two leaves without pruning them
    bool has_contacts() const { return has_contacts_; }
    NodeVerdicts node_verdicts() const; // per node of each side: 0 not visited, 1 pruned, 2 not pruned
    // Precondition: the pair intersects. The first visit that pruned it. None: no visit did, no visits are recorded, or
    // the query measures a distance.
    std::optional<PruningFault> find_fault(PrimitivePair pair) const;

  private:
    static constexpr std::size_t kMaxRecordedVisits = 2'000'000;

    Subject subject_;
    VisitRecorder recorder_{kMaxRecordedVisits};
    QueryCounters counters_{};
    double traced_ms_ = 0.0;
    std::array<NodeTable, 2> tables_;
    std::array<std::shared_ptr<const Shape>, 2> table_shapes_; // tables_ describes their hierarchies
    std::unique_ptr<VisitReplay> replay_;
    bool has_leaves_ = false, has_contacts_ = false;
    std::uint64_t revision_ = 0;
};

} // namespace boxwood
