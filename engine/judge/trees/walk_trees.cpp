#include "engine/judge/trees/walk_trees.hpp"

#include "collision/geometry/triangle/triangle_intersect.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <glm/gtc/quaternion.hpp>

namespace boxwood::judge {
namespace {

constexpr int kFaceAxes = 6;        // number of face normals; the cross products of edges follow
constexpr double kRounding = 1e-12; // error bound of the test in double, relative to the reach of the boxes
constexpr std::uint8_t kVolumePairVisit = 0, kPrimitivePairVisit = 1;

using BoxEnds = std::array<glm::dvec3, 2>; // lower, upper

struct Interval {
    double low, high;
};

// The interval of a parallelepiped on an axis.
Interval project(const glm::dvec3& center, const std::array<glm::dvec3, 3>& half_edges,
                 const glm::dvec3& axis) {
    const double middle = glm::dot(center, axis);
    double radius = 0;
    for (const glm::dvec3& edge : half_edges) radius += std::abs(glm::dot(edge, axis));
    return {middle - radius, middle + radius};
}

struct TestAnswer {
    bool overlaps = true;
    int axis = -1;
    glm::dvec3 direction{0};
    double gap = 0;
};

// Tests the 15 axes of two boxes [Gottschalk 1996]. `a_from_b` can rotate, scale and shear the box of b.
TestAnswer test_boxes(const BoxEnds& box_a, const BoxEnds& box_b, const Pose& a_from_b, TestFault fault) {
    const glm::dvec3 center_a = (box_a[0] + box_a[1]) * 0.5,
                     center_b = a_from_b * ((box_b[0] + box_b[1]) * 0.5);
    const glm::dvec3 half_a = (box_a[1] - box_a[0]) * 0.5, half_b = (box_b[1] - box_b[0]) * 0.5;
    std::array<glm::dvec3, 3> edges_a{}, edges_b{}, units_a{};
    for (int i = 0; i < 3; ++i) {
        const auto k = static_cast<std::size_t>(i);
        units_a[k][i] = 1;
        edges_a[k][i] = half_a[i];
        edges_b[k] = a_from_b.linear[i] * half_b[i];
    }
    const double reach = glm::length(half_a) + glm::length(a_from_b.linear * half_b) + glm::length(center_a) +
                         glm::length(center_b);
    const auto separates = [&](const glm::dvec3& axis, int index, TestAnswer& out) {
        glm::dvec3 axis_of_b = axis;
        if (fault == TestFault::cross_axis_sign && index >= kFaceAxes)
            axis_of_b[(index - kFaceAxes) / 3 == 2 ? 0 : 2] *= -1;
        const Interval on_a = project(center_a, edges_a, axis), on_b = project(center_b, edges_b, axis_of_b);
        const double gap = std::max(on_a.low - on_b.high, on_b.low - on_a.high);
        if (!(gap > kRounding * reach * glm::length(axis))) return false;
        out = {false, index, axis, gap};
        return true;
    };
    const glm::dmat3& columns = a_from_b.linear;
    TestAnswer answer;
    for (int i = 0; i < 3; ++i)
        if (separates(units_a[static_cast<std::size_t>(i)], i, answer)) return answer;
    for (int i = 0; i < 3; ++i)
        if (separates(glm::cross(columns[(i + 1) % 3], columns[(i + 2) % 3]), 3 + i, answer)) return answer;
    for (int i = 0; i < 3; ++i)
        for (int j = 0; j < 3; ++j)
            if (separates(glm::cross(units_a[static_cast<std::size_t>(i)], columns[j]), kFaceAxes + 3 * i + j,
                          answer))
                return answer;
    return answer;
}

// The rotation between two bodies as a program in single precision computes it: as the product of their rotations in
// the world. Its entries near zero consist of rounding errors.
glm::mat3 rounded_rotation(const glm::dmat3& a_from_b) {
    const glm::dmat3 world_from_a = glm::mat3_cast(glm::normalize(glm::dquat(0.8, 0.3, -0.4, 0.33)));
    return glm::transpose(glm::mat3(world_from_a)) * glm::mat3(world_from_a * a_from_b);
}

// Tests the cross products of edges as in [Gottschalk 1996], but without the term that covers rounding. For nearly
// parallel edges, the radii consist of rounding errors, so overlapping boxes can seem separated. Requires a rotation
// without scale.
TestAnswer test_without_epsilon(const BoxEnds& box_a, const BoxEnds& box_b, const Pose& a_from_b) {
    const glm::mat3 r = rounded_rotation(a_from_b.linear); // r[column][row]
    const glm::vec3 half_a((box_a[1] - box_a[0]) * 0.5), half_b((box_b[1] - box_b[0]) * 0.5);
    const glm::vec3 t(a_from_b * ((box_b[0] + box_b[1]) * 0.5) - (box_a[0] + box_a[1]) * 0.5);
    for (int i = 0; i < 3; ++i)
        for (int j = 0; j < 3; ++j) {
            const int i1 = (i + 1) % 3, i2 = (i + 2) % 3, j1 = (j + 1) % 3, j2 = (j + 2) % 3;
            const float radius_a = half_a[i1] * std::abs(r[j][i2]) + half_a[i2] * std::abs(r[j][i1]);
            const float radius_b = half_b[j1] * std::abs(r[j2][i]) + half_b[j2] * std::abs(r[j1][i]);
            const float gap = std::abs(t[i2] * r[j][i1] - t[i1] * r[j][i2]) - (radius_a + radius_b);
            if (!(gap > 0)) continue;
            glm::dvec3 axis(0.0);
            axis[i1] = -r[j][i2];
            axis[i2] = r[j][i1];
            return {false, kFaceAxes + 3 * i + j, axis, static_cast<double>(gap)};
        }
    return {};
}

class Walk {
  public:
    Walk(const JudgedHierarchy& a, const JudgedHierarchy& b, const Pose& a_from_b, TestFault fault,
         capture::QueryRecord& io_query, capture::VisitsRecord& out_visits)
        : a_(a)
        , b_(b)
        , a_from_b_(a_from_b)
        , fault_(fault)
        , query_(io_query)
        , visits_(out_visits) {}

