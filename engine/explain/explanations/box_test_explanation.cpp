#include "engine/explain/explanations/box_test_explanation.hpp"

#include "engine/explain/explanations/difference_text.hpp"

#include <algorithm>

namespace boxwood {
std::size_t BoxTestExplanation::widest() const {
    return static_cast<std::size_t>(std::ranges::max_element(axes, {}, &AxisInterval::gap) - axes.begin());
}

BoxTestExplanation explain_boxes(const Aabb& a_w, const Aabb& b_w) {
    BoxTestExplanation explanation;
    for (int axis = 0; axis < 3; ++axis) {
        const double b_above = static_cast<double>(b_w.lower[axis]) - static_cast<double>(a_w.upper[axis]),
                     a_above = static_cast<double>(a_w.lower[axis]) - static_cast<double>(b_w.upper[axis]);
        explanation.axes[static_cast<std::size_t>(axis)] = {a_w.lower[axis],    a_w.upper[axis],
                                                            b_w.lower[axis],    b_w.upper[axis],
                                                            b_above >= a_above, std::max(b_above, a_above)};
    }
    return explanation;
}

std::string describe_boxes(const BoxTestExplanation& explanation, const std::string& name_a,
                           const std::string& name_b) {
    constexpr std::array<const char*, 3> kAxes{"x", "y", "z"};
    const std::size_t axis = explanation.widest();
    const AxisInterval& at = explanation.axes[axis];
    const std::string &below = at.is_a_below ? name_a : name_b, &above = at.is_a_below ? name_b : name_a;
    const double end = static_cast<double>(at.is_a_below ? at.high_a : at.high_b),
                 begin = static_cast<double>(at.is_a_below ? at.low_b : at.low_a);
    const DifferenceText text =
        explanation.overlaps() ? write_difference(end, begin) : write_difference(begin, end);
    const std::string &at_end = explanation.overlaps() ? text.first : text.second,
                      &at_begin = explanation.overlaps() ? text.second : text.first,
                      gap = text.difference + " m";
    const std::string ends = std::string("On ") + kAxes[axis] + ", " + below + " ends at " + at_end +
                             " m and " + above + " begins at " + at_begin + " m";
    if (!explanation.overlaps())
        return ends + ": this gap of " + gap +
               " separates them, and no other axis has a larger gap. The broad phase therefore does not "
               "report the pair.";
    return "The world boxes overlap on all three axes. " + ends + ": they overlap by " + gap +
           " on this axis, which is the smallest overlap.";
}

} // namespace boxwood
