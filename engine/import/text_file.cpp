#include "engine/import/text_file.hpp"

#include <array>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <fcntl.h>
#include <memory>
#include <sys/stat.h>
#include <unistd.h>

namespace boxwood {
namespace {

struct CloseFile {
    void operator()(std::FILE* file) const { std::fclose(file); }
};
using File = std::unique_ptr<std::FILE, CloseFile>;

Error refuse(const std::filesystem::path& path, const std::string& reason) {
    return Error{shown(path) + ": " + reason};
}

std::string in_mebibytes(std::uint64_t bytes) {
    return std::to_string(bytes >> 20) + " MiB";
}

// Opens the path first and then checks the open file, because the path could refer to another file a moment later.
// Opens without blocking, because a blocking open of a pipe without a writer would never return.
Result<File> open_file(const std::filesystem::path& path, std::uint64_t max_bytes, struct stat& out_stat) {
    if (path.empty()) return Error{"no file name given"};
    const int descriptor = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    if (descriptor < 0) return refuse(path, errno == ENOENT ? "no such file" : std::strerror(errno));
    File file(::fdopen(descriptor, "rb"));
    if (!file) {
        ::close(descriptor);
        return refuse(path, "cannot be opened");
    }
    if (::fstat(descriptor, &out_stat) != 0) return refuse(path, std::strerror(errno));
    if (S_ISDIR(out_stat.st_mode)) return refuse(path, "is a directory, not a file");
    const bool is_device =
        S_ISBLK(out_stat.st_mode) || (S_ISCHR(out_stat.st_mode) && ::isatty(descriptor) == 0);
    if (is_device)
        return refuse(path, "is a device, not a file"); // /dev/zero would have to be read up to the limit
    if (static_cast<std::uint64_t>(out_stat.st_size) > max_bytes)
        return refuse(path, "is too large: " + in_mebibytes(static_cast<std::uint64_t>(out_stat.st_size)) +
                                ", the limit is " + in_mebibytes(max_bytes));
    return file;
}

Status read_to_end(std::FILE* file, const std::filesystem::path& path, std::uint64_t max_bytes,
                   std::string& io_text) {
    std::array<char, 65536> buffer;
    while (const std::size_t size = std::fread(buffer.data(), 1, buffer.size(), file)) {
        if (io_text.size() + size > max_bytes)
            return refuse(path, "is too large: the limit is " + in_mebibytes(max_bytes));
        io_text.append(buffer.data(), size);
    }
    if (std::ferror(file) != 0)
        return refuse(path, std::string("cannot be read: ").append(std::strerror(errno)));
    return ok();
}

} // namespace

std::string one_line(std::string_view text, std::size_t limit) {
    std::string line;
    for (const char c : text.substr(0, limit)) {
        const auto byte = static_cast<unsigned char>(c);
        line += byte < 0x20 || byte == 0x7F ? '?' : c;
    }
    if (text.size() > limit) line += "...";
    return line;
}

std::string lower_case_ending(const std::filesystem::path& path) {
    std::string ending = path.extension().string();
    for (char& c : ending)
        if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
    return ending;
}

std::string shown(const std::filesystem::path& path) {
    return one_line(path.string());
}

Status check_input_file(const std::filesystem::path& path, std::uint64_t max_bytes) {
    struct stat found {};
    const Result<File> file = open_file(path, max_bytes, found);
    if (!file) return file.error();
    if (!S_ISREG(found.st_mode)) return refuse(path, "is not a regular file");
    if (found.st_size == 0) return refuse(path, "is empty");
    return ok();
}

Result<std::string> read_text_file(const std::filesystem::path& path, std::uint64_t max_bytes) {
    struct stat found {};
    Result<File> file = open_file(path, max_bytes, found);
    if (!file) return file.error();
    ::fcntl(::fileno(file->get()), F_SETFL, 0); // from here on, reads wait for the writer of a pipe
    std::string text;
    text.reserve(static_cast<std::size_t>(found.st_size));
    if (Status status = read_to_end(file->get(), path, max_bytes, text); !status) return status.error();
    return text;
}

Result<std::string> read_input(const std::filesystem::path& path, std::uint64_t max_bytes) {
    if (path != "-") return read_text_file(path, max_bytes);
    std::string text;
    if (Status status = read_to_end(stdin, shown_input(path), max_bytes, text); !status)
        return status.error();
    return text;
}

std::string shown_input(const std::filesystem::path& path) {
    return path == "-" ? "standard input" : shown(path);
}

namespace {

// Writes the text to `file_path`. Errors name `path`, the file that the caller asked for.
Status write_as(const char* mode, const std::filesystem::path& path, const std::filesystem::path& file_path,
                std::string_view text) {
    if (path.empty()) return Error{"no file name given"};
    std::FILE* file = std::fopen(file_path.c_str(), mode);
    if (file == nullptr) return refuse(path, "cannot be written: " + std::string(std::strerror(errno)));
    const bool is_written = std::fwrite(text.data(), 1, text.size(), file) == text.size();
    const int write_error = errno;
    if (std::fclose(file) != 0)
        return refuse(path, "cannot be written: " + std::string(std::strerror(errno)));
    if (!is_written) return refuse(path, "cannot be written: " + std::string(std::strerror(write_error)));
    return ok();
}

} // namespace

Status write_text_file(const std::filesystem::path& path, std::string_view text) {
    std::error_code error;
    const std::filesystem::file_status found = std::filesystem::status(path, error);
    if (path.empty() || (std::filesystem::exists(found) && !std::filesystem::is_regular_file(found)))
        return write_as("wbe", path, path, text);
    // Follows a symbolic link, so that the text replaces its target and not the link.
    const std::filesystem::path target =
        std::filesystem::exists(found) ? std::filesystem::canonical(path, error) : path;
    const std::filesystem::path part = target.string() + ".part";
    Status status = write_as("wbe", path, part, text);
    if (status) {
        std::filesystem::rename(part, target, error);
        if (error) status = refuse(path, "cannot be written: " + error.message());
    }
    if (!status) std::filesystem::remove(part, error);
    return status;
}

Status append_text_file(const std::filesystem::path& path, std::string_view text) {
    return write_as("abe", path, path, text);
}

} // namespace boxwood
