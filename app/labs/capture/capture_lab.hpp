// What: the capture lab: what the judge says of every claim in a capture, and for each finding the picture of it: the node at
//       fault, the triangle that sticks out and by how much, the missed pair, the claimed and the exact closest points.
// Frames: one per finding, from 1, in the judge's order: hierarchies, broad phase, queries.
// Invariants: reading and judging run off the frame; what is on screen stays until the next capture is judged.
#pragma once

#include "app/jobs/job.hpp"
#include "app/labs/capture/opened_capture.hpp"
#include "app/labs/capture/recorded_comparison.hpp"
#include "app/labs/inspector/traversal_timeline.hpp"
#include "app/labs/inspector/tree_icicle.hpp"
#include "app/labs/lab.hpp"
#include "app/panels/comparison_panel.hpp"

#include <array>
#include <map>
#include <memory>
#include <optional>
#include <span>

namespace boxwood {

class CaptureLab final : public Lab {
  public:
    CaptureLab();
    Status restart(std::uint64_t seed) override;
    Status take_meshes(std::vector<UserMesh> meshes) override;
    SettingTable settings() override; // capture_settings.cpp
    Status check_settings() const override;
    void step(Clock clock) override;
    bool seek(std::uint64_t frame, Clock clock) override;
    FrameRange frame_range() const override;
    void refresh(Clock clock) override;
    void update() override;
    void settle() override;

    Presentation presentation() const override;
    bool show_example() override;
    void draw(draw::DrawList& out, const draw::Palette& palette) const override; // capture_view.cpp
    std::vector<LegendEntry> legend(const draw::Palette& palette) const override;
    void parameters(ViewContext& context) override; // capture_panels.cpp
    void inspector(ViewContext& context) override;
    void headline(ViewContext& context) override;
    void details(ViewContext& context) override;
    bool draw_frames(ViewContext& context) override;
    bool mouse(const ViewMouse& mouse) override;
    bool act(std::string_view action) override;
    std::string why_unavailable(std::string_view action) const override;
    Focus focus(bool of_selection) const override;
    std::vector<ReportField> facts() const override;
    std::optional<OracleStatus> verdict() override;
    std::string why_pause() override;
    std::optional<OracleTally> judged() const override;

  private:
    static constexpr int kFindings = 0, kTrees = 1, kQuality = 2, kBuilders = 3; // pages
    enum class Measure : std::uint8_t { area, overlap, depth, visits };
    struct NodeOf {
        std::size_t object = 0;
        std::uint32_t node = 0;
        friend bool operator==(const NodeOf&, const NodeOf&) = default;
    };
    struct TriangleOf {
        std::size_t object = 0;
        std::uint32_t triangle = 0;
    };
    // The corner that sticks out of a volume: from the volume's surface to it.
    struct Overhang {
        glm::dvec3 surface_w{0.0}, corner_w{0.0};
        glm::dvec3 outward_w{0.0}; // unit
        double length = 0.0;       // in the tree's frame
        std::string side{}, unit{};
    };
    // What the picture of a finding stresses.
    struct Stressed {
        std::vector<NodeOf> nodes;
        std::vector<TriangleOf> triangles;
        std::optional<Overhang> overhang;
        std::optional<std::array<glm::dvec3, 2>> exact_w, claimed_w; // closest points
        glm::dvec3 lower_w{0.0}, upper_w{0.0};                       // bounds of all this
        bool is_empty = true;
        void add(const glm::dvec3& point_w);
        double radius() const { return 0.5 * glm::length(upper_w - lower_w); }
    };
    struct DrawnMesh {
        draw::MeshKey key = 0;
        std::vector<glm::vec3> positions;
        std::vector<std::array<std::uint32_t, 3>> triangles;
    };
    struct Show {
        bool hierarchy = false, edges = true;
        int depth_low = 2, depth_high = 2;
    };

