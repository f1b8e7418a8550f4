#include "engine/walk/hand/hand_model.hpp"

#include "engine/meshes/hull.hpp"
#include "engine/walk/dynamics/hull_of.hpp"

#include <cmath>

#include <glm/geometric.hpp>
#include <glm/gtc/quaternion.hpp>
#include <glm/trigonometric.hpp>

namespace boxwood {
namespace {

using NodePairs = std::vector<std::pair<std::uint32_t, std::uint32_t>>;

// An ellipse in a plane of constant z. Its points at the angles (k + 0.5) / sides of a turn are used for the hull.
struct Section {
    double z = 0.0, half_x = 0.0, half_y = 0.0;
    double center_x = 0.0, center_y = 0.0;
};
Polytope hull_of_sections(std::span<const Section> sections, int sides) {
    std::vector<glm::vec3> points;
    for (const Section& s : sections)
        for (int k = 0; k < sides; ++k) {
            const double angle = 2.0 * 3.14159265358979323846 * (k + 0.5) / sides;
            points.emplace_back(s.center_x + s.half_x * std::cos(angle),
                                s.center_y + s.half_y * std::sin(angle), s.z);
        }
    return hull_of(points);
}

// A phalanx from the joint at the origin towards -z, rounded at both ends and slightly thinner at the far end.
Polytope make_phalanx(double length, double thickness, bool is_tip) {
    const double r = 0.5 * thickness, tip = is_tip ? 0.8 * r : 0.9 * r;
    const double end = is_tip ? 0.35 * tip : 0.6 * tip;
    const std::array sections{Section{0.55 * r, 0.6 * r, 0.6 * r},
                              Section{0.15 * r, r, r},
                              Section{-0.5 * length, 0.93 * r, 0.95 * r},
                              Section{-length + 0.45 * r, tip, 1.04 * tip},
                              Section{-length - 0.1 * r, 0.75 * tip, 0.8 * tip},
                              Section{-length - 0.35 * r, end, end}};
    return hull_of_sections(sections, 10);
}

glm::dmat3 rotation_matrix(const glm::dvec3& axis, double degrees) {
    const double half = 0.5 * glm::radians(degrees);
    return glm::mat3_cast(glm::dquat(std::cos(half), std::sin(half) * glm::normalize(axis)));
}

struct FingerPlan {
    std::string_view name;
    glm::dvec3 base;                  // of the first joint, in the palm's frame
    glm::dmat3 palm_from_finger{1.0}; // the straight finger points to its -z; it closes towards its -x
    std::array<double, kPhalanges> lengths, closed, open; // meters; degrees
    double thickness = 0.0;
};

std::array<FingerPlan, kFingers> make_plans() {
    const glm::dvec3 x(1.0, 0.0, 0.0), y(0.0, 1.0, 0.0);
    // The thumb points sideways from the palm and closes towards the fingers.
    const glm::dmat3 thumb =
        rotation_matrix(y, 62.0) * rotation_matrix(x, 8.0) * rotation_matrix({0.0, 0.0, 1.0}, 168.0);
    const auto spread = [&](double degrees) {
        return rotation_matrix(y, -3.0) * rotation_matrix(x, degrees);
    };
    return {
        {{"thumb", {-0.013, 0.024, 0.024}, thumb, {0.042, 0.034, 0.027}, {42, 48, 62}, {-26, -4, -4}, 0.0225},
         {"index",
          {0.0, 0.0315, -0.046},
          spread(3.5),
          {0.042, 0.0245, 0.0185},
          {82, 100, 68},
          {-8, -2, 0},
          0.0178},
         {"middle",
          {0.0, 0.0105, -0.049},
          spread(0.8),
          {0.0465, 0.028, 0.0195},
          {84, 100, 70},
          {-8, -2, 0},
          0.0182},
         {"ring",
          {0.0, -0.0105, -0.0465},
          spread(-2.0),
          {0.043, 0.0265, 0.0193},
          {86, 100, 70},
          {-8, -2, 0},
          0.0172},
         {"little",
          {0.0, -0.0305, -0.041},
          spread(-6.0),
          {0.034, 0.020, 0.0178},
          {88, 100, 70},
          {-8, -2, 0},
          0.0155}}};
}

class HandMaker {
  public:
    HandModel make();

  private:
    std::uint32_t add_group(std::uint32_t parent, const Pose& parent_from_node, const Joint& joint);
    std::uint32_t add_part(std::uint32_t parent, Polytope polytope); // returns its node
    void add_palm();
    void add_arm();
    void add_finger(const FingerPlan& plan, FingerModel& out_finger);

