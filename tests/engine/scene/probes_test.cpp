#include "engine/scene/queries/probes.hpp"

#include <gtest/gtest.h>

namespace boxwood {
namespace {

TEST(ProbesTest, reads_rays_and_points) {
    const auto rays = parse_rays("{\"origin\":[1,2,3],\"direction\":[0,0,2],\"max_t\":4}\n\n"
                                 "{\"id\":7,\"origin\":[0,0,0],\"direction\":[1,0,0]}\n",
                                 "r");
    ASSERT_TRUE(rays) << rays.error().message;
    ASSERT_EQ(rays->size(), 2u);
    EXPECT_EQ((*rays)[0].id, 0);
    EXPECT_EQ((*rays)[0].origin, glm::dvec3(1.0, 2.0, 3.0));
    EXPECT_EQ((*rays)[0].direction, glm::dvec3(0.0, 0.0, 2.0));
    EXPECT_EQ((*rays)[0].max_t, 4.0);
    EXPECT_EQ((*rays)[1].id, 7);
    EXPECT_EQ((*rays)[1].max_t, std::numeric_limits<double>::infinity());
    const auto points = parse_points("{\"p\":[1,2,3],\"within\":0}\n{\"p\":[0,0,0]}\n", "p");
    ASSERT_TRUE(points) << points.error().message;
    EXPECT_EQ((*points)[0].position, glm::dvec3(1.0, 2.0, 3.0));
    EXPECT_EQ((*points)[0].within, 0.0);
    EXPECT_EQ((*points)[1].within, std::numeric_limits<double>::infinity());
}

TEST(ProbesTest, errors_name_line_and_reason) {
    const struct {
        const char* line;
        const char* words;
    } rays[] = {
        {R"({"origin":[0,0,0]})", "r:2: \"direction\" is missing"},
        {R"({"direction":[0,0,1]})", "r:2: \"origin\" is missing"},
        {R"({"origin":[0,0,0],"direction":[0,0,0]})", "r:2: /direction: is 0"},
        {R"({"origin":[0,0,0],"direction":[0,-0.0,0]})", "r:2: /direction: is 0"},
        {R"({"origin":[0,0,NaN],"direction":[0,0,1]})", "r:2:"},
        {R"({"origin":[0,0,1e19],"direction":[0,0,1]})", "r:2: /origin: a number is beyond 1e18"},
        {R"({"origin":[0,0],"direction":[0,0,1]})", "r:2: /origin: expected an array of 3 numbers"},
        {R"({"origin":[0,0,0],"direction":[0,0,1],"max_t":-1})", "r:2: /max_t: is negative"},
        {R"({"origin":[0,0,0],"direction":[0,0,1],"max":1})", "r:2: /: unknown key \"max\""},
        {R"({"id":0,"origin":[0,0,0],"direction":[0,0,1]})", "r:2: /id: 0 is also the id of line 1"},
        {R"([])", "r:2: expected an object"},
    };
    for (const auto& c : rays) {
        const auto read =
            parse_rays(std::string(R"({"origin":[0,0,0],"direction":[0,0,1]})") + "\n" + c.line, "r");
        ASSERT_FALSE(read) << c.line;
        EXPECT_EQ(read.error().message.rfind(c.words, 0), 0u)
            << c.line << "\n  gave: " << read.error().message;
    }
    EXPECT_EQ(parse_points("{}", "p").error().message, "p:1: \"p\" is missing");
    EXPECT_EQ(parse_points(R"({"p":[0,0,0],"within":-1})", "p").error().message, "p:1: /within: is negative");
}

} // namespace
} // namespace boxwood
