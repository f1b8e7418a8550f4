// What: compares other hierarchies with the pair lab's own hierarchies on the same meshes, poses and query. Each
//       compared hierarchy has its own recorded query and its own view. The comparison shows the cost of each query,
//       the triangles that it reached, and the triangles that no other query reached.
// Units: times are in milliseconds. A position in a query is a fraction: 0 is its first visit, 1 its last visit.
// Invariants: the lab's own hierarchies have number 0; the compared hierarchies follow in the order in which they were
//             added. Compared hierarchies are built on a background thread. Until the first build for the meshes on
//             screen ends, and after an Error, their view shows the meshes without visits. While another choice is
//             built for the same meshes, the view shows the previous hierarchy. All queries are at the same position.
// Cost: none if there are no compared hierarchies. Otherwise each query runs once per step with recording. When the
//       meshes come to rest, each query runs up to three more times without recording, to measure its time.
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

    // The input of the lab's own query.
    struct Scene {
        ShapePair shapes;
        HierarchyConfig config;
        std::array<Pose, 2> world_from_shape;
        QueryRequest request;
    };

    // --- the set of hierarchies ---
    bool is_empty() const { return used_.empty(); }
    // Number of compared hierarchies, without the lab's own.
    std::size_t count() const { return used_.size(); }
    bool try_add(const HierarchyChoice& choice); // false: there are already kMax
    // Adds a hierarchy that is likely to differ from the others.
    void add(const HierarchyChoice& own);
    void remove(std::size_t number);
    // `text` is in the syntax of parse_hierarchy_choice().
    Status add_by_name(std::string_view text, const HierarchyChoice& usual);
    // Sets the meshes on screen and the configuration of the lab's own hierarchies, whose build time is then measured
    // again. `are_new`: the meshes changed, so all compared hierarchies are rebuilt.
    void take_meshes(const ShapePair& meshes, const HierarchyConfig& config, bool are_new);
    bool has_meshes() const { return meshes_[0] != nullptr; }
    // A number from 1 to kMax that a hierarchy keeps while others are added and removed.
    std::size_t slot(std::size_t number) const { return used_[number - 1] + 1; }
    bool has_slot(std::size_t slot) const;
    void wait();                                                                // waits until all are built
    std::vector<std::string> take_notes() { return std::exchange(notes_, {}); } // build errors

    // --- every frame ---
    // Takes the results of builds that have ended. True if the displayed query must be recorded again: since the last
    // call, a build of a compared hierarchy has started or ended, a compared hierarchy was removed, or the volume test
    // of one changed.
    bool update();
    void record(const Scene& scene, const TraversalInspector& own);
    // True: the displayed times include the recording. measure_times() replaces them by times without recording.
    bool has_traced_times() const { return !is_empty() && own_row_.has_result && own_row_.is_traced; }
    void measure_times(const Scene& scene);
    // Moves all queries to the position of `io_own`.
    void follow(TraversalInspector& io_own);
    // lead() moves the lab's own query to the position of query `number`, go_to_share() to a given position. The
    // compared queries move there in the next call of follow().
    void lead(std::size_t number, TraversalInspector& io_own);
    void go_to_share(double share, TraversalInspector& io_own);

    // --- display of a view; numbers from 1 ---
    bool has_shapes(std::size_t number) const {
        return number > 0 && number <= count() && entry(number).shapes[0] != nullptr;
    }
    const ShapePair& shapes(std::size_t number) const { return entry(number).shapes; }
    const TraversalInspector& visits(std::size_t number) const { return entry(number).visits; }
    TraversalInspector& visits(std::size_t number) { return entry(number).visits; }
    const QueryRecording::NodeVerdicts& node_verdicts(std::size_t number) const {
        return entry(number).verdicts;
    }
    const ShapeGallery& gallery(std::size_t number) const { return entry(number).gallery; }
    std::uint32_t mesh_of(std::size_t number, std::size_t side) const { return entry(number).meshes[side]; }
    // Colors that show which triangles a query reached, and which of them no other query reached. Here and below,
    // numbers count from 0. Empty: the colors are off.
    bool marks_reached_alone = false;
    void update_reach_colors(const draw::Palette& palette) const; // call it before reach_colors()
    std::span<const draw::Color> reach_colors(std::size_t number, std::size_t side) const;
    std::uint32_t reach_colors_revision() const { return reach_colors_.revision(); }
    std::string title(std::size_t number) const;
    std::string note(std::size_t number, const TraversalInspector& own) const;
    std::vector<LegendEntry> legend(std::size_t number, const draw::Palette& palette) const;

    // --- numbers from 0, for tables and reports ---
    const ComparedRow& row(std::size_t number) const { return number == 0 ? own_row_ : entry(number).row; }
    // True if a query has more visits than are recorded. It is then unknown which triangles only one query reached.
    bool is_truncated() const;
    const TraversalInspector& view(std::size_t number, const TraversalInspector& own) const {
        return number == 0 ? own : entry(number).visits;
    }
    std::uint64_t revision() const { return revision_; } // changes with the recorded queries
    std::string csv() const;
    std::string report_fields(const TraversalInspector& own) const; // JSON

    void parameters(const HierarchyChoice& own); // controls of one hierarchy, and buttons to add and remove

  private:
    struct Entry {
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
    // Builds the lab's own hierarchies a second time to measure the build time.
    struct OwnBuild {
        ShapePairJob job;
        HierarchyConfig config;
    };
    // The common position of all queries.
    struct Position {
        double share = 0.0;
        // Index and number of visits of the lab's own query at this position.
        std::array<std::size_t, 2> own{};
    };

    Entry& entry(std::size_t number) { return entries_[used_[number - 1]]; }
    const Entry& entry(std::size_t number) const { return entries_[used_[number - 1]]; }
    void start_build(Entry& io_entry);
    void take_result(Entry& io_entry, Result<BuiltShapes> outcome);
    static double time_query(const ShapePair& shapes, const Scene& scene, OverlapTest test);
    std::vector<const ComparedRow*> rows() const;

    std::vector<std::string> notes_;
    ShapePair meshes_; // the meshes on screen
    std::array<Entry, kMax> entries_;
    std::vector<std::size_t> used_; // indices into entries_, by number - 1
    ComparedRow own_row_;
    OwnBuild own_build_;
    std::size_t chosen_ = 1; // number of the hierarchy that parameters() edits
    Position position_;
    bool is_changed_ = false;
    std::uint64_t revision_ = 0;
    mutable ReachColors reach_colors_; // mutable, because they are a cache that drawing updates
};

} // namespace boxwood
