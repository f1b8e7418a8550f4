#include "bench/experiments/scaling/scaling.hpp"

#include "engine/measure/chart.hpp"
#include "engine/measure/statistics.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace boxwood {

double ScalingCurve::exponent() const {
    return fit_exponent(sizes, values);
}

double ScalingCurve::last_exponent() const {
    const std::size_t count = std::min<std::size_t>(2, sizes.size());
    return fit_exponent(std::span(sizes).last(count), std::span(values).last(count));
}

Picture draw_scaling(std::string name, std::string title, std::string x_label, std::string y_label,
                     std::span<const ScalingCurve> curves, const std::string& symbol) {
    draw::Sheet sheet;
    sheet.size = {kPictureWidth, 340.0f};
    double x_low = 1e300, x_high = 0.0, y_low = 1e300, y_high = 0.0;
    for (const ScalingCurve& curve : curves)
        for (std::size_t i = 0; i < curve.sizes.size(); ++i) {
            x_low = std::min(x_low, curve.sizes[i]);
            x_high = std::max(x_high, curve.sizes[i]);
            if (!(curve.values[i] > 0.0)) continue;
            y_low = std::min(y_low, curve.values[i]);
            y_high = std::max(y_high, curve.values[i]);
        }
    Chart chart(sheet, {.min = glm::vec2(0.0f),
                        .max = sheet.size,
                        .x_low = x_low,
                        .x_high = x_high,
                        .y_high = draw::log_end_above(y_high),
                        .title = title,
                        .x_label = std::move(x_label) + " (logarithmic)",
                        .y_label = y_label + " (logarithmic)",
                        .y_low = draw::log_end_below(y_low),
                        .is_log_x = true,
                        .is_log_y = true,
                        .legend_width = 210.0f});
    constexpr std::array<draw::Ink, 6> kInks{&draw::Palette::left_series, &draw::Palette::right_series,
                                             &draw::Palette::phase_broad, &draw::Palette::phase_update,
                                             &draw::Palette::contact,     &draw::Palette::phase_narrow};
    for (std::size_t c = 0; c < curves.size(); ++c) {
        const ScalingCurve& curve = curves[c];
        std::vector<Chart::Point> points;
        for (std::size_t i = 0; i < curve.sizes.size(); ++i)
            if (curve.values[i] > 0.0)
                points.push_back({curve.sizes[i], curve.values[i], std::nan(""), std::nan(""),
                                  curve.name + " at " + short_number(curve.sizes[i]) + ": " +
                                      short_number(curve.values[i])});
        chart.add_curve(points, {kInks[c % kInks.size()], 2.0f, c % 2 == 1,
                                 curve.name + " ~ " + symbol + "^" + fixed_number(curve.exponent(), 2)});
    }
    return {std::move(name), std::move(title), std::move(sheet)};
}

Table exponent_table(std::string caption, std::span<const ScalingCurve> curves) {
    Table table{"exponents", std::move(caption), {"measure", "exponent", "between_the_last_two"}};
    for (const ScalingCurve& curve : curves)
        table.add({curve.name, {curve.exponent(), 3}, {curve.last_exponent(), 3}});
    return table;
}

namespace {

// Uses as many decimals as are needed to distinguish the value from the ends of the range.
std::string text_next_to(double value, double low, double high) {
    int decimals = 3;
    const auto is_like = [&](double end) {
        return value != end && fixed_number(value, decimals) == fixed_number(end, decimals);
    };
    while (decimals < 9 && (is_like(low) || is_like(high))) ++decimals;
    return fixed_number(value, decimals);
}

} // namespace

ClaimResult judge_exponents(std::string_view key, std::span<const ScalingCurve> curves) {
    std::vector<ClaimValue> values;
    std::string note;
    for (const ScalingCurve& curve : curves) {
        if (!std::isfinite(curve.exponent())) return judge_source_claim(key, {});
        const std::string of = curve.name.substr(0, curve.name.find(','));
        values.emplace_back(curves.size() > 1 ? of : "", curve.exponent());
        note += (note.empty() ? "exponent between the last two sizes " : ", ") +
                fixed_number(curve.last_exponent(), 2);
    }
    return judge_source_claim(key, std::move(values), std::move(note));
}

ClaimResult judge_exponent(const ScalingCurve& curve, const char* shape, const char* source, double low,
                           double high, Basis basis) {
    const double exponent = curve.exponent();
    return {shape,
            source,
            curve.name + ": exponent from " + fixed_number(low, 2) + " to " + fixed_number(high, 2),
            text_next_to(exponent, low, high),
            std::isfinite(exponent) ? verdict_if(exponent >= low && exponent <= high) : Verdict::not_judged,
            basis,
            "exponent between the last two sizes " + fixed_number(curve.last_exponent(), 2)};
}

} // namespace boxwood
