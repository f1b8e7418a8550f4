// What: writes an MCAP file: all messages in chunks, and a summary with indices, so that indexed readers find them.
// Invariants: after flush() the file holds every message written so far in whole records. Without finish() (a crash, a
//       full disk) it has no summary; readers that scan then find everything up to the last whole chunk.
// Errors: the first failed write ends the file at its last whole chunk; every later call returns that Error.
// Cost: one copy per message; compression and file output once per chunk, in the call that fills it.
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
    std::uint64_t chunk_bytes = 1u << 20; // a chunk ends with the message that reaches this size
    int zstd_level = 3;                   // 0: not compressed
};

class McapWriter {
  public:
    static Result<McapWriter> create(const std::filesystem::path& path, McapWriterOptions options);
    McapWriter(McapWriter&& other) noexcept;
    McapWriter& operator=(McapWriter&& other) noexcept;
    ~McapWriter();

    // The id of a schema: what a channel's messages mean, as `encoding` describes it.
    std::uint16_t add_schema(std::string_view name, std::string_view encoding, Bytes data);
    // The id of a channel. Schema 0: none.
    std::uint16_t add_channel(std::string_view topic, std::string_view message_encoding, std::uint16_t schema,
                              std::span<const std::pair<std::string, std::string>> metadata = {});

    // Messages may be written in any order of time. Times in ns.
    Status write(std::uint16_t channel, std::uint64_t log_time, Bytes data);
    Status attach(std::string_view name, std::string_view media_type, std::uint64_t log_time, Bytes data);

    Status flush();  // ends the chunk
    Status finish(); // ends the file: flush, summary, footer

    std::uint64_t bytes_written() const;

  private:
    struct File;
    explicit McapWriter(std::unique_ptr<File> file);
    std::unique_ptr<File> file_;
};

} // namespace boxwood::capture
