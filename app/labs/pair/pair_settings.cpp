// The settings of the pair lab. To add one: a row here, and row("name") in a panel.
#include "app/labs/pair/pair.hpp"

#include "app/labs/hierarchy_fields.hpp"
#include "collision/geometry/triangle/triangle_tests.hpp"
#include "collision/query/query_choices.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace boxwood {
namespace {

constexpr double kMaxNodes = 4294967294.0; // NodeTable::kNone comes after
constexpr double kMaxVisits = 1e12;        // beyond the end: the last visit

// A choice from a table of query_choices.hpp; the first entry is the default.
template <class T, std::size_t N>
SettingAccess access_to_choice(const std::array<Choice<T>, N>& choices, T& value,
                               std::function<void()> hook) {
    return {[&choices, &value] { return static_cast<double>(place_of(choices, value)); },
            [&choices, &value, hook = std::move(hook)](double i) {
                value = choices[static_cast<std::size_t>(i)].value;
                hook();
            }};
}

double place_of_triangle_test(TriangleTestFunction test) {
    for (std::size_t i = 0; i < kAllTriangleTests.size(); ++i)
        if (kAllTriangleTests[i].intersect == test) return static_cast<double>(i);
    return 0.0;
}

} // namespace

SettingTable PairLab::settings() {
    SettingTable table;
    table.group("Hierarchy");
    add_hierarchy_settings(
        table, [this] { return wanted_; }, [this](const HierarchyConfig& config) { set_hierarchy(config); });
    add_query_settings(table);
    add_visit_settings(table);
    add_display_settings(table);
    add_page_settings(table);
    return table;
}

// A volume that the chosen kind cannot store leaves the kind to the library, as its list in the panel does.
void PairLab::settings_edited(std::span<const std::string> names) {
    if (std::ranges::find(names, "volume") == names.end() || wanted_.kind.empty() ||
        takes_volume(wanted_.kind, wanted_.volume))
        return;
    HierarchyConfig config = wanted_;
    config.kind.clear();
    set_hierarchy(config);
}

void PairLab::add_query_settings(SettingTable& io_table) {
    QueryRequest& query = simulation_.world.settings.mesh_query;
    const auto ask = [this] { dirty_ = true; };
    const auto look_again = [this] { is_stale_ = true; };
    io_table.group("Query");
    io_table.add(
        choice({"answer", "Answer", "Stops at the first intersecting triangles, or finds all of them"},
               {{"any"}, {"all"}}, static_cast<std::size_t>(QueryRequest{}.mode), member(query.mode, ask))
            .segmented());
    io_table.add(choice({"test", "Volume test", "Axes that compare two volumes: cheaper tests prune less"},
                        options_of(kAllOverlapTests), 0,
                        access_to_choice(kAllOverlapTests, query.test, ask)));
    io_table.add(choice({"descent", "Descent", "Which of two overlapping nodes is opened"},
                        options_of(kAllDescents), 0, access_to_choice(kAllDescents, query.descent, ask)));
    io_table.add(
        choice({"leaf-test", "Leaf test", "What of a leaf is tested against the volume of an inner node"},
               options_of(kAllLeafTests), 0, access_to_choice(kAllLeafTests, query.leaf_test, ask)));
    io_table.add(choice({"triangle-test", "Triangle test",
                         "Each is exact: cases that its filter cannot decide go to exact arithmetic"},
                        options_of(kAllTriangleTests), 0,
                        {[&query] { return place_of_triangle_test(query.triangle_test); },
                         [&query, ask](double i) {
                             query.triangle_test = kAllTriangleTests[static_cast<std::size_t>(i)].intersect;
                             ask();
                         }}));
    io_table.add(flag(
        {"distance", "Distance", "Distance and closest points of separated meshes, by a query of its own"},
        false, member(asks_distance_, look_again)));
    io_table.add(
        number({"tolerance", "Tolerance",
                "The reported distance may exceed the least by this share; faster, most of all between "
                "parallel faces"},
               {.low = 0, .high = 100, .reset = 0, .unit = "%", .decimals = 1},
               member(tolerance_percent_, look_again)));
    Setting oracle =
        flag({"oracle", "Check by brute force",
              "Compares every frame with all pairs of triangles, in the background; the chip at the top "
              "right has the result"},
             false, member(asks_oracle_, look_again));
    oracle.options[1].also = "all";
    io_table.add(std::move(oracle));
    io_table.add(number(
        {"spin", "Rotation of B", "Rotation of B about its own center in one step while playing"},
        {.low = 0, .high = 180, .reset = 2, .unit = "°/step"}, member(spin_degrees_, [this] { spin_b(); })));
    io_table.group("Meshes");
    io_table.add(choice({"solid", "Solid",
                         "Meshes that are solid: what lies inside is in contact. The generated meshes are; opened "
                         "files are surfaces. A mesh that is not closed stays one, and a note names its first "
                         "open edge"},
                        {{"none"}, {"a"}, {"b"}, {"both"}}, 3,
                        {[this] {
                             const bool a = wanted_solid_ ? (*wanted_solid_)[kA] : sides_[kA].is_solid;
                             const bool b = wanted_solid_ ? (*wanted_solid_)[kB] : sides_[kB].is_solid;
                             return (a ? 1.0 : 0.0) + (b ? 2.0 : 0.0);
                         },
                         [this](double v) {
                             const int bits = static_cast<int>(v);
                             wanted_solid_ = {(bits & 1) != 0, (bits & 2) != 0};
                             if (sides_[kA].shape) make_world(placement());
                         }}));
    io_table.group("Playback");
    io_table.add(speed_setting(kUsualSpeed));
    io_table.group("Pose");
    io_table.add(choice({"handles", "Handles", "What the handles in the view do (G, Shift+R, S)"},
                        {{"move"}, {"rotate"}, {"scale"}}, 0, member(gizmo_.mode))
                     .segmented());
}

