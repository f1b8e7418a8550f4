// What: several arrays of plain data in one block of memory, in a fixed order. Arrays that are read together can
//       therefore be adjacent, and a copy is one memcpy. The object stores the offsets of the arrays.
// Invariants: the elements never change after construction. Every array is aligned for its type. A moved-from object
//             has no elements.
// Degenerate input: requires arrays of less than 4 GiB in total, because offsets and counts have 32 bits.
// Cost: 8 bytes per array in addition to the data.
#pragma once

#include "collision/core/memory/page_pool.hpp"
#include "collision/core/prefetch.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

namespace boxwood {

template <class... T>
class ArenaArrays {
    static_assert((std::is_trivially_copyable_v<T> && ...));

  public:
    template <std::size_t kIndex>
    using Element = std::tuple_element_t<kIndex, std::tuple<T...>>;

    ArenaArrays() = default;
    explicit ArenaArrays(std::span<const T>... arrays) {
        std::size_t bytes = 0, k = 0;
        const auto place = [&]<class U>(std::span<const U> array) {
            bytes = (bytes + alignof(U) - 1) / alignof(U) * alignof(U);
            places_[k++] = {static_cast<std::uint32_t>(bytes), static_cast<std::uint32_t>(array.size())};
            bytes += array.size_bytes();
        };
        (place(arrays), ...);
        lines_.resize((bytes + sizeof(Line) - 1) / sizeof(Line));
        k = 0;
        const auto write = [&]<class U>(std::span<const U> array) {
            const std::size_t at = places_[k++].first;
            if (!array.empty()) std::memcpy(bytes_of(lines_.data()) + at, array.data(), array.size_bytes());
        };
        (write(arrays), ...);
    }

    ArenaArrays(const ArenaArrays&) = default;
    ArenaArrays& operator=(const ArenaArrays&) = default;
    ArenaArrays(ArenaArrays&& other) noexcept
        : lines_(std::move(other.lines_))
        , places_(std::exchange(other.places_, {})) {}
    ArenaArrays& operator=(ArenaArrays&& other) noexcept {
        lines_ = std::move(other.lines_);
        places_ = std::exchange(other.places_, {});
        return *this;
    }
    ~ArenaArrays() = default;

    // Moves the bytes to the pool.
    void move_to(const std::shared_ptr<PagePool>& pool) {
        lines_ = Lines(lines_.begin(), lines_.end(), PoolAllocator<Line>(pool));
    }

    template <std::size_t kIndex>
    const Element<kIndex>* data() const {
        return reinterpret_cast<const Element<kIndex>*>(bytes_of(lines_.data()) + places_[kIndex].first);
    }
    template <std::size_t kIndex>
    std::span<const Element<kIndex>> get() const {
        return {data<kIndex>(), places_[kIndex].count};
    }

  private:
    // The size of a cache line, or the largest alignment of the types if that is larger.
    static constexpr std::size_t kBoundary = std::max({kCacheLine, alignof(T)...});
    struct alignas(kBoundary) Line {
        std::byte bytes[kBoundary];
    };
    struct Place {
        std::uint32_t first = 0; // offset in bytes
        std::uint32_t count = 0; // number of elements
    };

    static const std::byte* bytes_of(const Line* line) { return reinterpret_cast<const std::byte*>(line); }
    static std::byte* bytes_of(Line* line) { return reinterpret_cast<std::byte*>(line); }

    using Lines = std::vector<Line, PoolAllocator<Line>>;

    Lines lines_;
    std::array<Place, sizeof...(T)> places_{};
};

} // namespace boxwood
