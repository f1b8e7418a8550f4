#include "collision/broad_phase/grid/column_bins.hpp"

#include <algorithm>

namespace boxwood {

void ColumnBins::build(const ColumnLayout& layout, const ColumnKernel& kernel, std::span<const BodyId> bodies,
                       std::span<const Aabb> boxes, std::vector<BodyId>& out_large) {
    cells_ = ColumnCells(layout);
    const std::size_t room = 4 * bodies.size() + kReferencePadding;
    if (references_.list.size() < room) references_.list.resize(room);
    references_.count = 0;
    references_.max_reach = 0;
    references_.large = &out_large;
    references_.upcoming = entries_;
    kernel.make_references(cells_, bodies, boxes, references_);
    count_bins();
    fill_bins(boxes);
}

void ColumnBins::count_bins() {
    ends_.assign(cells_.layout.bin_count(), 0);
    for (const CellReference reference : references()) ++ends_[reference.bin];
    std::uint32_t sum = 0;
    for (std::uint32_t& end : ends_) {
        const std::uint32_t count = end;
        end = sum; // the start of the bin; fill_bins() advances it to the end of the bin
        sum += count;
    }
}

void ColumnBins::fill_bins(std::span<const Aabb> boxes) {
    const std::uint32_t w_mask = cells_.layout.counts[2] - 1;
    if (entries_.size() < references_.count + kEntryPadding)
        entries_.resize(references_.count + references_.count / 4 + kEntryPadding);
    for (const CellReference reference : references()) {
        const std::uint32_t reach = reference.tag >> kReachShift & kMaxReach;
        const std::uint32_t last = (reference.bin & w_mask) + reach;
        const std::uint32_t tag =
            (reference.tag & ~(kMaxReach << kReachShift)) | (last > w_mask ? kWraps : 0);
        entries_[ends_[reference.bin]++] =
            make_entry(boxes[tag & kColumnBodyMask], tag, (reference.bin & ~w_mask) | (last & w_mask));
    }
}

ColumnTable ColumnBins::table() const {
    return {entries_.data(), ends_.data(), static_cast<std::uint32_t>(references_.count),
            cells_.layout.counts[2]};
}

std::uint64_t ColumnBins::find_pairs(const ColumnKernel& kernel, PairAppender& out_pairs) const {
    return kernel.sweep(table(), out_pairs);
}

ColumnBins::Run ColumnBins::run_of(std::int32_t lower, std::int32_t upper, std::size_t cell_axis) const {
    const std::uint32_t count = cells_.layout.counts[cell_axis];
    const auto cells = static_cast<std::uint32_t>(upper - lower) + 1;
    if (cells >= count) return {0, count};
    return {static_cast<std::uint32_t>(lower) & (count - 1), cells};
}

std::span<const ColumnEntry> ColumnBins::entries_in(std::uint32_t first_bin_of_column, Run bins) const {
    const std::uint32_t first = first_bin_of_column + bins.first;
    const std::uint32_t begin = first == 0 ? 0 : ends_[first - 1], end = ends_[first + bins.count - 1];
    return std::span(entries_).subspan(begin, end - begin);
}

BodyId* ColumnBins::find_partners(const Aabb& box, const ColumnKernel& kernel, BodyId* out,
                                  std::uint64_t& io_tests) const {
    if (references_.count == 0) return out;
    Cells lower, upper;
    cells_.quantizer.find(box, lower, upper);
    const auto [u_axis, v_axis, w_axis] = cells_.axes;
    const std::array<std::uint32_t, 3>& counts = cells_.layout.counts;
    const Run us = run_of(lower[u_axis], upper[u_axis], 0), vs = run_of(lower[v_axis], upper[v_axis], 1);
    // Boxes that overlap `box` begin in its bins, or up to max_reach bins before them.
    const Run ws = run_of(lower[w_axis] - static_cast<std::int32_t>(references_.max_reach), upper[w_axis], 2);
    const Run before_end{ws.first, std::min(ws.count, counts[2] - ws.first)};
    const Run wrapped{0, ws.count - before_end.count};
    ColumnProbe probe{make_entry(box, 0, 0), 0};
    for (std::uint32_t j = 0; j < vs.count; ++j)
        for (std::uint32_t i = 0; i < us.count; ++i) {
            // The other box can have several references. Only one counts: the reference in the first column that both
            // boxes overlap. It is the first reference of the other box, or its reference in the column where this
            // box begins.
            probe.required_bits = (i == 0 && us.count < counts[0] ? 0 : kFirstAlongU) |
                                  (j == 0 && vs.count < counts[1] ? 0 : kFirstAlongV);
            const std::uint32_t u = (us.first + i) & (counts[0] - 1), v = (vs.first + j) & (counts[1] - 1);
            const std::uint32_t column = (v * counts[0] + u) * counts[2];
            const std::span<const ColumnEntry> entries = entries_in(column, before_end);
            io_tests += entries.size();
            out = kernel.find(entries, probe, out);
            if (wrapped.count == 0) continue;
            const std::span<const ColumnEntry> more = entries_in(column, wrapped);
            io_tests += more.size();
            out = kernel.find(more, probe, out);
        }
    return out;
}

} // namespace boxwood
