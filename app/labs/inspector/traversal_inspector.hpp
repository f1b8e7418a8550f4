// What: one query of a pair, stopped at any of its visits: the test and its result, the path that led there and the
//       pending pairs; in 3D, in the inspector and in the bottom panel.
// Frame: strokes in world coordinates.
// Invariants: all of it is computed from the recorded visits and the recorded hierarchies.
// Cost: nothing while closed. Recording a query costs the query and a pass over its visits; stepping to another visit,
//       the axes of its test.
#pragma once

#include "app/jobs/shape_pair_job.hpp"
#include "app/labs/inspector/traversal_timeline.hpp"
#include "app/labs/inspector/tree_icicle.hpp"
#include "app/labs/inspector/visit_player.hpp"
#include "app/labs/lab.hpp"
#include "collision/query/mesh_query.hpp"
#include "engine/explain/explanations/box_tree_step_explanation.hpp"
#include "engine/explain/explanations/leaf_test_explanation.hpp"
#include "engine/explain/explanations/triangle_explanation.hpp"
#include "engine/explain/explanations/volume_test_explanation.hpp"
#include "engine/explain/hierarchy/cost_map.hpp"
#include "engine/explain/hierarchy/node_measures.hpp"
#include "engine/explain/hierarchy/subtree_filter.hpp"
#include "engine/explain/verdict/pair_oracle.hpp"
#include "engine/explain/verdict/uncontained.hpp"

#include <array>
#include <memory>
#include <optional>
#include <utility>

namespace boxwood {

class TraversalInspector {
  public:
    static constexpr int kUsualWay = 7, kUsualPruned = 9;

    struct Subject {
        std::array<std::shared_ptr<const Shape>, 2> shapes;
        std::array<Pose, 2> world_from_shape;
        QueryRequest request;
    };
    bool is_open = false;       // a visit is on screen
    int way_length = kUsualWay; // number of drawn ancestors and of pairs pruned before
    int pruned_kept = kUsualPruned;
    bool shows_slabs =
        true; // of BoxTrees: what the children of the selected node, or of the visit's, cut off
    NodeMeasure measure = NodeMeasure::visits; // colors of the trees
    enum class Heat : std::uint8_t { none, volume_tests, triangle_tests };
    Heat heat = Heat::none;                  // cost per triangle, drawn on the surfaces
    bool adds_costs = false;                 // accumulate over queries instead of only the last
    bool offers_faults = true;               // volume faults can be injected into its hierarchies
    float heat_low = 0.0f, heat_high = 1.0f; // color range on the ramp, as shares

    struct NodeName {
        std::size_t side = 0; // 0: of A
        std::uint32_t node = 0;
    };
    // For headless pictures: carried out as soon as a query is recorded.
    struct PendingSelection {
        std::array<std::uint32_t, 2> select{NodeTable::kNone, NodeTable::kNone},
            isolate = select, hide = select, triangle = select;
    };
    PendingSelection wishes;
    // Checks that both shapes have the named nodes; the Error names the setting.
    Status check_wishes(const ShapePair& shapes) const;

    void record(Subject subject);
    void forget();
    bool is_recorded() const { return replay_ != nullptr; }
    const VisitRecorder& recorder() const { return recorder_; }
    const QueryCounters& counters() const { return counters_; } // of the recorded query
    double traced_ms() const { return traced_ms_; }             // time of the query with its recorder
    const NodeTable& table(std::size_t side) const { return tables_[side]; }
    using NodeVerdicts = std::array<std::vector<std::uint8_t>, 2>;
    NodeVerdicts node_verdicts() const; // per node of each side: 0 not visited, 1 pruned, 2 overlapping
    const VisitPlayer& player() const { return player_; }
    void pause() { player_.is_playing = false; }

