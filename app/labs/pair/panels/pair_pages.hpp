// What: stores which page is open at the bottom of the pair lab, and contains the pages that have their own state.
// Invariants: a comparison requested by a setting starts when the page is drawn; in a headless run, after the last
//             frame.
#pragma once

#include "app/labs/pair/changes.hpp"
#include "app/labs/pair/panels/outliner_page.hpp"
#include "app/labs/pair/panels/side_by_side_table.hpp"
#include "app/labs/pair/tumbling/tumbling_page.hpp"
#include "app/labs/pair/visits/pair_visits.hpp"
#include "app/labs/settings/settings.hpp"
#include "app/panels/comparison_panel.hpp"
#include "app/panels/quality_panel.hpp"

#include <functional>
#include <optional>

namespace boxwood {

enum class PairPage : std::uint8_t { visits, compare, quality, side_by_side, tumbling, contacts, outliner };

class PairPages {
  public:
    using MakeSubject = std::function<ComparisonPanel::Subject()>;

    explicit PairPages(PairChanges changes)
        : tumbling(changes) {}

    TumblingPage tumbling;
    SideBySideTable side_by_side;
    PairOutlinerPage outliner;

    PairPage page() const { return page_; }
    bool is_tumbling() const { return page_ == PairPage::tumbling; }
    bool is_wide(bool has_visit) const { // the page needs most of the width
        return (has_visit && page_ == PairPage::visits) || page_ >= PairPage::quality;
    }
    void open(PairPage page) { page_ = page; }

    void show_compare(const MakeSubject& make_subject);
    std::string comparison_report(const ComparisonPanel::Subject& now) const {
        return comparison_.report_fields(now);
    }
    // Returns the node that the user clicked.
    std::optional<QualityPanel::PickedNode>
    show_quality(const PairMeshes& meshes, TraversalInspector& io_visits, const draw::Palette& palette);

    void wait();
    // Headless runs call it before the first frame and after the last one. The last call runs the comparison that a
    // setting requested.
    void finish_unattended(const MakeSubject& make_subject);

    void add_settings(SettingTable& io_table);

  private:
    PairPage page_ = PairPage::visits;
    ComparisonPanel comparison_;
    bool wants_comparison_ = false;
    bool is_unattended_ = false;
    QualityPanel quality_;
};

} // namespace boxwood
