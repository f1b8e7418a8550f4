#include "engine/render/gl/image.hpp"

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <system_error>

#include <stb/stb_image_write.h>
#include <unistd.h>

namespace boxwood::render {

namespace {
constexpr int kChannels = 4;

void append(void* bytes, void* data, int size) {
    auto* out = static_cast<std::vector<std::uint8_t>*>(bytes);
    const auto* begin = static_cast<const std::uint8_t*>(data);
    out->insert(out->end(), begin, begin + size);
}

// Empty on success, else the reason.
std::string write_all(const std::string& path, const std::vector<std::uint8_t>& bytes) {
    std::FILE* file = std::fopen(path.c_str(), "wb");
    if (!file) return std::strerror(errno);
    const bool written = std::fwrite(bytes.data(), 1, bytes.size(), file) == bytes.size();
    const std::string error = written ? "" : std::strerror(errno);
    if (std::fclose(file) != 0 && error.empty()) return std::strerror(errno);
    return error;
}
} // namespace

std::string save_png(const std::string& path, const Image& image) {
    if (image.width <= 0 || image.height <= 0) return "cannot write " + path + ": the picture is empty";
    std::vector<std::uint8_t> bytes;
    if (stbi_write_png_to_func(append, &bytes, image.width, image.height, kChannels, image.rgba.data(),
                               image.width * kChannels) == 0)
        return "cannot write " + path + ": the picture could not be encoded as PNG";

    if (path.empty()) return "cannot write the picture: the file name is empty";
    std::error_code ignored;
    const std::filesystem::file_status status = std::filesystem::status(path, ignored);
    if (std::filesystem::exists(status) && !std::filesystem::is_regular_file(status)) {
        const std::string reason = write_all(path, bytes); // a device is written directly, not replaced
        return reason.empty() ? "" : "cannot write " + path + ": " + reason;
    }
    // A symbolic link to an existing file is preserved, and the file that it points to is replaced.
    const std::filesystem::path target = std::filesystem::exists(status)
                                             ? std::filesystem::canonical(path, ignored)
                                             : std::filesystem::path(path);
    const std::string temporary = target.string() + ".part" + std::to_string(::getpid());
    std::string error = write_all(temporary, bytes);
    std::error_code rename_error;
    if (error.empty()) {
        std::filesystem::rename(temporary, target, rename_error);
        if (!rename_error) return {};
        error = rename_error.message();
    }
    std::filesystem::remove(temporary, rename_error);
    return "cannot write " + path + ": " + error;
}

} // namespace boxwood::render
