#include "engine/capture/mcap/mcap_reader.hpp"

#include "engine/capture/mcap/compression.hpp"
#include "engine/capture/mcap/mcap.hpp"

#include <algorithm>
#include <cstring>
#include <fstream>
#include <limits>
#include <optional>

namespace boxwood::capture {
namespace {

constexpr std::uint64_t kLastTime = std::numeric_limits<std::uint64_t>::max();
constexpr std::uint64_t kMaxHead = 1u << 16; // bytes read from a record whose remaining content is skipped

// Random access to a file or to bytes in memory.
class Source {
  public:
    static Result<Source> open(const std::filesystem::path& path) {
        Source source;
        std::error_code error;
        const std::filesystem::file_status status = std::filesystem::status(path, error);
        if (!std::filesystem::exists(status)) return Error{path.string() + ": no such file"};
        if (!std::filesystem::is_regular_file(status))
            return Error{path.string() + ": is not a regular file"};
        source.stream_.open(path, std::ios::binary);
        const std::uint64_t size = std::filesystem::file_size(path, error);
        if (!source.stream_ || error) return Error{path.string() + ": cannot be read"};
        source.size_ = size;
        source.name_ = path.string();
        return source;
    }
    explicit Source(Bytes bytes)
        : memory_(bytes)
        , size_(bytes.size())
        , name_("capture") {}

    std::uint64_t size() const { return size_; }
    const std::string& name() const { return name_; }

    // Reads `count` bytes from `offset`, or fewer if the file ends before.
    std::vector<std::byte> read(std::uint64_t offset, std::uint64_t count) const {
        if (offset >= size_) return {};
        const auto size = static_cast<std::size_t>(std::min(count, size_ - offset));
        if (!stream_.is_open()) {
            const Bytes found = memory_.subspan(static_cast<std::size_t>(offset), size);
            return {found.begin(), found.end()};
        }
        std::vector<std::byte> bytes(size);
        stream_.clear();
        stream_.seekg(static_cast<std::streamoff>(offset));
        stream_.read(reinterpret_cast<char*>(bytes.data()), static_cast<std::streamsize>(size));
        bytes.resize(static_cast<std::size_t>(std::max<std::streamsize>(stream_.gcount(), 0)));
        return bytes;
    }

  private:
    Source() = default;
    mutable std::ifstream stream_;
    Bytes memory_;
    std::uint64_t size_ = 0;
    std::string name_;
};

bool has_magic(Bytes bytes) {
    return bytes.size() == kMcapMagic.size() &&
           std::memcmp(bytes.data(), kMcapMagic.data(), bytes.size()) == 0;
}

std::string at_byte(std::uint64_t offset) {
    return "at byte " + std::to_string(offset);
}

} // namespace

struct McapReader::File {
    Source source;
    McapLimits limits;
    std::string profile, library;
    std::map<std::uint16_t, McapSchema> schemas;
    std::map<std::uint16_t, McapChannel> channels;
    std::vector<McapSegment> segments;
    std::vector<McapAttachment> attachments;
    std::vector<std::string> problems;
    std::optional<std::uint64_t> counted_chunks; // number of chunks according to the summary
    bool is_finished = false;

    File(Source opened, const McapLimits& chosen)
        : source(std::move(opened))
        , limits(chosen) {}