void PairLab::add_visit_settings(SettingTable& io_table) {
    using Pending = TraversalInspector::PendingSelection;
    const auto request = [this](std::array<std::uint32_t, 2> Pending::*of, BodyId side) {
        return SettingAccess{{}, [this, of, side](double v) {
                                 (visits_.wishes.*of)[side] = static_cast<std::uint32_t>(v);
                                 open_visits(true);
                             }};
    };
    const SettingRange nodes{.low = 0, .high = kMaxNodes};
    io_table.group("Visit");
    io_table.add(whole({"visit", "", "Stops the query at this visit, from 1; beyond the end: at the last"},
                       {.low = 1, .high = kMaxVisits}, {{}, [this](double v) {
                                                            open_visits(true);
                                                            visits_.go_to(static_cast<std::size_t>(v) - 1);
                                                        }}));
    io_table.add(choice({"visits-of", "Visits of",
                         "Query whose visits are shown: the one for contacts, or the one for the distance "
                         "(Shift+V)"},
                        {{"contacts"}, {"distance"}}, 0,
                        member(are_visits_of_distance_, [this] { is_stale_ = true; }))
                     .segmented());
    io_table.add(
        whole({"path-length", "Path length", "How many of the pairs that led to the visit are drawn"},
              {.low = 0, .high = 32, .reset = TraversalInspector::kUsualWay, .unit = "levels"},
              member(visits_.way_length)));
    io_table.add(
        whole({"pruned-kept", "Pruned kept", "How many of the pairs that were pruned before it are drawn"},
              {.low = 0, .high = 100, .reset = TraversalInspector::kUsualPruned, .unit = "visits"},
              member(visits_.pruned_kept)));
    io_table.add(
        flag({"magnifier", "Magnifier", "An inset that enlarges what a visit tests while it is small"}, true,
             member(has_magnifier_)));
    io_table.add(flag({"follow-visits", "Camera follows", "Frames what each visit tests (Shift+F)"}, false,
                      {[this] { return follows_visits_ ? 1.0 : 0.0; },
                       [this](double v) {
                           if ((v != 0.0) != follows_visits_) act("visit.follow");
                       }}));
    io_table.add(flag({"slabs", "Slabs of a BoxTree",
                       "What the children of the selected node, or of the visit's nodes, cut off its box"},
                      true, member(visits_.shows_slabs)));
    io_table.add(
        choice({"tree", "Color trees by", "Measure of the nodes that colors the two trees at the bottom"},
               options_of(kAllNodeMeasures), 0, member(visits_.measure)));
    io_table.add(
        choice({"cost", "Surface cost",
                "Colors each triangle by the tests that the query spent on it; a volume test counts in equal "
                "parts for the triangles below its node"},
               {{"none"}, {"volume-tests", "volume tests"}, {"triangle-tests", "triangle tests"}}, 0,
               member(visits_.heat, [this] {
                   if (visits_.heat != TraversalInspector::Heat::none && !visits_.is_open) open_visits(true);
               })));
    io_table.add(flag({"cost-sum", "", "Adds up the costs of all queries from now on"}, false,
                      member(visits_.adds_costs)));
    const auto percent = [](float& io_share) {
        constexpr double kDigits = 1e4;
        return SettingAccess{
            [&io_share] { return std::round(100.0 * kDigits * static_cast<double>(io_share)) / kDigits; },
            [&io_share](double v) { io_share = static_cast<float>(v / 100.0); }};
    };
    io_table.add(number({"cost-low", "", "Cost at which the colors begin, along the ramp"},
                        {.low = 0, .high = 100, .reset = 0, .unit = "%"}, percent(visits_.heat_low)));
    io_table.add(number({"cost-high", "", "Cost at which the colors end"},
                        {.low = 0, .high = 100, .reset = 100, .unit = "%"}, percent(visits_.heat_high)));
    io_table.add(
        whole({"select-a", "", "Selects this node of A; one of each mesh: why the two overlap or not"}, nodes,
              request(&Pending::select, kA)));
    io_table.add(whole({"select-b", "", "Selects this node of B"}, nodes, request(&Pending::select, kB)));
    io_table.add(whole({"isolate-a", "", "Shows of A only what is below this node"}, nodes,
                       request(&Pending::isolate, kA)));
    io_table.add(whole({"isolate-b", "", "Shows of B only what is below this node"}, nodes,
                       request(&Pending::isolate, kB)));
    const SettingRange inner{.low = 1, .high = kMaxNodes}; // not the root
    io_table.add(
        whole({"hide-a", "", "Hides what is below this node of A"}, inner, request(&Pending::hide, kA)));
    io_table.add(
        whole({"hide-b", "", "Hides what is below this node of B"}, inner, request(&Pending::hide, kB)));
    io_table.add(whole(
        {"triangle-a", "", "Selects this triangle of A; one of each mesh: why the two intersect or not"},
        nodes, request(&Pending::triangle, kA)));
    io_table.add(
        whole({"triangle-b", "", "Selects this triangle of B"}, nodes, request(&Pending::triangle, kB)));
    const auto fault = [this](BodyId side) {
        return SettingAccess{{}, [this, side](double v) {
                                 wanted_fault_ = Fault{side, static_cast<std::uint32_t>(v)};
                             }};
    };
    io_table.add(whole({"fault-a", "", "Injects a fault: the volume of this node of A shrinks to half"},
                       nodes, fault(kA)));
    io_table.add(whole({"fault-b", "", "Injects a fault: the volume of this node of B shrinks to half"},
                       nodes, fault(kB)));
}

