// Receives a producer's stream in parts of any size, within a memory budget, and reports what is missing.
#include "engine/capture/c/boxwood_capture.h"
#include "engine/capture/capture_writer.hpp"
#include "engine/capture/mcap/mcap.hpp"
#include "engine/capture/stream/incoming_stream.hpp"

#include <array>
#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>
#include <iterator>

namespace boxwood::capture {
namespace {

constexpr std::uint64_t kBodies = 20, kFrames = 50;

// The bytes that the C header writes for a mesh, bodies with this mesh, and frames. One body moves in each frame.
std::vector<std::byte> sample_stream() {
    const std::filesystem::path path = std::filesystem::temp_directory_path() / "incoming_stream_test.mcap";
    bwc_capture file;
    EXPECT_EQ(bwc_open(&file, path.c_str(), "engine 3"), 0);
    const std::array<float, 9> positions{0, 0, 0, 1, 0, 0, 0, 1, 0};
    const std::array<std::uint32_t, 3> triangle{0, 1, 2};
    bwc_mesh mesh = bwc_mesh_init;
    mesh.positions.singles = positions.data();
    mesh.positions.count = 9;
    mesh.triangles = triangle.data();
    mesh.triangle_count = 1;
    bwc_write_mesh(&file, 0, &mesh);
    const std::uint64_t mesh_id = 0;
    for (std::uint64_t body = 0; body < kBodies; ++body) bwc_write_body(&file, 0, body, "", &mesh_id, 1, 0);
    for (std::uint64_t frame = 0; frame < kFrames; ++frame) {
        const std::uint64_t body = frame % kBodies;
        const std::array<double, 12> pose{1, 0, 0, double(frame), 0, 1, 0, 0, 0, 0, 1, 0};
        bwc_write_frame(&file, frame, frame);
        bwc_write_poses(&file, frame, frame, &body, pose.data(), 1);
    }
    EXPECT_EQ(bwc_close(&file), 0);
    std::ifstream in(path, std::ios::binary);
    const std::string text{std::istreambuf_iterator<char>(in), {}};
    std::filesystem::remove(path);
    const Bytes bytes = bytes_of(text);
    return {bytes.begin(), bytes.end()};
}

TEST(IncomingStream, PartsOfAnySizeGiveTheSameMessages) {
    const std::vector<std::byte> all = sample_stream();
    for (const std::size_t part : {std::size_t{1}, std::size_t{7}, std::size_t{100}, all.size()}) {
        IncomingStream stream(1u << 20);
        std::size_t seen = 0;
        for (std::size_t at = 0; at < all.size(); at += part)
            ASSERT_TRUE(stream.take(Bytes(all).subspan(at, std::min(part, all.size() - at)),
                                    [&](std::string_view, std::uint64_t, Bytes) { ++seen; }));
        EXPECT_TRUE(stream.is_finished());
        EXPECT_EQ(stream.unfinished_bytes(), 0u);
        EXPECT_EQ(stream.library(), "engine 3");
        EXPECT_EQ(seen, 1 + kBodies + 2 * kFrames);
        const Capture capture = stream.capture();
        EXPECT_EQ(capture.frames.size(), kFrames);
        EXPECT_EQ(capture.bodies.size(), kBodies);
        EXPECT_TRUE(capture.problems.empty());
    }
}

TEST(IncomingStream, ATruncatedStreamGivesItsCompleteMessagesWithoutProblems) {
    const std::vector<std::byte> all = sample_stream();
    std::uint64_t before = 0;
    for (std::size_t cut = 0; cut < all.size(); cut += 3) {
        IncomingStream stream(1u << 20);
        ASSERT_TRUE(stream.take(Bytes(all).first(cut)));
        EXPECT_GE(stream.message_count(), before);
        before = stream.message_count();
        EXPECT_TRUE(stream.capture().problems.empty());
    }
    EXPECT_EQ(before, 1 + kBodies + 2 * kFrames);
}

// The error message for a stream whose first record is this record; empty if the stream is accepted.
std::string error_of_first_record(Opcode opcode, Bytes content) {
    ByteWriter stream;
    stream.raw(std::as_bytes(std::span(kMcapMagic)));
    stream.number(static_cast<std::uint8_t>(opcode)).number(static_cast<std::uint64_t>(content.size()));
    stream.raw(content);
    const Status status = IncomingStream(1u << 20).take(stream.bytes());
    return status ? std::string() : status.error().message;
}

TEST(IncomingStream, AFirstRecordOtherThanABoxwoodHeaderIsRefused) {
    ByteWriter header;
    header.text("ros2").text("recorder 1");
    EXPECT_EQ(error_of_first_record(Opcode::header, header.bytes()),
              "not a Boxwood capture: its profile is \"ros2\", not \"boxwood\"");
    EXPECT_EQ(error_of_first_record(Opcode::header, header.bytes().first(6)),
              "not a Boxwood capture: the MCAP Header is too short");
    EXPECT_EQ(error_of_first_record(Opcode::channel, header.bytes()),
              "not a Boxwood capture: the first record is not an MCAP Header");
}

TEST(IncomingStream, AFullMemoryBudgetDiscardsTheOldestFramesAndKeepsTheLastPoses) {
    const std::vector<std::byte> all = sample_stream();
    constexpr std::uint64_t kBudget = 14'000; // room for the shapes, the last poses, and some frames
    IncomingStream stream(kBudget);
    ASSERT_TRUE(stream.take(all));
    EXPECT_GT(stream.discarded_count(), 0u);
    EXPECT_LE(stream.kept_bytes(), kBudget + 400);
    const Capture capture = stream.capture();
    ASSERT_FALSE(capture.frames.empty());
    EXPECT_LT(capture.frames.size(), kFrames);
    EXPECT_EQ(capture.frames.back().index, kFrames - 1);
    EXPECT_EQ(capture.meshes.size(), 1u);
    EXPECT_EQ(capture.bodies.size(), kBodies);
    ASSERT_EQ(capture.problems.size(), 1u);
    // Each body has the pose of its last message, although most of these messages are no longer in memory.
    std::map<std::uint64_t, double> x;
    for (const PoseRecord& record : capture.poses)
        for (std::size_t i = 0; i < record.bodies.size(); ++i)
            x[record.bodies[i]] = record.matrices[12 * i + 3];
    for (std::uint64_t frame = kFrames - kBodies; frame < kFrames; ++frame)
        EXPECT_EQ(x.at(frame % kBodies), double(frame));
}

// Writes records to a stream, with one channel per topic.
class SmallStream {
  public:
    explicit SmallStream(IncomingStream& io_stream)
        : stream_(io_stream) {
        ByteWriter header, pair, version;
        header.text("boxwood").text("engine 4");
        pair.text("version").text(kStreamVersion);
        version.text("boxwood").block(pair.bytes());
        bytes_.raw(std::as_bytes(std::span(kMcapMagic)));
        send(Opcode::header, header);
        send(Opcode::metadata, version);
    }
    template <class Record>
    void add(const Record& record) {
        const auto [channel, is_new] =
            channels_.emplace(Record::kTopic, static_cast<std::uint16_t>(channels_.size()));
        if (is_new) {
            ByteWriter definition;
            definition.number(channel->second).number(std::uint16_t{0});
            definition.text(Record::kTopic).text(kMessageEncoding).block({});
            send(Opcode::channel, definition);
        }
        ByteWriter fields, message;
        append_record(fields, record);
        message.number(channel->second).number(std::uint32_t{0}).number(std::uint64_t{0});
        message.number(std::uint64_t{0}).raw(fields.bytes());
        send(Opcode::message, message);
    }

