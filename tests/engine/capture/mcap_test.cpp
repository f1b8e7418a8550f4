// The MCAP container: complete files give back what was written; truncated and damaged files give back a part of it.
#include "engine/capture/mcap/mcap.hpp"
#include "engine/capture/mcap/mcap_reader.hpp"
#include "engine/capture/mcap/mcap_writer.hpp"

#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>
#include <iterator>
#include <random>

namespace boxwood::capture {
namespace {

namespace fs = std::filesystem;

struct Sent {
    std::uint16_t channel = 0;
    std::uint64_t time = 0;
    std::string data;
    bool operator==(const Sent&) const = default;
};

class McapTest : public ::testing::Test {
  protected:
    McapTest() { fs::create_directories(folder_); }
    ~McapTest() override { fs::remove_all(folder_); }

    std::string bytes() const {
        std::ifstream file(path_, std::ios::binary);
        return {std::istreambuf_iterator<char>(file), {}};
    }

    // 40 messages on two channels, in chunks of about 200 bytes.
    std::vector<Sent> write_sample(int level, bool is_finished = true) const {
        Result<McapWriter> writer =
            McapWriter::create(path_, {.library = "test 1", .chunk_bytes = 200, .zstd_level = level});
        EXPECT_TRUE(writer) << writer.error().message;
        const std::uint16_t schema = writer->add_schema("frame", "boxwood", bytes_of("fields"));
        const std::pair<std::string, std::string> metadata[]{{"unit", "m"}};
        const std::uint16_t frames = writer->add_channel("/frame", "boxwood", schema, metadata);
        std::vector<Sent> sent;
        std::uint16_t marks = 0;
        for (std::uint64_t i = 0; i < 40; ++i) {
            // The second channel is added only after some messages.
            if (i == 13) marks = writer->add_channel("/mark", "json", 0);
            const std::uint16_t channel = i >= 13 && i % 3 == 0 ? marks : frames;
            sent.push_back({channel, 1000 * (i ^ 1), std::string(i, static_cast<char>('a' + i % 26))});
            require_ok(writer->write(channel, sent.back().time, bytes_of(sent.back().data)));
        }
        require_ok(writer->attach("mesh", "model/obj", 7, bytes_of("v 0 0 0")));
        if (is_finished) require_ok(writer->finish());
        return sent;
    }

