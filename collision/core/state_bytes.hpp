// What: writes the state of an object to bytes and reads it back, field by field, for keyframes within one process.
// Invariants: a class supports this with a static member template
//                 template <class Self, class Archive>
//                 static void visit_state(Self& self, Archive& archive) { archive(self.a_, self.b_); }
//             that lists the members on which the future behavior of the object depends. Working memory is not listed.
//             Reading the written bytes gives listed members that equal the written ones. Trivially copyable members
//             must not contain pointers.
// Degenerate input: requires bytes that were written from the same fields; too few bytes end the process. The bytes
//             never come from a file.
// Cost: one copy of the state.
#pragma once

#include "collision/core/check.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <span>
#include <type_traits>
#include <vector>

namespace boxwood {

template <class T, class Archive>
concept VisitsState = requires(T& value, Archive& archive) {
    std::remove_const_t<T>::visit_state(value, archive);
};

class StateWriter {
  public:
    StateWriter() = default; // counts the bytes without storing them
    explicit StateWriter(std::vector<std::byte>& io_bytes)
        : bytes_(&io_bytes) {}

    std::size_t size() const { return size_; } // number of bytes that were written or counted

    template <class... T>
    void operator()(const T&... values) {
        (write(values), ...);
    }

  private:
    void put(const void* data, std::size_t size) {
        const auto* first = static_cast<const std::byte*>(data);
        if (bytes_ != nullptr) bytes_->insert(bytes_->end(), first, first + size);
        size_ += size;
    }
    template <class T>
    void write(const T& value) {
        if constexpr (VisitsState<const T, StateWriter>) {
            T::visit_state(value, *this);
        } else {
            static_assert(std::is_trivially_copyable_v<T> && !std::is_pointer_v<T>);
            put(&value, sizeof value);
        }
    }
    template <class T, class Allocator>
    void write(const std::vector<T, Allocator>& values) {
        write(std::uint64_t{values.size()});
        if constexpr (std::is_trivially_copyable_v<T> && !VisitsState<const T, StateWriter>)
            put(values.data(), values.size() * sizeof(T));
        else
            for (const T& value : values) write(value);
    }
    template <class T, std::size_t kCount>
    void write(const std::array<T, kCount>& values) {
        if constexpr (std::is_trivially_copyable_v<T> && !VisitsState<const T, StateWriter>)
            put(&values, sizeof values);
        else
            for (const T& value : values) write(value);
    }
    template <class T>
    void write(const std::unique_ptr<T>& value) {
        write(value != nullptr);
        if (value) write(*value);
    }

    std::vector<std::byte>* bytes_ = nullptr;
    std::size_t size_ = 0;
};

class StateReader {
  public:
    explicit StateReader(std::span<const std::byte> bytes)
        : rest_(bytes) {}
    bool is_at_end() const { return rest_.empty(); }

    template <class... T>
    void operator()(T&... out_values) {
        (read(out_values), ...);
    }

  private:
    void take(void* out, std::size_t size) {
        BOXWOOD_REQUIRE(size <= rest_.size());
        if (size > 0) std::memcpy(out, rest_.data(), size);
        rest_ = rest_.subspan(size);
    }
    template <class T>
    void read(T& out_value) {
        if constexpr (VisitsState<T, StateReader>)
            T::visit_state(out_value, *this);
        else
            take(&out_value, sizeof out_value);
    }
    template <class T, class Allocator>
    void read(std::vector<T, Allocator>& out_values) {
        std::uint64_t size = 0;
        read(size);
        if constexpr (std::is_trivially_copyable_v<T> && !VisitsState<T, StateReader>) {
            BOXWOOD_REQUIRE(size <= rest_.size() / sizeof(T));
            out_values.resize(static_cast<std::size_t>(size));
            take(out_values.data(), out_values.size() * sizeof(T));
        } else {
            out_values.clear();
            for (std::uint64_t i = 0; i < size; ++i) read(out_values.emplace_back());
        }
    }
    template <class T, std::size_t kCount>
    void read(std::array<T, kCount>& out_values) {
        if constexpr (std::is_trivially_copyable_v<T> && !VisitsState<T, StateReader>)
            take(&out_values, sizeof out_values);
        else
            for (T& value : out_values) read(value);
    }
    template <class T>
    void read(std::unique_ptr<T>& out_value) {
        bool has_value = false;
        read(has_value);
        out_value = has_value ? std::make_unique<T>() : nullptr;
        if (has_value) read(*out_value);
    }

    std::span<const std::byte> rest_;
};

} // namespace boxwood
