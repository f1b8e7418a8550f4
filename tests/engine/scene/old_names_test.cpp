#include "engine/scene/old_names.hpp"

#include <gtest/gtest.h>

namespace boxwood::test {
namespace {

using Words = std::vector<std::string>;

TEST(OldNamesTest, old_names_of_settings_and_values_are_replaced_by_current_names) {
    EXPECT_EQ(with_current_names({"run", "pair", "--set", "kind=wide", "--set=builder=morton", "--set", "oblongness=2"}),
              Words({"run", "pair", "--set", "kind=bvh8", "--set=builder=lbvh", "--set", "aspect-ratio=2"}));
    EXPECT_EQ(with_current_names({"query", "--kind", "bvh", "--volume=lss", "--test=lite"}),
              Words({"query", "--kind", "bvh2", "--volume=capsule", "--test=sat-lite"}));
    EXPECT_EQ(with_current_names({"--beside", "obb/binned-area/bvh/2"}), Words({"--compare-with", "obb/binned-sah/bvh2/2"}));
    EXPECT_EQ(with_current_names({"--set", "exchange=literal", "--pulse", "p"}),
              Words({"--set", "response=all-pairs", "--heartbeat-file", "p"}));
    EXPECT_EQ(with_current_names({"compare", "--kind", "bvh,wide", "--volume=lss,aabb,", "--test=sat"}),
              Words({"compare", "--kind", "bvh2,bvh8", "--volume=capsule,aabb,", "--test=sat"}));
    EXPECT_EQ(with_current_names({"judge", "--plant", "cycle", "--set", "quantity=looseness"}),
              Words({"judge", "--inject", "cycle", "--set", "quantity=path inflation"}));
    EXPECT_EQ(current_value("kind-2", "wide"), "bvh8");
}

TEST(OldNamesTest, other_words_are_not_replaced) {
    const Words words{"run", "wide.obj", "--frames=3", "--set", "bodies=5", "--screenshot", "bvh", "--set", "scene=wide", "--set"};
    EXPECT_EQ(with_current_names(words), words);
}

TEST(OldNamesTest, a_note_names_each_old_name_once) {
    testing::internal::CaptureStderr();
    EXPECT_EQ(current_setting("fattening"), "aabb-margin");
    EXPECT_EQ(current_setting("fattening"), "aabb-margin");
    EXPECT_EQ(testing::internal::GetCapturedStderr(),
              "boxwood: note: 'fattening' is now called 'aabb-margin'\n");
}

} // namespace
} // namespace boxwood::test