    bool read_summary();
    void read_heads();
    bool read_head(Opcode opcode, std::uint64_t offset, std::uint64_t length);
    void read_definitions();
    void compare_with_summary();
    void define_schema(ByteReader content);
    void define_channel(ByteReader content);
    Result<McapSegmentMessages> read(const McapSegment& segment, bool reads_definitions);
};

void McapReader::File::define_schema(ByteReader content) {
    const auto id = content.number<std::uint16_t>();
    McapSchema schema;
    schema.name = content.text();
    schema.encoding = content.text();
    const Bytes data = content.block();
    schema.data.assign(data.begin(), data.end());
    if (!content.failed() && id != 0) schemas.emplace(id, std::move(schema));
}

void McapReader::File::define_channel(ByteReader content) {
    const auto id = content.number<std::uint16_t>();
    McapChannel channel;
    channel.schema = content.number<std::uint16_t>();
    channel.topic = content.text();
    channel.message_encoding = content.text();
    ByteReader pairs(content.block());
    while (!pairs.failed() && pairs.left() != 0) {
        const std::string_view key = pairs.text(), value = pairs.text();
        if (!pairs.failed()) channel.metadata.emplace(key, value);
    }
    if (!content.failed()) channels.emplace(id, std::move(channel));
}

// Reads schemas and channels from the summary. Returns false if there is no summary, or if it is damaged or defines no
// channel.
bool McapReader::File::read_summary() {
    const std::uint64_t tail = kFooterBytes + kMcapMagic.size();
    if (source.size() < 2 * kMcapMagic.size() + tail) return false;
    const std::uint64_t footer_offset = source.size() - tail;
    const std::vector<std::byte> bytes = source.read(footer_offset, tail);
    if (bytes.size() != tail || !has_magic(Bytes(bytes).last(kMcapMagic.size()))) return false;
    ByteReader footer(bytes);
    const auto opcode = footer.number<std::uint8_t>();
    const auto length = footer.number<std::uint64_t>();
    if (opcode != static_cast<std::uint8_t>(Opcode::footer) || length != kFooterBytes - kRecordHead)
        return false;
    is_finished = true;
    const auto start = footer.number<std::uint64_t>();
    footer.number<std::uint64_t>(); // start of the summary offset section
    const auto checksum = footer.number<std::uint32_t>();
    if (start == 0) return false;
    if (start > footer_offset || footer_offset - start > limits.decompressed_bytes) {
        problems.push_back("the footer gives an invalid offset of the summary: byte " +
                           std::to_string(start) + "; the file is read without the summary");
        return false;
    }
    const std::uint64_t size = footer_offset - start;
    const std::vector<std::byte> summary = source.read(start, size + kFooterBytes - sizeof checksum);
    if (checksum != 0 && crc32(summary) != checksum) {
        problems.push_back("the checksum of the summary is wrong; the file is read without the summary");
        return false;
    }
    ByteReader records(
        Bytes(summary).first(static_cast<std::size_t>(std::min<std::uint64_t>(size, summary.size()))));
    while (!records.failed() && records.left() != 0) {
        const auto kind = static_cast<Opcode>(records.number<std::uint8_t>());
        ByteReader content(records.raw(records.number<std::uint64_t>()));
        if (records.failed()) break;
        if (kind == Opcode::statistics) {
            content.raw(8 + 2 + 4 + 4 + 4); // messages, schemas, channels, attachments, metadata
            counted_chunks = content.number<std::uint32_t>();
        }
        if (kind == Opcode::schema) define_schema(content);
        if (kind == Opcode::channel) define_channel(content);
    }
    return !records.failed() && !channels.empty();
}

// Registers one record. Returns false if its content is inconsistent.
bool McapReader::File::read_head(Opcode opcode, std::uint64_t offset, std::uint64_t length) {
    const std::uint64_t content_offset = offset + kRecordHead;
    switch (opcode) {
    case Opcode::header: {
        const std::vector<std::byte> bytes = source.read(content_offset, std::min(length, kMaxHead));
        ByteReader content(bytes);
        profile = content.text();
        library = content.text();
        return !content.failed();
    }
    case Opcode::chunk: {
        const std::vector<std::byte> bytes = source.read(content_offset, std::min(length, kChunkHead));
        ByteReader content(bytes);
        McapSegment segment{.offset = offset, .size = kRecordHead + length, .is_chunk = true};
        segment.first_time = content.number<std::uint64_t>();
        segment.last_time = content.number<std::uint64_t>();
        if (content.failed()) return false;
        segments.push_back(segment);
        return true;
    }
    case Opcode::schema:
    case Opcode::channel:
    case Opcode::message: {
        const std::uint64_t size = kRecordHead + length;
        const bool continues = !segments.empty() && !segments.back().is_chunk &&
                               segments.back().offset + segments.back().size == offset &&
                               segments.back().size + size <= limits.segment_bytes;
        if (continues)
            segments.back().size += size;
        else
            segments.push_back({.offset = offset, .size = size, .first_time = 0, .last_time = kLastTime});
        return true;
    }
    case Opcode::attachment: {
        const std::vector<std::byte> bytes = source.read(content_offset, std::min(length, kMaxHead));
        ByteReader content(bytes);
        McapAttachment attachment;
        attachment.log_time = content.number<std::uint64_t>();
        content.number<std::uint64_t>(); // time of creation
        attachment.name = content.text();
        attachment.media_type = content.text();
        attachment.size = content.number<std::uint64_t>();
        attachment.offset = content_offset + content.at();
        const std::uint64_t left = length - std::min<std::uint64_t>(length, content.at());
        if (content.failed() || left < sizeof(std::uint32_t) ||
            attachment.size > left - sizeof(std::uint32_t))
            return false;
        attachments.push_back(std::move(attachment));
        return true;
    }
    default:
        return true; // indices are not needed, and unknown records are skipped
    }
}

// Reads the heads of all records up to the end of the data section.
void McapReader::File::read_heads() {
    std::uint64_t offset = kMcapMagic.size();
    bool has_ended = false;
    while (!has_ended && offset < source.size()) {
        const std::vector<std::byte> bytes = source.read(offset, kRecordHead);
        ByteReader head(bytes);
        const auto opcode = static_cast<Opcode>(head.number<std::uint8_t>());
        const auto length = head.number<std::uint64_t>();
        if (head.failed() || length > source.size() - offset - kRecordHead) {
            problems.push_back("the file is cut off: the record " + at_byte(offset) +
                               " continues beyond the end of the file");
            return;
        }
        has_ended = opcode == Opcode::data_end || opcode == Opcode::footer;
        if (!read_head(opcode, offset, length))
            problems.push_back("the record " + at_byte(offset) + " is damaged and is skipped");
        offset += kRecordHead + length;
    }
    if (!has_ended || !is_finished)
        problems.push_back("the file was not finished: its records end at byte " + std::to_string(offset));
}

// Adds a problem if the number of chunks found differs from the number in the summary. For example, a chunk with a
// damaged opcode looks like an unknown record, and read_heads() skips it.
void McapReader::File::compare_with_summary() {
    const auto found =
        std::count_if(segments.begin(), segments.end(), [](const McapSegment& s) { return s.is_chunk; });
    if (counted_chunks && *counted_chunks != static_cast<std::uint64_t>(found))
        problems.push_back("the summary counts " + std::to_string(*counted_chunks) +
                           " chunks, but the file has " + std::to_string(found));
}

// Reads all schemas and channels from the segments, for files without a usable summary.
void McapReader::File::read_definitions() {
    for (const McapSegment& segment : segments)
        static_cast<void>(read(segment, true)); // a later read() of the segment returns the Error
}

Result<McapSegmentMessages> McapReader::File::read(const McapSegment& segment, bool reads_definitions) {
    const auto damaged = [&](const std::string& reason) {
        const char* const what = segment.is_chunk ? ": chunk " : ": records ";
        return Error{source.name() + what + at_byte(segment.offset) + ": " + reason};
    };
    McapSegmentMessages result;
    result.bytes_ = source.read(segment.offset, segment.size);
    if (result.bytes_.size() != segment.size) return damaged("it cannot be read");
    if (segment.is_chunk) {
        ByteReader head(Bytes(result.bytes_).subspan(kRecordHead));
        head.raw(2 * sizeof(std::uint64_t)); // times
        const auto size = head.number<std::uint64_t>();
        const auto checksum = head.number<std::uint32_t>();
        const std::string_view compression = head.text();
        const Bytes records = head.raw(head.number<std::uint64_t>());
        if (head.failed()) return damaged("its lengths contradict each other");
        if (size > limits.decompressed_bytes)
            return damaged("it declares " + std::to_string(size) + " bytes, more than the limit of " +
                           std::to_string(limits.decompressed_bytes));
        Result<std::vector<std::byte>> unpacked = decompress(compression, records, size);
        if (!unpacked) return damaged(unpacked.error().message);
        if (checksum != 0 && crc32(*unpacked) != checksum) return damaged("its checksum is wrong");
        result.bytes_ = std::move(*unpacked);
    }
    ByteReader records(result.bytes_);
    while (records.left() != 0) {
        const auto opcode = static_cast<Opcode>(records.number<std::uint8_t>());
        const Bytes bytes = records.raw(records.number<std::uint64_t>());
        ByteReader content(bytes);
        if (records.failed()) {
            result.problem = damaged("one of its records continues beyond its end").message;
            break;
        }
        if (reads_definitions && opcode == Opcode::schema) define_schema(content);
        if (reads_definitions && opcode == Opcode::channel) define_channel(content);
        if (opcode != Opcode::message) continue;
        McapMessage message;
        message.channel = content.number<std::uint16_t>();
        message.sequence = content.number<std::uint32_t>();
        message.log_time = content.number<std::uint64_t>();
        message.publish_time = content.number<std::uint64_t>();
        message.data = content.raw(content.left());
        if (content.failed()) {
            result.problem = damaged("one of its messages is too short").message;
            break;
        }
        if (channels.contains(message.channel))
            result.messages.push_back(message);
        else if (result.problem.empty())
            result.problem = damaged("messages of channel " + std::to_string(message.channel) +
                                     ", which the file does not define, are skipped")
                                 .message;
    }
    return result;
}

McapReader::McapReader(std::unique_ptr<File> file)
    : file_(std::move(file)) {}
McapReader::McapReader(McapReader&& other) noexcept = default;
McapReader& McapReader::operator=(McapReader&& other) noexcept = default;
McapReader::~McapReader() = default;

Result<McapReader> McapReader::open(const std::filesystem::path& path, const McapLimits& limits) {
    Result<Source> source = Source::open(path);
    if (!source) return source.error();
    return open(std::make_unique<File>(std::move(*source), limits));
}

Result<McapReader> McapReader::open(Bytes bytes, const McapLimits& limits) {
    return open(std::make_unique<File>(Source(bytes), limits));
}

Result<McapReader> McapReader::open(std::unique_ptr<File> file) {
    if (!has_magic(file->source.read(0, kMcapMagic.size())))
        return Error{file->source.name() +
                     ": no MCAP file: it does not start with the eight magic bytes of the format"};
    const bool has_summary = file->read_summary();
    file->read_heads();
    file->compare_with_summary();
    if (!has_summary) file->read_definitions();
    return McapReader(std::move(file));
}

const std::string& McapReader::profile() const {
    return file_->profile;
}
const std::string& McapReader::library() const {
    return file_->library;
}
const std::map<std::uint16_t, McapSchema>& McapReader::schemas() const {
    return file_->schemas;
}
const std::map<std::uint16_t, McapChannel>& McapReader::channels() const {
    return file_->channels;
}
const std::vector<McapSegment>& McapReader::segments() const {
    return file_->segments;
}
const std::vector<McapAttachment>& McapReader::attachments() const {
    return file_->attachments;
}
bool McapReader::is_finished() const {
    return file_->is_finished;
}
const std::vector<std::string>& McapReader::problems() const {
    return file_->problems;
}

Result<McapSegmentMessages> McapReader::read(const McapSegment& segment) const {
    return file_->read(segment, false);
}

void McapReader::for_each(const std::function<void(const McapMessage&)>& use,
                          const std::function<void(const Error&)>& report) const {
    for (const McapSegment& segment : segments()) {
        const Result<McapSegmentMessages> found = read(segment);
        if (!found) {
            report(found.error());
            continue;
        }
        for (const McapMessage& message : found->messages) use(message);
        if (!found->problem.empty()) report(Error{found->problem});
    }
}

Result<std::vector<std::byte>> McapReader::read(const McapAttachment& attachment) const {
    const auto damaged = [&](const char* reason) {
        return Error{file_->source.name() + ": attachment \"" + printable(attachment.name) + "\": " + reason};
    };
    std::vector<std::byte> data = file_->source.read(attachment.offset, attachment.size);
    if (data.size() != attachment.size) return damaged("it cannot be read");
    // The checksum also covers the fields before the data: two times, two texts and a length.
    const std::uint64_t head = 2 * 8 + 4 + attachment.name.size() + 4 + attachment.media_type.size() + 8;
    const std::vector<std::byte> fields = file_->source.read(attachment.offset - head, head);
    const std::vector<std::byte> tail = file_->source.read(attachment.offset + attachment.size, 4);
    const auto checksum = ByteReader(tail).number<std::uint32_t>();
    if (checksum != 0 && crc32(data, crc32(fields)) != checksum) return damaged("its checksum is wrong");
    return data;
}

} // namespace boxwood::capture
