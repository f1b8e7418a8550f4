#include "app/labs/capture/capture_lab.hpp"

#include "app/labs/capture/volume_outline.hpp"
#include "engine/draw/picking.hpp"
#include "engine/ui/text/format.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>

#include <glm/geometric.hpp>

namespace boxwood {
namespace {

using judge::Finding;
using judge::Outcome;

constexpr std::array kCaptureActions{
    LabAction{"finding.next-wrong", "Next wrong finding", "N"},
    LabAction{"finding.previous-wrong", "Previous wrong finding", "Shift+N"},
    LabAction{"finding.first-wrong", "First wrong finding", "Ctrl+N"},
    LabAction{"show.hierarchy", "Hierarchy boxes", "H"},
    LabAction{"depth.less", "Hierarchy depth down", "[", true},
    LabAction{"depth.more", "Hierarchy depth up", "]", true},
    LabAction{"node.parent", "Select the parent of the selected node", "Up", true},
    LabAction{"node.child", "Select the first child of the selected node", "Down", true},
    LabAction{"node.next", "Select the next sibling of the selected node", "X", true},
    LabAction{"visit.open", "Show the visits and the trees, or the findings", "V"},
    LabAction{"visit.back", "One visit back", "Left", true},
    LabAction{"visit.forward", "One visit on", "Right", true},
    LabAction{"visit.first", "First visit", "Home"},
    LabAction{"visit.last", "Last visit", "End"},
    LabAction{"visit.play", "Play the visits", "P"},
    LabAction{"visit.wrong", "The visit that the finding names", "J"},
    LabAction{"fault.none", "Remove the injected fault", ""},
};

const LabRegistration kCaptureRegistration(
    {.name = "capture",
     .title = "Captures",
     .question = "What did a collision program claim, and where did a wrong answer go wrong first?",
     .order = 60,
     .make = []() -> std::unique_ptr<Lab> { return std::make_unique<CaptureLab>(); },
     .actions = kCaptureActions,
     .own_files = {".mcap", "capture"},
     .starts_paused = true});

constexpr int kDeepestShown = 64;

} // namespace

CaptureLab::CaptureLab() {
    simulation_.settings.speed = 1.0;
    timeline_ = Timeline(0);
}

// --- opening ----------------------------------------------------------------------------------------------

Status CaptureLab::restart(std::uint64_t) {
    open_later();
    return ok();
}

Status CaptureLab::take_meshes(std::vector<UserMesh> meshes) {
    return Error{meshes.front().name +
                 ": the capture lab opens captures (.mcap); meshes open in the pair lab"};
}

std::string CaptureLab::fault_text() const {
    if (fault_ == 0) return {};
    std::string text(judge::list_faults()[fault_ - 1].name);
    if (fault_node_) text += "@" + std::to_string(*fault_node_);
    return text;
}

void CaptureLab::start_opening() {
    wants_open_ = false;
    wanted_.fault = fault_text();
    opener_.start([request = wanted_](auto& control) {
        return open_capture(request, [&control](std::size_t done, std::size_t all) {
            control.set_progress(all == 0 ? 0.0 : static_cast<double>(done) / static_cast<double>(all));
            return !control.is_cancelled();
        });
    });
}

// What cannot be opened leaves the picture as it is, and the settings say so again.
void CaptureLab::take_opened() {
    std::optional<Result<std::shared_ptr<const OpenedCapture>>> result = opener_.take_result();
    if (!result) return;
    if (!*result) {
        notes_.push_back(result->error().message);
        if (!opened_) return;
        wanted_ = opened_->request;
        fault_ = 0;
        fault_node_.reset();
        if (wanted_.fault.empty()) return;
        const judge::FaultRequest kept = require_ok(judge::parse_fault(wanted_.fault));
        for (std::size_t i = 0; i < judge::list_faults().size(); ++i)
            if (judge::list_faults()[i].name == kept.name) fault_ = i + 1;
        fault_node_ = kept.node;
        return;
    }
    opened_ = **result;
    meshes_.clear();
    select(opened_->first_wrong().value_or(0));
}

void CaptureLab::take_wanted_finding() {
    if (!opened_ || opener_.is_busy() || wants_open_ || !wanted_finding_) return;
    const std::uint64_t wanted = *std::exchange(wanted_finding_, std::nullopt);
    if (wanted > opened_->count())
        notes_.push_back("finding " + std::to_string(wanted) + " is not there: they go from 1 to " +
                         std::to_string(opened_->count()));
    else
        select(wanted - 1);
}

void CaptureLab::take_wanted_visit() {
    if (!opened_ || opener_.is_busy() || wants_open_ || !wanted_visit_) return;
    const std::size_t wanted = *std::exchange(wanted_visit_, std::nullopt);
    if (wanted >= seen_.visits.size())
        notes_.push_back("visit " + std::to_string(wanted) + " is not there: the number of visits is " +
                         std::to_string(seen_.visits.size()));
    else
        go_to_visit(wanted);
}

void CaptureLab::update() {
    if (wants_open_) start_opening();
    take_opened();
    take_wanted_finding();
    take_wanted_visit();
    if (std::optional<RecordedComparison> made = comparer_.take_result()) comparison_ = std::move(*made);
    if (page_ == kQuality) compare_later();
    if (std::exchange(wants_frame_, false) && opened_) frame_selection();
}

void CaptureLab::settle() {
    if (wants_open_) start_opening();
    opener_.wait();
    take_opened();
    take_wanted_finding();
    take_wanted_visit();
    if (page_ != kQuality) return;
    compare_later();
    comparer_.wait();
    if (std::optional<RecordedComparison> made = comparer_.take_result()) comparison_ = std::move(*made);
}

Status CaptureLab::check_settings() const {
    return ok();
}

Presentation CaptureLab::presentation() const {
    constexpr float kWideShare = 0.6f;
    Presentation presentation{.scene = opened_ ? opened_->name : std::string("capture"),
                              .length = 0,
                              .hint = "drag orbits · wheel zooms · F focuses · N next wrong finding",
                              .details_share = kWideShare,
                              .is_animating = is_playing_visits_ || wants_open_ || opener_.is_busy() ||
                                              comparer_.is_busy()};
    if (opener_.is_busy())
        presentation.progress =
            "Judging " +
            (wanted_.file.empty() ? std::string("the built-in case") : wanted_.file.filename().string()) +
            " · " + ui::format_percent(opener_.progress(), 0) + " · " +
            ui::format_fixed(opener_.seconds(), 1) + " s";
    if (const std::optional<Focus> small = focus_of_selection(); small && !stressed_.is_empty)
        presentation.magnified = small;
    return presentation;
}

bool CaptureLab::show_example() {
    if (wanted_.file.empty() && fault_ == 0) fault_ = 1;
    open_later();
    return true;
}

// --- findings are frames ----------------------------------------------------------------------------------

const Finding* CaptureLab::finding() const {
    return opened_ && simulation_.frame > 0 ? &opened_->finding(shown_index()) : nullptr;
}

FrameRange CaptureLab::frame_range() const {
    if (!opened_ || opened_->count() == 0) return {0, 0};
    return {1, opened_->count()};
}

// Timed, as the stages of other labs are: what a finding is about may have to be walked.
void CaptureLab::step(Clock clock) {
    const double from = clock ? clock() : 0.0;
    if (simulation_.frame < frame_range().last) select(simulation_.frame); // the next one
    simulation_.output.times[Phase::highlight] = clock ? clock() - from : 0.0;
}

bool CaptureLab::seek(std::uint64_t frame, Clock) {
    if (!frame_range().has(frame)) return false;
    if (frame != simulation_.frame) select(frame - 1);
    return true;
}

void CaptureLab::refresh(Clock) {
    dirty_ = is_stale_ = false;
}

std::string CaptureLab::why_pause() {
    return simulation_.frame >= frame_range().last ? "the last finding" : "";
}

void CaptureLab::select(std::size_t finding) {
    simulation_.frame = opened_->count() > 0 ? finding + 1 : 0;
    look_at_finding();
    wants_frame_ = true;
}

void CaptureLab::look_at_finding() {
    const Finding* now = finding();
    picked_.reset();
    hovered_.reset();
    ++revision_;
    seen_ = now ? see_case(*opened_, *now) : SeenCase{};
    stressed_ = now ? stressed_by(*now) : Stressed{};
    visit_ = now && now->evidence.visit && !seen_.is_walked ? *now->evidence.visit : 0;
    if (visit_ >= seen_.visits.size()) visit_ = 0;
    is_playing_visits_ = false;
    find_tops();
    measure_trees();
    comparer_.cancel();
    comparison_.reset();
    own_meshes_.reset();
    if (now && now->node && seen_.guilty) picked_ = NodeOf{*seen_.guilty, *now->node};
}

const NodeTable& CaptureLab::table_of(std::size_t object) const {
    static const NodeTable none;
    const bool has_one =
        object < std::min<std::size_t>(seen_.objects.size(), 2) && seen_.objects[object].recorded;
    return has_one ? seen_.objects[object].recorded->table : none;
}

// What the visits say of the nodes.
void CaptureLab::measure_trees() {
    for (std::size_t i = 0; i < 2; ++i) {
        const std::size_t nodes = table_of(i).nodes.size();
        level_counts_[i].assign(table_of(i).deepest + 1, 0);
        for (const NodeTable::Node& node : table_of(i).nodes)
            if (node.count > 0) ++level_counts_[i][node.depth];
        node_verdicts_[i].assign(seen_.visits.empty() ? 0 : nodes, 0);
        first_visits_[i].assign(seen_.visits.empty() ? 0 : nodes, seen_.visits.size());
        for (std::size_t v = 0; v < seen_.visits.size(); ++v) {
            const Visit& visit = seen_.visits[v];
            const std::uint32_t node = i == 0 ? visit.a : visit.b;
            if (visit.kind == VisitKind::primitive_pair || node >= nodes) continue;
            node_verdicts_[i][node] = std::max<std::uint8_t>(node_verdicts_[i][node], visit.verdict ? 2 : 1);
            first_visits_[i][node] = std::min(first_visits_[i][node], v);
        }
    }
    measure_nodes();
}

void CaptureLab::measure_nodes() {
    ++revision_;
    highest_ = 0.0f;
    for (std::size_t i = 0; i < 2; ++i) {
        const NodeTable& table = table_of(i);
        std::vector<float>& values = values_[i];
        values.assign(table.nodes.size(), -1.0f);
        if (table.nodes.empty()) continue;
        const RecordedTree& tree = *seen_.objects[i].recorded;
        if (measure_ == Measure::area) values = tree.area;
        if (measure_ == Measure::overlap) values = tree.overlap;
        if (measure_ == Measure::depth)
            for (std::size_t node = 0; node < values.size(); ++node)
                if (table.nodes[node].count > 0) values[node] = static_cast<float>(table.nodes[node].depth);
        if (measure_ == Measure::visits)
            for (const Visit& visit : seen_.visits) {
                const std::uint32_t node = i == 0 ? visit.a : visit.b;
                if (visit.kind == VisitKind::primitive_pair || node >= values.size()) continue;
                values[node] = std::max(values[node], 0.0f) + 1.0f;
            }
        for (const float value : values)
            if (std::isfinite(value)) highest_ = std::max(highest_, value);
    }
}

void CaptureLab::go_to_visit(std::size_t visit) {
    if (!seen_.visits.empty()) visit_ = std::min(visit, seen_.visits.size() - 1);
}

// The comparison with trees of our own, off the frame.
void CaptureLab::compare_later() {
    if (comparison_ || comparer_.is_busy() || !seen_.is_of_pair()) return;
    comparer_.start([seen = seen_, owner = opened_](auto&) { return compare_with_ours(seen); });
}

void CaptureLab::pick(std::optional<NodeOf> node) {
    picked_ = node;
}

// --- what the picture stresses ------------------------------------------------------------------------------

void CaptureLab::Stressed::add(const glm::dvec3& point_w) {
    if (!std::isfinite(point_w.x + point_w.y + point_w.z)) return;
    lower_w = is_empty ? point_w : glm::min(lower_w, point_w);
    upper_w = is_empty ? point_w : glm::max(upper_w, point_w);
    is_empty = false;
}

bool CaptureLab::has_triangle(const TriangleOf& of) const {
    return of.object < seen_.objects.size() &&
           of.triangle < seen_.objects[of.object].mesh->triangle_count() &&
           judge::mesh_defect(*seen_.objects[of.object].mesh).empty();
}

std::array<glm::dvec3, 3> CaptureLab::triangle_w(const TriangleOf& of) const {
    const SeenObject& object = seen_.objects[of.object];
    std::array<glm::dvec3, 3> corners{};
    for (std::size_t corner = 0; corner < 3; ++corner)
        corners[corner] =
            object.world_from_mesh *
            judge::vertex_of(*object.mesh, object.mesh->triangles[3 * std::size_t{of.triangle} + corner]);
    return corners;
}

void CaptureLab::add_overhang(std::size_t object, std::uint32_t node, std::uint32_t triangle,
                              Stressed& io_stressed) const {
    const SeenObject& seen = seen_.objects[object];
    if (seen.tree == nullptr || !has_triangle({object, triangle})) return;
    const auto found = seen.tree->shortfall_of(node, triangle);
    if (!found || !std::isfinite(found->excess.length)) return;
    const judge::Excess& excess = found->excess;
    Overhang overhang{.length = excess.length, .side = excess.side, .unit = seen.tree->record->length_unit};
    overhang.corner_w = seen.world_from_mesh * excess.point;
    overhang.surface_w = seen.world_from_mesh * (excess.point - excess.length * excess.outward);
    const glm::dvec3 outward_w = seen.world_from_mesh.linear * excess.outward;
    const double length = glm::length(outward_w);
    if (length > 0.0) overhang.outward_w = outward_w / length;
    io_stressed.add(overhang.corner_w);
    io_stressed.overhang = overhang;
}

CaptureLab::Stressed CaptureLab::stressed_by(const Finding& finding) const {
    constexpr std::size_t kMaxTriangles = 50; // below a node without a volume
    Stressed stressed;
    const judge::Evidence& evidence = finding.evidence;
    const auto add_node = [&](std::size_t object, std::uint32_t node) {
        const NodeOf of{object, node};
        const bool is_known =
            std::find(stressed.nodes.begin(), stressed.nodes.end(), of) != stressed.nodes.end();
        if (!is_known && object < seen_.objects.size() && seen_.objects[object].tree != nullptr)
            stressed.nodes.push_back(of);
    };
    const auto add_triangle = [&](std::size_t object, std::uint32_t triangle) {
        const TriangleOf of{object, triangle};
        if (!has_triangle(of)) return;
        stressed.triangles.push_back(of);
        for (const glm::dvec3& corner : triangle_w(of)) stressed.add(corner);
    };
    if (seen_.guilty && finding.node) {
        add_node(*seen_.guilty, *finding.node);
        if (evidence.triangle) add_overhang(*seen_.guilty, *finding.node, *evidence.triangle, stressed);
        const judge::JudgedHierarchy* tree = seen_.objects[*seen_.guilty].tree;
        const NodeTable& table = table_of(*seen_.guilty);
        // Without a volume of its own: what lies below it, and the volume of its parent.
        if (tree && !tree->volumes.has(*finding.node) && table.has(*finding.node)) {
            const std::span<const std::uint32_t> below = table.primitives_below(*finding.node);
            for (std::size_t i = 0; i < std::min(below.size(), kMaxTriangles); ++i)
                add_triangle(*seen_.guilty, below[i]);
            if (table.nodes[*finding.node].parent != NodeTable::kNone)
                add_node(*seen_.guilty, table.nodes[*finding.node].parent);
        }
    }
    if (seen_.guilty && evidence.triangle) add_triangle(*seen_.guilty, *evidence.triangle);
    if (seen_.is_of_pair()) {
        for (std::size_t side = 0; side < 2; ++side) {
            if (evidence.nodes) add_node(side, (*evidence.nodes)[side]);
            if (evidence.triangles) add_triangle(side, (*evidence.triangles)[side]);
        }
        const capture::QueryRecord& query = *seen_.query;
        if (query.witness_a.size() == 3 && query.witness_b.size() == 3)
            stressed.claimed_w = {{glm::dvec3(query.witness_a[0], query.witness_a[1], query.witness_a[2]),
                                   glm::dvec3(query.witness_b[0], query.witness_b[1], query.witness_b[2])}};
    }
    stressed.exact_w = evidence.closest_w;
    for (const auto& points : {stressed.exact_w, stressed.claimed_w})
        if (points)
            for (const glm::dvec3& point : *points) stressed.add(point);
    for (const NodeOf& of : stressed.nodes) {
        const SeenObject& object = seen_.objects[of.object];
        for (const auto& shape : object.tree->volumes.shapes(of.node))
            outline_volume(shape, [&](const glm::dvec3& from, const glm::dvec3& to) {
                stressed.add(object.world_from_mesh * from);
                stressed.add(object.world_from_mesh * to);
            });
    }
    // Of the broad phase: the bodies that touch.
    if (evidence.bodies)
        for (const SeenObject& object : seen_.objects)
            if (object.body == (*evidence.bodies)[0] || object.body == (*evidence.bodies)[1])
                for (std::uint32_t v = 0; v < object.mesh->vertex_count(); ++v)
                    stressed.add(object.world_from_mesh * judge::vertex_of(*object.mesh, v));
    return stressed;
}

// --- actions ------------------------------------------------------------------------------------------------

bool CaptureLab::act(std::string_view action) {
    if (!why_unavailable(action).empty()) return false;
    if (action == "finding.next-wrong" || action == "finding.previous-wrong") {
        if (const auto next = opened_->next_wrong(shown_index(), action == "finding.next-wrong"))
            select(*next);
    } else if (action == "finding.first-wrong") {
        if (const auto first = opened_->first_wrong()) select(*first);
    } else if (action == "show.hierarchy") {
        show_.hierarchy = !show_.hierarchy;
    } else if (action == "depth.less" || action == "depth.more") {
        const int by = action == "depth.more" ? 1 : -1;
        show_.hierarchy = true;
        show_.depth_low = std::clamp(show_.depth_low + by, 0, kDeepestShown);
        show_.depth_high = std::clamp(show_.depth_high + by, show_.depth_low, kDeepestShown);
    } else if (action == "node.parent" || action == "node.child" || action == "node.next") {
        const NodeTable::Node& node = table_of(picked_->object).nodes[picked_->node];
        picked_->node = action == "node.parent"  ? node.parent
                        : action == "node.child" ? node.first_child
                                                 : node.next_sibling;
    } else if (action == "visit.open") {
        page_ = page_ == kTrees ? kFindings : kTrees;
    } else if (action == "visit.play") {
        if (!is_playing_visits_ && visit_ + 1 >= seen_.visits.size()) visit_ = 0;
        is_playing_visits_ = !is_playing_visits_;
        page_ = kTrees;
    } else if (action.starts_with("visit.")) {
        page_ = kTrees;
        is_playing_visits_ = false;
        go_to_visit(action == "visit.back"      ? visit_ - 1
                    : action == "visit.forward" ? visit_ + 1
                    : action == "visit.first"   ? 0
                    : action == "visit.last"    ? seen_.visits.size() - 1
                                                : *finding()->evidence.visit);
    } else if (action == "fault.none") {
        fault_ = 0;
        fault_node_.reset();
        open_later();
    } else if (action == "select.none") {
        pick(std::nullopt);
    } else {
        return false;
    }
    return true;
}

std::string CaptureLab::why_unavailable(std::string_view action) const {
    if (action == "play.speed") return "The frames of a capture are its findings.";
    if (action == "play.seed") return "Nothing in a capture is random.";
    if (action.starts_with("finding.")) {
        if (!opened_) return "No capture is judged yet.";
        if (!opened_->first_wrong()) return "Nothing is wrong in this capture.";
        if (action == "finding.next-wrong" && !opened_->next_wrong(shown_index(), true))
            return "No later finding is wrong.";
        if (action == "finding.previous-wrong" && !opened_->next_wrong(shown_index(), false))
            return "No earlier finding is wrong.";
        if (action == "finding.first-wrong" && opened_->first_wrong() == shown_index())
            return "The first wrong finding is on screen.";
    }
    if (action == "show.hierarchy" || action.starts_with("depth."))
        if (table_of(0).nodes.empty() && table_of(1).nodes.empty())
            return "No hierarchy is recorded for what is on screen.";
    if (action == "depth.less" && show_.depth_low == 0) return "The root is shown.";
    if (action == "depth.more" && show_.depth_high == kDeepestShown) return "No deeper level can be shown.";
    if (action.starts_with("node.")) {
        if (!picked_ || !table_of(picked_->object).has(picked_->node)) return "No node is selected.";
        const NodeTable::Node& node = table_of(picked_->object).nodes[picked_->node];
        if (action == "node.parent" && node.parent == NodeTable::kNone) return "A root has no parent.";
        if (action == "node.child" && node.first_child == NodeTable::kNone) return "A leaf has no children.";
        if (action == "node.next" && node.next_sibling == NodeTable::kNone) return "It is the last child.";
    }
    if (action.starts_with("visit.") && action != "visit.open") {
        if (seen_.visits.empty()) return "The visits of this query are not recorded.";
        if ((action == "visit.back" || action == "visit.first") && visit_ == 0 && page_ == kTrees)
            return "It is the first visit.";
        if ((action == "visit.forward" || action == "visit.last") && visit_ + 1 == seen_.visits.size() &&
            page_ == kTrees)
            return "It is the last visit.";
        if (action == "visit.back" && visit_ == 0) return "It is the first visit.";
        if (action == "visit.wrong" && (!finding()->evidence.visit || seen_.is_walked))
            return "The finding names no visit.";
        if (action == "visit.wrong" && page_ == kTrees && visit_ == finding()->evidence.visit)
            return "The visit that the finding names is on screen.";
    }
    if (action == "fault.none" && fault_ == 0) return "No fault is injected.";
    if (action == "show.triangles") return "The lab shows the triangles that its finding is about.";
    return Lab::why_unavailable(action);
}

bool CaptureLab::mouse(const ViewMouse& mouse) {
    return mouse.gesture == MouseGesture::click && mouse.button == platform::MouseButton::left &&
           !mouse.modifiers.alt && mouse_on_mesh(mouse);
}

// Selects the leaf that holds the triangle, or its ancestor at the greatest depth on screen.
bool CaptureLab::mouse_on_mesh(const ViewMouse& mouse) {
    draw::DrawList list;
    draw(list, draw::dark_palette());
    const std::optional<draw::Hit> hit = draw::pick(list, mouse.ray_w);
    if (!hit) {
        pick(std::nullopt);
        return true;
    }
    const std::size_t object = hit->pick_id - 1;
    const NodeTable& table = table_of(object);
    if (hit->triangle >= table.leaves.size() || table.leaves[hit->triangle] == NodeTable::kNone) return true;
    std::uint32_t node = table.leaves[hit->triangle];
    while (show_.hierarchy && table.nodes[node].parent != NodeTable::kNone &&
           static_cast<int>(table.nodes[node].depth) > show_.depth_high)
        node = table.nodes[node].parent;
    pick(NodeOf{object, node});
    return true;
}

// --- reports ------------------------------------------------------------------------------------------------

std::optional<OracleStatus> CaptureLab::verdict() {
    if (!opened_) return std::nullopt;
    const std::size_t wrong = opened_->judged.count(Outcome::wrong),
                      open = opened_->judged.count(Outcome::undecided);
    OracleStatus status{.agrees = wrong == 0, .text = {}, .tooltip = {}, .brief = {}};
    const std::string all = ui::format_count(opened_->count());
    if (wrong > 0) {
        status.text = ui::format_count(wrong) + " of " + all + " wrong";
        status.tooltip = opened_->finding(*opened_->first_wrong()).text;
        status.brief = "wrong";
    } else {
        status.text = open > 0 ? ui::format_count(open) + " of " + all + " undecided" : "nothing wrong";
        status.tooltip = "The judge finds nothing wrong in " + all + " hierarchies, frames and queries.";
        status.brief = open > 0 ? "undecided" : "right";
    }
    return status;
}

std::optional<OracleTally> CaptureLab::judged() const {
    if (!opened_) return std::nullopt;
    OracleTally tally;
    std::set<std::uint64_t> frames;
    for (const capture::QueryRecord& query : opened_->capture.queries) frames.insert(query.frame);
    for (const capture::PairRecord& pairs : opened_->capture.pairs) frames.insert(pairs.frame);
    tally.frames = tally.complete_frames = frames.size();
    tally.pairs = opened_->judged.queries;
    tally.unchecked = opened_->judged.count(Outcome::undecided);
    tally.hierarchies = opened_->judged.hierarchies;
    tally.wrong = opened_->judged.count(Outcome::wrong);
    if (const auto first = opened_->first_wrong())
        tally.first_wrong = subject_of(opened_->finding(*first)) + ": " + opened_->finding(*first).text;
    return tally;
}

} // namespace boxwood
