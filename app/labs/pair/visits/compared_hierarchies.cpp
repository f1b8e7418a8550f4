#include "app/labs/pair/visits/compared_hierarchies.hpp"

#include "app/jobs/thread_clock.hpp"
#include "collision/hierarchy/all_kinds.hpp"
#include "collision/hierarchy/quality.hpp"
#include "engine/import/text_file.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace boxwood {
namespace {

constexpr int kRuns = 3;           // a time is the minimum over at most this number of runs
constexpr double kMaxTotal = 10.0; // ms; after this total time of all runs, no further run starts

double bytes_per_triangle(const ShapePair& shapes) {
    double bytes = 0.0, triangles = 0.0;
    for (const std::shared_ptr<Shape>& shape : shapes) {
        const auto count = static_cast<double>(shape->mesh().triangles.size());
        bytes += shape->hierarchy()->measure().bytes_per_primitive * count;
        triangles += count;
    }
    return triangles > 0.0 ? bytes / triangles : 0.0;
}

std::size_t visit_at(double share, std::size_t count) {
    return count == 0 ? 0 : static_cast<std::size_t>(std::lround(share * static_cast<double>(count - 1)));
}

double share_of(std::size_t visit, std::size_t count) {
    return count > 1 ? static_cast<double>(visit) / static_cast<double>(count - 1) : 0.0;
}

} // namespace

// --- the set of hierarchies -------------------------------------------------------------------------------

bool ComparedHierarchies::try_add(const HierarchyChoice& choice) {
    for (std::size_t index = 0; index < entries_.size(); ++index) {
        if (std::ranges::find(used_, index) != used_.end()) continue;
        used_.push_back(index);
        chosen_ = used_.size();
        entries_[index].wanted = choice;
        start_build(entries_[index]);
        return true;
    }
    return false;
}

void ComparedHierarchies::add(const HierarchyChoice& own) {
    std::vector<HierarchyChoice> taken;
    for (const std::size_t index : used_) taken.push_back(entries_[index].wanted);
    try_add(propose_hierarchy_choice(own, taken));
}

// Cancels the build, so its result is discarded.
void ComparedHierarchies::remove(std::size_t number) {
    Entry& removed = entry(number);
    removed.builder.cancel();
    removed.shapes = {};
    removed.visits.forget();
    removed.gallery = {};
    removed.row = {};
    ++revision_;
    used_.erase(used_.begin() + static_cast<std::ptrdiff_t>(number - 1));
    chosen_ = std::clamp<std::size_t>(chosen_, 1, std::max<std::size_t>(used_.size(), 1));
    is_changed_ = true;
}

Status ComparedHierarchies::add_by_name(std::string_view text, const HierarchyChoice& usual) {
    const Result<HierarchyChoice> choice = parse_hierarchy_choice(text, usual);
    if (!choice) return choice.error();
    if (!try_add(*choice))
        return Error{"compare-with '" + one_line(text, 80) + "': not added, because there is only room for " +
                     std::to_string(kMax) + " comparison views"};
    return ok();
}

void ComparedHierarchies::start_build(Entry& io_entry) {
    io_entry.error.clear();
    if (meshes_[0])
        io_entry.builder.start(
            [meshes = meshes_, config = io_entry.wanted.config] { return build_shape_pair(meshes, config); });
    is_changed_ = true;
}

void ComparedHierarchies::take_meshes(const ShapePair& meshes, const HierarchyConfig& config, bool are_new) {
    meshes_ = meshes;
    ++revision_;
    own_row_ = {};
    own_build_.job.cancel();
    own_build_.config = config;
    if (!are_new) return;
    for (const std::size_t index : used_) {
        entries_[index].shapes = {};
        entries_[index].visits.forget();
        entries_[index].row = {};
        start_build(entries_[index]);
    }
}

bool ComparedHierarchies::has_slot(std::size_t slot) const {
    return std::ranges::find(used_, slot - 1) != used_.end();
}

void ComparedHierarchies::wait() {
    for (const std::size_t index : used_) entries_[index].builder.wait();
    own_build_.job.wait();
}

// --- every frame ------------------------------------------------------------------------------------------

bool ComparedHierarchies::update() {
    if (!is_empty() && meshes_[0] && !own_row_.build_ms && !own_build_.job.is_busy())
        own_build_.job.start(
            [meshes = meshes_, config = own_build_.config] { return build_shape_pair(meshes, config); });
    if (const std::optional<Result<BuiltShapes>> built = own_build_.job.take_result())
        own_row_.build_ms = *built ? (*built)->ms : 0.0;
    for (const std::size_t index : used_)
        if (std::optional<Result<BuiltShapes>> outcome = entries_[index].builder.take_result())
            take_result(entries_[index], std::move(*outcome));
    return std::exchange(is_changed_, false);
}