    fs::path folder_ =
        fs::temp_directory_path() /
        ("mcap_test_" + std::string(::testing::UnitTest::GetInstance()->current_test_info()->name()));
    fs::path path_ = folder_ / "a.mcap";
};

std::vector<Sent> messages_of(const McapReader& reader, std::size_t* skipped = nullptr) {
    std::vector<Sent> found;
    reader.for_each(
        [&](const McapMessage& message) {
            found.push_back({message.channel, message.log_time, std::string(text_of(message.data))});
        },
        [&](const Error& error) {
            if (skipped == nullptr)
                ADD_FAILURE() << error.message;
            else
                ++*skipped;
        });
    return found;
}

bool is_prefix(const std::vector<Sent>& part, const std::vector<Sent>& whole) {
    return part.size() <= whole.size() && std::equal(part.begin(), part.end(), whole.begin());
}

TEST_F(McapTest, ReadsWhatWasWrittenWithAndWithoutCompression) {
    for (const int level : {0, 3}) {
        const std::vector<Sent> sent = write_sample(level);
        const Result<McapReader> reader = McapReader::open(path_);
        ASSERT_TRUE(reader) << reader.error().message;
        EXPECT_TRUE(reader->is_finished());
        EXPECT_TRUE(reader->problems().empty());
        EXPECT_EQ(reader->profile(), "boxwood");
        EXPECT_EQ(reader->library(), "test 1");
        EXPECT_EQ(messages_of(*reader), sent);
        EXPECT_GT(reader->segments().size(), 3u);
        ASSERT_EQ(reader->channels().size(), 2u);
        EXPECT_EQ(reader->channels().at(0).topic, "/frame");
        EXPECT_EQ(reader->channels().at(0).metadata.at("unit"), "m");
        EXPECT_EQ(reader->channels().at(1).message_encoding, "json");
        EXPECT_EQ(text_of(reader->schemas().at(1).data), "fields");
        ASSERT_EQ(reader->attachments().size(), 1u);
        const auto data = reader->read(reader->attachments()[0]);
        ASSERT_TRUE(data) << data.error().message;
        EXPECT_EQ(text_of(*data), "v 0 0 0");
    }
}

TEST_F(McapTest, SegmentsStateTheTimesOfTheirMessages) {
    write_sample(3);
    const Result<McapReader> reader = McapReader::open(path_);
    ASSERT_TRUE(reader);
    for (const McapSegment& segment : reader->segments()) {
        const auto found = reader->read(segment);
        ASSERT_TRUE(found);
        std::uint64_t first = ~std::uint64_t{0}, last = 0;
        for (const McapMessage& message : found->messages) {
            first = std::min(first, message.log_time);
            last = std::max(last, message.log_time);
        }
        EXPECT_EQ(segment.first_time, first);
        EXPECT_EQ(segment.last_time, last);
    }
}

TEST_F(McapTest, AnUnfinishedFileOpensAndIsReportedAsUnfinished) {
    const std::vector<Sent> sent = write_sample(3, false);
    const Result<McapReader> reader = McapReader::open(path_);
    ASSERT_TRUE(reader) << reader.error().message;
    EXPECT_FALSE(reader->is_finished());
    EXPECT_EQ(messages_of(*reader), sent); // attach() ended the last chunk, so no message is lost
    ASSERT_EQ(reader->problems().size(), 1u);
    EXPECT_NE(reader->problems()[0].find("not finished"), std::string::npos);
    EXPECT_EQ(reader->channels().size(), 2u); // the reader finds the channels without a summary
}

TEST_F(McapTest, AFileCutAtAnyByteAfterTheMagicOpensWithAPrefixOfTheMessages) {
    const std::vector<Sent> sent = write_sample(3);
    const std::string whole = bytes();
    std::size_t last_count = 0;
    for (std::size_t size = 0; size < whole.size(); ++size) {
        const std::string cut = whole.substr(0, size);
        const Result<McapReader> reader = McapReader::open(bytes_of(cut));
        if (size < kMcapMagic.size()) {
            EXPECT_FALSE(reader);
            continue;
        }
        ASSERT_TRUE(reader) << size;
        EXPECT_FALSE(reader->is_finished());
        EXPECT_FALSE(reader->problems().empty());
        const std::vector<Sent> found = messages_of(*reader);
        EXPECT_TRUE(is_prefix(found, sent)) << size;
        EXPECT_GE(found.size(), last_count); // a longer part never has fewer messages
        last_count = found.size();
    }
    EXPECT_EQ(last_count, sent.size());
}

TEST_F(McapTest, EveryChangedByteIsReportedOrChangesNoMessage) {
    for (const int level : {0, 3}) {
        const std::vector<Sent> sent = write_sample(level);
        const std::string whole = bytes();
        for (std::size_t at = kMcapMagic.size(); at < whole.size(); ++at) {
            std::string changed = whole;
            changed[at] = static_cast<char>(changed[at] ^ 0x5a);
            const Result<McapReader> reader = McapReader::open(bytes_of(changed));
            ASSERT_TRUE(reader) << at;
            std::size_t skipped = 0;
            const std::vector<Sent> found = messages_of(*reader, &skipped);
            const bool is_noticed = skipped > 0 || !reader->problems().empty();
            EXPECT_TRUE(is_noticed || found == sent) << "byte " << at << ", level " << level;
            for (const Sent& message : found) // chunks have checksums, so no altered message is returned
                EXPECT_NE(std::find(sent.begin(), sent.end(), message), sent.end()) << at;
        }
    }
}

TEST_F(McapTest, RandomChangesAfterTheMagicDoNotCrashTheReader) {
    std::mt19937 random(5);
    write_sample(3);
    const std::string whole = bytes();
    for (int round = 0; round < 3000; ++round) {
        std::string changed = whole;
        for (int change = 0; change < 1 + round % 7; ++change)
            changed[kMcapMagic.size() + random() % (changed.size() - kMcapMagic.size())] =
                static_cast<char>(random() % 4 == 0 ? 0xff : random());
        const Result<McapReader> reader =
            McapReader::open(bytes_of(changed), {.decompressed_bytes = 1u << 16, .segment_bytes = 1u << 12});
        ASSERT_TRUE(reader);
        std::size_t skipped = 0;
        messages_of(*reader, &skipped);
        for (const McapAttachment& attachment : reader->attachments())
            static_cast<void>(reader->read(attachment).operator bool());
    }
}

TEST_F(McapTest, MessagesOutsideOfChunksAreReadAndUnknownRecordsSkipped) {
    ByteWriter file;
    const auto record = [&file](std::uint8_t opcode, const ByteWriter& content) {
        file.number(opcode).number(static_cast<std::uint64_t>(content.size())).raw(content.bytes());
    };
    file.raw(std::as_bytes(std::span(kMcapMagic)));
    ByteWriter header, channel, unknown;
    record(0x01, header.text("").text("hand"));
    record(0x04, channel.number(std::uint16_t{9}).number(std::uint16_t{0}).text("/t").text("json").text(""));
    record(0x80, unknown.text("private records are skipped"));
    std::vector<Sent> sent;
    for (std::uint64_t i = 0; i < 100; ++i) {
        ByteWriter message;
        sent.push_back({9, i, "m" + std::to_string(i)});
        message.number(std::uint16_t{9}).number(static_cast<std::uint32_t>(i)).number(i).number(i);
        record(0x05, message.raw(bytes_of(sent.back().data)));
    }
    const Result<McapReader> reader = McapReader::open(file.bytes(), {.segment_bytes = 500});
    ASSERT_TRUE(reader) << reader.error().message;
    EXPECT_EQ(messages_of(*reader), sent);
    EXPECT_GT(reader->segments().size(), 5u);
    EXPECT_EQ(reader->library(), "hand");
}

TEST_F(McapTest, AMessageOfAnUndefinedChannelIsReported) {
    ByteWriter file, header, message;
    file.raw(std::as_bytes(std::span(kMcapMagic)));
    header.text("").text("");
    message.number(std::uint16_t{3})
        .number(std::uint32_t{0})
        .number(std::uint64_t{0})
        .number(std::uint64_t{0});
    file.number(std::uint8_t{1}).number(std::uint64_t{header.size()}).raw(header.bytes());
    file.number(std::uint8_t{5}).number(std::uint64_t{message.size()}).raw(message.bytes());
    const Result<McapReader> reader = McapReader::open(file.bytes());
    ASSERT_TRUE(reader);
    const auto found = reader->read(reader->segments().at(0));
    ASSERT_TRUE(found);
    EXPECT_TRUE(found->messages.empty());
    EXPECT_NE(found->problem.find("channel 3"), std::string::npos) << found->problem;
}

TEST_F(McapTest, ADeclaredSizeBeyondTheLimitIsRefused) {
    ByteWriter file, header, chunk;
    file.raw(std::as_bytes(std::span(kMcapMagic)));
    header.text("").text("");
    chunk.number(std::uint64_t{0})
        .number(std::uint64_t{0})
        .number(~std::uint64_t{0} / 2)
        .number(std::uint32_t{0});
    chunk.text("zstd").number(std::uint64_t{4}).raw(bytes_of("abcd"));
    file.number(std::uint8_t{1}).number(std::uint64_t{header.size()}).raw(header.bytes());
    file.number(std::uint8_t{6}).number(std::uint64_t{chunk.size()}).raw(chunk.bytes());
    const Result<McapReader> reader = McapReader::open(file.bytes());
    ASSERT_TRUE(reader);
    const auto found = reader->read(reader->segments().at(0));
    ASSERT_FALSE(found);
    EXPECT_NE(found.error().message.find("more than the limit"), std::string::npos) << found.error().message;
}

TEST_F(McapTest, OtherFilesAreRefusedWithTheirPath) {
    for (const char* text : {"", "solid a", "\x89MCAP"}) {
        std::ofstream(path_, std::ios::binary) << text;
        const Result<McapReader> reader = McapReader::open(path_);
        ASSERT_FALSE(reader);
        EXPECT_NE(reader.error().message.find(path_.string()), std::string::npos);
    }
    EXPECT_FALSE(McapReader::open(folder_ / "missing.mcap"));
    EXPECT_FALSE(McapReader::open(folder_));
    EXPECT_FALSE(McapWriter::create(folder_ / "missing" / "a.mcap", {}));
}

TEST_F(McapTest, AFullDiskIsAnErrorThatNamesTheFile) {
    if (!fs::exists("/dev/full")) GTEST_SKIP() << "no /dev/full";
    Result<McapWriter> writer = McapWriter::create("/dev/full", {});
    ASSERT_FALSE(writer);
    EXPECT_NE(writer.error().message.find("/dev/full"), std::string::npos) << writer.error().message;
}

TEST_F(McapTest, AnAttachmentWithAWrongChecksumIsRefused) {
    write_sample(0);
    std::string changed = bytes();
    changed[changed.find("v 0 0 0") + 2] = '1';
    const Result<McapReader> reader = McapReader::open(bytes_of(changed));
    ASSERT_TRUE(reader);
    EXPECT_FALSE(reader->read(reader->attachments().at(0)));
}

} // namespace
} // namespace boxwood::capture
