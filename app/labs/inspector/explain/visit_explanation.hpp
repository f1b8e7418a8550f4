// What: explains why the test on screen has its result, by axes, gaps and closest points, in numbers and in sentences.
// Frame: world. Units: lengths of the scene.
// Invariants: explain() computes everything from the recorded hierarchies. Its result is valid until another test is
//             shown.
// Cost: explain() computes all axes of one test. If the test prunes a pair, explain() also checks the triangles below
//       the nodes whose volumes were tested.
#pragma once

#include "app/labs/inspector/recording/shown_test.hpp"
#include "engine/explain/explanations/box_tree_step_explanation.hpp"
#include "engine/explain/explanations/leaf_test_explanation.hpp"
#include "engine/explain/explanations/triangle_explanation.hpp"
#include "engine/explain/explanations/volume_test_explanation.hpp"
#include "engine/explain/verdict/uncontained.hpp"

#include <array>
#include <optional>
#include <string>

namespace boxwood {

class VisitExplanation {
  public:
    explicit VisitExplanation(const ShownTest& test)
        : test_(test) {}

    void explain();

    // The test compares two volumes, or a leaf's triangles and a volume, and prunes the pair.
    bool is_pruned() const { return is_pruned_; }
    bool do_triangles_meet() const;
    // The explanations of the three kinds of test: two volumes; a leaf's triangles and a volume; two triangles. Only
    // the explanation of the shown test's kind is valid.
    const VolumeTestExplanation& volumes() const { return volume_why_; }
    const LeafTestExplanation& leaf() const { return leaf_why_; }
    const TriangleExplanation& triangles() const { return triangle_why_; }
    // None: the test is not a step of two box-trees, or the user picked the two nodes or triangles.
    const std::optional<BoxTreeStepExplanation>& step() const { return step_why_; }

    std::string describe() const;
    std::string describe_wrong_pruning() const; // empty: not pruned, or the volumes contain their triangles
    std::string describe_volume_test() const;
    std::string describe_leaf() const;
    std::string describe_step() const; // requires step()
    std::string describe_triangles() const;

  private:
    // For a distance query: the closest triangles before the current visit.
    struct Nearest {
        PrimitivePair triangles;
        double distance = 0.0;
    };
    const QueryRecording& recording() const { return test_.recording(); }
    void explain_volume_test();
    void find_nearest_before();
    std::string describe_volumes() const;
    std::string describe_bound() const;
    std::string describe_distance() const;

    const ShownTest& test_;
    bool is_pruned_ = false;
    VolumeTestExplanation volume_why_;
    LeafTestExplanation leaf_why_;
    std::array<std::optional<Uncontained>, 2> uncontained_; // of the two pruned volumes
    std::optional<BoxTreeStepExplanation> step_why_;
    TriangleExplanation triangle_why_;
    std::optional<Nearest> nearest_before_;
};

} // namespace boxwood
