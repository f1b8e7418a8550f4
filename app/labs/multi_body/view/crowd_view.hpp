// What: stores the state of the view in the multi-body lab: the selection, the display settings, and the data derived
//       from them and from the frame. Panels change this state; the drawing only reads it.
// Invariants: after update_results(), the walk, contacts and distances are those of this frame and of the current
//             selection; after begin_unseen_run(), distances are not computed. After forget_dead(), all selected and
//             marked bodies are live.
#pragma once

#include "app/labs/contact_view.hpp"
#include "app/labs/multi_body/findings/continuous_steps.hpp"
#include "app/labs/multi_body/findings/frame_oracle.hpp"
#include "app/labs/multi_body/findings/surface_distances.hpp"
#include "app/labs/multi_body/findings/swap_history.hpp"
#include "app/labs/multi_body/lab_requests.hpp"
#include "app/labs/multi_body/view/body_marks.hpp"
#include "app/labs/multi_body/view/display.hpp"
#include "app/labs/multi_body/view/open_page.hpp"
#include "app/labs/multi_body/view/shown_region.hpp"
#include "app/labs/multi_body/view/walk_camera.hpp"
#include "app/labs/multi_body/view/walk_player.hpp"
#include "app/labs/parts/lab_frames.hpp"
#include "app/labs/parts/lab_viewport.hpp"
#include "app/labs/selection.hpp"
#include "app/labs/settings/settings.hpp"

#include <optional>
#include <string>
#include <string_view>

namespace boxwood {

// Results about a frame that its collision step does not compute.
struct FrameFindings {
    ContactView contacts;
    SurfaceDistances distances;
    CompoundResult self_collision; // self-collision of the selected body's convex parts
    ContinuousSteps continuous;
    SwapHistory swaps; // recorded while the page "Intervals" is open
    FrameOracle oracle;
};

class CrowdView {
  public:
    CrowdView(const Simulation& simulation, draw::Camera& camera, const LabRequests& requests)
        : simulation_(simulation)
        , camera_(camera)
        , requests_(requests) {}

    Display display;
    BodyMarks marks;
    ShownRegion region;
    FeatureWalkPlayer walk;
    OpenPage page;
    FrameFindings findings;

    const Simulation& simulation() const { return simulation_; }
    const CollisionWorld& world() const { return simulation_.world; }
    const draw::Camera& camera() const { return camera_; }

    // --- the selection ---
    const Selection& selection() const { return selection_; }
    // Result of the selected pair in this frame; null: no pair is selected, its boxes are separated, or it is not
    // tested.
    const PairResult* selected_pair() const;
    void select(std::optional<BodyId> body);
    void select_pair(BodyPair pair);
    // Sets the initial selection, before the first update_results(). Keeps the step of the walk that a setting chose.
    void set_initial_selection(BodyId body, std::optional<BodyId> partner);
    Focus focus(bool of_selection) const;
    void frame_selection(); // moves the camera to the selection

    // --- the frame ---
    void update_results(FrameChange change);
    void judge() { findings.oracle.judge(simulation_, selected_pair()); }
    void begin_scene();
    void forget_dead(); // call it when bodies were removed, or after a jump to a frame with other bodies
    // Skips work that only drawing needs, in a run without a view.
    void begin_unseen_run() { is_unseen_ = true; }
    bool wants_triangles() const { return display.wants_triangles(is_unseen_); }

    // --- visibility ---
    bool is_walk_shown() const { return page.is(CrowdPage::walk) && !walk.is_empty(); }
    bool is_walk_alone() const { return is_walk_shown() && display.only_pair; }
    bool is_deemphasized(BodyId id) const; // drawn as display.others says, because other bodies are selected
    bool is_visible(BodyId id) const;
    bool shows_pair(BodyPair pair) const; // whether its lines and contacts are drawn
    std::size_t count_hidden() const;

    void open_page(CrowdPage page);
    bool act(std::string_view action); // false: not an action of the view
    std::string why_unavailable(std::string_view action) const;

    void add_display_settings(SettingTable& io_table);
    void add_walk_settings(SettingTable& io_table);
    Setting page_setting();

  private:
    void restart_walk(); // for another pair
    void find_own_contacts();
    void follow_swaps(FrameChange change);
    bool act_on_selection(std::string_view action);
    bool act_on_walk(std::string_view action);
    std::string why_no_step(std::string_view action) const; // for actions of the walk
    void add_point_settings(SettingTable& io_table);

    const Simulation& simulation_;
    draw::Camera& camera_;
    LabRequests requests_;
    Selection selection_;
    WalkCamera walk_camera_;
    bool is_unseen_ = false;
};

} // namespace boxwood
