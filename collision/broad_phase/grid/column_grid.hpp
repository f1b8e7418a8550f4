// What: the broad phase that is the fastest in most scenes. It sorts boxes of similar size into a grid of columns, and
//     into bins along each column, by one radix step on 32-bit keys of column and bin. Vector comparisons test each box
//     against the boxes that begin in the bins that it overlaps. Boxes too large for the columns go to coarser columns,
//     on several levels. Such boxes query the finer levels, which return their partners as lists.
// Invariants: the invariants of broad_phase.hpp; the columns affect only the cost.
// Degenerate input: accepts many boxes at the same position, flat and infinite boxes, and any mix of sizes.
// Cost: O(boxes + pairs) for evenly distributed boxes, whether they move or teleport. If no box has changed, an
//     update only compares the boxes. Times are in docs/broad-phases.md.
// Settings: cell_factor scales the edges of the columns.
// Source: [Cohen 1995] section 4 (sweep along one axis), [Teschner 2003] (cells that repeat).
// Oracle: all pairs of boxes.
#pragma once

#include "collision/broad_phase/grid/column_bins.hpp"
#include "collision/broad_phase/stateless_broad_phase.hpp"

namespace boxwood {

class ColumnGrid : public StatelessBroadPhase {
  public:
    static constexpr std::string_view kName = "column-grid";
    static constexpr BodyId kMaxBodies = kMaxColumnBodies;

    ColumnGrid();
    explicit ColumnGrid(const ColumnKernel& kernel); // one of list_column_kernels()

    void configure(const BroadPhaseSettings& settings);
    void update(std::span<const Aabb> boxes);

    // For keyframes (core/state_bytes.hpp).
    template <class Self, class Archive>
    static void visit_state(Self& self, Archive& archive) {
        StatelessBroadPhase::visit_state(self, archive);
        archive(self.levels_, self.used_levels_, self.boxes_, self.cell_factor_);
    }

  private:
    // Levels are ordered from fine to coarse columns. Boxes that are too large for one level are in the next. `bodies`
    // therefore includes the bodies of all coarser levels.
    struct Level {
        ColumnBins grid;
        ColumnLayout layout;
        std::vector<BodyId> bodies;
        std::size_t chosen_body_count = 0; // number of bodies when the layout was chosen
        std::uint64_t chosen_work = 0;     // work of the first update with this layout
        std::uint64_t tests = 0, work = 0; // of the last update

        template <class Self, class Archive>
        static void visit_state(Self& self, Archive& archive) {
            archive(self.layout, self.chosen_body_count, self.chosen_work, self.tests, self.work);
        }
    };

    void find_pairs(std::span<const Aabb> boxes, PairAppender& out_pairs);
    void build_level(Level& io_level, std::span<const Aabb> boxes, std::vector<BodyId>& out_large);
    void build_remaining(std::span<const BodyId> bodies, std::span<const Aabb> boxes);
    void reserve_partners();
    void find_pairs_of_large(std::span<const Aabb> boxes);
    void append_large_pairs(BodyId body, const BodyId* partners_end);
    void find_partners(std::span<const Aabb> boxes);
    bool needs_new_layout(const Level& level) const;

    ColumnKernel kernel_;
    std::vector<Level> levels_;
    std::size_t used_levels_ = 0; // number of levels with a grid
    // Boxes in no grid, because they are too large for every level or because only few boxes were left. kEntryPadding
    // unused entries follow.
    std::vector<ColumnEntry> remaining_;
    std::size_t remaining_count_ = 0;
    std::vector<Aabb> boxes_;        // of the last update
    std::vector<BodyId> partners_;   // partners of one body
    PairAppender large_pairs_;       // pairs of two bodies, neither of them in the finest columns
    std::vector<BodyPair> by_lower_; // large_pairs_ sorted by the lower body; ends_[body]: end of its pairs
    std::vector<std::uint32_t> ends_;
    float cell_factor_ = 1.0f;
};

static_assert(BroadPhase<ColumnGrid>);

} // namespace boxwood
