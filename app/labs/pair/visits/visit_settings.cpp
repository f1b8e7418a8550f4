// The setting rows of visits and of compared hierarchies.
#include "app/labs/pair/visits/pair_visits.hpp"

#include <array>
#include <cmath>
#include <utility>

namespace boxwood {
namespace {

constexpr double kMaxNodes = 4294967294.0; // the next number is NodeTable::kNone
constexpr double kMaxVisits = 1e12;        // a number beyond the end selects the last visit

} // namespace

void PairVisits::add_visit_settings(SettingTable& io_table, const std::function<void()>& open_visit) {
    using Pending = NodeMarks::PendingSelection;
    const auto request = [this, open_visit](NodeMarks::Pair Pending::*field, std::size_t side) {
        return SettingAccess{{}, [this, open_visit, field, side](double v) {
                                 (own_inspector_.marks().pending.*field)[side] =
                                     static_cast<std::uint32_t>(v);
                                 open_visit();
                             }};
    };
    const SettingRange nodes{.low = 0, .high = kMaxNodes};
    io_table.begin_group("Visit");
    io_table.add(
        whole({"visit", "",
               "Shows the query at this visit, counted from 1; a number beyond the end shows the last visit"},
              {.low = 1, .high = kMaxVisits}, {{}, [this, open_visit](double v) {
                                                   open_visit();
                                                   own_inspector_.go_to(static_cast<std::size_t>(v) - 1);
                                               }}));
    io_table.add(choice({"visits-of", "Visits of",
                         "Query whose visits are shown: for contacts or for the distance (Shift+V)"},
                        {{"contacts"}, {"distance"}}, 0,
                        member(shows_distance_query_, [this] { changes_.request_update(); }))
                     .segmented());
    io_table.add(
        whole({"path-length", "Path length", "Number of drawn pairs on the path from the roots to the visit"},
              {.low = 0, .high = 32, .reset = VisitStrokes::kDefaultAncestors, .unit = "levels"},
              member(own_inspector_.strokes().ancestor_count)));
    io_table.add(
        whole({"pruned-kept", "Pruned pairs", "How many of the most recently pruned pairs are drawn"},
              {.low = 0, .high = 100, .reset = VisitStrokes::kDefaultPruned, .unit = "visits"},
              member(own_inspector_.strokes().pruned_count)));
    io_table.add(flag({"magnifier", "Magnifier",
                       "An inset that enlarges the tested nodes or triangles while they are small"},
                      true, member(has_magnifier_)));
    io_table.add(flag({"follow-visits", "Camera follows",
                       "Moves the camera to the nodes or triangles that each visit tests (Shift+F)"},
                      false,
                      {[this] { return moves_camera_ ? 1.0 : 0.0; },
                       [this](double v) {
                           if ((v != 0.0) != moves_camera_) toggle_camera_follow();
                       }}));
    io_table.add(flag(
        {"slabs", "Slabs of a BoxTree",
         "Draws the part of a node's box that each child cuts off, for the selected node or for the nodes of "
         "the visit"},
        true, member(own_inspector_.strokes().shows_slabs)));
    io_table.add(
        choice({"tree", "Color trees by", "Node measure by which the two trees at the bottom are colored"},
               options_of(kAllNodeMeasures), 0, member(own_inspector_.measure())));
    io_table.add(
        choice({"cost", "Surface cost",
                "Colors each triangle by the tests that the query spent on it; the cost of a volume test is "
                "divided equally among the triangles below the node"},
               {{"none"}, {"volume-tests", "volume tests"}, {"triangle-tests", "triangle tests"}}, 0,
               member(own_inspector_.heat().kind, [this, open_visit] {
                   if (own_inspector_.heat().is_on() && !own_inspector_.is_open) open_visit();
               })));
    io_table.add(flag({"cost-sum", "", "Adds up the costs of all queries from now on"}, false,
                      member(own_inspector_.heat().adds_costs)));
    const auto percent = [](float& io_share) {
        constexpr double kRoundingScale = 1e4; // four decimals
        return SettingAccess{[&io_share] {
                                 return std::round(100.0 * kRoundingScale * static_cast<double>(io_share)) /
                                        kRoundingScale;
                             },
                             [&io_share](double v) { io_share = static_cast<float>(v / 100.0); }};
    };
    io_table.add(number({"cost-low", "", "Position on the logarithmic cost ramp where the colors begin"},
                        {.low = 0, .high = 100, .reset = 0, .unit = "%"},
                        percent(own_inspector_.heat().low)));
    io_table.add(number({"cost-high", "", "Position on the logarithmic cost ramp where the colors end"},
                        {.low = 0, .high = 100, .reset = 100, .unit = "%"},
                        percent(own_inspector_.heat().high)));
    io_table.add(whole({"select-a", "",
                        "Selects this node of A; if a node of each mesh is selected, explains why they do or "
                        "do not overlap"},
                       nodes, request(&Pending::select, 0)));
    io_table.add(whole({"select-b", "", "Selects this node of B"}, nodes, request(&Pending::select, 1)));
    io_table.add(whole({"isolate-a", "", "Shows only the part of A below this node"}, nodes,
                       request(&Pending::isolate, 0)));
    io_table.add(whole({"isolate-b", "", "Shows only the part of B below this node"}, nodes,
                       request(&Pending::isolate, 1)));
    const SettingRange inner{.low = 1, .high = kMaxNodes}; // not the root
    io_table.add(
        whole({"hide-a", "", "Hides the part of A below this node"}, inner, request(&Pending::hide, 0)));
    io_table.add(
        whole({"hide-b", "", "Hides the part of B below this node"}, inner, request(&Pending::hide, 1)));
    io_table.add(whole(
        {"triangle-a", "",
         "Selects this triangle of A; if a triangle of each mesh is selected, explains why they do or do not "
         "intersect"},
        nodes, request(&Pending::triangle, 0)));
    io_table.add(
        whole({"triangle-b", "", "Selects this triangle of B"}, nodes, request(&Pending::triangle, 1)));
}

void PairVisits::add_side_by_side_settings(SettingTable& io_table,
                                           std::function<HierarchyChoice()> open_and_get_defaults) {
    io_table.begin_group("Side by side");
    io_table.add(free_text(
        {"compare-with", "",
         "Adds a view with another hierarchy: VOLUME/BUILDER/KIND/LEAF_SIZE/TEST; omitted parts are taken "
         "from the lab's own hierarchy"},
        [this, open_and_get_defaults = std::move(open_and_get_defaults)](std::string_view text) {
            return compared_.add_by_name(text, open_and_get_defaults());
        }));
    io_table.add(
        choice({"follow", "Follow view",
                "The inspector, the stack and the trees show the visit of this view; clicking in a view also "
                "selects that view"},
               {{"1"}, {"2"}, {"3"}, {"4"}}, 0,
               {[this] {
                    const bool is_gone = !compared_.is_empty() && view_ > compared_.count();
                    return is_gone ? 0.0 : static_cast<double>(view_);
                },
                [this](double i) {
                    follow_view(static_cast<std::size_t>(i));
                    view_ = static_cast<std::size_t>(i);
                }})
            .segmented());
    io_table.add(
        flag({"only", "", "Marks the triangles that the query reached in only one of the hierarchies"}, false,
             member(compared_.marks_reached_alone)));
}

Status PairVisits::check_settings() const {
    const std::size_t hierarchies = compared_.count() + 1;
    if (view_ >= hierarchies)
        return Error{"follow=" + std::to_string(view_ + 1) + ": " + std::to_string(hierarchies) +
                     (hierarchies == 1 ? " hierarchy is shown" : " hierarchies are shown") +
                     "; --compare-with adds one"};
    if (compared_.marks_reached_alone && compared_.is_empty())
        return Error{"only=on: needs a second hierarchy to compare with; --compare-with adds one"};
    return ok();
}

} // namespace boxwood
