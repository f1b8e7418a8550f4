// Shapes and transforms for tests of worlds, and oracles for the results of a step: boxes by scanning all vertices,
// pairs by testing all pairs of boxes, contacts by a common point or the optimality certificate.
#pragma once

#include "collision/world/collision_world.hpp"
#include "tests/oracles/all_pairs.hpp"
#include "tests/oracles/convex_certificate.hpp"
#include "tests/oracles/test_polytopes.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <random>
#include <set>
#include <vector>

namespace boxwood::test {

inline Transform at(double x, double y, double z) {
    return {.t = {x, y, z}};
}

inline std::vector<std::shared_ptr<Shape>> make_shapes(std::mt19937& random, int count) {
    std::vector<std::shared_ptr<Shape>> shapes;
    for (int i = 0; i < count; ++i)
        shapes.push_back(
            make_shape(polytope_of(random_hull(random, 10 + i % 8, 1 << 20, glm::vec3(0x1p-20f)))));
    return shapes;
}

inline Transform random_transform(std::mt19937& random, double half) {
    return {.q = random_rotation(random), .t = random_in_box(random, half)};
}

// A model of a world: the enabled pairs, and the active pairs that result from all reported events.
class PairModel {
  public:
    void add(BodyId id) { enabled_[id] = true; }
    void remove(BodyId id) {
        enabled_.erase(id);
        fixed_.erase(id);
        std::erase_if(exceptions_, [id](const BodyPair& pair) { return pair.a == id || pair.b == id; });
    }
    void set_body(BodyId id, bool enabled) { enabled_[id] = enabled; }
    void set_fixed(BodyId id, bool fixed) {
        fixed_.erase(id);
        if (fixed) fixed_.insert(id);
    }
    void set_pair(BodyPair pair, bool enabled) {
        exceptions_.erase(pair);
        if (enabled != by_default_) exceptions_.insert(pair);
    }
    void set_all(bool enabled) {
        by_default_ = enabled;
        exceptions_.clear();
    }
    bool is_enabled(BodyPair pair) const {
        return enabled_.at(pair.a) && enabled_.at(pair.b) && exceptions_.contains(pair) != by_default_ &&
               !(fixed_.contains(pair.a) && fixed_.contains(pair.b));
    }
    std::vector<BodyId> live() const {
        std::vector<BodyId> ids;
        for (const auto& [id, enabled] : enabled_) ids.push_back(id);
        return ids;
    }

    // Compares the pairs and events of one step with a test of all pairs of boxes.
    void check(const CollisionWorld& world, const StepOutput& out) {
        const std::vector<BodyId> ids = live();
        std::set<BodyPair> expected = all_pairs(ids, world.boxes(), {});
        std::erase_if(expected, [this](const BodyPair& pair) { return !is_enabled(pair); });
        std::set<BodyPair> reported;
        for (const PairResult& pair : out.pairs) reported.insert(pair.bodies);
        ASSERT_EQ(reported, expected);
        ASSERT_EQ(reported.size(), out.pairs.size());
        ASSERT_TRUE(
            std::is_sorted(out.pairs.begin(), out.pairs.end(),
                           [](const PairResult& x, const PairResult& y) { return x.bodies < y.bodies; }));
        for (const BodyPair& pair : out.left) ASSERT_EQ(active_.erase(pair), 1u) << pair.a << ' ' << pair.b;
        for (const BodyPair& pair : out.entered)
            ASSERT_TRUE(active_.insert(pair).second) << pair.a << ' ' << pair.b;
        ASSERT_EQ(active_, expected);
        ASSERT_EQ(out.counters.entered, out.entered.size());
        ASSERT_EQ(out.counters.left, out.left.size());
        ASSERT_EQ(out.counters.pairs, out.pairs.size());
    }
    std::size_t active_count() const { return active_.size(); }

  private:
    std::map<BodyId, bool> enabled_;
    std::set<BodyId> fixed_;
    std::set<BodyPair> exceptions_, active_;
    bool by_default_ = true;
};

// The expected dynamic box: all vertices scanned, the margin added, and the result rounded outwards.
inline Aabb scanned_box(const Body& body, double relative_margin) {
    const Polytope& polytope = *body.shape->polytope();
    const double margin = std::max(relative_margin * 2.0 * polytope.radius(), body.margin);
    glm::dvec3 lower(std::numeric_limits<double>::infinity()), upper(-lower);
    for (const glm::vec3& p : polytope.positions()) {
        const glm::dvec3 p_w = body.world_from_body * p;
        lower = glm::min(lower, p_w);
        upper = glm::max(upper, p_w);
    }
    Aabb box;
    for (int axis = 0; axis < 3; ++axis) {
        box.lower[axis] = round_down(static_cast<double>(round_down(lower[axis])) - margin);
        box.upper[axis] = round_up(static_cast<double>(round_up(upper[axis])) + margin);
    }
    return box;
}

// Checks the result for two polytopes by its two points, in the world's frame and in long double: both points lie in
// their polytopes; for a contact they coincide; otherwise they pass the optimality certificate.
inline void check_contact(const CollisionWorld& world, const PairResult& pair) {
    const Body& a = world.bodies()[pair.bodies.a];
    const Body& b = world.bodies()[pair.bodies.b];
    const Polytope &solid_a = *a.shape->polytope(), &solid_b = *b.shape->polytope();
    const std::vector<Vec> points_a = points_in_a(solid_a, a.world_from_body),
                           points_b = points_in_a(solid_b, b.world_from_body);
    const Real scale = solid_a.extent() + solid_b.extent() + glm::length(a.world_from_body.origin) +
                       glm::length(b.world_from_body.origin);
    const Real slack = solid_a.flatness() + solid_b.flatness() + solid_a.reflex() + solid_b.reflex();
    const Vec on_a(pair.point_on_a_w), on_b(pair.point_on_b_w);
    const Real outside =
        std::max(excess(half_spaces(solid_a, points_a), on_a), excess(half_spaces(solid_b, points_b), on_b));
    ASSERT_LE(outside, 1e-12L * scale + slack) << pair.bodies.a << ' ' << pair.bodies.b;
    const Vec difference = on_b - on_a;
    const Real length = std::sqrt(glm::dot(difference, difference));
    ASSERT_NEAR(static_cast<double>(length), pair.distance, static_cast<double>(1e-12L * scale));
    if (pair.is_contact()) {
        ASSERT_EQ(pair.distance, 0.0);
        return; // a common point proves the contact
    }
    ASSERT_GT(pair.distance, 0.0);
    const Vec direction = difference / length;
    Real most_a = -std::numeric_limits<Real>::infinity(), least_b = -most_a;
    for (const Vec& p : points_a) most_a = std::max(most_a, glm::dot(direction, p));
    for (const Vec& p : points_b) least_b = std::min(least_b, glm::dot(direction, p));
    const Real rounding = 32 * static_cast<Real>(std::numeric_limits<double>::epsilon()) * scale;
    ASSERT_LE(length - (least_b - most_a), rounding * (1 + scale / length) + slack)
        << pair.bodies.a << ' ' << pair.bodies.b << " at " << pair.distance;
}

} // namespace boxwood::test
