// What: the pair lab: any two meshes, moved by hand; which triangles intersect, and how the hierarchies found them.
#pragma once

#include "app/jobs/pair_oracle_job.hpp"
#include "app/jobs/shape_pair_job.hpp"
#include "app/labs/contact_view.hpp"
#include "app/labs/drawing.hpp"
#include "app/labs/gizmo.hpp"
#include "app/labs/inspector/traversal_inspector.hpp"
#include "app/labs/lab.hpp"
#include "app/labs/pair/compared_hierarchies.hpp"
#include "app/labs/pair/surface_cut.hpp"
#include "app/labs/pair/tumbling.hpp"
#include "app/panels/comparison_panel.hpp"
#include "app/panels/quality_panel.hpp"
#include "engine/meshes/mesh.hpp"

#include <array>
#include <functional>
#include <optional>

namespace boxwood {

class PairLab final : public Lab {
  public:
    Status restart(std::uint64_t seed) override;
    Status take_meshes(std::vector<UserMesh> meshes) override;
    SettingTable settings() override; // pair_settings.cpp
    void settings_edited(std::span<const std::string> names) override;
    Status check_settings() const override;
    void step(Clock clock) override;
    void refresh(Clock clock) override;
    void look(FrameChange change, Clock clock) override;
    void update() override;
    void settle() override;

    Presentation presentation() const override;
    bool show_example() override;
    std::string oracle_progress() const; // of the check by brute force, with the time left
    void draw(draw::DrawList& out, const draw::Palette& palette) const override;
    std::vector<LegendEntry> legend(const draw::Palette& palette) const override;
    std::vector<LabView> views(const draw::Palette& palette) const override;
    void parameters(ViewContext& context) override;
    void inspector(ViewContext& context) override;
    void headline(ViewContext& context) override;
    void details(ViewContext& context) override;
    bool mouse(const ViewMouse& mouse) override;
    bool act(std::string_view action) override;
    std::string why_unavailable(std::string_view action) const override;
    Focus focus(bool of_selection) const override;
    std::vector<ReportField> facts() const override;
    std::optional<OracleStatus> verdict() override { return verdict_; }
    void judge() override;
    std::optional<OracleTally> judged() const override;

  private:
    static constexpr BodyId kA = 0, kB = 1;
    static constexpr int kDeepest = 64;
    static constexpr int kUsualDepth = 3; // wide hierarchies test no boxes at most other depths
    static constexpr int kQuality = 2, kSideBySide = 3, kTumbling = 4, kContacts = 5; // pages
    static double world_radius(const Body& body);

    struct Show {
        bool triangles = true;
        bool hierarchy = false;
        bool pruned = true;
        bool mesh_edges = true;
    };
    // Poses of both bodies.
    using Placement = std::array<Transform, 2>;
    struct Fault { // injected
        BodyId side = kA;
        std::uint32_t node = 0;
    };
    struct Distance {
        QueryResult found;
        double ms = 0.0;
    };
    struct Slice {
        int axis = 0; // 0: none; 1 to 3: world x, y, z
        float percent = 50.0f;
        bool keeps_above = false;
    };

    struct Side {
        std::string name;
        std::shared_ptr<Shape> shape;
        MeshReport report;
        bool is_new = false; // not placed yet
        bool is_solid = false;
        int mesh = 0; // which of the meshes of this lab, however its hierarchy is built
    };
    // What undo and redo restore, besides settings.
    struct Edit {
        Placement at;
        std::optional<std::array<Side, 2>> sides{}; // none: the same; they keep their hierarchies in memory
        HierarchyConfig config{};                   // of these hierarchies
        std::vector<Fault> faults{};
    };

    // Settings: pair_settings.cpp.
    void add_query_settings(SettingTable& io_table);
    void add_visit_settings(SettingTable& io_table);
    void add_display_settings(SettingTable& io_table);
    void add_page_settings(SettingTable& io_table);

