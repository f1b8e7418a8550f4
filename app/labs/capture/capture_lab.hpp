// What: the capture lab. It shows the judge's verdict on every claim in a capture, and a picture of each finding: the
//       faulty node, the triangle that extends beyond its volume and by how much, the missed pair, the claimed and the
//       exact closest points. This class only connects the parts of the lab.
// Frames: one per finding, numbered from 1 in the judge's order: hierarchies, broad phase, queries.
// Invariants: captures are read and judged on a background thread. The previous capture stays on screen until the new
//             one is judged.
#pragma once

#include "app/labs/capture/capture_source.hpp"
#include "app/labs/capture/case/case_on_screen.hpp"
#include "app/labs/capture/case/recorded_visits.hpp"
#include "app/labs/capture/case/tree_measures.hpp"
#include "app/labs/capture/drawing/capture_display.hpp"
#include "app/labs/capture/drawing/capture_drawing.hpp"
#include "app/labs/capture/panels/own_tree_pages.hpp"
#include "app/labs/capture/panels/trees_page.hpp"
#include "app/labs/lab.hpp"
#include "app/labs/settings/panel_rows.hpp"

#include <optional>
#include <string>
#include <vector>

namespace boxwood {

class CaptureLab final : public Lab,
                         private LabFrames,
                         private LabViewport,
                         private LabPanels,
                         private LabOracle {
  public:
    CaptureLab();

    // Lab
    Status restart(std::uint64_t seed) override;
    Status take_meshes(std::vector<UserMesh> meshes) override;
    bool show_example() override;
    SettingTable settings() override; // capture_report.cpp
    void update() override;
    void settle() override;
    bool act(std::string_view action) override; // capture_actions.cpp
    std::string why_unavailable(std::string_view action) const override;
    Presentation presentation() const override;
    std::vector<ReportField> report_fields() const override;

    // LabFrames
    void step(Clock clock) override;
    bool seek(std::uint64_t frame, Clock clock) override;
    FrameRange range() const override;
    void refresh(Clock clock) override;
    std::string why_pause() override;

    // LabViewport
    void draw(draw::DrawList& out, const draw::Palette& palette) const override {
        draw_capture(picture(), out, palette);
    }
    std::vector<LegendEntry> legend(const draw::Palette& palette) const override {
        return legend_of(picture(), palette);
    }
    Focus focus(bool of_selection) const override;
    bool mouse(const ViewMouse& mouse) override;

    // LabPanels
    void parameters(ViewContext& context) override; // capture_window.cpp
    void inspector(ViewContext& context) override;
    void headline(ViewContext& context) override;
    void details(ViewContext& context) override;
    bool draw_frames(ViewContext& context) override;

    // LabOracle
    std::optional<OracleStatus> verdict() override;
    std::optional<OracleTally> tally() const override;

  private:
    enum class Page : std::uint8_t { findings, trees, quality, hierarchies };

    void take_opened();
    // Goes to the finding and the visit that settings requested. While a capture is being opened, does nothing, and the
    // requests stay.
    void take_requests();
    void select(std::size_t finding);
    std::size_t shown_index() const { return simulation_.frame - 1; } // requires a finding
    CapturePicture picture() const;
    void frame_selection() { case_.frame_selection(camera); }
    void pick_at(const ViewMouse& mouse);
    std::string why_no_finding(std::string_view action) const;
    std::string why_no_node(std::string_view action) const;
    std::string why_no_visit(std::string_view action) const;

    CaptureSource source_;
    CaseOnScreen case_;
    RecordedVisits visits_; // of case_
    TreeMeasures measures_; // of case_
    CaptureDisplay display_;
    TreesPage trees_;
    QualityPage quality_;
    HierarchiesPage hierarchies_;
    Page page_ = Page::findings;
    std::optional<std::uint64_t> requested_finding_; // counted from 1
    bool is_framing_due_ = false;                    // the camera must frame the finding in the next update()
};

} // namespace boxwood
