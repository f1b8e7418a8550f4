// What: one measure as a function of size, its exponent, and the drawing of several such curves on logarithmic axes.
// Units: those of the measure.
// Invariants: the exponent is the slope in log-log scale by least squares over all sizes.
#pragma once

#include "bench/experiments/experiment.hpp"

#include <string>
#include <vector>

namespace boxwood {

struct ScalingCurve {
    std::string name; // of the column and the legend
    std::vector<double> sizes{}, values{};

    void add(double size, double value) {
        sizes.push_back(size);
        values.push_back(value);
    }
    double exponent() const;      // of all sizes
    double last_exponent() const; // between the last two
};

// The legend shows each curve's exponent, as a power of the symbol.
Picture draw_scaling(std::string name, std::string title, std::string x_label, std::string y_label,
                     std::span<const ScalingCurve> curves, const std::string& symbol = "n");
Table exponent_table(std::string caption, std::span<const ScalingCurve> curves);

// The claim of a source about the exponent of each curve.
ClaimResult judge_exponents(std::string_view key, std::span<const ScalingCurve> curves);
// A derivation or question of this project: holds if the exponent over all sizes lies in [low, high].
ClaimResult judge_exponent(const ScalingCurve& curve, const char* shape, const char* source, double low,
                           double high, Basis basis);

} // namespace boxwood
