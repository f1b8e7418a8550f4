#include "collision/api/detail/file_bytes.hpp"

#include <cstring>
#include <filesystem>
#include <fstream>
#include <system_error>

namespace boxwood::api::detail {

std::uint64_t checksum_of(const std::byte* bytes, std::size_t size, std::uint64_t hash) {
    const auto add = [&hash](std::uint64_t word) { hash = (hash ^ word) * 0x100000001B3u; };
    std::size_t at = 0;
    for (; at + sizeof(std::uint64_t) <= size; at += sizeof(std::uint64_t)) {
        std::uint64_t word = 0;
        std::memcpy(&word, bytes + at, sizeof word);
        add(word);
    }
    for (; at < size; ++at) add(static_cast<std::uint64_t>(bytes[at]));
    return hash;
}

namespace {

// The operating system would use only the part of the path before the null character.
bool has_null(const std::string& path) {
    return path.find('\0') != std::string::npos;
}

} // namespace

Status read_file(const std::string& path, std::vector<std::byte>& out) {
    if (has_null(path)) return Error{"the path contains a null character"};
    std::error_code error;
    const std::filesystem::file_status status = std::filesystem::status(path, error);
    if (status.type() == std::filesystem::file_type::not_found) return Error{"does not exist"};
    if (error) return Error{"cannot be read: " + error.message()};
    if (!std::filesystem::is_regular_file(status)) return Error{"is not a regular file"};
    std::ifstream file(path, std::ios::binary | std::ios::ate);
    if (!file) return Error{"cannot be opened"};
    const std::streamoff size = file.tellg();
    if (size < 0) return Error{"cannot be read"};
    out.resize(static_cast<std::size_t>(size));
    file.seekg(0);
    if (!file.read(reinterpret_cast<char*>(out.data()), size)) return Error{"cannot be read"};
    return ok();
}

Status write_file(const std::string& path, const std::vector<std::byte>& bytes) {
    if (has_null(path)) return Error{path + ": the path contains a null character"};
    std::ofstream file(path, std::ios::binary | std::ios::trunc);
    file.write(reinterpret_cast<const char*>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
    file.close();
    if (!file) return Error{path + ": cannot be written"};
    return ok();
}

} // namespace boxwood::api::detail