    bool act(std::string_view action);
    // Why an action has no effect at this visit; empty: it is available, or is no visit action.
    std::string why_unavailable(std::string_view action) const;
    bool find_triangle(std::size_t side, std::uint32_t triangle);
    bool find_node(std::size_t side, std::uint32_t node); // the next visit that tests it
    // One node of each side: why these two overlap or not, whether or not the query tested them.
    void pick(std::size_t side, std::uint32_t node);
    void select(std::size_t side, std::uint32_t node); // selects this node alone
    bool has_picked() const { return picked_[0] != NodeTable::kNone && picked_[1] != NodeTable::kNone; }
    std::optional<NodeName> selected() const; // the only selected node, if it is one
    const std::array<std::uint32_t, 2>& picked() const { return picked_; }
    // One triangle of each side: how these two intersect or are separated.
    void pick_triangle(std::size_t side, std::uint32_t triangle);
    void unpick();

    // The display filters of both trees; the surfaces follow.
    const SubtreeFilter& filter(std::size_t side) const { return filters_[side]; }
    bool shows_triangle(std::size_t side, std::uint32_t triangle) const;
    const std::vector<bool>& shown_triangles(std::size_t side) const { return shown_[side]; } // empty: all
    // The node for which the user requested a fault, once.
    std::optional<NodeName> take_fault_request() { return std::exchange(fault_request_, std::nullopt); }
    std::optional<PruningFault> find_fault(PrimitivePair pair) const; // explains why it was not found
    void go_to(std::size_t visit) { player_.go_to(visit); }
    // The sphere around what is explained: the selected node, or the two nodes or triangles of the visit or picked.
    // None: no visit is on screen.
    std::optional<Focus> focus() const;
    void update(); // once per frame: updates the display from the player

    // One color per triangle of the mesh; empty: none. The revision changes with the colors.
    std::span<const draw::Color> heat_colors(std::size_t side) const;
    std::uint32_t heat_revision() const { return heat_revision_; }

    void draw(draw::DrawList& out, const draw::Palette& palette) const;
    void add_legend(std::vector<LegendEntry>& io_rows, const draw::Palette& palette) const;
    void add_heat_legend(std::vector<LegendEntry>& io_rows, const draw::Palette& palette) const;
    void add_facts(std::vector<ReportField>& io_facts) const;
    void inspector(ViewContext& context);
    void details(ViewContext& context);
    void trees(float height, const draw::Palette& palette); // both icicles; pixels
    void heat_parameters(const draw::Palette& palette);     // the ramp with its histogram
    // The row of buttons that step through visits; only while open.
    void transport(const draw::Palette& palette);
    void pass(double seconds) { player_.pass(seconds); }

  private:
    enum class Ink : std::uint8_t { current, way, pruned, closest, picked, slab };
    struct Stroke {
        glm::vec3 from_w, to_w;
        Ink ink;
        bool is_dashed;
    };

    // update() has processed the current recording.
    bool is_ready() const { return is_open && !player_.is_empty() && looked_at_revision_ == revision_; }
    bool has_triangles() const {
        return picked_triangles_[0] != NodeTable::kNone && picked_triangles_[1] != NodeTable::kNone;
    }
    bool shows_volumes() const {
        return has_picked() || (!has_triangles() && player_.moment().visit.kind != VisitKind::primitive_pair);
    }
    bool shows_leaf() const { // a visit of leaves by their triangles
        return shows_volumes() && !has_picked() && player_.moment().visit.kind == VisitKind::leaf_pair;
    }
    bool is_of_distance() const { return subject_.request.mode == QueryMode::distance; }
    // A visit that looks for the closest triangles: not of the search for a contact, which comes first.
    bool compares_distances() const { return player_.index() >= replay_->first_bound(); }
    bool shows_bound() const { // of a distance query
        return shows_volumes() && !has_picked() && player_.moment().visit.kind == VisitKind::volume_bound;
    }
    double distance_of(const PrimitivePair& triangles) const;
    NodePair shown_nodes() const;
    std::uint32_t shown_triangle(std::size_t side) const;
    bool triangles_meet() const;
    void measure_trees();
    void heat_up(const draw::Palette& palette);
    PairInQuestion question() const;
    Triangle64 triangle_w(std::size_t side) const; // of a primitive visit
    void look();
    void find_bounds();
    void add_strokes(std::size_t visit, Ink ink);
    void add_node(std::size_t side, std::uint32_t node, Ink ink, bool is_dashed);
    void add_slabs(std::size_t side, std::uint32_t node);
    bool has_slabs() const;

