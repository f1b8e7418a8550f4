#include "collision/hierarchy/simd/bin_kernels.hpp"
#include "collision/hierarchy/simd/split_kernels.hpp"
#include "tests/oracles/sample_meshes.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <numeric>
#include <vector>

namespace boxwood {
namespace {

using oracle::Random;

// Some items have the same center; primitive indices have all magnitudes.
std::vector<BuildItem> draw_items(Random& random, std::size_t count) {
    std::vector<BuildItem> items(count);
    for (std::size_t i = 0; i < count; ++i) {
        const glm::vec3 middle = random() % 4 == 0 ? glm::vec3(static_cast<float>(random() % 3))
                                                   : glm::vec3(oracle::draw_point(random, 3.0));
        const float half = static_cast<float>(random() % 3) * 0.25f;
        items[i] = {middle - half, static_cast<std::uint32_t>(random() >> (33 + random() % 31)),
                    middle + half, 0};
    }
    return items;
}

TEST(BuildKernelsTest, BinsEqualThoseFilledOneItemAtATime) {
    Random random(1);
    for (const std::uint32_t bins : {2u, 4u, 16u, kMaxBins})
        for (const std::size_t step : {1u, 2u, 5u})
            for (const std::size_t count : {1u, 2u, 13u, 200u}) {
                const std::vector<BuildItem> items = draw_items(random, count);
                const std::array<float, 4> base{-6.5f, -7.0f, -6.0f, 0.0f};
                const float scale = static_cast<float>(bins) / 14.5f;
                std::vector<std::vector<Aabb>> boxes(3, std::vector<Aabb>(bins));
                std::vector<std::vector<std::uint32_t>> counts(3, std::vector<std::uint32_t>(bins, 0));
                for (std::size_t i = 0; i < count; i += step)
                    for (int axis = 0; axis < 3; ++axis) {
                        const auto a = static_cast<std::size_t>(axis);
                        const float place = (items[i].twice_center(axis) - base[a]) * scale;
                        const auto bin = static_cast<std::size_t>(std::max(place, 0.0f));
                        boxes[a][bin] = merge(boxes[a][bin], {items[i].lower, items[i].upper});
                        ++counts[a][bin];
                    }
                for (const BinKernel& kernel : list_bin_kernels()) {
                    Bins filled;
                    kernel.fill(items, step, base, {scale, scale, scale, 0.0f}, bins, filled);
                    for (std::size_t a = 0; a < 3; ++a)
                        for (std::size_t bin = 0; bin < bins; ++bin) {
                            const BinBox& box = filled.boxes[a][bin];
                            EXPECT_EQ(make_aabb({Float4{} - box.negated_lower, box.upper}), boxes[a][bin])
                                << kernel.name;
                            EXPECT_EQ(filled.counts[a][bin], counts[a][bin]) << kernel.name;
                        }
                }
            }
}

TEST(BuildKernelsTest, OrderIsStable) {
    Random random(2);
    for (std::size_t count = 1; count <= kMaxOrdered; ++count)
        for (int round = 0; round < 20; ++round) {
            const std::vector<BuildItem> items = draw_items(random, count);
            const int axis = round % 3;
            std::vector<std::uint8_t> wanted(count);
            std::iota(wanted.begin(), wanted.end(), std::uint8_t{0});
            std::stable_sort(wanted.begin(), wanted.end(), [&](std::uint8_t i, std::uint8_t k) {
                return items[i].twice_center(axis) < items[k].twice_center(axis);
            });
            for (const BinKernel& kernel : list_bin_kernels()) {
                std::vector<std::uint8_t> order(count);
                kernel.order(items, axis, order.data());
                EXPECT_EQ(order, wanted) << kernel.name;
            }
        }
}

TEST(BuildKernelsTest, SplitsAndBoundsEqualThoseOfSeparatePasses) {
    Random random(3);
    for (const std::size_t count : {1u, 2u, 47u, 48u, 49u, 500u})
        for (const float border : {-100.0f, -1.0f, 0.0f, 2.0f, 100.0f}) {
            std::vector<BuildItem> items = draw_items(random, count), spare(count), wanted(count);
            const SplitPlane place{static_cast<int>(random() % 3), 0.5f, 1.5f, border};
            const std::size_t left =
                split_into_spare(ItemRange{items, wanted, 0, {}, {}}, [&](const BuildItem& item) {
                    return (item.twice_center(place.axis) - 0.5f) * 1.5f >= border;
                }).left_count;
            for (const SplitKernel& kernel : list_split_kernels()) {
                std::array<ItemBounds, 2> bounds;
                const Split split = kernel.split({items, spare, 0, {}, {&bounds[0], &bounds[1]}}, place);
                EXPECT_EQ(split.left_count, left) << kernel.name;
                EXPECT_TRUE(split.is_in_spare);
                EXPECT_EQ(std::memcmp(spare.data(), wanted.data(), count * sizeof(BuildItem)), 0)
                    << kernel.name;
                if (!split.is_measured || left == 0 || left == count) continue;
                for (const std::size_t part : {0u, 1u}) {
                    const std::span<BuildItem> of_part =
                        part == 0 ? std::span(spare).first(left) : std::span(spare).subspan(left);
                    ItemRange measured{of_part, {}, 0, {}, {}};
                    measure_items(measured);
                    EXPECT_EQ(bounds[part].box, measured.bounds.box) << kernel.name;
                    EXPECT_EQ(bounds[part].twice_centers, measured.bounds.twice_centers) << kernel.name;
                }
            }
        }
}

} // namespace
} // namespace boxwood
