// What: writes an MCAP file: all messages in chunks, and a summary with indices for indexed readers.
// Invariants: after flush(), the file contains every message written so far in complete records. Without finish()
//       (after a crash or with a full disk), the file has no summary; readers that scan it find everything up to the
//       last complete chunk.
// Errors: the first failed write truncates the file to its last complete chunk or attachment. Every later call that
//       returns a Status returns the same Error.
// Cost: one copy per message; each chunk is compressed and written in the call that fills it, or in attach(), flush()
//       or finish().
// Source: https://mcap.dev/spec
#pragma once

#include "collision/core/result.hpp"
#include "engine/capture/bytes.hpp"

#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace boxwood::capture {

struct McapWriterOptions {
    std::string profile = "boxwood";
    std::string library;                  // name and version of the writer
    std::uint64_t chunk_bytes = 1u << 20; // a chunk ends with the message by which it reaches this size
    int zstd_level = 3;                   // 0: not compressed
};

class McapWriter {
  public:
    static Result<McapWriter> create(const std::filesystem::path& path, McapWriterOptions options);
    McapWriter(McapWriter&& other) noexcept;
    McapWriter& operator=(McapWriter&& other) noexcept;
    ~McapWriter();

    // Adds a schema and returns its id. `data` describes the messages of a channel in the schema language `encoding`.
    std::uint16_t add_schema(std::string_view name, std::string_view encoding, Bytes data);
    // Adds a channel and returns its id. Schema 0 means no schema.
    std::uint16_t add_channel(std::string_view topic, std::string_view message_encoding, std::uint16_t schema,
                              std::span<const std::pair<std::string, std::string>> metadata = {});

    // The times of messages, in ns, can be in any order.
    Status write(std::uint16_t channel, std::uint64_t log_time, Bytes data);
    Status attach(std::string_view name, std::string_view media_type, std::uint64_t log_time, Bytes data);

    Status flush();  // ends and writes the current chunk
    Status finish(); // flushes, then writes the summary and the footer

    std::uint64_t bytes_written() const;

  private:
    struct File;
    explicit McapWriter(std::unique_ptr<File> file);
    std::unique_ptr<File> file_;
};

} // namespace boxwood::capture