  private:
    void send(Opcode opcode, const ByteWriter& content) {
        bytes_.number(static_cast<std::uint8_t>(opcode))
            .number(std::uint64_t{content.size()})
            .raw(content.bytes());
        EXPECT_TRUE(stream_.take(bytes_.bytes()));
        bytes_.clear();
    }
    IncomingStream& stream_;
    ByteWriter bytes_;
    std::map<std::string_view, std::uint16_t> channels_;
};

// Body 1 has a pose in frame 3, the producer dropped a pose in frame 5 and two queries in frame 7, and body 2 has a
// pose in frame 6. These four messages are discarded to fit the budget. The capture must still report the dropped pose:
// it can be a later pose of body 1, so the judge must not use the pose of frame 3 from frame 5 on.
TEST(IncomingStream, ALossOfPosesIsReportedAfterItsMessageIsDiscarded) {
    IncomingStream stream(4000);
    SmallStream small(stream);
    const std::vector<double> matrix{1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0};
    small.add(PoseRecord{.frame = 3, .bodies = {1}, .matrices = {matrix}});
    small.add(DroppedRecord{.counts = {0, 0, 0, 0, 1}, .first_frame = 5, .last_frame = 5});
    small.add(DroppedRecord{.counts = {0, 0, 0, 0, 0, 0, 2}, .first_frame = 7, .last_frame = 7});
    small.add(PoseRecord{.frame = 6, .bodies = {2}, .matrices = {matrix}});
    for (std::uint64_t frame = 8; frame < 50; ++frame) small.add(PairRecord{.frame = frame});
    const Capture capture = stream.capture();
    ASSERT_LT(capture.pairs.size(), 42u);
    ASSERT_EQ(capture.poses.size(), 2u);
    EXPECT_EQ(capture.poses[0].frame, 3u);
    EXPECT_EQ(capture.poses[1].frame, 6u);
    ASSERT_EQ(capture.dropped.size(), 1u);
    EXPECT_EQ(capture.dropped[0].count(kDroppedPoses), 1u);
    EXPECT_EQ(capture.dropped[0].count(6), 2u);
    EXPECT_EQ(capture.dropped[0].first_frame, 5u);
    EXPECT_EQ(capture.dropped[0].last_frame, 5u); // no poses were lost in frame 7
    EXPECT_EQ(capture.dropped[0].first_query, kUnknown);
}

// A pose that is discarded at once, because it does not fit the budget, also replaces the earlier pose of its body.
TEST(IncomingStream, APoseBeyondTheBudgetReplacesTheEarlierPoseOfItsBody) {
    IncomingStream stream(1000);
    SmallStream small(stream);
    small.add(MeshRecord{.id = 1, .name = std::string(700, 'm')});
    std::vector<double> matrix{1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0};
    for (const double x : {1.0, 2.0, 3.0}) {
        matrix[3] = x;
        small.add(PoseRecord{.frame = static_cast<std::uint64_t>(x), .bodies = {1}, .matrices = {matrix}});
    }
    const Capture capture = stream.capture();
    ASSERT_EQ(capture.poses.size(), 1u);
    EXPECT_EQ(capture.poses[0].matrices[3], 3.0);
}

TEST(IncomingStream, ADroppedMessageMakesVisitsIncomplete) {
    Capture capture;
    capture.visits[3] = {.query = 3, .seen = 2, .visits = std::vector<std::byte>(32)};
    capture.visits[4] = {.query = 4, .seen = 2, .visits = std::vector<std::byte>(32)};
    DroppedRecord dropped{.counts = {0, 0, 0, 0, 5, 0, 0, 1}, .first_query = 4, .last_query = 9};
    ByteWriter message;
    append_record(message, dropped);
    require_ok(add_message(capture, "/dropped", message.bytes()));
    finish_capture(capture);
    EXPECT_EQ(capture.visits[3].seen, 2u);
    EXPECT_EQ(capture.visits[4].seen, 3u);
    ASSERT_EQ(capture.problems.size(), 1u);
    EXPECT_NE(capture.problems[0].find("5 messages of /pose, 1 message of /visit"), std::string::npos)
        << capture.problems[0];
}

} // namespace
} // namespace boxwood::capture
