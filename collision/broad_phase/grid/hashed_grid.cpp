#include "collision/broad_phase/grid/hashed_grid.hpp"

#include <algorithm>
#include <bit>
#include <cmath>

#include <glm/vector_relational.hpp>

namespace boxwood {

namespace {

constexpr std::uint64_t kMaxCellsOfBox = 1u << 14;
constexpr std::uint64_t kMaxReferences = 1u << 24; // 0.5 GB in the two lists

} // namespace

std::uint64_t HashedGrid::Cells::count() const {
    std::uint64_t product = 1;
    for (int axis = 0; axis < 3; ++axis) {
        const auto cells = static_cast<std::uint64_t>(std::int64_t{last[axis]} - first[axis] + 1);
        product = std::min(product * std::min(cells, kMaxCellsOfBox + 1), kMaxCellsOfBox + 1);
    }
    return product;
}

void HashedGrid::update(std::span<const Aabb> boxes) {
    PairAppender& found = begin_update(boxes);
    choose_cells(boxes);
    make_references(boxes);
    find_pairs(boxes, found);
    find_pairs_of_large(boxes, found);
    end_update();
}

void HashedGrid::choose_cells(std::span<const Aabb> boxes) {
    double sum = 0.0;     // of the sides
    double largest = 0.0; // coordinate, without its sign
    std::size_t finite_count = 0;
    for (const BodyId body : live()) {
        const auto side = static_cast<double>(boxes[body].longest_side());
        if (!std::isfinite(side)) continue;
        sum += side;
        ++finite_count;
        for (int axis = 0; axis < 3; ++axis)
            for (const float end : {boxes[body].lower[axis], boxes[body].upper[axis]})
                largest = std::max(largest, std::fabs(static_cast<double>(end)));
    }
    const double mean = finite_count == 0 ? 0.0 : sum / static_cast<double>(finite_count);
    const float factor = settings().cell_factor > 0.0f ? settings().cell_factor : kDefaultFactor;
    cell_edge_ = mean > 0.0 ? mean * static_cast<double>(factor) : 1.0;
    // If cells are larger than each coordinate, a box overlaps at most two per axis, and larger cells do not help.
    while (cell_edge_ <= largest && count_references(boxes) > kMaxReferences) cell_edge_ *= 1.5;
}

std::uint64_t HashedGrid::count_references(std::span<const Aabb> boxes) const {
    std::uint64_t references = 0;
    for (const BodyId body : live()) {
        const std::uint64_t cells = cells_of(boxes[body]).count();
        references += cells <= kMaxCellsOfBox ? cells : 0;
    }
    return references;
}

// Cell numbers increase with each coordinate. Distant points share the outermost cell.
glm::ivec3 HashedGrid::cell_of(const glm::vec3& point) const {
    constexpr double kOutermost = 1 << 30;
    glm::ivec3 cell;
    for (int axis = 0; axis < 3; ++axis) {
        const double scaled = std::floor(static_cast<double>(point[axis]) / cell_edge_);
        cell[axis] = static_cast<int>(std::clamp(scaled, -kOutermost, kOutermost));
    }
    return cell;
}

std::uint32_t HashedGrid::bucket_of(const glm::ivec3& cell) const {
    const auto x = static_cast<std::uint32_t>(cell.x), y = static_cast<std::uint32_t>(cell.y),
               z = static_cast<std::uint32_t>(cell.z);
    const std::uint32_t mixed = x * 73856093u ^ y * 19349663u ^ z * 83492791u;
    return (mixed ^ mixed >> 15) & bucket_mask_;
}

void HashedGrid::make_references(std::span<const Aabb> boxes) {
    references_.clear();
    large_.clear();
    is_large_.assign(boxes.size(), 0);
    for (const BodyId body : live()) {
        const Cells cells = cells_of(boxes[body]);
        if (cells.count() > kMaxCellsOfBox) {
            large_.push_back(body);
            is_large_[body] = 1;
            continue;
        }
        glm::ivec3 cell;
        for (cell.z = cells.first.z; cell.z <= cells.last.z; ++cell.z)
            for (cell.y = cells.first.y; cell.y <= cells.last.y; ++cell.y)
                for (cell.x = cells.first.x; cell.x <= cells.last.x; ++cell.x)
                    references_.push_back({body, cell});
    }
    bucket_mask_ = std::bit_ceil(static_cast<std::uint32_t>(references_.size()) | 1u) - 1;
    ends_.assign(bucket_mask_ + std::size_t{2}, 0);
    for (const Reference& reference : references_) ++ends_[bucket_of(reference.cell) + std::size_t{1}];
    std::uint32_t sum = 0;
    for (std::uint32_t& end : ends_) end = sum += end;
    sorted_references_.resize(references_.size());
    for (const Reference& reference : references_)
        sorted_references_[ends_[bucket_of(reference.cell)]++] = reference;
}

void HashedGrid::find_pairs(std::span<const Aabb> boxes, PairAppender& out_pairs) {
    std::uint32_t begin = 0;
    for (std::uint32_t bucket = 0; bucket <= bucket_mask_; ++bucket) {
        const std::uint32_t end = ends_[bucket];
        for (std::uint32_t j = begin; j < end; ++j) {
            const Reference& own = sorted_references_[j];
            const Aabb& box = boxes[own.body];
            for (std::uint32_t i = begin; i < j; ++i) {
                const Reference& other = sorted_references_[i];
                if (other.cell != own.cell) continue; // another cell in the same bucket
                ++io_counters().volume_tests;
                if (!overlap(box, boxes[other.body])) continue;
                if (cell_of(glm::max(box.lower, boxes[other.body].lower)) == own.cell)
                    out_pairs.push(make_pair_of(own.body, other.body));
            }
        }
        begin = end;
    }
}

void HashedGrid::find_pairs_of_large(std::span<const Aabb> boxes, PairAppender& out_pairs) {
    for (const BodyId large : large_)
        for (const BodyId other : live()) {
            if (other == large || (is_large_[other] != 0 && other > large)) continue;
            ++io_counters().volume_tests;
            if (overlap(boxes[large], boxes[other])) out_pairs.push(make_pair_of(large, other));
        }
}

} // namespace boxwood
