#include "collision/broad_phase/grid/column_grid.hpp"

#include <algorithm>
#include <cstring>

namespace boxwood {

namespace {

constexpr std::size_t kMaxLevels = 6;
constexpr std::size_t kFewBodies = 32; // up to this number all pairs are tested
constexpr float kNarrower = 0.5f;      // scale of the columns of large boxes, whose sizes vary more

} // namespace

ColumnGrid::ColumnGrid()
    : ColumnGrid(list_column_kernels().front()) {}

ColumnGrid::ColumnGrid(const ColumnKernel& kernel)
    : kernel_(kernel)
    , levels_(kMaxLevels) {}

void ColumnGrid::configure(const BroadPhaseSettings& settings) {
    StatelessBroadPhase::configure(settings);
    cell_factor_ = settings.cell_factor > 0.0f ? settings.cell_factor : 1.0f;
    for (Level& level : levels_) level.chosen_for = 0;
    boxes_.clear(); // so that the next update is not skipped even if no box moves
}

void ColumnGrid::update(std::span<const Aabb> boxes) {
    PairAppender& found = begin_update(boxes);
    boxes = boxes.first(changes().limit());
    const bool is_at_rest =
        !changes().is_anything_asked() && boxes_.size() == boxes.size() &&
        (boxes.empty() || std::memcmp(boxes_.data(), boxes.data(), boxes.size_bytes()) == 0);
    if (is_at_rest) {
        repeat_update();
    } else {
        boxes_.assign(boxes.begin(), boxes.end());
        find_pairs(boxes_, found);
        end_update();
    }
}

void ColumnGrid::find_pairs(std::span<const Aabb> boxes, PairAppender& out_pairs) {
    levels_[0].bodies.assign(live().begin(), live().end());
    used_ = 0;
    while (used_ + 1 < kMaxLevels && levels_[used_].bodies.size() > kFewBodies) {
        build_level(levels_[used_], boxes, levels_[used_ + 1].bodies);
        ++used_;
    }
    build_rest(levels_[used_].bodies, boxes);
    if (used_ > 0) levels_[0].tests += levels_[0].grid.find_pairs(kernel_, out_pairs);
    if (!levels_[std::min<std::size_t>(used_, 1)].bodies.empty()) {
        make_room();
        find_pairs_of_large(boxes);
        find_partners(boxes);
    }
    for (Level& level : std::span(levels_).first(used_)) {
        level.work += level.tests;
        if (level.chosen_work == 0) level.chosen_work = level.work;
        io_counters().volume_tests += level.tests;
    }
}

void ColumnGrid::build_level(Level& io_level, std::span<const Aabb> boxes, std::vector<BodyId>& out_large) {
    if (is_outgrown(io_level)) {
        io_level.layout = choose_column_layout(
            io_level.bodies, boxes, cell_factor_ * (&io_level == levels_.data() ? 1.0f : kNarrower));
        io_level.chosen_for = io_level.bodies.size();
        io_level.chosen_work = 0;
    }
    out_large.clear();
    io_level.grid.build(io_level.layout, kernel_, io_level.bodies, boxes, out_large);
    io_level.tests = 0;
    io_level.work = io_level.grid.reference_count() + 8 * out_large.size();
}

void ColumnGrid::build_rest(std::span<const BodyId> bodies, std::span<const Aabb> boxes) {
    rest_count_ = bodies.size();
    rest_.clear();
    for (const BodyId body : bodies) rest_.push_back(make_entry(boxes[body], body, 0));
    rest_.resize(rest_count_ + kEntryPadding);
}

// Makes room for all possible partners of one body.
void ColumnGrid::make_room() {
    std::size_t room = rest_count_ + levels_[1].bodies.size() + kFindPadding;
    for (const Level& level : std::span(levels_).first(used_)) room += level.grid.reference_count();
    if (partners_.size() < room) partners_.resize(room);
}

void ColumnGrid::keep_large(BodyId body, const BodyId* partners_end) {
    for (const BodyId* partner = partners_.data(); partner != partners_end; ++partner)
        large_pairs_.push(make_pair_of(body, *partner));
}

// Finds the pairs of two bodies that are not in the finest columns, and sorts them by the lower body.
void ColumnGrid::find_pairs_of_large(std::span<const Aabb> boxes) {
    large_pairs_.clear();
    for (std::size_t coarse = 1; coarse < used_; ++coarse)
        levels_[coarse].tests += levels_[coarse].grid.find_pairs(kernel_, large_pairs_);
    // levels_[coarse].bodies includes the bodies of all coarser levels, so each body queries each finer level once.
    for (std::size_t coarse = 2; coarse <= used_; ++coarse)
        for (const BodyId body : levels_[coarse].bodies) {
            Level& finer = levels_[coarse - 1];
            keep_large(body, finer.grid.find_partners(boxes[body], kernel_, partners_.data(), finer.tests));
        }
    for (std::size_t i = 0; i < rest_count_; ++i) {
        const std::span<const ColumnEntry> earlier = std::span(rest_).first(i);
        keep_large(rest_[i].body(), kernel_.find(earlier, {rest_[i], 0}, partners_.data()));
        io_counters().volume_tests += i;
    }
    by_lower_.resize(large_pairs_.pairs().size());
    distribute(large_pairs_.pairs(), &BodyPair::a, static_cast<BodyId>(boxes.size()), ends_, by_lower_);
}

// Finds the partners of bodies that are not in the finest columns: bodies in the finest columns, and greater bodies
// that are not in them.
void ColumnGrid::find_partners(std::span<const Aabb> boxes) {
    for (const BodyId body : levels_[std::min<std::size_t>(used_, 1)].bodies) {
        const std::span<const BodyPair> large =
            std::span(by_lower_).first(ends_[body]).subspan(body == 0 ? 0 : ends_[body - 1]);
        BodyId* end = partners_.data();
        if (used_ > 0) end = levels_[0].grid.find_partners(boxes[body], kernel_, end, levels_[0].tests);
        for (const BodyPair pair : large) *end++ = pair.b;
        io_lists().add(body, {partners_.data(), end}, kernel_.take_bodies);
    }
}

// A layout is reused until its basis has changed: the number of boxes, or the work per update.
bool ColumnGrid::is_outgrown(const Level& level) const {
    const std::size_t now = level.bodies.size(), then = level.chosen_for;
    if (now > then + then / 4 || now + now / 4 < then) return true;
    return level.work > 2 * level.chosen_work;
}

} // namespace boxwood