    void open_later() { wants_open_ = true; }
    void start_opening();
    void take_opened();
    void take_wanted_finding();
    void take_wanted_visit();
    void select(std::size_t finding);
    void pick(std::optional<NodeOf> node);
    void look_at_finding();
    void measure_trees();
    void find_tops();
    void measure_nodes();
    void go_to_visit(std::size_t visit);
    bool shows_visit() const { return page_ == kTrees && !seen_.visits.empty(); }
    const NodeTable& table_of(std::size_t object) const; // empty: no tree
    void compare_later();
    std::string visit_text() const;
    void frame_selection();
    void turn_to_finding(const Focus& selected);
    const judge::Finding* finding() const; // null: nothing is judged yet, or nothing claimed
    std::size_t shown_index() const { return simulation_.frame - 1; } // requires finding()
    Stressed stressed_by(const judge::Finding& finding) const;
    void add_overhang(std::size_t object, std::uint32_t node, std::uint32_t triangle,
                      Stressed& io_stressed) const;
    std::array<glm::dvec3, 3> triangle_w(const TriangleOf& of) const;
    bool has_triangle(const TriangleOf& of) const;
    std::string fault_text() const;
    const DrawnMesh& drawn_mesh(const SeenObject& object) const;
    std::optional<Focus> focus_of_selection() const;

    void draw_levels(std::size_t object, draw::DrawList& out, const draw::Palette& palette) const;
    void draw_stressed(draw::DrawList& out, const draw::Palette& palette) const;
    void draw_overhang(const Overhang& overhang, draw::DrawList& out, const draw::Palette& palette) const;
    void add_node_labels(draw::DrawList& out, const draw::Palette& palette) const;
    void draw_node(const NodeOf& of, const draw::Line& look, draw::DrawList& out) const;

    void show_capture_parameters(const draw::Palette& palette);
    void show_fault_parameters();
    void show_why(const judge::Finding& finding, const draw::Palette& palette);
    void show_claim(const draw::Palette& palette);
    void show_node(const draw::Palette& palette);
    void show_findings(const draw::Palette& palette);
    void show_trees(const draw::Palette& palette);
    void show_tree(std::size_t object, float height, const draw::Palette& palette);
    void show_transport(const draw::Palette& palette);
    void show_quality(const draw::Palette& palette);
    void show_builders(const draw::Palette& palette);
    bool mouse_on_mesh(const ViewMouse& mouse);
    bool uses_other_pose() const; // than the one that the query states
    void draw_used_pose(draw::DrawList& out, const draw::Palette& palette) const;
    std::size_t volumes_at_depths(std::size_t object) const;
    void draw_visit(draw::DrawList& out, const draw::Palette& palette) const;

    CaptureRequest wanted_;
    std::size_t fault_ = 0; // 0: none; else of list_faults(), from 1
    std::optional<std::uint32_t> fault_node_;
    bool wants_open_ = true;
    std::optional<std::uint64_t> wanted_finding_; // from 1; once it is opened
    Job<Result<std::shared_ptr<const OpenedCapture>>> opener_;
    std::shared_ptr<const OpenedCapture> opened_;

    SeenCase seen_;
    Stressed stressed_;
    std::optional<NodeOf> picked_;
    std::vector<glm::vec3> tops_w_; // of the objects, for their names
    bool wants_frame_ = false;      // the camera is to frame the finding
    mutable std::map<capture::IdAndRevision, DrawnMesh> meshes_;
    Show show_;
    int page_ = kFindings;
    Measure measure_ = Measure::area; // colors of the trees
    std::array<TreeIcicle, 2> icicles_;
    std::array<std::vector<std::size_t>, 2> level_counts_; // nodes per depth
    std::optional<NodeOf> hovered_;
    std::array<std::vector<float>, 2> values_;             // per node, of the measure
    float highest_ = 1.0f;                                 // of them
    std::array<std::vector<std::size_t>, 2> first_visits_; // per node
    std::array<std::vector<std::uint8_t>, 2>
        node_verdicts_;          // of the visits: 0 none, 1 disjoint, 2 overlapping
    std::uint64_t revision_ = 0; // of all of these
    TraversalTimeline skyline_;
    std::size_t visit_ = 0;
    std::optional<std::size_t> wanted_visit_; // once it is there
    bool is_playing_visits_ = false;
    double visits_due_ = 0.0; // with fraction
    Job<RecordedComparison> comparer_;
    std::optional<RecordedComparison> comparison_; // of the case on screen
    ComparisonPanel builders_;                     // of ours, on the same meshes
    std::shared_ptr<const OwnMeshes> own_meshes_;  // of the case on screen; null: not made yet
};

} // namespace boxwood
