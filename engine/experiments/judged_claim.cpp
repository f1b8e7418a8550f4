#include "engine/experiments/judged_claim.hpp"

#include <array>

namespace boxwood {

std::string_view verdict_name(Verdict verdict) {
    constexpr std::array<std::string_view, 5> kNames{"reproduced", "not reproduced", "unclear", "not run",
                                                     "observed"};
    return kNames[static_cast<std::size_t>(verdict)];
}

} // namespace boxwood
