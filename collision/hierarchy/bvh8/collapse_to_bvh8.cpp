#include "collision/hierarchy/bvh8/collapse_to_bvh8.hpp"

#include "collision/hierarchy/simd/lane_plan.hpp"
#include "collision/hierarchy/simd/wide_fit.hpp"

#include <algorithm>
#include <array>
#include <utility>

namespace boxwood {
namespace {

constexpr std::size_t kLanes = WideBoxes::kLanes;

// Creates the wide nodes and their links, in order. A kernel then fits the boxes.
class Bvh8Builder {
  public:
    explicit Bvh8Builder(const Bvh2<Aabb>& binary)
        : binary_(binary)
        , plan_(binary) {
        wide_.primitives.reserve(binary.primitive_count);
    }

    Bvh8 run() {
        add(1, {0});
        for (std::size_t i = 1; i < roots_.size(); ++i) {
            std::array<std::uint32_t, kLanes> lanes{};
            add(plan_.list_lanes(roots_[i], lanes), lanes);
        }
        list_wide_fit_kernels().front().fit(wide_, binary_, leaves_);
        wide_.leaf_count = static_cast<std::uint32_t>(leaves_.size());
        return std::move(wide_);
    }

  private:
    void add(std::size_t count, const std::array<std::uint32_t, kLanes>& lanes) {
        WideNode node;
        node.lane_count = static_cast<std::uint8_t>(count);
        node.first_child = static_cast<std::uint32_t>(roots_.size());
        node.first_primitive = static_cast<std::uint32_t>(wide_.primitives.size());
        node.first_name = next_name_;
        if (!wide_.nodes.empty()) next_name_ += 2 * static_cast<std::uint32_t>(count) - 2;
        for (std::size_t lane = 0; lane < kLanes; ++lane) {
            if (lane < count && binary_.is_leaf(lanes[lane])) {
                const auto in_leaf = binary_.primitives_of(lanes[lane]);
                wide_.primitives.insert(wide_.primitives.end(), in_leaf.begin(), in_leaf.end());
                node.leaves = static_cast<std::uint8_t>(node.leaves | 1u << lane);
                leaves_.push_back(lanes[lane]);
            } else if (lane < count) {
                roots_.push_back(lanes[lane]);
            }
            node.ends[lane] = static_cast<std::uint8_t>(wide_.primitives.size() - node.first_primitive);
        }
        wide_.nodes.push_back(node);
    }

    const Bvh2<Aabb>& binary_;
    LanePlan<Aabb> plan_;
    Bvh8 wide_;
    std::vector<std::uint32_t> roots_{0}; // the binary node of each wide node found so far
    std::vector<std::uint32_t> leaves_;   // the binary node of each leaf
    std::uint32_t next_name_ = 1;
};

} // namespace

Bvh8 collapse_to_bvh8(const Bvh2<Aabb>& binary) {
    return Bvh8Builder(binary).run();
}

} // namespace boxwood
