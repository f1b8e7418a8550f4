#include <boxwood/boxwood.hpp>
#include <cstdio>
namespace bw = boxwood;
int main() {
    const bw::Mesh floor = bw::Mesh::create({{-9, -9, 0}, {9, -9, 0}, {0, 9, 0}}, {{0, 1, 2}}).value();
    bw::Mesh cloth = bw::Mesh::create({{0, 0, 2}, {1, 0, 2}, {0, 1, 2}}, {{0, 1, 2}}).value();
    double z = 2.0; // height of the corner that falls
    while (!bw::collide(cloth, {}, floor, {}))
        cloth.update({{0, 0, z -= 0.25}, {1, 0, 2}, {0, 1, 2}}).value();
    std::printf("the corner touches the floor at %g\n", z);
    return z == 0.0 ? 0 : 1;
}
