#include "engine/producer/failing_test.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>

namespace boxwood::capture {
namespace {

using judge::ShrunkCase;

std::string number_text(double value) {
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
std::string one_line(std::string text) {
    std::replace(text.begin(), text.end(), '\n', ' ');
    std::string escaped;
    for (const char c : text) {
        if (c == '"' || c == '\\') escaped += '\\';
        escaped += c;
    }
    return escaped;
}

std::string head(const ShrunkCase& small_case) {
    return "// " + one_line(small_case.finding.text) + "\n#include <boxwood/boxwood.hpp>\n\n"
           "#include <algorithm>\n#include <cmath>\n#include <cstdio>\n#include <utility>\n#include <vector>\n\n"
           "namespace bw = boxwood;\n\nnamespace {\n\n";
}

std::string tail(const ShrunkCase& small_case) {
    return "    if (is_right) return 0;\n    std::puts(\"" + one_line(small_case.finding.text) + "\");\n    return 1;\n}\n";
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

Result<std::string> test_of_query(const ShrunkCase& small_case, const QueryRecord& query) {
    if (query.kind != "pair" || query.sides.size() != 2)
        return Error{"a test cannot be generated for a query of kind " + query.kind};
    std::string text = head(small_case);
    for (std::size_t side = 0; side < 2; ++side) {
        const QuerySideRecord& record = query.sides[side];
        const MeshRecord* mesh = small_case.capture.find_mesh(record.mesh, record.mesh_revision);
        if (mesh == nullptr || mesh->triangles.empty())
            return Error{"a test can only be generated for meshes"};
        text += mesh_text(*mesh, side == 0 ? "make_a" : "make_b", record.is_solid != 0 || mesh->is_solid != 0);
    }
    text += "} // namespace\n\nint main() {\n    const bw::Mesh a = make_a(), b = make_b();\n";
    text += "    const bw::Pose at_a = " + pose_text(query.sides[0].pose) + ";\n";
    text += "    const bw::Pose at_b = " + pose_text(query.sides[1].pose) + ";\n";
    if (query.mode == "distance") {
        const double error = std::isnan(query.declared_error) ? 0x1p-19 : query.declared_error;
        text += "    const double claimed = " + (std::isnan(query.distance) ? std::string("INFINITY") : number_text(query.distance)) +
                ", tolerance = " + number_text(std::max(error, query.tolerance * (std::isnan(query.distance) ? 0.0 : query.distance))) +
                ";\n    const bool is_right = std::abs(bw::distance(a, at_a, b, at_b).value - claimed) <= tolerance;\n";
        return text + tail(small_case);
    }
    if (query.mode == "all" && (query.verdict == kUnknown || !query.pairs_a.empty())) {
        text += "    const std::vector<unsigned> of_a" + list_text(query.pairs_a) + ", of_b" + list_text(query.pairs_b) + ";\n" +
                "    std::vector<std::pair<unsigned, unsigned>> claimed, exact;\n"
                "    for (std::size_t i = 0; i < of_a.size(); ++i) claimed.emplace_back(of_a[i], of_b[i]);\n"
                "    bw::ContactOptions options;\n    options.points = false;\n"
                "    for (const auto& pair : bw::contacts(a, at_a, b, at_b, options).triangles) exact.emplace_back(pair.a, pair.b);\n"
                "    std::sort(claimed.begin(), claimed.end());\n    std::sort(exact.begin(), exact.end());\n"
                "    const bool is_right = claimed == exact;\n";
        return text + tail(small_case);
    }
    text += std::string("    const bool claimed = ") + (query.verdict == 1 || !query.pairs_a.empty() ? "true" : "false") +
            ";\n    const bool is_right = bw::collide(a, at_a, b, at_b) == claimed;\n";
    return text + tail(small_case);
}

// The test contains the recorded boxes and leaves. It compares them with the triangles, without using a hierarchy.
Result<std::string> test_of_hierarchy(const ShrunkCase& small_case, const HierarchyRecord& tree, const MeshRecord& mesh) {
    if (tree.bounds.size() != 1 || tree.bounds[0].type != "aabb" || !tree.edge_bounds.empty())
        return Error{"a test can only be generated for hierarchies with one box per node"};
    std::string text = head(small_case);
    text += mesh_text(mesh, "make_mesh", false);
    text += "const std::vector<double> boxes" + list_text(tree.bounds[0].values.values) + "; // lower and upper corner per box\n";
    const std::pair<const char*, const std::vector<std::uint32_t>*> lists[]{
        {"node_boxes", &tree.node_bounds}, {"roots", &tree.roots}, {"first_child", &tree.first_child},
        {"child_count", &tree.child_count}, {"children", &tree.children}, {"first_primitive", &tree.first_primitive},
        {"primitive_count", &tree.primitive_count}, {"primitives", &tree.primitives}};
    for (const auto& [name, list] : lists) text += std::string("const std::vector<unsigned> ") + name + list_text(*list) + ";\n";
    const double margin = tree.bounds[0].margins.size() == 1 ? tree.bounds[0].margins[0] : 0.0;
    text += "constexpr double margin = " + number_text(margin) + ";\n";
    text += std::string("constexpr bool may_repeat = ") + (tree.may_repeat != 0 ? "true" : "false") + ";\n";
    text += R"(
// Checks the subtree of a node; `path` contains the nodes above it. Returns false if there is a defect.
bool is_sound(const bw::Mesh& mesh, unsigned node, std::vector<unsigned>& path, std::vector<int>& leaves_of, std::vector<bool>& seen) {
    if (node >= node_boxes.size() || seen[node]) return false;
    seen[node] = true;
    path.push_back(node);
    const auto points = mesh.positions();
    const auto triangles = mesh.triangles();
    for (unsigned i = 0; i < primitive_count[node]; ++i) {
        const unsigned triangle = primitives[first_primitive[node] + i];
        if (triangle >= triangles.size()) return false;
        ++leaves_of[triangle];
        for (const unsigned vertex : triangles[triangle])
            for (const unsigned above : path) {
                const double* box = boxes.data() + 6 * node_boxes[above];
                const double p[]{points[vertex].x, points[vertex].y, points[vertex].z};
                for (int axis = 0; axis < 3; ++axis)
                    if (!(box[axis] - margin <= p[axis] && p[axis] <= box[axis + 3] + margin)) return false;
            }
    }
    for (unsigned i = 0; i < child_count[node]; ++i)
        if (!is_sound(mesh, children[first_child[node] + i], path, leaves_of, seen)) return false;
    path.pop_back();
    return true;
}

} // namespace

int main() {
    const bw::Mesh mesh = make_mesh();
    std::vector<unsigned> path;
    std::vector<int> leaves_of(mesh.triangle_count(), 0);
    std::vector<bool> seen(node_boxes.size(), false);
    bool is_right = true;
    for (const unsigned root : roots) is_right = is_right && is_sound(mesh, root, path, leaves_of, seen);
    for (const int leaves : leaves_of) is_right = is_right && (may_repeat ? leaves > 0 : leaves == 1);
    for (const bool reached : seen) is_right = is_right && reached;
)";
    return text + tail(small_case);
}

Result<std::string> test_of_pairs(const ShrunkCase& small_case) {
    const Capture& capture = small_case.capture;
    if (capture.pairs.size() != 1) return Error{"a test cannot be generated for the pairs of several frames"};
    std::string text = head(small_case) + "", list, ids;
    for (const auto& [id, body] : capture.bodies) {
        if (body.meshes.size() != 1)
            return Error{"a test cannot be generated for bodies with several meshes"};
        const MeshRecord* mesh = capture.find_mesh(body.meshes[0], 0);
        if (mesh == nullptr || mesh->triangles.empty())
            return Error{"a test can only be generated for bodies that are meshes"};
        const std::string name = "make_" + std::to_string(id);
        text += mesh_text(*mesh, name, mesh->is_solid != 0);
        Reals pose;
        for (const PoseRecord& record : capture.poses)
            for (std::size_t i = 0; i < record.bodies.size(); ++i)
                if (record.bodies[i] == id && record.frame <= capture.pairs[0].frame && record.matrices.size() >= 12 * (i + 1))
                    pose.values.assign(record.matrices.values.begin() + static_cast<std::ptrdiff_t>(12 * i),
                                       record.matrices.values.begin() + static_cast<std::ptrdiff_t>(12 * (i + 1)));
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
            for (std::size_t k = 0; k < a.size(); ++k)
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
            if (key.id == *finding.hierarchy)
                if (const MeshRecord* mesh = small_case.capture.find_mesh(tree.mesh, tree.mesh_revision))
                    return test_of_hierarchy(small_case, tree, *mesh);
    if (!small_case.capture.pairs.empty()) return test_of_pairs(small_case);
    return Error{"a test cannot be generated for this finding"};
}

} // namespace boxwood::capture
