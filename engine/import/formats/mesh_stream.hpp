// What: encodes and decodes the mesh that the import child sends to its parent: a header with counts and a checksum,
//       then the positions, then the triangles.
// Frame: the file's. The byte order is native, because both processes run the same program.
// Invariants: the decoder treats its input as untrusted. It compares counts with limits before any allocation,
//             allocates memory only for bytes received, and checks the checksum and every number before it returns a
//             mesh.
#pragma once

#include "collision/core/result.hpp"
#include "engine/meshes/mesh.hpp"

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace boxwood {

std::vector<std::byte> encode_mesh(const Mesh& mesh);

class MeshDecoder {
  public:
    MeshDecoder(std::uint64_t max_vertices, std::uint64_t max_triangles)
        : max_vertices_(max_vertices)
        , max_triangles_(max_triangles) {}

    // Consumes the next bytes, in chunks of any size. Do not call it again after an Error.
    Status feed(std::span<const std::byte> bytes);
    bool is_complete() const;

    // Returns the checked mesh with this name, or an Error if the mesh is incomplete or invalid. Call at most once.
    Result<Mesh> take(const std::string& name);

  private:
    struct Header {
        std::uint64_t magic = 0;
        std::uint64_t vertices = 0;
        std::uint64_t triangles = 0;
        std::uint64_t source_vertices = 0;
        std::uint64_t checksum = 0;
    };
    friend std::vector<std::byte> encode_mesh(const Mesh& mesh);
    Status check_header() const;

    std::uint64_t max_vertices_, max_triangles_;
    Header header_;
    std::size_t header_bytes_ = 0, position_bytes_ = 0, triangle_bytes_ = 0; // received so far
    Mesh mesh_;
};

} // namespace boxwood
