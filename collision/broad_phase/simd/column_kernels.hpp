// What: the inner loops of the column grid, with one version per vector instruction set.
// Invariants: for the same table, all kernels report the same pairs in the same order.
// Cost: 8 boxes per step with AVX-512, 4 with AVX2, 1 in plain C++.
// Oracle: the plain kernel, which uses no vectors; all pairs of boxes.
#pragma once

#include "collision/broad_phase/pairs/pair_appender.hpp"
#include "collision/broad_phase/simd/cell_references.hpp"
#include "collision/broad_phase/simd/partner_lists.hpp"

#include <span>
#include <string_view>

namespace boxwood {

// A box that is not in the columns, with a filter: only entries whose tags have all required bits are its
// partners.
struct ColumnProbe {
    ColumnEntry entry;
    std::uint32_t required_bits = 0;

    bool takes(std::uint32_t tag) const { return (tag & required_bits) == required_bits; }
};

struct ColumnKernel {
    std::string_view name;
    MakeCellReferences make_references = nullptr;
    // Appends each overlapping pair of the table to out_pairs one time. Returns the number of box tests.
    std::uint64_t (*sweep)(const ColumnTable& table, PairAppender& out_pairs) = nullptr;
    // Writes the bodies of the entries that overlap the probe and pass its filter, in order, and returns the end of
    // the output. `out` must have room for one body per entry and kFindPadding more. In memory, kEntryPadding more
    // entries must follow the given ones.
    BodyId* (*find)(std::span<const ColumnEntry> entries, const ColumnProbe& probe, BodyId* out) = nullptr;
    ExtractBodies extract_bodies = nullptr;
};
inline constexpr std::size_t kFindPadding = 8;

// The kernels that this machine supports, the fastest first; the last one is plain C++.
std::vector<ColumnKernel> list_column_kernels();

} // namespace boxwood
