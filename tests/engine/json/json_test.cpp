#include "engine/json/json.hpp"

#include <gtest/gtest.h>

#include <limits>

namespace boxwood {
namespace {

Json parsed(std::string_view text, JsonOrder order = JsonOrder::as_written) {
    return require_ok(parse_json(text, "t", order));
}

std::string error_of(std::string_view text, std::size_t first_line = 1) {
    const Result<Json> json = parse_json(text, "t", JsonOrder::as_written, first_line);
    return json ? "" : json.error().message;
}

TEST(JsonTest, members_are_written_in_the_order_of_insertion) {
    Json json = Json::object({{"z", 1}, {"a", Json::array({true, Json(), -2, 0.1})}, {"m", Json::object()}});
    json.set("z", "one");
    json.add("list", Json::array_of(std::vector<std::size_t>{3, 2}));
    EXPECT_EQ(to_text(json), R"({"z":"one","a":[true,null,-2,0.1],"m":{},"list":[3,2]})");
    EXPECT_EQ(to_indented_text(json),
              "{\n  \"z\": \"one\",\n  \"a\": [\n    true,\n    null,\n    -2,\n    0.1\n  ],\n"
              "  \"m\": {},\n  \"list\": [\n    3,\n    2\n  ]\n}");
}

TEST(JsonTest, numbers_keep_their_kind_and_every_bit) {
    for (const char* text : {"0", "-1", "18446744073709551615", "-9223372036854775808", "0.0", "-0.0", "1.0",
                             "0.1", "1e+300", "5e-324", "0.30000000000000004", "1.8446744073709552e+19"})
        EXPECT_EQ(to_text(parsed(text)), text);
    EXPECT_EQ(to_text(Json(std::numeric_limits<std::uint64_t>::max())), "18446744073709551615");
    EXPECT_EQ(to_text(Json(std::numeric_limits<std::int64_t>::min())), "-9223372036854775808");
    EXPECT_EQ(to_text(Json(static_cast<double>(0.1f))), "0.10000000149011612");
    EXPECT_EQ(to_text(Json(std::numeric_limits<double>::infinity())), "null");
}

TEST(JsonTest, a_number_is_read_as_the_kinds_that_it_fits) {
    EXPECT_EQ(parsed("7").integer(), 7);
    EXPECT_EQ(parsed("7").unsigned_integer(), 7u);
    EXPECT_EQ(parsed("7").number(), 7.0);
    EXPECT_EQ(parsed("-7").integer(), -7);
    EXPECT_EQ(parsed("-7").unsigned_integer(), std::nullopt);
    EXPECT_EQ(parsed("9223372036854775808").integer(), std::nullopt);
    EXPECT_EQ(parsed("9223372036854775808").unsigned_integer(), std::uint64_t{1} << 63);
    EXPECT_EQ(parsed("7.0").integer(), std::nullopt);
    EXPECT_EQ(parsed("7.0").unsigned_integer(), std::nullopt);
    EXPECT_EQ(parsed("\"7\"").number(), std::nullopt);
    EXPECT_EQ(parsed("true").number(), std::nullopt);
}

TEST(JsonTest, accessors_of_other_types_give_nothing) {
    const Json text = parsed("\"a\"");
    EXPECT_EQ(*text.string(), "a");
    EXPECT_EQ(text.boolean(), std::nullopt);
    EXPECT_TRUE(text.elements().empty() && text.members().empty());
    EXPECT_EQ(text.find("a"), nullptr);
    EXPECT_EQ(parsed("[1]").string(), nullptr);
    EXPECT_EQ(parsed("true").boolean(), true);
    EXPECT_TRUE(parsed("null").is_null());
}

TEST(JsonTest, members_come_as_written_or_sorted_and_are_found) {
    constexpr std::string_view kText = R"({"b":1,"a":{"d":2,"c":3},"":4})";
    EXPECT_EQ(to_text(parsed(kText)), kText);
    EXPECT_EQ(to_text(parsed(kText, JsonOrder::sorted)), R"({"":4,"a":{"c":3,"d":2},"b":1})");
    for (const JsonOrder order : {JsonOrder::as_written, JsonOrder::sorted}) {
        const Json json = parsed(kText, order);
        for (const JsonMember& member : json.members()) EXPECT_EQ(json.find(member.key), &member.value);
        EXPECT_EQ(json.find("c"), nullptr);
        EXPECT_EQ(json.find("z"), nullptr);
    }
}

TEST(JsonTest, bytes_that_are_not_utf_8_are_replaced) {
    EXPECT_EQ(to_text("a\xff\"\n"), "\"a\xef\xbf\xbd\\\"\\n\"");
}

TEST(JsonTest, errors_name_line_and_column) {
    EXPECT_EQ(error_of("{\n \"a\": oops}", 5).substr(0, 6), "t:6:7:");
    EXPECT_EQ(error_of("{\"a\":1,\n\"a\":2}"), "t:2:3: the key \"a\" appears twice in one object");
    EXPECT_EQ(error_of("[1e400]"), "t:1:7: number overflow parsing '1e400'");
    EXPECT_NE(error_of("[1] x"), "");
    EXPECT_NE(error_of(""), "");
}

TEST(JsonTest, deep_nesting_does_not_exhaust_the_stack) {
    constexpr std::size_t kDepth = 1'000'000;
    EXPECT_EQ(parsed(std::string(kDepth, '[') + std::string(kDepth, ']')).elements().size(), 1u);
    EXPECT_NE(error_of(std::string(kDepth, '[')), "");
    std::string objects;
    for (std::size_t i = 0; i < kDepth / 10; ++i) objects += "{\"a\":";
    EXPECT_NE(error_of(objects), "");
}

} // namespace
} // namespace boxwood
