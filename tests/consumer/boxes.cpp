#include <boxwood/boxwood.hpp>
#include <cstdio>
namespace bw = boxwood;
int main() {
    const bw::Convex box = bw::Convex::box({0.5, 0.5, 0.5}).value();
    bw::World world;
    for (int i = 0; i < 1000; ++i) // a row in which each box touches the next
        world.add(box, bw::Pose::from_translation({1.0 * i, 0, 0}).value()).value();
    const bw::WorldStep& step = world.step();
    std::printf("%zu pairs, %zu contacts\n", step.pairs.size(), step.contact_count);
    return step.contact_count == 999 ? 0 : 1;
}
