// What: the order by which the first of several times of impact is chosen.
#pragma once

#include "collision/api/time_of_impact.hpp"

namespace boxwood::api::detail {

// Orders answers by time; those with the status none come last. At equal times, iteration_limit comes after impact and
// starts_in_contact.
inline bool is_before(const TimeOfImpact& x, const TimeOfImpact& y) {
    if (x.status == ImpactStatus::none) return false;
    if (y.status == ImpactStatus::none || x.time != y.time)
        return y.status == ImpactStatus::none || x.time < y.time;
    return y.status == ImpactStatus::iteration_limit && x.status != ImpactStatus::iteration_limit;
}

} // namespace boxwood::api::detail
