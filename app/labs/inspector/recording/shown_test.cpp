#include "app/labs/inspector/recording/shown_test.hpp"

namespace boxwood {

NodePair ShownTest::nodes() const {
    if (marks_.has_node_pair()) return {marks_.nodes()[0], marks_.nodes()[1]};
    if (marks_.has_triangle_pair())
        return {recording_.table(0).leaves[marks_.triangles()[0]],
                recording_.table(1).leaves[marks_.triangles()[1]]};
    return player_.moment().nodes;
}

std::uint32_t ShownTest::triangle(std::size_t side) const {
    if (marks_.has_triangle_pair()) return marks_.triangles()[side];
    return side == 0 ? visit().a : visit().b;
}

} // namespace boxwood
