#include "engine/import/formats/mesh_stream.hpp"

#include "collision/geometry/mesh_checks.hpp"
#include "engine/meshes/checked.hpp"

#include <algorithm>
#include <cstring>

namespace boxwood {
namespace {

constexpr std::uint64_t kMagic = 0x32304853454D5842ull; // "BXMESH02"

using Position = decltype(Mesh::positions)::value_type;
static_assert(sizeof(Position) == 12 && sizeof(TriangleIndices) == 12);

// FNV-1a over 32-bit words.
template <class T>
std::uint64_t add_to_checksum(std::uint64_t hash, const std::vector<T>& items) {
    std::uint32_t words[sizeof(T) / 4];
    for (const T& item : items) {
        std::memcpy(words, &item, sizeof words);
        for (const std::uint32_t word : words) hash = (hash ^ word) * 0x100000001B3ull;
    }
    return hash;
}

std::uint64_t checksum(const Mesh& mesh) {
    const std::vector<std::uint64_t> counts{mesh.source_vertices};
    const std::uint64_t hash = add_to_checksum(0xCBF29CE484222325ull, counts);
    return add_to_checksum(add_to_checksum(hash, mesh.positions), mesh.triangles);
}

// Moves bytes from the front of `io_bytes` to `io_items` until `io_items` contains `count` items or `io_bytes` is
// empty. io_received: the number of bytes received so far for these items.
template <class T>
void receive(std::vector<T>& io_items, std::uint64_t count, std::size_t& io_received,
             std::span<const std::byte>& io_bytes) {
    const std::size_t wanted = static_cast<std::size_t>(count) * sizeof(T) - io_received;
    const std::size_t size = std::min(wanted, io_bytes.size());
    if (size == 0) return;
    const std::size_t needed = (io_received + size + sizeof(T) - 1) / sizeof(T);
    if (needed > io_items.size()) io_items.resize(needed);
    std::memcpy(reinterpret_cast<std::byte*>(io_items.data()) + io_received, io_bytes.data(), size);
    io_received += size;
    io_bytes = io_bytes.subspan(size);
}

} // namespace

std::vector<std::byte> encode_mesh(const Mesh& mesh) {
    const MeshDecoder::Header header{kMagic, mesh.positions.size(), mesh.triangles.size(),
                                     mesh.source_vertices, checksum(mesh)};
    const std::size_t position_bytes = mesh.positions.size() * sizeof(Position);
    const std::size_t triangle_bytes = mesh.triangles.size() * sizeof(TriangleIndices);
    std::vector<std::byte> bytes(sizeof header + position_bytes + triangle_bytes);
    std::memcpy(bytes.data(), &header, sizeof header);
    if (position_bytes > 0) std::memcpy(bytes.data() + sizeof header, mesh.positions.data(), position_bytes);
    if (triangle_bytes > 0)
        std::memcpy(bytes.data() + sizeof header + position_bytes, mesh.triangles.data(), triangle_bytes);
    return bytes;
}

Status MeshDecoder::check_header() const {
    if (header_.magic != kMagic) return Error{"the reader sent data that are not a mesh"};
    if (header_.vertices > std::min<std::uint64_t>(max_vertices_, kMaxVertices))
        return Error{"has " + std::to_string(header_.vertices) + " vertices, more than the limit of " +
                     std::to_string(max_vertices_)};
    if (header_.triangles > std::min<std::uint64_t>(max_triangles_, kMaxTriangles))
        return Error{"has " + std::to_string(header_.triangles) + " triangles, more than the limit of " +
                     std::to_string(max_triangles_)};
    return ok();
}

Status MeshDecoder::feed(std::span<const std::byte> bytes) {
    if (bytes.empty()) return ok(); // its pointer can be null, which memcpy does not allow
    if (header_bytes_ < sizeof header_) {
        const std::size_t size = std::min(sizeof header_ - header_bytes_, bytes.size());
        std::memcpy(reinterpret_cast<std::byte*>(&header_) + header_bytes_, bytes.data(), size);
        header_bytes_ += size;
        bytes = bytes.subspan(size);
        if (header_bytes_ < sizeof header_) return ok();
        if (const Status header = check_header(); !header) return header.error();
    }
    receive(mesh_.positions, header_.vertices, position_bytes_, bytes);
    receive(mesh_.triangles, header_.triangles, triangle_bytes_, bytes);
    if (!bytes.empty()) return Error{"the reader sent more data than its header announced"};
    return ok();
}

bool MeshDecoder::is_complete() const {
    return header_bytes_ == sizeof header_ && position_bytes_ == 12 * header_.vertices &&
           triangle_bytes_ == 12 * header_.triangles;
}

Result<Mesh> MeshDecoder::take(const std::string& name) {
    if (!is_complete()) return Error{name + ": the reader sent less data than its header announced"};
    mesh_.source_vertices = header_.source_vertices;
    if (checksum(mesh_) != header_.checksum)
        return Error{name + ": the mesh was corrupted between the reader and this process"};
    mesh_.name = name;
    return check_mesh(std::move(mesh_));
}

} // namespace boxwood
