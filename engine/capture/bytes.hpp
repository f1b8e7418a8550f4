// What: writes and reads little-endian numbers, strings and arrays in memory. Reading checks every length.
// Degenerate input: ByteReader never reads beyond its bytes. After the first read that does not fit, failed() is true,
//       and all reads return zero or an empty result.
#pragma once

#include <bit>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

namespace boxwood::capture {

static_assert(std::endian::native == std::endian::little, "numbers are copied without swapping bytes");

using Bytes = std::span<const std::byte>;

template <class T>
concept PlainNumber = std::is_arithmetic_v<T> && !std::is_same_v<T, bool>;

inline Bytes bytes_of(std::string_view text) {
    return std::as_bytes(std::span(text));
}
template <PlainNumber T>
Bytes bytes_of(std::span<const T> numbers) {
    return std::as_bytes(numbers);
}
inline std::string_view text_of(Bytes bytes) {
    return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

// Text from a file for use in a message: at most 60 bytes, with '?' for control characters.
inline std::string printable(std::string_view text) {
    std::string out(text.substr(0, 60));
    for (char& c : out)
        if (static_cast<unsigned char>(c) < 0x20 || c == 0x7F) c = '?';
    return out;
}

class ByteWriter {
  public:
    template <PlainNumber T>
    ByteWriter& number(T value) {
        return raw(std::as_bytes(std::span(&value, 1)));
    }
    ByteWriter& raw(Bytes bytes) {
        bytes_.insert(bytes_.end(), bytes.begin(), bytes.end());
        return *this;
    }
    // Appends a 32-bit length, then the bytes.
    ByteWriter& block(Bytes bytes) { return number(static_cast<std::uint32_t>(bytes.size())).raw(bytes); }
    ByteWriter& text(std::string_view text) { return block(bytes_of(text)); }
    // Appends zeros up to the next multiple of `alignment`.
    ByteWriter& align(std::size_t alignment) {
        bytes_.resize((bytes_.size() + alignment - 1) / alignment * alignment);
        return *this;
    }
    template <PlainNumber T>
    void overwrite(std::size_t at, T value) {
        std::memcpy(bytes_.data() + at, &value, sizeof value);
    }

    Bytes bytes() const { return bytes_; }
    std::size_t size() const { return bytes_.size(); }
    void clear() { bytes_.clear(); }

  private:
    std::vector<std::byte> bytes_;
};

class ByteReader {
  public:
    explicit ByteReader(Bytes bytes)
        : bytes_(bytes) {}

    template <PlainNumber T>
    T number() {
        T value{};
        const Bytes found = raw(sizeof value);
        if (found.size() == sizeof value) std::memcpy(&value, found.data(), sizeof value);
        return value;
    }
    // Reads the next `count` bytes. If fewer are left, the result is empty and failed() becomes true.
    Bytes raw(std::uint64_t count) {
        if (has_failed_ || count > left()) {
            has_failed_ = true;
            return {};
        }
        const Bytes found = bytes_.subspan(at_, static_cast<std::size_t>(count));
        at_ += found.size();
        return found;
    }
    // Reads a 32-bit length, then that many bytes.
    Bytes block() { return raw(number<std::uint32_t>()); }
    std::string_view text() { return text_of(block()); }
    template <PlainNumber T>
    std::vector<T> numbers(std::uint64_t count) {
        if (has_failed_ || count > left() / sizeof(T)) {
            has_failed_ = true;
            return {};
        }
        const Bytes found = raw(count * sizeof(T));
        std::vector<T> values(found.size() / sizeof(T));
        if (!found.empty()) std::memcpy(values.data(), found.data(), found.size());
        return values;
    }
    void align(std::size_t alignment) {
        const std::size_t rest = at_ % alignment;
        if (rest != 0) raw(alignment - rest);
    }

    std::size_t at() const { return at_; }
    std::uint64_t left() const { return bytes_.size() - at_; }
    bool failed() const { return has_failed_; }
    // True if all bytes were read and no read failed.
    bool is_complete() const { return !has_failed_ && left() == 0; }

  private:
    Bytes bytes_;
    std::size_t at_ = 0;
    bool has_failed_ = false;
};

} // namespace boxwood::capture
