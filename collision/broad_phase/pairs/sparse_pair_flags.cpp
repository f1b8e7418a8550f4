#include "collision/broad_phase/pairs/sparse_pair_flags.hpp"

#include <algorithm>

namespace boxwood {

void SparsePairFlags::reset(bool is_listed) {
    flags_ = {};
    is_listed_ = is_listed;
}

void SparsePairFlags::put_on_list(BodyPair pair, unsigned mask) {
    if (std::uint32_t* flags = flags_.find(pair))
        *flags = mask;
    else
        flags_.insert(pair, mask);
}

void SparsePairFlags::take_off_list(BodyPair pair) {
    if (flags_.find(pair) != nullptr) flags_.erase(pair);
}

void SparsePairFlags::apply(int axis, std::span<const EndpointSwap> swaps,
                            std::vector<BodyPair>& io_touched) {
    constexpr std::uint32_t kAllAxes = 7;
    const std::uint32_t flag = 1u << axis;
    for (const EndpointSwap exchange : swaps) {
        const BodyPair pair = exchange.bodies();
        std::uint32_t* flags = flags_.find(pair);
        if (flags == nullptr) {
            if (!is_listed_) flags_.insert(pair, flag);
            continue; // with one flag set, a pair overlaps on one axis only
        }
        *flags ^= flag;
        if ((*flags | flag) == kAllAxes) io_touched.push_back(pair);
        if (*flags == 0 && !is_listed_) flags_.erase(pair);
    }
}

void SparsePairFlags::erase(std::span<const BodyId> bodies) {
    const auto is_doomed = [&](BodyId body) {
        return std::binary_search(bodies.begin(), bodies.end(), body);
    };
    std::vector<BodyPair> doomed;
    flags_.for_each([&](BodyPair pair, std::uint32_t) {
        if (is_doomed(pair.a) || is_doomed(pair.b)) doomed.push_back(pair);
    });
    for (const BodyPair pair : doomed) flags_.erase(pair);
}

} // namespace boxwood
