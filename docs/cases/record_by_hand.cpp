// Public reports about libraries that are not packaged, rebuilt without them:  record_by_hand FOLDER
// What each is about, and what the judge says, is in README.md. The mistakes are written from their description.
#include "case_meshes.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace {

using namespace cases;

// A root over two leaves of a triangle each.
struct SmallTree {
    std::array<std::uint32_t, 1> root{0};
    std::array<std::uint32_t, 3> volumes{0, 1, 2}, first_child{0, 0, 0}, child_count{2, 0, 0},
        first_primitive{0, 0, 1}, primitive_count{0, 1, 1};
    std::array<std::uint32_t, 2> children{1, 2}, primitives{0, 1};

    void write(File& io_file, const char* library, const std::vector<double>& boxes) const {
        bwc_bounds bounds = bwc_bounds_init;
        bounds.values.doubles = boxes.data();
        bounds.values.count = boxes.size();
        bwc_hierarchy tree = bwc_hierarchy_init;
        tree.library = library;
        tree.roots = root.data();
        tree.root_count = 1;
        tree.node_count = 3;
        tree.node_bounds = volumes.data();
        tree.first_child = first_child.data();
        tree.child_count = child_count.data();
        tree.first_primitive = first_primitive.data();
        tree.primitive_count = primitive_count.data();
        tree.children = children.data();
        tree.child_list_count = 2;
        tree.primitives = primitives.data();
        tree.primitive_list_count = 2;
        tree.bounds = &bounds;
        tree.bounds_count = 1;
        bwc_write_hierarchy(io_file.get(), 0, &tree);
    }
};

using Vector = std::array<double, 3>;

bwc_query ray_query(const Vector& origin, const Vector& direction, const char* mode) {
    bwc_query query = bwc_query_init;
    query.id = 1;
    query.kind = "ray";
    query.mode = mode;
    query.sides[0].mesh = 0;
    query.origin = origin.data();
    query.direction = direction.data();
    return query;
}

// Box around triangles first to last.
std::vector<double> box_of(const Mesh& mesh, std::size_t first, std::size_t last) {
    constexpr double kFar = std::numeric_limits<double>::infinity();
    std::vector<double> box{kFar, kFar, kFar, -kFar, -kFar, -kFar};
    for (std::size_t i = 3 * first; i < 3 * (last + 1); ++i)
        for (std::size_t axis = 0; axis < 3; ++axis) {
            const double x = mesh.positions[3 * mesh.triangles[i] + axis];
            box[axis] = std::min(box[axis], x);
            box[3 + axis] = std::max(box[3 + axis], x);
        }
    return box;
}

std::vector<double> boxes_of_tree(const Mesh& mesh) {
    std::vector<double> boxes = box_of(mesh, 0, 1);
    for (std::size_t leaf = 0; leaf < 2; ++leaf)
        for (const double x : box_of(mesh, leaf, leaf)) boxes.push_back(x);
    return boxes;
}

// A first hit along x. The second child is skipped if the hit in the first child lies before the second child's box.
// The mistake: the hit is in the world, but the box is in the frame of the mesh, which is moved.
void hit_in_the_wrong_frame(const std::string& folder) {
    File file(folder, "three-mesh-bvh-269", "by hand, after three-mesh-bvh");
    Mesh mesh;
    mesh.positions = {0, -6, -1, 0, -6, 1, 3, 3.0 / 7, 0, 2, -1, -1, 2, -1, 1, 5, 14, 0};
    mesh.triangles = {0, 1, 2, 3, 4, 5};
    file.add(mesh, 0, "two triangles");
    const std::vector<double> boxes = boxes_of_tree(mesh);
    SmallTree{}.write(file, "by hand", boxes);
    const Matrix pose = translation(-10, 0, 0);
    const Vector origin{-20, 0, 0}, direction{1, 0, 0};
    const std::array<double, 2> hits{2.8 - 10, 2.2 - 10}; // of each triangle, in the world
    std::vector<bwc_visit> visits{{0, 0, 0, 0, 1, -1, 0}, {1, 0, 1, 0, 1, -1, 0}, {0, 0, 2, 1, 1, -1, 0}};
    double first = hits[0];
    const double start_of_second = boxes[12]; // lower x of node 2, in the frame of the mesh
    const bool is_before_second = first <= start_of_second;
    if (!is_before_second) {
        visits.push_back({2, 0, 1, 0, 1, -1, 0});
        visits.push_back({1, 0, 2, 1, 1, -1, 0});
        first = std::min(first, hits[1]);
    }
    bwc_query query = ray_query(origin, direction, "distance");
    query.sides[0].hierarchy = 0;
    query.sides[0].pose = pose.data();
    query.verdict = 1;
    query.distance = first - origin[0];
    bwc_write_query(file.get(), 0, &query);
    bwc_write_visits(file.get(), 0, 1, visits.size(), visits.data(), visits.size());
}

