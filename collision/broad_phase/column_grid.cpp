#include "collision/broad_phase/column_grid.hpp"

#include "collision/core/check.hpp"

#include <algorithm>

namespace boxwood {

namespace {

ColumnEntry make_entry(const Aabb& box, std::uint32_t tag, std::uint32_t last_bin) {
    ColumnEntry entry;
    entry.tag = tag;
    entry.last_bin = last_bin;
    for (std::size_t k = 0; k < 3; ++k) {
        entry.lower[k] = box.lower[static_cast<glm::length_t>(k)];
        entry.negated_upper[k] = -box.upper[static_cast<glm::length_t>(k)];
    }
    return entry;
}

} // namespace

void ColumnGrid::build(const ColumnLayout& layout, std::span<const BodyId> bodies,
                       std::span<const Aabb> boxes, std::vector<BodyId>& out_large) {
    layout_ = layout;
    std::array<bool, 3> is_kept{};
    for (int lane = 0; lane < 3; ++lane)
        is_kept[static_cast<std::size_t>(layout.axis_of(lane))] =
            layout.counts[static_cast<std::size_t>(lane)] > 1;
    lanes_ = CellLanes(layout.origin, layout.inverse_cell, is_kept);
    make_copies(bodies, boxes, out_large);
    count_bins();
    fill_bins(boxes);
}

// How many columns a box touches is hard to guess for a processor: all four copies are written, and how many are
// kept decides where the next box writes.
void ColumnGrid::make_copies(std::span<const BodyId> bodies, std::span<const Aabb> boxes,
                             std::vector<BodyId>& out_large) {
    const auto u = static_cast<std::size_t>(layout_.axis_of(0)),
               v = static_cast<std::size_t>(layout_.axis_of(1)),
               w = static_cast<std::size_t>(layout_.axis_of(2));
    const std::uint32_t u_mask = layout_.counts[0] - 1, v_mask = layout_.counts[1] - 1,
                        w_mask = layout_.counts[2] - 1;
    const std::uint32_t u_step = layout_.counts[2], v_step = layout_.counts[2] * layout_.counts[0];
    // Two boxes must not find each other both ways around a column.
    const std::uint32_t most_reach = std::min(kMaxReach, w_mask / 2);
    if (copies_.size() < 4 * bodies.size() + 4) copies_.resize(4 * bodies.size() + 4);
    Copy* out = copies_.data();
    greatest_reach_ = 0;
    for (const BodyId body : bodies) {
        BOXWOOD_ASSERT(body < kMaxColumnBodies);
        Cells lower, upper;
        lanes_.find(boxes[body], lower, upper);
        const auto u_more = static_cast<std::uint32_t>(upper[u] - lower[u]);
        const auto v_more = static_cast<std::uint32_t>(upper[v] - lower[v]);
        const auto reach = static_cast<std::uint32_t>(upper[w] - lower[w]);
        if ((u_more | v_more) > 1 || reach > most_reach) {
            out_large.push_back(body);
            continue;
        }
        greatest_reach_ = std::max(greatest_reach_, reach);
        const auto u_first = static_cast<std::uint32_t>(lower[u]),
                   v_first = static_cast<std::uint32_t>(lower[v]);
        const std::uint32_t bin = static_cast<std::uint32_t>(lower[w]) & w_mask;
        const std::uint32_t u_0 = (u_first & u_mask) * u_step, u_1 = ((u_first + 1) & u_mask) * u_step;
        const std::uint32_t v_0 = (v_first & v_mask) * v_step, v_1 = ((v_first + 1) & v_mask) * v_step;
        const std::uint32_t tag = body | (reach << kReachShift);
        *out++ = {bin + u_0 + v_0, tag | kFirstCopy};
        *out = {bin + u_1 + v_0, tag | kFirstAlongV};
        out += u_more;
        *out = {bin + u_0 + v_1, tag | kFirstAlongU};
        out += v_more;
        *out = {bin + u_1 + v_1, tag};
        out += u_more & v_more;
    }
    copy_count_ = static_cast<std::size_t>(out - copies_.data());
}

void ColumnGrid::count_bins() {
    ends_.assign(layout_.bin_count(), 0);
    for (const Copy copy : std::span(copies_).first(copy_count_)) ++ends_[copy.bin];
    std::uint32_t sum = 0;
    for (std::uint32_t& end : ends_) {
        const std::uint32_t count = end;
        end = sum; // the begin, as yet
        sum += count;
    }
}

void ColumnGrid::fill_bins(std::span<const Aabb> boxes) {
    const std::uint32_t w_mask = layout_.counts[2] - 1;
    if (entries_.size() < copy_count_ + kEntryPadding)
        entries_.resize(copy_count_ + copy_count_ / 4 + kEntryPadding);
    for (const Copy copy : std::span(copies_).first(copy_count_)) {
        const std::uint32_t reach = copy.tag >> kReachShift & kMaxReach;
        const std::uint32_t last = (copy.bin & w_mask) + reach;
        const std::uint32_t tag = (copy.tag & ~(kMaxReach << kReachShift)) | (last > w_mask ? kWraps : 0);
        entries_[ends_[copy.bin]++] =
            make_entry(boxes[tag & kColumnBodyMask], tag, (copy.bin & ~w_mask) | (last & w_mask));
    }
}

ColumnTable ColumnGrid::table() const {
    return {entries_.data(), ends_.data(), static_cast<std::uint32_t>(copy_count_), layout_.counts[2]};
}

std::uint64_t ColumnGrid::find_pairs(const ColumnKernel& kernel, PairBuffer& out_pairs) const {
    return kernel.sweep(table(), out_pairs);
}

ColumnGrid::Run ColumnGrid::run_of(std::int32_t lower, std::int32_t upper, std::size_t lane) const {
    const std::uint32_t count = layout_.counts[lane];
    const auto cells = static_cast<std::uint32_t>(upper - lower) + 1;
    if (cells >= count) return {0, count};
    return {static_cast<std::uint32_t>(lower) & (count - 1), cells};
}

std::uint64_t ColumnGrid::find_pairs_with(BodyId body, const Aabb& box, const ColumnKernel& kernel,
                                          std::vector<std::uint32_t>& scratch, PairBuffer& out_pairs) const {
    if (copy_count_ == 0) return 0;
    Cells lower, upper;
    lanes_.find(box, lower, upper);
    const std::array<std::size_t, 3> axes{static_cast<std::size_t>(layout_.axis_of(0)),
                                          static_cast<std::size_t>(layout_.axis_of(1)),
                                          static_cast<std::size_t>(layout_.axis_of(2))};
    const Run us = run_of(lower[axes[0]], upper[axes[0]], 0), vs = run_of(lower[axes[1]], upper[axes[1]], 1);
    // What overlaps begins in the bins that the box touches, or some before.
    const Run ws = run_of(lower[axes[2]] - static_cast<std::int32_t>(greatest_reach_), upper[axes[2]], 2);
    const ColumnEntry probe = make_entry(box, body, 0);
    const ColumnTable all = table();
    std::uint64_t tests = 0;
    for (std::uint32_t j = 0; j < vs.count; ++j) {
        const std::uint32_t v = (vs.first + j) & (layout_.counts[1] - 1);
        for (std::uint32_t i = 0; i < us.count; ++i) {
            const std::uint32_t u = (us.first + i) & (layout_.counts[0] - 1);
            const std::uint32_t column = (v * layout_.counts[0] + u) * layout_.counts[2];
            const auto find = [&](std::uint32_t first_bin, std::uint32_t bin_count) {
                const std::uint32_t first = column + first_bin;
                const std::uint32_t begin = first == 0 ? 0 : ends_[first - 1],
                                    end = ends_[first + bin_count - 1];
                tests += end - begin;
                kernel.find(all, begin, end, probe, scratch);
            };
            scratch.clear();
            const std::uint32_t before_end = std::min(ws.count, layout_.counts[2] - ws.first);
            find(ws.first, before_end);
            if (before_end < ws.count) find(0, ws.count - before_end);
            for (const std::uint32_t place : scratch) {
                // Of the copies of the other one, that counts which is in the first column that both touch.
                Cells other, unused;
                const BodyId other_body = entries_[place].body();
                const std::array<float, 3>& corner = entries_[place].lower;
                const glm::vec3 lower_corner(corner[0], corner[1], corner[2]);
                lanes_.find({lower_corner, lower_corner}, other, unused);
                const auto first_u = static_cast<std::uint32_t>(std::max(other[axes[0]], lower[axes[0]]));
                const auto first_v = static_cast<std::uint32_t>(std::max(other[axes[1]], lower[axes[1]]));
                if ((first_u & (layout_.counts[0] - 1)) == u && (first_v & (layout_.counts[1] - 1)) == v)
                    out_pairs.push(make_pair_of(body, other_body));
            }
        }
    }
    return tests;
}

} // namespace boxwood
