#include "engine/import/formats/mesh_stream.hpp"

#include "engine/meshes/generate/generators.hpp"

#include <cmath>
#include <cstring>
#include <gtest/gtest.h>
#include <random>

namespace boxwood {
namespace {

constexpr std::uint64_t kEnough = 1000;

std::string decode(std::span<const std::byte> bytes, Mesh* out_mesh = nullptr) {
    MeshDecoder decoder(kEnough, kEnough);
    if (const Status fed = decoder.feed(bytes); !fed) return fed.error().message;
    auto mesh = decoder.take("m");
    if (!mesh) return mesh.error().message;
    if (out_mesh != nullptr) *out_mesh = std::move(*mesh);
    return "";
}

TEST(MeshStreamTest, a_mesh_is_decoded_from_pieces_of_any_size) {
    const Mesh mesh = make_torus(1.0, 0.3, 7, 5);
    const auto bytes = encode_mesh(mesh);
    for (const std::size_t piece : {std::size_t{1}, std::size_t{2}, std::size_t{3}, std::size_t{5},
                                    std::size_t{31}, std::size_t{33}, std::size_t{64}, bytes.size()}) {
        MeshDecoder decoder(kEnough, kEnough);
        for (std::size_t at = 0; at < bytes.size(); at += piece) {
            EXPECT_FALSE(decoder.is_complete());
            ASSERT_TRUE(decoder.feed(std::span(bytes).subspan(at, std::min(piece, bytes.size() - at))));
        }
        EXPECT_TRUE(decoder.is_complete());
        const auto read = decoder.take("torus.obj");
        ASSERT_TRUE(read) << read.error().message;
        EXPECT_EQ(read->positions, mesh.positions);
        EXPECT_EQ(read->triangles, mesh.triangles);
        EXPECT_EQ(read->name, "torus.obj");
    }
}

TEST(MeshStreamTest, shortened_and_extended_streams_are_refused) {
    const auto bytes = encode_mesh(make_box({1, 1, 1}));
    for (std::size_t size = 0; size < bytes.size(); ++size)
        EXPECT_EQ(decode(std::span(bytes).first(size)),
                  "m: the reader sent less data than its header announced");
    auto longer = bytes;
    longer.push_back(std::byte{0});
    EXPECT_EQ(decode(longer), "the reader sent more data than its header announced");
}

TEST(MeshStreamTest, every_changed_bit_is_noticed) {
    const auto bytes = encode_mesh(make_box({1, 1, 1}));
    for (std::size_t at = 0; at < bytes.size(); ++at)
        for (int bit = 0; bit < 8; ++bit) {
            auto changed = bytes;
            changed[at] ^= std::byte{1} << bit;
            EXPECT_NE(decode(changed), "") << at << " " << bit;
        }
}

TEST(MeshStreamTest, counts_beyond_the_limit_are_refused) {
    std::vector<std::byte> bytes = encode_mesh(make_box({1, 1, 1}));
    for (const std::uint64_t count :
         {kEnough + 1, std::uint64_t{1} << 33, std::uint64_t{1} << 62, ~std::uint64_t{0}})
        for (const std::size_t offset : {std::size_t{8}, std::size_t{16}}) {
            auto changed = bytes;
            std::memcpy(changed.data() + offset, &count, sizeof count);
            const std::string message = decode(std::span(changed).first(40));
            EXPECT_NE(message.find("more than the limit of 1000"), std::string::npos) << message;
        }
}

TEST(MeshStreamTest, an_invalid_mesh_in_a_valid_stream_is_refused) {
    Mesh mesh = make_box({1, 1, 1});
    mesh.triangles[2][1] = 8;
    EXPECT_EQ(decode(encode_mesh(mesh)), "m: triangle 2 refers to vertex 8, but there are only 8 vertices");
    mesh = make_box({1, 1, 1});
    mesh.positions[3].y = std::nanf("");
    EXPECT_EQ(decode(encode_mesh(mesh)), "m: vertex 3 (in triangle 2) is not finite");
    EXPECT_EQ(decode(encode_mesh(Mesh{})), "m: has no triangles");
}

TEST(MeshStreamTest, random_bytes_are_refused) {
    std::mt19937_64 bits(1);
    for (int round = 0; round < 1000; ++round) {
        std::vector<std::byte> noise(bits() % 200);
        for (std::byte& b : noise) b = static_cast<std::byte>(bits());
        EXPECT_NE(decode(noise), "");
    }
}

} // namespace
} // namespace boxwood
