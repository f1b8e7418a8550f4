// What: hierarchies compared with the pair lab's own: the same two meshes, poses and query, each with its own trace in
//       its own view; the cost of each, how far it descended on the surfaces, and where it alone did.
// Units: milliseconds, of queries without a recorder. A position in a query is a share: 0 its first visit, 1 its last.
// Invariants: the lab's own is number 0, the others follow in the order in which they were added. They are built on a
//             background thread: until then, and after an error, a view shows the meshes without visits. All stand at
//             the same share.
// Cost: nothing if there are none. Otherwise each query runs once per step with its recorder; while the meshes rest,
//       once or more without one, for its time.
#pragma once

#include "app/jobs/shape_pair_job.hpp"
#include "app/labs/drawing.hpp"
#include "app/labs/inspector/traversal_inspector.hpp"
#include "app/labs/pair/visits/compared_row.hpp"
#include "app/labs/pair/visits/hierarchy_choice.hpp"
#include "app/labs/pair/visits/reach_colors.hpp"

#include <array>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace boxwood {

class ComparedHierarchies {
  public:
    static constexpr std::size_t kMax = kMaxViews - 1;

    // The input that the lab itself shows.
    struct Scene {
        ShapePair shapes;
        HierarchyConfig config;
        std::array<Pose, 2> world_from_shape;
        QueryRequest request;
    };

    // --- the set of hierarchies ---
    bool is_empty() const { return used_.empty(); }
    std::size_t count() const { return used_.size(); } // without the lab's own
    bool try_add(const HierarchyChoice& choice);       // false: the maximum is reached
    void add(const HierarchyChoice& own);              // adds one that is likely to differ
    void remove(std::size_t number);
    Status add_by_name(std::string_view text,
                       const HierarchyChoice& usual); // as parse_hierarchy_choice() reads it
    // Sets the meshes on screen: other meshes rebuild all hierarchies, otherwise only the lab's own is timed again.
    void take_meshes(const ShapePair& meshes, const HierarchyConfig& config, bool are_new);
    bool has_meshes() const { return meshes_[0] != nullptr; }
    // A number that a hierarchy keeps while others come and go, from 1 to kMax.
    std::size_t slot(std::size_t number) const { return used_[number - 1] + 1; }
    bool has_slot(std::size_t slot) const;
    void wait();                                                                // until all are built
    std::vector<std::string> take_notes() { return std::exchange(notes_, {}); } // build errors

    // --- every frame ---
    // True if one was built since: the displayed query must be recorded again.
    bool update();
    void record(const Scene& scene, const TraversalInspector& own);
    // Measures times without a recorder, where those shown include one.
    bool has_traced_times() const { return !is_empty() && own_.is_asked && own_.is_traced; }
    void take_times(const Scene& scene);
    // Moves all to the position of `io_own`.
    void follow(TraversalInspector& io_own);
    // Moves all to the position of this one, or to a share of the query.
    void lead(std::size_t number, TraversalInspector& io_own);
    void go_to_share(double share, TraversalInspector& io_own);

    // --- display of a view; numbers from 1 ---
    bool has_shapes(std::size_t number) const {
        return number > 0 && number <= count() && rival(number).shapes[0] != nullptr;
    }
    const ShapePair& shapes(std::size_t number) const { return rival(number).shapes; }
    const TraversalInspector& visits(std::size_t number) const { return rival(number).visits; }
    TraversalInspector& visits(std::size_t number) { return rival(number).visits; }
    const QueryRecording::NodeVerdicts& node_verdicts(std::size_t number) const {
        return rival(number).verdicts;
    }
    const ShapeGallery& gallery(std::size_t number) const { return rival(number).gallery; }
    std::uint32_t mesh_of(std::size_t number, std::size_t side) const { return rival(number).meshes[side]; }
    // Numbers from 0: the triangles that only this hierarchy's query reached; empty: not shown.
    bool shows_only = false;
    void color_only(const draw::Palette& palette) const; // before they are read
    std::span<const draw::Color> only_colors(std::size_t number, std::size_t side) const;
    std::uint32_t only_revision() const { return only_colors_.revision(); }
    std::string title(std::size_t number) const;
    std::string note(std::size_t number, const TraversalInspector& own) const;
    std::vector<LegendEntry> legend(std::size_t number, const draw::Palette& palette) const;

    // --- numbers from 0, for tables and reports ---
    const ComparedRow& row(std::size_t number) const { return number == 0 ? own_ : rival(number).row; }
    const TraversalInspector& view(std::size_t number, const TraversalInspector& own) const {
        return number == 0 ? own : rival(number).visits;
    }
    std::uint64_t revision() const { return revision_; } // of the rows
    std::string csv() const;
    std::string facts(const TraversalInspector& own) const; // JSON

    void parameters(const HierarchyChoice& own); // what each has, and buttons to add and remove

  private:
    struct Rival {
        HierarchyChoice wanted, shown;
        ShapePair shapes;
        ShapePairJob builder;
        std::string error;
        TraversalInspector visits;
        QueryRecording::NodeVerdicts verdicts;
        ShapeGallery gallery;
        std::array<std::uint32_t, 2> meshes{};
        ComparedRow row;
    };
    // Of the lab's own hierarchies, built once more for its time.
    struct OwnBuild {
        ShapePairJob job;
        HierarchyConfig config;
    };
    // Where all stand in their queries.
    struct Position {
        double share = 0.0;
        std::array<std::size_t, 2> own{}; // visit and count of the lab's own query at that time
    };

    Rival& rival(std::size_t number) { return rivals_[used_[number - 1]]; }
    const Rival& rival(std::size_t number) const { return rivals_[used_[number - 1]]; }
    void order(Rival& io_rival);
    void take_result(Rival& io_rival, Result<BuiltShapes> outcome);
    static double time_query(const ShapePair& shapes, const Scene& scene, OverlapTest test);
    std::vector<const ComparedRow*> rows() const;

    std::vector<std::string> notes_;
    ShapePair meshes_; // for which the rivals are built
    std::array<Rival, kMax> rivals_;
    std::vector<std::size_t> used_;
    ComparedRow own_;
    OwnBuild own_build_;
    std::size_t chosen_ = 1; // selected for editing
    Position position_;
    bool is_changed_ = false;
    std::uint64_t revision_ = 0;
    mutable ReachColors only_colors_; // a cache between draw calls
};

} // namespace boxwood
