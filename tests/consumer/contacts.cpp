#include <boxwood/boxwood.hpp>
#include <cstdio>
namespace bw = boxwood;
int main() {
    const bw::Mesh tile = bw::Mesh::create({{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}, {{0, 1, 2}}).value();
    const bw::Pose raised = bw::Pose::from_quaternion({0.7, 0.7, 0, 0}, {0.2, 0.2, 0}).value();
    const bw::Contacts found = bw::contacts(tile, {}, tile, raised);
    for (const bw::TrianglePair& pair : found.triangles) std::printf("triangles %u and %u\n", pair.a, pair.b);
    return found.triangles.size() == 1 ? 0 : 1;
}
