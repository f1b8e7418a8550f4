// What: the pair lab. The user moves two meshes by hand. The lab shows which triangles intersect, and how the
//       hierarchies found them. The parts of the lab contain its state. This class passes changes from one part to the
//       others.
#pragma once

#include "app/labs/lab.hpp"
#include "app/labs/pair/changes.hpp"
#include "app/labs/pair/drawing/pair_display.hpp"
#include "app/labs/pair/drawing/pair_picture.hpp"
#include "app/labs/pair/drawing/pair_surfaces.hpp"
#include "app/labs/pair/meshes/placement.hpp"
#include "app/labs/pair/pair_pause_rules.hpp"
#include "app/labs/pair/panels/pair_pages.hpp"
#include "app/labs/pair/poses/pose_editor.hpp"
#include "app/labs/pair/query/distance_query.hpp"
#include "app/labs/pair/query/oracle_check.hpp"
#include "app/labs/pair/visits/pair_visits.hpp"

#include <optional>

namespace boxwood {

class PairLab final : public Lab,
                      private LabFrames,
                      private LabViewport,
                      private LabPanels,
                      private LabOracle {
  public:
    PairLab()
        : Lab({*this, *this, *this, *this}) {}

    // Lab
    Status restart(std::uint64_t seed) override;
    Status take_meshes(std::vector<UserMesh> meshes) override;
    bool show_example() override;
    SettingTable settings() override;
    void on_settings_edited(std::span<const std::string> names) override;
    Status check_settings() const override;
    void update() override;
    void settle() override;
    bool act(std::string_view action) override;
    std::string why_unavailable(std::string_view action) const override;
    Presentation presentation() const override;
    std::vector<ReportField> report_fields() const override;

    // LabFrames
    void step(Clock clock) override;
    void refresh(Clock clock) override;
    void update_results(FrameChange change, Clock clock) override;
    std::string why_pause() override;

    // LabViewport
    void draw(draw::DrawList& out, const draw::Palette& palette) const override;
    std::vector<LabView> views(const draw::Palette& palette) const override;
    std::vector<LegendEntry> legend(const draw::Palette& palette) const override;
    Focus focus(bool of_selection) const override;
    bool mouse(const ViewMouse& mouse) override;

    // LabPanels
    void parameters(ViewContext& context) override;
    void inspector(ViewContext& context) override;
    void headline(ViewContext& context) override;
    void details(ViewContext& context) override;

    // LabOracle
    std::optional<OracleStatus> verdict() override { return oracle_.verdict(); }
    void judge() override;
    std::optional<OracleTally> tally() const override { return oracle_.tally(); }

  private:
    // The state that undo and redo restore in addition to settings.
    struct Edit {
        Placement at;
        // None: the edit did not change the meshes or their hierarchies.
        std::optional<PairMeshes::Snapshot> meshes{};
    };

    PairChanges changes() { return {dirty_, is_stale_, notes_}; }
    PairPicture picture() const;

    // --- meshes and poses ---
    void place_meshes();
    void make_world(const Placement& placement);
    // Call it after a change of hierarchies or solids. Keeps the poses.
    void rebuild_world() { make_world(placement_of(simulation_)); }
    void install();
    void choose_hierarchy(const HierarchyConfig& config);
    void take_built();
    void inject(const PairMeshes::Fault& fault);
    void rebuild();
    void apply_spin();

    // --- undo ---
    void apply(const Edit& edit);
    Edit complete_edit() const { return {placement_of(simulation_), meshes_.snapshot()}; }
    void note_edit_since(Edit before, std::string title, bool with_settings = true);
    void note_move(); // records a completed move for undo

    // --- the query and its visits ---
    PairVisits::Scene scene() const; // the query whose visits are recorded
    HierarchyChoice own_choice() const;
    std::vector<ShownHierarchy> shown_hierarchies() const;
    ComparisonPanel::Subject comparison_subject() const;
    void open_visits(bool open);
    void take_answer();
    bool click_on_visit(const ViewMouse& mouse);
    void show_quality(const draw::Palette& palette);
    void show_outliner(const draw::Palette& palette);

    PairMeshes meshes_;
    PoseEditor poses_{simulation_, meshes_, camera, changes()};
    SpinOfB spin_;
    FrameRecord query_; // of the displayed query: the query of the frame's step, or the query after an edit
    DistanceQuery distance_;
    PairVisits visits_{changes()};
    PairOracleCheck oracle_;
    PairDisplay display_{changes()};
    PairSurfaces surfaces_;
    PairPages pages_{changes()};
    PairPauseRules pause_;
};

} // namespace boxwood
