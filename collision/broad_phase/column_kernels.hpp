// What: the inner loops of column-sweep, once for each kind of vectors that a machine may have.
// Invariants: of one table all kinds report the same pairs in the same order.
// Cost: 8, 4 or 1 boxes per step.
// Oracle: the plain one, which has no vectors; O1.
#pragma once

#include "collision/broad_phase/column_copies.hpp"
#include "collision/broad_phase/pair_buffer.hpp"

#include <span>
#include <string_view>

namespace boxwood {

struct ColumnKernel {
    std::string_view name;
    MakeColumnCopies make_copies = nullptr;
    // Reports each overlapping pair of the table once, to out_pairs; returns the number of box tests.
    std::uint64_t (*sweep)(const ColumnTable& table, PairBuffer& out_pairs) = nullptr;
    // Appends the places in [begin, end) of the entries that overlap `probe`.
    void (*find)(const ColumnTable& table, std::uint32_t begin, std::uint32_t end, const ColumnEntry& probe,
                 std::vector<std::uint32_t>& io_places) = nullptr;
};

// Those that this machine can run, the fastest first; the last one is plain C++.
std::vector<ColumnKernel> list_column_kernels();

} // namespace boxwood
