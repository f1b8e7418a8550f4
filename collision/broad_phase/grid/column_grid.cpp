#include "collision/broad_phase/grid/column_grid.hpp"

#include <algorithm>
#include <cstring>

namespace boxwood {

namespace {

constexpr std::size_t kMaxLevels = 6;
constexpr std::size_t kMaxForAllPairs = 32; // if at most this many bodies remain, all pairs are tested
constexpr float kCoarseColumnScale = 0.5f;  // factor for the columns of large boxes, whose sizes vary more

} // namespace

ColumnGrid::ColumnGrid()
    : ColumnGrid(list_column_kernels().front()) {}

ColumnGrid::ColumnGrid(const ColumnKernel& kernel)
    : kernel_(kernel)
    , levels_(kMaxLevels) {}

void ColumnGrid::configure(const BroadPhaseSettings& settings) {
    StatelessBroadPhase::configure(settings);
    cell_factor_ = settings.cell_factor > 0.0f ? settings.cell_factor : 1.0f;
    for (Level& level : levels_) level.chosen_body_count = 0;
    boxes_.clear(); // the next update must not be skipped, even if no box moves
}

void ColumnGrid::update(std::span<const Aabb> boxes) {
    PairAppender& found = begin_update(boxes);
    boxes = boxes.first(changes().limit());
    const bool is_at_rest =
        !changes().has_requests() && boxes_.size() == boxes.size() &&
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
    used_levels_ = 0;
    while (used_levels_ + 1 < kMaxLevels && levels_[used_levels_].bodies.size() > kMaxForAllPairs) {
        build_level(levels_[used_levels_], boxes, levels_[used_levels_ + 1].bodies);
        ++used_levels_;
    }
    build_remaining(levels_[used_levels_].bodies, boxes);
    if (used_levels_ > 0) levels_[0].tests += levels_[0].grid.find_pairs(kernel_, out_pairs);
    if (!levels_[std::min<std::size_t>(used_levels_, 1)].bodies.empty()) {
        reserve_partners();
        find_pairs_of_large(boxes);
        find_partners(boxes);
    }
    for (Level& level : std::span(levels_).first(used_levels_)) {
        level.work += level.tests;
        if (level.chosen_work == 0) level.chosen_work = level.work;
        io_counters().volume_tests += level.tests;
    }
}

void ColumnGrid::build_level(Level& io_level, std::span<const Aabb> boxes, std::vector<BodyId>& out_large) {
    if (needs_new_layout(io_level)) {
        io_level.layout = choose_column_layout(
            io_level.bodies, boxes, cell_factor_ * (&io_level == levels_.data() ? 1.0f : kCoarseColumnScale));
        io_level.chosen_body_count = io_level.bodies.size();
        io_level.chosen_work = 0;
    }
    out_large.clear();
    io_level.grid.build(io_level.layout, kernel_, io_level.bodies, boxes, out_large);
    io_level.tests = 0;
    io_level.work = io_level.grid.reference_count() + 8 * out_large.size();
}

void ColumnGrid::build_remaining(std::span<const BodyId> bodies, std::span<const Aabb> boxes) {
    remaining_count_ = bodies.size();
    remaining_.clear();
    for (const BodyId body : bodies) remaining_.push_back(make_entry(boxes[body], body, 0));
    remaining_.resize(remaining_count_ + kEntryPadding);
}

// Ensures that there is room for all possible partners of one body.
void ColumnGrid::reserve_partners() {
    std::size_t size = remaining_count_ + levels_[1].bodies.size() + kFindPadding;
    for (const Level& level : std::span(levels_).first(used_levels_)) size += level.grid.reference_count();
    if (partners_.size() < size) partners_.resize(size);
}

void ColumnGrid::append_large_pairs(BodyId body, const BodyId* partners_end) {
    for (const BodyId* partner = partners_.data(); partner != partners_end; ++partner)
        large_pairs_.push(make_pair_of(body, *partner));
}

// Finds the pairs of two bodies that are not in the finest columns, and sorts them by the lower id.
void ColumnGrid::find_pairs_of_large(std::span<const Aabb> boxes) {
    large_pairs_.clear();
    for (std::size_t coarse = 1; coarse < used_levels_; ++coarse)
        levels_[coarse].tests += levels_[coarse].grid.find_pairs(kernel_, large_pairs_);
    // levels_[coarse].bodies includes the bodies of all coarser levels, so each body queries each finer level except
    // level 0 once.
    for (std::size_t coarse = 2; coarse <= used_levels_; ++coarse)
        for (const BodyId body : levels_[coarse].bodies) {
            Level& finer = levels_[coarse - 1];
            append_large_pairs(body,
                               finer.grid.find_partners(boxes[body], kernel_, partners_.data(), finer.tests));
        }
    for (std::size_t i = 0; i < remaining_count_; ++i) {
        const std::span<const ColumnEntry> earlier = std::span(remaining_).first(i);
        append_large_pairs(remaining_[i].body(), kernel_.find(earlier, {remaining_[i], 0}, partners_.data()));
        io_counters().volume_tests += i;
    }
    by_lower_.resize(large_pairs_.pairs().size());
    distribute(large_pairs_.pairs(), &BodyPair::a, static_cast<BodyId>(boxes.size()), ends_, by_lower_);
}

// Lists the partners of each body that is not in the finest columns: the overlapping bodies in the finest columns, and
// the other overlapping bodies with a greater id.
void ColumnGrid::find_partners(std::span<const Aabb> boxes) {
    for (const BodyId body : levels_[std::min<std::size_t>(used_levels_, 1)].bodies) {
        const std::span<const BodyPair> large =
            std::span(by_lower_).first(ends_[body]).subspan(body == 0 ? 0 : ends_[body - 1]);
        BodyId* end = partners_.data();
        if (used_levels_ > 0)
            end = levels_[0].grid.find_partners(boxes[body], kernel_, end, levels_[0].tests);
        for (const BodyPair pair : large) *end++ = pair.b;
        io_lists().add(body, {partners_.data(), end}, kernel_.extract_bodies);
    }
}

// A layout is reused until the number of boxes changes by more than a quarter or the work per update more than doubles.
bool ColumnGrid::needs_new_layout(const Level& level) const {
    const std::size_t now = level.bodies.size(), then = level.chosen_body_count;
    if (now > then + then / 4 || now + now / 4 < then) return true;
    return level.work > 2 * level.chosen_work;
}

} // namespace boxwood
