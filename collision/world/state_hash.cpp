#include "collision/world/collision_world.hpp"

#include <array>

namespace boxwood {

std::uint64_t hash_bytes(std::uint64_t hash, const void* data, std::size_t size) {
    constexpr std::uint64_t kPrime = 0x100000001B3ull;
    const auto* bytes = static_cast<const unsigned char*>(data);
    for (std::size_t i = 0; i < size; ++i) hash = (hash ^ bytes[i]) * kPrime;
    return hash;
}

std::uint64_t state_hash(const CollisionWorld& world, std::uint64_t seed) {
    std::uint64_t hash = seed;
    for (BodyId id = 0; id < world.bodies().size(); ++id) {
        if (!world.is_live(id)) continue;
        const Transform& t = world.bodies()[id].transform;
        const std::array<double, 10> numbers{t.q.w, t.q.x, t.q.y, t.q.z, t.t.x,
                                             t.t.y, t.t.z, t.s.x, t.s.y, t.s.z};
        hash = hash_bytes(hash, &id, sizeof id);
        hash = hash_bytes(hash, numbers.data(), sizeof numbers);
        if (const HullHierarchyState* parts = world.bodies()[id].parts.get())
            hash = hash_bytes(hash, parts->positions().data(), parts->positions().size_bytes());
        if (world.bodies()[id].deforming) {
            const std::span<const glm::vec3> vertices = world.bodies()[id].shape->mesh().positions;
            hash = hash_bytes(hash, vertices.data(), vertices.size_bytes());
        }
    }
    return hash;
}

} // namespace boxwood