    HandModel model_;
    std::vector<HullNode> nodes_;
    NodePairs disabled_pairs_;
    std::uint32_t joints_ = 0, parts_ = 0, palm_node_ = 0;
};

std::uint32_t HandMaker::add_group(std::uint32_t parent, const Pose& parent_from_node, const Joint& joint) {
    nodes_.push_back({.parent = parent,
                      .parent_from_node = parent_from_node,
                      .joint = joint,
                      .polytope = {},
                      .mode = HullMode::whole_range});
    ++joints_;
    return static_cast<std::uint32_t>(nodes_.size() - 1);
}

std::uint32_t HandMaker::add_part(std::uint32_t parent, Polytope polytope) {
    nodes_.push_back(
        {.parent = parent, .parent_from_node = {}, .joint = {}, .polytope = std::move(polytope)});
    ++parts_;
    return static_cast<std::uint32_t>(nodes_.size() - 1);
}

void HandMaker::add_palm() {
    const std::array sections{Section{0.052, 0.013, 0.026}, Section{0.044, 0.0155, 0.031, -0.001},
                              Section{0.01, 0.0165, 0.0405, -0.002}, Section{-0.03, 0.014, 0.0445},
                              Section{-0.046, 0.0105, 0.0435}};
    model_.palm = parts_;
    palm_node_ = add_part(0, hull_of_sections(sections, 14));
}

// Adds wrist and forearm behind the palm, with two hinges so that the arm can point at the elbow.
void HandMaker::add_arm() {
    const glm::dvec3 at(0.0, 0.0, 0.055);
    model_.wrist_flexion = joints_;
    const std::uint32_t flexion_group =
        add_group(0, {glm::dmat3(1.0), at}, {at, {0.0, 1.0, 0.0}, glm::radians(-70.0), glm::radians(70.0)});
    const std::array wrist{Section{-0.014, 0.0125, 0.0245}, Section{0.0, 0.018, 0.0275},
                           Section{0.02, 0.0195, 0.0275}};
    model_.wrist = parts_;
    const std::uint32_t wrist_node = add_part(flexion_group, hull_of_sections(wrist, 12));
    model_.wrist_deviation = joints_;
    const std::uint32_t deviation_group = add_group(
        flexion_group, {}, {{0.0, 0.0, 0.0}, {1.0, 0.0, 0.0}, glm::radians(-60.0), glm::radians(60.0)});
    const std::array forearm{Section{0.012, 0.0195, 0.026}, Section{0.03, 0.0225, 0.0285},
                             Section{0.13, 0.034, 0.037},   Section{0.27, 0.041, 0.044},
                             Section{0.78, 0.050, 0.052},   Section{0.8, 0.040, 0.042}};
    model_.forearm = parts_;
    const std::uint32_t forearm_node = add_part(deviation_group, hull_of_sections(forearm, 12));
    disabled_pairs_.insert(
        disabled_pairs_.end(),
        {{palm_node_, wrist_node}, {wrist_node, forearm_node}, {palm_node_, forearm_node}});
}

void HandMaker::add_finger(const FingerPlan& plan, FingerModel& out_finger) {
    out_finger.name = plan.name;
    std::uint32_t parent = 0, before = palm_node_;
    Pose parent_from_link{plan.palm_from_finger, plan.base};
    for (std::size_t k = 0; k < kPhalanges; ++k) {
        // At position 0, the finger is straight. It closes by rotating its -z towards its -x, about +y.
        const Joint joint{parent_from_link.origin, parent_from_link.linear[1], glm::radians(plan.open[k]),
                          glm::radians(plan.closed[k])};
        out_finger.joints[k] = joints_;
        out_finger.closed[k] = joint.upper;
        parent = add_group(parent, parent_from_link, joint);
        out_finger.parts[k] = parts_;
        const double thickness = plan.thickness * (1.0 - 0.09 * static_cast<double>(k));
        const std::uint32_t part =
            add_part(parent, make_phalanx(plan.lengths[k], thickness, k + 1 == kPhalanges));
        disabled_pairs_.emplace_back(before, part);
        before = part;
        parent_from_link = {glm::dmat3(1.0), {0.0, 0.0, -plan.lengths[k]}};
    }
}

HandModel HandMaker::make() {
    nodes_.push_back({.parent = kNone,
                      .parent_from_node = {},
                      .joint = {},
                      .polytope = {},
                      .mode = HullMode::whole_range});
    add_palm();
    add_arm();
    const std::array<FingerPlan, kFingers> plans = make_plans();
    for (std::size_t f = 0; f < kFingers; ++f) add_finger(plans[f], model_.fingers[f]);
    Result<HullHierarchy> tree = make_hull_hierarchy(std::move(nodes_), &make_hull, disabled_pairs_);
    BOXWOOD_ASSERT(tree);
    model_.shape = make_shape(std::move(*tree));
    return std::move(model_);
}

} // namespace

std::string_view HandModel::name_of_part(std::uint32_t part) const {
    if (part == palm) return "palm";
    if (part == wrist) return "wrist";
    if (part == forearm) return "forearm";
    for (const FingerModel& finger : fingers)
        for (const std::uint32_t own : finger.parts)
            if (own == part) return finger.name;
    return "hand";
}

const HandModel& hand_model() {
    static const HandModel model = HandMaker().make();
    return model;
}

} // namespace boxwood
