#include "engine/producer/failing_test.hpp"

#include "collision/api/mesh.hpp"
#include "collision/api/pose.hpp"
#include "engine/judge/query_scene.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>

namespace boxwood::capture {
namespace {

using judge::ShrunkCase;

std::string number_text(double value) {
    if (std::isnan(value)) return "NAN";
    if (std::isinf(value)) return value > 0 ? "INFINITY" : "-INFINITY";
    char text[40];
    std::snprintf(text, sizeof text, "%.17g", value);
    // Finds the shortest text that gives the same number.
    for (int digits = 1; digits < 17; ++digits) {
        char shorter[40];
        std::snprintf(shorter, sizeof shorter, "%.*g", digits, value);
        if (std::strtod(shorter, nullptr) == value) return shorter;
    }
    return text;
}

template <class Numbers>
std::string list_text(const Numbers& numbers) {
    std::string text = "{";
    for (std::size_t i = 0; i < numbers.size(); ++i) {
        if (i > 0) text += i % 12 == 0 ? ",\n    " : ", ";
        if constexpr (std::is_integral_v<std::remove_cvref_t<decltype(numbers[0])>>)
            text += std::to_string(numbers[i]);
        else
            text += number_text(numbers[i]);
    }
    return text + "}";
}

// Escapes a text for a comment or a string literal of the program.
std::string escaped_one_line(std::string text) {
    std::replace(text.begin(), text.end(), '\n', ' ');
    std::string escaped;
    for (const char c : text) {
        if (c == '"' || c == '\\') escaped += '\\';
        escaped += c;
    }
    return escaped;
}

std::string head(const ShrunkCase& small_case) {
    return "// " + escaped_one_line(small_case.finding.text) +
           "\n#include <boxwood/boxwood.hpp>\n\n"
           "#include <algorithm>\n#include <cmath>\n#include <cstdio>\n#include <utility>\n"
           "#include <vector>\n\n"
           "namespace bw = boxwood;\n\nnamespace {\n\n";
}

std::string tail(const ShrunkCase& small_case) {
    return "    if (is_right) return 0;\n    std::puts(\"" + escaped_one_line(small_case.finding.text) +
           "\");\n    return 1;\n}\n";
}

std::string mesh_text(const MeshRecord& mesh, const std::string& name, bool is_solid) {
    return "bw::Mesh " + name + "() {\n    const std::vector<double> positions" + list_text(mesh.positions.values) +
           ";\n    const std::vector<unsigned> triangles" + list_text(mesh.triangles) +
           ";\n    bw::MeshOptions options;\n    options.solid = " + (is_solid ? "true" : "false") +
           ";\n    return bw::Mesh::create(positions, triangles, options).value();\n}\n\n";
}

std::string pose_text(const Reals& numbers) {
    if (numbers.empty()) return "bw::Pose()";
    return "bw::Pose::from_row_major(std::vector<double>" + list_text(numbers.values) + ").value()";
}

// Returns an Error if the library refuses the mesh (or the pose): the generated test could not create it.
Status check_mesh(const MeshRecord& mesh, bool is_solid) {
    const auto created = api::Mesh::create(mesh.positions.values, mesh.triangles, {.solid = is_solid});
    if (created) return ok();
    return Error{"a test cannot be generated for mesh " + std::to_string(mesh.id) + ": " +
                 created.error().message};
}
Status check_pose(const Reals& numbers) {
    if (numbers.empty()) return ok();
    const auto created = api::Pose::from_row_major(numbers.values);
    if (created) return ok();
    return Error{"a test cannot be generated for a pose: " + created.error().message};
}

// The largest error, a length, that the judge accepts for the answer.
double error_of(const ShrunkCase& small_case, const QueryRecord& query) {
    if (!std::isnan(query.declared_error)) return query.declared_error;
    double reach = 0;
    for (const QuerySideRecord& side : query.sides) {
        std::string ignored; // check_pose() has accepted the pose
        const MeshRecord& mesh = *small_case.capture.find_mesh(side.mesh, side.mesh_revision);
        reach = std::max(reach, judge::largest_coordinate(
                                    judge::world_triangles(mesh, judge::pose_from(side.pose, ignored))));
    }
    return judge::default_error(query.scalar_bits, reach);
}

// Whether the query is still wrong if it claims no closest points.
bool is_distance_wrong(const ShrunkCase& small_case, const QueryRecord& query) {
    Capture without_points = small_case.capture;
    without_points.queries = {query};
    without_points.queries[0].witness_a = without_points.queries[0].witness_b = {};
    const std::vector<judge::Finding> findings = judge::judge_capture(without_points).findings;
    return findings.back().outcome == judge::Outcome::wrong;
}

Result<std::string> test_of_query(const ShrunkCase& small_case, const QueryRecord& query) {
    if (query.kind != "pair" || query.sides.size() != 2)
        return Error{"a test cannot be generated for a query of kind " + printable(query.kind)};
    if (query.mode != "any" && query.mode != "all" && query.mode != "distance")
        return Error{"a test cannot be generated for a query of mode " + printable(query.mode)};
    if (query.margin != 0) return Error{"a test cannot be generated for a query with a margin"};
    if (query.pairs_a.size() != query.pairs_b.size())
        return Error{"a test cannot be generated for lists of triangles of different lengths"};
    std::string text = head(small_case);
    for (std::size_t side = 0; side < 2; ++side) {
        const QuerySideRecord& record = query.sides[side];
        const MeshRecord* mesh = small_case.capture.find_mesh(record.mesh, record.mesh_revision);
        if (mesh == nullptr || mesh->triangles.empty())
            return Error{"a test can only be generated for meshes"};
        if (Status status = check_mesh(*mesh, record.is_solid != 0); !status) return status.error();
        if (Status status = check_pose(record.pose); !status) return status.error();
        text += mesh_text(*mesh, side == 0 ? "make_a" : "make_b", record.is_solid != 0);
    }
    text += "} // namespace\n\nint main() {\n    const bw::Mesh a = make_a(), b = make_b();\n";
    text += "    const bw::Pose at_a = " + pose_text(query.sides[0].pose) + ";\n";
    text += "    const bw::Pose at_b = " + pose_text(query.sides[1].pose) + ";\n";
    if (query.mode == "distance") {
        if (!is_distance_wrong(small_case, query))
            return Error{"a test cannot be generated for closest points: the distance itself is right"};
        const bool is_beyond_cutoff =
            !std::isnan(query.cutoff) && (std::isnan(query.distance) || query.distance > query.cutoff);
        text += "    const double error = " + number_text(error_of(small_case, query)) +
                ", exact = bw::distance(a, at_a, b, at_b).value;\n";
        if (is_beyond_cutoff)
            text +=
                "    const double cutoff = " + number_text(query.cutoff) +
                "; // the claim: the distance is larger\n    const bool is_right = exact > cutoff - error;\n";
        else
            text += "    const double claimed = " + number_text(query.distance) +
                    ", tolerance = " + number_text(query.tolerance) +
                    ";\n    const bool is_right = claimed - exact <= error + tolerance * exact && exact - "
                    "claimed <= error;\n";
        return text + tail(small_case);
    }
    text += "    bool is_right = true;\n";
    if (judge::lists_all(query) || !query.pairs_a.empty()) {
        text +=
            "    const std::vector<unsigned> of_a" + list_text(query.pairs_a) + ", of_b" +
            list_text(query.pairs_b) + ";\n" +
            "    std::vector<std::pair<unsigned, unsigned>> claimed, exact;\n"
            "    for (std::size_t i = 0; i < of_a.size(); ++i) claimed.emplace_back(of_a[i], of_b[i]);\n"
            "    bw::ContactOptions options;\n    options.points = false;\n"
            "    for (const auto& pair : bw::contacts(a, at_a, b, at_b, options).triangles) "
            "exact.emplace_back(pair.a, pair.b);\n"
            "    std::sort(claimed.begin(), claimed.end());\n    std::sort(exact.begin(), exact.end());\n";
        if (judge::lists_all(query))
            text += "    is_right = claimed == exact;\n";
        else
            text += "    // The list need not be complete.\n"
                    "    is_right = std::includes(exact.begin(), exact.end(), claimed.begin(), "
                    "claimed.end()) &&\n"
                    "               std::adjacent_find(claimed.begin(), claimed.end()) == claimed.end();\n";
    }
    if (query.verdict != kUnknown)
        text += std::string("    const bool does_touch = ") + (query.verdict != 0 ? "true" : "false") +
                "; // the claimed verdict\n    is_right = is_right && bw::collide(a, at_a, b, at_b) == "
                "does_touch;\n";
    return text + tail(small_case);
}

// The test contains the mesh and the recorded boxes and leaves. It compares the boxes with the triangles.
Result<std::string> test_of_hierarchy(const ShrunkCase& small_case, const HierarchyRecord& tree,
                                      const MeshRecord& mesh) {
    if (tree.bounds.size() != 1 || tree.bounds[0].type != "aabb" || !tree.edge_bounds.empty())
        return Error{"a test can only be generated for hierarchies with one box per node"};
    if (tree.primitive != "triangle")
        return Error{"a test can only be generated for hierarchies of triangles"};
    if (const std::string defect = judge::mesh_defect(mesh); !defect.empty())
        return Error{"a test cannot be generated for mesh " + std::to_string(mesh.id) + ": " + defect};
    const BoundsRecord& bounds = tree.bounds[0];
    const std::size_t boxes = bounds.values.size() / 6;
    if (bounds.values.size() % 6 != 0 || (bounds.margins.size() > 1 && bounds.margins.size() != boxes))
        return Error{"a test cannot be generated: the numbers of boxes and of margins contradict each other"};
    std::vector<double> margins = bounds.margins.values;
    if (margins.size() != boxes) margins.assign(boxes, margins.empty() ? 0.0 : margins[0]);
    std::string text = head(small_case);
    text += "const std::vector<double> positions" + list_text(mesh.positions.values) +
            "; // x, y, z per vertex\n";
    text += "const std::vector<unsigned> corners" + list_text(mesh.triangles) +
            "; // three vertices per triangle\n";
    text += "const std::vector<double> boxes" + list_text(bounds.values.values) +
            "; // lower and upper corner per box\n";
    text += "const std::vector<double> margins" + list_text(margins) + "; // per box\n";
    const std::pair<const char*, const std::vector<std::uint32_t>*> lists[]{
        {"node_boxes", &tree.node_bounds}, {"roots", &tree.roots}, {"first_child", &tree.first_child},
        {"child_count", &tree.child_count}, {"children", &tree.children}, {"first_primitive", &tree.first_primitive},
        {"primitive_count", &tree.primitive_count}, {"primitives", &tree.primitives}};
    for (const auto& [name, list] : lists)
        text += std::string("const std::vector<unsigned> ") + name + list_text(*list) + ";\n";
    text += std::string("constexpr bool may_repeat = ") + (tree.may_repeat != 0 ? "true" : "false") + ";\n";
    text += R"(
bool has_range(const std::vector<unsigned>& list, unsigned first, unsigned count) {
    return count <= list.size() && first <= list.size() - count;
}

// Checks the subtree of a node; `path` contains the nodes above it. Returns false if there is a defect.
bool is_sound(unsigned node, std::vector<unsigned>& path, std::vector<int>& leaves_of, std::vector<bool>& seen) {
    if (node >= node_boxes.size() || seen[node] || node_boxes[node] >= boxes.size() / 6) return false;
    if (!has_range(children, first_child[node], child_count[node])) return false;
    if (!has_range(primitives, first_primitive[node], primitive_count[node])) return false;
    seen[node] = true;
    path.push_back(node);
    for (std::size_t i = 6 * std::size_t{node_boxes[node]}, end = i + 3; i < end; ++i)
        if (!(boxes[i] <= boxes[i + 3])) return false;
    for (unsigned i = 0; i < primitive_count[node]; ++i) {
        const unsigned triangle = primitives[first_primitive[node] + i];
        if (triangle >= leaves_of.size()) return false;
        ++leaves_of[triangle];
        for (std::size_t corner = 0; corner < 3; ++corner)
            for (const unsigned above : path) {
                const double* p = positions.data() + 3 * std::size_t{corners[3 * std::size_t{triangle} + corner]};
                const double* box = boxes.data() + 6 * std::size_t{node_boxes[above]};
                const double margin = margins[node_boxes[above]];
                for (int axis = 0; axis < 3; ++axis)
                    if (!(box[axis] - margin <= p[axis] && p[axis] <= box[axis + 3] + margin)) return false;
            }
    }
    for (unsigned i = 0; i < child_count[node]; ++i)
        if (!is_sound(children[first_child[node] + i], path, leaves_of, seen)) return false;
    path.pop_back();
    return true;
}

} // namespace

int main() {
    std::vector<unsigned> path;
    std::vector<int> leaves_of(corners.size() / 3, 0);
    std::vector<bool> seen(node_boxes.size(), false);
    bool is_right = !node_boxes.empty() && !roots.empty();
    for (const auto* list : {&first_child, &child_count, &first_primitive, &primitive_count})
        is_right = is_right && list->size() == node_boxes.size();
    for (const unsigned root : roots) is_right = is_right && is_sound(root, path, leaves_of, seen);
    for (const int leaves : leaves_of) is_right = is_right && (may_repeat ? leaves > 0 : leaves == 1);
    for (const bool reached : seen) is_right = is_right && reached;
)";
    return text + tail(small_case);
}

Result<std::string> test_of_pairs(const ShrunkCase& small_case) {
    const Capture& capture = small_case.capture;
    if (capture.pairs.size() != 1) return Error{"a test cannot be generated for the pairs of several frames"};
    std::string text = head(small_case), list;
    if (!small_case.finding.evidence.bodies) return Error{"a test cannot be generated for this finding"};
    std::vector<const PoseRecord*> poses;
    for (const PoseRecord& record : capture.poses) poses.push_back(&record);
    std::stable_sort(poses.begin(), poses.end(), [](auto* a, auto* b) { return a->frame < b->frame; });
    for (const std::uint64_t id : *small_case.finding.evidence.bodies) {
        const BodyRecord& body = capture.bodies.at(id);
        if (body.meshes.size() != 1)
            return Error{"a test cannot be generated for bodies with several meshes"};
        // The judge compares only bodies whose mesh has one revision.
        const auto found = capture.meshes.lower_bound({body.meshes[0], 0});
        if (found == capture.meshes.end() || found->first.id != body.meshes[0])
            return Error{"a test can only be generated for bodies that are meshes"};
        const MeshRecord& mesh = found->second;
        if (Status status = check_mesh(mesh, false); !status) return status.error();
        const std::string name = "make_" + std::to_string(id);
        text += mesh_text(mesh, name, false);
        Reals pose;
        for (const PoseRecord* record : poses)
            for (std::size_t i = 0; i < record->bodies.size(); ++i)
                if (record->bodies[i] == id && record->frame <= capture.pairs[0].frame &&
                    record->matrices.size() >= 12 * (i + 1))
                    pose.values.assign(record->matrices.values.begin() + static_cast<std::ptrdiff_t>(12 * i),
                                       record->matrices.values.begin() +
                                           static_cast<std::ptrdiff_t>(12 * (i + 1)));
        if (Status status = check_pose(pose); !status) return status.error();
        list += "    bodies.push_back({" + std::to_string(id) + ", " + name + "(), " + pose_text(pose) + "});\n";
    }
    text += "struct Body {\n    unsigned long long id;\n    bw::Mesh mesh;\n    bw::Pose pose;\n};\n\n} // "
            "namespace\n\n"
            "int main() {\n    std::vector<Body> bodies;\n" +
            list +
            "    // The pairs that the broad phase reported.\n    const std::vector<unsigned long long> a" +
            list_text(capture.pairs[0].a) + ", b" + list_text(capture.pairs[0].b) + R"(;
    bool is_right = true;
    for (std::size_t i = 0; i < bodies.size(); ++i)
        for (std::size_t j = i + 1; j < bodies.size(); ++j) {
            if (!bw::collide(bodies[i].mesh, bodies[i].pose, bodies[j].mesh, bodies[j].pose)) continue;
            bool is_reported = false;
            for (std::size_t k = 0; k < std::min(a.size(), b.size()); ++k)
                is_reported |= std::minmax(a[k], b[k]) == std::minmax(bodies[i].id, bodies[j].id);
            is_right &= is_reported;
        }
)";
    return text + tail(small_case);
}

} // namespace

Result<std::string> failing_test(const ShrunkCase& small_case) {
    const judge::Finding& finding = small_case.finding;
    if (finding.query)
        for (const QueryRecord& query : small_case.capture.queries)
            if (query.id == *finding.query) return test_of_query(small_case, query);
    if (finding.hierarchy)
        for (const auto& [key, tree] : small_case.capture.hierarchies)
            if (key.id == *finding.hierarchy &&
                key.revision == finding.evidence.revision.value_or(key.revision))
                if (const MeshRecord* mesh = small_case.capture.find_mesh(tree.mesh, tree.mesh_revision))
                    return test_of_hierarchy(small_case, tree, *mesh);
    if (finding.stage == judge::Stage::broad_phase) return test_of_pairs(small_case);
    return Error{"a test cannot be generated for this finding"};
}

} // namespace boxwood::capture
