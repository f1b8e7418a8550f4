#include "collision/broad_phase/column_grid.hpp"

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

void ColumnGrid::build(const ColumnLayout& layout, const ColumnKernel& kernel, std::span<const BodyId> bodies,
                       std::span<const Aabb> boxes, std::vector<BodyId>& out_large) {
    cells_ = ColumnCells(layout);
    const std::size_t room = 4 * bodies.size() + kCopyPadding;
    if (copies_.copies.size() < room) copies_.copies.resize(room);
    copies_.count = 0;
    copies_.greatest_reach = 0;
    copies_.large = &out_large;
    copies_.soon = entries_;
    kernel.make_copies(cells_, bodies, boxes, copies_);
    count_bins();
    fill_bins(boxes);
}

void ColumnGrid::count_bins() {
    ends_.assign(cells_.layout.bin_count(), 0);
    for (const ColumnCopy copy : copies()) ++ends_[copy.bin];
    std::uint32_t sum = 0;
    for (std::uint32_t& end : ends_) {
        const std::uint32_t count = end;
        end = sum; // the begin, as yet
        sum += count;
    }
}

void ColumnGrid::fill_bins(std::span<const Aabb> boxes) {
    const std::uint32_t w_mask = cells_.layout.counts[2] - 1;
    if (entries_.size() < copies_.count + kEntryPadding)
        entries_.resize(copies_.count + copies_.count / 4 + kEntryPadding);
    for (const ColumnCopy copy : copies()) {
        const std::uint32_t reach = copy.tag >> kReachShift & kMaxReach;
        const std::uint32_t last = (copy.bin & w_mask) + reach;
        const std::uint32_t tag = (copy.tag & ~(kMaxReach << kReachShift)) | (last > w_mask ? kWraps : 0);
        entries_[ends_[copy.bin]++] =
            make_entry(boxes[tag & kColumnBodyMask], tag, (copy.bin & ~w_mask) | (last & w_mask));
    }
}

ColumnTable ColumnGrid::table() const {
    return {entries_.data(), ends_.data(), static_cast<std::uint32_t>(copies_.count),
            cells_.layout.counts[2]};
}

std::uint64_t ColumnGrid::find_pairs(const ColumnKernel& kernel, PairBuffer& out_pairs) const {
    return kernel.sweep(table(), out_pairs);
}

ColumnGrid::Run ColumnGrid::run_of(std::int32_t lower, std::int32_t upper, std::size_t lane) const {
    const std::uint32_t count = cells_.layout.counts[lane];
    const auto cells = static_cast<std::uint32_t>(upper - lower) + 1;
    if (cells >= count) return {0, count};
    return {static_cast<std::uint32_t>(lower) & (count - 1), cells};
}

std::uint64_t ColumnGrid::find_pairs_with(BodyId body, const Aabb& box, const ColumnKernel& kernel,
                                          std::vector<std::uint32_t>& scratch, PairBuffer& out_pairs) const {
    if (copies_.count == 0) return 0;
    Cells lower, upper;
    cells_.lanes.find(box, lower, upper);
    const std::array<std::size_t, 3> axes{static_cast<std::size_t>(cells_.layout.axis_of(0)),
                                          static_cast<std::size_t>(cells_.layout.axis_of(1)),
                                          static_cast<std::size_t>(cells_.layout.axis_of(2))};
    const Run us = run_of(lower[axes[0]], upper[axes[0]], 0), vs = run_of(lower[axes[1]], upper[axes[1]], 1);
    // What overlaps begins in the bins that the box touches, or some before.
    const Run ws =
        run_of(lower[axes[2]] - static_cast<std::int32_t>(copies_.greatest_reach), upper[axes[2]], 2);
    const ColumnEntry probe = make_entry(box, body, 0);
    const ColumnTable all = table();
    std::uint64_t tests = 0;
    for (std::uint32_t j = 0; j < vs.count; ++j) {
        const std::uint32_t v = (vs.first + j) & (cells_.layout.counts[1] - 1);
        for (std::uint32_t i = 0; i < us.count; ++i) {
            const std::uint32_t u = (us.first + i) & (cells_.layout.counts[0] - 1);
            const std::uint32_t column = (v * cells_.layout.counts[0] + u) * cells_.layout.counts[2];
            const auto find = [&](std::uint32_t first_bin, std::uint32_t bin_count) {
                const std::uint32_t first = column + first_bin;
                const std::uint32_t begin = first == 0 ? 0 : ends_[first - 1],
                                    end = ends_[first + bin_count - 1];
                tests += end - begin;
                kernel.find(all, begin, end, probe, scratch);
            };
            scratch.clear();
            const std::uint32_t before_end = std::min(ws.count, cells_.layout.counts[2] - ws.first);
            find(ws.first, before_end);
            if (before_end < ws.count) find(0, ws.count - before_end);
            for (const std::uint32_t place : scratch) {
                // Of the copies of the other one, that counts which is in the first column that both touch.
                Cells other, unused;
                const BodyId other_body = entries_[place].body();
                const std::array<float, 3>& corner = entries_[place].lower;
                const glm::vec3 lower_corner(corner[0], corner[1], corner[2]);
                cells_.lanes.find({lower_corner, lower_corner}, other, unused);
                const auto first_u = static_cast<std::uint32_t>(std::max(other[axes[0]], lower[axes[0]]));
                const auto first_v = static_cast<std::uint32_t>(std::max(other[axes[1]], lower[axes[1]]));
                if ((first_u & (cells_.layout.counts[0] - 1)) == u &&
                    (first_v & (cells_.layout.counts[1] - 1)) == v)
                    out_pairs.push(make_pair_of(body, other_body));
            }
        }
    }
    return tests;
}

} // namespace boxwood
