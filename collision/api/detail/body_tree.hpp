// What: a tree over the world boxes of bodies, for queries on a world. Internal: not installed.
// Frame: world.
// Invariants: the box of a body contains all points that queries compute in double for its shape at its pose.
// Cost: O(log n) time per change and per box found.
#pragma once

#include "collision/api/pose.hpp"
#include "collision/api/shape.hpp"
#include "collision/api/time_of_impact.hpp"
#include "collision/hierarchy/dynamic_tree.hpp"
#include "collision/volumes/aabb.hpp"

#include <cstdint>
#include <vector>

#include <glm/vec3.hpp>

namespace boxwood::api::detail {

Aabb world_box(const Shape& shape, const Pose& pose);
// The box of the shape during the complete motion, enlarged by `margin` on every side.
Aabb swept_box(const Shape& shape, const Motion& motion, double margin = 0.0);
Aabb point_box(const Vec3& point);

// A lower bound on the distance between the boxes.
double gap_of(const Aabb& x, const Aabb& y);

// A ray for intersection tests with boxes.
class BoxRay {
  public:
    BoxRay(const Vec3& origin, const Vec3& direction);
    // Whether the ray meets the box at a parameter of at most `limit`. Also true if the ray misses the box, or meets it
    // beyond `limit`, by no more than the rounding error. If true, `out_near` is a lower bound on the parameter where
    // the ray enters the box.
    bool meets(const Aabb& box, double limit, double& out_near) const;

  private:
    glm::dvec3 origin_, direction_;
};

class BodyTree {
  public:
    void set(std::uint32_t body, const Aabb& box);
    void remove(std::uint32_t body);
    bool is_empty() const { return tree_.is_empty(); }
    // Calls visit(body) for all bodies whose boxes overlap `box`.
    template <class Visit>
    void find_overlapping(const Aabb& box, Visit&& visit) const {
        std::vector<std::uint32_t> stack;
        tree_.find_overlapping(box, stack, visit);
    }
    // Calls visit(body) for each body whose bound_of(box) is at most limit(), roughly in ascending order of the bound.
    // limit() is called again before each visit, so visit() can lower it. Bound and limit can be infinite.
    template <class Bound, class Limit, class Visit>
    void visit_nearest_first(const Bound& bound_of, const Limit& limit, const Visit& visit) const {
        struct Item {
            std::uint32_t node = 0;
            double bound = 0.0;
        };
        std::vector<Item> stack;
        const auto push = [&](std::uint32_t node) {
            const double bound = bound_of(tree_.node(node).box);
            if (bound <= limit()) stack.push_back({node, bound});
        };
        if (!tree_.is_empty()) push(tree_.root());
        while (!stack.empty()) {
            const Item item = stack.back();
            stack.pop_back();
            if (!(item.bound <= limit())) continue;
            const DynamicTree::Node& node = tree_.node(item.node);
            if (node.is_leaf()) {
                visit(node.item);
                continue;
            }
            const std::size_t first = stack.size();
            push(node.left);
            push(node.right);
            if (stack.size() == first + 2 && stack[first].bound < stack[first + 1].bound)
                std::swap(stack[first], stack[first + 1]);
        }
    }

  private:
    DynamicTree tree_;
    std::vector<std::uint32_t> leaves_; // the leaf of each body, or kNone
};

} // namespace boxwood::api::detail
