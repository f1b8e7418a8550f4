// What: a measured quantity over size, with its exponent; and pictures of several such curves on logarithmic axes.
// Units: the unit of the measured quantity.
// Invariants: the exponent is the least-squares slope over all sizes on a log-log scale.
#pragma once

#include "bench/experiments/experiment.hpp"

#include <string>
#include <vector>

namespace boxwood {

struct ScalingCurve {
    std::string name; // name in the table and in the legend
    std::vector<double> sizes{}, values{};

    void add(double size, double value) {
        sizes.push_back(size);
        values.push_back(value);
    }
    double exponent() const;      // over all sizes
    double last_exponent() const; // between the last two sizes
};

// The legend shows the exponent of each curve as a power of `symbol`.
Picture draw_scaling(std::string name, std::string title, std::string x_label, std::string y_label,
                     std::span<const ScalingCurve> curves, const std::string& symbol = "n");
Table exponent_table(std::string caption, std::span<const ScalingCurve> curves);

// Judges the claim of a source about the exponents of the curves.
ClaimResult judge_exponents(std::string_view key, std::span<const ScalingCurve> curves);
// Judges a claim of this project. The claim holds if the exponent over all sizes is in [low, high].
ClaimResult judge_exponent(const ScalingCurve& curve, const char* shape, const char* source, double low,
                           double high, Basis basis);

} // namespace boxwood
