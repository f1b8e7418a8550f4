// Public reports rebuilt with FCL 0.7 as it is packaged:  record_fcl_cases FOLDER
// What each is about, and what the judge says, is in README.md.
#include "case_meshes.hpp"

#include <fcl/fcl.h>
#include <memory>
#include <set>

namespace {

using namespace cases;

constexpr const char* kLibrary = "FCL " FCL_VERSION;
template <class Volume>
using Model = std::shared_ptr<fcl::BVHModel<Volume>>;

template <class Volume>
Model<Volume> make_model(const Mesh& mesh) {
    auto model = std::make_shared<fcl::BVHModel<Volume>>();
    std::vector<fcl::Vector3d> points;
    for (std::size_t i = 0; i < mesh.positions.size(); i += 3)
        points.emplace_back(mesh.positions[i], mesh.positions[i + 1], mesh.positions[i + 2]);
    std::vector<fcl::Triangle> triangles;
    for (std::size_t i = 0; i < mesh.triangles.size(); i += 3)
        triangles.emplace_back(mesh.triangles[i], mesh.triangles[i + 1], mesh.triangles[i + 2]);
    model->beginModel();
    model->addSubModel(points, triangles);
    model->endModel();
    return model;
}

fcl::Transform3d transform_of(const Matrix& m) {
    fcl::Transform3d out = fcl::Transform3d::Identity();
    for (int row = 0; row < 3; ++row)
        for (int column = 0; column < 4; ++column)
            out.matrix()(row, column) = m[static_cast<std::size_t>(4 * row + column)];
    return out;
}

// Asks for all contacts; `io_result` may hold those of an earlier call.
void collide(const fcl::CollisionGeometryd& a, const fcl::CollisionGeometryd& b, const Matrix& pose,
             fcl::CollisionResultd& io_result) {
    fcl::CollisionRequestd request;
    request.num_max_contacts = 100000;
    request.enable_contact = true;
    fcl::collide(&a, fcl::Transform3d::Identity(), &b, transform_of(pose), request, io_result);
}

struct Pairs {
    std::vector<std::uint32_t> a, b;
    explicit Pairs(fcl::CollisionResultd& result) {
        std::vector<fcl::Contactd> contacts;
        result.getContacts(contacts);
        std::set<std::pair<int, int>> seen; // a pair has a contact for each of its points
        for (const fcl::Contactd& contact : contacts) {
            if (!seen.emplace(contact.b1, contact.b2).second) continue;
            a.push_back(static_cast<std::uint32_t>(contact.b1));
            b.push_back(static_cast<std::uint32_t>(contact.b2));
        }
    }
};

void write_pairs(File& io_file, std::uint64_t id, const Matrix& pose, fcl::CollisionResultd& result) {
    const Pairs pairs(result);
    bwc_query query = pair_query(id, "all", pose);
    query.verdict = result.isCollision() ? 1 : 0;
    query.pairs_a = pairs.a.data();
    query.pairs_b = pairs.b.data();
    query.pair_count = pairs.a.size();
    bwc_write_query(io_file.get(), id, &query);
}

// A contact point claims to lie on both surfaces: a point query for each, with the distance 0. Ids from `first_id` on.
void write_contact_points(File& io_file, std::uint64_t first_id, const Matrix& pose,
                          fcl::CollisionResultd& result) {
    std::vector<fcl::Contactd> contacts;
    result.getContacts(contacts);
    for (const fcl::Contactd& contact : contacts) {
        const std::array<double, 3> point{contact.pos[0], contact.pos[1], contact.pos[2]};
        for (std::uint64_t mesh = 0; mesh < 2; ++mesh) {
            bwc_query query = bwc_query_init;
            query.id = first_id++;
            query.kind = "point";
            query.mode = "distance";
            query.sides[0].mesh = mesh;
            if (mesh == 1) query.sides[0].pose = pose.data();
            query.origin = point.data();
            query.distance = 0;
            query.declared_error = 1e-9;
            bwc_write_query(io_file.get(), 0, &query);
        }
    }
}

struct NamedMesh {
    const char* name;
    Mesh mesh;
};

// The contacts of two meshes, the second of them moved: which triangles, and their points if wanted.
template <class Volume>
void record_contacts(const std::string& folder, const char* name, const NamedMesh& a, const NamedMesh& b,
                     const Matrix& pose, bool with_points) {
    File file(folder, name, kLibrary);
    file.add(a.mesh, 0, a.name);
    file.add(b.mesh, 1, b.name);
    fcl::CollisionResultd result;
    collide(*make_model<Volume>(a.mesh), *make_model<Volume>(b.mesh), pose, result);
    write_pairs(file, 1, pose, result);
    if (with_points) write_contact_points(file, 100, pose, result);
}

void contacts_of_boxes(const std::string& folder) {
    record_contacts<fcl::OBBRSSd>(folder, "coal-706", {"large", make_box(2, 2, 2)},
                                  {"small", make_box(1, 1, 1)}, translation(0, 0, 1), false);
}

void long_thin_box(const std::string& folder) {
    record_contacts<fcl::OBBd>(folder, "coal-809", {"cube", make_box(2, 2, 2)},
                               {"needle", make_box(1000, 0.001, 0.001)}, translation(0, 0.3, 0.4), true);
}

void boxes_face_to_face(const std::string& folder) {
    record_contacts<fcl::OBBRSSd>(folder, "fcl-106", {"large", make_box(4, 4, 1)},
                                  {"small", make_box(1, 1, 1)}, translation(0.75, 0.5, 1), true);
}

void box_in_a_mesh(const std::string& folder) {
    File file(folder, "fcl-78", kLibrary);
    const Mesh hall = make_box(20, 20, 20), box = make_box(1, 1, 1);
    file.add(hall, 0, "hall");
    file.add(box, 1, "box");
    const Matrix pose = translation(0, 0, -5);
    const auto model = make_model<fcl::OBBRSSd>(hall);
    const fcl::Boxd shape(1, 1, 1);
    fcl::CollisionResultd result;
    collide(*model, shape, pose, result);
    bwc_query query = pair_query(1, "any", pose);
    query.verdict = result.isCollision() ? 1 : 0;
    query.note = "the mesh as a surface";
    bwc_write_query(file.get(), 0, &query);
    query.id = 2;
    query.sides[0].is_solid = 1;
    query.note = "the mesh as a solid";
    bwc_write_query(file.get(), 0, &query);
}

void result_used_again(const std::string& folder) {
    File file(folder, "python-fcl-25", kLibrary);
    const Mesh box = make_box(1, 1, 1);
    file.add(box, 0, "a");
    file.add(box, 1, "b");
    const auto model = make_model<fcl::OBBRSSd>(box);
    fcl::CollisionResultd result; // never cleared
    const std::array<Matrix, 2> poses{translation(0.25, 0.5, 0.75), translation(100, 0, 0)};
    for (std::uint64_t frame = 0; frame < 2; ++frame) {
        collide(*model, *model, poses[frame], result);
        write_pairs(file, frame + 1, poses[frame], result);
    }
}

// Two strips that cross: the boxes of their triangles overlap in more places than the triangles.
void crossing_strips(const std::string& folder) {
    File file(folder, "fcl-353", kLibrary);
    const auto make_strip = [](bool is_along_x) {
        Mesh strip;
        for (std::uint32_t i = 0; i < 12; ++i) {
            const double along = 0.5 * i, height = 0.3 * (i % 3);
            for (const double side : {-0.4, 0.4}) {
                const double x = is_along_x ? along - 2.75 : side, y = is_along_x ? side : along - 2.75;
                strip.positions.insert(strip.positions.end(), {x, y, is_along_x ? height : 0.6 - height});
            }
            if (i == 0) continue;
            const std::uint32_t v = 2 * i;
            strip.triangles.insert(strip.triangles.end(), {v - 2, v - 1, v, v - 1, v + 1, v});
        }
        return strip;
    };
    const Mesh a = make_strip(true), b = make_strip(false);
    file.add(a, 0, "along x");
    file.add(b, 1, "along y");
    const Matrix pose = translation(0.1, 0, 0);
    fcl::CollisionResultd result;
    collide(*make_model<fcl::OBBRSSd>(a), *make_model<fcl::OBBRSSd>(b), pose, result);
    write_pairs(file, 1, pose, result);
}

void distance_of_boxes(const std::string& folder) {
    File file(folder, "fcl-508", kLibrary);
    const Mesh box = make_box(1, 1, 1);
    file.add(box, 0, "a");
    file.add(box, 1, "b");
    const fcl::Boxd shape(1, 1, 1);
    const std::array<Matrix, 3> poses{translation(4, 0, 0), translation(0, 4, 0), translation(0, 0, 4)};
    for (std::uint64_t i = 0; i < 6; ++i) {
        const Matrix& pose = poses[i % 3];
        fcl::DistanceRequestd request;
        request.gjk_solver_type = i < 3 ? fcl::GST_LIBCCD : fcl::GST_INDEP;
        fcl::DistanceResultd result;
        fcl::distance(&shape, fcl::Transform3d::Identity(), &shape, transform_of(pose), request, result);
        bwc_query query = pair_query(i + 1, "distance", pose);
        query.distance = result.min_distance;
        query.declared_error = 1e-6; // the tolerance of its solvers
        query.note = i < 3 ? "libccd" : "indep";
        bwc_write_query(file.get(), 0, &query);
    }
}

void witness_points(const std::string& folder) {
    File file(folder, "coal-823", kLibrary);
    const Mesh a = make_box(2, 2, 2), b = make_box(1, 1, 1);
    file.add(a, 0, "a");
    file.add(b, 1, "b");
    const Matrix pose = translation(0.1, 0.2, 1.2);
    fcl::DistanceRequestd request(true, true); // with points, signed
    fcl::DistanceResultd result;
    fcl::distance(make_model<fcl::OBBRSSd>(a).get(), fcl::Transform3d::Identity(),
                  make_model<fcl::OBBRSSd>(b).get(), transform_of(pose), request, result);
    const std::array<double, 3> on_a{result.nearest_points[0][0], result.nearest_points[0][1],
                                     result.nearest_points[0][2]},
        on_b{result.nearest_points[1][0], result.nearest_points[1][1], result.nearest_points[1][2]};
    bwc_query query = pair_query(1, "distance", pose);
    query.distance = result.min_distance < 0 ? 0 : result.min_distance;
    query.witness_a = on_a.data();
    query.witness_b = on_b.data();
    query.declared_error = 1e-6;
    bwc_write_query(file.get(), 0, &query);
}

} // namespace

int main(int count, char** arguments) {
    if (count != 2) {
        std::fprintf(stderr, "record_fcl_cases FOLDER\n");
        return 2;
    }
    const std::string folder = arguments[1];
    contacts_of_boxes(folder);
    long_thin_box(folder);
    boxes_face_to_face(folder);
    box_in_a_mesh(folder);
    result_used_again(folder);
    crossing_strips(folder);
    distance_of_boxes(folder);
    witness_points(folder);
    return 0;
}
