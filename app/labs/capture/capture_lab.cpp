// The capture lab opens captures and shows their findings as frames.
#include "app/labs/capture/capture_lab.hpp"

#include "engine/draw/picking.hpp"
#include "engine/ui/text/format.hpp"

#include <array>
#include <memory>
#include <set>
#include <utility>

namespace boxwood {
namespace {

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
    LabAction{"visit.wrong", "Go to the visit that the finding names", "J"},
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

} // namespace

CaptureLab::CaptureLab()
    : Lab({*this, *this, *this, *this})
    , LabFrames({.speed = 1.0, .keeps_timeline = false}) {}

// --- opening ----------------------------------------------------------------------------------------------

Status CaptureLab::restart(std::uint64_t) {
    source_.open_later();
    return ok();
}

Status CaptureLab::take_meshes(std::vector<UserMesh> meshes) {
    return Error{meshes.front().name +
                 ": the capture lab opens captures (.mcap); open meshes in the pair lab"};
}

bool CaptureLab::show_example() {
    source_.choose_example();
    return true;
}

void CaptureLab::take_opened() {
    const Result<bool> is_opened = source_.take_opened();
    if (!is_opened) {
        notes_.push_back(is_opened.error().message);
    } else if (*is_opened) {
        if (const std::filesystem::path& file = source_.opened()->request.file; !file.empty())
            opened_files_.push_back(file);
        case_.forget_meshes();
        select(source_.opened()->first_wrong().value_or(0));
    }
}

void CaptureLab::take_requests() {
    if (!source_.opened() || source_.is_opening()) return;
    if (const auto number = std::exchange(requested_finding_, std::nullopt)) {
        const std::size_t count = source_.opened()->count();
        if (*number > count)
            notes_.push_back("finding " + std::to_string(*number) +
                             " does not exist; findings go from 1 to " + std::to_string(count));
        else
            select(*number - 1);
    }
    if (const auto visit = visits_.take_request()) {
        const std::size_t count = case_.seen().visits.size();
        if (*visit >= count)
            notes_.push_back("visit " + std::to_string(*visit) + " does not exist; the number of visits is " +
                             std::to_string(count));
        else
            visits_.go_to(*visit);
    }
}

void CaptureLab::update() {
    source_.start();
    take_opened();
    take_requests();
    quality_.take_result();
    if (page_ == Page::quality) quality_.start(case_, source_.share());
    if (std::exchange(is_framing_due_, false) && source_.opened()) frame_selection();
}

void CaptureLab::settle() {
    source_.start();
    source_.wait();
    take_opened();
    take_requests();
    if (page_ != Page::quality) return;
    quality_.start(case_, source_.share());
    quality_.wait();
    quality_.take_result();
}

// --- findings as frames ----------------------------------------------------------------------------------

FrameRange CaptureLab::range() const {
    if (!source_.opened() || source_.opened()->count() == 0) return {0, 0};
    return {1, source_.opened()->count()};
}

// The step is timed like the stages of other labs, because showing a finding can run a traversal of its trees.
void CaptureLab::step(Clock clock) {
    const double start_ms = clock ? clock() : 0.0;
    if (simulation_.frame < range().last) select(simulation_.frame); // the next one
    simulation_.output.times[Phase::highlight] = clock ? clock() - start_ms : 0.0;
}

bool CaptureLab::seek(std::uint64_t frame, Clock) {
    if (!range().has(frame)) return false;
    if (frame != simulation_.frame) select(frame - 1);
    return true;
}

void CaptureLab::refresh(Clock) {
    dirty_ = is_stale_ = false;
}

std::string CaptureLab::why_pause() {
    return simulation_.frame >= range().last ? "this is the last finding" : "";
}

void CaptureLab::select(std::size_t finding) {
    const OpenedCapture& opened = *source_.opened();
    simulation_.frame = opened.count() > 0 ? finding + 1 : 0;
    case_.show(opened, simulation_.frame > 0 ? &opened.finding(finding) : nullptr);
    const SeenCase& seen = case_.seen();
    const bool has_wrong_visit = case_.finding() && !seen.has_own_visits;
    visits_.show(seen.visits.size(), has_wrong_visit ? case_.finding()->evidence.visit : std::nullopt);
    measures_.show(seen);
    quality_.clear();
    hierarchies_.clear();
    is_framing_due_ = true;
}

CapturePicture CaptureLab::picture() const {
    const bool shows_visit = page_ == Page::trees && !case_.seen().visits.empty();
    return {case_, measures_, display_, shows_visit ? std::optional(visits_.index()) : std::nullopt};
}

// --- mouse ------------------------------------------------------------------------------------------------

bool CaptureLab::mouse(const ViewMouse& mouse) {
    if (mouse.gesture != MouseGesture::click || mouse.button != platform::MouseButton::left ||
        mouse.modifiers.alt)
        return false;
    pick_at(mouse);
    return true;
}

// Selects the leaf of the clicked triangle. If the hierarchy is drawn and the leaf is below the deepest drawn level,
// selects the leaf's ancestor on that level. A click on the background clears the selection.
void CaptureLab::pick_at(const ViewMouse& mouse) {
    draw::DrawList list;
    draw(list, draw::dark_palette());
    const std::optional<draw::Hit> hit = draw::pick(list, mouse.ray_w);
    if (!hit) return case_.pick(std::nullopt);
    const std::size_t object = hit->pick_id - 1;
    const NodeTable& table = case_.table(object);
    if (hit->triangle >= table.leaves.size() || table.leaves[hit->triangle] == NodeTable::kNone) return;
    std::uint32_t node = table.leaves[hit->triangle];
    while (display_.shows_hierarchy() && table.nodes[node].parent != NodeTable::kNone &&
           static_cast<int>(table.nodes[node].depth) > display_.depth_high())
        node = table.nodes[node].parent;
    case_.pick(SeenNode{object, node});
}

// --- verdicts ---------------------------------------------------------------------------------------------

std::optional<OracleStatus> CaptureLab::verdict() {
    const OpenedCapture* opened = source_.opened();
    if (!opened) return std::nullopt;
    const std::size_t wrong = opened->judged.count(judge::Outcome::wrong),
                      undecided = opened->judged.count(judge::Outcome::undecided);
    OracleStatus status{.agrees = wrong == 0, .text = {}, .tooltip = {}, .brief = {}};
    const std::string all = ui::format_count(opened->count());
    if (wrong > 0) {
        status.text = ui::format_count(wrong) + " of " + all + " wrong";
        status.tooltip = opened->finding(*opened->first_wrong()).text;
        status.brief = "wrong";
    } else {
        status.text =
            undecided > 0 ? ui::format_count(undecided) + " of " + all + " undecided" : "nothing wrong";
        status.tooltip = "The judge finds nothing wrong in " + all + " hierarchies, frames and queries.";
        status.brief = undecided > 0 ? "undecided" : "right";
    }
    return status;
}

std::optional<OracleTally> CaptureLab::tally() const {
    const OpenedCapture* opened = source_.opened();
    if (!opened) return std::nullopt;
    OracleTally tally;
    std::set<std::uint64_t> frames;
    for (const capture::QueryRecord& query : opened->capture.queries) frames.insert(query.frame);
    for (const capture::PairRecord& pairs : opened->capture.pairs) frames.insert(pairs.frame);
    tally.frames = tally.complete_frames = frames.size();
    tally.pairs = opened->judged.queries;
    tally.unchecked = opened->judged.count(judge::Outcome::undecided);
    tally.hierarchies = opened->judged.hierarchies;
    tally.wrong = opened->judged.count(judge::Outcome::wrong);
    if (const auto first = opened->first_wrong())
        tally.first_wrong = subject_of(opened->finding(*first)) + ": " + opened->finding(*first).text;
    return tally;
}

} // namespace boxwood
