// What: a file written atomically: lines go to a temporary file next to it, which is renamed at the end.
// Degenerate input: "-" is standard output. A target that is not a regular file (a device, a pipe) is written directly.
#pragma once

#include "collision/core/result.hpp"

#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <span>
#include <string>
#include <string_view>

namespace boxwood {

class OutputFile {
  public:
    // Creates the temporary file at once, so that an unwritable location fails before the work.
    static Result<OutputFile> open(const std::filesystem::path& path);
    // Goes on behind the first `bytes` bytes of the temporary file that keep_part() or a killed process left.
    static Result<OutputFile> resume(const std::filesystem::path& path, std::uint64_t bytes);
    // The temporary file of `path`; a symbolic link is followed.
    static std::filesystem::path part_of(const std::filesystem::path& path);
    OutputFile(OutputFile&& other) noexcept;
    ~OutputFile(); // without finish(): the temporary file is removed

    Status write(std::string_view text);
    Status finish();
    // Closes the temporary file and keeps it. False if there is none, or if it cannot be written.
    bool keep_part();

  private:
    OutputFile(std::FILE* file, std::filesystem::path target, std::filesystem::path part)
        : file_(file)
        , target_(std::move(target))
        , part_(std::move(part)) {}
    Error failure() const;

    std::FILE* file_ = nullptr;
    std::filesystem::path target_;
    std::filesystem::path part_; // empty: `file_` is the target itself
};

// Ok, or an Error that names the output that is the same file as an input, or whose temporary file is. Compares files,
// not names; "-", empty paths and missing files are ignored.
Status check_outputs(std::span<const std::filesystem::path> outputs,
                     std::span<const std::filesystem::path> inputs);

} // namespace boxwood
