// What: meshes written as files of each format, and a temporary folder that the test removes at its end.
#pragma once

#include "engine/meshes/mesh.hpp"

#include <atomic>
#include <bit>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <unistd.h>

namespace boxwood::test {

class TemporaryFolder {
  public:
    TemporaryFolder() {
        static std::atomic<int> count = 0;
        path_ = std::filesystem::temp_directory_path() /
                ("boxwood_import_" + std::to_string(::getpid()) + "_" + std::to_string(count++));
        std::filesystem::create_directories(path_);
    }
    ~TemporaryFolder() {
        std::error_code ignored;
        std::filesystem::remove_all(path_, ignored);
    }
    TemporaryFolder(const TemporaryFolder&) = delete;
    TemporaryFolder& operator=(const TemporaryFolder&) = delete;

    std::filesystem::path write(const std::string& name, const std::string& bytes) const {
        std::ofstream(path_ / name, std::ios::binary) << bytes;
        return path_ / name;
    }

  private:
    std::filesystem::path path_;
};

// Rounds coordinates to multiples of 1/1024, which ten decimals represent exactly.
inline Mesh on_grid(Mesh mesh) {
    for (glm::vec3& p : mesh.positions)
        for (int axis = 0; axis < 3; ++axis) p[axis] = std::round(p[axis] * 1024.0f) / 1024.0f;
    return mesh;
}

inline std::string as_obj(const Mesh& mesh) {
    std::ostringstream out;
    out.precision(12);
    for (const glm::vec3& p : mesh.positions) out << "v " << p.x << ' ' << p.y << ' ' << p.z << '\n';
    for (const TriangleIndices& t : mesh.triangles)
        out << "f " << t[0] + 1 << ' ' << t[1] + 1 << ' ' << t[2] + 1 << '\n';
    return out.str();
}

inline std::string as_off(const Mesh& mesh) {
    std::ostringstream out;
    out.precision(12);
    out << "OFF\n" << mesh.positions.size() << ' ' << mesh.triangles.size() << " 0\n";
    for (const glm::vec3& p : mesh.positions) out << p.x << ' ' << p.y << ' ' << p.z << '\n';
    for (const TriangleIndices& t : mesh.triangles) out << "3 " << t[0] << ' ' << t[1] << ' ' << t[2] << '\n';
    return out.str();
}

template <class T>
void put(std::string& out, T value, bool big_endian = false) {
    char bytes[sizeof(T)];
    std::memcpy(bytes, &value, sizeof value);
    for (std::size_t i = 0; i < sizeof(T); ++i) out += bytes[big_endian ? sizeof(T) - 1 - i : i];
}

enum class Ply { text, little, big };

inline std::string as_ply(const Mesh& mesh, Ply coding) {
    std::ostringstream out;
    out.precision(12);
    out << "ply\nformat "
        << (coding == Ply::text     ? "ascii"
            : coding == Ply::little ? "binary_little_endian"
                                    : "binary_big_endian")
        << " 1.0\ncomment made by a test\nelement vertex " << mesh.positions.size()
        << "\nproperty float x\nproperty float y\nproperty float z\nelement face " << mesh.triangles.size()
        << "\nproperty list uchar int vertex_indices\nend_header\n";
    if (coding == Ply::text) {
        for (const glm::vec3& p : mesh.positions) out << p.x << ' ' << p.y << ' ' << p.z << '\n';
        for (const TriangleIndices& t : mesh.triangles)
            out << "3 " << t[0] << ' ' << t[1] << ' ' << t[2] << '\n';
        return out.str();
    }
    std::string body;
    const bool big = coding == Ply::big;
    for (const glm::vec3& p : mesh.positions)
        for (int axis = 0; axis < 3; ++axis) put(body, p[axis], big);
    for (const TriangleIndices& t : mesh.triangles) {
        put<std::uint8_t>(body, 3, big);
        for (const std::uint32_t index : t) put(body, index, big);
    }
    return out.str() + body;
}

inline std::string as_binary_stl(const Mesh& mesh, const std::string& comment = "made by a test") {
    std::string out = comment;
    out.resize(80, ' ');
    put(out, static_cast<std::uint32_t>(mesh.triangles.size()));
    for (std::uint32_t t = 0; t < mesh.triangles.size(); ++t) {
        for (int i = 0; i < 3; ++i) put(out, 0.0f);
        for (const glm::vec3& p : triangle_of(mesh.view(), t))
            for (int axis = 0; axis < 3; ++axis) put(out, p[axis]);
        put<std::uint16_t>(out, 0);
    }
    return out;
}

inline std::string as_text_stl(const Mesh& mesh) {
    std::ostringstream out;
    out.precision(12);
    out << "solid part of a test\n";
    for (std::uint32_t t = 0; t < mesh.triangles.size(); ++t) {
        out << "facet normal 0 0 1\n outer loop\n";
        for (const glm::vec3& p : triangle_of(mesh.view(), t))
            out << "  vertex " << p.x << ' ' << p.y << ' ' << p.z << '\n';
        out << " endloop\nendfacet\n";
    }
    out << "endsolid part of a test\n";
    return out.str();
}

inline std::string base64(const std::string& bytes) {
    static const char* const kDigits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    std::string out;
    for (std::size_t i = 0; i < bytes.size(); i += 3) {
        std::uint32_t group = 0;
        for (std::size_t k = 0; k < 3; ++k)
            group = group << 8 | (i + k < bytes.size() ? static_cast<unsigned char>(bytes[i + k]) : 0u);
        for (std::size_t k = 0; k < 4; ++k)
            out += i + k > bytes.size() ? '=' : kDigits[group >> (18 - 6 * k) & 63];
    }
    return out;
}

// A glTF file with one mesh. `nodes` are JSON objects separated by commas, for example {"mesh":0}, and `roots` are
// indices of nodes.
inline std::string as_gltf(const Mesh& mesh, const std::string& nodes, const std::string& roots) {
    std::string buffer;
    for (const TriangleIndices& t : mesh.triangles)
        for (const std::uint32_t index : t) put(buffer, index);
    const std::size_t index_bytes = buffer.size();
    glm::vec3 lower(1e9f), upper(-1e9f);
    for (const glm::vec3& p : mesh.positions)
        for (int axis = 0; axis < 3; ++axis) {
            put(buffer, p[axis]);
            lower[axis] = std::min(lower[axis], p[axis]);
            upper[axis] = std::max(upper[axis], p[axis]);
        }
    std::ostringstream out;
    out << R"({"asset":{"version":"2.0"},"scene":0,"scenes":[{"nodes":[)" << roots << R"(]}],"nodes":[)"
        << nodes
        << R"(],"meshes":[{"primitives":[{"attributes":{"POSITION":1},"indices":0}]}],"buffers":[{"byteLength":)"
        << buffer.size() << R"(,"uri":"data:application/octet-stream;base64,)" << base64(buffer)
        << R"("}],"bufferViews":[{"buffer":0,"byteOffset":0,"byteLength":)" << index_bytes
        << R"(,"target":34963},{"buffer":0,"byteOffset":)" << index_bytes << R"(,"byteLength":)"
        << buffer.size() - index_bytes
        << R"(,"target":34962}],"accessors":[{"bufferView":0,"componentType":5125,"count":)"
        << 3 * mesh.triangles.size() << R"(,"type":"SCALAR"},{"bufferView":1,"componentType":5126,"count":)"
        << mesh.positions.size() << R"(,"type":"VEC3","min":[)" << lower.x << ',' << lower.y << ',' << lower.z
        << R"(],"max":[)" << upper.x << ',' << upper.y << ',' << upper.z << "]}]}";
    return out.str();
}

// The corners of all triangles in order. A file of any format must keep them.
inline std::vector<Triangle> corners_of(const Mesh& mesh) {
    std::vector<Triangle> corners;
    for (std::uint32_t t = 0; t < mesh.triangles.size(); ++t) corners.push_back(triangle_of(mesh.view(), t));
    return corners;
}

} // namespace boxwood::test
