// The executor on oneTBB, which is a component of the installed package.
#include "collision/parallel/tbb_executor.hpp"
#include <boxwood/boxwood.hpp>
#include <vector>
namespace bw = boxwood;
int main() {
    const bw::Convex box = bw::Convex::box({0.5, 0.5, 0.5}).value();
    std::vector<bw::Pose> poses;
    for (int i = 0; i < 1000; ++i) poses.push_back(bw::Pose::from_translation({0.01 * i, 0, 0}).value());
    bw::Context threads(boxwood::make_tbb_executor(2));
    const auto serial = bw::collide_many(box, poses, box, std::vector<bw::Pose>(1)).value();
    return bw::collide_many(box, poses, box, std::vector<bw::Pose>(1), threads).value() == serial ? 0 : 1;
}
