#include "collision/broad_phase/sweep_and_prune/sorted_axis.hpp"

#include <algorithm>

namespace boxwood {

namespace {

// Merges two sorted runs with a stable order and adds their inversions to io_counts.
void merge_runs(std::span<const Endpoint> left, std::span<const Endpoint> right, Endpoint* out,
                SwapCounters& io_counts) {
    std::size_t l = 0, r = 0;
    const auto is_max = [](Endpoint endpoint) { return endpoint.is_max(); };
    auto max_left = static_cast<std::uint64_t>(std::count_if(left.begin(), left.end(), is_max));
    while (l < left.size() && r < right.size()) {
        if (!left[l].is_after(right[r])) {
            max_left -= left[l].is_max() ? 1u : 0u;
            *out++ = left[l++];
            continue;
        }
        // right[r] moves left past all remaining endpoints of `left`.
        const std::uint64_t passed = left.size() - l;
        io_counts.swaps += passed;
        if (right[r].is_max())
            io_counts.ends += passed - max_left;
        else
            io_counts.begins += max_left;
        *out++ = right[r++];
    }
    out = std::copy(left.begin() + static_cast<std::ptrdiff_t>(l), left.end(), out);
    std::copy(right.begin() + static_cast<std::ptrdiff_t>(r), right.end(), out);
}

} // namespace

void SortedAxis::set_values(std::span<const std::uint32_t> keys) {
    static const EndpointKernel* const kernel = choose_endpoint_kernel();
    (kernel != nullptr ? kernel->set_values : set_values_plain)(endpoints_, keys);
}

SwapCounters SortedAxis::sort_counting() {
    SwapCounters counts;
    const std::size_t size = endpoints_.size() - 1;
    scratch_.resize(endpoints_.size());
    for (std::size_t width = 1; width < size; width *= 2) {
        for (std::size_t begin = 0; begin < size; begin += 2 * width) {
            const std::size_t middle = std::min(begin + width, size);
            const std::size_t end = std::min(begin + 2 * width, size);
            merge_runs(endpoints().subspan(begin, middle - begin), endpoints().subspan(middle, end - middle),
                       scratch_.data() + 1 + begin, counts);
        }
        scratch_[0] = Endpoint{};
        endpoints_.swap(scratch_);
    }
    overlap_count_ += counts.begins - counts.ends;
    return counts;
}

void SortedAxis::insert(std::span<const BodyId> bodies, std::span<const std::uint32_t> keys) {
    scratch_.clear();
    for (const BodyId body : bodies) {
        scratch_.push_back(make_endpoint(keys[2 * body], false, body));
        scratch_.push_back(make_endpoint(keys[2 * body + 1], true, body));
    }
    const auto is_before = [](Endpoint a, Endpoint b) { return b.is_after(a); };
    std::stable_sort(scratch_.begin(), scratch_.end(), is_before);
    const auto middle = static_cast<std::ptrdiff_t>(endpoints_.size());
    endpoints_.insert(endpoints_.end(), scratch_.begin(), scratch_.end());
    std::inplace_merge(endpoints_.begin() + 1, endpoints_.begin() + middle, endpoints_.end(), is_before);
    count_overlaps();
}

void SortedAxis::erase(std::span<const std::uint8_t> is_removed) {
    const auto belongs_to_removed = [&](Endpoint endpoint) { return is_removed[endpoint.body()] != 0; };
    endpoints_.erase(std::remove_if(endpoints_.begin() + 1, endpoints_.end(), belongs_to_removed),
                     endpoints_.end());
    count_overlaps();
}

void SortedAxis::count_overlaps() {
    std::uint64_t open_count = 0;
    overlap_count_ = 0;
    for (const Endpoint endpoint : endpoints()) {
        if (endpoint.is_max()) {
            --open_count;
        } else {
            overlap_count_ += open_count;
            ++open_count;
        }
    }
}

} // namespace boxwood
