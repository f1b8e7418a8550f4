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

constexpr int kRuns = 3;           // takes the minimum of so many times
constexpr double kPatience = 10.0; // milliseconds, after which no further run starts

double bytes_per_triangle(const ShapePair& shapes) {
    double bytes = 0.0, triangles = 0.0;
    for (const std::shared_ptr<Shape>& shape : shapes) {
        const auto count = static_cast<double>(shape->mesh().triangles.size());
        bytes += shape->hierarchy()->measure().bytes_per_primitive * count;
        triangles += count;
    }
    return triangles > 0.0 ? bytes / triangles : 0.0;
}

std::size_t place_at(double share, std::size_t count) {
    return count == 0 ? 0 : static_cast<std::size_t>(std::lround(share * static_cast<double>(count - 1)));
}

double share_of(std::size_t place, std::size_t count) {
    return count > 1 ? static_cast<double>(place) / static_cast<double>(count - 1) : 0.0;
}

} // namespace

// --- the set of hierarchies -------------------------------------------------------------------------------

bool ComparedHierarchies::try_add(const HierarchyChoice& choice) {
    for (std::size_t slot = 0; slot < rivals_.size(); ++slot) {
        if (std::ranges::find(used_, slot) != used_.end()) continue;
        used_.push_back(slot);
        chosen_ = used_.size();
        rivals_[slot].wanted = choice;
        order(rivals_[slot]);
        return true;
    }
    return false;
}

void ComparedHierarchies::add(const HierarchyChoice& own) {
    std::vector<HierarchyChoice> taken;
    for (const std::size_t slot : used_) taken.push_back(rivals_[slot].wanted);
    try_add(propose_hierarchy_choice(own, taken));
}

// The slot's builder may still run; its result is discarded.
void ComparedHierarchies::remove(std::size_t number) {
    Rival& gone = rival(number);
    gone.builder.cancel();
    gone.shapes = {};
    gone.visits.forget();
    gone.gallery = {};
    gone.row = {};
    ++revision_;
    used_.erase(used_.begin() + static_cast<std::ptrdiff_t>(number - 1));
    chosen_ = std::clamp<std::size_t>(chosen_, 1, std::max<std::size_t>(used_.size(), 1));
    is_changed_ = true;
}

Status ComparedHierarchies::add_by_name(std::string_view text, const HierarchyChoice& usual) {
    const Result<HierarchyChoice> choice = parse_hierarchy_choice(text, usual);
    if (!choice) return choice.error();
    if (!try_add(*choice))
        return Error{"compare-with '" + one_line(text, 80) + "': there is room for " + std::to_string(kMax)};
    return ok();
}

void ComparedHierarchies::order(Rival& io_rival) {
    io_rival.error.clear();
    if (meshes_[0])
        io_rival.builder.start(
            [meshes = meshes_, config = io_rival.wanted.config] { return build_shape_pair(meshes, config); });
    is_changed_ = true;
}

void ComparedHierarchies::take_meshes(const ShapePair& meshes, const HierarchyConfig& config, bool are_new) {
    meshes_ = meshes;
    ++revision_;
    own_ = {};
    own_build_.job.cancel();
    own_build_.config = config;
    if (!are_new) return;
    for (const std::size_t slot : used_) {
        rivals_[slot].shapes = {};
        rivals_[slot].visits.forget();
        rivals_[slot].row = {};
        order(rivals_[slot]);
    }
}

bool ComparedHierarchies::has_slot(std::size_t slot) const {
    return std::ranges::find(used_, slot - 1) != used_.end();
}

void ComparedHierarchies::wait() {
    for (const std::size_t slot : used_) rivals_[slot].builder.wait();
    own_build_.job.wait();
}

// --- every frame ------------------------------------------------------------------------------------------

bool ComparedHierarchies::update() {
    if (!is_empty() && meshes_[0] && !own_.build_ms && !own_build_.job.is_busy())
        own_build_.job.start(
            [meshes = meshes_, config = own_build_.config] { return build_shape_pair(meshes, config); });
    if (const std::optional<Result<BuiltShapes>> built = own_build_.job.take_result())
        own_.build_ms = *built ? (*built)->ms : 0.0;
    for (const std::size_t slot : used_)
        if (std::optional<Result<BuiltShapes>> outcome = rivals_[slot].builder.take_result())
            take_result(rivals_[slot], std::move(*outcome));
    return std::exchange(is_changed_, false);
}

void ComparedHierarchies::take_result(Rival& io_rival, Result<BuiltShapes> outcome) {
    is_changed_ = true;
    if (!outcome) {
        io_rival.error = outcome.error().message;
        notes_.push_back(name_of(io_rival.wanted) + ": " + io_rival.error);
        io_rival.shapes = {};
        io_rival.row = {};
        io_rival.visits.forget();
        return;
    }
    ++revision_;
    io_rival.shapes = std::move(outcome->shapes);
    io_rival.shown = io_rival.wanted;
    io_rival.gallery = {};
    for (const std::size_t side : {0u, 1u})
        io_rival.meshes[side] = io_rival.gallery.add_shape(io_rival.shapes[side]);
    io_rival.row = {};
    io_rival.row.build_ms = outcome->ms;
    io_rival.row.bytes_per_triangle = bytes_per_triangle(io_rival.shapes);
}

