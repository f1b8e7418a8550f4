// What: a file that appears whole or not at all: lines go to a neighbour, which takes the name at the end.
// Degenerate input: "-" is standard output. What is not a regular file (a device, a pipe) is written to
// directly.
#pragma once

#include "collision/core/result.hpp"

#include <cstdio>
#include <filesystem>
#include <span>
#include <string>
#include <string_view>

namespace boxwood {

class OutputFile {
  public:
    // Makes the neighbour at once, so that a place that cannot be written is known before the work.
    static Result<OutputFile> open(const std::filesystem::path& path);
    OutputFile(OutputFile&& other) noexcept;
    ~OutputFile(); // without finish(): nothing is left behind

    Status write(std::string_view text);
    Status finish();

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

// Ok, or an Error that names the output that is one of the inputs, under whatever name, or that would be written by way of
// one: its neighbour. Files are compared, not names; "-", empty paths and what is not there are no files.
Status check_outputs(std::span<const std::filesystem::path> outputs,
                     std::span<const std::filesystem::path> inputs);

} // namespace boxwood
