// What: the multi-body lab: bodies in a room that exchange velocities. It shows which boxes overlap, which features are
//       closest, which bodies touch, and how each of these results was computed. The lab connects its parts. scene/
//       creates the bodies and the world, edits/ changes them, and findings/ computes results about a frame. view/
//       stores the selection and the display settings, drawing/ draws the 3D view, and panels/ contains the panels of
//       the window.
#pragma once

#include "app/labs/drawing.hpp"
#include "app/labs/lab.hpp"
#include "app/labs/multi_body/drawing/crowd_picture.hpp"
#include "app/labs/multi_body/edits/crowd_edits.hpp"
#include "app/labs/multi_body/edits/group_rules.hpp"
#include "app/labs/multi_body/panels/multi_body_panels.hpp"
#include "app/labs/multi_body/scene/scene_source.hpp"
#include "app/labs/multi_body/scene/world_choices.hpp"
#include "app/labs/multi_body/view/crowd_view.hpp"
#include "app/labs/multi_body/view/selection_requests.hpp"
#include "app/labs/settings/pause_rules.hpp"

#include <optional>

namespace boxwood {

class MultiBodyLab final : public Lab,
                           private LabFrames,
                           private LabViewport,
                           private LabPanels,
                           private LabOracle,
                           private PanelControls {
  public:
    MultiBodyLab();

    // Lab
    Status restart(std::uint64_t seed) override;
    Status take_scene(LoadedScene scene) override;
    Status take_meshes(std::vector<UserMesh> meshes) override;
    SettingTable settings() override; // multi_body_settings.cpp
    void on_settings_edited(std::span<const std::string> names) override;
    Status check_settings() const override;
    void update() override;
    void settle() override;
    bool act(std::string_view action) override;
    std::string why_unavailable(std::string_view action) const override;
    Presentation presentation() const override;
    std::vector<ReportField> report_fields() const override; // multi_body_report.cpp

    // LabFrames
    void step(Clock clock) override;
    bool seek(std::uint64_t frame, Clock clock) override;
    void refresh(Clock clock) override;
    void update_results(FrameChange change, Clock clock) override;
    std::string why_pause() override;
    void begin_unseen_run() override;

    // LabViewport
    void draw(draw::DrawList& out, const draw::Palette& palette) const override;
    std::vector<LegendEntry> legend(const draw::Palette& palette) const override;
    Focus focus(bool of_selection) const override { return view_.focus(of_selection); }
    bool mouse(const ViewMouse& mouse) override;
    void input(const LabInput& input) override {
        scene_.note_window();
        is_playing_ = input.is_playing;
    }

    // LabPanels
    void parameters(ViewContext& context) override { panels_.parameters(context); }
    void inspector(ViewContext& context) override { panels_.inspector(context); }
    void headline(ViewContext& context) override { panels_.headline(context); }
    void details(ViewContext& context) override { panels_.details(context); }

    // LabOracle
    std::optional<OracleStatus> verdict() override;
    void judge() override { view_.judge(); }
    void finish_judging() override { view_.findings.oracle.finish(simulation_); }
    std::optional<OracleTally> tally() const override { return view_.findings.oracle.tally(); }

  private:
    LabRequests requests() { return {dirty_, is_stale_, wants_restart_, notes_, history_}; }
    TimelineHooks timeline_hooks(Clock clock) override;
    Status restart_given();
    void take_built();
    void adopt(Simulation simulation);
    void apply_edits();
    void follow_changes(const CrowdEdits::Changes& changes);
    void forget_dead();
    void note_deformation();
    bool act_on_bodies(std::string_view action);
    CrowdPicture picture(const draw::Palette& palette) const;

    // The interface PanelControls.
    ui::Edit row(std::string_view setting, const RowLook& look) override { return Lab::row(setting, look); }
    bool section(std::string_view group, const ui::SectionStyle& style) override {
        return Lab::section(group, style);
    }
    void page_tabs() override { Lab::page_tabs(); }

    SceneSource scene_;
    WorldSetup world_;
    GroupRules rules_;
    CrowdEdits edits_;
    CrowdView view_;
    SelectionRequests selection_requests_; // the initial selection that settings request
    PauseRules pause_;
    ShapeGallery gallery_;
    MultiBodyPanels panels_;
    std::string shown_deformation_error_;
    bool is_playing_ = false; // in a window
};

} // namespace boxwood
