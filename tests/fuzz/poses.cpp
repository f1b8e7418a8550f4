// Pose files: accepted data is usable and, once written, reads back equal.
#include "engine/scene/queries/poses.hpp"

#include "tests/fuzz/text_target.hpp"

#include <cmath>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace boxwood;
    using fuzz::require;
    const auto read = parse_poses(fuzz::text_of(data, size), "poses.jsonl");
    if (!read) {
        fuzz::check_message(read.error());
        return 0;
    }
    std::string text;
    for (const PosePair& pair : *read) {
        for (const GivenPose* given : {&pair.a, &pair.b}) {
            const Pose pose = given->pose();
            require(bool(check_pose(pose, "pose")), "a pose that is not usable");
            for (int column = 0; column < 3; ++column)
                for (int row = 0; row < 3; ++row)
                    require(std::isfinite(pose.linear[column][row]), "a pose that is not finite");
        }
        text += to_json_line(pair) + "\n";
    }
    const auto again = parse_poses(text, "again.jsonl");
    require(bool(again), [&] { return "what was written is refused: " + again.error().message; });
    require(again->size() == read->size(), "another number of poses is read back");
    std::string text_again;
    for (const PosePair& pair : *again) text_again += to_json_line(pair) + "\n";
    require(text_again == text, "other poses are read back");
    return 0;
}
