#include "engine/capture/mcap/mcap_writer.hpp"

#include "engine/capture/mcap/compression.hpp"
#include "engine/capture/mcap/mcap.hpp"

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <limits>

namespace boxwood::capture {
namespace {

constexpr std::uint64_t kNoTime = std::numeric_limits<std::uint64_t>::max();

struct TimeRange {
    std::uint64_t first = kNoTime, last = 0;
    void include(std::uint64_t time) {
        first = std::min(first, time);
        last = std::max(last, time);
    }
    std::uint64_t start() const { return first == kNoTime ? 0 : first; } // 0 if there is no message
};

struct IndexEntry {
    std::uint64_t time, offset; // of a message, within its chunk's records
};

struct Channel {
    std::vector<std::byte> record;
    std::uint32_t next_sequence = 0;
    std::uint64_t messages = 0;
    std::vector<IndexEntry> in_chunk{};
};

void append_record(ByteWriter& out, Opcode opcode, Bytes content) {
    out.number(static_cast<std::uint8_t>(opcode))
        .number(static_cast<std::uint64_t>(content.size()))
        .raw(content);
}

std::vector<std::byte> record_of(Opcode opcode, const ByteWriter& content) {
    ByteWriter record;
    append_record(record, opcode, content.bytes());
    return {record.bytes().begin(), record.bytes().end()};
}

} // namespace

struct McapWriter::File {
    std::filesystem::path path;
    McapWriterOptions options;
    std::FILE* file = nullptr;
    std::uint64_t written = 0; // bytes of complete records
    std::optional<Error> failure;

    std::vector<std::vector<std::byte>> schemas;
    std::vector<Channel> channels;
    std::size_t schemas_in_chunks = 0, channels_in_chunks = 0; // numbers of definitions already in chunks
    ByteWriter chunk;                                          // records of the current chunk
    TimeRange chunk_times, times;
    std::uint64_t messages = 0;
    std::vector<std::vector<std::byte>> chunk_indices, attachment_indices;
    bool is_finished = false;

    File(const std::filesystem::path& where, McapWriterOptions chosen)
        : path(where)
        , options(std::move(chosen)) {}
    File(const File&) = delete;
    File& operator=(const File&) = delete;
    ~File() {
        if (file != nullptr) std::fclose(file);
    }

