// What: bounds on direction . p for every point p in a volume. The header of a volume can define interval_along(volume,
//     direction); the fallback in volume_interval.hpp uses the bounding box.
// Frame: the volume's own; the direction is any vector.
#pragma once

namespace boxwood {

struct VolumeInterval {
    double lower = 0.0, upper = 0.0;

    void grow(double reach) {
        constexpr double kRoundedUp = 1.0 + 0x1p-46;
        lower -= kRoundedUp * reach;
        upper += kRoundedUp * reach;
    }
};
inline VolumeInterval interval_around(double middle, double reach) {
    VolumeInterval interval{middle, middle};
    interval.grow(reach);
    return interval;
}

} // namespace boxwood
