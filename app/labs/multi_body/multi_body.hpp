// What: the multi-body lab: N bodies in a room that exchange velocities; which boxes overlap, which features are
//       closest, which bodies touch, and how each of these answers was computed.
#pragma once

#include "app/labs/contact_view.hpp"
#include "app/labs/drawing.hpp"
#include "app/labs/lab.hpp"
#include "app/labs/multi_body/body_marks.hpp"
#include "app/labs/multi_body/edits/crowd_edits.hpp"
#include "app/labs/multi_body/edits/group_rules.hpp"
#include "app/labs/multi_body/frame_oracle.hpp"
#include "app/labs/multi_body/scene/scene_source.hpp"
#include "app/labs/multi_body/scene/world_choices.hpp"
#include "app/labs/multi_body/swap_history.hpp"
#include "app/labs/multi_body/walk_player.hpp"
#include "app/labs/pause_rules.hpp"
#include "app/labs/selection.hpp"
#include "app/panels/graphs_panel.hpp"
#include "app/panels/outliner.hpp"
#include "engine/explain/explanations/surface_distance.hpp"
#include "engine/sim/continuous.hpp"
#include "engine/ui/controls/table.hpp"

#include <map>
#include <memory>
#include <optional>

namespace boxwood {

class MultiBodyLab final : public Lab {
  public:
    MultiBodyLab();
    Status restart(std::uint64_t seed) override;
    Status take_scene(LoadedScene scene) override;
    Status take_meshes(std::vector<UserMesh> meshes) override;
    SettingTable settings() override; // multi_body_settings.cpp
    Status set(std::string_view name, std::string_view value) override;
    Status check_settings() const override;
    void step(Clock clock) override;
    bool seek(std::uint64_t frame, Clock clock) override;
    void refresh(Clock clock) override;
    void look(FrameChange change, Clock clock) override;
    void update() override;
    void settle() override;
    void run_unseen() override;
    void settings_edited(std::span<const std::string> names) override;
    void input(const LabInput&) override { scene_.note_window(); }

    Presentation presentation() const override;
    void draw(draw::DrawList& out, const draw::Palette& palette) const override;
    std::vector<LegendEntry> legend(const draw::Palette& palette) const override;
    void parameters(ViewContext& context) override;
    void inspector(ViewContext& context) override;
    void headline(ViewContext& context) override;
    void details(ViewContext& context) override;
    bool mouse(const ViewMouse& mouse) override;
    bool act(std::string_view action) override;
    std::string why_unavailable(std::string_view action) const override;
    Focus focus(bool of_selection) const override;
    std::vector<ReportField> facts() const override;
    std::optional<OracleStatus> verdict() override;
    void judge() override;
    void finish_judging() override;
    std::string why_pause() override;
    std::optional<OracleTally> judged() const override;

  private:
    enum class Boxes : std::uint8_t { none, overlapping, all };
    enum class Glyphs : std::uint8_t { none, selected, all };
    enum class Others : std::uint8_t { shown, dimmed, glass, hidden }; // bodies that are not selected
    enum class Continuous : std::uint8_t { off, report, on };
    struct Show {
        Boxes boxes = Boxes::overlapping;
        Glyphs features = Glyphs::selected;
        Others others = Others::shown;
        Glyphs mesh_distances = Glyphs::selected; // of separated pairs with a mesh
        bool lines = true;
        bool contacts = true;
        bool triangles = true;
        bool part_colors = true;
        bool velocities = false;
        bool names = false;
        bool region = false;
        bool only_pair = true; // on the walk page
    };
    // A feature of a body of the selected pair.
    struct PickedFeature {
        BodyId body = 0;
        Feature feature;
        std::uint32_t part = 0; // convex part of the body; 0 for a polytope
        friend bool operator==(const PickedFeature&, const PickedFeature&) = default;
    };

    // Settings (multi_body_settings.cpp)
    void add_continuous_setting(SettingTable& io_table);
    void add_check_settings(SettingTable& io_table);
    void add_display_settings(SettingTable& io_table);
    void add_page_settings(SettingTable& io_table);

    // State (multi_body.cpp, multi_body_edits.cpp)
    void adopt(Simulation simulation);
    bool wants_highlights() const;
    void take_made();
    Status restart_given();
    LabRequests requests() { return {dirty_, is_stale_, wants_restart_, notes_, history_}; }
    void select(std::optional<BodyId> body);
    void select_pair(BodyPair pair);
    void frame_selection();
    void take_chosen_in_settings();
    void apply_edits();
    void take_settings_of_frame();
    void follow_changes(const CrowdEdits::Changes& changes);
    void find_own_contacts();
    void follow_swaps(FrameChange change);
    TimelineHooks timeline_hooks(Clock clock) override;
    std::span<const SweptImpact> missed() const; // of this frame's step
    std::size_t total_missed() const;            // of all frames up to this one
    void look_at_walk();
    void pick_feature(BodyId body, std::uint32_t part, const glm::dvec3& point_w);
    const PairResult* selected_pair() const;
    bool is_walk_shown() const;
    void move_chosen_joint(BodyId body);
    static Error needs_chosen_body(std::string_view setting);
    Status check_chosen_joint() const;
    Status check_picked_feature() const;
    std::optional<PickedFeature> region_feature() const;
    int failed_plane() const; // the plane of region_feature() that the walk crosses next; -1: none
    bool act_on_selection(std::string_view action);
    bool act_on_walk(std::string_view action);
    std::string why_hidden_by_walk() const; // empty: the view hides nothing
    bool is_walk_alone() const { return is_walk_shown() && show_.only_pair; }
    bool is_other(BodyId id) const; // set back behind the selection: dimmed, glass or hidden
    bool is_visible(BodyId id) const;
    std::size_t count_hidden() const;
    bool shows_pair(BodyPair pair) const; // its boxes, lines, contacts