    void show_tree_ramp(const draw::Palette& palette) const;
    float lowest_in_trees() const; // lower end of the ramp
    void show_waiting(const draw::Palette& palette);
    void show_tree(std::size_t side, float height, const draw::Palette& palette);
    void show_names(const draw::Palette& palette);
    void show_picked(const draw::Palette& palette);
    void show_picked_triangles(const draw::Palette& palette);
    void show_selected(const draw::Palette& palette);
    void show_filter();
    void show_menu();
    bool act_on_nodes(std::string_view action);
    void show_leaf_why(const draw::Palette& palette);
    void show_step_why(const draw::Palette& palette);
    std::string describe_leaf() const;
    std::string describe_bound() const;
    std::string describe_distance() const;
    std::string describe_step(const BoxTreeStepExplanation& why) const;
    void fulfil();
    void drop_marks(std::size_t side);
    void show_volume_why(const draw::Palette& palette);
    void show_triangle_why(const draw::Palette& palette);
    void show_counters();
    std::string describe_wrong_pruning() const; // empty: the pruned volumes contain their triangles
    std::string describe_volumes() const;
    std::string describe_triangles() const;

    Subject subject_;
    static constexpr std::size_t kMaxRecordedVisits = 2'000'000;
    VisitRecorder recorder_{kMaxRecordedVisits};
    QueryCounters counters_{};
    double traced_ms_ = 0.0;
    std::array<NodeTable, 2> tables_;
    std::array<std::shared_ptr<const Shape>, 2> tables_of_;
    std::unique_ptr<VisitReplay> replay_;
    VisitPlayer player_;
    TraversalTimeline skyline_;
    bool has_leaves_ = false, has_contacts_ = false; // jump targets exist
    std::uint64_t revision_ = 0, looked_at_revision_ = 0;
    std::size_t looked_at_ = 0;
    std::array<int, 3> looked_with_{};
    std::array<std::uint32_t, 2> picked_{NodeTable::kNone, NodeTable::kNone}, looked_at_picked_{};
    std::array<std::uint32_t, 2> picked_triangles_{NodeTable::kNone, NodeTable::kNone},
        looked_at_triangles_{};
    std::array<SubtreeFilter, 2> filters_;
    std::array<std::uint32_t, 2> looked_at_filters_{};
    std::array<std::vector<bool>, 2> shown_; // by triangle, while a filter is active
    std::optional<NodeName> menu_, fault_request_;
    CostMap costs_;
    std::uint64_t added_revision_ = 0;
    CostHistogram histogram_{};
    std::array<float, 2> heated_range_{};
    std::array<std::uint32_t, 2> hovered_{NodeTable::kNone, NodeTable::kNone};
    std::array<TreeIcicle, 2> icicles_;
    std::array<std::vector<float>, 2> values_;
    std::array<std::vector<std::size_t>, 2> first_visits_;
    float highest_ = 1.0f;
    std::array<std::vector<draw::Color>, 2> heat_colors_;
    std::uint32_t heat_revision_ = 0;
    std::uint64_t heated_revision_ = 0;
    Heat heated_ = Heat::none;
    const draw::Palette* heated_palette_ = nullptr;
    double hottest_ = 0.0;
    std::uint64_t measured_revision_ = 0;
    NodeMeasure measured_ = NodeMeasure::visits;
    VolumeTestExplanation volume_why_;
    std::array<std::optional<Uncontained>, 2> uncontained_; // of the two pruned volumes
    TriangleWhy triangle_why_;
    // Of a distance query: the closest triangles before the visit.
    struct Nearest {
        PrimitivePair triangles;
        double distance = 0.0;
    };
    std::optional<Nearest> nearest_before_;
    LeafTestExplanation leaf_why_;
    std::optional<BoxTreeStepExplanation> step_why_;
    std::vector<Stroke> strokes_;
    Aabb explained_w_; // bounds of what focus() frames
    std::array<glm::vec3, 2> tops_w_{glm::vec3(0.0f),
                                     glm::vec3(0.0f)}; // of the current volumes, for their names
};

} // namespace boxwood