void PairLab::add_display_settings(SettingTable& io_table) {
    const auto look_again = [this] { is_stale_ = true; };
    const Show usual;
    io_table.group("Show");
    io_table.add(flag({"triangles", "Colliding triangles", "Paints the triangles that intersect"},
                      usual.triangles, member(show_.triangles)));
    io_table.add(
        flag({"contact-points", "Contact points",
              "Up to four points of each contact region, and an arrow along its normal with a length by its "
              "depth (Shift+C)"},
             false,
             {[this] { return contacts_.which == ContactView::Which::none ? 0.0 : 1.0; },
              [this, look_again](double v) {
                  contacts_.which = v == 0.0 ? ContactView::Which::none : ContactView::Which::selected;
                  look_again();
              }}));
    io_table.add(
        number({"contact-scale", "Arrow length",
                "Length of a contact arrow over the depth; auto fits the deepest to the meshes"},
               {.low = 0, .high = 1e4, .reset = 0, .unit = "× depth", .is_logarithmic = true, .zero = "auto"},
               member(contacts_.chosen_scale, look_again)));
    io_table.add(flag({"edges", "Mesh edges", "The edges of every triangle"}, usual.mesh_edges,
                      member(show_.mesh_edges)));
    io_table.add(
        flag({"hierarchy", "Hierarchy boxes", "The boxes that this query visited, at the depths below"},
             usual.hierarchy, member(show_.hierarchy, look_again)));
    io_table.add(flag({"pruned", "Pruned boxes", "Also boxes that were tested and found disjoint"},
                      usual.pruned, member(show_.pruned)));
    io_table.add(
        whole({"depth", "Depth", "Displayed levels of the hierarchy, root = 0 ([ and ]); turns boxes on"},
              {.low = 0, .high = kDeepest, .reset = kUsualDepth, .unit = "levels"},
              {[this] { return static_cast<double>(depth_low_); },
               [this](double v) {
                   depth_low_ = depth_high_ = static_cast<int>(v);
                   show_.hierarchy = true;
               }}));
    io_table.add(whole({"depth-high", "", "The last displayed level, where that is below depth"},
                       {.low = 0, .high = kDeepest, .reset = kUsualDepth, .unit = "levels"},
                       member(depth_high_)));
    io_table.add(choice({"slice", "Slice", "Cuts surfaces and boxes open across this axis of the world (C)"},
                        {{"none"}, {"x"}, {"y"}, {"z"}}, 0, member(slice_.axis))
                     .segmented());
    io_table.add(number({"slice-at", "Slice at", "Position of the cut along the boxes of both bodies"},
                        {.low = 0, .high = 100, .reset = 50, .unit = "%", .decimals = 1},
                        member(slice_.percent)));
    io_table.add(choice({"slice-keeps", "Keep", "Which side of the cut stays"}, {{"below"}, {"above"}}, 0,
                        member(slice_.keeps_above))
                     .segmented());
}

