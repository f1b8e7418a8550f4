// What: the walkthrough lab. The user walks through furnished rooms with a hand that touches, lifts, scales and drops
//       objects. Loose objects that the hand or a held object touches are red; on fixed objects a red disc marks the
//       contact. Every fingertip shows its distance to the nearest surface. This class only connects the parts of the
//       lab.
#pragma once

#include "app/labs/lab.hpp"
#include "app/labs/settings/panel_rows.hpp"
#include "app/labs/walkthrough/drawing/walk_display.hpp"
#include "app/labs/walkthrough/input/hand_target.hpp"
#include "app/labs/walkthrough/input/walk_controls.hpp"
#include "app/labs/walkthrough/input/walk_eye.hpp"
#include "app/labs/walkthrough/panels/walk_outliner.hpp"
#include "app/labs/walkthrough/panels/walk_overlay.hpp"
#include "app/labs/walkthrough/run/walk_journal.hpp"
#include "app/labs/walkthrough/run/walk_pause.hpp"
#include "app/labs/walkthrough/run/walk_tape.hpp"
#include "app/labs/walkthrough/run/walkthrough_oracle.hpp"
#include "app/labs/walkthrough/scene/current_walk.hpp"
#include "app/labs/walkthrough/scene/walk_stage.hpp"

#include <optional>
#include <string>
#include <vector>

namespace boxwood {

class WalkthroughLab final : public Lab,
                             private LabFrames,
                             private LabViewport,
                             private LabPanels,
                             private LabOracle {
  public:
    WalkthroughLab()
        : Lab({*this, *this, *this, *this})
        , LabFrames({.speed = 1.0, .can_branch = false}) {}

    // Lab
    Status restart(std::uint64_t seed) override;
    Status take_scene(LoadedScene scene) override;
    Status take_meshes(std::vector<UserMesh> meshes) override;
    SettingTable settings() override; // walkthrough_report.cpp
    bool act(std::string_view action) override;
    std::string why_unavailable(std::string_view action) const override;
    Presentation presentation() const override;
    std::vector<ReportField> report_fields() const override; // walkthrough_report.cpp
    // Begins a new walk in another scene, without the scene and the script that the user opened. Undo opens them again.
    void choose_scene(const std::string& name);

    // LabFrames
    void step(Clock clock) override;
    void refresh(Clock clock) override;
    void update_results(FrameChange change, Clock clock) override;
    std::string why_pause() override;
    std::uint64_t hash_state() const override { return walk_.hash(simulation_); }
    void hash_frame(std::vector<std::uint64_t>& out_hashes) const override {
        hash_bodies(simulation_, out_hashes);
        out_hashes.push_back(hash_state());
    }
    std::vector<double> input_of(std::uint64_t frame) const override { return tape_.numbers_of(frame); }
    Status repeat_inputs(std::span<const StepInput> inputs, std::uint64_t end) override {
        return tape_.repeat(inputs, end);
    }

    // LabViewport
    void draw(draw::DrawList& out, const draw::Palette& palette) const override;
    std::vector<LegendEntry> legend(const draw::Palette&) const override {
        return {}; // the chips show the legend
    }
    Focus focus(bool of_selection) const override;
    bool mouse(const ViewMouse& mouse) override;
    void input(const LabInput& input) override;

    // LabPanels
    void parameters(ViewContext& context) override;
    void inspector(ViewContext& context) override;
    void headline(ViewContext& context) override;
    void details(ViewContext& context) override;
    void overlay(ViewContext& context) override;

    // LabOracle
    std::optional<OracleStatus> verdict() override;
    void judge() override { oracle_.judge(current_walk()); }
    std::optional<OracleTally> tally() const override { return oracle_.tally(); }

  private:
    TimelineHooks timeline_hooks(Clock clock) override;
    CurrentWalk current_walk() const { return {simulation_, walk_, stage_.scene(), tape_.is_scripted()}; }
    Status begin(WalkthroughScene scene);
    Status load_script(const std::string& path);
    void set_detection(bool is_detection_on); // an edit of the frame, once a walk has begun
    // The user's input. While the hand moves by itself to grasp an object, the input of that motion.
    WalkInput take_input();
    // Tells the oracle which body is held, and that the touches of this frame are not checked yet.
    void expect_new_touches();
    void use_hand() { target_.use_hand(current_walk(), controls_); }
    void toggle_outside();
    void toggle_recording();
    // Asks the user to confirm an action that ends the current walk. In the first 120 frames, acts without asking.
    void ask_before_restart(WalkOverlay::Question question);
    // The reason why the action "hand.take" is unavailable. Empty: it takes or releases an object, cancels a motion
    // that takes one, or opens the closing hand. Also empty if the walk is paused or scripted, because
    // why_unavailable() then gives the reason.
    std::string why_hand_is_idle() const;

    WalkStage stage_;
    Walk walk_;
    WalkTape tape_;
    WalkJournal journal_;
    WalkthroughOracle oracle_;
    WalkControls controls_;
    HandTarget target_;
    WalkEye eye_;
    WalkDisplay display_;
    WalkOverlay overlay_;
    WalkOutliner outliner_;
    WalkPause pause_;
};

} // namespace boxwood