void ComparedHierarchies::record(const Scene& scene, const TraversalInspector& own) {
    if (is_empty()) return;
    ++revision_;
    own_.choice = {scene.config, scene.request.test};
    if (!own_.bytes_per_triangle || scene.config.kind == LazyBvh2Kind::kName) // the query splits its nodes
        own_.bytes_per_triangle = bytes_per_triangle(scene.shapes);
    own_.note(own.recording());
    for (const std::size_t slot : used_) {
        Rival& rival = rivals_[slot];
        if (!rival.shapes[0]) continue;
        rival.shown.test = rival.wanted.test;
        QueryRequest request = scene.request;
        request.test = rival.shown.test;
        rival.visits.is_open = true;
        rival.visits.offers_faults = false; // its tree is not the one that the oracle checks
        rival.visits.record({{rival.shapes[0], rival.shapes[1]}, scene.world_from_shape, request});
        rival.verdicts = rival.visits.recording().node_verdicts();
        rival.row.choice = rival.shown;
        rival.row.note(rival.visits.recording());
        if (rival.shown.config.kind == LazyBvh2Kind::kName) // the query splits its nodes
            rival.row.bytes_per_triangle = bytes_per_triangle(rival.shapes);
    }
    std::vector<ComparedRow*> rows{&own_};
    for (const std::size_t slot : used_) rows.push_back(&rivals_[slot].row);
    mark_reached_alone(rows);
}

void ComparedHierarchies::take_times(const Scene& scene) {
    const auto take = [&](const ShapePair& shapes, OverlapTest test, ComparedRow& io_row) {
        io_row.query_ms = time_query(shapes, scene, test);
        io_row.is_traced = false;
    };
    take(scene.shapes, scene.request.test, own_);
    for (const std::size_t slot : used_)
        if (rivals_[slot].row.is_asked)
            take(rivals_[slot].shapes, rivals_[slot].shown.test, rivals_[slot].row);
}

double ComparedHierarchies::time_query(const ShapePair& shapes, const Scene& scene, OverlapTest test) {
    QueryRequest request = scene.request;
    request.test = test;
    const auto operand = [&](std::size_t side) {
        return MeshOperand{shapes[side]->mesh(), shapes[side]->hierarchy(), &scene.world_from_shape[side]};
    };
    QueryScratch scratch;
    QueryResult result;
    double least = std::numeric_limits<double>::infinity(), spent = 0.0;
    for (int run = 0; run < kRuns && spent < kPatience; ++run) {
        const double start = thread_milliseconds();
        require_ok(query_meshes(operand(0), operand(1), request, scratch, result));
        const double took = thread_milliseconds() - start;
        least = std::min(least, took);
        spent += took;
    }
    return least;
}

std::vector<const ComparedRow*> ComparedHierarchies::rows() const {
    std::vector<const ComparedRow*> rows;
    for (std::size_t number = 0; number <= count(); ++number) rows.push_back(&row(number));
    return rows;
}

void ComparedHierarchies::color_only(const draw::Palette& palette) const {
    if (shows_only) only_colors_.paint(rows(), revision_, palette);
}

std::span<const draw::Color> ComparedHierarchies::only_colors(std::size_t number, std::size_t side) const {
    if (!shows_only || is_empty() || !only_colors_.is_painted(revision_)) return {};
    return only_colors_.of(number, side);
}

// --- one scrubber -----------------------------------------------------------------------------------------

void ComparedHierarchies::follow(TraversalInspector& io_own) {
    if (is_empty()) return;
    const VisitPlayer& player = io_own.player();
    const std::array<std::size_t, 2> now{player.index(), player.size()};
    if (now != position_.own) {
        position_.own = now;
        position_.share = share_of(now[0], now[1]);
    }
    for (const std::size_t slot : used_) {
        TraversalInspector& visits = rivals_[slot].visits;
        if (!visits.recording().has_visits()) continue;
        visits.copy_settings_from(io_own);
        visits.go_to(place_at(position_.share, visits.player().size()));
        visits.update();
    }
}

void ComparedHierarchies::go_to_share(double share, TraversalInspector& io_own) {
    position_.share = share;
    io_own.go_to(place_at(share, io_own.player().size()));
    position_.own = {io_own.player().index(), io_own.player().size()};
}

void ComparedHierarchies::lead(std::size_t number, TraversalInspector& io_own) {
    const VisitPlayer& player = rival(number).visits.player();
    go_to_share(share_of(player.index(), player.size()), io_own);
}

} // namespace boxwood
