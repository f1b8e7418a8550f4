// The pipe from the import process: any bytes, in chunks of any size, give a checked mesh or an Error, independently of
// the chunk size. The first byte is the chunk size. If the second byte is odd, the checksum of the rest is corrected,
// so that inputs reach the later checks.
#include "engine/import/formats/mesh_stream.hpp"

#include "collision/geometry/mesh_checks.hpp"
#include "tests/fuzz/text_target.hpp"

#include <cstring>

namespace {

using namespace boxwood;
using fuzz::require;

constexpr std::uint64_t kMaxMeshVertices = 1000, kMaxMeshTriangles = 1000;

Result<Mesh> decode(std::span<const std::byte> bytes, std::size_t piece) {
    MeshDecoder decoder(kMaxMeshVertices, kMaxMeshTriangles);
    for (std::size_t at = 0; at < bytes.size(); at += piece)
        if (const Status fed = decoder.feed(bytes.subspan(at, std::min(piece, bytes.size() - at))); !fed)
            return fed.error();
    return decoder.take("mesh");
}

// Reads the mesh (three counts, then positions and triangles) and encodes it again, which adds the correct checksum.
// Empty if there are too few bytes.
std::vector<std::byte> with_right_checksum(std::span<const std::byte> bytes) {
    std::uint64_t counts[3] = {}; // vertices, triangles, source vertices
    if (bytes.size() < sizeof counts) return {};
    std::memcpy(counts, bytes.data(), sizeof counts);
    Mesh mesh;
    mesh.positions.resize(counts[0] % kMaxMeshVertices);
    mesh.triangles.resize(counts[1] % kMaxMeshTriangles);
    mesh.source_vertices = counts[2];
    const std::size_t position_bytes = mesh.positions.size() * 12,
                      triangle_bytes = mesh.triangles.size() * 12;
    if (bytes.size() - sizeof counts < position_bytes + triangle_bytes) return {};
    if (position_bytes > 0) std::memcpy(mesh.positions.data(), bytes.data() + sizeof counts, position_bytes);
    if (triangle_bytes > 0)
        std::memcpy(mesh.triangles.data(), bytes.data() + sizeof counts + position_bytes, triangle_bytes);
    return encode_mesh(mesh);
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    if (size < 2) return 0;
    const std::size_t piece = data[0] == 0 ? 1 : data[0];
    std::span<const std::byte> bytes(reinterpret_cast<const std::byte*>(data + 2), size - 2);
    std::vector<std::byte> encoded;
    if ((data[1] & 1) != 0) {
        encoded = with_right_checksum(bytes);
        bytes = encoded;
    }
    const Result<Mesh> whole = decode(bytes, bytes.size() + 1), pieces = decode(bytes, piece);
    require(bool(whole) == bool(pieces), "the chunk size changes whether a mesh is accepted");
    if (!whole) {
        fuzz::check_message(whole.error());
        fuzz::check_message(pieces.error());
        return 0;
    }
    require(whole->positions == pieces->positions && whole->triangles == pieces->triangles,
            "the chunk size changes the mesh");
    require(bool(check_mesh(MeshView{whole->positions, whole->triangles})),
            "a mesh that does not pass the check");
    const std::vector<std::byte> again = encode_mesh(*whole);
    require(std::equal(again.begin(), again.end(), bytes.begin(), bytes.end()),
            "encoding the mesh gives other bytes");
    return 0;
}
