#include "app/labs/deformation/view/tree_heat.hpp"

#include "engine/ui/plot/plot_layout.hpp"
#include "engine/ui/text/format.hpp"

#include <algorithm>
#include <cmath>

namespace boxwood {
namespace {

bool is_ratio(std::size_t quantity) {
    return kAllNodeInflation[quantity].is_relative_to_rebuild;
}

float ramp_position_of_ratio(float current, float fresh) {
    const float ratio = fresh > 0.0f ? current / fresh : 1.0f;
    return ratio > 1.0f ? std::min(std::log(ratio) / std::log(TreeHeat::kMaxTimes), 1.0f) : 0.0f;
}

} // namespace

void TreeHeat::restart(const DeformingPair& pair) {
    job_.cancel();
    is_outdated_ = false;
    shares_ = {};
    colors_.clear();
    const MeshView mesh = pair.mesh().view();
    triangles_ =
        std::make_shared<const std::vector<TriangleIndices>>(mesh.triangles.begin(), mesh.triangles.end());
}

void TreeHeat::find(const DeformingPair& pair, const Look& look) {
    if (!look.is_on) {
        job_.cancel();
        is_outdated_ = false;
        shares_ = {};
        colors_.clear();
        return;
    }
    const bool is_large = triangles_->size() > kMaxInFrame;
    is_outdated_ = is_large && job_.is_busy();
    if (is_outdated_) return;
    const NodeInflationName& name = kAllNodeInflation[look.quantity];
    Input input{.copies = {}, .positions = {}, .triangles = triangles_, .look = look};
    for (const PolicyRun& run : pair.runs())
        input.copies.push_back(
            {run.tree().config(),
             measure_node_inflation(run.tree(), name.which, static_cast<std::uint32_t>(look.depth))});
    const auto positions = pair.mesh().view().positions;
    input.positions.assign(positions.begin(), positions.end());
    if (is_large)
        job_.start([job_input = std::move(input)] { return measure(job_input); });
    else
        take(measure(input));
}

TreeHeat::Shares TreeHeat::measure(const Input& input) {
    const NodeInflationName& name = kAllNodeInflation[input.look.quantity];
    Shares shares;
    shares.quantity = input.look.quantity;
    std::vector<CopyValues> fresh; // one per configuration
    for (const CopyValues& copy : input.copies) {
        std::vector<float>& out = shares.copies.emplace_back(copy.values.size());
        if (!name.is_relative_to_rebuild) {
            std::transform(copy.values.begin(), copy.values.end(), out.begin(),
                           [](float value) { return std::min(value, 1.0f); });
            continue;
        }
        auto known = std::find_if(fresh.begin(), fresh.end(),
                                  [&](const CopyValues& f) { return f.config == copy.config; });
        if (known == fresh.end()) {
            const auto tree = build_any_hierarchy(copy.config, {input.positions, *input.triangles});
            BOXWOOD_ASSERT(bool(tree)); // the copy's own build succeeded
            known = fresh.insert(
                fresh.end(),
                {copy.config,
                 measure_node_inflation(*tree, name.which, static_cast<std::uint32_t>(input.look.depth))});
        }
        for (std::size_t t = 0; t < out.size(); ++t)
            out[t] = ramp_position_of_ratio(copy.values[t], known->values[t]);
    }
    for (const std::vector<float>& copy : shares.copies)
        for (const float share : copy)
            ++shares.bins[std::min(static_cast<std::size_t>(share * static_cast<float>(kBins)), kBins - 1)];
    return shares;
}

void TreeHeat::take(Shares shares) {
    shares_ = std::move(shares);
    colors_.clear();
}

bool TreeHeat::take_result() {
    std::optional<Shares> outcome = job_.take_result();
    if (!outcome) return false;
    take(std::move(*outcome));
    return true;
}

// Uses a lookup table, because there are many more triangles than distinct colors.
const std::vector<draw::Color>& TreeHeat::colors(std::size_t copy, const draw::Palette& palette) {
    colors_.resize(std::max(colors_.size(), copy + 1));
    std::vector<draw::Color>& colors = colors_[copy];
    if (!colors.empty() || copy >= shares_.copies.size()) return colors;
    constexpr std::size_t kSteps = 256;
    std::array<draw::Color, kSteps> table;
    for (std::size_t i = 0; i < kSteps; ++i) {
        const float share = static_cast<float>(i) / static_cast<float>(kSteps - 1);
        table[i] = draw::ramp(palette, std::clamp((share - low) / std::max(high - low, 1e-6f), 0.0f, 1.0f));
    }
    const std::vector<float>& shares = shares_.copies[copy];
    colors.resize(shares.size());
    std::transform(shares.begin(), shares.end(), colors.begin(), [&](float share) {
        return table[static_cast<std::size_t>(share * static_cast<float>(kSteps - 1) + 0.5f)];
    });
    return colors;
}

std::string TreeHeat::text_at(float share) const {
    if (!is_ratio(shares_.quantity)) return ui::format_fixed(100.0 * static_cast<double>(share), 0) + " %";
    const double times = std::pow(static_cast<double>(kMaxTimes), static_cast<double>(share));
    return ui::format_significant(times, 2) + " ×";
}

// Ticks of the ramp's scale: ratios on a logarithmic scale, percent on a linear one.
std::vector<RampTick> TreeHeat::ticks() const {
    std::vector<RampTick> ticks;
    const bool is_log = is_ratio(shares_.quantity);
    const ui::Axis axis =
        is_log ? ui::Axis{1.0, static_cast<double>(kMaxTimes), true} : ui::Axis{0.0, 100.0, false};
    for (const ui::Tick& tick : ui::nice_ticks(axis, kTicks))
        ticks.push_back({static_cast<float>(axis.to_unit(tick.value)), tick.label});
    return ticks;
}

bool TreeHeat::parameters(const draw::Palette& palette) {
    const std::vector<RampTick> ticks = this->ticks();
    const bool is_changed = ramp_range("inflation range",
                                       {.title = "Histogram of node inflation",
                                        .bins = shares_.bins,
                                        .text_at = [this](float share) { return text_at(share); },
                                        .ticks = ticks,
                                        .unit = "",
                                        .tooltip = "Histogram of node inflation over the triangles of all "
                                                   "copies. The handles set where the colors begin "
                                                   "and end; a double click resets them.",
                                        .palette = palette},
                                       low, high);
    if (is_changed) colors_.clear();
    return is_changed;
}

} // namespace boxwood
