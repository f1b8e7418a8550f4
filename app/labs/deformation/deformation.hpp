// What: the deformation lab. A mesh deforms against a rigid obstacle. Two to four copies of its hierarchy run side
//       by side, each under its own update policy. The lab shows the cost of each policy, where its tree degrades, and
//       whether rebuilding pays. This class only connects the parts of the lab.
// Invariants: a pair for changed settings is built on a background thread, and the current pair stays on screen until
//             the new one is ready. restart() builds on the calling thread.
#pragma once

#include "app/labs/deformation/panels/deformation_outliner.hpp"
#include "app/labs/deformation/panels/deformation_plots.hpp"
#include "app/labs/deformation/run/deformation_oracle.hpp"
#include "app/labs/deformation/run/deformation_pause.hpp"
#include "app/labs/deformation/run/deformation_playback.hpp"
#include "app/labs/deformation/run/deformation_record.hpp"
#include "app/labs/deformation/run/every_policy_replay.hpp"
#include "app/labs/deformation/setup/deformation_setup.hpp"
#include "app/labs/deformation/setup/pair_builder.hpp"
#include "app/labs/deformation/view/copies_view.hpp"
#include "app/labs/deformation/view/deformation_display.hpp"
#include "app/labs/lab.hpp"

#include <optional>
#include <string>
#include <vector>

namespace boxwood {

class DeformationLab final : public Lab,
                             private LabFrames,
                             private LabViewport,
                             private LabPanels,
                             private LabOracle {
  public:
    DeformationLab()
        : Lab({*this, *this, *this, *this})
        , LabFrames({.speed = 1.0, .keeps_timeline = false}) {} // the speed: frames of the motion per step

    // Lab
    Status restart(std::uint64_t seed) override;
    Status take_meshes(std::vector<UserMesh> meshes) override;
    SettingTable settings() override;
    void update() override;
    void settle() override;
    bool act(std::string_view action) override;
    std::string why_unavailable(std::string_view action) const override;
    Presentation presentation() const override;
    std::vector<ReportField> report_fields() const override; // deformation_report.cpp

    // LabFrames
    void step(Clock clock) override;
    bool seek(std::uint64_t frame, Clock clock) override;
    FrameRange range() const override { return playback_.range(); }
    void refresh(Clock clock) override;
    std::string why_pause() override;
    void begin_unseen_run() override;
    std::uint64_t hash_state() const override { return playback_.hash(); }
    void hash_frame(std::vector<std::uint64_t>& out_hashes) const override { out_hashes = {hash_state()}; }

    // LabViewport
    void draw(draw::DrawList& out, const draw::Palette& palette) const override {
        draw_copy(0, out, palette);
    }
    std::vector<LabView> views(const draw::Palette& palette) const override;
    std::vector<LegendEntry> legend(const draw::Palette& palette) const override {
        return view_.legend(display_, palette);
    }
    Focus focus(bool of_selection) const override;
    bool mouse(const ViewMouse&) override { return false; }

    // LabPanels
    void parameters(ViewContext& context) override;
    void inspector(ViewContext& context) override;
    void headline(ViewContext& context) override;
    void details(ViewContext& context) override;

    // LabOracle
    std::optional<OracleStatus> verdict() override;
    void judge() override;
    std::optional<OracleTally> tally() const override { return oracle_.tally(); }

  private:
    void start_build();
    void take_built();
    void take_motion();
    void open_meshes(const DeformationMeshes& meshes);
    void adopt(DeformingPair pair, DeformationPlan plan);
    void start_over();
    void run_next_frame(Clock clock);
    void go_to(std::size_t frame);
    void continue_seek(double budget_ms); // replays recorded frames up to the target or for `budget_ms`
    void show_frame();
    void start_replay();
    void take_replay();
    void note(const Status& status); // turns an Error into a message for the user
    void draw_copy(std::size_t copy, draw::DrawList& out, const draw::Palette& palette) const;

    DeformationSetup setup_;
    PairBuilder builder_;
    DeformationPlayback playback_;
    DeformationRecord record_;
    DeformationOracle oracle_;
    EveryPolicyReplay replay_;
    DeformationDisplay display_;
    CopiesView view_;
    DeformationPlots plots_;
    DeformationOutliner outliner_;
    DeformationPause pause_;
    bool is_unattended_ = false; // the run is headless and waits for its jobs
};

} // namespace boxwood
