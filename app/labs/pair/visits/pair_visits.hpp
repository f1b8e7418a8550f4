// What: records the queries of the pair lab on its own hierarchies and on compared hierarchies. Stores which view the
//       panels and keys follow, and can move the camera to the visits.
// Invariants: the lab's own hierarchies are view 0. While the followed view has no recorded query, view 0 is followed
//             instead. All recorded queries are shown at the same fraction of their visits.
// Cost: none while no visit, box or compared hierarchy is on screen.
#pragma once

#include "app/labs/inspector/traversal_inspector.hpp"
#include "app/labs/pair/changes.hpp"
#include "app/labs/pair/visits/compared_hierarchies.hpp"
#include "app/labs/settings/settings.hpp"

#include <functional>
#include <optional>
#include <string>
#include <string_view>

namespace boxwood {

class PairVisits {
  public:
    using Scene = ComparedHierarchies::Scene;

    explicit PairVisits(PairChanges changes)
        : changes_(changes) {}

    bool is_open() const { return own_inspector_.is_open; } // a visit is shown
    void set_open(bool is_open);
    const TraversalInspector& own_inspector() const { return own_inspector_; }
    TraversalInspector& own_inspector() { return own_inspector_; }
    const ComparedHierarchies& compared() const { return compared_; }
    ComparedHierarchies& compared() { return compared_; }
    // Whether the recorded query is the query for the distance instead of the query for contacts.
    bool shows_distance_query() const { return shows_distance_query_; }

    // --- a view ---
    // True: the view shows a compared hierarchy. False: the view shows the lab's own hierarchies,
    // or its compared hierarchy is not built yet.
    bool shows_compared(std::size_t view) const { return compared_.has_shapes(view); }
    const TraversalInspector& of_view(std::size_t view) const {
        return shows_compared(view) ? compared_.visits(view) : own_inspector_;
    }
    const std::vector<std::uint8_t>& node_verdicts(std::size_t view, std::size_t side) const {
        return shows_compared(view) ? compared_.node_verdicts(view)[side] : own_verdicts_[side];
    }

    // --- every frame ---
    // Call it when the query changes. The compared hierarchies are then not timed in this frame.
    void note_change() { has_changed_ = true; }
    // Repeats the query and records its visits; if no visit, box or compared hierarchy is on screen, drops the recorded
    // visits instead. In the table of compared hierarchies, a time that includes recording is marked "traced".
    // `has_boxes`: the boxes of the hierarchies are drawn.
    void record(const Scene& scene, bool has_boxes);
    // Call it after own_inspector().update(). Moves all recorded queries to the same fraction of their visits. If the
    // camera follows the visits, moves it to the current visit of the followed view when that visit is elsewhere.
    void follow(draw::Camera& io_camera);
    void update_compared(const Scene& scene);

    // --- the followed view ---
    std::size_t followed_view() const;
    const TraversalInspector& followed() const;
    void follow_view(std::size_t view);
    // The view that the user chose. If it has no recorded query yet, followed_view() is 0.
    std::size_t chosen_view() const { return view_; }
    // Calls `use` with the inspector of the followed view and returns its result. If `use` goes to another visit, all
    // recorded queries move to the same fraction of their visits.
    bool with_followed(const std::function<bool(TraversalInspector&)>& use);
    // The bounding sphere of the nodes that the current visit of the followed view tests; none: no visit is shown.
    std::optional<Focus> focus() const;
    std::optional<Focus> magnified() const { return has_magnifier_ ? focus() : std::nullopt; }

    bool act(std::string_view action);
    std::string why_unavailable(std::string_view action) const;
    // Goes to the next visit that tests the triangle, or else to the deepest visit of a node that contains it. With
    // `picks`, marks the triangle as picked and stays at the current visit.
    void point_at(std::size_t side, std::uint32_t triangle, bool picks);
    // Opens the visit that pruned the pair, if there is one. Returns a clause about it.
    std::string explain_missing(PrimitivePair pair, const Scene& scene, bool has_boxes);
    Status check_settings() const;

    // `open_visit` opens a visit and its page.
    void add_visit_settings(SettingTable& io_table, const std::function<void()>& open_visit);
    // `open_and_get_defaults` opens the page and returns the default values of a new comparison view.
    void add_side_by_side_settings(SettingTable& io_table,
                                   std::function<HierarchyChoice()> open_and_get_defaults);

  private:
    void toggle_camera_follow();

    PairChanges changes_;
    TraversalInspector own_inspector_;
    QueryRecording::NodeVerdicts own_verdicts_;
    ComparedHierarchies compared_;
    bool shows_distance_query_ = false;
    bool has_magnifier_ = true;
    bool moves_camera_ = false;
    glm::vec3 framed_w_{0.0f}; // the center that the camera last moved to
    std::size_t view_ = 0;
    bool has_changed_ = false; // the query changed since the last update_compared()
};

} // namespace boxwood
