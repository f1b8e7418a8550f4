// What: reads an MCAP file from any producer: indexed or not, chunked or not, whole or cut.
// Degenerate input: a file that is cut or damaged opens with everything that is whole; problems() says what is missing
//       and at which byte. Only a file that is no MCAP file is an Error. Unknown records are skipped. Declared lengths
//       are checked against the file, and decompressed sizes against a limit, before anything is allocated.
// Cost: open() reads the heads of the records and the summary; a file without summary is read once in whole. A segment is
//       read when it is asked for.
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
    Bytes data;                                   // valid while its segment is
};

struct McapAttachment {
    std::string name, media_type;
    std::uint64_t log_time = 0;         // ns
    std::uint64_t offset = 0, size = 0; // of the data in the file
};

// A part of the file that is read at once: a chunk, or a run of messages outside of chunks.
struct McapSegment {
    std::uint64_t offset = 0, size = 0;          // bytes of the file
    std::uint64_t first_time = 0, last_time = 0; // ns; of a run outside of chunks: 0 and the largest value
    bool is_chunk = false;
};

// The messages of a segment, in the order of the file.
class McapSegmentMessages {
  public:
    std::vector<McapMessage> messages;
    std::string problem; // empty, or why messages after these could not be read

  private:
    friend class McapReader;
    std::vector<std::byte> bytes_;
};

struct McapLimits {
    std::uint64_t decompressed_bytes = std::uint64_t{1} << 30; // of one chunk
    std::uint64_t segment_bytes = std::uint64_t{1} << 24;      // of a run of messages outside of chunks
};

class McapReader {
  public:
    static Result<McapReader> open(const std::filesystem::path& path, const McapLimits& limits = {});
    // The same for bytes in memory, which must outlive the reader.
    static Result<McapReader> open(Bytes bytes, const McapLimits& limits = {});
    McapReader(McapReader&& other) noexcept;
    McapReader& operator=(McapReader&& other) noexcept;
    ~McapReader();

    const std::string& profile() const;
    const std::string& library() const;
    // By id. A message of a channel that is missing here is skipped, and counted among the problems of its segment.
    const std::map<std::uint16_t, McapSchema>& schemas() const;
    const std::map<std::uint16_t, McapChannel>& channels() const;
    const std::vector<McapSegment>& segments() const;
    const std::vector<McapAttachment>& attachments() const;

    // The file ends with a footer and its magic bytes, as a writer leaves it that was not interrupted.
    bool is_finished() const;
    // One line each: what is cut or damaged, and where.
    const std::vector<std::string>& problems() const;

    // The messages of a segment. An Error if nothing of it can be read.
    Result<McapSegmentMessages> read(const McapSegment& segment) const;
    // Calls `see` with every message of the file in order; segments that cannot be read are passed to `skip`.
    void for_each(const std::function<void(const McapMessage&)>& see,
                  const std::function<void(const Error&)>& skip) const;
    // The data of an attachment; an Error if its checksum is wrong.
    Result<std::vector<std::byte>> read(const McapAttachment& attachment) const;

  private:
    struct File;
    explicit McapReader(std::unique_ptr<File> file);
    static Result<McapReader> open(std::unique_ptr<File> file);
    std::unique_ptr<File> file_;
};

} // namespace boxwood::capture