    // Distances of pairs with a mesh (multi_body_distances.cpp)
    bool needs_surface_distance(BodyPair pair) const;
    void find_surface_distances();
    const SurfaceDistance* surface_distance(BodyPair pair) const; // null: not asked for

    // View (multi_body_view.cpp, multi_body_glyphs.cpp)
    void draw_bodies(draw::DrawList& out, const draw::Palette& palette) const;
    void draw_former(draw::DrawList& out, const draw::Palette& palette) const;
    void draw_boxes(draw::DrawList& out, const draw::Palette& palette) const;
    bool is_crowd() const; // drawn with less detail
    double longest_line() const;
    void draw_pairs(draw::DrawList& out, const draw::Palette& palette) const;
    void draw_glyphs(draw::DrawList& out, const draw::Palette& palette) const;
    void draw_walk(draw::DrawList& out, const draw::Palette& palette) const;
    void draw_region(draw::DrawList& out, const draw::Palette& palette) const;
    void draw_own_contacts(draw::DrawList& out, const draw::Palette& palette) const;
    void draw_missed(draw::DrawList& out, const draw::Palette& palette) const;
    void draw_names(draw::DrawList& out, const draw::Palette& palette) const;

    // Left (multi_body_parameters.cpp, multi_body_phases.cpp)
    void show_scene_parameters();
    void show_making();
    void show_motion_parameters();
    void show_cast_parameters();
    void show_broad_parameters();
    void show_narrow_parameters();
    void show_group_parameters();
    void show_display_parameters(const draw::Palette& palette);
    void show_pause_parameters();

    // Right (multi_body_inspector.cpp)
    void show_pair(const ViewContext& context);
    bool are_both_fixed(BodyPair pair) const;
    void show_why(BodyPair pair, const PairResult* result);
    void show_feature(const draw::Palette& palette);
    void show_bodies(const draw::Palette& palette);
    void show_joints(); // multi_body_joints.cpp
    void show_contact_list();
    void show_fast_bodies(const draw::Palette& palette);
    void show_missed(const draw::Palette& palette);
    void show_missed_list();
    void show_body_menu();

    // Bottom right (multi_body_pages.cpp)
    struct Page;
    static std::span<const Page> pages();
    static SettingOptions page_options();
    float details_share() const;
    void open_page(std::string_view word);
    bool is_page(std::string_view word) const;
    void show_rulers(ViewContext& context);
    void show_walk(ViewContext& context);
    void show_walk_controls(const ViewContext& context);
    void show_walk_steps(const draw::Palette& palette);
    void show_pairs(ViewContext& context);
    void show_all_bodies(ViewContext& context);
    void show_contacts(ViewContext& context);
    void show_counters(ViewContext& context);
    void show_graphs(ViewContext& context);
    // multi_body_outliner.cpp
    void show_outliner(ViewContext& context);
    void list_cast();
    std::vector<OutlinerKind> outliner_kinds() const;
    OutlinerRow describe_users(const std::vector<BodyId>& users) const;
    void mark(BodyId id, OutlinerAct act);

    SceneSource scene_;
    WorldSetup world_;
    GroupRules rules_;
    CrowdEdits edits_;
    bool is_unseen_ = false; // runs without any drawing
    std::string shown_deformation_error_;
    ShapeGallery gallery_;
    GraphsPanel graphs_;
    Show show_;
    bool asks_for_triangles_ = false; // set by name: also without display
    bool wants_sweep_ = false;        // of the chosen graph
    int page_ = 0;                    // index into pages()
    double line_below_ = 0.0;         // draws closest features below this distance; 0: of the nearest pairs
    Selection selection_;
    std::optional<BodyId> chosen_body_, chosen_partner_; // by --set, before bodies exist
    std::optional<std::uint32_t> chosen_joint_;          // none: the first
    std::optional<double> chosen_position_;              // degrees, or world units for a prismatic joint
    std::optional<PickedFeature> picked_;
    std::optional<BodyId> menu_body_; // body of the context menu
    bool wants_menu_ = false;
    ui::TableSort pairs_sort_, bodies_sort_;
    std::size_t shown_walk_row_ = 0;
    ContactView contacts_;
    Continuous continuous_ = Continuous::off;
    ContinuousOutput swept_;                                   // of the last step, unless continuous_ is off
    std::map<std::uint64_t, std::vector<SweptImpact>> missed_; // by frame, of the frames that missed pairs
    CompoundResult own_parts_;      // self-collision of the selected body's convex parts
    BodyMarks marks_;
    Outliner outliner_;
    // The bodies, and those that share a mesh or a hierarchy.
    struct CastList {
        std::vector<BodyId> bodies;
        std::vector<std::vector<BodyId>> mesh_users, hierarchy_users;
    };
    CastList cast_list_;
    std::uint64_t cast_revision_ = 1, listed_cast_ = 0; // changes with the bodies
    PauseRules pause_;
    SwapHistory swaps_;             // while their page is open
    SurfaceDistanceQuery distance_query_;
    std::vector<SurfaceDistance> surface_distances_; // of this frame, sorted
    FeatureWalkPlayer walk_;
    FrameOracle oracle_;
    bool has_looked_at_walk_ = false;                // the camera frames the pair
    float framed_distance_ = 0.0f;                   // camera distance at that time
    std::optional<draw::Camera> camera_before_walk_;
};

} // namespace boxwood