// Boxes kept as a center and half a size in single precision.
void box_from_its_center(const std::string& folder) {
    File file(folder, "three-mesh-bvh-169", "by hand, after three-mesh-bvh");
    Mesh mesh;
    for (const float x : {-49.0f, 12.3f, -20.1f, -30.7f, 40.9f, 7.7f})
        for (const float other : {0.1f * x, 0.01f * x * x}) {
            if (other == 0.1f * x) mesh.positions.push_back(x);
            mesh.positions.push_back(other);
        }
    mesh.triangles = {0, 1, 2, 3, 4, 5};
    file.add(mesh, 0, "two triangles");
    std::vector<double> boxes = boxes_of_tree(mesh);
    for (std::size_t box = 0; box < boxes.size(); box += 6)
        for (std::size_t axis = 0; axis < 3; ++axis) {
            double &lower = boxes[box + axis], &upper = boxes[box + axis + 3];
            const auto center = static_cast<float>(0.5 * (lower + upper)),
                       half = static_cast<float>(0.5 * (upper - lower));
            lower = static_cast<double>(center) - static_cast<double>(half);
            upper = static_cast<double>(center) + static_cast<double>(half);
        }
    SmallTree{}.write(file, "by hand", boxes);
}

// Boxes computed by minimum and maximum: a NaN coordinate of a vertex makes a bound of its boxes NaN.
void corner_that_is_no_number(const std::string& folder) {
    File file(folder, "ifc-lite-3561", "by hand, after ifc-lite");
    Mesh mesh;
    mesh.positions = {0, 0, 0, 1, 0, 0, 0, 1, 0, 2, 0, 0, 3, 0, 0, 2, std::nan(""), 0};
    mesh.triangles = {0, 1, 2, 3, 4, 5};
    file.add(mesh, 0, "two triangles");
    std::vector<double> boxes = boxes_of_tree(mesh);
    boxes[4] = boxes[16] = std::nan("");
    SmallTree{}.write(file, "by hand", boxes);
}

// A ray that touches a triangle only at an edge, in the plane z = 8 of this edge. The numbers are those of the report.
void ray_along_an_edge(const std::string& folder) {
    File file(folder, "three-mesh-bvh-684", "by hand, after three-mesh-bvh");
    Mesh mesh;
    mesh.positions = {-1.3836679458618164, -4.480311870574951, 10, 3.9273109436035156, 5.897944450378418, 8,
                      -1.3836679458618164, -4.480311870574951, 8};
    mesh.triangles = {0, 1, 2};
    file.add(mesh, 0, "triangle");
    const Vector origin{-0.028221702575683627, -2.5058889150619503, 8},
        direction{-0.16852837373762, 0.9856968028990217, 0};
    bwc_query query = ray_query(origin, direction, "any");
    query.verdict = 0;
    bwc_write_query(file.get(), 0, &query);
}

// Two cubes of side 1, 0.7 from each other, asked for contacts within 1.
void margin_without_contact(const std::string& folder) {
    File file(folder, "coal-755", "by hand, after coal");
    const Mesh cube = make_box(1, 1, 1);
    file.add(cube, 0, "a");
    file.add(cube, 1, "b");
    const Matrix pose = translation(0, 0, 1.7);
    bwc_query query = pair_query(1, "any", pose);
    query.margin = 1;
    query.verdict = 0;
    bwc_write_query(file.get(), 0, &query);
}

} // namespace

int main(int count, char** arguments) {
    if (count != 2) {
        std::fprintf(stderr, "record_by_hand FOLDER\n");
        return 2;
    }
    const std::string folder = arguments[1];
    hit_in_the_wrong_frame(folder);
    box_from_its_center(folder);
    corner_that_is_no_number(folder);
    ray_along_an_edge(folder);
    margin_without_contact(folder);
    return 0;
}
