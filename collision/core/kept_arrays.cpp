#include "collision/core/kept_arrays.hpp"

#include "collision/core/large_pages.hpp"

#include <algorithm>
#include <new>

namespace boxwood {

// Never destroyed: arrays with the life of the program are freed after it would have been.
KeptArrays& KeptArrays::of_process() {
    static KeptArrays* const arrays = new KeptArrays(0);
    return *arrays;
}

void* KeptArrays::take(std::size_t bytes) {
    const std::lock_guard guard(lock_);
    const auto found = std::find_if(arrays_.rbegin(), arrays_.rend(),
                                    [bytes](const Array& array) { return array.bytes == bytes; });
    if (found == arrays_.rend()) return nullptr;
    void* const place = found->place;
    bytes_ -= bytes;
    arrays_.erase(std::prev(found.base()));
    return place;
}

void KeptArrays::put(void* place, std::size_t bytes) {
    if (bytes > most()) return free_all({{place, bytes}});
    offer_to_system(place, bytes);
    Arrays excess;
    {
        const std::lock_guard guard(lock_);
        arrays_.push_back({place, bytes});
        bytes_ += bytes;
        excess = remove_excess(most_);
    }
    free_all(excess);
}

void KeptArrays::set_most(std::size_t most) {
    Arrays excess;
    {
        const std::lock_guard guard(lock_);
        most_ = most;
        excess = remove_excess(most);
    }
    free_all(excess);
}

void KeptArrays::give_back() {
    Arrays excess;
    {
        const std::lock_guard guard(lock_);
        excess = remove_excess(0);
    }
    free_all(excess);
}

std::size_t KeptArrays::most() const {
    const std::lock_guard guard(lock_);
    return most_;
}

std::size_t KeptArrays::bytes() const {
    const std::lock_guard guard(lock_);
    return bytes_;
}

KeptArrays::Arrays KeptArrays::remove_excess(std::size_t most) {
    auto end = arrays_.begin();
    for (; bytes_ > most; ++end) bytes_ -= end->bytes;
    const Arrays excess(arrays_.begin(), end);
    arrays_.erase(arrays_.begin(), end);
    return excess;
}

void KeptArrays::free_all(const Arrays& arrays) {
    for (const Array& array : arrays) ::operator delete (array.place, std::align_val_t{kHugePageBytes});
}

void keep_arrays(std::size_t most) {
    KeptArrays::of_process().set_most(most);
}
void give_back_kept_arrays() {
    KeptArrays::of_process().give_back();
}
std::size_t kept_bytes() {
    return KeptArrays::of_process().bytes();
}

} // namespace boxwood
