// What: the stack entries of wide traversals (bvh8_traversal.hpp).
#pragma once

#include "collision/hierarchy/bvh8/bvh8.hpp"
#include "collision/query/traversal/traverse.hpp"

#include <cstdint>
#include <tuple>
#include <vector>

namespace boxwood {

// A lane of a wide node: one of its boxes.
struct WideLane {
    std::uint32_t node = 0;
    std::uint32_t lane = 0;
};

// A node to be opened later (`opened`), and those lanes of a node of the other hierarchy (`kept`) that overlap the box
// of `opened`.
struct WideRows {
    std::uint32_t opened = 0, kept = 0; // nodes
    std::uint32_t depth = 0;
    std::uint8_t rows = 0;    // lanes of `kept`
    bool is_a_opened = false; // `opened` is a node of A
};

// WideRows packed into two words for the stack. An entry is often popped right after it was pushed. Without packing,
// each word would then be loaded right after several smaller stores to it, and such loads stall (no store forwarding).
class StackedRows {
  public:
    StackedRows() = default;
    explicit StackedRows(const WideRows& rows)
        : nodes_(std::uint64_t{rows.opened} | std::uint64_t{rows.kept} << 32)
        , others_(std::uint64_t{rows.depth} | std::uint64_t{rows.rows} << 32 |
                  std::uint64_t{rows.is_a_opened} << 40) {}
    WideRows rows() const {
        return {static_cast<std::uint32_t>(nodes_), static_cast<std::uint32_t>(nodes_ >> 32),
                static_cast<std::uint32_t>(others_), static_cast<std::uint8_t>(others_ >> 32),
                (others_ >> 40 & 1u) != 0};
    }

  private:
    std::uint64_t nodes_ = 0, others_ = 0;
};

// A task of a parallel traversal: rows to open, or two leaves that overlap.
struct WidePart {
    WideRows rows;
    WideLane a, b;
    bool are_leaves = false;
};

template <>
struct TraversalStackOf<Bvh8> {
    using type = std::tuple<std::vector<StackedRows>, DirectPairStack<Bvh8>, std::vector<WidePart>>;
};

} // namespace boxwood
