// The settings of visits and of the hierarchies side by side.
#include "app/labs/pair/visits/pair_visits.hpp"

#include <array>
#include <cmath>
#include <utility>

namespace boxwood {
namespace {

constexpr double kMaxNodes = 4294967294.0; // NodeTable::kNone comes after
constexpr double kMaxVisits = 1e12;        // beyond the end: the last visit

} // namespace

void PairVisits::add_visit_settings(SettingTable& io_table, const std::function<void()>& open) {
    using Pending = NodeMarks::PendingSelection;
    const auto request = [this, open](NodeMarks::Pair Pending::*of, std::size_t side) {
        return SettingAccess{{}, [this, open, of, side](double v) {
                                 (own_.marks().pending.*of)[side] = static_cast<std::uint32_t>(v);
                                 open();
                             }};
    };
    const SettingRange nodes{.low = 0, .high = kMaxNodes};
    io_table.group("Visit");
    io_table.add(whole({"visit", "", "Stops the query at this visit, from 1; beyond the end: at the last"},
                       {.low = 1, .high = kMaxVisits}, {{}, [this, open](double v) {
                                                            open();
                                                            own_.go_to(static_cast<std::size_t>(v) - 1);
                                                        }}));
    io_table.add(choice({"visits-of", "Visits of",
                         "Query whose visits are shown: the one for contacts, or the one for the distance "
                         "(Shift+V)"},
                        {{"contacts"}, {"distance"}}, 0,
                        member(are_of_distance_, [this] { changes_.look(); }))
                     .segmented());
    io_table.add(
        whole({"path-length", "Path length", "How many of the pairs that led to the visit are drawn"},
              {.low = 0, .high = 32, .reset = VisitStrokes::kUsualAncestors, .unit = "levels"},
              member(own_.strokes().ancestor_count)));
    io_table.add(
        whole({"pruned-kept", "Pruned kept", "How many of the pairs that were pruned before it are drawn"},
              {.low = 0, .high = 100, .reset = VisitStrokes::kUsualPruned, .unit = "visits"},
              member(own_.strokes().pruned_count)));
    io_table.add(
        flag({"magnifier", "Magnifier", "An inset that enlarges what a visit tests while it is small"}, true,
             member(has_magnifier_)));
    io_table.add(flag({"follow-visits", "Camera follows", "Frames what each visit tests (Shift+F)"}, false,
                      {[this] { return moves_camera_ ? 1.0 : 0.0; },
                       [this](double v) {
                           if ((v != 0.0) != moves_camera_) toggle_camera_follow();
                       }}));
    io_table.add(flag({"slabs", "Slabs of a BoxTree",
                       "What the children of the selected node, or of the visit's nodes, cut off its box"},
                      true, member(own_.strokes().shows_slabs)));
    io_table.add(
        choice({"tree", "Color trees by", "Measure of the nodes that colors the two trees at the bottom"},
               options_of(kAllNodeMeasures), 0, member(own_.measure())));
    io_table.add(
        choice({"cost", "Surface cost",
                "Colors each triangle by the tests that the query spent on it; a volume test counts in equal "
                "parts for the triangles below its node"},
               {{"none"}, {"volume-tests", "volume tests"}, {"triangle-tests", "triangle tests"}}, 0,
               member(own_.heat().kind, [this, open] {
                   if (own_.heat().is_on() && !own_.is_open) open();
               })));
    io_table.add(flag({"cost-sum", "", "Adds up the costs of all queries from now on"}, false,
                      member(own_.heat().adds_costs)));
    const auto percent = [](float& io_share) {
        constexpr double kDigits = 1e4;
        return SettingAccess{
            [&io_share] { return std::round(100.0 * kDigits * static_cast<double>(io_share)) / kDigits; },
            [&io_share](double v) { io_share = static_cast<float>(v / 100.0); }};
    };
    io_table.add(number({"cost-low", "", "Cost at which the colors begin, along the ramp"},
                        {.low = 0, .high = 100, .reset = 0, .unit = "%"}, percent(own_.heat().low)));
    io_table.add(number({"cost-high", "", "Cost at which the colors end"},
                        {.low = 0, .high = 100, .reset = 100, .unit = "%"}, percent(own_.heat().high)));
    io_table.add(
        whole({"select-a", "", "Selects this node of A; one of each mesh: why the two overlap or not"}, nodes,
              request(&Pending::select, 0)));
    io_table.add(whole({"select-b", "", "Selects this node of B"}, nodes, request(&Pending::select, 1)));
    io_table.add(whole({"isolate-a", "", "Shows of A only what is below this node"}, nodes,
                       request(&Pending::isolate, 0)));
    io_table.add(whole({"isolate-b", "", "Shows of B only what is below this node"}, nodes,
                       request(&Pending::isolate, 1)));
    const SettingRange inner{.low = 1, .high = kMaxNodes}; // not the root
    io_table.add(
        whole({"hide-a", "", "Hides what is below this node of A"}, inner, request(&Pending::hide, 0)));
    io_table.add(
        whole({"hide-b", "", "Hides what is below this node of B"}, inner, request(&Pending::hide, 1)));
    io_table.add(whole(
        {"triangle-a", "", "Selects this triangle of A; one of each mesh: why the two intersect or not"},
        nodes, request(&Pending::triangle, 0)));
    io_table.add(
        whole({"triangle-b", "", "Selects this triangle of B"}, nodes, request(&Pending::triangle, 1)));
}

void PairVisits::add_side_by_side_settings(SettingTable& io_table, std::function<HierarchyChoice()> add) {
    io_table.group("Side by side");
    io_table.add(free_text(
        {"compare-with", "",
         "Adds a view with another hierarchy: VOLUME/BUILDER/KIND/LEAF_SIZE/TEST; parts left out are "
         "as in the first"},
        [this, add = std::move(add)](std::string_view text) { return compared_.add_by_name(text, add()); }));
    io_table.add(
        choice(
            {"follow", "Follow view",
             "View whose visit the inspector, the stack and the trees show; a click in a view also chooses "
             "it"},
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
    io_table.add(flag({"only", "", "Marks surfaces that only one of the hierarchies reached"}, false,
                      member(compared_.shows_only)));
}

Status PairVisits::check_settings() const {
    const std::size_t hierarchies = compared_.count() + 1;
    if (view_ >= hierarchies)
        return Error{"follow=" + std::to_string(view_ + 1) + ": " + std::to_string(hierarchies) +
                     (hierarchies == 1 ? " hierarchy is shown" : " hierarchies are shown") +
                     "; --compare-with adds one"};
    if (compared_.shows_only && compared_.is_empty())
        return Error{"only=on: needs a second hierarchy to compare with; --compare-with adds one"};
    return ok();
}

} // namespace boxwood
