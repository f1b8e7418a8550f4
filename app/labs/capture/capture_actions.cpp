// The actions of the capture lab, and the reasons why an action has no effect.
#include "app/labs/capture/capture_lab.hpp"

namespace boxwood {

bool CaptureLab::act(std::string_view action) {
    if (!why_unavailable(action).empty()) return false;
    if (action == "finding.next-wrong" || action == "finding.previous-wrong") {
        if (const auto next = source_.opened()->next_wrong(shown_index(), action == "finding.next-wrong"))
            select(*next);
    } else if (action == "finding.first-wrong") {
        if (const auto first = source_.opened()->first_wrong()) select(*first);
    } else if (action == "show.hierarchy") {
        display_.toggle_hierarchy();
    } else if (action == "depth.less" || action == "depth.more") {
        display_.move_depths(action == "depth.more" ? 1 : -1);
    } else if (action == "node.parent" || action == "node.child" || action == "node.next") {
        const NodeTable::Node& node = *case_.picked_node();
        case_.pick(SeenNode{case_.picked()->object, action == "node.parent"  ? node.parent
                                                    : action == "node.child" ? node.first_child
                                                                             : node.next_sibling});
    } else if (action == "visit.open") {
        page_ = page_ == Page::trees ? Page::findings : Page::trees;
    } else if (action == "visit.play") {
        visits_.toggle_playing();
        page_ = Page::trees;
    } else if (action.starts_with("visit.")) {
        page_ = Page::trees;
        visits_.go_to(action == "visit.back"      ? visits_.index() - 1
                      : action == "visit.forward" ? visits_.index() + 1
                      : action == "visit.first"   ? 0
                      : action == "visit.last"    ? case_.seen().visits.size() - 1
                                                  : *case_.finding()->evidence.visit);
    } else if (action == "fault.none") {
        source_.remove_fault();
    } else if (action == "select.none") {
        case_.pick(std::nullopt);
    } else {
        return false;
    }
    return true;
}

std::string CaptureLab::why_unavailable(std::string_view action) const {
    if (action == "play.speed") return "The frames of a capture are its findings, which have no speed.";
    if (action == "play.seed") return "A capture uses no random numbers.";
    std::string reason;
    if (action.starts_with("finding.")) reason = why_no_finding(action);
    if (action.starts_with("node.")) reason = why_no_node(action);
    if (action.starts_with("visit.") && action != "visit.open") reason = why_no_visit(action);
    if (!reason.empty()) return reason;
    if (action == "show.hierarchy" || action.starts_with("depth."))
        if (case_.table(0).nodes.empty() && case_.table(1).nodes.empty())
            return "No hierarchy is recorded for the objects on screen.";
    if (action == "depth.less" && display_.depth_low() == 0) return "The root is already shown.";
    if (action == "depth.more" && display_.depth_high() == CaptureDisplay::kMaxDepth)
        return "No deeper level can be shown.";
    if (action == "fault.none" && !source_.fault()) return "No fault is injected.";
    if (action == "show.triangles") return "The capture lab always shows the triangles of the finding.";
    return Lab::why_unavailable(action);
}

std::string CaptureLab::why_no_finding(std::string_view action) const {
    const OpenedCapture* opened = source_.opened();
    if (!opened) return "No capture has been judged yet.";
    if (!opened->first_wrong()) return "Nothing is wrong in this capture.";
    if (action == "finding.next-wrong" && !opened->next_wrong(shown_index(), true))
        return "No later finding is wrong.";
    if (action == "finding.previous-wrong" && !opened->next_wrong(shown_index(), false))
        return "No earlier finding is wrong.";
    if (action == "finding.first-wrong" && opened->first_wrong() == shown_index())
        return "The first wrong finding is already on screen.";
    return {};
}

std::string CaptureLab::why_no_node(std::string_view action) const {
    const NodeTable::Node* node = case_.picked_node();
    if (!node) return "No node is selected.";
    if (action == "node.parent" && node->parent == NodeTable::kNone) return "A root has no parent.";
    if (action == "node.child" && node->first_child == NodeTable::kNone) return "A leaf has no children.";
    if (action == "node.next" && node->next_sibling == NodeTable::kNone) return "This is the last child.";
    return {};
}

std::string CaptureLab::why_no_visit(std::string_view action) const {
    const bool is_shown = page_ == Page::trees;
    if (case_.seen().visits.empty()) return "The visits of this query are not recorded.";
    if (visits_.is_first() && (action == "visit.back" || (action == "visit.first" && is_shown)))
        return "This is the first visit.";
    if (visits_.is_last() && (action == "visit.forward" || action == "visit.last") && is_shown)
        return "This is the last visit.";
    if (action != "visit.wrong") return {};
    const std::optional<std::uint64_t> wrong = case_.finding()->evidence.visit;
    if (!wrong || case_.seen().has_own_visits) return "The finding names no visit.";
    if (is_shown && visits_.index() == wrong) return "The visit that the finding names is already on screen.";
    return {};
}

} // namespace boxwood
