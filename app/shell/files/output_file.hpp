// What: a file that is written atomically: text goes to a temporary file in the same folder; finish() renames it.
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
    // Creates the temporary file immediately, so that an unwritable location is reported before any work is done.
    static Result<OutputFile> open(const std::filesystem::path& path);
    // Appends to the temporary file that keep_part() or a killed process left, after truncating it to `bytes` bytes.
    static Result<OutputFile> resume(const std::filesystem::path& path, std::uint64_t bytes);
    // Returns the path of the temporary file for `path`. Follows a symbolic link.
    static std::filesystem::path part_of(const std::filesystem::path& path);
    OutputFile(OutputFile&& other) noexcept;
    ~OutputFile(); // removes the temporary file unless finish() succeeded or keep_part() was called

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

// Returns an Error if an output or its temporary file is the same file as an input or as another output. Inputs are
// compared as files, outputs by their paths after symbolic links are resolved. Ignores empty paths, devices and missing
// inputs. "-" is standard output, which is not compared with inputs.
Status check_outputs(std::span<const std::filesystem::path> outputs,
                     std::span<const std::filesystem::path> inputs);

} // namespace boxwood
