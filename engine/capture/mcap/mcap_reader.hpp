// What: reads MCAP files from any producer, with or without an index, with or without chunks. Also reads incomplete
//       files.
// Degenerate input: reads the undamaged chunks and records of a damaged or incomplete file, up to the first record that
//       continues beyond the end of the file. Only a file that cannot be read, or is not an MCAP file, is an Error.
//       Unknown records are skipped. Before memory is allocated, declared lengths are compared with the size of the
//       file, and decompressed sizes with a limit.
// Cost: open() reads the type and length of the records, and the summary; without a summary, it reads the complete
//       file. read() reads one segment.
// Source: https://mcap.dev/spec
#pragma once

#include "collision/core/result.hpp"
#include "engine/capture/bytes.hpp"

#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace boxwood::capture {

struct McapSchema {
    std::string name, encoding;
    std::vector<std::byte> data;
};

struct McapChannel {
    std::string topic, message_encoding;
    std::uint16_t schema = 0; // 0: none
    std::map<std::string, std::string> metadata{};
};

struct McapMessage {
    std::uint16_t channel = 0;
    std::uint32_t sequence = 0;
    std::uint64_t log_time = 0, publish_time = 0; // ns
    Bytes data;                                   // valid while its McapSegmentMessages exists
};

struct McapAttachment {
    std::string name, media_type;
    std::uint64_t log_time = 0;         // ns
    std::uint64_t offset = 0, size = 0; // of the data in the file
};

// A part of the file that one call of read() reads: a chunk, or consecutive records outside chunks.
struct McapSegment {
    std::uint64_t offset = 0, size = 0;          // bytes of the file
    std::uint64_t first_time = 0, last_time = 0; // ns; for records outside chunks: 0 and the largest value
    bool is_chunk = false;
};

// The messages of a segment, in the order of the file.
class McapSegmentMessages {
  public:
    std::vector<McapMessage> messages;
    std::string problem; // the reason if some messages of the segment could not be read, otherwise empty

  private:
    friend class McapReader;
    std::vector<std::byte> bytes_;
};

struct McapLimits {
    std::uint64_t decompressed_bytes = std::uint64_t{1} << 30; // of one chunk
    std::uint64_t segment_bytes = std::uint64_t{1} << 24;      // of a segment outside chunks
};

class McapReader {
  public:
    static Result<McapReader> open(const std::filesystem::path& path, const McapLimits& limits = {});
    // Opens a file in memory. The bytes must outlive the reader.
    static Result<McapReader> open(Bytes bytes, const McapLimits& limits = {});
    McapReader(McapReader&& other) noexcept;
    McapReader& operator=(McapReader&& other) noexcept;
    ~McapReader();

    const std::string& profile() const;
    const std::string& library() const;
    // Schemas and channels by id. Messages of channels that are not in channels() are skipped and reported as a problem
    // of their segment.
    const std::map<std::uint16_t, McapSchema>& schemas() const;
    const std::map<std::uint16_t, McapChannel>& channels() const;
    const std::vector<McapSegment>& segments() const;
    const std::vector<McapAttachment>& attachments() const;

    // True if the file ends with a footer and the magic bytes, that is, if its writer finished it.
    bool is_finished() const;
    // One line per damaged or missing part that open() found, with the part's byte offset if it has one. read() reports
    // damage inside segments.
    const std::vector<std::string>& problems() const;

    // Reads the messages of a segment, in the order of the file. Returns an Error if the segment cannot be read,
    // decompressed or verified by its checksum. McapSegmentMessages::problem states damage of single records.
    Result<McapSegmentMessages> read(const McapSegment& segment) const;
    // Calls `use` with every message, in the order of the file. Calls `report` with the Error of every segment that
    // cannot be read completely.
    void for_each(const std::function<void(const McapMessage&)>& use,
                  const std::function<void(const Error&)>& report) const;
    // Reads the data of an attachment. Returns an Error if they cannot be read, or if their checksum is wrong.
    Result<std::vector<std::byte>> read(const McapAttachment& attachment) const;

  private:
    struct File;
    explicit McapReader(std::unique_ptr<File> file);
    static Result<McapReader> open(std::unique_ptr<File> file);
    std::unique_ptr<File> file_;
};

} // namespace boxwood::capture
