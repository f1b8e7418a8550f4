// What: what the BoxTree paper measured, done again: how much an unrestricted child shares with its parent, memory,
//       growth of the construction, its rules compared, the tumbling benchmark, and moves as integers with their
//       products looked up.
// Frame: two copies of a mesh that fits a cube of size 2, the second tumbling.
// Units: as the columns say: ms, us per query, ns per triangle, bytes per triangle.
// Invariants: counts do not depend on the machine; a study that finds two hierarchies disagreeing is an Error.
// Source: [Zachmann 2002] sections 3 to 6.
// Departs from the source: its CAD models are not available; a rock, a torus, a knot and a craft stand in.
// Oracle: tests/engine/experiments/box_tree_study_test.cpp.
#pragma once

#include "collision/core/result.hpp"
#include "engine/experiments/cost_report.hpp"

#include <cstddef>
#include <span>
#include <string>
#include <string_view>

namespace boxwood {

struct StudySize {
    std::size_t triangles = 10'000;       // of a model, about
    std::size_t most_triangles = 640'000; // of the largest, for growth
    int turns = 72;                       // steps of either turn of the tumble
    int distances = 5;
    Clock clock = nullptr; // milliseconds; null: times are 0
};
inline constexpr StudySize kQuickStudy{
    .triangles = 600, .most_triangles = 8'000, .turns = 6, .distances = 2, .clock = nullptr};

// To add one: a line in the list in box_tree_study.cpp.
struct BoxTreeStudy {
    std::string_view name, question;
    Result<std::string> (*run)(const StudySize& size); // a heading and a line per row, comma-separated
};
std::span<const BoxTreeStudy> all_box_tree_studies();

} // namespace boxwood
