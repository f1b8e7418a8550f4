// What: a BoxTree in which each move is a whole number of steps, up to 2^bits - 1, and an overlap test that reads the
//     products of moves from tables instead of multiplying.
// Frame: boxes are in the frame of the mesh.
// Invariants: a step is a power of two, so moves are exact floats. Moves are rounded down, so boxes still contain
//     their triangles. Table entries are rounded towards 0, so the tests stay conservative.
// Cost: a query has tables of 2 * 3 * 2 * 256 entries. For 16 bits it has twice as many, because the two bytes are
//     looked up separately.
// Source: [Zachmann 2002] section 4.4.
// Oracle: find_defect; the multiplying traversal of the same tree.
#pragma once

#include "collision/query/traversal/box_tree_traversal.hpp"

#include <cmath>
#include <vector>

namespace boxwood {

// The length of one step along each axis of the root box. bits: 8 or 16.
std::array<float, 3> quantised_steps(const Aabb& root, unsigned bits);

// Returns the tree with every move rounded to a whole number of steps. Requires the mesh of the tree.
BoxTree quantise_moves(BoxTree tree, const MeshView& mesh, unsigned bits);

// Like BoxStepTest, for two trees with quantised moves.
template <OverlapTest kTest>
class LookedUpStepTest : public BoxStepTest<kTest> {
  public:
    using typename BoxStepTest<kTest>::Steps, typename BoxStepTest<kTest>::Cursor,
        typename BoxStepTest<kTest>::Pair, typename BoxStepTest<kTest>::State,
        typename BoxStepTest<kTest>::Work;

    LookedUpStepTest(const Steps& steps, const BoxTree& a, const BoxTree& b, unsigned bits)
        : BoxStepTest<kTest>(steps)
        , halves_(bits / 8) {
        fill(steps.weights[0], quantised_steps(a.root_box, bits), tables_[0]);
        fill(steps.weights[1], quantised_steps(b.root_box, bits), tables_[1]);
    }

    int test_opened(bool is_of_a, const Cursor& child, const Pair&, const State& above,
                    State& out_state) const {
        const Work work = prepare(is_of_a, child, above);
        for (std::size_t i = 0; i < Steps::kVectors; ++i) out_state[i] = above[i] - work[i];
        return Steps::separated_axis(out_state);
    }
    Work prepare(bool is_of_a, const Cursor& child, const State&) const {
        const Table& table = tables_[is_of_a ? 0 : 1][child.at.axis()][child.at.is_upper() ? 1 : 0];
        const auto units = static_cast<std::uint32_t>(child.at.move() * table.units_per_length);
        if (halves_ == 1) return table.products[units];
        Work sum = table.products[units & 255u];
        const Work& upper = table.products[256 + (units >> 8)];
        for (std::size_t i = 0; i < Steps::kVectors; ++i) sum[i] = sum[i] + upper[i];
        return sum;
    }

  private:
    struct Table {
        float units_per_length = 0.0f;
        std::vector<Work> products; // for 0 to 255 units; with 16 bits, then for 0 to 255 times 256 units
    };

    // The tables of one operand, indexed by axis and by the end that moves.
    using Tables = std::array<std::array<Table, 2>, 3>;
    using Weights = std::array<std::array<Work, 2>, 3>;

    void fill(const Weights& weights, const std::array<float, 3>& lengths, Tables& out_tables) const {
        for (std::size_t axis = 0; axis < 3; ++axis)
            for (std::size_t end = 0; end < 2; ++end) {
                Table& table = out_tables[axis][end];
                table.units_per_length = 1.0f / lengths[axis];
                for (std::size_t half = 0; half < halves_; ++half)
                    for (std::size_t units = 0; units < 256; ++units)
                        table.products.push_back(
                            product(weights[axis][end], static_cast<double>(lengths[axis]) *
                                                            static_cast<double>(units << 8 * half)));
            }
    }
    static Work product(const Work& weights, double move) {
        Work result;
        for (std::size_t i = 0; i < Steps::kVectors; ++i) {
            std::array<float, 4> lanes;
            store4(weights[i], lanes.data());
            for (float& lane : lanes) lane = toward_zero(static_cast<double>(lane) * move);
            result[i] = load4(lanes.data());
        }
        return result;
    }
    static float toward_zero(double value) { return value < 0.0 ? round_up(value) : round_down(value); }

    std::size_t halves_;
    std::array<Tables, 2> tables_; // for A and for B
};

} // namespace boxwood
