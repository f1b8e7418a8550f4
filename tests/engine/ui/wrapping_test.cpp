#include "engine/ui/text/wrapping.hpp"

#include <gtest/gtest.h>
#include <vector>

namespace boxwood::ui {
namespace {

std::vector<std::string> pieces_of(std::string_view text) {
    std::vector<std::string> pieces;
    while (!text.empty()) {
        pieces.emplace_back(next_piece(text));
        text.remove_prefix(pieces.back().size());
    }
    return pieces;
}

using Pieces = std::vector<std::string>;

TEST(WrappingTest, breaks_at_spaces) {
    EXPECT_EQ(pieces_of("refit or  rebuild"), (Pieces{"refit ", "or  ", "rebuild"}));
    EXPECT_EQ(pieces_of(" ahead "), (Pieces{" ", "ahead "}));
    EXPECT_TRUE(pieces_of("").empty());
}

TEST(WrappingTest, a_number_and_its_unit_are_one_piece) {
    EXPECT_EQ(pieces_of("it is 10 % below"), (Pieces{"it ", "is ", "10 % ", "below"}));
    EXPECT_EQ(pieces_of("at 1.6 ×, 3 ms."), (Pieces{"at ", "1.6 ×, ", "3 ms."}));
    EXPECT_EQ(pieces_of("(0.031 m)"), (Pieces{"(0.031 m)"}));
}

TEST(WrappingTest, a_number_and_a_word_or_a_word_and_a_unit_are_separate_pieces) {
    EXPECT_EQ(pieces_of("3 more % of"), (Pieces{"3 ", "more ", "% ", "of"}));
    EXPECT_EQ(pieces_of("12 nodes"), (Pieces{"12 ", "nodes"}));
    EXPECT_EQ(pieces_of("frame 3  % of"), (Pieces{"frame ", "3  ", "% ", "of"}));
}

TEST(WrappingTest, no_break_spaces_are_inserted_only_between_numbers_and_units) {
    EXPECT_EQ(with_kept_units("within 5 ms of 3 frames"), "within 5\u00a0ms of 3 frames");
    EXPECT_EQ(with_kept_units("% alone "), "% alone ");
}

} // namespace
} // namespace boxwood::ui
