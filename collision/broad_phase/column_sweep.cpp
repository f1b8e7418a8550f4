#include "collision/broad_phase/column_sweep.hpp"

#include <cstring>

namespace boxwood {

namespace {

constexpr std::size_t kMaxLevels = 6;
constexpr std::size_t kFewBodies = 32; // for which all pairs are tested

} // namespace

ColumnSweep::ColumnSweep()
    : ColumnSweep(list_column_kernels().front()) {}

ColumnSweep::ColumnSweep(const ColumnKernel& kernel)
    : kernel_(kernel)
    , levels_(kMaxLevels) {}

void ColumnSweep::configure(const BroadPhaseSettings& settings) {
    FindingPhase::configure(settings);
    cell_factor_ = settings.cell_factor > 0.0f ? settings.cell_factor : 1.0f;
    for (Level& level : levels_) level.chosen_for = 0;
    boxes_.clear(); // so that even boxes at rest are looked at again
}

void ColumnSweep::update(std::span<const Aabb> boxes) {
    PairBuffer& found = begin_update(boxes);
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

void ColumnSweep::find_pairs(std::span<const Aabb> boxes, PairBuffer& out_pairs) {
    levels_[0].bodies.assign(live().begin(), live().end());
    std::size_t used = 0;
    rest_.clear();
    for (; used < kMaxLevels; ++used) {
        Level& level = levels_[used];
        if (level.bodies.size() <= kFewBodies || used + 1 == kMaxLevels) {
            rest_ = level.bodies;
            break;
        }
        if (is_outgrown(level)) {
            level.layout = choose_column_layout(level.bodies, boxes, cell_factor_);
            level.chosen_for = level.bodies.size();
            level.chosen_work = 0;
        }
        std::vector<BodyId>& large = levels_[used + 1].bodies;
        large.clear();
        level.grid.build(level.layout, kernel_, level.bodies, boxes, large);
        const std::uint64_t tests = level.grid.find_pairs(kernel_, out_pairs);
        io_counters().volume_tests += tests;
        level.work = tests + level.grid.copy_count() + 8 * large.size();
        if (level.chosen_work == 0) level.chosen_work = level.work;
    }
    for (std::size_t coarse = 1; coarse <= used; ++coarse) {
        // Those that stay in this level, or in the rest, ask every finer one; a box in a coarser level is in
        // `bodies` of this one as well and asks this one once, when its own turn has come.
        for (const BodyId body : levels_[coarse].bodies)
            io_counters().volume_tests +=
                levels_[coarse - 1].grid.find_pairs_with(body, boxes[body], kernel_, scratch_, out_pairs);
    }
    find_pairs_of_rest(boxes, out_pairs);
}

// A layout is kept until what it was made for has changed: the number of boxes, or how well it serves them.
bool ColumnSweep::is_outgrown(const Level& level) const {
    const std::size_t now = level.bodies.size(), then = level.chosen_for;
    if (now > then + then / 4 || now + now / 4 < then) return true;
    return level.work > 2 * level.chosen_work;
}

void ColumnSweep::find_pairs_of_rest(std::span<const Aabb> boxes, PairBuffer& out_pairs) {
    for (std::size_t j = 0; j < rest_.size(); ++j)
        for (std::size_t i = 0; i < j; ++i) {
            ++io_counters().volume_tests;
            if (overlap(boxes[rest_[i]], boxes[rest_[j]])) out_pairs.push(make_pair_of(rest_[i], rest_[j]));
        }
}

} // namespace boxwood