    void run() {
        for (const std::uint32_t root_a : a_.record->roots)
            for (const std::uint32_t root_b : b_.record->roots) visit(root_a, root_b, 0);
    }

  private:
    bool is_done() const { return query_.mode == "any" && !query_.pairs_a.empty(); }

    void record(std::uint32_t a, std::uint32_t b, std::uint32_t depth, std::uint8_t kind, bool verdict,
                const TestAnswer& answer) {
        struct {
            std::uint32_t a, b, depth;
            std::uint8_t kind, verdict;
            std::int8_t axis;
            std::uint8_t padding;
        } const visit{a,
                      b,
                      depth,
                      kind,
                      static_cast<std::uint8_t>(verdict ? 1 : 0),
                      static_cast<std::int8_t>(answer.axis),
                      0};
        const auto bytes = std::as_bytes(std::span(&visit, 1));
        visits_.visits.insert(visits_.visits.end(), bytes.begin(), bytes.end());
        visits_.axes.values.insert(visits_.axes.values.end(),
                                   {answer.direction.x, answer.direction.y, answer.direction.z});
        visits_.values.values.push_back(answer.gap);
        ++visits_.seen;
    }

    bool can_visit(const JudgedHierarchy& tree, std::uint32_t node) const {
        return node < tree.links.depth.size() && tree.links.depth[node] != TreeLinks::kNone &&
               tree.volumes.has(node);
    }

    void visit(std::uint32_t a, std::uint32_t b, std::uint32_t depth) {
        if (is_done() || !can_visit(a_, a) || !can_visit(b_, b)) return;
        const BoxEnds box_a = a_.volumes.box(a), box_b = b_.volumes.box(b);
        TestAnswer answer = test_boxes(box_a, box_b, a_from_b_, fault_);
        if (answer.overlaps && fault_ == TestFault::no_epsilon)
            answer = test_without_epsilon(box_a, box_b, a_from_b_);
        record(a, b, depth, kVolumePairVisit, answer.overlaps, answer);
        if (!answer.overlaps) return;
        const bool is_leaf_a = a_.record->child_count[a] == 0, is_leaf_b = b_.record->child_count[b] == 0;
        if (is_leaf_a && is_leaf_b) return test_primitives(a, b, depth);
        const auto volume = [](const BoxEnds& box) {
            const glm::dvec3 size = box[1] - box[0];
            return size.x * size.y * size.z;
        };
        if (is_leaf_b || (!is_leaf_a && volume(box_a) >= volume(box_b)))
            for_children(a_, a, [&](std::uint32_t child) { visit(child, b, depth + 1); });
        else
            for_children(b_, b, [&](std::uint32_t child) { visit(a, child, depth + 1); });
    }

    // Visits only the children whose parent link is this node. A descent therefore ends at a cycle.
    template <class Use>
    static void for_children(const JudgedHierarchy& tree, std::uint32_t node, Use&& use) {
        for (const std::uint32_t child : children_of(*tree.record, node))
            if (child < tree.links.parent.size() && tree.links.parent[child] == node) use(child);
    }

    Triangle64 triangle_of(const capture::MeshRecord& mesh, std::uint32_t triangle) const {
        Triangle64 out{};
        for (std::size_t corner = 0; corner < 3; ++corner)
            out[corner] = vertex_of(mesh, mesh.triangles[3 * std::size_t{triangle} + corner]);
        return out;
    }

    void test_primitives(std::uint32_t a, std::uint32_t b, std::uint32_t depth) {
        for (const std::uint32_t ta : primitives_of(*a_.record, a))
            for (const std::uint32_t tb : primitives_of(*b_.record, b)) {
                if (is_done() || ta >= a_.mesh->triangle_count() || tb >= b_.mesh->triangle_count()) continue;
                Triangle64 moved = triangle_of(*b_.mesh, tb);
                for (glm::dvec3& corner : moved) corner = a_from_b_ * corner;
                const bool are_intersecting = triangles_intersect(triangle_of(*a_.mesh, ta), moved);
                record(ta, tb, depth, kPrimitivePairVisit, are_intersecting, {});
                if (!are_intersecting) continue;
                query_.pairs_a.push_back(ta);
                query_.pairs_b.push_back(tb);
            }
    }

    const JudgedHierarchy &a_, &b_;
    const Pose& a_from_b_;
    TestFault fault_;
    capture::QueryRecord& query_;
    capture::VisitsRecord& visits_;
};

} // namespace

bool has_only_boxes(const capture::HierarchyRecord& record) {
    return record.bounds.size() == 1 &&
           (record.bounds[0].type == "aabb" || record.bounds[0].type == "box-tree" ||
            record.bounds[0].type == "aabb-quantized");
}

void walk_trees(const JudgedHierarchy& a, const JudgedHierarchy& b, const Pose& a_from_b, TestFault fault,
                capture::QueryRecord& io_query, capture::VisitsRecord& out_visits) {
    io_query.pairs_a.clear();
    io_query.pairs_b.clear();
    out_visits = {.query = io_query.id};
    Walk(a, b, a_from_b, fault, io_query, out_visits).run();
    io_query.verdict = io_query.pairs_a.empty() ? 0 : 1;
}

} // namespace boxwood::judge