void ComparedHierarchies::take_result(Entry& io_entry, Result<BuiltShapes> outcome) {
    is_changed_ = true;
    if (!outcome) {
        io_entry.error = outcome.error().message;
        notes_.push_back(name_of(io_entry.wanted) + ": " + io_entry.error);
        io_entry.shapes = {};
        io_entry.row = {};
        io_entry.visits.forget();
        return;
    }
    ++revision_;
    io_entry.shapes = std::move(outcome->shapes);
    io_entry.shown = io_entry.wanted;
    io_entry.gallery = {};
    for (const std::size_t side : {0u, 1u})
        io_entry.meshes[side] = io_entry.gallery.add_shape(io_entry.shapes[side]);
    io_entry.row = {};
    io_entry.row.build_ms = outcome->ms;
    io_entry.row.bytes_per_triangle = bytes_per_triangle(io_entry.shapes);
}

void ComparedHierarchies::record(const Scene& scene, const TraversalInspector& own) {
    if (is_empty()) return;
    ++revision_;
    own_row_.choice = {scene.config, scene.request.test};
    if (!own_row_.bytes_per_triangle || scene.config.kind == LazyBvh2Kind::kName) // a query splits lazy nodes
        own_row_.bytes_per_triangle = bytes_per_triangle(scene.shapes);
    own_row_.note(own.recording());
    for (const std::size_t index : used_) {
        Entry& entry = entries_[index];
        if (!entry.shapes[0]) continue;
        entry.shown.test = entry.wanted.test;
        QueryRequest request = scene.request;
        request.test = entry.shown.test;
        entry.visits.is_open = true;
        entry.visits.offers_faults = false; // faults can be injected only into the lab's own hierarchies
        entry.visits.record({{entry.shapes[0], entry.shapes[1]}, scene.world_from_shape, request});
        entry.verdicts = entry.visits.recording().node_verdicts();
        entry.row.choice = entry.shown;
        entry.row.note(entry.visits.recording());
        if (entry.shown.config.kind == LazyBvh2Kind::kName) // a query splits lazy nodes
            entry.row.bytes_per_triangle = bytes_per_triangle(entry.shapes);
    }
    std::vector<ComparedRow*> rows{&own_row_};
    for (const std::size_t index : used_) rows.push_back(&entries_[index].row);
    mark_reached_alone(rows);
}

void ComparedHierarchies::measure_times(const Scene& scene) {
    const auto take = [&](const ShapePair& shapes, OverlapTest test, ComparedRow& io_row) {
        io_row.query_ms = time_query(shapes, scene, test);
        io_row.is_traced = false;
    };
    take(scene.shapes, scene.request.test, own_row_);
    for (const std::size_t index : used_)
        if (entries_[index].row.has_result)
            take(entries_[index].shapes, entries_[index].shown.test, entries_[index].row);
}

double ComparedHierarchies::time_query(const ShapePair& shapes, const Scene& scene, OverlapTest test) {
    QueryRequest request = scene.request;
    request.test = test;
    const auto operand = [&](std::size_t side) {
        return MeshOperand{shapes[side]->mesh(), shapes[side]->hierarchy(), &scene.world_from_shape[side]};
    };
    QueryScratch scratch;
    QueryResult result;
    double min_ms = std::numeric_limits<double>::infinity(), total_ms = 0.0;
    for (int run = 0; run < kRuns && total_ms < kMaxTotal; ++run) {
        const double start = thread_milliseconds();
        require_ok(query_meshes(operand(0), operand(1), request, scratch, result));
        const double run_ms = thread_milliseconds() - start;
        min_ms = std::min(min_ms, run_ms);
        total_ms += run_ms;
    }
    return min_ms;
}

std::vector<const ComparedRow*> ComparedHierarchies::rows() const {
    std::vector<const ComparedRow*> rows;
    for (std::size_t number = 0; number <= count(); ++number) rows.push_back(&row(number));
    return rows;
}

void ComparedHierarchies::update_reach_colors(const draw::Palette& palette) const {
    if (marks_reached_alone) reach_colors_.paint(rows(), revision_, palette);
}

std::span<const draw::Color> ComparedHierarchies::reach_colors(std::size_t number, std::size_t side) const {
    if (!marks_reached_alone || is_empty() || !reach_colors_.is_painted(revision_)) return {};
    return reach_colors_.of(number, side);
}

// --- the common position -----------------------------------------------------------------------------------------

void ComparedHierarchies::follow(TraversalInspector& io_own) {
    if (is_empty()) return;
    const VisitPlayer& player = io_own.player();
    const std::array<std::size_t, 2> now{player.index(), player.size()};
    if (now != position_.own) {
        position_.own = now;
        position_.share = share_of(now[0], now[1]);
    }
    for (const std::size_t index : used_) {
        TraversalInspector& visits = entries_[index].visits;
        if (!visits.recording().has_visits()) continue;
        visits.copy_settings_from(io_own);
        visits.go_to(visit_at(position_.share, visits.player().size()));
        visits.update();
    }
}

void ComparedHierarchies::go_to_share(double share, TraversalInspector& io_own) {
    position_.share = share;
    io_own.go_to(visit_at(share, io_own.player().size()));
    position_.own = {io_own.player().index(), io_own.player().size()};
}

void ComparedHierarchies::lead(std::size_t number, TraversalInspector& io_own) {
    const VisitPlayer& player = entry(number).visits.player();
    go_to_share(share_of(player.index(), player.size()), io_own);
}

} // namespace boxwood
