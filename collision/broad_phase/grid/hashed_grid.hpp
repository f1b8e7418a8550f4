// What: the hashed uniform grid. Space is divided into cubes of the same size. A box has a reference in every cell
//     that it overlaps, and boxes that share a cell are tested.
// Invariants: the invariants of broad_phase.hpp; a pair of boxes with references is reported in only one cell: the
//     cell that contains the componentwise maximum of the two lower corners.
// Degenerate input: a box that overlaps too many cells is tested against all other boxes instead. If all boxes
//     together overlap too many cells, the cells are enlarged.
// Cost: O(cell references + pairs that share a cell + boxes without references * boxes). Cells that are much smaller
//     than the boxes increase the references per box; cells that are much larger increase the boxes per cell. Both
//     effects grow with the cube of the size ratio.
// Settings: cell_factor is the edge of a cell divided by the mean longest side of the finite boxes; 0 selects 2.
// Source: [Cohen 1995] section 4; [Teschner 2003] (hashing).
// Oracle: all pairs of boxes, with cell_factor 0.1 to 10.
#pragma once

#include "collision/broad_phase/stateless_broad_phase.hpp"

#include <glm/ext/vector_int3.hpp>

namespace boxwood {

class HashedGrid : public StatelessBroadPhase {
  public:
    static constexpr std::string_view kName = "grid";
    static constexpr BodyId kMaxBodies = BodyId{1} << 24;
    static constexpr float kDefaultFactor = 2.0f;

    void update(std::span<const Aabb> boxes);

    double cell_edge() const { return cell_edge_; }
    std::size_t reference_count() const { return references_.size(); }

  private:
    struct Reference {
        BodyId body = 0;
        glm::ivec3 cell{0};
    };
    struct Cells {
        glm::ivec3 first{0}, last{0};
        std::uint64_t count() const;
    };

    void choose_cells(std::span<const Aabb> boxes);
    std::uint64_t count_references(std::span<const Aabb> boxes) const;
    void make_references(std::span<const Aabb> boxes);
    void find_pairs(std::span<const Aabb> boxes, PairAppender& out_pairs);
    void find_pairs_of_large(std::span<const Aabb> boxes, PairAppender& out_pairs);
    glm::ivec3 cell_of(const glm::vec3& point) const;
    Cells cells_of(const Aabb& box) const { return {cell_of(box.lower), cell_of(box.upper)}; }
    std::uint32_t bucket_of(const glm::ivec3& cell) const;

    double cell_edge_ = 1.0;
    std::uint32_t bucket_mask_ = 0;
    std::vector<Reference> references_, sorted_references_;
    std::vector<std::uint32_t> ends_; // by bucket, in sorted_references_
    std::vector<BodyId> large_;
    std::vector<std::uint8_t> is_large_; // by body
};

static_assert(BroadPhase<HashedGrid>);

} // namespace boxwood
