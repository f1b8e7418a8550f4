#include "app/labs/deformation/view/copy_look.hpp"

namespace boxwood {

CopyLook look_of_copy(std::size_t copy, const draw::Palette& palette) {
    switch (copy) {
    case 0:
        return {palette.left_series, false};
    case 1:
        return {palette.right_series, true};
    case 2:
        return {palette.overlapping, false};
    default:
        return {palette.phase_narrow, true};
    }
}

std::string name_of_copy(std::size_t copy, const PolicyRun& run) {
    return std::to_string(copy + 1) + " " + name_of(run.config());
}

} // namespace boxwood
