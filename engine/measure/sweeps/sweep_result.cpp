#include "engine/measure/sweeps/sweep_result.hpp"

#include <algorithm>

namespace boxwood {

std::vector<double> SweepResult::values_of(std::size_t point, std::size_t box, Measure measure) const {
    std::vector<double> values;
    for (std::size_t seed = 0; seed < static_cast<std::size_t>(sweep.seeds); ++seed) {
        const Sample& sample = at({point, box, seed});
        if (sample.is_measured) values.push_back(sample[measure]);
    }
    return values;
}

Interval SweepResult::estimate(std::size_t point, std::size_t box, Measure measure) const {
    return mean_interval(values_of(point, box, measure));
}

bool SweepResult::is_complete() const {
    return std::all_of(samples.begin(), samples.end(),
                       [](const Sample& sample) { return sample.is_measured; });
}

} // namespace boxwood
