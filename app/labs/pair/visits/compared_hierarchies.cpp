#include "app/labs/pair/visits/compared_hierarchies.hpp"

#include "app/jobs/thread_clock.hpp"
#include "collision/hierarchy/all_kinds.hpp"
#include "collision/hierarchy/quality.hpp"
#include "collision/query/query_choices.hpp"
#include "engine/explain/hierarchy/reached_triangles.hpp"
#include "engine/import/text_file.hpp"
#include "engine/measure/hierarchy_comparison.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>

namespace boxwood {
namespace {

constexpr int kRuns = 3;           // takes the minimum of so many times
constexpr float kRecede = 0.5f;    // blends surfaces that were not visited into the background
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

bool is_known(std::string_view name, const std::vector<std::string_view>& known) {
    return std::ranges::find(known, name) != known.end();
}

std::string joined(const std::vector<std::string_view>& names) {
    std::string text;
    for (const std::string_view name : names) text.append(text.empty() ? "" : ", ").append(name);
    return text;
}

std::vector<std::string> split(std::string_view text) {
    std::vector<std::string> parts{""};
    for (const char c : text)
        if (c == '/')
            parts.emplace_back();
        else
            parts.back() += c;
    return parts;
}

std::size_t place_at(double share, std::size_t count) {
    return count == 0 ? 0 : static_cast<std::size_t>(std::lround(share * static_cast<double>(count - 1)));
}

double share_of(std::size_t place, std::size_t count) {
    return count > 1 ? static_cast<double>(place) / static_cast<double>(count - 1) : 0.0;
}

} // namespace

std::string name_of(const HierarchyChoice& choice) {
    std::string name = name_of(choice.config);
    if (choice.test == OverlapTest::lite) name += ", SAT-lite";
    if (choice.test == OverlapTest::reboxing) name += ", aabb-of-obb";
    return name;
}

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

Status ComparedHierarchies::add_by_name(std::string_view text, const HierarchyChoice& default_value) {
    HierarchyChoice choice = default_value;
    const std::vector<std::string> parts = split(text);
    const std::string where = "compare-with '" + one_line(text, 80) + "': ";
    if (parts.size() > 5) return Error{where + "more than VOLUME/BUILDER/KIND/LEAF_SIZE/TEST"};
    const std::array<std::pair<std::string*, std::vector<std::string_view>>, 3> names{
        std::pair{&choice.config.volume, list_volumes()}, std::pair{&choice.config.builder, list_builders()},
        std::pair{&choice.config.kind, list_hierarchy_kinds()}};
    for (std::size_t i = 0; i < std::min(parts.size(), names.size()); ++i) {
        if (parts[i].empty()) continue;
        if (!is_known(parts[i], names[i].second))
            return Error{where + "unknown '" + one_line(parts[i], 40) +
                         "'; known: " + joined(names[i].second)};
        *names[i].first = parts[i];
    }
    if (parts.size() > 3 && !parts[3].empty()) {
        std::uint32_t size = 0;
        const char* end = parts[3].data() + parts[3].size();
        const auto [at, error] = std::from_chars(parts[3].data(), end, size);
        if (error != std::errc{} || at != end || size < 1 || size > kMaxLeafSize)
            return Error{where + "leaf size '" + one_line(parts[3], 40) +
                         "' is not a whole number from 1 to " + std::to_string(kMaxLeafSize)};
        choice.config.leaf_size = size;
    }
    if (parts.size() > 4 && !parts[4].empty()) {
        const Choice<OverlapTest>* test = find_choice(kAllOverlapTests, parts[4]);
        if (!test) {
            std::vector<std::string_view> known;
            for (const Choice<OverlapTest>& each : kAllOverlapTests) known.push_back(each.name);
            return Error{where + "unknown test '" + one_line(parts[4], 40) + "'; known: " + joined(known)};
        }
        choice.test = test->value;
    }
    const bool is_kind_named = parts.size() > 2 && !parts[2].empty();
    if (!is_kind_named && !takes_volume(choice.config.kind, choice.config.volume)) choice.config.kind.clear();
    choice.config = resolved(choice.config);
    if (!try_add(choice)) return Error{where + "there is room for " + std::to_string(kMax)};
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
    own_builder_.cancel();
    timed_ = config;
    if (!are_new) return;
    for (const std::size_t slot : used_) {
        rivals_[slot].shapes = {};
        rivals_[slot].visits.forget();
        rivals_[slot].row = {};
        order(rivals_[slot]);
    }
}

void ComparedHierarchies::wait() {
    for (const std::size_t slot : used_) rivals_[slot].builder.wait();
    own_builder_.wait();
}

// --- every frame ------------------------------------------------------------------------------------------

bool ComparedHierarchies::update() {
    if (!is_empty() && meshes_[0] && !own_.build_ms && !own_builder_.is_busy())
        own_builder_.start([meshes = meshes_, config = timed_] { return build_shape_pair(meshes, config); });
    if (const std::optional<Result<BuiltShapes>> built = own_builder_.take_result())
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
        io_rival.meshes[side] = io_rival.gallery.learn(io_rival.shapes[side]);
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
    note(own, own_);
    for (const std::size_t slot : used_) {
        Rival& rival = rivals_[slot];
        if (!rival.shapes[0]) continue;
        rival.shown.test = rival.wanted.test;
        QueryRequest request = scene.request;
        request.test = rival.shown.test;
        rival.visits.is_open = true;
        rival.visits.offers_faults = false; // its tree is not the one that the oracle checks
        rival.visits.record({{rival.shapes[0], rival.shapes[1]}, scene.world_from_shape, request});
        rival.verdicts = rival.visits.node_verdicts();
        rival.row.choice = rival.shown;
        note(rival.visits, rival.row);
        if (rival.shown.config.kind == LazyBvh2Kind::kName) // the query splits its nodes
            rival.row.bytes_per_triangle = bytes_per_triangle(rival.shapes);
    }
    hold_against_each_other();
}

void ComparedHierarchies::note(const TraversalInspector& visits, Row& io_row) {
    io_row.query_ms = visits.traced_ms();
    io_row.is_traced = true;
    io_row.counters = visits.counters();
    io_row.visits = visits.recorder().seen();
    io_row.is_cut = visits.recorder().is_truncated();
    io_row.is_asked = true;
    for (const std::size_t side : {0u, 1u})
        io_row.reached[side] = find_reached(visits.recorder().visits(), visits.table(side), side);
}

void ComparedHierarchies::take_times(const Scene& scene) {
    const auto take = [&](const ShapePair& shapes, OverlapTest test, Row& io_row) {
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

// The number of hierarchies that reached each triangle.
void ComparedHierarchies::hold_against_each_other() {
    for (const std::size_t side : {0u, 1u}) {
        std::vector<std::uint8_t> times;
        for (std::size_t number = 0; number <= count(); ++number) {
            const std::vector<std::uint8_t>& reached = row(number).reached[side];
            times.resize(std::max(times.size(), reached.size()), 0);
            for (std::size_t i = 0; i < reached.size(); ++i)
                times[i] = static_cast<std::uint8_t>(times[i] + reached[i]);
        }
        for (std::size_t number = 0; number <= count(); ++number) {
            Row& one = row(number);
            one.only[side] = 0;
            for (std::size_t i = 0; i < one.reached[side].size(); ++i) {
                if (!one.reached[side][i]) continue;
                if (times[i] == 1) {
                    one.reached[side][i] = kAlone;
                    ++one.only[side];
                }
            }
        }
    }
}

void ComparedHierarchies::color_only(const draw::Palette& palette) const {
    if (!shows_only || (colored_revision_ == revision_ && colored_as_ == palette.body_a)) return;
    colored_revision_ = revision_;
    colored_as_ = palette.body_a;
    ++colors_revision_;
    for (std::size_t number = 0; number <= count(); ++number)
        for (const std::size_t side : {0u, 1u}) {
            const draw::Color body = side == 0 ? palette.body_a : palette.body_b;
            const std::array<draw::Color, 3> looks{draw::mix(body, palette.view, kRecede),
                                                   palette.overlapping, palette.rebuild};
            std::vector<draw::Color>& colors = colors_[number][side];
            colors.clear();
            for (const std::uint8_t how : row(number).reached[side]) colors.push_back(looks[how]);
        }
}

std::span<const draw::Color> ComparedHierarchies::only_colors(std::size_t number, std::size_t side) const {
    if (!shows_only || is_empty() || colored_revision_ != revision_) return {};
    return colors_[number][side];
}

// --- one scrubber -----------------------------------------------------------------------------------------

void ComparedHierarchies::follow(TraversalInspector& io_own) {
    if (is_empty()) return;
    const VisitPlayer& player = io_own.player();
    const std::array<std::size_t, 2> now{player.index(), player.size()};
    if (now != followed_) {
        followed_ = now;
        share_ = share_of(now[0], now[1]);
    }
    for (const std::size_t slot : used_) {
        TraversalInspector& visits = rivals_[slot].visits;
        if (!visits.is_recorded()) continue;
        visits.way_length = io_own.way_length;
        visits.pruned_kept = io_own.pruned_kept;
        visits.heat = io_own.heat;
        visits.heat_low = io_own.heat_low;
        visits.heat_high = io_own.heat_high;
        visits.adds_costs = io_own.adds_costs;
        visits.measure = io_own.measure;
        visits.go_to(place_at(share_, visits.player().size()));
        visits.update();
    }
}

void ComparedHierarchies::go_to_share(double share, TraversalInspector& io_own) {
    share_ = share;
    io_own.go_to(place_at(share, io_own.player().size()));
    followed_ = {io_own.player().index(), io_own.player().size()};
}

void ComparedHierarchies::lead(std::size_t number, TraversalInspector& io_own) {
    const VisitPlayer& player = rival(number).visits.player();
    go_to_share(share_of(player.index(), player.size()), io_own);
}

} // namespace boxwood