void PairLab::add_page_settings(SettingTable& io_table) {
    io_table.group("Side by side");
    io_table.add(free_text(
        {"compare-with", "",
         "Adds a view with another hierarchy: VOLUME/BUILDER/KIND/LEAF_SIZE/TEST; parts left out are "
         "as in the first"},
        [this](std::string_view text) {
            page_ = kSideBySide;
            return compared_.add_by_name(text, {wanted_, simulation_.world.settings.mesh_query.test});
        }));
    io_table.add(
        choice(
            {"follow", "Follow view",
             "View whose visit the inspector, the stack and the trees show; a click in a view also chooses "
             "it"},
            {{"1"}, {"2"}, {"3"}, {"4"}}, 0,
            {[this] {
                 const bool is_gone = !compared_.is_empty() && follow_ > compared_.count();
                 return is_gone ? 0.0 : static_cast<double>(follow_);
             },
             [this](double i) {
                 follow(static_cast<std::size_t>(i));
                 follow_ = static_cast<std::size_t>(i);
             }})
            .segmented());
    io_table.add(flag({"only", "", "Marks surfaces that only one of the hierarchies reached"}, false,
                      member(compared_.shows_only)));
    io_table.group("Pages");
    io_table.add(choice({"page", "", "Page at the bottom"},
                        {{"visits", "Visits"},
                         {"compare", "Compare"},
                         {"quality", "Quality"},
                         {"side-by-side", "Side by side"},
                         {"tumbling", "Tumbling"},
                         {"contacts", "Contacts"}},
                        0, member(page_, [this] { wants_tumbling_ = page_ == kTumbling; }))
                     .page());
    const auto tumble_again = [this] {
        page_ = kTumbling;
        wants_tumbling_ = true;
    };
    io_table.add(
        number({"distance-at", "Distance",
                "Between the centers of both meshes, over the sum of their radii; opens the page tumbling"},
               {.low = 0, .high = 120, .reset = Tumbling::kUsualDistance, .unit = "%"},
               member(tumbling_.distance_percent, tumble_again)));
    io_table.add(number(
        {"turn", "Turn",
         "Of B about z, and twice as far about x; opens the page tumbling. Playing turns B by "
         "the setting spin"},
        {.low = 0, .high = 360, .reset = 0, .unit = "°"}, member(tumbling_.turn_degrees, tumble_again)));
    io_table.add(choice({"compare", "", "Opens the page compare and measures with these varied"},
                        {{"volumes"}, {"builders"}, {"kinds"}, {"everything"}}, std::nullopt,
                        {{}, [this](double i) {
                             comparison_.choose(static_cast<CompareBy>(i));
                             page_ = 1;
                             wants_comparison_ = true;
                         }}));
    io_table.add(choice({"nodes-of", "", "Mesh whose nodes the page quality lists"}, {{"a"}, {"b"}}, 0,
                        member(quality_.side))
                     .page());
    io_table.add(choice({"nodes-by", "", "Column by which the page quality sorts them"},
                        options_of(kNodeOrderNames), static_cast<std::size_t>(NodeOrder::overlap),
                        {[this] { return static_cast<double>(quality_.order()); },
                         [this](double i) { quality_.sort_by(static_cast<NodeOrder>(i)); }})
                     .page());
    io_table.add(choice({"histogram", "", "Histogram of the page quality"},
                        {{"depths"}, {"sizes"}, {"overlaps"}}, 0, member(quality_.histogram))
                     .page());
}

Status PairLab::check_settings() const {
    const std::size_t hierarchies = compared_.count() + 1;
    if (follow_ >= hierarchies)
        return Error{"follow=" + std::to_string(follow_ + 1) + ": " + std::to_string(hierarchies) +
                     (hierarchies == 1 ? " hierarchy is shown" : " hierarchies are shown") +
                     "; --compare-with adds one"};
    if (tolerance_percent_ > 0.0 && !asks_distance_)
        return Error{"tolerance: of distances; --set distance=on asks for them"};
    if (compared_.shows_only && compared_.is_empty())
        return Error{"only=on: needs a second hierarchy to compare with; --compare-with adds one"};
    return visits_.check_wishes({sides_[kA].shape, sides_[kB].shape});
}

} // namespace boxwood