    Status append(Bytes bytes);
    Status write_record(Opcode opcode, const ByteWriter& content);
    Status fail(const char* reason);
    void define_new_channels();
    Status write_chunk();
    Status write_summary();
};

Status McapWriter::File::fail(const char* reason) {
    failure = Error{path.string() + ": cannot be written: " + reason + "; it is complete up to byte " +
                    std::to_string(written)};
    if (file != nullptr) std::fclose(std::exchange(file, nullptr));
    std::error_code ignored; // because readers also accept a file that ends inside a record
    std::filesystem::resize_file(path, written, ignored);
    return *failure;
}

Status McapWriter::File::append(Bytes bytes) {
    if (failure) return *failure;
    errno = 0;
    const std::size_t done = std::fwrite(bytes.data(), 1, bytes.size(), file);
    if (done != bytes.size() || std::fflush(file) != 0) return fail(std::strerror(errno == 0 ? EIO : errno));
    written += bytes.size();
    return ok();
}

Status McapWriter::File::write_record(Opcode opcode, const ByteWriter& content) {
    return append(record_of(opcode, content));
}

// Adds the schemas and channels that are in no chunk yet to the current chunk. Even a file that is cut off therefore
// defines every channel that it uses.
void McapWriter::File::define_new_channels() {
    for (; schemas_in_chunks < schemas.size(); ++schemas_in_chunks) chunk.raw(schemas[schemas_in_chunks]);
    for (; channels_in_chunks < channels.size(); ++channels_in_chunks)
        chunk.raw(channels[channels_in_chunks].record);
}

Status McapWriter::File::write_chunk() {
    if (chunk.size() == 0) return failure ? Status(*failure) : ok();
    std::vector<std::byte> packed;
    const bool is_packed = options.zstd_level != 0;
    if (is_packed) compress_zstd(chunk.bytes(), options.zstd_level, packed);
    const Bytes records = is_packed ? Bytes(packed) : chunk.bytes();
    const std::string_view compression = is_packed ? kZstd : kUncompressed;

    ByteWriter content;
    content.number(chunk_times.start()).number(chunk_times.last);
    content.number(static_cast<std::uint64_t>(chunk.size())).number(crc32(chunk.bytes()));
    content.text(compression).number(static_cast<std::uint64_t>(records.size())).raw(records);
    // Writes the chunk and its message indices by one append(). If the disk is full, none of them remains in the file.
    ByteWriter out;
    append_record(out, Opcode::chunk, content.bytes());
    const std::uint64_t chunk_length = out.size();
    ByteWriter offsets;
    for (std::size_t i = 0; i < channels.size(); ++i) {
        if (channels[i].in_chunk.empty()) continue;
        std::stable_sort(channels[i].in_chunk.begin(), channels[i].in_chunk.end(),
                         [](const IndexEntry& a, const IndexEntry& b) { return a.time < b.time; });
        const auto id = static_cast<std::uint16_t>(i);
        offsets.number(id).number(written + out.size());
        ByteWriter index;
        index.number(id).number(static_cast<std::uint32_t>(channels[i].in_chunk.size() * sizeof(IndexEntry)));
        for (const IndexEntry& entry : channels[i].in_chunk) index.number(entry.time).number(entry.offset);
        append_record(out, Opcode::message_index, index.bytes());
        channels[i].in_chunk.clear();
    }
    ByteWriter entry;
    entry.number(chunk_times.start()).number(chunk_times.last).number(written).number(chunk_length);
    entry.block(offsets.bytes()).number(static_cast<std::uint64_t>(out.size()) - chunk_length);
    entry.text(compression);
    entry.number(static_cast<std::uint64_t>(records.size())).number(static_cast<std::uint64_t>(chunk.size()));
    chunk.clear();
    chunk_times = {};
    if (Status status = append(out.bytes()); !status) return status;
    chunk_indices.push_back(record_of(Opcode::chunk_index, entry));
    return ok();
}

Status McapWriter::File::write_summary() {
    ByteWriter data_end;
    data_end.number(std::uint32_t{0}); // no checksum of the data section, because chunks have their own
    if (Status status = write_record(Opcode::data_end, data_end); !status) return status;

    const std::uint64_t summary_start = written;
    ByteWriter out, groups;
    const auto add_group = [&](Opcode opcode, const auto& records, const auto& bytes) {
        const std::uint64_t start = summary_start + out.size();
        for (const auto& record : records) out.raw(bytes(record));
        const std::uint64_t length = summary_start + out.size() - start;
        ByteWriter group;
        group.number(static_cast<std::uint8_t>(opcode)).number(start).number(length);
        if (length != 0) append_record(groups, Opcode::summary_offset, group.bytes());
    };
    const auto itself = [](const std::vector<std::byte>& record) -> Bytes { return record; };
    add_group(Opcode::schema, schemas, itself);
    add_group(Opcode::channel, channels, [](const Channel& channel) -> Bytes { return channel.record; });
    ByteWriter statistics, counts;
    for (std::size_t i = 0; i < channels.size(); ++i)
        counts.number(static_cast<std::uint16_t>(i)).number(channels[i].messages);
    statistics.number(messages).number(static_cast<std::uint16_t>(schemas.size()));
    statistics.number(static_cast<std::uint32_t>(channels.size()));
    statistics.number(static_cast<std::uint32_t>(attachment_indices.size())).number(std::uint32_t{0});
    statistics.number(static_cast<std::uint32_t>(chunk_indices.size()));
    statistics.number(times.start()).number(times.last).block(counts.bytes());
    const std::vector<std::vector<std::byte>> one{record_of(Opcode::statistics, statistics)};
    add_group(Opcode::statistics, one, itself);
    add_group(Opcode::chunk_index, chunk_indices, itself);
    add_group(Opcode::attachment_index, attachment_indices, itself);
    const std::uint64_t offsets_start = summary_start + out.size();
    out.raw(groups.bytes());
    // The checksum covers the summary and the footer up to the checksum itself.
    out.number(static_cast<std::uint8_t>(Opcode::footer)).number(kFooterBytes - kRecordHead);
    out.number(summary_start).number(offsets_start);
    out.number(crc32(out.bytes()));
    out.raw(std::as_bytes(std::span(kMcapMagic)));
    return append(out.bytes());
}

McapWriter::McapWriter(std::unique_ptr<File> file)
    : file_(std::move(file)) {}
McapWriter::McapWriter(McapWriter&& other) noexcept = default;
McapWriter& McapWriter::operator=(McapWriter&& other) noexcept = default;
McapWriter::~McapWriter() = default;

Result<McapWriter> McapWriter::create(const std::filesystem::path& path, McapWriterOptions options) {
    auto file = std::make_unique<File>(path, std::move(options));
    errno = 0;
    file->file = std::fopen(path.c_str(), "wb");
    if (file->file == nullptr)
        return Error{path.string() + ": cannot be created: " + std::strerror(errno == 0 ? EIO : errno)};
    ByteWriter start, header;
    start.raw(std::as_bytes(std::span(kMcapMagic)));
    header.text(file->options.profile).text(file->options.library);
    append_record(start, Opcode::header, header.bytes());
    if (Status status = file->append(start.bytes()); !status) return status.error();
    return McapWriter(std::move(file));
}

std::uint16_t McapWriter::add_schema(std::string_view name, std::string_view encoding, Bytes data) {
    BOXWOOD_REQUIRE(file_->schemas.size() < 65535);
    const auto id = static_cast<std::uint16_t>(file_->schemas.size() + 1); // 0 means none
    ByteWriter content;
    content.number(id).text(name).text(encoding).block(data);
    file_->schemas.push_back(record_of(Opcode::schema, content));
    return id;
}

std::uint16_t McapWriter::add_channel(std::string_view topic, std::string_view message_encoding,
                                      std::uint16_t schema,
                                      std::span<const std::pair<std::string, std::string>> metadata) {
    BOXWOOD_REQUIRE(file_->channels.size() < 65535 && schema <= file_->schemas.size());
    const auto id = static_cast<std::uint16_t>(file_->channels.size());
    ByteWriter pairs, content;
    for (const auto& [key, value] : metadata) pairs.text(key).text(value);
    content.number(id).number(schema).text(topic).text(message_encoding).block(pairs.bytes());
    file_->channels.push_back({.record = record_of(Opcode::channel, content)});
    return id;
}

Status McapWriter::write(std::uint16_t channel, std::uint64_t log_time, Bytes data) {
    BOXWOOD_REQUIRE(channel < file_->channels.size() && !file_->is_finished);
    if (file_->failure) return *file_->failure;
    file_->define_new_channels();
    Channel& to = file_->channels[channel];
    to.in_chunk.push_back({log_time, file_->chunk.size()});
    file_->chunk.number(static_cast<std::uint8_t>(Opcode::message));
    file_->chunk.number(kMessageHead + static_cast<std::uint64_t>(data.size()));
    file_->chunk.number(channel).number(to.next_sequence++).number(log_time).number(log_time).raw(data);
    ++to.messages;
    ++file_->messages;
    file_->chunk_times.include(log_time);
    file_->times.include(log_time);
    return file_->chunk.size() >= file_->options.chunk_bytes ? file_->write_chunk() : ok();
}

Status McapWriter::attach(std::string_view name, std::string_view media_type, std::uint64_t log_time,
                          Bytes data) {
    BOXWOOD_REQUIRE(!file_->is_finished);
    if (Status status = file_->write_chunk(); !status) return status;
    ByteWriter content;
    content.number(log_time).number(log_time).text(name).text(media_type);
    content.number(static_cast<std::uint64_t>(data.size())).raw(data);
    content.number(crc32(content.bytes()));
    ByteWriter index;
    index.number(file_->written).number(kRecordHead + static_cast<std::uint64_t>(content.size()));
    index.number(log_time).number(log_time).number(static_cast<std::uint64_t>(data.size()));
    index.text(name).text(media_type);
    if (Status status = file_->write_record(Opcode::attachment, content); !status) return status;
    file_->attachment_indices.push_back(record_of(Opcode::attachment_index, index));
    return ok();
}

Status McapWriter::flush() {
    return file_->write_chunk();
}

Status McapWriter::finish() {
    if (file_->is_finished) return ok();
    file_->define_new_channels(); // also defines channels without messages
    if (Status status = file_->write_chunk(); !status) return status;
    if (Status status = file_->write_summary(); !status) return status;
    if (std::fclose(std::exchange(file_->file, nullptr)) != 0) return file_->fail(std::strerror(errno));
    file_->is_finished = true;
    return ok();
}

std::uint64_t McapWriter::bytes_written() const {
    return file_->written;
}

} // namespace boxwood::capture
