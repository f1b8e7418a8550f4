// What the cases share: boxes as meshes, poses, and how they are recorded.
#pragma once

#include "boxwood_capture.h"

#include <array>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <vector>

namespace cases {

struct Mesh {
    std::vector<double> positions; // 3 per vertex
    std::vector<std::uint32_t> triangles;
};

// Around the origin, oriented outwards.
inline Mesh make_box(double x, double y, double z) {
    Mesh mesh;
    for (int i = 0; i < 8; ++i)
        for (const double p : {(i & 1 ? 0.5 : -0.5) * x, (i & 2 ? 0.5 : -0.5) * y, (i & 4 ? 0.5 : -0.5) * z})
            mesh.positions.push_back(p);
    mesh.triangles = {0, 2, 3, 0, 3, 1, 4, 5, 7, 4, 7, 6, 0, 1, 5, 0, 5, 4,
                      2, 6, 7, 2, 7, 3, 0, 4, 6, 0, 6, 2, 1, 3, 7, 1, 7, 5};
    return mesh;
}

using Matrix = std::array<double, 12>; // rows of the 3x4 matrix to the world

inline Matrix translation(double x, double y, double z) {
    return {1, 0, 0, x, 0, 1, 0, y, 0, 0, 1, z};
}

// A capture in a folder; the program ends if it cannot be written.
class File {
  public:
    File(const std::string& folder, const std::string& name, const char* library)
        : path_(folder + "/" + name + ".mcap") {
        check(bwc_open(&capture_, path_.c_str(), library));
    }
    ~File() { check(bwc_close(&capture_)); }
    File(const File&) = delete;
    File& operator=(const File&) = delete;
    bwc_capture* get() { return &capture_; }

    void add(const Mesh& mesh, std::uint64_t id, const char* name, bool is_solid = false) {
        bwc_mesh record = bwc_mesh_init;
        record.id = id;
        record.name = name;
        record.positions.doubles = mesh.positions.data();
        record.positions.count = mesh.positions.size();
        record.triangles = mesh.triangles.data();
        record.triangle_count = mesh.triangles.size() / 3;
        record.is_solid = is_solid;
        bwc_write_mesh(&capture_, 0, &record);
    }

  private:
    void check(int error) const {
        if (error == 0) return;
        std::fprintf(stderr, "%s: %s\n", path_.c_str(), std::strerror(error));
        std::exit(2);
    }
    std::string path_;
    bwc_capture capture_{};
};

// A query about mesh 0 at the origin and mesh 1 at a pose, which must outlive it.
inline bwc_query pair_query(std::uint64_t id, const char* mode, const Matrix& pose_of_b) {
    bwc_query query = bwc_query_init;
    query.id = query.frame = id;
    query.mode = mode;
    query.sides[0].mesh = 0;
    query.sides[1].mesh = 1;
    query.sides[1].pose = pose_of_b.data();
    return query;
}

} // namespace cases
