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
#include "app/labs/inspector/traversal_timeline.hpp"
#include "engine/ui/controls/table.hpp"

#include <array>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace boxwood {

struct HierarchyChoice {
    HierarchyConfig config{};
    OverlapTest test = OverlapTest::sat;
    friend bool operator==(const HierarchyChoice&, const HierarchyChoice&) = default;
};
// "wide obb binned-sah 2": omits a leaf size of 1; names the volume test if it is not the full one.
std::string name_of(const HierarchyChoice& choice);

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
    // VOLUME[/BUILDER[/KIND[/LEAF_SIZE[/TEST]]]]; omitted fields are taken from `usual`.
    Status add_by_name(std::string_view text, const HierarchyChoice& default_value);
    // Sets the meshes on screen: other meshes rebuild all hierarchies, otherwise only the lab's own is timed again.
    void take_meshes(const ShapePair& meshes, const HierarchyConfig& config, bool are_new);
    bool has_meshes() const { return meshes_[0] != nullptr; }
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
    // Moves all to the position of this one.
    void lead(std::size_t number, TraversalInspector& io_own);

    // --- display of a view; numbers from 1 ---
    bool has_shapes(std::size_t number) const {
        return number > 0 && number <= count() && rival(number).shapes[0] != nullptr;
    }
    const ShapePair& shapes(std::size_t number) const { return rival(number).shapes; }
    const TraversalInspector& visits(std::size_t number) const { return rival(number).visits; }
    TraversalInspector& visits(std::size_t number) { return rival(number).visits; }
    const TraversalInspector::NodeVerdicts& node_verdicts(std::size_t number) const {
        return rival(number).verdicts;
    }
    const ShapeGallery& gallery(std::size_t number) const { return rival(number).gallery; }
    std::uint32_t mesh_of(std::size_t number, std::size_t side) const { return rival(number).meshes[side]; }
    // Numbers from 0: the triangles that only this hierarchy's query reached; empty: not shown.
    bool shows_only = false;
    void color_only(const draw::Palette& palette) const; // before they are read
    std::span<const draw::Color> only_colors(std::size_t number, std::size_t side) const;
    std::uint32_t only_revision() const {
        return 0x80000000u | colors_revision_;
    } // distinct from the heat map's
    std::string title(std::size_t number) const;
    std::string note(std::size_t number, const TraversalInspector& own) const;
    std::vector<LegendEntry> legend(std::size_t number, const draw::Palette& palette) const;

    void parameters(const HierarchyChoice& own);
    // `trees` fills this many pixels below the table, if there is room.
    void details(ViewContext& context, TraversalInspector& io_own, const HierarchyChoice& own,
                 const std::function<void(float)>& trees);
    // True once after a click that opens a visit while none is on screen.
    bool take_open_request() { return std::exchange(wants_open_, false); }
    std::string csv() const;
    std::string facts(const TraversalInspector& own) const; // JSON

  private:
    static constexpr std::uint8_t kAlone = 2;

    // One table row, and the triangles that the query reached on each surface.
    struct Row {
        HierarchyChoice choice;
        std::optional<double> build_ms, bytes_per_triangle;
        double query_ms = 0.0;
        QueryCounters counters{};
        std::uint64_t visits = 0;
        bool is_asked = false, is_cut = false, is_traced = false; // of its time
        std::array<std::vector<std::uint8_t>, 2>
            reached{};                       // per triangle: 0 not reached, 1 reached, kAlone only here
        std::array<std::uint64_t, 2> only{}; // triangles of A and B
    };
    struct Rival {
        HierarchyChoice wanted, shown;
        ShapePair shapes;
        ShapePairJob builder;
        std::string error;
        TraversalInspector visits;
        TraversalInspector::NodeVerdicts verdicts;
        ShapeGallery gallery;
        std::array<std::uint32_t, 2> meshes{};
        Row row;
    };

    Rival& rival(std::size_t number) { return rivals_[used_[number - 1]]; }
    const Rival& rival(std::size_t number) const { return rivals_[used_[number - 1]]; }
    const Row& row(std::size_t number) const { return number == 0 ? own_ : rival(number).row; }
    Row& row(std::size_t number) { return number == 0 ? own_ : rival(number).row; }
    const TraversalInspector& view(std::size_t number, const TraversalInspector& own) const {
        return number == 0 ? own : rival(number).visits;
    }
    void order(Rival& io_rival);
    void take_result(Rival& io_rival, Result<BuiltShapes> outcome);
    static void note(const TraversalInspector& visits, Row& io_row);
    static double time_query(const ShapePair& shapes, const Scene& scene, OverlapTest test);
    void hold_against_each_other();
    std::vector<std::size_t> sorted_rows(std::span<const int> shown) const;
    double value_of(std::size_t number, int column) const;
    std::string text_of(std::size_t number, int column) const;
    void draw_table(ViewContext& context, TraversalInspector& io_own, float height);
    void go_to_share(double share, TraversalInspector& io_own);

    std::vector<std::string> notes_;
    ShapePair meshes_; // for which the rivals are built
    std::array<Rival, kMax> rivals_;
    std::vector<std::size_t> used_;
    Row own_;
    ShapePairJob own_builder_; // only for timing
    HierarchyConfig timed_;    // its config
    std::size_t chosen_ = 1;   // selected for editing
    double share_ = 0.0;
    std::array<std::size_t, 2> followed_{}; // visit index and count of the lab's own query for `share_`
    bool is_changed_ = false, wants_open_ = false;
    std::uint64_t revision_ = 0;
    // Caches between draw calls.
    using SurfaceColors = std::array<std::vector<draw::Color>, 2>;
    mutable std::array<SurfaceColors, kMaxViews> colors_;
    mutable std::uint32_t colors_revision_ = 0;
    mutable std::uint64_t colored_revision_ = 0;
    mutable draw::Color colored_as_{}; // body colour of the theme at that time
    std::array<TraversalTimeline, kMaxViews> skylines_;
    ui::TableSort sort_{};
};

} // namespace boxwood