    void place_meshes();
    void make_world(const Placement& at);
    void declare_solids();
    void spin_b();
    bool place_selected(const Transform& transform);
    void set_hierarchy(const HierarchyConfig& config);
    void order(std::array<Side, 2> sides, const HierarchyConfig& config);
    void cancel_building();
    void install();
    ComparisonPanel::Subject comparison_subject() const;
    void bring_into_contact();
    void apply(const Edit& edit);
    Edit whole_edit() const; // with meshes and faults
    void note_edit_since(Edit before, std::string title, bool with_settings = true);
    Placement placement() const;
    void inject(BodyId side, std::uint32_t node);
    void show_other_shapes();
    void rebuild();
    void show_faults();
    std::optional<glm::vec4> slice_plane() const;
    void cut_surfaces();
    void show_slice_parameters();
    void show_quality(const draw::Palette& palette);
    void show_side_by_side(ViewContext& context);
    void show_tumbling(const draw::Palette& palette);
    void tumble(); // places B where the tumbling page says
    void measure_tumbling();
    void update_tumbling();
    void note_move(const Placement& before);
    void nudge(const glm::dvec3& direction_view);
    bool mouse_on_visit(const ViewMouse& mouse);
    QueryRequest recorded_request() const;
    void record_compared();
    ComparedHierarchies::Scene compared_scene() const;
    std::optional<Focus> visit_focus() const; // of the followed view; none: no visit is shown
    void follow_visit();
    std::size_t followed_view() const;
    const TraversalInspector& followed() const;
    void follow(std::size_t view);
    bool with_followed(const std::function<bool(TraversalInspector&)>& use); // returns the result of `use`
    void show_follow();
    HierarchyChoice own_choice() const;
    void change_depth(int by);
    void record_visits();
    void open_visits(bool open);
    void ask_oracle();
    void ask_distance(Clock clock);
    QueryRequest distance_request() const;
    std::vector<ShownHierarchy> shown_hierarchies() const;
    void take_answer();
    void conclude(const PairAnswer& answer);
    std::string describe_fault(PrimitivePair pair);
    const PairResult* contact() const;
    GizmoTarget target(BodyId body) const;

    void draw_view(std::size_t view, draw::DrawList& out, const draw::Palette& palette) const;
    void draw_distance(draw::DrawList& out, const draw::Palette& palette) const;
    void draw_former(draw::DrawList& out, const draw::Palette& palette) const;
    void draw_mesh(std::size_t view, BodyId id, draw::DrawList& out, const draw::Palette& palette) const;
    void draw_hierarchy(std::size_t view, BodyId body, draw::DrawList& out,
                        const draw::Palette& palette) const;
    void show_mesh_parameters(const draw::Palette& palette);
    void show_hierarchy_parameters();
    void show_query_parameters();
    void show_distance(const draw::Palette& palette);
    void show_pose_parameters();
    void show_display_parameters(const draw::Palette& palette);
    void show_box_parameters(const draw::Palette& palette);
    void show_visit_parameters();
    void show_exit_axes(const draw::Palette& palette);
    void show_report(BodyId id);

    FrameRecord query_; // the displayed query: the frame's own, or the one run after an edit
    std::array<Side, 2> sides_;
    HierarchyConfig config_ = resolved({}); // of both bodies
    HierarchyConfig installed_;             // as chosen, without a kind if none was chosen
    HierarchyConfig wanted_;                // likewise; or the one being built
    std::optional<std::array<Side, 2>> coming_;
    std::optional<Placement> coming_at_;              // of meshes that undo brings back
    int meshes_opened_ = 1;                           // 0 and 1 are the built-in ones
    std::optional<std::array<bool, 2>> wanted_solid_; // overrides is_solid of the sides
    ShapePairJob builder_;
    std::string hierarchy_error_;
    Show show_;
    bool has_magnifier_ = true, follows_visits_ = false; // of the visit on screen
    glm::vec3 followed_center_w_{0.0f};                  // to which the camera has moved
    int depth_low_ = kUsualDepth, depth_high_ = kUsualDepth;
    BodyId selected_ = kB;
    bool is_selected_ = true;
    Gizmo gizmo_;
    Placement before_drag_;
    bool is_editing_pose_ = false;
    double spin_degrees_ = 2.0; // of B per step
    ShapeGallery gallery_;
    TraversalInspector visits_;
    bool are_visits_of_distance_ = false; // otherwise of the query for contacts
    bool asks_distance_ = false;
    double tolerance_percent_ = 0.0;
    std::optional<Distance> distance_; // of disjoint meshes, while it is computed
    QueryScratch distance_scratch_;
    ContactView contacts_{ContactView::Which::none};
    bool asks_oracle_ = false;
    PairOracleJob oracle_;
    std::optional<OracleStatus> verdict_;
    OracleTally tally_;
    TraversalInspector::NodeVerdicts node_verdicts_;
    int page_ = 0; // visits, compare, quality, side by side, tumbling
    Tumbling tumbling_;
    bool wants_tumbling_ = false; // B is not placed yet
    Placement tumbled_;           // as tumble() left it
    QualityPanel quality_;
    Slice slice_;
    mutable std::array<std::array<SurfaceCut, 2>, kMaxViews> cuts_; // by view; they own the drawn meshes
    std::vector<Fault> faults_;
    std::optional<Fault> wanted_fault_; // injected once the meshes are loaded
    ComparisonPanel comparison_;
    bool wants_comparison_ = false; // once the meshes are loaded; headless: on the last frame
    bool is_unattended_ = false;
    ComparedHierarchies compared_;
    std::size_t follow_ = 0; // view whose visit the panels and keys control; falls back to the first view
    bool has_moved_ = false; // since the last update()
};

} // namespace boxwood
